using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>
/// The entries of a class that derives from one of the framework's collections that write entries (<c>class Registry :
/// Dictionary&lt;string, Entry&gt;</c>). Its constructor hands them to its base's, which takes what they say about room: 253 bytes made it
/// allocate 2.3 GB. So they say what is there before anything is handed over.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class CollectionEntries
{
    /// <summary>Whether an entry of this name is one that a collection of the framework's is made of.</summary>
    public static bool IsRead(string name) =>
        name is "KeyValuePairs" or "Keys" or "Values" or "Elements" or "Items" or "ArrayList" or "Data";

    /// <summary>What objects were made of whose base takes its entries when it is called back.</summary>
    readonly ConditionalWeakTable<object, SerializationInfo> _given = [];

    readonly Type _level;
    readonly Surrogate _surrogate;
    readonly BaseContents _contents;

    // Whether the class has entries of its own.
    readonly bool _hasEntries;

    CollectionEntries(Type type, Type level, Surrogate surrogate)
    {
        (_level, _surrogate, _contents) = (level, surrogate, new(level, surrogate));
        // Without the constructor the original can write it and not read it. There is nothing in the entries but the collection's: it is
        // made of them.
        bool hasConstructor = false, hasEntries = false;
        const BindingFlags any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        for (var own = type; own != level; own = own!.BaseType)
        {
            hasConstructor |= own!.GetConstructor(any, [typeof(SerializationInfo), typeof(StreamingContext)]) is not null;
            hasEntries |= own.GetMethod(nameof(ISerializable.GetObjectData), any) is not null;
        }
        IsHost = level.FullName is "System.Collections.Specialized.NameObjectCollectionBase"
            or "System.Collections.Specialized.NameValueCollection";
        _hasEntries = hasEntries;
        // The constructor of the framework's own keeps the entries, and fills the table when all has been read: too late for the DataSet
        // that it belongs to.
        IsMadeOfEntries = IsHost || (!hasConstructor && !hasEntries) || type is { Name: "PropertyCollection", Namespace: "System.Data" };
    }

    /// <summary>What is known of the class's base; null if that is none of the framework's collections.</summary>
    public static CollectionEntries? Of(Type type) =>
        BaseFields.Of(type) is ({ } level, { } surrogate) && typeof(ISerializable).IsAssignableFrom(level)
            && FieldMembers.AreEntries(surrogate.CarrierType) ? new(type, level, surrogate) : null;

    /// <summary>Whether the base's methods for entries throw in this runtime.</summary>
    public bool IsHost { get; }

    /// <summary>Whether the class adds nothing to its base's entries, and has no constructor for them.</summary>
    public bool IsMadeOfEntries { get; }

    public bool WaitsForGraph => _surrogate.WaitsForGraph;

    /// <summary>Whether what these entries make can be made only when the whole graph has been read.</summary>
    public bool WaitsFor(SerializationInfo entries) => _surrogate.WaitsFor(CarrierOf(entries));

    static object? ComparerOf(SerializationInfo entries) =>
        Keys.Entry<object>(entries, nameof(HashtableFields.KeyComparer)) ?? Keys.Entry<object>(entries, nameof(HashtableFields.Comparer))
            ?? Keys.Entry<object>(entries, nameof(HashtableFields.HashCodeProvider));

    /// <summary>
    /// The entries of a class whose base has no method for them any more: the base's alone. False where the class itself says what they
    /// are.
    /// </summary>
    public bool TryWrite(object value, SerializationInfo entries)
    {
        if (!IsHost)
            return false;
        CheckOwn(value.GetType());
        object carrier = _surrogate.ToCarrierObject(value)!;
        foreach (var field in _surrogate.CarrierType.GetFields())
            if (!field.IsNotSerialized)
                entries.AddValue(field.Name, field.GetValue(carrier), field.FieldType);
        return true;
    }

    void CheckOwn(Type type)
    {
        if (IsHost && _hasEntries)
            throw new NotSupportedException(
                $"'{type}' adds entries to those of '{_level}', whose methods for them throw in this runtime. Register a Surrogate for it.");
    }

    /// <summary>Makes the collection of its entries, as one that nothing derives from.</summary>
    public void Make(object target, SerializationInfo entries) => _contents.Make(target, CarrierOf(entries));

    object CarrierOf(SerializationInfo entries)
    {
        var type = entries.ObjectType;
        CheckOwn(type);
        object carrier = RuntimeHelpers.GetUninitializedObject(_surrogate.CarrierType);
        foreach (var field in _surrogate.CarrierType.GetFields())
        {
            if (field.IsNotSerialized)
                continue;
            object? value = null;
            bool isThere = false;
            foreach (var entry in entries)
                if (entry.Name == field.Name)
                    (value, isThere) = (EntryConverter.OfText(entry.Value, field.FieldType), true);
            if (!isThere && !field.IsDefined(typeof(OptionalFieldAttribute), false))
                throw new WireFormatException($"The entry '{field.Name}' of a '{type}' is missing.");
            if (!isThere)
                continue;
            field.SetValue(carrier, Fitting.Of(value, field.FieldType, out bool fits));
            if (!fits)
                throw new WireFormatException(
                    $"A '{value?.GetType()}' stands where '{field.FieldType}' is expected, in the entry '{field.Name}' of a '{type}'.");
        }
        return carrier;
    }

    /// <summary>Equal entries, with room for what is there and no more; an error where keys fall together.</summary>
    public SerializationInfo Checked(SerializationInfo entries)
    {
        var result = new SerializationInfo(entries.ObjectType, EntryConverter.Instance);
        foreach (var entry in entries)
        {
            object? value = (_level.Name, entry.Name) switch
            {
                ("Dictionary`2", "HashSize") => RoomOf(entry.Value, entries, "KeyValuePairs"),
                ("HashSet`1", "Capacity") => RoomOf(entry.Value, entries, "Elements"),
                ("Hashtable", "HashSize") => Rooms.OfTable(entry.Value as int? ?? 0, LengthOf(entries, "Keys"),
                    LoadOf(entries)),
                ("Hashtable", "LoadFactor") => Rooms.LoadOf(LoadOf(entries), LengthOf(entries, "Keys")),
                ("OrderedDictionary", "InitialCapacity") => Rooms.First(entry.Value as int? ?? 0, LengthOf(entries, "ArrayList")),
                _ => entry.Value,
            };
            result.AddValue(entry.Name, value, entry.ObjectType);
        }
        // Without its load factor a table doubles with each entry: 15 KB were a gigabyte.
        if (_level.Name == "Hashtable")
        {
            if (Find(entries, nameof(HashtableFields.LoadFactor)) is null)
                result.AddValue(nameof(HashtableFields.LoadFactor), Rooms.Load);
            if (Find(entries, nameof(HashtableFields.HashSize)) is null)
                result.AddValue(nameof(HashtableFields.HashSize), Rooms.OfTable(0, LengthOf(entries, "Keys"), Rooms.Load));
        }
        CheckKeys(entries);
        return result;
    }

    static SerializationEntry? Find(SerializationInfo entries, string name)
    {
        foreach (var entry in entries)
            if (entry.Name == name)
                return entry;
        return null;
    }

    /// <summary>
    /// Hands the entries to the constructor, which may ask the keys, or leave that to the framework: it does when the object is called
    /// back, and all that the keys refer to is there.
    /// </summary>
    public void Construct(object target, SerializationInfo entries, Action<SerializationInfo> constructor)
    {
        CheckEnds(entries, isWhole: false);
        if (KeysOf(_level).Length > 0)
            _given.AddOrUpdate(target, entries);
        constructor(Checked(entries));
    }

    /// <summary>Before the object is called back.</summary>
    public void CheckEnds(object target)
    {
        if (_given.TryGetValue(target, out var entries) && _given.Remove(target))
            CheckEnds(entries, isWhole: true);
    }

    /// <summary>Refuses keys whose hash, order or text would not end.</summary>
    /// <param name="entries">The entries.</param>
    /// <param name="isWhole">Whether all that the keys refer to has been read, so that they may be asked which of them are equal.</param>
    void CheckEnds(SerializationInfo entries, bool isWhole)
    {
        if (ArrayOf(entries, KeysOf(_level)) is not { Rank: 1 } keys)
            return;
        var pairKey = _level.Name == "Dictionary`2" ? keys.GetType().GetElementType()!.GetProperty("Key") : null;
        // Numbers and strings lead nowhere, and there may be millions.
        var keyType = pairKey?.PropertyType ?? keys.GetType().GetElementType()!;
        if (!AskedFields.MayGoOn(keyType) && !AskedFields.MayGoOn(keyType, Asked.Text))
            return;
        object? comparer = ComparerOf(entries);
        // Sets refuse nothing that comes twice; the others' refusal tells it, and the old tables what is there, too.
        bool isTold = isWhole && _level.Name is not ("HashSet`1" or "SortedSet`1"), isEndless = false;
        var all = new List<object>();
        foreach (object? item in keys)
        {
            object? key = item is DictionaryEntry entry ? entry.Key : pairKey is null ? item : pairKey.GetValue(item);
            if (_level.Name == "SortedSet`1")
                KeyWalk.CheckInTree(key, comparer);
            else
                KeyWalk.Check(key, comparer);
            if (!isTold || key is null or string)
                continue;
            all.Add(key);
            isEndless |= !KeyWalk.Ends(key, Asked.Text);
        }
        var told = new HashSet<object>(new AnyComparer(comparer));
        if (isEndless && !all.TrueForAll(told.Add))
            throw new WireFormatException($"A '{entries.ObjectType}' has a key twice, and the text of one does not end.");
    }

    /// <summary>Keys of a class that is not known, by the comparer of their table.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The comparer of a table that exists, which calls it so.")]
    [UnconditionalSuppressMessage("Trimming", "IL2080", Justification = "The comparer of a table that exists, which calls it so.")]
    sealed class AnyComparer(object? comparer) : IEqualityComparer<object>
    {
        readonly Type? _typed = comparer is null ? null : KeyComparer.TypedOf(comparer);

        bool IEqualityComparer<object>.Equals(object? a, object? b) =>
            comparer is IEqualityComparer untyped ? untyped.Equals(a, b)
            : _typed is null ? Equals(a, b)
            : (bool)_typed.GetMethod(nameof(Equals))!.Call(comparer!, a, b)!;

        public int GetHashCode(object key) => comparer is null ? key.GetHashCode() : KeyComparer.HashOf(comparer, key);
    }

    static string KeysOf(Type level) => level.Name switch
    {
        "Dictionary`2" => "KeyValuePairs",
        "HashSet`1" => "Elements",
        "SortedSet`1" => "Items",
        "Hashtable" => "Keys",
        "OrderedDictionary" => "ArrayList",
        _ => "",
    };

    static Array? ArrayOf(SerializationInfo entries, string name) => Find(entries, name)?.Value as Array;

    static float LoadOf(SerializationInfo entries) => Find(entries, nameof(HashtableFields.LoadFactor))?.Value as float? ?? Rooms.Load;

    /// <summary>The room of a typed table, of whose entries there is an array.</summary>
    static int RoomOf(object? said, SerializationInfo entries, string name) =>
        ArrayOf(entries, name) is { } array ? Rooms.Of(said as int? ?? 0, array) : 0;

    static int LengthOf(SerializationInfo entries, string name) => ArrayOf(entries, name)?.Length ?? 0;

    /// <summary>
    /// An object that is a key twice: the framework's own refusal would put its text into the message, and that of an exception goes
    /// through all that are within it (<see cref="PlainEntryConverter"/>).
    /// </summary>
    void CheckTwice(SerializationInfo entries)
    {
        if (ArrayOf(entries,
            _level.Name switch
            {
                "Dictionary`2" => "KeyValuePairs",
                "Hashtable" => "Keys",
                "OrderedDictionary" => "ArrayList",
                _ => ""
            }) is not { Rank: 1 } keys)
            return;
        var pairKey = _level.Name == "Dictionary`2" ? keys.GetType().GetElementType()!.GetProperty("Key") : null;
        if (pairKey is not null && (pairKey.PropertyType.IsValueType || Keys.AreWhole(pairKey.PropertyType)))
            return;
        HashSet<object>? met = null;
        foreach (object? item in keys)
            if ((item is DictionaryEntry entry ? entry.Key : pairKey is null ? item : pairKey.GetValue(item)) is { } key
                && !key.GetType().IsValueType && key is not string
                && !(met ??= new(ReferenceEqualityComparer.Instance)).Add(key))
                throw new WireFormatException($"A '{entries.ObjectType}' has a '{key.GetType()}' as a key twice.");
    }

    /// <summary>Keys whose hash is their value may be chosen so that all fall into one bucket.</summary>
    void CheckKeys(SerializationInfo entries)
    {
        CheckTwice(entries);
        var keys = ArrayOf(entries, _level.Name switch { "Dictionary`2" => "KeyValuePairs", "HashSet`1" => "Elements", _ => "Keys" });
        if (keys is null || keys.Rank != 1 || keys.Length < HashGuard.Start
            || _level.Name is not ("Dictionary`2" or "HashSet`1" or "Hashtable"))
            return;
        var pairKey = _level.Name == "Dictionary`2" ? keys.GetType().GetElementType()!.GetProperty("Key") : null;
        HashGuard? guard = null;
#pragma warning disable CS0618 // what tables of the first edition have
        var provider = _level.Name == "Hashtable"
            ? Keys.Entry<object>(entries, nameof(HashtableFields.HashCodeProvider)) as CaseInsensitiveHashCodeProvider
            : null;
#pragma warning restore CS0618
        int count = 0, buckets = _level.Name == "Hashtable" ? 0 : Rooms.Prime(keys.Length);
        object? comparer = ComparerOf(entries);
        foreach (object? item in keys)
            // What an object's hash is may hang on what is read later; those of values do not.
            if ((pairKey is null ? item : pairKey.GetValue(item)) is not { } key || !Keys.AreWhole(key.GetType()))
                continue;
            else if (provider is not null)
                HashtableSurrogate.CheckHash(ref guard, key, provider, ++count, null);
            else if (key is not string)
                HashGuard.Check(ref guard, key, ++count, buckets, comparer);
    }
}
