using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Types to which fastJSON gives a form of its own, each carried as something that has that form anyway.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class FastJsonSurrogates
{
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(SpecialMap))]
    public static Surrogate? Find(Type type)
    {
        if (type == typeof(NameValueCollection))
            return new NameValues();
        if (type == typeof(StringDictionary))
            return new Strings();
        if (type == typeof(DBNull))
            return new DBNulls();
        if (type.IsArray)
            return OfArray(type, type.GetElementType()!);
        // Anything that yields pairs of string and object is written as one object, also a list of them.
        return typeof(IEnumerable<KeyValuePair<string, object>>).IsAssignableFrom(type) && !IsMap(type)
            && type.IsAssignableFrom(typeof(List<KeyValuePair<string, object?>>))
            ? (Surrogate)Activator.CreateInstance(typeof(Pairs<>).MakeGenericType(type))! : null;
    }

    static bool IsMap(Type type) => typeof(IDictionary).IsAssignableFrom(type)
        || typeof(IDictionary<string, object>).IsAssignableFrom(type) || typeof(IReadOnlyDictionary<string, object>).IsAssignableFrom(type);

    static Surrogate? OfArray(Type type, Type element)
    {
        if (!type.IsSZArray)
            return (Surrogate)Activator.CreateInstance(typeof(Flattened<,>).MakeGenericType(type, element))!;
        // To the runtime these are arrays of bytes, and so they are to fastJSON.
        var underlying = element.IsEnum ? Enum.GetUnderlyingType(element) : element;
        return element != typeof(byte) && (underlying == typeof(byte) || underlying == typeof(sbyte))
            ? (Surrogate)Activator.CreateInstance(typeof(AsBytes<>).MakeGenericType(element))! : null;
    }

    /// <summary><c>{"K1":"v1,v2","K2":null}</c></summary>
    sealed class NameValues : Surrogate<NameValueCollection, SpecialMap>
    {
        public override SpecialMap ToCarrier(NameValueCollection value)
        {
            var map = new SpecialMap();
            foreach (string? key in value.AllKeys)
                map.Add(
                    key ?? throw new NotSupportedException("A NameValueCollection with a null key cannot be written. Give the entry a name."),
                    value[key]);
            return map;
        }

        public override NameValueCollection FromCarrier(SpecialMap carrier)
        {
            var values = new NameValueCollection(carrier.Count);
            foreach (var (key, value) in carrier)
                values.Add(key, value);
            return values;
        }
    }

    /// <summary><c>{"key":"v"}</c></summary>
    sealed class Strings : Surrogate<StringDictionary, SpecialMap>
    {
        public override SpecialMap ToCarrier(StringDictionary value)
        {
            var map = new SpecialMap();
            foreach (System.Collections.DictionaryEntry entry in value)
                map.Add((string)entry.Key, (string?)entry.Value);
            return map;
        }

        public override StringDictionary FromCarrier(SpecialMap carrier)
        {
            var strings = new StringDictionary();
            foreach (var (key, value) in carrier)
                strings[key] = value;
            return strings;
        }
    }

    sealed class DBNulls : Surrogate<DBNull, string?>
    {
        public override string? ToCarrier(DBNull value) => null;

        public override DBNull FromCarrier(string? carrier) => DBNull.Value;
    }
}

/// <summary>What StringDictionary and NameValueCollection are carried as: an object also where dictionaries are written as pairs.</summary>
internal sealed class SpecialMap : Dictionary<string, string?>;

/// <summary>An array of several dimensions as one row: its lengths are lost, so it cannot be read.</summary>
internal sealed class Flattened<TArray, T> : Surrogate<TArray, T[]> where TArray : class
{
    public override T[] ToCarrier(TArray value) => [.. ((IEnumerable)value).Cast<T>()];

    public override TArray FromCarrier(T[] carrier) => throw new NotSupportedException(
        $"A '{typeof(TArray)}' cannot be read in fastJSON's form, which does not have the lengths of its dimensions. Declare it as an array of arrays.");
}

internal sealed class AsBytes<T> : Surrogate<T[], byte[]> where T : unmanaged
{
    public override byte[] ToCarrier(T[] value) => MemoryMarshal.AsBytes<T>(value).ToArray();

    public override T[] FromCarrier(byte[] carrier) => MemoryMarshal.Cast<byte, T>(carrier).ToArray();
}

internal sealed class Pairs<TList> : Surrogate<TList, PairList> where TList : class, IEnumerable<KeyValuePair<string, object?>>
{
    public override PairList ToCarrier(TList value) => new(value);

    public override TList FromCarrier(PairList carrier) => (TList)(object)carrier.ToList();
}

/// <summary>A map whose keys may repeat, as a list of pairs has them.</summary>
internal sealed class PairList : IReadOnlyDictionary<string, object?>
{
    readonly List<KeyValuePair<string, object?>> _items = [];

    public PairList()
    {
    }

    public PairList(IEnumerable<KeyValuePair<string, object?>> items) => _items.AddRange(items);

    public int Count => _items.Count;

    public IEnumerable<string> Keys => _items.Select(i => i.Key);

    public IEnumerable<object?> Values => _items.Select(i => i.Value);

    public object? this[string key] => _items.First(i => i.Key == key).Value;

    public void Add(string key, object? value) => _items.Add(new(key, value));

    public bool ContainsKey(string key) => _items.Exists(i => i.Key == key);

    public bool TryGetValue(string key, out object? value)
    {
        int at = _items.FindIndex(i => i.Key == key);
        value = at < 0 ? null : _items[at].Value;
        return at >= 0;
    }

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
