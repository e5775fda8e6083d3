using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which classes of the framework are carried as fields, and by which surrogate. By name: naming the classes here would load their
/// assemblies at the first call.
/// </summary>
internal static class WellKnownFields
{
    static readonly TypeTable<Tuple<IFieldsSurrogate?>> Known = new();

    /// <summary>What a type's surrogate tells formats, whether or not it is exact; null for a type that is its own fields.</summary>
    public static IFieldsSurrogate? FactsOf(Type type) =>
        (Known.OfLasting(type) ?? Known.GetOrAdd(type, static (t, _) => Tuple.Create(Find(t, exact: false) as IFieldsSurrogate), 0)).Item1;

    /// <summary>The surrogate of a type; null for one that is its own fields.</summary>
    /// <param name="type">The type.</param>
    /// <param name="exact">Whether it is written as it lies, room behind the items and counts of changes included, as BinaryFormatter
    /// does.</param>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "Surrogates of this library, named by typeof, over the arguments of a type that exists.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "Surrogates of this library, named by typeof, over the arguments of a type that exists.")]
    public static Surrogate? Find(Type type, bool exact)
    {
        if (typeof(IStandIn).IsAssignableFrom(type))
            return type == typeof(CodePageEncoding) ? new CodePageSurrogate()
                : type == typeof(NearestEncoder) ? new NearestEncoderSurrogate() : new NearestDecoderSurrogate();
        if (type.IsArray || type.IsGenericTypeDefinition || type.IsPointer
            || type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true)
            return null;
        return type.IsGenericType ? Generic(type, exact) : Closed(type, exact);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? Closed(Type type, bool exact) => type.FullName switch
    {
        "System.Collections.ArrayList" => new ArrayListSurrogate(exact),
        "System.Collections.Queue" => new UntypedQueueSurrogate(exact),
        "System.Collections.Stack" => new UntypedStackSurrogate(exact),
        "System.Collections.Hashtable" => new HashtableSurrogate(),
        "System.Collections.SortedList" => new UntypedSortedListSurrogate(exact),
        "System.Collections.BitArray" => new BitArraySurrogate(exact),
        "System.Collections.Comparer" => new CultureOrderSurrogate(),
        "System.Collections.CaseInsensitiveComparer" => new CaseInsensitiveOrderSurrogate(),
        "System.Collections.CaseInsensitiveHashCodeProvider" => new CaseInsensitiveHashSurrogate(),
        "System.Globalization.TextInfo" => new TextInfoSurrogate(),
        "System.Collections.Specialized.StringCollection" => new StringCollectionSurrogate(),
        "System.Collections.Specialized.OrderedDictionary" => new OrderedDictionarySurrogate(),
        "System.Text.StringBuilder" => new StringBuilderSurrogate(),
        "System.Globalization.CompareInfo" => new CompareInfoSurrogate(exact),
        // Data contracts have forms of their own for these.
        "System.Numerics.BigInteger" when exact => new BigIntegerSurrogate(),
        "System.DBNull" when exact => new DBNullHolderSurrogate(),
        // What data contracts know nothing of, or in another way.
        _ when exact && OfBinary(type) is { } surrogate => surrogate,
        "System.OrdinalComparer" or "System.OrdinalCaseSensitiveComparer" or "System.OrdinalIgnoreCaseComparer" =>
            Make(typeof(OrdinalSurrogate<>), type),
        "System.CultureAwareComparer" => Make(typeof(CultureSurrogate<>), type),
        "System.Collections.Generic.ByteEqualityComparer" => OfDefault(isEquality: true, type, typeof(byte)),
        "System.Collections.Generic.StringEqualityComparer" => OfDefault(isEquality: true, type, typeof(string)),
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? OfBinary(Type type) => type.FullName switch
    {
        "System.Collections.ListDictionaryInternal" => Make(typeof(InternalListSurrogate<>), type),
        "System.Collections.Specialized.ListDictionary" => new ListDictionarySurrogate(),
        "System.Collections.Specialized.HybridDictionary" => new HybridDictionarySurrogate(),
        "System.Collections.Specialized.StringDictionary" => new StringDictionarySurrogate(),
        "System.Collections.Specialized.NameValueCollection" => new NameValueSurrogate(),
        "System.Globalization.CultureInfo" => new CultureInfoSurrogate(),
        "System.IO.MemoryStream" => new MemoryStreamSurrogate(),
        "System.Text.RegularExpressions.Regex" => new RegexSurrogate(),
        "System.Net.IPAddress" or "System.Net.IPAddress+ReadOnlyIPAddress" => Make(typeof(AddressSurrogate<>), type),
        "System.Net.IPEndPoint" => new EndPointSurrogate(),
        "System.WeakReference" => new WeakReferenceSurrogate(),
        "System.TimeZoneInfo" or "System.TimeZoneInfo+AdjustmentRule" or "System.TimeZoneInfo+TransitionTime" =>
            Make(typeof(ZoneSurrogate<>), type),
        "System.Net.Cookie" => new CookieSurrogate(),
        "System.Net.CookieCollection" => new CookieCollectionSurrogate(),
        "System.Net.CookieContainer" => new CookieContainerSurrogate(),
        "System.Net.PathList" => Make(typeof(PathListSurrogate<>), type),
        "System.Collections.SortedList+SyncSortedList" => Make(typeof(SynchronizedListSurrogate<>), type),
        "System.Drawing.Color" => new ColorSurrogate(),
        "System.Data.SqlTypes.SqlSingle" or "System.Data.SqlTypes.SqlMoney" or "System.Data.SqlTypes.SqlDecimal"
            or "System.Data.SqlTypes.SqlBinary"
            or "System.Data.SqlTypes.SqlBytes" or "System.Data.SqlTypes.SqlChars" or "System.Data.SqlTypes.SqlXml" =>
            SqlFields.Find(type.Name),
        "System.Text.UTF8Encoding" or "System.Text.UTF8Encoding+UTF8EncodingSealed" or "System.Text.UnicodeEncoding"
            or "System.Text.UTF32Encoding" or "System.Text.ASCIIEncoding" or "System.Text.ASCIIEncoding+ASCIIEncodingSealed"
            or "System.Text.UTF7Encoding" => Make(typeof(EncodingSurrogate<>), type),
        CodePageEncoding.Western or "System.Text.Latin1Encoding+Latin1EncodingSealed" or "System.Text.SBCSCodePageEncoding"
            or "System.Text.DBCSCodePageEncoding" or "System.Text.ISO2022Encoding" or "System.Text.EUCJPEncoding"
            or "System.Text.ISCIIEncoding" or CodePageEncoding.Chinese => Make(typeof(CodePageWriter<>), type),
        EncodingFallbacks.Utf7 => Make(typeof(Utf7DecoderSurrogate<>), type),
        "System.Text.EncoderExceptionFallback" => new EncoderThrowsSurrogate(),
        "System.Text.DecoderExceptionFallback" => new DecoderThrowsSurrogate(),
        "System.Text.EncoderReplacementFallback" => new EncoderReplacesSurrogate(),
        "System.Text.DecoderReplacementFallback" => new DecoderReplacesSurrogate(),
        "System.Globalization.NumberFormatInfo" => new NumberFormatSurrogate(),
        "System.Globalization.RegionInfo" => new RegionSurrogate(),
        _ => FrameworkViews.SurrogateOf(type, out var over) is { } view ? Make(view, over) : null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? Generic(Type type, bool exact)
    {
        Type[] of = type.GetGenericArguments();
        return type.GetGenericTypeDefinition().FullName switch
        {
            "System.Collections.Generic.List`1" => Make(typeof(ListSurrogate<>), exact, of),
            "System.Collections.Generic.Queue`1" => Make(typeof(QueueSurrogate<>), exact, of),
            "System.Collections.Generic.Stack`1" => Make(typeof(StackSurrogate<>), exact, of),
            "System.Collections.Generic.LinkedList`1" => Make(typeof(LinkedListSurrogate<>), of),
            "System.Collections.Generic.HashSet`1" => Make(typeof(HashSetSurrogate<>), of),
            "System.Collections.Generic.SortedSet`1" or "System.Collections.Generic.TreeSet`1" =>
                Make(typeof(SortedSetSurrogate<,>), exact, [type, of[0]]),
            "System.Collections.ObjectModel.Collection`1" => Make(typeof(CollectionSurrogate<>), of),
            "System.Collections.ObjectModel.ObservableCollection`1" =>
                Make(exact ? typeof(MonitoredCollectionSurrogate<>) : typeof(ObservableCollectionSurrogate<>), of),
            "System.Collections.ObjectModel.ReadOnlyCollection`1" => Make(typeof(ReadOnlyCollectionSurrogate<>), of),
            "System.WeakReference`1" when exact => Make(typeof(WeakReferenceSurrogate<>), of),
            "System.ArraySegment`1" when exact => Make(typeof(SegmentSurrogate<>), of),
            "System.Collections.ObjectModel.ReadOnlyDictionary`2" when exact => Make(typeof(ReadOnlyDictionarySurrogate<,>), of),
            "System.Collections.Generic.Dictionary`2" => Make(typeof(DictionarySurrogate<,>), of),
            "System.Collections.Generic.SortedDictionary`2" => Make(typeof(SortedDictionarySurrogate<,>), of),
            "System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer" => Make(typeof(PairOrderSurrogate<,>), type, of[0]),
            "System.Collections.Generic.SortedList`2" => Make(typeof(SortedListSurrogate<,>), exact, of),
            "System.Collections.Concurrent.ConcurrentDictionary`2" => Make(typeof(ConcurrentDictionarySurrogate<,>), of),
            { } name when ComparerNames.IsDefault(name) is var (isEquality, isOrder) && (isEquality || isOrder) =>
                OfDefault(type, isEquality),
            _ => exact && FrameworkViews.SurrogateOf(type, out var over) is { } view ? Make(view, over) : null,
        };
    }

    /// <summary>The default comparer of whatever the class compares: a nullable's is generic over the value.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? OfDefault(Type type, bool isEquality)
    {
        var open = isEquality ? typeof(EqualityComparer<>) : typeof(Comparer<>);
        for (var level = type.BaseType; level is not null; level = level.BaseType)
            if (level.IsGenericType && level.GetGenericTypeDefinition() == open)
                return OfDefault(isEquality, type, level.GetGenericArguments()[0]);
        return null;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate OfDefault(bool isEquality, Type comparer, Type item) => (Surrogate)Activator.CreateInstance(
        isEquality
            ? typeof(DefaultEqualitySurrogate<>).MakeGenericType(comparer)
            : typeof(DefaultOrderSurrogate<>).MakeGenericType(comparer),
        item)!;

    /// <summary>The default comparer of a type.</summary>
    public static object DefaultOf(bool isEquality, Type item) =>
        (isEquality ? s_equalities : s_orders).GetValue(item, isEquality ? AskedEquality : AskedOrder);

    /// <summary>
    /// The class that stands for the comparer of this name where one is declared; null if the name is no comparer of the framework's.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Type? ComparerOf(Type declared, string name)
    {
#pragma warning disable CS0618 // what tables of the first edition have
        if (declared == typeof(IHashCodeProvider))
            return name == "System.Collections.CaseInsensitiveHashCodeProvider" ? typeof(CaseInsensitiveHashCodeProvider) : null;
#pragma warning restore CS0618
        bool isUntyped = declared == typeof(IEqualityComparer) || declared == typeof(IComparer);
        var open = declared is { IsGenericType: true, IsInterface: true } ? declared.GetGenericTypeDefinition() : null;
        if (!isUntyped && open != typeof(IEqualityComparer<>) && open != typeof(IComparer<>))
            return null;
        var item = open is null ? typeof(string) : declared.GetGenericArguments()[0];
        if (item == typeof(string))
        {
            switch (name)
            {
                case "System.OrdinalComparer" or "System.OrdinalCaseSensitiveComparer" or "System.OrdinalIgnoreCaseComparer":
                    return StringComparer.Ordinal.GetType().BaseType;
                case "System.CultureAwareComparer":
                    return StringComparer.InvariantCulture.GetType();
                case "System.Collections.Comparer" when declared == typeof(IComparer):
                    return typeof(Comparer);
                case "System.Collections.CaseInsensitiveComparer" when declared == typeof(IComparer):
                    return typeof(CaseInsensitiveComparer);
            }
        }
        if (isUntyped)
            return null;
        var (isEquality, isOrder) = ComparerNames.IsDefault(name);
        return open == typeof(IEqualityComparer<>)
            ? (isEquality ? DefaultComparer(isEquality: true, item) : null)
            : isOrder ? DefaultComparer(isEquality: false, item) : null;
    }

    static readonly ConditionalWeakTable<Type, object> s_equalities = [], s_orders = [];

    /// <summary>
    /// The class of the default comparer of a type: asked once for each, for the runtime compiles a stub for every property that is asked
    /// for its value so.
    /// </summary>
    public static Type DefaultComparer(bool isEquality, Type item) => DefaultOf(isEquality, item).GetType();

    static object AskedEquality(Type item) => Asked(typeof(EqualityComparer<>), item);

    static object AskedOrder(Type item) => Asked(typeof(Comparer<>), item);

    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The default comparer of a type that exists.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The default comparer of a type that exists.")]
    static object Asked(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] Type open, Type item) =>
        open.MakeGenericType(item).GetProperty("Default")!.GetValue(null)!;

    // What a constructor refuses is told as it is.
    const BindingFlags Creating = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DoNotWrapExceptions;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate Make(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type open, params Type[] arguments) =>
        (Surrogate)Activator.CreateInstance(Close(open, arguments), Creating, null, null, null)!;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate Make(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type open, bool exact, Type[] arguments) =>
        (Surrogate)Activator.CreateInstance(Close(open, arguments), Creating, null, [exact], null)!;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type Close(Type open, Type[] arguments) => open.MakeGenericType(arguments);
}
