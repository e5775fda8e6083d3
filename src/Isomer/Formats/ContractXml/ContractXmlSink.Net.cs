using Isomer.Model;
using Isomer.Wire;

namespace Isomer;

/// <summary>NetDataContractSerializer's form: z:Type and z:Assembly, and lists as the objects that they are.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>z:Type and z:Assembly: of the root, and of what is not of its declared type.</summary>
    void WriteNetType(Type type)
    {
        Declare(ContractXmlState.Z, ContractXmlState.Serialization);
        var (name, assembly) = ContractNetNames.Of(type);
        _emit.Attribute("z", "Type", name);
        _emit.Attribute("z", "Assembly", assembly);
    }

    /// <summary>A list is an object with the fields _items, an array with an identity of its own, _size and _version.</summary>
    void BeginNetList(TypeModel model, ContractXmlTable table, int count)
    {
        if (_object?.GetType() is not { IsGenericType: true } type || type.GetGenericTypeDefinition() != typeof(List<>))
            throw new NotSupportedException(
                $"'{_object?.GetType() ?? model.Type}' has no form in {nameof(ContractXmlOptions.NetDataContract)} here: arrays and List<T> have. Declare one of these, or carry it by a surrogate.");
        _sized = false;
        Enter(table, count);
        if (table.Content >= 0)
            Declare(table.Content);
        Open(ContractXmlTable.OfNetList, ContractXmlTable.NetItems, table.Namespace, false);
        (_state.References ??= new ReferenceTracker()).Seen(new object(), out int number);
        WriteMark("Id"u8, false, number);
        WriteMark("Size"u8, false, count);
        Enter(table, 0);
        _state.Frames[_depth - 1].NetCount = count;
    }

    void EndNetList(ContractXmlTable table)
    {
        int count = _state.Frames[_depth - 1].NetCount;
        Leave();
        Open(ContractXmlTable.OfNetList, ContractXmlTable.NetSize, table.Namespace, false);
        Int32(count);
        Open(ContractXmlTable.OfNetList, ContractXmlTable.NetVersion, table.Namespace, false);
        Int32(count);
        Leave();
    }
}
