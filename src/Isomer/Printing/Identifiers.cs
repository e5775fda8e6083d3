using System.Globalization;

namespace Isomer.Printing;

/// <summary>Names that printers of source text put down as they are: each is known to be one.</summary>
internal static class Identifiers
{
    static readonly HashSet<string> s_keywords = new(StringComparer.Ordinal)
    {
        "abstract", "as", "base", "bool", "break", "byte", "case", "catch", "char", "checked", "class", "const", "continue", "decimal",
        "default", "delegate", "do", "double", "else", "enum",
        "event", "explicit", "extern", "false", "finally", "fixed", "float", "for", "foreach", "goto", "if", "implicit", "in", "int",
        "interface", "internal", "is", "lock", "long", "namespace",
        "new", "null", "object", "operator", "out", "override", "params", "private", "protected", "public", "readonly", "ref", "return",
        "sbyte", "sealed", "short", "sizeof", "stackalloc",
        "static", "string", "struct", "switch", "this", "throw", "true", "try", "typeof", "uint", "ulong", "unchecked", "unsafe", "ushort",
        "using", "virtual", "void", "volatile", "while",
    };

    /// <summary>A keyword of C# with the @ that makes it a name.</summary>
    public static string Keyword(string name) => s_keywords.Contains(name) ? "@" + name : name;

    /// <summary>Whether it is a name of C#, keyword or not.</summary>
    public static bool IsCSharp(ReadOnlySpan<char> name)
    {
        for (int i = 0; i < name.Length; i++)
        {
            bool fits = name[i] == '_' || char.GetUnicodeCategory(name[i]) switch
            {
                <= UnicodeCategory.OtherLetter or UnicodeCategory.LetterNumber => true,
                UnicodeCategory.NonSpacingMark or UnicodeCategory.SpacingCombiningMark or UnicodeCategory.DecimalDigitNumber
                    or UnicodeCategory.ConnectorPunctuation => i > 0,
                _ => false,
            };
            if (!fits)
                return false;
        }
        return name.Length > 0;
    }

    /// <summary>A namespace of C#, its keywords quoted; null if it is none.</summary>
    public static string? Namespace(string dotted)
    {
        string[] parts = dotted.Split('.');
        return parts.All(p => IsCSharp(p.StartsWith('@') ? p.AsSpan(1) : p)) ? string.Join('.', parts.Select(Keyword)) : null;
    }

    /// <summary>Whether it is a name of .proto, with dots a full one.</summary>
    public static bool IsProto(string name, bool dotted = false) =>
        (dotted ? name.Split('.') : [name]).All(
            p => p is [var first, ..] && !char.IsAsciiDigit(first) && p.All(c => char.IsAsciiLetterOrDigit(c) || c == '_'));
}
