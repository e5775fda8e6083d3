using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// What the framework's own types are as records, by the layouts that [MS-NRBF] files have: numbers and dates that are objects, lists,
/// dictionaries. Null where a record is not of such a type, or not as its type writes it: then it is shown as it stands.
/// </summary>
internal static class NrbfFramework
{
    /// <summary>A field of a property goes by the property's name.</summary>
    public static string PropertyOf(string field)
    {
        int open = field.IndexOf('<');
        int close = field.IndexOf(">k__BackingField", StringComparison.Ordinal);
        return open >= 0 && close > open ? field[(open + 1)..close] : field;
    }

    /// <summary>The value of a primitive that is an object: the root, or where its class is declared.</summary>
    public static object? PrimitiveOf(NrbfClassRecord record)
    {
        if (record.Header is not { Library: null, Members.Length: <= 4 })
            return null;
        switch (record.TypeName)
        {
            case "System.Decimal":
                return DecimalOf(record);
            case "System.DateTime":
                return record.TryGet("dateData", out ulong bits) && (bits & 0x3FFF_FFFF_FFFF_FFFF) <= (ulong)DateTime.MaxValue.Ticks
                    ? Unsafe.BitCast<ulong, DateTime>(bits)
                    : record.TryGet("ticks", out long old) && (ulong)old <= (ulong)DateTime.MaxValue.Ticks ? new DateTime(old) : null;
            case "System.TimeSpan":
                return record.TryGet("_ticks", out long ticks) ? new TimeSpan(ticks) : null;
            case "System.IntPtr":
                return record.TryGet("value", out long pointer) && (long)(nint)pointer == pointer ? (nint)pointer : null;
            case "System.UIntPtr":
                return (record.TryGet("value", out ulong unsigned) || record.TryGet("pointer", out unsigned)) && (nuint)unsigned == unsigned
                    ? (nuint)unsigned : null;
            default:
                return record.Header.Members is [{ Name: "m_value", Kind: NrbfKind.Primitive }] ? record.Values[0] : null;
        }
    }

    /// <summary>The value of an enum or a Guid.</summary>
    public static object? ScalarOf(NrbfClassRecord record) =>
        record.Header.Members is [{ Name: "value__", Kind: NrbfKind.Primitive }] ? record.Values[0]
        : record is { TypeName: "System.Guid", Header.Library: null } ? GuidOf(record) : null;

    static object? GuidOf(NrbfClassRecord record)
    {
        if (!record.TryGet("_a", out int a) || !record.TryGet("_b", out short b) || !record.TryGet("_c", out short c))
            return null;
        byte[] rest = new byte[8];
        for (int i = 0; i < 8; i++)
            if (!record.TryGet("_" + (char)('d' + i), out rest[i]))
                return null;
        return new Guid(a, b, c, rest);
    }

    static object? DecimalOf(NrbfClassRecord record) =>
        record.TryGet("flags", out int flags) && record.TryGet("hi", out int hi) && record.TryGet("lo", out int lo)
            && record.TryGet("mid", out int mid)
        && (flags & 0x7F00FFFF) == 0 && ((flags >> 16) & 0xFF) <= 28 ? new decimal([lo, mid, hi, flags]) : null;

    static NrbfArrayRecord? ArrayOf(NrbfClassRecord record, string name) =>
        record.TryGet<NrbfArrayRecord>(name, out var array) ? array : null;

    /// <summary>How many items of the array are in use; -1 where the record says no such number.</summary>
    static int SizeOf(NrbfClassRecord record, int most, string name = "_size") =>
        record.TryGet(name, out int size) && (uint)size <= (uint)most ? size : -1;

    static string Open(NrbfClassRecord record) => record.Header.Library is null or SystemLibrary ? record.TypeName.Split('[')[0] : "";

    const string SystemLibrary = "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

    /// <summary>The items of a list, queue, stack or set.</summary>
    public static IEnumerable<object?>? ItemsOf(NrbfClassRecord record)
    {
        switch (Open(record))
        {
            case "System.Collections.Generic.List`1" or "System.Collections.ArrayList":
                return ArrayOf(record, "_items") is { } items && SizeOf(record, items.Count) is >= 0 and var size
                    ? items.Items.Take(size)
                    : null;
            case "System.Collections.Generic.Stack`1" or "System.Collections.Stack":
                return ArrayOf(record, "_array") is { } pile && SizeOf(record, pile.Count) is >= 0 and var piled
                    ? pile.Items.Take(piled).Reverse()
                    : null;
            case "System.Collections.Generic.Queue`1" or "System.Collections.Queue":
                return ArrayOf(record, "_array") is { } ring && SizeOf(record, ring.Count) is >= 0 and var queued
                    && SizeOf(record, ring.Count, "_head") is >= 0 and var head
                    ? Enumerable.Range(0, queued).Select(i => ring.Items[(head + i) % ring.Count]) : null;
            case "System.Collections.Generic.HashSet`1" when record.HasMember("Capacity"):
                return ArrayOf(record, "Elements")?.Items ?? [];
            case "System.Collections.Generic.LinkedList`1" when record.HasMember("Count"):
                return ArrayOf(record, "Data")?.Items ?? [];
            case "System.Collections.Generic.SortedSet`1" when record.HasMember("Count"):
                return ArrayOf(record, "Items")?.Items ?? [];
            case "System.Collections.ObjectModel.Collection`1" when record.HasMember("items"):
                return ListWithin(record) is { } list ? ItemsOf(list) : (record["items"] as NrbfArrayRecord)?.Items;
            default:
                return null;
        }
    }

    /// <summary>
    /// The list that a Collection is around. It is around a list or an array, and nothing else: one collection around another may be around
    /// itself.
    /// </summary>
    public static NrbfClassRecord? ListWithin(NrbfClassRecord record) =>
        Open(record) == "System.Collections.ObjectModel.Collection`1" && record.HasMember("items")
            && record["items"] is NrbfClassRecord list
        && list.TypeName.StartsWith("System.Collections.Generic.List`1[", StringComparison.Ordinal) ? list : null;

    /// <summary>Whether it may have <see cref="EntriesOf"/>.</summary>
    public static bool IsTable(NrbfClassRecord record) =>
        Open(record) is "System.Collections.Generic.Dictionary`2" or "System.Collections.Hashtable"
            or "System.Collections.Generic.SortedList`2" or "System.Collections.SortedList";

    /// <summary>The entries of a dictionary or table.</summary>
    public static IReadOnlyList<KeyValuePair<object?, object?>>? EntriesOf(NrbfClassRecord record)
    {
        switch (Open(record))
        {
            case "System.Collections.Generic.Dictionary`2" when record.HasMember("HashSize"):
                return ArrayOf(record, "KeyValuePairs") is not { } pairs ? []
                    : pairs.Items.All(static p => p is NrbfClassRecord one && one.HasMember("key") && one.HasMember("value"))
                    ? [.. pairs.Items.Select(
                        static p => new KeyValuePair<object?, object?>(((NrbfClassRecord)p!)["key"], ((NrbfClassRecord)p)["value"]))]
                            : null;
            case "System.Collections.Hashtable":
                return Zip(ArrayOf(record, "Keys"), ArrayOf(record, "Values"), int.MaxValue);
            case "System.Collections.Generic.SortedList`2" or "System.Collections.SortedList":
                return record.TryGet("_size", out int size) && size >= 0
                    ? Zip(ArrayOf(record, "keys"), ArrayOf(record, "values"), size)
                    : null;
            default:
                return null;
        }
    }

    static IReadOnlyList<KeyValuePair<object?, object?>>? Zip(NrbfArrayRecord? keys, NrbfArrayRecord? values, int count) =>
        keys is null || values is null || keys.Count != values.Count ? null
        : [.. keys.Items.Take(count).Zip(values.Items, static (k, v) => new KeyValuePair<object?, object?>(k, v))];
}
