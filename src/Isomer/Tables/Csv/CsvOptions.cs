using System.Text;
using Isomer.Conventions;

namespace Isomer;

/// <summary>
/// How <see cref="Tables"/> writes and reads CSV: by RFC 4180 unless told otherwise. Immutable; derive variants by <c>with</c>.
/// </summary>
public sealed record CsvOptions
{
    /// <summary>The defaults: commas, names in the first line, lines that end with CR LF.</summary>
    public static CsvOptions Default { get; } = new();

    /// <summary>What stands between fields: a comma, often a semicolon or a tab.</summary>
    public char Separator
    {
        get;
        init => field = value is ',' or ';' or '\t' or '|' or '^' or '~' or '!' or '#' or '*' or '\u001F' ? value
            : throw new ArgumentException(
                $"'{value}' cannot stand between fields: numbers, dates, quotes or line ends have it, or it is none of , ; tab | ^ ~ ! # * U+001F.",
                nameof(value));
    } = ',';

    /// <summary>Whether the first line has the names of the columns.</summary>
    public bool HasHeader { get; init; } = true;

    /// <summary>How lines end that are written: CR LF, or LF. All of CR LF, LF and CR are read.</summary>
    public string NewLine
    {
        get;
        init => field = value is "\r\n" or "\n" ? value : throw new ArgumentException("Lines end with CR LF or LF.", nameof(value));
    } = "\r\n";

    /// <summary>
    /// Whether a mark of UTF-8 is written first, without which Excel takes the text for one of the computer's old code page.
    /// </summary>
    public bool WritesMark { get; init; }

    /// <summary>
    /// Whether texts that a spreadsheet would run as formulas (those that begin with = + - @ or a tab) are written behind an apostrophe.
    /// That changes them, so it is for eyes, not for programs.
    /// </summary>
    public bool GuardsFormulas { get; init; }

    /// <summary>
    /// What text is written and read in; null for UTF-8 and, at reading, for what a byte order mark says. A character that the encoding
    /// does not have is refused.
    /// </summary>
    public Encoding? Encoding { get; init; }

    /// <summary>Whether all columns are read as text, where there is no schema to say what they are.</summary>
    public bool IsTextOnly { get; init; }

    /// <summary>Whose subtypes of object may be types of columns, beside the closed set of docs/tables.md.</summary>
    public PlainConvention Convention { get; init; } = Isomer.Convention.Plain;
}
