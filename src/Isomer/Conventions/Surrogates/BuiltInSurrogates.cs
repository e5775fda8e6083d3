using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// Types of the framework that are carried as a simpler one: the same mechanism that users have, so that no format knows
/// any of them. Text forms are invariant and read back to an equal value.
/// </summary>
internal static class BuiltInSurrogates
{
    /// <summary>By name, each made when it is met: naming all types here would load their assemblies, a tenth of the first call.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? Closed(Type type) => type.FullName switch
    {
        "System.Uri" => new Text<Uri>(v => v.OriginalString, s => new Uri(s, UriKind.RelativeOrAbsolute)),
        "System.Version" => new Text<Version>(v => v.ToString(), Version.Parse),
        "System.Text.Rune" =>
            new Text<Rune>(v => v.ToString(),
                s => Rune.TryGetRuneAt(s, 0, out var rune) && rune.Utf16SequenceLength == s.Length
                    ? rune
                    : throw new FormatException($"'{s}' is not one Unicode scalar value.")),
        "System.Index" => new Text<Index>(v => v.ToString(), ParseIndex),
        "System.Range" => new Text<Range>(v => v.ToString(), ParseRange),
        "System.Net.IPAddress" => new Text<IPAddress>(v => v.ToString(), IPAddress.Parse),
        "System.Net.IPEndPoint" => new Text<IPEndPoint>(v => v.ToString(), IPEndPoint.Parse, isOfValues: false),
        "System.Globalization.CultureInfo" => new Text<CultureInfo>(v => v.Name, ToCulture),
        "System.Text.StringBuilder" => new Text<StringBuilder>(v => v.ToString(), s => new StringBuilder(s), isOfValues: false),
        "System.Numerics.Complex" => new Map<Complex, ComplexParts>(v => new(v.Real, v.Imaginary), c => new Complex(c.Real, c.Imaginary)),
        "System.Collections.BitArray" => new Map<BitArray, bool[]>(ToBits, b => new BitArray(b)),
        "System.DBNull" => new Map<DBNull, Nothing>(_ => default, _ => DBNull.Value),
        "System.Collections.Specialized.NameValueCollection" => new Map<NameValueCollection, Dictionary<string, string[]?>>(ToMap, FromMap),
        "System.Collections.Specialized.StringDictionary" => new Map<StringDictionary, Dictionary<string, string?>>(ToMap, FromMap),
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate? Generic(Type type) => type.GetGenericTypeDefinition().FullName switch
    {
        "System.Memory`1" when type == typeof(Memory<byte>) => new Map<Memory<byte>, byte[]>(v => ToArray<byte>(v), a => a),
        "System.ReadOnlyMemory`1" when type == typeof(ReadOnlyMemory<byte>) => new Map<ReadOnlyMemory<byte>, byte[]>(ToArray, a => a),
        "System.ArraySegment`1" when type == typeof(ArraySegment<byte>) =>
            new ArraySegmentSurrogate<byte>(),
        "System.Lazy`1" => Make(typeof(LazySurrogate<>), type),
        "System.Collections.Generic.PriorityQueue`2" => Make(typeof(PriorityQueueSurrogate<,>), type),
        "System.Memory`1" => Make(typeof(MemorySurrogate<>), type),
        "System.ReadOnlyMemory`1" => Make(typeof(ReadOnlyMemorySurrogate<>), type),
        "System.ArraySegment`1" => Make(typeof(ArraySegmentSurrogate<>), type),
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Surrogate Make([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)] Type open, Type type) =>
        (Surrogate)Activator.CreateInstance(open.MakeGenericType(type.GetGenericArguments()))!;

    /// <summary>Of what has another form in formats that give back all that they took; null for any other.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Surrogate? FindWhole(Type type) =>
        !type.IsGenericType || type.GetGenericTypeDefinition() != typeof(ArraySegment<>) ? null
        : type == typeof(ArraySegment<byte>) ? new WholeSegmentSurrogate<byte>()
        : Make(typeof(WholeSegmentSurrogate<>), type);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Surrogate? Find(Type type) =>
        type.IsArray ? (type.IsSZArray ? null : MultiArrays.SurrogateFor(type))
        : type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true ? null
        : type.IsGenericType ? Generic(type)
        : Closed(type);

    /// <summary>
    /// The public type of which this one is only an implementation detail of the framework: IPAddress.Loopback has a class of its own.
    /// </summary>
    public static Type? PublicTypeOf(Type type) => type.BaseType is { FullName: "System.Net.IPAddress" } parent ? parent : null;

    /// <summary>
    /// What a carrier is told to be where types are named: whoever reads a text knows the framework's names and none of Isomer's inside.
    /// </summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Its name is asked for, and the argument exists.")]
    public static Type StoodForBy(Type carrier) => carrier.Assembly != typeof(BuiltInSurrogates).Assembly ? carrier
        : carrier == typeof(ComplexParts) ? typeof(Complex)
        : carrier.IsGenericType && carrier.GetGenericTypeDefinition() == typeof(PriorityItem<,>)
            ? typeof(ValueTuple<,>).MakeGenericType(carrier.GetGenericArguments())
        : carrier;

    internal static T[] ToArray<T>(ReadOnlyMemory<T> memory) =>
        MemoryMarshal.TryGetArray(memory, out var segment) && segment.Array is { } array && segment.Count == array.Length
            ? array
            : memory.ToArray();

    static bool[] ToBits(BitArray bits)
    {
        bool[] result = new bool[bits.Length];
        bits.CopyTo(result, 0);
        return result;
    }

    /// <summary>
    /// Only cultures that the machine has: any other name would be made into one, and kept for ever in the framework's cache.
    /// </summary>
    static CultureInfo ToCulture(string name) => CultureInfo.GetCultureInfo(name, predefinedOnly: true);

    static Index ParseIndex(string text) => text.StartsWith('^')
        ? Index.FromEnd(int.Parse(text.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture))
        : Index.FromStart(int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture));

    static Range ParseRange(string text) => text.Split("..") is [var start, var end]
        ? new Range(ParseIndex(start), ParseIndex(end))
        : throw new FormatException($"'{text}' is not a range.");

    static Dictionary<string, string[]?> ToMap(NameValueCollection values)
    {
        var map = new Dictionary<string, string[]?>(values.Count);
        for (int i = 0; i < values.Count; i++)
            map.Add(values.GetKey(i)
                ?? throw new NotSupportedException("A NameValueCollection with a null key cannot be written. Give the entry a name."),
                    values.GetValues(i));
        return map;
    }

    static NameValueCollection FromMap(Dictionary<string, string[]?> map)
    {
        var values = new NameValueCollection(map.Count);
        foreach (var (key, items) in map)
        {
            if (items is null)
                values.Add(key, null);
            foreach (string item in items ?? [])
                values.Add(key, item);
        }
        return values;
    }

    static Dictionary<string, string?> ToMap(StringDictionary values)
    {
        var map = new Dictionary<string, string?>(values.Count);
        foreach (DictionaryEntry entry in values)
            map.Add((string)entry.Key, (string?)entry.Value);
        return map;
    }

    static StringDictionary FromMap(Dictionary<string, string?> map)
    {
        var values = new StringDictionary();
        foreach (var (key, value) in map)
            values[key] = value;
        return values;
    }

    /// <summary>What has a text is a value, but for two.</summary>
    sealed class Text<T>(Func<T, string> write, Func<string, T> read, bool isOfValues = true) : Surrogate<T, string>
    {
        internal override bool IsOfValues => isOfValues;

        public override string ToCarrier(T value) => write(value);

        public override T FromCarrier(string carrier) => read(carrier);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    internal sealed class Map<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCarrier>(Func<T, TCarrier> write, Func<TCarrier, T> read)
        : Surrogate<T, TCarrier>
    {
        internal override bool IsOfValues => typeof(T).IsValueType || typeof(T) == typeof(DBNull);

        internal override bool TakesNull => !typeof(T).IsValueType || typeof(TCarrier) == typeof(byte[]);

        public override TCarrier ToCarrier(T value) => write(value);

        public override T FromCarrier(TCarrier carrier) => read(carrier);
    }
}

/// <summary>The carrier of a Complex.</summary>
internal readonly record struct ComplexParts(double Real, double Imaginary);

/// <summary>The carrier of a value that says all by being there.</summary>
internal readonly struct Nothing;

/// <summary>The carrier of an entry of a PriorityQueue.</summary>
internal readonly record struct PriorityItem<TElement, TPriority>(TElement Element, TPriority Priority);

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class LazySurrogate<
    [DynamicallyAccessedMembers(Trimming.Carried | DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] T>
    : Surrogate<Lazy<T>, T>
{
    public override T ToCarrier(Lazy<T> value) => value.Value;

    public override Lazy<T> FromCarrier(T carrier) => new(carrier);

    /// <summary>Of null there is nothing to copy, and its carrier could not be told from that of no Lazy.</summary>
    internal override object? TryCopy(object value) => ((Lazy<T>)value).Value is null ? new Lazy<T>(default(T)!) : null;
}

/// <summary>In heap order, from which the queue is rebuilt as it was.</summary>
internal sealed class PriorityQueueSurrogate<TElement, TPriority>
    : Surrogate<PriorityQueue<TElement, TPriority>, PriorityItem<TElement, TPriority>[]>
{
    public override PriorityItem<TElement, TPriority>[] ToCarrier(PriorityQueue<TElement, TPriority> value)
    {
        if (!value.Comparer.Equals(Comparer<TPriority>.Default))
            throw new NotSupportedException(
                $"The comparer '{value.Comparer}' of a '{typeof(PriorityQueue<TElement, TPriority>)}' could not be read back. Copy the queue into one with the usual comparer, or register a Surrogate.");
        return [.. value.UnorderedItems.Select(i => new PriorityItem<TElement, TPriority>(i.Element, i.Priority))];
    }

    public override PriorityQueue<TElement, TPriority> FromCarrier(PriorityItem<TElement, TPriority>[] carrier)
    {
        foreach (var item in carrier)
            HashGuard.CheckEnds(item.Priority, Comparer<TPriority>.Default);
        return new(carrier.Select(i => (i.Element, i.Priority)));
    }
}

internal sealed class MemorySurrogate<T> : Surrogate<Memory<T>, T[]>
{
    public override T[] ToCarrier(Memory<T> value) => BuiltInSurrogates.ToArray<T>(value);

    public override Memory<T> FromCarrier(T[] carrier) => carrier;

    internal override bool TakesNull => true;
}

internal sealed class ReadOnlyMemorySurrogate<T> : Surrogate<ReadOnlyMemory<T>, T[]>
{
    public override T[] ToCarrier(ReadOnlyMemory<T> value) => BuiltInSurrogates.ToArray(value);

    public override ReadOnlyMemory<T> FromCarrier(T[] carrier) => carrier;

    internal override bool TakesNull => true;
}

/// <summary>
/// Of no array (<c>default</c>) the packed form is null, for it cannot be enumerated, as one of an array without items can. A text would
/// not tell that null from that of a nullable.
/// </summary>
internal class ArraySegmentSurrogate<T> : Surrogate<ArraySegment<T>, T[]>
{
    public override T[] ToCarrier(ArraySegment<T> value) => BuiltInSurrogates.ToArray<T>(value.AsMemory());

    internal override bool Packs => true;

    internal sealed override T[] ToPackedCarrier(ArraySegment<T> value) => value.Array is null ? null! : ToCarrier(value);

    public override ArraySegment<T> FromCarrier(T[] carrier) => carrier;

    internal override bool TakesNull => true;
}

/// <summary>For formats that give back all that they took: of no array the carrier is null, in a text too.</summary>
internal sealed class WholeSegmentSurrogate<T> : ArraySegmentSurrogate<T>
{
    internal override bool KeepsNoArray => true;

    public override T[] ToCarrier(ArraySegment<T> value) => value.Array is null ? null! : base.ToCarrier(value);
}
