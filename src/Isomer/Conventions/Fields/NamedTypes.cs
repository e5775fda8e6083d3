using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The closed set: which types the names in a payload may mean. A name is looked up, and never loaded: what the declared type reaches (by
/// its members, and by attributes that name subtypes), what was named in the options, the framework's types that only hold data, and
/// arrays, nullables and collections of all these.
/// </summary>
internal sealed class NamedTypes
{
    static readonly TypeNameParseOptions Parsing = new() { MaxNodes = 64 };

    static readonly Dictionary<string, Type> Standard = ((Type[])
    [
        typeof(object), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int),
        typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal), typeof(DateTime), typeof(TimeSpan),
        typeof(Guid), typeof(Uri), typeof(nint), typeof(nuint), typeof(DBNull),
        .. StandardTypes.Anywhere, .. StandardTypes.Collections,
        typeof(Comparer), typeof(System.Globalization.CompareInfo), typeof(System.Collections.Specialized.StringCollection),
        typeof(System.Collections.Specialized.OrderedDictionary), typeof(KeyValuePair<,>), typeof(Nullable<>), typeof(Tuple<>),
        typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>), typeof(Tuple<,,,,>), typeof(Tuple<,,,,,>), typeof(Tuple<,,,,,,>),
        typeof(Tuple<,,,,,,,>), typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>),
        typeof(ValueTuple<,,,,>), typeof(ValueTuple<,,,,,>), typeof(ValueTuple<,,,,,,>), typeof(ValueTuple<,,,,,,,>),
        StringComparer.Ordinal.GetType(), StringComparer.OrdinalIgnoreCase.GetType(), StringComparer.InvariantCulture.GetType(),
        typeof(ArraySegment<>), typeof(ReadOnlyDictionary<,>), typeof(ReadOnlyObservableCollection<>), typeof(WeakReference),
        typeof(WeakReference<>), typeof(EventArgs),
        // Of which nothing can be made: what collections are collections of.
        typeof(IComparable), typeof(IComparable<>), typeof(IEquatable<>), typeof(IFormattable), typeof(IConvertible), typeof(ValueType),
        typeof(Enum), typeof(Array), typeof(StringComparer), typeof(ISerializable), typeof(IEnumerable), typeof(ICollection), typeof(IList),
        typeof(IDictionary), typeof(IComparer), typeof(IEqualityComparer), typeof(IEnumerable<>), typeof(ICollection<>), typeof(IList<>),
        typeof(IDictionary<,>), typeof(ISet<>), typeof(IComparer<>), typeof(IEqualityComparer<>), typeof(IReadOnlyList<>),
        typeof(IReadOnlyCollection<>), typeof(IReadOnlyDictionary<,>), typeof(ICloneable),
    ]).ToDictionary(static t => t.FullName!, StringComparer.Ordinal);

    /// <summary>Whether it is the framework's, of those that are in every set; a generic one without its arguments.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "What was trimmed away is not found, as what never was.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "What was trimmed away is not found, as what never was.")]
    public static bool IsStandard(string name) =>
        Special(name) is not null || ComparerNames.IsDefault(name) is not (false, false)
            || name is "System.Collections.Generic.TreeSet`1" or "System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer";

    readonly Dictionary<string, Type> _named = new(StringComparer.Ordinal);
    /// <summary>So many names are kept for each root, none longer than this: what was found, never what was not.</summary>
    const int MostKept = 256, LongestKept = 1024;

    readonly ConditionalWeakTable<TypeModel, ReachedTypes> _reached = [];
    readonly FieldsConvention _convention;
    readonly Func<string, string?>[] _rules;

    /// <param name="convention">How types are seen.</param>
    /// <param name="known">The types of the options.</param>
    /// <param name="other">Types under other names than their own.</param>
    /// <param name="rules">What else a name that nothing has may be.</param>
    public NamedTypes(FieldsConvention convention, ImmutableArray<Type> known, IEnumerable<(string Name, Type Type)> other,
        IEnumerable<Func<string, string?>> rules)
    {
        _convention = convention;
        _rules = [.. rules];
        foreach (var (name, type) in other)
        {
            _named[name] = type;
            Reach(type, _named, PartsOfKnown);
        }
        foreach (var type in known)
            Reach(type, _named, PartsOfKnown);
    }

    /// <summary>The type of this name where a payload is read as the root; null if it is none of the set.</summary>
    public Type? Find(string name, TypeModel root)
    {
        var reached = Reached(root);
        if (reached.Found.TryGetValue(name, out var known))
            return known;
        var type = TypeName.TryParse(name, out var parsed, Parsing) ? Find(parsed, reached.Names) : null;
        if (type is not null && name.Length <= LongestKept && reached.Found.Count < MostKept)
            reached.Found.TryAdd(name, type);
        return type;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Of types that are known.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "Of types that are known.")]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "What was trimmed away is not found, as what never was.")]
    Type? Find(TypeName name, Dictionary<string, Type> reached)
    {
        if (name.IsArray)
        {
            var element = Find(name.GetElementType(), reached);
            return element is null ? null : name.IsSZArray ? element.MakeArrayType() : element.MakeArrayType(name.GetArrayRank());
        }
        if (!name.IsSimple && !name.IsConstructedGenericType)
            return null;
        if (!name.IsConstructedGenericType)
            return Simple(name.FullName, reached) is { IsGenericTypeDefinition: false } simple ? simple : null;
        var arguments = name.GetGenericArguments();
        var types = new Type[arguments.Length];
        for (int i = 0; i < types.Length; i++)
            if (Find(arguments[i], reached) is { } argument)
                types[i] = argument;
            else
                return null;
        string open = name.GetGenericTypeDefinition().FullName;
        return Comparer(open, types) ?? Close(Simple(open, reached), types);
    }

    Type? Simple(string name, Dictionary<string, Type> reached)
    {
        if (Known(name, reached) is { } known)
            return known;
        foreach (var rule in _rules)
            if (rule(name) is { Length: > 0 } other && other != name && Known(other, reached) is { } renamed)
                return renamed;
        return null;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "A name of a class that was trimmed away leads nowhere, as one that never was; the payload is refused then.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "A name of a class that was trimmed away leads nowhere, as one that never was; the payload is refused then.")]
    Type? Known(string name, Dictionary<string, Type> reached) =>
        reached.GetValueOrDefault(name) ?? _named.GetValueOrDefault(name) ?? Special(name);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type? Special(string name) => Standard.GetValueOrDefault(name) ?? name switch
    {
        "System.UnitySerializationHolder" => typeof(DBNull),
        "System.Numerics.Complex" => typeof(System.Numerics.Complex),
        "System.Numerics.BigInteger" => typeof(System.Numerics.BigInteger),
        "System.Collections.Specialized.ListDictionary" => typeof(System.Collections.Specialized.ListDictionary),
        "System.Collections.Specialized.ListDictionary+DictionaryNode" => typeof(NodeFields),
        "System.Collections.ListDictionaryInternal" => typeof(object).Assembly.GetType(name),
        "System.Collections.ListDictionaryInternal+DictionaryNode" => typeof(InternalNodeFields),
        "System.Collections.Specialized.HybridDictionary" => typeof(System.Collections.Specialized.HybridDictionary),
        "System.Collections.Specialized.StringDictionary" => typeof(System.Collections.Specialized.StringDictionary),
        "System.Collections.Specialized.NameValueCollection" => typeof(System.Collections.Specialized.NameValueCollection),
        "System.Globalization.CultureInfo" => typeof(System.Globalization.CultureInfo),
        "System.Globalization.TextInfo" => typeof(System.Globalization.TextInfo),
        "System.Collections.CaseInsensitiveComparer" => typeof(CaseInsensitiveComparer),
#pragma warning disable CS0618 // what tables of the first edition have
        "System.Collections.CaseInsensitiveHashCodeProvider" => typeof(CaseInsensitiveHashCodeProvider),
        "System.Collections.IHashCodeProvider" => typeof(IHashCodeProvider),
#pragma warning restore CS0618
        "System.Text.UTF8Encoding" => typeof(System.Text.UTF8Encoding),
        "System.Text.UnicodeEncoding" => typeof(System.Text.UnicodeEncoding),
        "System.Text.UTF32Encoding" => typeof(System.Text.UTF32Encoding),
        "System.Text.ASCIIEncoding" => typeof(System.Text.ASCIIEncoding),
#pragma warning disable SYSLIB0001 // what files hold
        "System.Text.UTF7Encoding" => typeof(System.Text.UTF7Encoding),
#pragma warning restore SYSLIB0001
        EncodingFallbacks.Utf7 => Utf7Encodings.UsualDecoder.GetType(),
        CodePageEncoding.Name or CodePageEncoding.MultiLanguage or CodePageEncoding.Chinese or CodePageEncoding.Western =>
            typeof(CodePageEncoding),
        NearestEncoder.Name => typeof(NearestEncoder),
        NearestDecoder.Name => typeof(NearestDecoder),
        "System.Text.EncoderExceptionFallback" => typeof(System.Text.EncoderExceptionFallback),
        "System.Text.DecoderExceptionFallback" => typeof(System.Text.DecoderExceptionFallback),
        "System.Text.EncoderReplacementFallback" => typeof(System.Text.EncoderReplacementFallback),
        "System.Text.DecoderReplacementFallback" => typeof(System.Text.DecoderReplacementFallback),
        "System.IO.MemoryStream" => typeof(MemoryStream),
        "System.Net.IPAddress" => typeof(System.Net.IPAddress),
        "System.Net.IPEndPoint" => typeof(System.Net.IPEndPoint),
        "System.Net.Sockets.AddressFamily" => typeof(System.Net.Sockets.AddressFamily),
        "System.Text.RegularExpressions.RegexOptions" => typeof(System.Text.RegularExpressions.RegexOptions),
        "System.TimeZoneInfo" => typeof(TimeZoneInfo),
        "System.TimeZoneInfo+AdjustmentRule" => typeof(TimeZoneInfo.AdjustmentRule),
        "System.TimeZoneInfo+TransitionTime" => typeof(TimeZoneInfo.TransitionTime),
        "System.Net.Cookie" => typeof(System.Net.Cookie),
        "System.Net.CookieCollection" => typeof(System.Net.CookieCollection),
        "System.Net.CookieContainer" => typeof(System.Net.CookieContainer),
        "System.Net.CookieVariant" or "System.Net.PathList" or "System.Net.PathList+PathListComparer" =>
            typeof(System.Net.CookieContainer).Assembly.GetType(name),
        "System.ComponentModel.BindingList`1" => typeof(System.ComponentModel.BindingList<>),
        "System.Drawing.Point" => typeof(System.Drawing.Point),
        "System.Drawing.PointF" => typeof(System.Drawing.PointF),
        "System.Drawing.Size" => typeof(System.Drawing.Size),
        "System.Drawing.SizeF" => typeof(System.Drawing.SizeF),
        "System.Drawing.Rectangle" => typeof(System.Drawing.Rectangle),
        "System.Drawing.RectangleF" => typeof(System.Drawing.RectangleF),
        "System.Drawing.Color" => typeof(System.Drawing.Color),
        "System.OrdinalComparer" => StringComparer.Ordinal.GetType().BaseType,
        "System.Collections.Generic.ByteEqualityComparer" => EqualityComparer<byte>.Default.GetType(),
        _ when FrameworkExceptions.Find(name) is { } exception => exception,
        _ when FrameworkViews.Find(name) is { } view => view,
        // An enum of the framework's is a number. Nothing is loaded, for the library is there.
        _ => typeof(object).Assembly.GetType(name) is { IsEnum: true } number ? number : null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type? Comparer(string open, Type[] arguments)
    {
        if (open is "System.Collections.Generic.TreeSet`1")
            return Close(typeof(SortedSet<>).Assembly.GetType(open), arguments);
        if (open is "System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer")
            return Close(typeof(SortedDictionary<,>).GetNestedType("KeyValuePairComparer"), arguments);
        var (isEquality, isOrder) = ComparerNames.IsDefault(open);
        if ((!isEquality && !isOrder) || arguments.Length != 1)
            return null;
        bool isNullable = open.Contains("Nullable", StringComparison.Ordinal) && arguments[0].IsValueType;
        return WellKnownFields.DefaultComparer(isEquality, isNullable ? typeof(Nullable<>).MakeGenericType(arguments[0]) : arguments[0]);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type? Close(Type? open, Type[] arguments)
    {
        if (open is null || open.GetGenericArguments().Length != arguments.Length)
            return null;
        try
        {
            return open.MakeGenericType(arguments);
        }
        catch (ArgumentException)
        {
            // It breaks a constraint.
            return null;
        }
    }

    ReachedTypes Reached(TypeModel root)
    {
        if (_reached.TryGetValue(root, out var reached))
            return reached;
        reached = new ReachedTypes();
        Reach(root.Type, reached.Names, PartsOf);
        return _reached.GetValue(root, _ => reached);
    }

    /// <summary>The type, what it declares, what that declares: under their names, generic ones as their definitions.</summary>
    static void Reach(Type type, Dictionary<string, Type> names, Func<Type, IEnumerable<Type>> partsOf)
    {
        var seen = new HashSet<Type>();
        var rest = new Stack<Type>([type]);
        while (rest.TryPop(out var next))
        {
            while (next.HasElementType)
                next = next.GetElementType()!;
            if (next.IsGenericParameter || !seen.Add(next))
                continue;
            foreach (var argument in next.GetGenericArguments())
                rest.Push(argument);
            var named = next.IsGenericType ? next.GetGenericTypeDefinition() : next;
            names.TryAdd(named.FullName!, named);
            foreach (var subtype in PlainSubtypes.DeclaredBy(next))
                rest.Push(subtype);
            if (next.IsInterface || next.IsAbstract || next.IsPrimitive || next == typeof(object) || next == typeof(string)
                || next == typeof(SerializationInfo))
                continue;
            if (!next.IsGenericTypeDefinition)
                foreach (var part in partsOf(next))
                    rest.Push(part);
        }
    }

    /// <summary>
    /// What a known type declares; nothing if it cannot be carried. It keeps its name: a payload that has one of its objects is refused by
    /// what is wrong with it, and all others are read. (Who reads as a type that cannot be carried is told so at once.)
    /// </summary>
    Type[] PartsOfKnown(Type type)
    {
        try
        {
            return [.. PartsOf(type)];
        }
        catch (NotSupportedException)
        {
            return [];
        }
    }

    IEnumerable<Type> PartsOf(Type type)
    {
        var model = _convention.ModelOf(type);
        return model switch
        {
            SurrogateModel { Surrogate: IDerived { Plan.Parts: var parts } } => parts,
            SurrogateModel { Surrogate: IFieldsSurrogate } when Tabular.TableXml.Is(type) => Tabular.TableEntries.Parts,
            // Of an ISerializable its base says something: what its entries hold, nothing.
            SurrogateModel { Surrogate: IFieldsSurrogate } => type.BaseType is { IsGenericType: true } based ? [based] : [],
            _ => model.Parts.Select(static p => p.Type),
        };
    }
}

/// <summary>
/// What a root reaches, by name; and names of payloads that have been looked up, which for each payload anew took longer than reading a
/// small one.
/// </summary>
internal sealed class ReachedTypes
{
    public Dictionary<string, Type> Names { get; } = new(StringComparer.Ordinal);

    public ConcurrentDictionary<string, Type> Found { get; } = new(StringComparer.Ordinal);
}
