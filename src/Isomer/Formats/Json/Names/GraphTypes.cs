using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Dynamic;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// The short names of types in <see cref="JsonOptions.Graph"/>: "int", "Dog", "Dictionary&lt;string,List&lt;Dog&gt;&gt;". What may be named
/// is closed: scalars and collections of the core, in each other to a small depth, over them the types declared in the root and the
/// registered ones.
/// </summary>
internal sealed class GraphTypes : ClosedTypes
{
    const int DeepestNesting = 3;
    const int MostDimensions = 8;

    static readonly int Slot = ModelSlot.Next();

    static readonly FrozenDictionary<string, Type> Simple = new Dictionary<string, Type>
    {
        ["bool"] = typeof(bool),
        ["char"] = typeof(char),
        ["sbyte"] = typeof(sbyte),
        ["byte"] = typeof(byte),
        ["short"] = typeof(short),
        ["ushort"] = typeof(ushort),
        ["int"] = typeof(int),
        ["uint"] = typeof(uint),
        ["long"] = typeof(long),
        ["ulong"] = typeof(ulong),
        ["nint"] = typeof(nint),
        ["nuint"] = typeof(nuint),
        ["float"] = typeof(float),
        ["double"] = typeof(double),
        ["decimal"] = typeof(decimal),
        ["string"] = typeof(string),
        ["object"] = typeof(object),
        ["node"] = typeof(Node),
    }.ToFrozenDictionary();

    /// <summary>The name of a scalar, which a node may hold.</summary>
    public static string? ScalarName(Type type) =>
        Scalars.Of(type) == Scalar.None
            ? null
            : type == typeof(byte[]) ? "byte[]" : SimpleNames.TryGetValue(type, out string? name) ? name : type.Name;

    /// <summary>The scalar of this name, which a node may hold.</summary>
    public static Type? ScalarNamed(string name) => name == "byte[]" ? typeof(byte[])
        : (Simple.GetValueOrDefault(name) ?? Core.GetValueOrDefault(name)) is { } type && Scalars.Of(type) != Scalar.None ? type : null;

    static readonly FrozenDictionary<Type, string> SimpleNames = Simple.ToFrozenDictionary(p => p.Value, p => p.Key);

    static readonly FrozenDictionary<string, Type> Core = new[]
    {
        typeof(Int128), typeof(UInt128), typeof(Half), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan),
        typeof(DateOnly), typeof(TimeOnly), typeof(System.Numerics.BigInteger), typeof(System.Numerics.Complex), typeof(Uri),
        typeof(Version), typeof(System.Text.Rune), typeof(Index), typeof(Range), typeof(System.Net.IPAddress),
        typeof(System.Net.IPEndPoint), typeof(System.Globalization.CultureInfo), typeof(System.Text.StringBuilder), typeof(BitArray),
        typeof(DBNull), typeof(NameValueCollection), typeof(StringDictionary), typeof(ArrayList), typeof(Hashtable), typeof(ListDictionary),
        typeof(HybridDictionary), typeof(OrderedDictionary), typeof(StringCollection), typeof(Queue), typeof(Stack), typeof(SortedList),
        typeof(ExpandoObject), typeof(System.Data.DataSet), typeof(System.Data.DataTable),
    }.ToFrozenDictionary(t => t.Name);

    static readonly FrozenDictionary<string, Type> Generic = new[]
    {
        typeof(List<>), typeof(Dictionary<,>), typeof(HashSet<>), typeof(SortedSet<>), typeof(SortedDictionary<,>), typeof(SortedList<,>),
        typeof(OrderedDictionary<,>), typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(PriorityQueue<,>),
        typeof(ConcurrentDictionary<,>), typeof(ConcurrentBag<>), typeof(ConcurrentQueue<>), typeof(ConcurrentStack<>),
        typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>), typeof(ReadOnlyDictionary<,>),
        typeof(ImmutableArray<>), typeof(ImmutableList<>), typeof(ImmutableHashSet<>), typeof(ImmutableSortedSet<>),
        typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>), typeof(ImmutableQueue<>), typeof(ImmutableStack<>),
        typeof(FrozenSet<>), typeof(FrozenDictionary<,>), typeof(ReadOnlySet<>), typeof(ReadOnlyObservableCollection<>),
        typeof(BlockingCollection<>),
        typeof(KeyValuePair<,>), typeof(Lazy<>), typeof(Tuple<>), typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>),
        typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>), typeof(ValueTuple<,,,,>),
        // As items of others: an IList<int>[] behind an IEnumerable of them.
        typeof(IEnumerable<>), typeof(ICollection<>), typeof(IList<>), typeof(ISet<>), typeof(IDictionary<,>),
        typeof(IReadOnlyCollection<>), typeof(IReadOnlyList<>), typeof(IReadOnlySet<>), typeof(IReadOnlyDictionary<,>),
    }.ToFrozenDictionary(t => t.Name);

    // Names of .NET, which Json.NET's form has.
    static readonly FrozenDictionary<string, Type> ByFullName = Simple.Values.Concat(Core.Values).Append(typeof(byte[]))
        .Where(t => t != typeof(Node)).ToFrozenDictionary(t => t.FullName!);

    static readonly FrozenDictionary<string, Type> GenericFullNames = Generic.Values.ToFrozenDictionary(t => t.FullName!);

    /// <summary>The type of the core of this name in .NET.</summary>
    public static Type? CoreByFullName(string name) => ByFullName.GetValueOrDefault(name);

    /// <summary>The open generic type of the core of this name in .NET.</summary>
    public static Type? GenericByFullName(string name) => GenericFullNames.GetValueOrDefault(name);

    GraphTypes(TypeModel root)
        : base(root, ModelGraph.Reach(root, static _ => false).Where(IsNamed).Select(static m => m.Type), PlainSubtypes.NameFor)
    {
    }

    static bool IsNamed(TypeModel model) =>
        model is ObjectModel or EnumModel or SurrogateModel && !model.Type.IsAbstract && !model.Type.IsArray
            && !Core.ContainsKey(model.Type.Name);

    public static GraphTypes Of(TypeModel root) => (GraphTypes?)root.GetSlot(Slot) ?? root.SetSlot(Slot, new GraphTypes(root));

    /// <summary>The name of a type; null if it may not be named.</summary>
    public string? NameOf(Type type, JsonTypes registered) => NameOf(type, registered, 0);

    string? NameOf(Type type, JsonTypes registered, int depth)
    {
        if (depth > DeepestNesting)
            return null;
        if (registered.NameOf(type) is { } own)
            return own;
        if (SimpleNames.TryGetValue(type, out string? simple))
            return simple;
        if (type.IsArray)
            return NameOf(type.GetElementType()!, registered, depth + 1) is { } element
                ? $"{element}[{new string(',', type.GetArrayRank() - 1)}]"
                : null;
        if (Core.TryGetValue(type.Name, out var core) && core == type)
            return type.Name;
        string name = PlainSubtypes.NameFor(type);
        if (Declared(name) == type)
            return name;
        if (registered.FullNameOf(type) is { } full)
            return full;
        if (Nullable.GetUnderlyingType(type) is { } value)
            return NameOf(value, registered, depth + 1) is { } inner ? inner + "?" : null;
        if (!type.IsGenericType || !Generic.TryGetValue(type.Name, out var open) || open != type.GetGenericTypeDefinition())
            return null;
        string?[] arguments = [.. type.GetGenericArguments().Select(a => NameOf(a, registered, depth + 1))];
        return arguments.Contains(null)
            ? null
            : $"{type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)]}<{string.Join(",", arguments)}>";
    }

    protected override DescribedType? Describe(string written, JsonTypes registered)
    {
        int at = 0;
        return Parse(written, ref at, registered, 0) is { } type && at == written.Length ? type : null;
    }

    DescribedType? Parse(string text, ref int at, JsonTypes registered, int depth)
    {
        int start = at;
        while (at < text.Length && text[at] is not ('<' or '>' or ',' or '[' or '?'))
            at++;
        // Names of generic classes that were registered or declared have their brackets too.
        int whole = EndOf(text, start);
        string name = text[start..at];
        DescribedType? type;
        if ((registered.Find(text[start..whole]) ?? Declared(text[start..whole])) is { } own)
            (type, at) = (DescribedType.Known(own), whole);
        else if (at < text.Length && text[at] == '<')
            type = depth < DeepestNesting ? ParseGeneric(text, name, ref at, registered, depth) : null;
        else
            type = (Simple.GetValueOrDefault(name) ?? Core.GetValueOrDefault(name)) is { } core ? DescribedType.Known(core) : null;
        while (type is not null && at < text.Length && text[at] is '[' or '?')
        {
            bool isArray = text[at++] == '[';
            int rank = 1;
            for (; isArray && at < text.Length && text[at] == ','; at++)
                rank++;
            if (depth++ > DeepestNesting || rank > MostDimensions || (isArray && (at >= text.Length || text[at++] != ']')))
                return null;
            type = isArray ? DescribedType.Array(type!, rank) : DescribedType.Closed(typeof(Nullable<>), type!);
        }
        return type;
    }

    DescribedType? ParseGeneric(string text, string name, ref int at, JsonTypes registered, int depth)
    {
        var arguments = new List<DescribedType>();
        do
        {
            at++;
            if (Parse(text, ref at, registered, depth + 1) is not { } argument)
                return null;
            arguments.Add(argument);
        }
        while (at < text.Length && text[at] == ',');
        if (at >= text.Length || text[at] != '>' || !Generic.TryGetValue($"{name}`{arguments.Count}", out var open))
            return null;
        at++;
        return DescribedType.Closed(open, [.. arguments]);
    }

    /// <summary>Behind the name that starts here, with the brackets of its arguments.</summary>
    static int EndOf(string text, int start)
    {
        int depth = 0;
        int at = start;
        for (; at < text.Length; at++)
        {
            if (text[at] == '<')
                depth++;
            else if (text[at] == '>' && depth-- == 0)
                break;
            else if (text[at] is ',' or '[' or '?' && depth == 0)
                break;
        }
        return at;
    }
}
