using System.Globalization;
using System.Text;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Turns whatever went wrong while reading into the one exception, with the place.</summary>
internal static class NrbfErrors
{
    /// <summary>A path longer than this helps nobody.</summary>
    public const int MostSteps = 100;

    const int MostLength = 4000;

    public static WireFormatException Place(Exception e, ref NrbfSource source)
    {
        var result = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        if (result.Format is not null)
            return result;
        result.Format = Nrbf.FormatName;
        if (result.Offset < 0)
            result.Offset = source.Position;
        result.Path ??= PathOf(source.Open) + (result.Missing is null ? "" : "." + result.Missing);
        return result;
    }

    /// <summary>
    /// Puts a step before an error's path, and catches nothing: for filters, which run on the way out, the innermost first.
    /// </summary>
    public static bool IsWithin(WireFormatException e, string step)
    {
        step = ErrorPaths.Shown(step);
        e.Path = e.Path is { Length: < MostLength } path ? $"${step}{path.AsSpan(1)}" : $"${step}";
        return false;
    }

    /// <inheritdoc cref="IsWithin(WireFormatException, string)"/>
    public static bool IsWithin(WireFormatException e, int item) =>
        IsWithin(e, string.Create(CultureInfo.InvariantCulture, $"[{item}]"));

    /// <summary>By what is open. An object that was promised is read on its own, and its path begins with itself.</summary>
    static string PathOf(ReadOnlySpan<NrbfFrame> open)
    {
        var path = new StringBuilder("$");
        foreach (ref readonly var frame in open[..Math.Min(open.Length, MostSteps)])
        {
            if (frame.Class is { } info)
                path.Append('.').Append(frame.Next > 0 ? ErrorPaths.Shown(info.Members[frame.Next - 1]) : "?");
            else
                path.Append(CultureInfo.InvariantCulture, $"[{frame.Next}]");
        }
        return path.ToString();
    }
}
