using System.Globalization;
using System.Text;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Turns whatever went wrong while reading into the one exception, with the place.</summary>
internal static class SoapErrors
{
    /// <summary>A path longer than this helps nobody.</summary>
    const int MostSteps = 100;

    public static WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref SoapSource source)
    {
        var text = XmlInput.Failed<XmlScanner>(payload, XmlRules.Soap, out int skipped);
        string? missing = (e as WireFormatException)?.Missing;
        var result = TextErrors.Place(e, Isomer.Soap.FormatName, text, source.Position);
        result.Path = PathOf(ref source) + (missing is null ? "" : "." + missing);
        XmlInput.Move(result, payload, text, skipped);
        return result;
    }

    /// <summary>By what is open. What was promised is read on its own: its path begins with its type.</summary>
    static string PathOf(ref SoapSource source)
    {
        var path = new StringBuilder("$");
        if (source.Document is not { } document)
            return "$";
        var open = source.Open;
        foreach (ref readonly var frame in open[..Math.Min(open.Length, MostSteps)])
        {
            if (frame.IsArray)
                path.Append(CultureInfo.InvariantCulture, $"[{frame.Index}]");
            else
                path.Append('.').Append(frame.Current > 0 ? SoapText.NameOf(document.LocalOf(document[frame.Current].Name)) : "?");
        }
        return path.ToString();
    }
}
