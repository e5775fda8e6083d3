using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Sequences and maps: elements of other names among the items are passed over, but for arrays of some numbers, as the original does.
/// </summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    public int BeginArray(TypeModel model)
    {
        int size = _identity is not null && model is SequenceModel { Build.Kind: BuildKind.Array } array ? ToldSize(array) : -1;
        Enter(ContractXmlProfile.TableOf(model), 0);
        if (_filled is not null)
            NoteFilled();
        return size;
    }

    public bool NextItem(int index, int count)
    {
        var names = _top.Table;
        if (_scan.IsAtEnd || (!TryOpen(names, 0) && !NextElement(names, 0, skips: !names.IsStrict || _scan.IsPlain)))
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
            // The value's place is behind its key, also where another one follows there.
            if (index == ContractXmlTable.Key && _top.IsInEntry && Find(names, ContractXmlTable.Value, ContractXmlTable.Value + 1) >= 0)
                throw _scan.Error(
                    $"The '{System.Text.Encoding.UTF8.GetString(_scan.LocalName)}' of a map's entry stands before its '{System.Text.Encoding.UTF8.GetString(names.NameOf(index))}'.");
            if (!skips)
                throw _scan.Error(
                    $"An element '{System.Text.Encoding.UTF8.GetString(_scan.LocalName)}' stands among the items of a collection, which are '{System.Text.Encoding.UTF8.GetString(names.NameOf(index))}' of namespace '{names.Info.Namespace}'.");
            SkipUnknown();
        }
    }

    /// <summary>Numbers: the items of a packed array in one piece, others one by one.</summary>
    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        BeginArray(model);
        T[]? result = null;
        var further = new Gather<T>();
        for (int i = 0; NextItem(i, -1); i++)
        {
            if (TakeRest<T>(i) is not { } block)
            {
                further.Add(BulkItems.Read<ContractXmlSource<TEmit, TScan>, T>(ref this));
            }
            else if (i == 0 && _scan.IsAtEnd)
            {
                // There is nothing else, as in all documents but those of strangers.
                result = block;
            }
            else
            {
                foreach (var item in block)
                    further.Add(item);
                i += block.Length - 1;
            }
        }
        EndArray(model);
        return OfItsOwn(result ?? further.ToArray());
    }

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged
    {
        BeginArray(model);
        for (int i = 0; NextItem(i, -1); i++)
        {
            if (TakeRest<T>(i) is not { } block)
            {
                target.Add(BulkItems.Read<ContractXmlSource<TEmit, TScan>, T>(ref this));
                continue;
            }
            target.AddRange(block);
            i += block.Length - 1;
        }
        EndArray(model);
    }

    /// <summary>The item that was just opened and the rest of its packed array, if they are of this type.</summary>
    T[]? TakeRest<T>(int index) where T : unmanaged
    {
        if (_profile.IsNet || _scan.TakeRest<T>() is not { } items)
            return null;
        if (items.Length > _profile.MaxItems - index)
            throw _scan.Error($"A collection has more than {_profile.MaxItems} items (Limits.MaxItems).");
        Count(items.Length - 1);
        return items;
    }

    public void EndArray(TypeModel model) => Leave();

    public int BeginMap(TypeModel model)
    {
        Enter(ContractXmlProfile.TableOf(model), 0);
        if (_filled is not null)
            NoteFilled();
        return -1;
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        ref var frame = ref _top;
        if (frame.IsInEntry)
        {
            // Elements behind the value are passed over, and text is no more than elsewhere.
            while (PeekMember() != XmlToken.End)
            {
                _scan.ReadStart();
                _leaf = ref Unsafe.NullRef<byte>();
                _scan.SkipRest();
            }
            _scan.ReadEnd();
            frame.IsInEntry = false;
        }
        if (!NextElement(frame.Table, ContractXmlTable.Entry, skips: true))
            return false;
        if (index >= _profile.MaxItems)
            throw _scan.Error($"A map has more than {_profile.MaxItems} entries (Limits.MaxItems).");
        Count(3);
        // An entry is what it holds, whatever nil says; without a key it is an error.
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
