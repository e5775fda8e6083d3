using System.Collections.Immutable;
using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// Attributes of the original serializers that a convention finds and does not obey: what they say would be lost without a word, so they
/// are refused, on first use of the type, with the remedy; unless the convention was told to pass over them.
/// </summary>
/// <remarks>
/// Each family looks at the attributes of its own originals and has a table of them (<see cref="PlainForeign"/> is one): obeyed and
/// harmless ones have no remedy. An attribute of another family is none of its business, for one class may go to every wire. All are told
/// by name: nothing is loaded or made to look at them.
/// </remarks>
internal static class ForeignAttributes
{
    /// <param name="member">The type or member whose attributes are looked at.</param>
    /// <param name="ignored">Full names of attributes, or namespaces, that are passed over.</param>
    /// <param name="remedyOf">What to do instead of the attribute, as a sentence; null for one that is obeyed, harmless or of another
    /// family.</param>
    /// <param name="convention">How the convention is called in code: Convention.Plain.</param>
    public static void Check(MemberInfo member, ImmutableArray<string> ignored, Func<MemberInfo, CustomAttributeData, string?> remedyOf,
        string convention)
    {
        foreach (var attribute in member.CustomAttributes)
            if (remedyOf(member, attribute) is { } remedy && !IsIgnored(attribute.AttributeType, ignored))
                throw new NotSupportedException(
                    $"{(member is Type ? $"Type '{member}'" : $"Member '{member.DeclaringType}.{member.Name}'")} bears [{Marks.NameOf(attribute.AttributeType)}], which has no effect here and would change its form there. "
                    + $"{remedy} Or pass over it: {convention}.WithIgnoredAttributes(\"{attribute.AttributeType.FullName}\").");
    }

    /// <summary>By its own name, its namespace or one about that, or those of a base that it derives from.</summary>
    public static bool IsIgnored(Type attribute, ImmutableArray<string> ignored)
    {
        if (ignored.IsEmpty)
            return false;
        for (var t = attribute; t is not null && t != typeof(Attribute); t = t.BaseType)
            foreach (string name in ignored)
                if (name == (t.FullName ?? t.Name) || IsWithin(t.Namespace ?? "", name))
                    return true;
        return false;
    }

    static bool IsWithin(string space, string name) =>
        space.StartsWith(name, StringComparison.Ordinal) && (space.Length == name.Length || space[name.Length] == '.');

    /// <summary>The names to pass over, with more of them.</summary>
    public static ImmutableArray<string> With(ImmutableArray<string> ignored, IEnumerable<string> more)
    {
        ArgumentNullException.ThrowIfNull(more);
        return [.. ignored.Union(more, StringComparer.Ordinal)];
    }
}
