using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Sequences: an element an item. Maps: an entry element with a key's and a value's in it.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    public void BeginArray(TypeModel model, int count)
    {
        var table = ContractXmlProfile.TableOf(model);
        // Before the size: a writer of the caller's gets them one by one.
        if (table.Content >= 0)
            Declare(table.Content);
        if (_profile.Preserves && _sized && table.TellsSize)
            WriteMark("Size"u8, false, count);
        _sized = false;
        if (count > 0 && table.ItemRefusal is { } why)
            throw new ContractRefusedException(why);
        Enter(table, count);
    }

    public void Item(int index)
    {
        var table = _state.Frames[_depth - 1].Table;
        if (table.HasQNames)
            (_names, _name) = (table, 0);
        else if (TEmit.IsWriter || table.Namespace == _default)
            OpenPlain(table, 0);
        else
            Open(table, 0, table.Namespace, false);
    }

    /// <summary>Numbers as they lie in memory: of a packed array in one piece, else one by one.</summary>
    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        BeginArray(model, items.Length);
        if (_state.Frames[_depth - 1].Table is { IsPacked: true } table && items.Length > 0)
        {
            WritePacked(table, items);
        }
        else
        {
            for (int i = 0; i < items.Length; i++)
            {
                Item(i);
                BulkItems.Write(ref this, items[i]);
            }
        }
        EndArray(model);
    }

    /// <summary>The tag of one item, then all of them.</summary>
    void WritePacked<T>(ContractXmlTable table, ReadOnlySpan<T> items) where T : unmanaged
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        _tag.Prefix = TEmit.IsWriter
            ? ContractXmlState.NoPrefix
            : Find(table.Namespace) ?? Bind(ContractXmlState.NoPrefix, table.Namespace, null);
        _tag.Names = table;
        _tag.Record = 0;
        _emit.StartArray(in _tag, table.Namespace);
        BeginValue();
        _emit.Array(items);
        EndValue();
    }

    public void EndArray(TypeModel model) => Leave();

    public void BeginMap(TypeModel model, int count)
    {
        var table = ContractXmlProfile.TableOf(model);
        if (_profile.Preserves && _sized)
            WriteMark("Size"u8, false, count);
        _sized = false;
        if (count > 0 && table.ItemRefusal is { } why)
            throw new ContractRefusedException(why);
        Enter(table, 3L * count);
    }

    public void Key(TypeModel model, int index)
    {
        ref var frame = ref _state.Frames[_depth - 1];
        var table = frame.Table;
        if (index > 0)
            EndEntry(table, frame.BeforeEntry);
        frame.BeforeEntry = _prefixes;
        Open(table, ContractXmlTable.Entry, table.Namespace, false);
        CloseTag();
        OpenInEntry(table, ContractXmlTable.Key);
    }

    public void MapValue(TypeModel model) => OpenInEntry(_state.Frames[_depth - 1].Table, ContractXmlTable.Value);

    void OpenInEntry(ContractXmlTable table, int name)
    {
        if (table.HasQNames
            && (name == ContractXmlTable.Key ? ((MapModel)table.Model).KeyType : ((MapModel)table.Model).ValueType)
                == typeof(System.Xml.XmlQualifiedName))
        {
            (_names, _name) = (table, name);
            return;
        }
        Open(table, name, table.Namespace, false);
        if (table.Declared[name] >= 0)
            Declare(table.Declared[name]);
    }

    void EndEntry(ContractXmlTable table, int before)
    {
        _tag.Names = table;
        _tag.Record = ContractXmlTable.Entry * table.Stride;
        _tag.Prefix = Find(table.Namespace) ?? ContractXmlState.NoPrefix;
        _outside = before;
        EndElement();
    }

    public void EndMap(TypeModel model, int count)
    {
        if (count > 0)
            EndEntry(_state.Frames[_depth - 1].Table, _state.Frames[_depth - 1].BeforeEntry);
        Leave();
    }
}
