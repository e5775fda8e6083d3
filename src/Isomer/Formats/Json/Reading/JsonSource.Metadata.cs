using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Subtypes and references: the members $type, $id, $ref and $values that stand before an object's own.</summary>
internal ref partial struct JsonSource
{
    public Head Head(TypeModel model)
    {
        byte next = Peek();
        if (next == (byte)'n')
        {
            ExpectLiteral("null"u8);
            return Shapes.Head.Null;
        }
        if (!model.IsPolymorphic && !_preserves && !_keepsTypes && !_namesTypes)
            return Shapes.Head.Value;
        // Where types are kept they come first, and mostly there is none.
        return _keepsTypes && !_profile.Options.TypeAnywhere && (next != (byte)'{' || (!model.IsPolymorphic && BeginsPlainly()))
            ? Shapes.Head.Value
            : HeadWithMetadata(model, next);
    }

    public int Subtype(TypeModel model)
    {
        int index = _subtype;
        _subtype = -1;
        return index;
    }

    public object Reference()
    {
        string id = _reference!;
        _reference = null;
        _referred++;
        return _known is not null && _known.TryGetValue(id, out object? value) && value != Unreferable
            ? value
            : throw Error($"There is no object with the $id '{id}' before this $ref, or it needs its members before it can exist.");
    }

    public readonly int Referred() => _referred;

    public int Identity()
    {
        if (_identity is null)
            return -1;
        (_identities ??= []).Add(_identity);
        _identity = null;
        return _identities.Count - 1;
    }

    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    public void Register(int identity, object value)
    {
        if (identity < 0)
            return;
        if (!(_known ??= []).TryAdd(_identities![identity], value))
            throw Error($"The $id '{_identities[identity]}' is given twice.");
    }

    public bool TryNull()
    {
        if (Peek() != (byte)'n'
            || ((_leniency & JsonLeniency.Numbers) != 0 && _length - _position > 1 && Unsafe.Add(ref Here, 1) == (byte)'a'))
            return false;
        ExpectLiteral("null"u8);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    Head HeadWithMetadata(TypeModel model, byte next)
    {
        (_subtype, _itemCount, _comparer) = (-1, -1, ComparerCode.Default);
        if (next != (byte)'{')
            return Shapes.Head.Value;
        int brace = _position++;
        string discriminator = (model as ObjectModel)?.DiscriminatorName ?? "$type";
        bool any = false;
        _typeIsToCome = false;
        while (Peek() == (byte)'"' && ReadMetadata(model, discriminator))
        {
            any = true;
            byte after = Peek();
            if (after == (byte)'}')
                break;
            if (after != (byte)',')
                Fail("',' or '}'");
            _position++;
            if (Peek() == (byte)'}' && (_leniency & JsonLeniency.TrailingCommas) != 0)
                break;
            if (Peek() != (byte)'"')
                Fail("a name in quotes");
        }
        if (_reference is not null)
        {
            Expect((byte)'}');
            return Shapes.Head.Reference;
        }
        if (FindIdentity(model) || any)
        {
            if (_subtype < 0 && model.IsPolymorphic && _profile.Options.TypeAnywhere)
            {
                int behind = _position;
                _typeIsToCome = FindDiscriminator(model, discriminator);
                _position = behind;
            }
            _opened = true;
            if (_subtype >= 0 && !_keepsTypes)
                _typeName = discriminator;
            if (_named is not null && _named.Type == model.Type && model is not DynamicModel)
                _named = null;
            return _named is not null ? Shapes.Head.Dynamic : _subtype >= 0 ? Shapes.Head.Subtype : Shapes.Head.Value;
        }
        if (model.IsPolymorphic && _profile.Options.TypeAnywhere && FindDiscriminator(model, discriminator))
        {
            _position = brace;
            (_typeName, _typeIsToCome) = (discriminator, true);
            return Shapes.Head.Subtype;
        }
        _position = brace;
        return Shapes.Head.Value;
    }

    /// <summary>Takes one metadata member if one stands here.</summary>
    bool ReadMetadata(TypeModel model, string discriminator)
    {
        int at = _position;
        ReadName((byte)'"');
        var name = _nameEscaped ? System.Text.Encoding.UTF8.GetBytes(ExtraName()) : Text.Slice(_nameStart, _nameLength);
        // Behind object the first is it, and what follows is content, as in System.Text.Json.
        if (_identity is not null && IsUntyped(model))
        {
            _position = at;
            return false;
        }
        if (_preserves && name.SequenceEqual("$id"u8))
        {
            if (_identity is not null || _reference is not null)
                throw Error("An object has two identities.");
            Expect((byte)':');
            _identity = String() ?? throw Error("An $id is a string.");
            return true;
        }
        if (_preserves && name.SequenceEqual("$ref"u8))
        {
            if (_identity is not null || _reference is not null || _subtype >= 0)
                throw Error("A $ref stands alone.");
            Expect((byte)':');
            _reference = String() ?? throw Error("A $ref is a string.");
            return true;
        }
        if (_keepsTypes && model is CollectionModel && name.SequenceEqual("$comparer"u8))
        {
            Expect((byte)':');
            _comparer = ComparerNamed(String());
            return true;
        }
        if (_keepsTypes && _identity is not null && name.SequenceEqual("$length"u8))
        {
            Expect((byte)':');
            ReadItemCount();
            return true;
        }
        // With names of Json.NET's form a class that has a discriminator of its own tells what is no declared subtype by $type.
        if ((model.IsPolymorphic || _keepsTypes || _namesTypes)
            && (IsNamed(name, discriminator) || (_namesTypes && name.SequenceEqual("$type"u8))))
        {
            if ((_subtype >= 0 || _named is not null))
                throw Error("An object has two types.");
            Expect((byte)':');
            _subtype = ReadDiscriminator(model);
            return true;
        }
        _position = at;
        return false;
    }

    /// <summary>A name or a number; refused, before anything is constructed, if it is not one of the declared.</summary>
    int ReadDiscriminator(TypeModel model)
    {
        byte next = Peek();
        int at = _position;
        if (next == (byte)'"' && TakeSubtype(model) is var taken and >= 0)
            return taken;
        string? name = next == (byte)'"' ? String()! : null;
        long number = name is null ? Int64() : 0;
        string text = name ?? number.ToString(System.Globalization.CultureInfo.InvariantCulture);
        // A name is none of a number's spellings, and the other way round.
        var subtypes = model.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
            if (name is not null ? subtypes[i].Name == name : subtypes[i].Number == number)
                return i;
        if (TryNamed(model, text) || (model as ObjectModel)?.Details is PlainFacts { IgnoresOtherDiscriminators: true })
            return -1;
        _position = at;
        throw Error(_namesTypes || _keepsTypes
            ? $"'{text}' is no type that may stand where '{model.Type}' is declared: neither declared in '{_root!.Type}' nor registered in JsonOptions.Types."
            : $"'{text}' is not a known subtype of '{model.Type}'.");
    }

    /// <summary>Whether UTF-8 is this text; without making a string of it where it is ASCII, as nearly all names are.</summary>
    readonly bool IsNamed(ReadOnlySpan<byte> name, string text) =>
        System.Text.Ascii.Equals(name, text)
            || (!System.Text.Ascii.IsValid(text) && System.Text.Encoding.UTF8.GetByteCount(text) == name.Length
                && NameText(name, escaped: false) == text);

    /// <summary>The declared subtype that the text here names, if it has no escapes; then it has been taken. Else -1.</summary>
    int TakeSubtype(TypeModel model)
    {
        int start = _position + 1;
        int rest = _length - start;
        if (_dollarKey >= 0 || rest <= 0)
            return -1;
        int length = Wire.Text.Utf8Strings.IndexOfSpecial(ref System.Runtime.CompilerServices.Unsafe.Add(ref Here, 1), rest);
        if (length >= rest || Text[start + length] != (byte)'"' || length > _profile.Options.Limits.MaxStringLength)
            return -1;
        var name = Text.Slice(start, length);
        var subtypes = model.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
        {
            if (subtypes[i].Name is not { } known || !System.Text.Ascii.Equals(name, known))
                continue;
            _position = start + length + 1;
            return i;
        }
        return -1;
    }

    /// <summary>
    /// Looks for $type behind other members. What is looked over is read a second time; nested so, a text could be read
    /// once for each level: the number of bytes looked over is bounded by eight times the text.
    /// </summary>
    bool FindDiscriminator(TypeModel model, string discriminator)
    {
        int start = _position;
        _subtype = FindMember(discriminator) >= 0 ? ReadDiscriminator(model) : -1;
        // A type that is not declared is told first, or is refused where it stands.
        if (_subtype < 0)
            _named = null;
        CountLookedOver(start);
        return _subtype >= 0;
    }

    /// <summary>
    /// Goes on to the value of the member of this name, of the object whose next member stands here; where its name stands, or -1 if it has
    /// none.
    /// </summary>
    int FindMember(string name)
    {
        for (bool first = true; Peek() != (byte)'}'; first = false)
        {
            if (!first)
            {
                Expect((byte)',');
                if (Peek() == (byte)'}' && (_leniency & JsonLeniency.TrailingCommas) != 0)
                    break;
            }
            byte quote = Peek();
            int at = _position;
            ReadName(quote);
            bool isIt = NameText(Text.Slice(_nameStart, _nameLength), _nameEscaped) == name;
            Expect((byte)':');
            if (isIt)
                return at;
            SkipValue();
        }
        return -1;
    }

    void CountLookedOver(int start)
    {
        _looked += _position - start;
        if (_looked > 8L * _length)
            throw Error("Metadata stand behind other members on too many levels. Write them first.");
    }

    /// <summary>Whether the unknown member just named is metadata that was dealt with, or may be passed over.</summary>
    bool IsMetadata(JsonTable table, int nameAt, bool first)
    {
        ReadOnlySpan<byte> name = _nameEscaped ? System.Text.Encoding.UTF8.GetBytes(ExtraName()) : Text.Slice(_nameStart, _nameLength);
        if (_typed is not null && IsTold(name, nameAt))
            return true;
        if (name.IsEmpty || (name[0] != (byte)'$' && !table.Model.IsPolymorphic))
            return false;
        if (_keepsTypes && name.SequenceEqual("$type"u8))
            return RefuseLate(nameAt);
        // No head is read of a struct, whose type is told all the same.
        if (_namesTypes && name.SequenceEqual("$type"u8))
            return table.Model.Type.IsValueType ? TellsItself(table.Model, nameAt) : RefuseLate(nameAt);
        if (name.SequenceEqual("$id"u8) || name.SequenceEqual("$ref"u8))
        {
            if (!_preserves)
                return false;
            if (PassesTold(nameAt))
                return true;
            if ((!first && !_profile.Options.TypeAnywhere) || !table.Model.Type.IsValueType || name[1] != (byte)'i')
                return RefuseLate(nameAt);
            IdentifyValue();
            return true;
        }
        if (_preserves && name.SequenceEqual("$values"u8))
            throw new WireFormatException($"The items of a collection stand where a '{table.Model.Type}' is expected.") { Offset = nameAt };
        return table.Model.IsPolymorphic && NameText(name, escaped: false) == ((ObjectModel)table.Model).DiscriminatorName
            && (_profile.Options.TypeAnywhere || RefuseLate(nameAt));
    }

    /// <summary>Whether it is the member that told the object's type; a second one is refused.</summary>
    readonly bool IsTold(ReadOnlySpan<byte> name, int nameAt)
    {
        if (!_typed!.TryPeek(out var typed) || typed.Depth != _depth || !IsNamed(name, typed.Name))
            return false;
        if (!typed.IsToCome)
            throw new WireFormatException("An object has two types.") { Offset = nameAt };
        _typed.Pop();
        _typed.Push(typed with { IsToCome = false });
        return true;
    }

    readonly bool RefuseLate(int nameAt) => throw new WireFormatException(_namesTypes && _profile.Options.TypeAnywhere
        ? "The name of a type that is no declared subtype stands before all other members."
        : "Metadata must stand before all other members. JsonOptions.TypeAnywhere accepts $type and $id in any place.")
    { Offset = nameAt };

    /// <summary>
    /// A struct's $type, whose value stands here and is passed over by who asks: it can only be its own, or that of its Nullable.
    /// </summary>
    bool TellsItself(TypeModel model, int nameAt)
    {
        int at = _position;
        string? name = Peek() == (byte)'"' ? String() : null;
        _position = at;
        var told = name is null ? null : JsonNamedTypes.Of(_root!).Find(name, _profile.Options.Types)?.Type;
        return told is not null && (told == model.Type || Nullable.GetUnderlyingType(told) == model.Type)
            ? true
            : throw new WireFormatException($"The type that is told of a '{model.Type}' is not its own.") { Offset = nameAt };
    }

    /// <summary>The number of items if it is told, else -1.</summary>
    int BeginWrapped(TypeModel model)
    {
        // No head is read of a struct.
        if (_namesTypes && !_opened && Peek() == (byte)'{')
        {
            HeadWithMetadata(model, (byte)'{');
            _named = null;
        }
        bool wrapped = _opened;
        (_wrapped ??= new Stack<bool>()).Push(wrapped);
        if (!wrapped)
            return -1;
        int count = _itemCount;
        _itemCount = -1;
        _opened = false;
        Enter();
        ExpectName("$values"u8, "the name \"$values\"");
        Expect((byte)':');
        return count;
    }

    void EndWrapped()
    {
        if (!_wrapped!.Pop())
            return;
        _depth--;
        PassToldBehindItems();
        if ((_leniency & JsonLeniency.TrailingCommas) != 0 && Peek() == (byte)',')
            _position++;
        Expect((byte)'}');
    }
}
