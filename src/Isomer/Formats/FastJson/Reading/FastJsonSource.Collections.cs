using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Arrays; dictionaries in either form, whatever their keys are.</summary>
internal ref partial struct FastJsonSource
{
    readonly bool IsPairs => (_pairs & 1) != 0;

    public int BeginArray(TypeModel model)
    {
        _isObject = false;
        return _json.BeginArray(model);
    }

    public bool NextItem(int index, int count) => _json.NextItem(index, count);

    public void EndArray(TypeModel model) => _json.EndArray(model);

    public T[] Bulk<T>(TypeModel model) where T : unmanaged => throw new NotSupportedException();

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => throw new NotSupportedException();

    public int BeginMap(TypeModel model)
    {
        _isObject = false;
        _json.Enter();
        if (++_maps > MostMaps)
            throw _json.Error($"Dictionaries nest deeper than {MostMaps} levels.");
        byte next = _json.Peek();
        if (next is not ((byte)'[' or (byte)'{') || (next == (byte)'{' && JsonMapForm.KeysOf(model) == JsonKeys.Pairs))
            _json.Fail(next == (byte)'{' ? "'['" : "'{' or '['");
        _json.Position++;
        _pairs = (_pairs << 1) | (next == (byte)'[' ? 1UL : 0);
        return -1;
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        if (!IsPairs)
            return _isKey = _json.NextKey(model, index, count);
        if (index > 0)
        {
            _json.Expect((byte)'}');
            _json.Leave();
        }
        while (_json.NextItem(index, -1))
        {
            if (OpensPair())
                return true;
            index++;
        }
        return false;
    }

    public void MapValue(TypeModel model)
    {
        _isKey = false;
        if (!IsPairs)
        {
            _json.MapValue(model);
            return;
        }
        _json.Expect((byte)',');
        ExpectName("v"u8, "Value"u8, "the name \"v\"");
    }

    void ExpectName(ReadOnlySpan<byte> name, ReadOnlySpan<byte> old, string description)
    {
        byte next = _json.Peek();
        int at = _json.Position;
        _json.ReadName(next);
        var found = _json.IsLastNamePlain ? _json.LastName : System.Text.Encoding.UTF8.GetBytes(_json.NameText(_json.LastName, true));
        if (!found.SequenceEqual(name) && !found.SequenceEqual(old))
        {
            _json.Position = at;
            _json.Fail(description);
        }
        _json.Expect((byte)':');
    }

    public void EndMap(TypeModel model)
    {
        _pairs >>= 1;
        _maps--;
        _json.Leave();
    }

    public readonly ComparerCode Comparer() => throw new NotSupportedException();
}
