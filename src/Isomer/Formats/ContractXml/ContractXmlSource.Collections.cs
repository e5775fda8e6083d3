using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Sequences and maps: elements of other names among the items are passed over, but for arrays of some numbers, as the original does.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    public int BeginArray(TypeModel model)
    {
        Enter(ContractXmlProfile.TableOf(model), 0);
        return -1;
    }

    public bool NextItem(int index, int count)
    {
        var names = _top.Table;
        if (_scan.IsAtEnd || (!TryOpen(names, 0) && !NextElement(names, 0, skips: !names.IsStrict)))
            return false;
        if (index >= _profile.MaxItems)
            throw _scan.Error($"A collection has more than {_profile.MaxItems} items (Limits.MaxItems).");
        Count(1);
        return true;
    }

    /// <summary>Opens the next element of this name; false at the end of the enclosing one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool NextElement(ContractXmlTable names, int index, bool skips)
    {
        while (true)
        {
            switch (_scan.Peek())
            {
                case XmlToken.End:
                    return false;
                case XmlToken.Text:
                    throw _scan.Error("Text stands where an element is expected.");
                case XmlToken.Nothing:
                    throw _scan.Error("The document ends too early.");
            }
            _scan.ReadStart();
            _leaf = ref Unsafe.NullRef<byte>();
            if (Find(names, index, index + 1) >= 0)
                return HoldLeaf(names, index);
            if (!skips)
                throw _scan.Error($"An element '{System.Text.Encoding.UTF8.GetString(_scan.LocalName)}' stands among the items of a collection, which are '{System.Text.Encoding.UTF8.GetString(names.NameOf(index))}' of namespace '{names.Info.Namespace}'.");
            _scan.SkipRest();
        }
    }

    public void EndArray(TypeModel model) => Leave();

    public int BeginMap(TypeModel model)
    {
        Enter(ContractXmlProfile.TableOf(model), 0);
        return -1;
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        ref var frame = ref _top;
        if (frame.IsInEntry)
        {
            _scan.SkipRest();
            frame.IsInEntry = false;
        }
        if (!NextElement(frame.Table, ContractXmlTable.Entry, skips: true))
            return false;
        if (index >= _profile.MaxItems)
            throw _scan.Error($"A map has more than {_profile.MaxItems} entries (Limits.MaxItems).");
        Count(3);
        if (_scan.HasAttributes && IsNil())
            throw _scan.Error("An entry of a map cannot be null.");
        frame.IsInEntry = true;
        OpenInEntry(frame.Table, ContractXmlTable.Key);
        return true;
    }

    public void MapValue(TypeModel model) => OpenInEntry(_top.Table, ContractXmlTable.Value);

    void OpenInEntry(ContractXmlTable names, int index)
    {
        if (!NextElement(names, index, skips: true))
            throw _scan.Error($"An entry of a map lacks its '{System.Text.Encoding.UTF8.GetString(names.NameOf(index))}'.");
    }

    public void EndMap(TypeModel model) => Leave();
}
