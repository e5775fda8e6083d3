using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// NetDataContractSerializer's form: z:Type and z:Assembly, and the framework's collections as the fields or entries that they are.
/// </summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>z:Type and z:Assembly: of the root, of what is not of its declared type, and of entries.</summary>
    void WriteNetType(Type type)
    {
        Declare(ContractXmlState.Z, ContractXmlState.Serialization);
        var (name, assembly) = ContractNetNames.Of(type, _profile.Options.Binder);
        _emit.Attribute("z", "Type", name);
        _emit.Attribute("z", "Assembly", assembly);
    }

    /// <summary>
    /// A collection of the framework: numbered, and with its type where that is not the declared one or all that it has are entries.
    /// </summary>
    bool BeginFields(IFieldsSurrogate fields, TypeModel model, object value)
    {
        if (value.GetType() != model.Type)
        {
            Dynamic(value, model);
            return true;
        }
        bool isEntry = _isEntry;
        if (Reference(value))
            return true;
        _sized = false;
        if (fields.IsEntries && !isEntry && _depth > 0)
            WriteNetType(model.Type);
        return false;
    }

    /// <summary>An entry has an identity and says its type, whatever it is: a value here, an object when it is numbered.</summary>
    void BeginEntry(MemberModel entry)
    {
        _isEntry = !entry.Type.IsValueType;
        if (_isEntry)
            return;
        // An object of its own, as it is in a SerializationInfo.
        (_state.References ??= new ReferenceTracker()).Seen(new object(), out int number);
        WriteMark("Id"u8, false, number);
        WriteNetType(entry.Type);
    }

    /// <summary>Refuses a reference to what the reader has not made yet when it comes there.</summary>
    readonly void CheckReady(object value)
    {
        foreach (object open in _state.Unready)
            if (ReferenceEquals(open, value))
                throw new NotSupportedException(
                    $"A '{value.GetType()}' contains itself, and can only be made when all that is in it has been read ({nameof(ContractXmlOptions.NetDataContract)}). Carry it by a surrogate.");
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>Refuses an object that wants another to be made of its entries: z:FactoryType is not written.</summary>
    static void CheckNetType(SerializationInfo info, Type type)
    {
        if (info.ObjectType != type || info.IsFullTypeNameSetExplicit || info.IsAssemblyNameSetExplicit)
            throw new NotSupportedException(
                $"'{type}' has its entries read as a '{info.FullTypeName}' (SerializationInfo.SetType), which {nameof(ContractXmlOptions.NetDataContract)} does not write. Carry it by a surrogate.");
    }
#pragma warning restore SYSLIB0050
}
