using System.Text;
using Isomer.Printing;

namespace Isomer.Formats;

/// <summary>
/// Names of C# for what a .proto names: order_id as OrderId, without clashes where C# has one space for types and members.
/// </summary>
internal static class ProtoCSharpNames
{
    // Members that every object has.
    static readonly string[] s_inherited = ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize",
        "ReferenceEquals"];

    public static string Pascal(string name)
    {
        var text = new StringBuilder(name.Length);
        bool capital = true;
        foreach (char c in name)
        {
            if (c == '_')
            {
                capital = true;
                continue;
            }
            text.Append(capital ? char.ToUpperInvariant(c) : c);
            capital = char.IsAsciiDigit(c);
        }
        return text.Length == 0 ? "_" : char.IsAsciiDigit(text[0]) ? "_" + text : text.ToString();
    }

    /// <summary>COLOR_DARK_RED of an enum Color as DarkRed.</summary>
    public static string OfValue(string value, string enumName)
    {
        string prefix = string.Concat(
            enumName.Select(
                (c, i) => i > 0 && char.IsAsciiLetterUpper(c) && !char.IsAsciiLetterUpper(enumName[i - 1]) ? "_" + c : c.ToString())) + "_";
        if (value.Length > prefix.Length && value.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
            && char.IsAsciiLetter(value[prefix.Length]))
            value = value[prefix.Length..];
        // Words of capitals are words.
        return value.Any(char.IsAsciiLetterLower) ? Pascal(value) : Pascal(value.ToLowerInvariant());
    }

    public static string Keyword(string name) => Identifiers.Keyword(name);

    /// <summary>A space of names for a class: its own name, its nested types, what every object has.</summary>
    public static HashSet<string> TakenIn(ProtoMessage message) =>
        [.. s_inherited, Pascal(message.Name), .. message.Messages.Select(m => Pascal(m.Name)),
            .. message.Enums.Select(e => Pascal(e.Name))];

    public static string Unique(HashSet<string> taken, string name, string suffix)
    {
        if (taken.Add(name))
            return name;
        string result = name + suffix;
        for (int more = 0; !taken.Add(result); more++)
            // Numbers that grow with the space: thousands of names may be one without their underscores.
            result = more < 4 ? result + "_" : $"{name}{suffix}_{taken.Count + more}";
        return result;
    }

    /// <summary>The namespace of a file: what was asked for, its csharp_namespace, its package.</summary>
    public static string NamespaceOf(ProtoFile file, string? asked)
    {
        string own = asked is not null
            ? Identifiers.Namespace(asked) ?? throw new ArgumentException($"'{asked}' is no namespace of C#.", nameof(asked))
            : file.Options.Find(o => o.Name == "csharp_namespace")?.Value is { } option
                ? Identifiers.Namespace(option)
                    ?? throw new WireFormatException(
                        $"csharp_namespace {Quoting.CSharp(option)} is no namespace of C# (in '{Quoting.Line(file.Path)}').")
                    { Format = ".proto" }
            : file.Package is { } package ? string.Join('.', package.Split('.').Select(Pascal)) : "Model";
        return file.Path.StartsWith("google/protobuf/", StringComparison.Ordinal) ? (asked is null ? "" : asked + ".") + "WellKnown" : own;
    }

    /// <summary>The name from anywhere.</summary>
    public static string Global(ProtoMessage message, string? asked) =>
        (message.Parent is { } parent ? Global(parent, asked) : "global::" + NamespaceOf(message.File, asked)) + "." + Pascal(message.Name);

    public static string Global(ProtoEnum e, string? asked) =>
        (e.Parent is { } parent ? Global(parent, asked) : "global::" + NamespaceOf(e.File, asked)) + "." + Pascal(e.Name);
}
