using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Options in the form that sink and source use: computed once per options object.</summary>
internal sealed class XmlProfile
{
    public const int Indentation = 2;

    public XmlProfile(XmlOptions options)
    {
        Options = options;
        MaxDepth = Math.Max(options.Limits.MaxDepth, 1);
        MaxItems = Math.Max(options.Limits.MaxItems, 1);
        byte[] newLine = Encoding.ASCII.GetBytes(Environment.NewLine);
        NewLineLength = options.Indented ? newLine.Length : 0;
        IndentSize = options.Indented ? Indentation : 0;
        // Room for a vector behind the deepest line.
        Line = new byte[newLine.Length + ((MaxDepth + 2) * Indentation) + 32];
        for (int i = 0; i < Line.Length; i++)
            Line[i] = (byte)' ';
        newLine.CopyTo(Line, 0);
        Rules = XmlRules.Reader with
        {
            // A value within the innermost object is an element too.
            MaxDepth = MaxDepth + 1,
            MaxText = options.Limits.MaxStringLength,
            IgnoresWhite = !options.KeepWhitespace,
            DecimalIsText = options.DecimalIsText,
        };
        Escaping = options.KeepsLineEnds ? XmlEscaping.StrictKept : XmlEscaping.StrictText;
    }

    public XmlOptions Options { get; }

    public int MaxDepth { get; }

    /// <summary>The most items of one collection.</summary>
    public int MaxItems { get; }

    /// <summary>A line break and more spaces than any line begins with.</summary>
    public byte[] Line { get; }

    public int NewLineLength { get; }

    public int IndentSize { get; }

    public XmlRules Rules { get; }

    /// <summary>How text is written.</summary>
    public XmlEscaping Escaping { get; }
}
