using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Collection classes that have members of their own, for formats that give back all that they took:
/// <code>class Page : List&lt;Row&gt; { public int Number { get; set; } public int Total { get; set; } }</code>
/// is an object of the members Items (an array), Number and Total. In JSON, as System.Text.Json has it, such a class is its items alone.
/// </summary>
/// <remarks>
/// The items come first: what adding them changes (a sum that the class keeps) is then set to what it was. Members of the framework's
/// classes are none of its own, nor is what a collection tells of its items, such as their count.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class CollectionMembers
{
    static readonly HashSet<string> s_ofItems = new(StringComparer.Ordinal)
    {
        "Count", "Length", "Capacity", "Keys", "Values", "Comparer", "IsEmpty", "IsReadOnly", "IsFixedSize", "IsSynchronized", "SyncRoot",
    };

    /// <summary>Whether the type is a collection that somebody else than the framework wrote.</summary>
    public static bool CanHave(Type type) =>
        typeof(IEnumerable).IsAssignableFrom(type) && !type.IsInterface && !type.IsArray && !IsOfFramework(type);

    /// <summary>
    /// The items, as a <see cref="FunctionProperty"/>, and what is the type's own among these members; the members as they are if nothing
    /// is.
    /// </summary>
    public static ImmutableArray<MemberModel> With(Convention convention, Type type, ImmutableArray<MemberModel> members)
    {
        var own = members.RemoveAll(
            m => !m.CanGet || !m.CanSet || m.IsExtra || s_ofItems.Contains(m.ClrName) || IsOfFramework(m.Member.DeclaringType!));
        if (own.IsEmpty || Collections.Create(Convention.Plain, type) is not CollectionModel collection)
            return members;
        if (type.IsValueType || !CollectionItems.CanAdd(collection))
        {
            // What cannot be read in any case is refused there.
            return collection.Build.Kind == BuildKind.None ? members : throw new NotSupportedException(
                $"'{type}' is a collection with a member of its own, '{own[0].ClrName}', which would be lost: its items can only be given to a constructor or a builder. " +
                "Mark the member [Skip], make the type a class with an Add method, or register a Surrogate for it.");
        }
        string name = "Items";
        while (own.Any(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase)))
            name += "_";
        var items = CollectionItems.PropertyOf(collection, name);
        return own.Insert(0,
            new MemberModel(convention, items, items.PropertyType) { Name = name, CanSet = true, Replaces = true, IsItems = true });
    }

    static bool IsOfFramework(Type type) =>
        type.Namespace is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal));
}
