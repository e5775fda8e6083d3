using Isomer.Model;

namespace Isomer.Formats;

internal sealed unsafe partial class ContractJsonReader
{
    // The key of a map in the simple format is being read: it is a name.
    bool _key;

    public override int BeginArray(TypeModel model)
    {
        Enter();
        _scope.Open(model, _depth);
        ref var frame = ref _frames[_depth];
        if (Peek() == (byte)'[')
        {
            frame.Form = ContractJsonForm.Array;
            _position++;
        }
        else if (Peek() == (byte)'{' && !_profile.Options.IsStrict)
        {
            frame.Form = ContractJsonForm.Object;
            // Arrays of these, and interfaces that it makes arrays for, the original reads another way, which refuses other names than
            // item.
            frame.Seen = (model.Type.IsArray || model.Type.IsInterface)
                && model is SequenceModel
                {
                    Element: ScalarModel
                    {
                        Scalar: Scalar.Boolean or Scalar.DateTime or Scalar.Decimal
                    or Scalar.Int32 or Scalar.Int64 or Scalar.Single or Scalar.Double
                    }
                } ? 1u : 0;
            _position++;
        }
        else
        {
            frame.Form = OpenOther("'['");
        }
        return -1;
    }

    public override bool NextItem(int index, int count)
    {
        var form = _frames[_depth].Form;
        if (form == ContractJsonForm.Array && index == 0 && Peek() is not ((byte)']' or (byte)','))
            return CountItem(index);
        return form != ContractJsonForm.Empty && NextItemSlowly(index, form);
    }

    bool NextItemSlowly(int index, ContractJsonForm form)
    {
        byte close = form == ContractJsonForm.Array ? (byte)']' : (byte)'}';
        bool first = index == 0;
        while (true)
        {
            if (Peek() == close)
            {
                _position++;
                return false;
            }
            if (!first)
            {
                if (Peek() != (byte)',')
                    Fail($"',' or '{(char)close}'");
                _position++;
                if (Peek() == close && !_profile.Options.IsStrict)
                {
                    _position++;
                    return false;
                }
            }
            if (form == ContractJsonForm.Array)
                return CountItem(index);
            first = false;
            ReadName();
            if (NameIs("item"u8))
                return CountItem(index);
            if (_frames[_depth].Seen != 0)
                throw Error("An object with other members than 'item' stands where an array is expected.");
            SkipValue();
        }
    }

    bool NameIs(ReadOnlySpan<byte> name) =>
        _nameEscaped
            ? NameText() == System.Text.Encoding.UTF8.GetString(name)
            : new ReadOnlySpan<byte>(_start + _nameStart, _nameLength).SequenceEqual(name);

    void CheckItem(int index)
    {
        if (index >= _profile.MaxItems)
            throw Error($"A collection has more than {_profile.MaxItems} items (Limits.MaxItems).");
    }

    bool CountItem(int index)
    {
        CheckItem(index);
        if (_profile.MaxGraph != int.MaxValue)
            Count(1);
        return true;
    }

    public override void EndArray(TypeModel model)
    {
        _scope.Close(_depth);
        _depth--;
    }

    /// <summary>Both forms of maps are taken, whichever is written: the original takes one and shows the other as empty.</summary>
    public override int BeginMap(TypeModel model)
    {
        Enter();
        _scope.Open(model, _depth);
        ref var frame = ref _frames[_depth];
        frame.ValueAt = frame.EntryEnd = -1;
        if (Peek() == (byte)'{')
        {
            frame.Form = ContractJsonForm.Object;
            _position++;
        }
        else if (Peek() == (byte)'[')
        {
            frame.Form = ContractJsonForm.Array;
            _position++;
        }
        else
        {
            frame.Form = OpenOther("'['");
        }
        return -1;
    }

    public override bool NextKey(TypeModel model, int index, int count)
    {
        ref var frame = ref _frames[_depth];
        if (frame.Form == ContractJsonForm.Empty)
            return false;
        if (frame.Form == ContractJsonForm.Array && index > 0)
            EndEntry(ref frame);
        byte close = frame.Form == ContractJsonForm.Object ? (byte)'}' : (byte)']';
        if (Peek() == close)
        {
            _position++;
            return false;
        }
        if (index > 0)
        {
            if (Peek() != (byte)',')
                Fail($"',' or '{(char)close}'");
            _position++;
            if (Peek() == close && !_profile.Options.IsStrict)
            {
                _position++;
                return false;
            }
        }
        CountItem(index);
        if (_profile.MaxGraph != int.MaxValue && frame.Form != ContractJsonForm.Object)
            Count(2);
        if (frame.Form == ContractJsonForm.Object)
        {
            if (Peek() != (byte)'"')
                Fail("a name in quotes");
            _key = true;
        }
        else
        {
            BeginEntry(ref frame);
        }
        return true;
    }

    public override void MapValue(TypeModel model)
    {
        ref var frame = ref _frames[_depth];
        if (frame.Form == ContractJsonForm.Object)
        {
            _key = false;
            Expect((byte)':');
        }
        else if (frame.ValueAt >= 0)
        {
            _position = frame.ValueAt;
        }
        else
        {
            FindValue();
        }
    }

    public override void EndMap(TypeModel model)
    {
        _scope.Close(_depth);
        _depth--;
    }

    /// <summary>Goes to the key of the entry that begins here. Where it does not come first, it is looked for.</summary>
    void BeginEntry(ref ContractJsonFrame frame)
    {
        frame.ValueAt = frame.EntryEnd = -1;
        Expect((byte)'{');
        var usual = "\"Key\":"u8;
        if (Rest.StartsWith(usual))
        {
            _position += usual.Length;
            return;
        }
        int keyAt = -1;
        for (bool first = true; NextName(first); first = false)
        {
            if (NameIs("Key"u8))
                SetOnce(ref keyAt);
            else if (NameIs("Value"u8))
                SetOnce(ref frame.ValueAt);
            SkipValue();
            frame = ref _frames[_depth];
        }
        if (keyAt < 0 || frame.ValueAt < 0)
            throw Error("An entry of a map has no 'Key' or no 'Value'.");
        frame.EntryEnd = _position;
        _position = keyAt;
    }

    void SetOnce(ref int place)
    {
        if (place >= 0)
            throw Error("An entry of a map has two keys, or two values.");
        place = _position;
    }

    /// <summary>Behind the key: on to the value.</summary>
    void FindValue()
    {
        var usual = ",\"Value\":"u8;
        if (Rest.StartsWith(usual))
        {
            _position += usual.Length;
            return;
        }
        while (NextName(first: false))
        {
            if (NameIs("Value"u8))
                return;
            if (NameIs("Key"u8))
                throw Error("An entry of a map has two keys.");
            SkipValue();
        }
        throw Error("An entry of a map has no 'Value'.");
    }

    /// <summary>Behind the value: to the end of the entry.</summary>
    void EndEntry(ref ContractJsonFrame frame)
    {
        if (frame.EntryEnd >= 0)
        {
            _position = frame.EntryEnd;
            return;
        }
        while (NextName(first: false))
        {
            if (NameIs("Value"u8) || NameIs("Key"u8))
                throw Error("An entry of a map has two keys, or two values.");
            SkipValue();
        }
    }

    /// <summary>The next name in an object that no table is for; false, and moved on, at its end.</summary>
    bool NextName(bool first)
    {
        if (Peek() == (byte)'}')
        {
            _position++;
            return false;
        }
        if (!first)
        {
            if (Peek() != (byte)',')
                Fail("',' or '}'");
            _position++;
            if (Peek() == (byte)'}' && !_profile.Options.IsStrict)
            {
                _position++;
                return false;
            }
        }
        ReadName();
        return true;
    }
}
