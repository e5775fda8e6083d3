using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Names of types in Json.NET's form: <c>"System.Collections.Generic.List`1[[Shop.Order, Shop]], System.Private.CoreLib"</c>.
/// </summary>
internal sealed class JsonNamedTypes : ClosedTypes
{
    const int DeepestNesting = 4;
    const int MostDimensions = 8;

    static readonly int Slot = ModelSlot.Next();
    static readonly int NameSlot = ModelSlot.Next();

    JsonNamedTypes(TypeModel root)
        : base(root, Named([.. ModelGraph.Reach(root, static _ => false)]), TypeNames.Of)
    {
    }

    /// <summary>Types that an object may have. What carries a value of another type would come back as itself.</summary>
    static IEnumerable<Type> Named(List<TypeModel> reached)
    {
        var carriers = reached.OfType<SurrogateModel>().Select(static s => s.Carrier.Type).ToHashSet();
        return reached.Where(m => !m.Type.IsAbstract && (!carriers.Contains(m.Type) || m is not ObjectModel)).Select(static m => m.Type);
    }

    public static JsonNamedTypes Of(TypeModel root) => (JsonNamedTypes?)root.GetSlot(Slot) ?? root.SetSlot(Slot, new JsonNamedTypes(root));

    protected override DescribedType? Describe(string written, JsonTypes registered) =>
        registered.Find(written) is { } own ? DescribedType.Known(own)
        : TypeNames.Normalise(written) is { } name ? Describe(name, registered, 0) : null;

    DescribedType? Describe(string name, JsonTypes registered, int depth)
    {
        if ((Declared(name) ?? registered.Find(name) ?? registered.FindBeyond(name) ?? GraphTypes.CoreByFullName(name)
            ?? (depth > 0 ? registered.FindEnum(name) : null)) is { } known)
            return DescribedType.Known(known);
        if (depth >= DeepestNesting || !name.EndsWith(']'))
            return null;
        int last = name.LastIndexOf('[');
        int rank = name.Length - last - 1;
        if (rank <= MostDimensions && name.AsSpan(last + 1, rank - 1).Trim(',').IsEmpty)
            return Describe(name[..last], registered, depth + 1) is { } element ? DescribedType.Array(element, rank) : null;
        int bracket = name.IndexOf('[', StringComparison.Ordinal);
        var open = bracket <= 0
            ? null
            : name.AsSpan(0, bracket) is "System.Nullable`1" ? typeof(Nullable<>) : GraphTypes.GenericByFullName(name[..bracket]);
        if (open is null)
            return null;
        var arguments = new List<DescribedType>();
        foreach (string part in Split(name[(bracket + 1)..^1]))
        {
            if (part is not ['[', .., ']'] || Describe(part[1..^1], registered, depth + 1) is not { } argument)
                return null;
            arguments.Add(argument);
        }
        return DescribedType.Closed(open, [.. arguments]);
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

    /// <summary>
    /// The name of a model's type, or the one that it was registered under; null for what carries a value of another type, which is no
    /// one's to name.
    /// </summary>
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
        : type.IsGenericType
            ? $"{type.GetGenericTypeDefinition().FullName}[[{string.Join("],[", type.GetGenericArguments().Select(NameOf))}]]"
        : type.FullName ?? type.Name;
}
