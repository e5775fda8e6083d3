using System.Globalization;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Turns whatever went wrong while reading into the one exception, with the place, which costs nothing before.</summary>
internal static class CompactErrors
{
    /// <summary>An offset that stands for "exactly at the position": the end of the input was met there.</summary>
    public const long AtPosition = -2;

    /// <summary>A path longer than this helps nobody.</summary>
    const int MaxPathDepth = 1000;

    public static WireFormatException Wrap(Exception e, int position, ReadOnlySpan<byte> payload, CompactFrame frame, CompactRoot root,
        CompactOptions options, int open = int.MaxValue - 1) =>
        Wrap(e, position, payload, frame, frame.Plan?.Writer ?? root.Layout, root, options, open);

    /// <summary>The reader has types (a root) or reads by the payload's own layout alone.</summary>
    public static WireFormatException Wrap(Exception e, int position, ReadOnlySpan<byte> payload, CompactFrame frame, CompactLayout layout,
        CompactRoot? root, CompactOptions options, int open = int.MaxValue - 1)
    {
        var result = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        if (result.Format is not null)
            return result;
        result.Format = Compact.FormatName;
        // What is refused after it was read ends at the position.
        int offset = result.Offset == AtPosition ? position : Math.Max(position - 1, frame.ValueAt);
        result.Offset = offset;
        // What an object lacks is found when all of it was read: the path leads to the object, whatever in it was last, and to what is not
        // there. What code of the type refuses was read, too: the path leads to the member or item of the innermost object that is open,
        // not to what was last in its value.
        int most = result.Missing is not null ? open : e is WireFormatException ? int.MaxValue : open + 1;
        result.Path = PathOf(offset, payload[..frame.End], frame, layout, root, options, most, RefusedMembers.Take(e))
            + (result.Missing is null ? "" : "." + result.Missing);
        return result;
    }

    static string? PathOf(int offset, ReadOnlySpan<byte> payload, CompactFrame frame, CompactLayout layout, CompactRoot? root,
        CompactOptions options, int most, MemberModel? refused)
    {
        var walker = new CompactWalker(layout, payload, frame.ValueAt, Math.Min(options.Limits.MaxDepth, MaxPathDepth), options.Limits,
            null, offset);
        try
        {
            walker.Value(layout.Root);
        }
        catch (WireFormatException)
        {
            // It fails where the reader did; the path leads there.
        }
        var text = new StringBuilder("$");
        object[] steps = [.. walker.Path!.Take(most)];
        // The walk ends in the last member of a block that was taken at once, or at an object whose constructor has been called with what
        // was read.
        if (refused is not null)
            steps = steps is [.. var before, CompactMember { IsPacked: true }] ? [.. before, refused] : [.. steps, refused];
        foreach (object step in steps)
        {
            if (step is int index)
                text.Append(CultureInfo.InvariantCulture, $"[{index}]");
            else
                text.Append('.').Append(ErrorPaths.Shown(step is MemberModel own ? own.Name : NameOf((CompactMember)step, root)));
        }
        return text.ToString();
    }

    /// <summary>A foreign layout may have only the hash of a name, which is known if any of the reader's types has it.</summary>
    static string NameOf(CompactMember member, CompactRoot? root)
    {
        if (member.Name is not null || root is null)
            return member.ToString();
        foreach (var type in root.Layout.Table)
            foreach (var own in type.Members)
                if (own.Hash == member.Hash)
                    return own.Name!;
        return member.ToString();
    }
}
