using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Values of which the declared type does not say what they are: object and interfaces, bases, ISerializable, XML. What
/// they are must be known, and is told by <c>__type</c> if they are objects; other values tell nothing.
/// </summary>
internal sealed partial class ContractJsonWriter
{
    public override void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            Null();
            return;
        }
        var type = value.GetType();
        if (_key != ContractJsonKey.None)
        {
            WriteDynamicKey(value);
            return;
        }
        if (declared is CollectionModel { Type.IsInterface: true })
        {
            // Whatever is assignable to an interface of collections is written as that.
            ExactValue(declared, value);
            return;
        }
        if (type == typeof(object))
        {
            _out.Write("{}"u8);
            _out.Reserve(Room);
            return;
        }
        if (value is XmlQualifiedName name)
        {
            WriteText(name.IsEmpty ? "" : $"{name.Name}:{name.Namespace}");
            return;
        }
        if (type != declared.Type && _profile.Convention.ModelOf(type) is SurrogateModel { Carrier: var carrier } provided
            && _profile.Convention.IsProvided(provided) && _scope.Knows(carrier.Type, declared.Type))
        {
            value = provided.Surrogate.ToCarrierObject(value)!;
            type = value.GetType();
        }
        var info = ContractInfo.Of(type);
        bool isDeclared = type == declared.Type || IsSameCollection(info, declared);
        if (!isDeclared && _profile.Emits != EmitTypeInformation.Never && declared is ObjectModel && info.HasNameOf(declared))
        {
            info.CheckReadAs(declared, _profile.Convention);
            isDeclared = true;
        }
        if (!isDeclared && _profile.Emits != EmitTypeInformation.Never && info.Kind != ContractKind.BuiltIn && type != typeof(object[])
            && !(info.Kind == ContractKind.Enum && _depth == 0) && !_scope.Knows(type, declared.Type))
        {
            // To name it as a known type would not help where it is no contract.
            ContractRefusedException.Check(_profile.Convention.ModelOf(type));
            throw new NotSupportedException(
                $"A value of the type '{type}' stands where '{declared.Type}' is declared, and is not a known type. {Convention.DataContract.RemedyFor(type, declared.Type)}");
        }
        if (!isDeclared)
            _stoodFor = StoodFor(_profile.Convention.ModelOf(type));
        // An item of a collection that nothing declares tells its type, even the declared one; where no type is told, its entries still
        // have the names of a KeyValuePair's fields.
        _announcesType |= !isDeclared || (type != declared.Type && TellsItems(info));
        // What is written exactly is not announced as a reference, and keeps unknown members all the same.
        _object = value;
        Write(value, type, info, isDeclared, declared.Type);
        _announcesType = false;
        _stoodFor = null;
    }

    /// <summary>
    /// What the object that carries a value tells to be where nothing declares the value; null if nothing of the user's carries it. A
    /// carrier that is no object tells no type.
    /// </summary>
    ContractJsonContract? StoodFor(TypeModel model) =>
        _profile.Emits == EmitTypeInformation.Never || !_profile.Convention.IsCarriedByUser(model) ? null
        : model is SurrogateModel { Carrier: ObjectModel } ? ContractJsonContract.Of(model)
        : throw CarriedByUser.NotDeclared(model.Type);

    void Write(object value, Type type, ContractInfo info, bool isDeclared, Type declared)
    {
        switch (info.Kind)
        {
            case ContractKind.Xml:
                // Of a collection that nothing declares each item is one of an object.
                WriteXml(value, type, !isDeclared ? declared : _announcesType ? typeof(object) : type);
                break;
            case ContractKind.Entries when value is not System.DateTimeOffset:
                WriteEntries((ISerializable)value, type);
                break;
            default:
                var model = _profile.Convention.ModelOf(type);
                ContractRefusedException.Check(model);
                if (model is MapModel map && !isDeclared)
                    _pairsNext = PairOf(map);
                if (model is ScalarModel or EnumModel)
                    Value(model, value);
                else
                    ExactValue(model, value);
                break;
        }
    }

    /// <summary>
    /// Whether the items of a collection of another class than the declared one tell their types, as they do where nothing declares it.
    /// Those of a dictionary do not, but for XML: the original writes entries then that it cannot read. What a type of the user's carries
    /// has none to tell.
    /// </summary>
    bool TellsItems(ContractInfo info) =>
        info.ItemType is { } item && (info.Kind == ContractKind.Collection
            ? !_profile.Convention.IsCarriedByUser(_profile.Convention.ModelOf(item))
            : ContractInfo.Of(item).Kind == ContractKind.Xml);

    /// <summary>Collections of the same items have the same contract: which class holds them is nobody's business.</summary>
    static bool IsSameCollection(ContractInfo info, TypeModel declared) =>
        info.IsSameCollection(declared) && (declared.Type != typeof(Array) || info.Type == typeof(object[]));

    /// <summary>An entry of a dictionary that nothing declares is a KeyValuePair, with the names of its fields.</summary>
    byte[] PairOf(MapModel map)
    {
        if (_profile.Emits == EmitTypeInformation.Never)
            return [.. "{\"key\":"u8];
        var contract = ContractJsonContract.NameOf(ContractInfo.Of(map.ItemType).Name, ContractInfo.Of(map.ItemType).Namespace);
        return System.Text.Encoding.UTF8.GetBytes($"{{\"__type\":\"{contract}\",\"key\":");
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    void WriteDynamicKey(object value)
    {
        var model = _profile.Convention.ModelOf(value.GetType());
        if (TextKeys.Of(value.GetType()) is { } text)
        {
            WriteText((string)text.ToCarrierObject(value)!);
            return;
        }
        if (model is not (ScalarModel { Scalar: not Scalar.Bytes } or EnumModel) && value is not (Uri or XmlQualifiedName))
            RefuseKey(model);
        WriteText(Convert.ToString(value, CultureInfo.InvariantCulture)!);
    }

    /// <summary>
    /// What it writes itself, as the text of a string: a document of the declared type, which tells the value's where that is another.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Told)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Told)]
    void WriteXml(object value, Type type, Type declared)
    {
        try
        {
            var options = type == declared || !_scope.Knows(type, declared) ? _profile.Xml : _profile.XmlKnowing(type);
            WriteText(Encoding.UTF8.GetString(ContractXml.Serialize(value, declared, options)));
        }
        catch (Exception e) when (e is ArgumentException or XmlException or SerializationException)
        {
            throw new NotSupportedException($"The XML that a '{type}' writes is refused: {e.Message}", e);
        }
        _out.Reserve(Room);
    }

    /// <summary>ISerializable: a member for each entry, of whatever is in it.</summary>
    void WriteEntries(ISerializable value, Type type)
    {
#pragma warning disable SYSLIB0050 // the pattern is what is being written
        var callbacks = CallbackMethods.OfContract(type);
        foreach (var callback in callbacks.Writing)
            callback.CallBack(value);
        var entries = new SerializationInfo(type, new FormatterConverter());
        value.GetObjectData(entries, new StreamingContext(StreamingContextStates.All));
#pragma warning restore SYSLIB0050
        Enter();
        var model = _profile.Convention.ModelOf(type);
        var contract = ContractJsonContract.Of(model);
        _scope.Open(contract, _depth);
        _out.Put((byte)'{');
        if (_announcesType || _profile.Emits == EmitTypeInformation.Always)
            WriteType(contract);
        _announcesType = false;
        var any = _profile.Convention.ModelOf(typeof(object));
        foreach (var entry in entries)
        {
            if (_out.Last != (byte)'{')
                _out.Put((byte)',');
            WriteText(Conventions.ContractNames.Encode(entry.Name));
            _out.Put((byte)':');
            _out.Reserve(Room);
            Dynamic(entry.Value, any);
        }
        _scope.Close(_depth);
        _depth--;
        _out.Put((byte)'}');
        _out.Reserve(Room);
        foreach (var callback in callbacks.Written)
            callback.CallBack(value);
    }
}
