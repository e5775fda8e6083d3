using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer;

/// <summary>Sequences: an element an item. Maps: an entry element with a key's and a value's in it.</summary>
internal ref partial struct ContractXmlSink
{
    public void BeginArray(TypeModel model, int count)
    {
        var table = ContractXmlProfile.TableOf(model);
        if (_profile.Preserves && _sized)
            WriteMark("z:Size"u8, default, count);
        _sized = false;
        Enter(table, count);
        if (table.Namespace != _default && table.Info.Namespace.Length > 0)
            Declare(table.Namespace);
        if (table.Content >= 0)
            Declare(table.Content);
    }

    public void Item(int index)
    {
        var table = _state.Frames[_depth - 1].Table;
        if (table.Namespace == _default)
            OpenPlain(table, 0);
        else
            Open(table, 0, table.Namespace, false);
    }

    public void EndArray(TypeModel model) => Leave();

    public void BeginMap(TypeModel model, int count)
    {
        var table = ContractXmlProfile.TableOf(model);
        if (_profile.Preserves && _sized)
            WriteMark("z:Size"u8, default, count);
        _sized = false;
        Enter(table, 3L * count);
        if (table.Namespace != _default && table.Info.Namespace.Length > 0)
            Declare(table.Namespace);
    }

    public void Key(TypeModel model, int index)
    {
        var table = _state.Frames[_depth - 1].Table;
        if (index > 0)
            EndEntry(table);
        Open(table, ContractXmlTable.Entry, table.Namespace, false);
        CloseTag();
        OpenInEntry(table, ContractXmlTable.Key);
    }

    public void MapValue(TypeModel model) => OpenInEntry(_state.Frames[_depth - 1].Table, ContractXmlTable.Value);

    void OpenInEntry(ContractXmlTable table, int name)
    {
        Open(table, name, table.Namespace, false);
        if (table.Declared[name] >= 0)
            Declare(table.Declared[name]);
    }

    /// <summary>The entry's element declares nothing itself, so there is nothing to take back.</summary>
    void EndEntry(ContractXmlTable table)
    {
        _names = table;
        _record = ContractXmlTable.Entry * table.Stride;
        _prefix = Find(table.Namespace) ?? ContractXmlState.NoPrefix;
        _outside = _prefixes;
        EndElement();
    }

    public void EndMap(TypeModel model, int count)
    {
        if (count > 0)
            EndEntry(_state.Frames[_depth - 1].Table);
        Leave();
    }
}
