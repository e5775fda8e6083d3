using System.Collections;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable CA1051 // fields bear the names that .NET Framework's entries have

// Tables whose keys are names and which keep their order, by .NET Framework's entries. This runtime's methods for entries throw.

[Entries]
struct NameValueFields
{
    public bool ReadOnly;
    [OptionalField] public IEqualityComparer? KeyComparer;
    public int Count;
    public string?[]? Keys;
    public object?[]? Values;
    [OptionalField] public int Version;
}

/// <summary>
/// What both have: Comparer and HashProvider, which files have in place of KeyComparer, say "no case, no culture", which is what a table
/// has if nothing is said.
/// </summary>
abstract class NameTableSurrogate<T> : InPlaceSurrogate<T, NameValueFields> where T : NameObjectCollectionBase
{
    internal sealed override bool WaitsForGraph => true;

    internal sealed override bool FillsItself(object carrier) => true;

    public sealed override NameValueFields ToCarrier(T value)
    {
        string?[] keys = NameTables.Keys(value);
        var fields = new NameValueFields
        {
            ReadOnly = NameTables.ReadOnly(value),
            KeyComparer = NameTables.KeyComparer(value),
            Count = keys.Length,
            Keys = keys,
            Values = new object?[keys.Length]
        };
        for (int i = 0; i < keys.Length; i++)
            fields.Values[i] = Held(value, i);
        return fields;
    }

    internal sealed override void Make(T target, NameValueFields fields)
    {
        var (keys, values) = (Given(fields.Keys, nameof(fields.Keys)), Given(fields.Values, nameof(fields.Values)));
        int count = Count(fields.Count, Math.Min(keys.Length, values.Length), nameof(fields.Count));
        // A table that tells no comparer has the one of .NET Framework, an object that other tables of the graph may share. This runtime's
        // own default is another object of its class: a table with that would be written with another comparer than it was read with.
        Construct(target, fields.KeyComparer ?? StringComparer.InvariantCultureIgnoreCase);
        for (int i = 0; i < count; i++)
            Add(target, keys[i], values[i]);
        NameTables.ReadOnly(target) = fields.ReadOnly;
    }

    /// <summary>What stands under the key at this place.</summary>
    protected abstract object? Held(T value, int index);

    /// <summary>Runs a constructor on the object.</summary>
    protected abstract void Construct(T target, IEqualityComparer comparer);

    protected abstract void Add(T target, string? key, object? value);
}

/// <summary>Each value is a list of strings.</summary>
sealed class NameValueSurrogate : NameTableSurrogate<NameValueCollection>
{
    public override ClrName Name => new("System.Collections.Specialized.NameValueCollection", [], ClrName.System);

    protected override object? Held(NameValueCollection value, int index) => new ArrayList(value.GetValues(index) ?? []);

    protected override void Construct(NameValueCollection target, IEqualityComparer comparer) => Begin(target, comparer);

    protected override void Add(NameValueCollection target, string? key, object? value)
    {
        if (target.Get(key) is not null)
            throw Wrong(nameof(NameValueFields.Keys), $"has the key '{key}' twice");
        if (value is null || Plain<ArrayList>(value, nameof(NameValueFields.Values)) is not { Count: > 0 } texts)
        {
            target.Add(key, null);
            return;
        }
        if (!TakenParts.TryTake(texts))
            throw Wrong(nameof(NameValueFields.Values), "has one list for two keys");
        foreach (object? text in texts)
            target.Add(key, text as string ?? throw Wrong(nameof(NameValueFields.Values), "holds something else than strings"));
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Begin(NameValueCollection target, IEqualityComparer comparer);
}

/// <summary>
/// The base of such tables (<c>class Settings : NameObjectCollectionBase</c>). Of a class that adds entries of its own nothing is made:
/// only its methods know them, and these call the base's. A key may come twice: the table has the first under it, and each by its place.
/// </summary>
sealed class NameObjectSurrogate : NameTableSurrogate<NameObjectCollectionBase>
{
    protected override object? Held(NameObjectCollectionBase value, int index) => NameTables.Get(value, index);

    protected override void Construct(NameObjectCollectionBase target, IEqualityComparer comparer) => Begin(target, comparer);

    protected override void Add(NameObjectCollectionBase target, string? key, object? value) => NameTables.Add(target, key, value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Begin(NameObjectCollectionBase target, IEqualityComparer comparer);
}

/// <summary>What the framework's base has for those that derive from it.</summary>
static class NameTables
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseGetAllKeys")]
    public static extern string?[] Keys(NameObjectCollectionBase value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseGet")]
    public static extern object? Get(NameObjectCollectionBase value, int index);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "BaseAdd")]
    public static extern void Add(NameObjectCollectionBase target, string? name, object? value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_readOnly")]
    public static extern ref bool ReadOnly(NameObjectCollectionBase value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_keyComparer")]
    public static extern ref IEqualityComparer KeyComparer(NameObjectCollectionBase value);
}
