using System.Collections;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>
/// The base of tables whose keys are names and which keep their order (<c>class Settings : NameObjectCollectionBase</c>), by .NET Framework's entries. This runtime's methods for entries throw, so the base is made here,
/// and of a class that adds entries of its own nothing: only its methods know them, and these call the base's.
/// </summary>
sealed class NameObjectSurrogate : InPlaceSurrogate<NameObjectCollectionBase, NameValueFields>
{
    public override NameValueFields ToCarrier(NameObjectCollectionBase value)
    {
        string?[] keys = Keys(value);
        var fields = new NameValueFields { ReadOnly = NameValueSurrogate.ReadOnly(value), KeyComparer = NameValueSurrogate.KeyComparer(value), Count = keys.Length, Keys = keys, Values = new object?[keys.Length] };
        for (int i = 0; i < keys.Length; i++)
            fields.Values[i] = Get(value, i);
        return fields;
    }

    internal override void Make(NameObjectCollectionBase target, NameValueFields fields)
    {
        var (keys, values) = (Given(fields.Keys, nameof(fields.Keys)), Given(fields.Values, nameof(fields.Values)));
        int count = Count(fields.Count, Math.Min(keys.Length, values.Length), nameof(fields.Count));
        if (fields.KeyComparer is null)
            Construct(target);
        else
            Construct(target, fields.KeyComparer);
        // A key may come twice: such a table has the first under it, and each by its place.
        for (int i = 0; i < count; i++)
            Add(target, keys[i], values[i]);
        NameValueSurrogate.ReadOnly(target) = fields.ReadOnly;
    }

    internal override bool WaitsForGraph => true;

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(NameObjectCollectionBase target);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(NameObjectCollectionBase target, IEqualityComparer comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseAdd")]
    static extern void Add(NameObjectCollectionBase target, string? name, object? value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseGet")]
    static extern object? Get(NameObjectCollectionBase value, int index);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseGetAllKeys")]
    static extern string?[] Keys(NameObjectCollectionBase value);
}
