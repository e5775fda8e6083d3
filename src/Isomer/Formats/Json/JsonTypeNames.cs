using System.Collections.Concurrent;
using System.Collections.Frozen;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer;

/// <summary>Which values tell their types by a $type, in Json.NET's form: <c>"Shop.Order, Shop"</c>. Its TypeNameHandling has the same names.</summary>
[Flags]
public enum JsonTypeNames
{
    /// <summary>None but declared subtypes, by their own names.</summary>
    None = 0,
    /// <summary>Objects, structs, dictionaries and arrays of bytes.</summary>
    Objects = 1,
    /// <summary>Arrays and lists: <c>{"$type":"System.Int32[], System.Private.CoreLib","$values":[1]}</c>.</summary>
    Arrays = 2,
    /// <summary>All of these.</summary>
    All = Objects | Arrays,
    /// <summary>What stands behind object, or where a base or interface of it is declared.</summary>
    Auto = 4,
}

/// <summary>Which values have an $id, where <see cref="JsonOptions.References"/> is Preserve. Json.NET's PreserveReferencesHandling has the same names.</summary>
public enum JsonIdentities
{
    /// <summary>As System.Text.Json has it: objects and collections, but no arrays, immutable collections and structs.</summary>
    Usual,
    /// <summary>Objects, structs and dictionaries.</summary>
    Objects,
    /// <summary>Arrays and lists.</summary>
    Arrays,
    /// <summary>All of these.</summary>
    All,
}

/// <summary>
/// What names of Json.NET's form may mean when a value of one root type is read. The set is closed: the types declared in the root, the registered ones, and the core's scalars and
/// collections over these. No type is looked for because a text names it.
/// </summary>
internal sealed class JsonNamedTypes
{
    const int DeepestNesting = 4;
    const int MostClosed = 512;
    const int MostDimensions = 8;

    static readonly int Slot = ModelSlot.Next();
    static readonly int NameSlot = ModelSlot.Next();

    readonly TypeModel _root;
    readonly FrozenDictionary<string, Type> _declared;
    readonly ConcurrentDictionary<string, Type> _closed = new(StringComparer.Ordinal);

    JsonNamedTypes(TypeModel root)
    {
        _root = root;
        var declared = new Dictionary<string, Type?>(StringComparer.Ordinal);
        var reached = ModelGraph.Reach(root, static _ => false).ToList();
        // What carries a value of another type would come back as itself.
        var carriers = reached.OfType<SurrogateModel>().Select(static s => s.Carrier.Type).ToHashSet();
        foreach (var model in reached)
        {
            // Of two that only their assemblies tell apart neither is found by name.
            string name = TypeNames.Of(model.Type);
            if (!model.Type.IsAbstract && (!carriers.Contains(model.Type) || model is not ObjectModel))
                declared[name] = declared.TryGetValue(name, out var other) && other != model.Type ? null : model.Type;
        }
        _declared = declared.Where(static p => p.Value is not null).ToFrozenDictionary(static p => p.Key, static p => p.Value!, StringComparer.Ordinal);
    }

    public static JsonNamedTypes Of(TypeModel root) => (JsonNamedTypes?)root.GetSlot(Slot) ?? root.SetSlot(Slot, new JsonNamedTypes(root));

    /// <summary>The model of the type of this name; null if nothing may have it.</summary>
    public TypeModel? Find(string written, JsonTypes registered)
    {
        var type = registered.Find(written);
        if (type is null && TypeNames.Normalise(written) is { } name && !_closed.TryGetValue(name, out type))
        {
            bool made = false;
            var described = Describe(name, registered, 0, ref made);
            // Each type that is made costs code that is never given back, so it is asked for before anything is made. What has one argument
            // that is none itself (int[], List<Dog>) is bounded by nature.
            bool isCounted = made && name.Count('[') > (name.EndsWith("[]", StringComparison.Ordinal) ? 1 : 2);
            if (!isCounted || _closed.Count < MostClosed)
                type = described?.Invoke();
            // Another thread may have added it meanwhile: it is the same type.
            if (isCounted && type is not null)
                _closed.TryAdd(name, type);
        }
        type ??= registered.Resolve(written);
        return type is null ? null : _root.Convention.ModelOf(type);
    }

    /// <summary>How the type of this name is made; null if none may have it.</summary>
    Func<Type>? Describe(string name, JsonTypes registered, int depth, ref bool made)
    {
        if ((_declared.GetValueOrDefault(name) ?? registered.Find(name) ?? registered.FindBeyond(name) ?? GraphTypes.CoreByFullName(name)) is { } known)
            return () => known;
        if (depth >= DeepestNesting || !name.EndsWith(']'))
            return null;
        made = true;
        int last = name.LastIndexOf('[');
        int rank = name.Length - last - 1;
        if (rank <= MostDimensions && name.AsSpan(last + 1, rank - 1).Trim(',').IsEmpty)
        {
            return Describe(name[..last], registered, depth + 1, ref made) is { } element
                ? () => rank == 1 ? element().MakeArrayType() : element().MakeArrayType(rank)
                : null;
        }
        int bracket = name.IndexOf('[', StringComparison.Ordinal);
        var open = bracket <= 0 ? null : name.AsSpan(0, bracket) is "System.Nullable`1" ? typeof(Nullable<>) : GraphTypes.GenericByFullName(name[..bracket]);
        var parts = Split(name[(bracket + 1)..^1]);
        if (open is null || parts.Count != open.GetGenericArguments().Length)
            return null;
        var arguments = new Func<Type>[parts.Count];
        for (int i = 0; i < arguments.Length; i++)
        {
            if (parts[i] is not ['[', .., ']'] || Describe(parts[i][1..^1], registered, depth + 1, ref made) is not { } argument)
                return null;
            arguments[i] = argument;
        }
        // Nothing else of the core asks anything of its arguments.
        return open != typeof(Nullable<>) ? () => open.MakeGenericType(Array.ConvertAll(arguments, a => a()))
            : () => arguments[0]() is { IsValueType: true } value && Nullable.GetUnderlyingType(value) is null
                ? open.MakeGenericType(value) : throw new WireFormatException("A Nullable of what is no value type is named.");
    }

    /// <summary>At the commas that are in no brackets.</summary>
    static List<string> Split(string text)
    {
        var parts = new List<string>();
        int depth = 0, start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
            if (text[i] != ',' || depth != 0)
                continue;
            parts.Add(text[start..i]);
            start = i + 1;
        }
        parts.Add(text[start..]);
        return parts;
    }

    /// <summary>The name of a model's type, or the one that it was registered under; null for what carries a value of another type, which is no one's to name.</summary>
    public static string? NameOf(TypeModel model, JsonTypes registered)
    {
        var type = model.Type;
        if (registered.NameOf(type) is { } own && own != PlainSubtypes.NameFor(type))
            return own;
        if (type.Assembly == typeof(JsonNamedTypes).Assembly)
            return null;
        return (string?)model.GetSlot(NameSlot) ?? model.SetSlot(NameSlot, NameOf(type));
    }

    static string NameOf(Type type) => $"{Within(type)}, {type.Assembly.GetName().Name}";

    static string Within(Type type) =>
        type.IsArray ? $"{Within(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]"
        : type.IsGenericType ? $"{type.GetGenericTypeDefinition().FullName}[[{string.Join("],[", type.GetGenericArguments().Select(NameOf))}]]"
        : type.FullName ?? type.Name;
}
