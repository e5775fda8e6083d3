using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The mirror of <see cref="JsonSink"/>'s graph: types by short names from a closed set, made only where they fit.</summary>
internal ref partial struct JsonSource
{
    /// <summary>Whether the object here cannot begin with metadata: its first name is plain and does not begin with a dollar.</summary>
    readonly bool BeginsPlainly() => _length - _position > 3 && System.Runtime.CompilerServices.Unsafe.Add(ref Here, 1) == (byte)'"'
        && System.Runtime.CompilerServices.Unsafe.Add(ref Here, 2) is not ((byte)'$' or (byte)'\\');

    readonly JsonKeys KeysOf(TypeModel map) =>
        JsonMapForm.KeysOf(map) is var keys && keys == JsonKeys.Dynamic && _keepsTypes ? JsonKeys.Pairs : keys;

    /// <summary>A type by name that is not among the declared subtypes.</summary>
    bool TryNamed(TypeModel declared, string name)
    {
        var found = _keepsTypes
            ? GraphTypes.Of(_root!).Find(name, _profile.Options.Types)
            : _namesTypes
                ? JsonNamedTypes.Of(_root!).Find(name, _profile.Options.Types)
                    ?? (TypeNames.Normalise(name) == TypeNames.Of(declared.Type) ? declared : null)
                : null;
        if (found is not { } model || !declared.Type.IsAssignableFrom(model.Type) || !MayStand(model, declared))
            return false;
        _named = model;
        return true;
    }

    /// <summary>
    /// Whether who declares it asks for another type at all: else its shape knows nothing of one. To the CLR a uint[] is an int[], whose
    /// items are other numbers; the entries of an IDictionary are others than those of the dictionary that it is.
    /// </summary>
    static bool MayStand(TypeModel found, TypeModel declared) => declared is DynamicModel || found.Type == declared.Type
        || (declared.IsOpen
            && !(declared is SequenceModel { ItemType: { IsValueType: true } item } && found is CollectionModel other
                && other.ItemType != item));

    /// <summary>An object whose type has been read, with its brace: its members, or its value.</summary>
    object? ReadNamed()
    {
        var model = _named!;
        _named = null;
        // Its entries follow, or its items behind "$values".
        if (model is ObjectModel || (_namesTypes && model is CollectionModel))
        {
            // A struct has no identity, but its box has: there may be a reference to it.
            int box = model.Type.IsValueType ? Identity() : -1;
            object value = Codecs<JsonSink, JsonSource>.Of(model).ReadExactObject(ref this);
            Register(box, value);
            return value;
        }
        _opened = false;
        Enter();
        object? result;
        int identity = Identity();
        if (model is DynamicModel && model.Type == typeof(object))
        {
            result = new object();
        }
        else
        {
            ExpectName("$value"u8, "the name \"$value\"");
            Expect((byte)':');
            result = Codecs<JsonSink, JsonSource>.Of(model).ReadObject(ref this);
        }
        Expect((byte)'}');
        _depth--;
        if (result is not null)
            Register(identity, result);
        return result;
    }

    /// <summary><c>{"$id":"1","$value":"AQID"}</c>, or a reference to it.</summary>
    byte[] BytesWithMetadata()
    {
        int at = _position;
        Enter();
        Expect((byte)'{');
        ReadName(Peek());
        var name = Text.Slice(_nameStart, _nameLength);
        bool isReference = name.SequenceEqual("$ref"u8);
        if (!isReference && !name.SequenceEqual("$id"u8))
        {
            _position = at;
            Fail("a string");
        }
        Expect((byte)':');
        string id = String() ?? throw Error("An $id is a string.");
        byte[] result;
        if (isReference)
        {
            _reference = id;
            result = Reference() as byte[] ?? throw Error($"The object with the $id '{id}' is no array of bytes.");
        }
        else
        {
            _identity = id;
            int identity = Identity();
            Expect((byte)',');
            ExpectName("$value"u8, "the name \"$value\"");
            Expect((byte)':');
            Register(identity, result = ReadBytes());
        }
        Expect((byte)'}');
        _depth--;
        return result;
    }

    /// <summary>How many items an array has that contains itself. No more are believed than the text could hold.</summary>
    void ReadItemCount()
    {
        int count = Int32();
        if (count < 0 || count > (_length - _position) / 2)
            throw Error($"An array cannot have {count} items here.");
        _itemCount = count;
    }

    /// <summary><c>{"$comparer":"OrdinalIgnoreCase","a":1}</c></summary>
    static ComparerCode ComparerNamed(string? name) => name switch
    {
        nameof(ComparerCode.Ordinal) => ComparerCode.Ordinal,
        nameof(ComparerCode.OrdinalIgnoreCase) => ComparerCode.OrdinalIgnoreCase,
        nameof(ComparerCode.Invariant) => ComparerCode.Invariant,
        nameof(ComparerCode.InvariantIgnoreCase) => ComparerCode.InvariantIgnoreCase,
        _ => throw new WireFormatException($"'{name}' is no comparer."),
    };

    /// <summary>
    /// In a node, behind a brace: a scalar that says its type. Anything else that has a $type is an object like any other.
    /// </summary>
    internal bool TryTypedScalar(out NodeValue? result)
    {
        result = null;
        int at = _position;
        if (!_keepsTypes || !TryName("$type"u8))
            return false;
        if (Peek() == (byte)'"' && String() is { } name && GraphTypes.ScalarNamed(name) is { } type && Peek() == (byte)',')
        {
            _position++;
            if (TryName("$value"u8))
            {
                object? value = Codecs<JsonSink, JsonSource>.Of(_root!.Convention.ModelOf(type)).ReadObject(ref this);
                Expect((byte)'}');
                result = value is null ? null : new NodeValue(value);
                return true;
            }
        }
        _position = at;
        return false;
    }
}
