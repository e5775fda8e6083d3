using System.Globalization;
using System.Text;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Where in the objects an error was met while they were passed over.</summary>
internal sealed partial class NrbfIndex
{
    // Where primitives begin that are passed over together, for an error among them.
    int _block;

    /// <summary>Gives the error its path, and catches nothing: what is open when it is thrown says where it is.</summary>
    bool Placed(WireFormatException e, ref NrbfBytes bytes)
    {
        if (e.Path is not null)
            return false;
        var path = new StringBuilder("$");
        for (int i = 0; i < Math.Min(_depth, NrbfErrors.MostSteps); i++)
        {
            ref readonly var frame = ref _frames[i];
            // What is open is counted; of the innermost the value that failed is not.
            int at = i < _depth - 1 ? frame.Next - 1 : frame.Class is { } open ? Failed(open, frame.Next, _block, bytes) : frame.Next;
            Step(path, frame.Class, at);
        }
        if (PlainAt(_start, bytes, out int body) is { } plain)
            Step(path, plain, Failed(plain, 0, body, bytes));
        e.Path = path.ToString();
        return false;
    }

    static void Step(StringBuilder path, NrbfClassInfo? info, int at)
    {
        if (info is null)
            path.Append(CultureInfo.InvariantCulture, $"[{at}]");
        else if ((uint)at < (uint)info.Members.Length)
            path.Append('.').Append(ErrorPaths.Shown(info.Members[at]));
    }

    /// <summary>The member that failed of those from this one on, the first of which stands there.</summary>
    static int Failed(NrbfClassInfo info, int first, int start, NrbfBytes bytes)
    {
        bytes.At = start;
        int member = first;
        try
        {
            for (; member < info.Primitives.Length && info.Primitives[member] != NrbfPrimitive.None; member++)
                bytes.Skip(info.Primitives[member]);
        }
        catch (WireFormatException)
        {
        }
        return member;
    }

    /// <summary>The class of primitives alone whose values were being passed over: nothing was opened for it.</summary>
    NrbfClassInfo? PlainAt(int start, NrbfBytes bytes, out int body)
    {
        body = start + 9;
        if (start < 0 || bytes.Payload.Length - start < 9)
            return null;
        var record = (NrbfRecord)bytes.Payload[start];
        bool isLike = record == NrbfRecord.ClassWithId;
        if (!isLike && record is not (>= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes))
            return null;
        bytes.At = start + (isLike ? 5 : 1);
        try
        {
            var info = ClassOf(bytes.Int32(), start);
            body = isLike ? body : info.Body;
            return info.IsPlain && body <= bytes.Payload.Length && Failed(info, 0, body, bytes) < info.Members.Length ? info : null;
        }
        catch (WireFormatException)
        {
            return null;
        }
    }
}
