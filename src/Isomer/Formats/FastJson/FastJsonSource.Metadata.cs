using Isomer.Model;

namespace Isomer;

/// <summary>
/// $types, $type and $i: read where they stand first in an object, which is where fastJSON puts them; a $type behind other members
/// is found by going over the whole text once.
/// </summary>
internal ref partial struct FastJsonSource
{
    /// <summary>Takes the metadata that stand behind an opening brace; true if any, and then the comma or brace behind them is next.</summary>
    bool ReadMetadata()
    {
        _typeAt = -1;
        bool any = false;
        int end = _json.Position;
        while (StartsMetadata() && ReadOne())
        {
            any = true;
            byte next = _json.Peek();
            end = _json.Position;
            if (next != (byte)',')
                return true;
            _json.Position++;
        }
        _json.Position = end;
        return any;
    }

    /// <summary>Whether a name that begins with a dollar follows.</summary>
    bool StartsMetadata()
    {
        byte next = _json.Peek();
        var rest = _json.Text[_json.Position..];
        return next == (byte)'$' || (next is (byte)'"' or (byte)'\'' && rest.Length > 1 && rest[1] == (byte)'$');
    }

    bool ReadOne()
    {
        _json.ReadName(_json.Peek());
        var name = _json.LastName;
        if (name.SequenceEqual("$type"u8))
        {
            _json.Expect((byte)':');
            ReadTypeName();
            return true;
        }
        if (name.SequenceEqual("$types"u8))
        {
            _json.Expect((byte)':');
            ReadTypes();
            return true;
        }
        if (!name.SequenceEqual("$i"u8))
            return false;
        _json.Expect((byte)':');
        _reference = _json.Int32();
        if (_reference <= 0)
            throw _json.Error("Objects are numbered from 1.");
        return true;
    }

    void ReadTypeName()
    {
        byte quote = _json.Peek();
        _typeAt = _json.Position;
        if (quote is not ((byte)'"' or (byte)'\''))
            _json.Fail("the name or number of a type");
        _json.ReadName(quote);
        _typeName = _json.LastName;
        _typeNumber = _named is not null && System.Buffers.Text.Utf8Parser.TryParse(_typeName, out int number, out int consumed) && consumed == _typeName.Length ? number : 0;
    }

    struct NamedType
    {
        public int Number;
        public int Start;
        public int Length;
        public TypeModel? Model;
    }

    /// <summary><c>{"Zoo, App, ...":"1","Cat, App, ...":"2"}</c>, in any order.</summary>
    void ReadTypes()
    {
        _named ??= new NamedType[4];
        _json.Expect((byte)'{');
        bool first = true;
        while (NextName(ref first))
        {
            _json.ReadName(_json.Peek());
            var name = _json.LastName;
            int start = _json.LastNameStart;
            _json.Expect((byte)':');
            if (_json.Peek() is (byte)'"' or (byte)'\'')
                _json.Position++;
            int number = _json.Int32();
            if (_json.Peek() is (byte)'"' or (byte)'\'')
                _json.Position++;
            if (_namedCount == _named.Length)
                Array.Resize(ref _named, _namedCount * 2);
            _named[_namedCount++] = new NamedType { Number = number, Start = start, Length = name.Length };
        }
    }

    /// <summary>The type that the object names: one of the closed set, or an error that tells its name; nothing is made before.</summary>
    TypeModel ResolveType()
    {
        if (_typeNumber == 0)
            return Resolve(_typeName);
        // Mostly the table is in the order of the numbers.
        int index = _typeNumber - 1;
        if ((uint)index >= (uint)_namedCount || _named![index].Number != _typeNumber)
            for (index = 0; index < _namedCount && _named![index].Number != _typeNumber; index++)
                ;
        if (index == _namedCount)
            throw Refuse($"There is no type number {_typeNumber} in $types.");
        ref var named = ref _named![index];
        return named.Model ??= Resolve(_json.Text.Slice(named.Start, named.Length));
    }

    TypeModel Resolve(ReadOnlySpan<byte> written)
    {
        _knownTypes ??= FastJsonKnownTypes.Of(_root);
        if (_knownTypes.Recent(written) is { } recent)
            return recent;
        string name = _json.NameText(written, written.Contains((byte)'\\'));
        var model = _knownTypes.Find(name, _profile) ?? throw Refuse(
            $"The text names the type '{name}', which is not among those that may be made: the types declared in '{_root.Type}', and JsonOptions.Types. If it is one of yours, register it there.");
        _knownTypes.Remember(written, model);
        return model;
    }

    /// <summary>A $type behind other members of the object that begins here.</summary>
    bool FindLateType(int brace)
    {
        _late ??= FastJsonLateTypes.Find(_json.Text);
        if (_late.Count == 0 || !_late.TryGetValue(brace, out int at))
            return false;
        int here = _json.Position;
        _json.Position = at;
        ReadTypeName();
        _json.Position = here;
        return true;
    }
}
