using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;

namespace Isomer.Conventions;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about

/// <summary>
/// An ISerializable, carried as the entries that it names itself (<see cref="SerializationInfo"/>, which formats of this family write and
/// read as a value without a type). A class comes into being first, and its constructor (SerializationInfo, StreamingContext) runs on it
/// when its entries are there: so they may refer to it.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class EntriesSurrogate<T>(Convention convention) : Surrogate<T, SerializationInfo>, IFieldsSurrogate
{
    readonly bool _isTable = TableXml.Is(typeof(T));

    // Its entries are text: nothing in them refers to it, so that it need not exist before.
    readonly bool _isLoneTable = TableXml.IsItself(typeof(T)) && typeof(T).Name == "DataTable";

    readonly Callbacks _callbacks = CallbackMethods.OfFields(typeof(T));
    readonly CollectionEntries? _base = CollectionEntries.Of(typeof(T));
    ConstructorInfo? _constructor;

    public bool IsEntries => true;

    internal override DynamicallyAccessedMemberTypes Reached =>
        DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.NonPublicConstructors
        | DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods;

    // A constructor keeps what it is given; what it does with it before it is whole is its own business, as it was BinaryFormatter's. (What
    // is made here of the entries is another matter.)
    public bool IsWhole => _base is { IsMadeOfEntries: true };

    public bool IsTable => _isTable;

    public bool HasEffects => !_callbacks.IsNoneAtWriting || !Trimming.IsOfFramework(typeof(T));

    // What a class of one's own does with its entries is its own business, as it was BinaryFormatter's.
    public bool CopiesEntry(string name) => _isTable || (_base is not null && CollectionEntries.IsRead(name));

    // What XSD says of a column's type; comparers and hashes of an age before KeyComparer, which say "no case, no culture".
    public bool Passes(string name) =>
        _isTable ? TableEntries.IsPassed(name) : _base is { IsHost: true } && name is ("HashProvider" or "Comparer");

    public ClrName? Name => null;

    internal override bool IsInPlace => !typeof(T).IsValueType && !_isLoneTable;

    internal override object Begin() => typeof(WeakReference).IsAssignableFrom(typeof(T)) ? WeakReferences.Begin(typeof(T)) : base.Begin();

    internal override bool WaitsForGraph => _base is { IsMadeOfEntries: true, WaitsForGraph: true };

    // All of the framework's collections that write entries do, and nothing of a class that is made of entries alone is a field of its own.
    internal override bool FillsItself(object carrier) => true;

    internal override bool WaitsFor(object carrier) => carrier is not SerializationInfo entries || _base!.WaitsFor(entries);

    // A boxed copy would be called back, not the value.
    internal override bool TakesNull => !typeof(T).IsValueType;

    public override SerializationInfo ToCarrier(T value)
    {
        WrittenGraph.Begun(_callbacks, value!);
        var entries = new SerializationInfo(typeof(T), new FormatterConverter());
        if (_isTable)
            TableEntries.Write(value!, entries, CallbackContext.Current);
        else if (_base?.TryWrite(value!, entries) != true)
            using (WrittenGraph.Leave(out var context))
                ((ISerializable)value!).GetObjectData(entries, context);
        WrittenGraph.Written(_callbacks.Written, value!);
        return entries;
    }

    public override T FromCarrier(SerializationInfo carrier)
    {
        if (carrier.ObjectType != typeof(T))
            throw new WireFormatException($"A '{carrier.ObjectType}' stands where a '{typeof(T)}' is expected.");
        if (_isLoneTable)
            return (T)(object)TableEntries.ReadTable(carrier, convention);
        object target = Begin();
        Construct(target, carrier);
        BeforeCalledBack(target);
        foreach (var callback in _callbacks.Read)
            callback.CallBack(target);
        return (T)target;
    }

    // A base that has no methods for entries any more throws where it is called back, too.
    internal override ImmutableArray<MethodInfo> CalledBack =>
        _base is { IsHost: true }
            ? _callbacks.Read.RemoveAll(static c => c.DeclaringType == typeof(IDeserializationCallback))
            : _callbacks.Read;

    internal override void BeforeCalledBack(object target) => _base?.CheckEnds(target);

    internal override void Make(T target, SerializationInfo carrier) => Construct(target!, carrier);

    void Construct(object target, SerializationInfo entries)
    {
        foreach (var callback in _callbacks.Reading)
            callback.CallBack(target);
        if (_base is { IsMadeOfEntries: true })
        {
            _base.Make(target, entries);
            return;
        }
        if (_isTable)
        {
            _constructor ??= target.GetType().GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, [])
                ?? throw new NotSupportedException($"'{typeof(T)}' cannot be read: it needs a constructor without parameters.");
            _constructor.Invoke(target, BindingFlags.DoNotWrapExceptions, null, null, null);
            TableEntries.ReadInto(target, entries, convention);
            return;
        }
        // mono calls it so.
        if (target is nuint && entries.GetEnumerator() is var all && all.MoveNext() && all.Name == "pointer")
            entries.AddValue("value", all.Value);
        _constructor ??= SelfSerializing.OfEntries(typeof(T));
        if (_base is null)
            Hand(entries);
        else
            _base.Construct(target, entries, Hand);
        if (target is WeakReference)
            WeakReferences.End(target);
        if (target is Exception exception)
            FrameworkExceptions.CheckEnds(exception);

        void Hand(SerializationInfo given)
        {
            using (WrittenGraph.Leave(out var context))
                _constructor.Invoke(target, BindingFlags.DoNotWrapExceptions, null, [given, context], null);
        }
    }
}
