using System.Collections.Concurrent;
using System.Reflection;
using System.Text;
using Isomer.Conventions;
using Isomer.Printing;

namespace Isomer.Cli.Schemas;

/// <summary>
/// Names of types as the framework writes them: Space.Outer`1+Inner`2, whose arguments stand behind the innermost; as C# writes them, each
/// name has its own. And which of them are the framework's.
/// </summary>
static class NrbfNames
{
    /// <summary>
    /// The libraries that .NET Framework had, as far as the running framework has them: each leads to the types that its programs may name
    /// today. They are the names of this list, and never a payload's.
    /// </summary>
    static readonly Assembly[] s_libraries = [
        .. ((string[])
            ["mscorlib", "System", "System.Core", "System.Data", "System.Drawing", "System.Xml", "System.Xml.Linq", "System.Numerics",
                "System.ComponentModel.DataAnnotations", "System.Transactions", "System.Net", "System.Web", "System.Configuration",
                "System.Runtime.Serialization", "WindowsBase", "netstandard", "System.Runtime"])
            .Select(Loaded).OfType<Assembly>()];

    static readonly ConcurrentDictionary<string, Type?> s_found = new(StringComparer.Ordinal);

    static Assembly? Loaded(string library)
    {
        try
        {
            return Assembly.Load(library);
        }
        catch (Exception e) when (e is IOException or BadImageFormatException)
        {
            return null;
        }
    }

    /// <summary>
    /// A name without namespace and plus sign: what C# calls it, and how many parameters it has; -1 where that is no number.
    /// </summary>
    public static (string Simple, int Arity) Split(string segment)
    {
        int tick = segment.IndexOf('`', StringComparison.Ordinal);
        return tick < 0 ? (segment, 0)
            : (segment[..tick], byte.TryParse(segment.AsSpan(tick + 1), System.Globalization.NumberStyles.None, null, out byte arity)
                && arity > 0 ? arity : -1);
    }

    /// <summary>Whether C# has a form for each part of the name.</summary>
    public static bool IsCSharp(string open)
    {
        string[] nested = open.Split('+');
        string[] spaces = nested[0].Split('.');
        nested[0] = spaces[^1];
        return spaces.AsSpan(..^1).ToArray().All(static s => Identifiers.IsCSharp(s))
            && nested.All(static n => Split(n) is { Arity: >= 0 } split && Identifiers.IsCSharp(split.Simple));
    }

    /// <summary>How many generic arguments the name has, with those of the types that it is nested in.</summary>
    public static int Arity(string open) => open.Split('+').Sum(static n => Split(n).Arity);

    /// <summary>The name with its arguments, as the framework writes it.</summary>
    public static string Closed(string open, IEnumerable<string> arguments) =>
        string.Join("],[", arguments) is { Length: > 0 } text ? $"{open}[[{text}]]" : open;

    /// <summary>The name as C# writes it, for which there is a form.</summary>
    public static string CSharp(string open, ReadOnlySpan<string> arguments)
    {
        var text = new StringBuilder();
        string[] nested = open.Split('+');
        int dot = nested[0].LastIndexOf('.');
        foreach (string space in dot < 0 ? [] : nested[0][..dot].Split('.'))
            text.Append(Identifiers.Keyword(space)).Append('.');
        nested[0] = nested[0][(dot + 1)..];
        foreach (string one in nested)
        {
            var (simple, arity) = Split(one);
            text.Append(Identifiers.Keyword(simple));
            if (arity > 0)
                text.Append('<').AppendJoin(", ", arguments[..arity]).Append('>');
            arguments = arguments[arity..];
            text.Append('.');
        }
        return text.ToString(0, text.Length - 1);
    }

    /// <summary>Whether the name, without its namespace, is that of a generic collection of the framework's.</summary>
    public static bool IsCollection(string simple) => simple.Contains('`', StringComparison.Ordinal)
        && (Find("System.Collections.Generic." + simple) ?? Find("System.Collections.ObjectModel." + simple)
            ?? Find("System.ComponentModel." + simple) ?? Find("System.Collections.Concurrent." + simple)) is not null;

    /// <summary>
    /// Whether the running framework has the type and carries it, so that it is named and not imitated: an imitation would hide the real
    /// one from all else in the project.
    /// </summary>
#pragma warning disable SYSLIB0050 // what is Serializable is what this is about
    public static bool IsOfFramework(string open) =>
        Find(open) is { } type && (type.IsSerializable || type.IsInterface || type.IsAbstract || type.IsAssignableTo(typeof(Delegate))
            || WellKnownFields.Find(type, exact: true) is not null);
#pragma warning restore SYSLIB0050

    /// <summary>Whether the framework's type, of those of every closed set, is none that a program may name.</summary>
    public static bool IsHidden(string open) => Find(open) is null;

    /// <summary>The type that programs may name so; null if the framework has none.</summary>
    static Type? Find(string open)
    {
        if (!IsCSharp(open))
            return null;
        // What programs name in all their lives is kept; what a hostile file makes up is not.
        if (s_found.TryGetValue(open, out var known))
            return known;
        var found = s_libraries.Select(l => l.GetType(open)).FirstOrDefault(static t => t is { IsVisible: true });
        if (found is not null)
            s_found.TryAdd(open, found);
        return found;
    }
}
