using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// What a table or dictionary gives as its keys and values, and a table that locks. They are views: what stands behind them comes with them.

[Entries]
struct LockedHashtableFields
{
    public Hashtable? ParentTable;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedHashtableSurrogate<T>()
    : MadeViewSurrogate<T, LockedHashtableFields, Hashtable>(nameof(LockedHashtableFields.ParentTable)) where T : Hashtable
{
    public override LockedHashtableFields ToCarrier(T value) => new() { ParentTable = Of<Hashtable>(value, "_table") };

    protected override Hashtable? Inner(LockedHashtableFields fields) => fields.ParentTable;
}

[FieldsOf("System.Collections.Hashtable+KeyCollection")]
struct HashtableKeysFields
{
    public Hashtable? _hashtable;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class HashtableKeysSurrogate<T> : ViewSurrogate<T, HashtableKeysFields> where T : ICollection
{
    public override HashtableKeysFields ToCarrier(T value) =>
        new() { _hashtable = Of<Hashtable>(value, nameof(HashtableKeysFields._hashtable)) };

    public override T FromCarrier(HashtableKeysFields carrier) =>
        Around(carrier._hashtable, nameof(carrier._hashtable));
}

[FieldsOf("System.Collections.Hashtable+ValueCollection")]
struct HashtableValuesFields
{
    public Hashtable? _hashtable;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class HashtableValuesSurrogate<T> : ViewSurrogate<T, HashtableValuesFields> where T : ICollection
{
    public override HashtableValuesFields ToCarrier(T value) =>
        new() { _hashtable = Of<Hashtable>(value, nameof(HashtableValuesFields._hashtable)) };

    public override T FromCarrier(HashtableValuesFields carrier) =>
        Around(carrier._hashtable, nameof(carrier._hashtable));
}

[FieldsOf("System.Collections.SortedList+KeyList")]
struct UntypedKeyListFields
{
    public SortedList? sortedList;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class UntypedKeyListSurrogate<T> : ViewSurrogate<T, UntypedKeyListFields> where T : IList
{
    public override UntypedKeyListFields ToCarrier(T value) =>
        new() { sortedList = Of<SortedList>(value, nameof(UntypedKeyListFields.sortedList)) };

    public override T FromCarrier(UntypedKeyListFields carrier) =>
        Around(carrier.sortedList, nameof(carrier.sortedList));
}

[FieldsOf("System.Collections.SortedList+ValueList")]
struct UntypedValueListFields
{
    public SortedList? sortedList;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class UntypedValueListSurrogate<T> : ViewSurrogate<T, UntypedValueListFields> where T : IList
{
    public override UntypedValueListFields ToCarrier(T value) =>
        new() { sortedList = Of<SortedList>(value, nameof(UntypedValueListFields.sortedList)) };

    public override T FromCarrier(UntypedValueListFields carrier) =>
        Around(carrier.sortedList, nameof(carrier.sortedList));
}

[FieldsOf("System.Collections.Generic.SortedList`2+KeyList")]
struct KeyListFields<TKey, TValue> where TKey : notnull
{
    public SortedList<TKey, TValue>? _dict;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class KeyListSurrogate<T, TKey, TValue> : ViewSurrogate<T, KeyListFields<TKey, TValue>> where TKey : notnull
{
    public override KeyListFields<TKey, TValue> ToCarrier(T value) => new() { _dict = Of<SortedList<TKey, TValue>>(value, "_dict") };

    public override T FromCarrier(KeyListFields<TKey, TValue> carrier) =>
        (T)Given(carrier._dict, nameof(carrier._dict)).Keys;
}

[FieldsOf("System.Collections.Generic.SortedList`2+ValueList")]
struct ValueListFields<TKey, TValue> where TKey : notnull
{
    public SortedList<TKey, TValue>? _dict;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ValueListSurrogate<T, TKey, TValue> : ViewSurrogate<T, ValueListFields<TKey, TValue>> where TKey : notnull
{
    public override ValueListFields<TKey, TValue> ToCarrier(T value) => new() { _dict = Of<SortedList<TKey, TValue>>(value, "_dict") };

    public override T FromCarrier(ValueListFields<TKey, TValue> carrier) =>
        (T)Given(carrier._dict, nameof(carrier._dict)).Values;
}

[FieldsOf(typeof(Dictionary<,>.KeyCollection))]
struct DictionaryKeysFields<TKey, TValue> where TKey : notnull
{
    [FieldAlias("_dictionary")] public Dictionary<TKey, TValue>? dictionary;
}

sealed class DictionaryKeysSurrogate<TKey, TValue>
    : InPlaceSurrogate<Dictionary<TKey, TValue>.KeyCollection, DictionaryKeysFields<TKey, TValue>> where TKey : notnull
{
    public override ClrName Name => new("System.Collections.Generic.Dictionary`2+KeyCollection", [typeof(TKey), typeof(TValue)]);

    public override DictionaryKeysFields<TKey, TValue> ToCarrier(Dictionary<TKey, TValue>.KeyCollection value) =>
        new() { dictionary = Of(value) };

    internal override void Make(Dictionary<TKey, TValue>.KeyCollection target, DictionaryKeysFields<TKey, TValue> fields) =>
        Construct(target, Given(fields.dictionary, nameof(fields.dictionary)));

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Dictionary<TKey, TValue>.KeyCollection target, Dictionary<TKey, TValue> dictionary);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_dictionary")]
    static extern ref Dictionary<TKey, TValue> Of(Dictionary<TKey, TValue>.KeyCollection value);
}

[FieldsOf(typeof(Dictionary<,>.ValueCollection))]
struct DictionaryValuesFields<TKey, TValue> where TKey : notnull
{
    [FieldAlias("_dictionary")] public Dictionary<TKey, TValue>? dictionary;
}

sealed class DictionaryValuesSurrogate<TKey, TValue>
    : InPlaceSurrogate<Dictionary<TKey, TValue>.ValueCollection, DictionaryValuesFields<TKey, TValue>> where TKey : notnull
{
    public override ClrName Name => new("System.Collections.Generic.Dictionary`2+ValueCollection", [typeof(TKey), typeof(TValue)]);

    public override DictionaryValuesFields<TKey, TValue> ToCarrier(Dictionary<TKey, TValue>.ValueCollection value) =>
        new() { dictionary = Of(value) };

    internal override void Make(Dictionary<TKey, TValue>.ValueCollection target, DictionaryValuesFields<TKey, TValue> fields) =>
        Construct(target, Given(fields.dictionary, nameof(fields.dictionary)));

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Dictionary<TKey, TValue>.ValueCollection target, Dictionary<TKey, TValue> dictionary);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_dictionary")]
    static extern ref Dictionary<TKey, TValue> Of(Dictionary<TKey, TValue>.ValueCollection value);
}

[FieldsOf(typeof(SortedDictionary<,>.KeyCollection), ClrName.System)]
struct SortedKeysFields<TKey, TValue> where TKey : notnull
{
    [FieldAlias("_dictionary")] public SortedDictionary<TKey, TValue>? dictionary;
}

sealed class SortedKeysSurrogate<TKey, TValue>
    : InPlaceSurrogate<SortedDictionary<TKey, TValue>.KeyCollection, SortedKeysFields<TKey, TValue>> where TKey : notnull
{
    public override ClrName Name =>
        new("System.Collections.Generic.SortedDictionary`2+KeyCollection", [typeof(TKey), typeof(TValue)], ClrName.System);

    public override SortedKeysFields<TKey, TValue> ToCarrier(SortedDictionary<TKey, TValue>.KeyCollection value) =>
        new() { dictionary = Of(value) };

    internal override void Make(SortedDictionary<TKey, TValue>.KeyCollection target, SortedKeysFields<TKey, TValue> fields) =>
        Construct(target, Given(fields.dictionary, nameof(fields.dictionary)));

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(SortedDictionary<TKey, TValue>.KeyCollection target, SortedDictionary<TKey, TValue> dictionary);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_dictionary")]
    static extern ref SortedDictionary<TKey, TValue> Of(SortedDictionary<TKey, TValue>.KeyCollection value);
}

[FieldsOf(typeof(SortedDictionary<,>.ValueCollection), ClrName.System)]
struct SortedValuesFields<TKey, TValue> where TKey : notnull
{
    [FieldAlias("_dictionary")] public SortedDictionary<TKey, TValue>? dictionary;
}

sealed class SortedValuesSurrogate<TKey, TValue>
    : InPlaceSurrogate<SortedDictionary<TKey, TValue>.ValueCollection, SortedValuesFields<TKey, TValue>> where TKey : notnull
{
    public override ClrName Name =>
        new("System.Collections.Generic.SortedDictionary`2+ValueCollection", [typeof(TKey), typeof(TValue)], ClrName.System);

    public override SortedValuesFields<TKey, TValue> ToCarrier(SortedDictionary<TKey, TValue>.ValueCollection value) =>
        new() { dictionary = Of(value) };

    internal override void Make(SortedDictionary<TKey, TValue>.ValueCollection target, SortedValuesFields<TKey, TValue> fields) =>
        Construct(target, Given(fields.dictionary, nameof(fields.dictionary)));

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(SortedDictionary<TKey, TValue>.ValueCollection target, SortedDictionary<TKey, TValue> dictionary);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_dictionary")]
    static extern ref SortedDictionary<TKey, TValue> Of(SortedDictionary<TKey, TValue>.ValueCollection value);
}
