using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// $types, $type and $i: read where they stand first in an object, which is where fastJSON puts them; a $type behind other members
/// is found by going over the whole text once.
/// </summary>
internal ref partial struct FastJsonSource
{
    /// <summary>
    /// Takes the metadata that stand behind an opening brace; true if any, and then the comma or brace behind them is next.
    /// </summary>
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
        // As fastJSON writes it.
        if (_json.Text[_json.Position..].StartsWith("\"$type\":\""u8))
        {
            _json.Position += 8;
            ReadTypeName();
            return true;
        }
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
        _typeNumber = TypeNumber(_typeName, _json.IsLastNamePlain);
    }

    /// <summary>0 if it is a name.</summary>
    readonly int TypeNumber(ReadOnlySpan<byte> written, bool isPlain)
    {
        var text = isPlain ? written : System.Text.Encoding.UTF8.GetBytes(_json.NameText(written, true));
        return System.Buffers.Text.Utf8Parser.TryParse(text, out int number, out int consumed) && consumed == text.Length ? number : 0;
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
            int number;
            byte quote = _json.Peek();
            if (quote is (byte)'"' or (byte)'\'')
            {
                int at = _json.Position;
                _json.ReadName(quote);
                number = TypeNumber(_json.LastName, _json.IsLastNamePlain);
                if (number == 0)
                {
                    _json.Position = at;
                    _json.Fail("the number of a type");
                }
            }
            else
            {
                number = _json.Int32();
            }
            if (_namedCount == _named.Length)
                Array.Resize(ref _named, _namedCount * 2);
            _named[_namedCount++] = new NamedType { Number = number, Start = start, Length = name.Length };
        }
    }

    /// <summary>
    /// The type that the object names: one of the closed set, the one that is declared where it stands, or an error that tells its name;
    /// nothing is made before.
    /// </summary>
    TypeModel ResolveType(TypeModel declared)
    {
        if (_typeNumber == 0)
            return Resolve(Known(_typeName), _typeName, declared);
        int index = IndexOfNumber();
        if (index < 0 && _namedCount == 0)
        {
            // Without a table a number may be a name that was registered.
            return _profile.Options.Types.Find(_json.NameText(_typeName, _typeName.Contains((byte)'\\'))) is { } registered
                ? _root.Convention.ModelOf(registered)
                : throw Refuse(
                $"The type is number {_typeNumber} of a $types table, and the text has none. fastJSON writes it into the first object: if this text is a part of a larger one, read the whole of that, or put its $types first into this one's first object.");
        }
        if (index < 0)
            throw Refuse($"The type is number {_typeNumber}, which the $types table of the text does not have: it ends at {LastNumber()}.");
        ref var named = ref _named![index];
        var written = _json.Text.Slice(named.Start, named.Length);
        return Resolve(named.Model ??= Known(written), written, declared);
    }

    /// <summary>Where the type's number is in the table, wherever that stands; -1 if it is in none.</summary>
    int IndexOfNumber()
    {
        int index = IndexInTables();
        if (index >= 0 || _hasLateTables)
            return index;
        ReadLateTables();
        return IndexInTables();
    }

    readonly int IndexInTables()
    {
        // Mostly the table is in the order of the numbers.
        int index = _typeNumber - 1;
        if ((uint)index < (uint)_namedCount && _named![index].Number == _typeNumber)
            return index;
        for (index = _namedCount - 1; index >= 0 && _named![index].Number != _typeNumber; index--)
            ;
        return index;
    }

    /// <summary>Every table of the text, those that were read already too.</summary>
    void ReadLateTables()
    {
        _hasLateTables = true;
        int here = _json.Position;
        foreach (int at in (_late ??= FastJsonLateTypes.Find(_json.Text)).Tables)
        {
            _json.Position = at;
            ReadTypes();
        }
        _json.Position = here;
    }

    readonly int LastNumber()
    {
        int last = 0;
        for (int i = 0; i < _namedCount; i++)
            last = Math.Max(last, _named![i].Number);
        return last;
    }

    /// <summary>A type of the closed set; null if it is none.</summary>
    TypeModel? Known(ReadOnlySpan<byte> written)
    {
        _knownTypes ??= FastJsonKnownTypes.Of(_root);
        if (_knownTypes.Recent(written) is { } recent)
            return recent;
        var model = _knownTypes.Find(_json.NameText(written, written.Contains((byte)'\\')), _profile);
        if (model is not null)
            _knownTypes.Remember(written, model);
        return model;
    }

    /// <summary>What is known by the name, or what is declared where the name stands: a KeyValuePair there needs no registration.</summary>
    TypeModel Resolve(TypeModel? known, ReadOnlySpan<byte> written, TypeModel declared)
    {
        var stoodFor = BuiltInSurrogates.StoodForBy(declared.Type);
        if (known is not null)
            return known.Type == stoodFor ? declared : known;
        string name = _json.NameText(written, written.Contains((byte)'\\'));
        return TypeNames.Normalise(name) == TypeNames.Of(stoodFor) ? declared : throw Refuse(
            $"The text names the type '{name}', which is not among those that may be made: the types declared in '{_root.Type}', and JsonOptions.Types. If it is one of yours, register it there.");
    }

    /// <summary>A $type behind other members of the object that begins here.</summary>
    bool FindLateType(int brace)
    {
        int at = (_late ??= FastJsonLateTypes.Find(_json.Text)).TypeOf(brace);
        if (at < 0)
            return false;
        int here = _json.Position;
        _json.Position = at;
        ReadTypeName();
        _json.Position = here;
        return true;
    }

    /// <summary>Whether the members of the text were sorted, so that objects do not come in the order of their numbers.</summary>
    bool IsReordered()
    {
        int table = _json.Text.IndexOf("\"$types\""u8);
        return table > 0 && !_json.Text[..table].TrimEnd(" \t\r\n"u8).EndsWith("{"u8)
            && (_late ??= FastJsonLateTypes.Find(_json.Text)).IsReordered;
    }
}
