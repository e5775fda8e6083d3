using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>The mirror of <see cref="JsonSink"/>'s graph: types by short names from a closed set, made only where they fit.</summary>
internal ref partial struct JsonSource
{
    /// <summary>Whether the object here cannot begin with metadata: its first name is plain and does not begin with a dollar.</summary>
    readonly bool BeginsPlainly() => _length - _position > 3 && System.Runtime.CompilerServices.Unsafe.Add(ref Here, 1) == (byte)'"'
        && System.Runtime.CompilerServices.Unsafe.Add(ref Here, 2) is not ((byte)'$' or (byte)'\\');

    readonly JsonKeys KeysOf(TypeModel map) => JsonMapForm.KeysOf(map) is var keys && keys == JsonKeys.Dynamic && _keepsTypes ? JsonKeys.Pairs : keys;

    /// <summary>A type by name that is not among the declared subtypes.</summary>
    bool TryNamed(TypeModel declared, string name)
    {
        if (!_keepsTypes || GraphTypes.Of(_root!).Find(name, _profile.Options.Types) is not { } model || !declared.Type.IsAssignableFrom(model.Type))
            return false;
        _named = model;
        return true;
    }

    /// <summary>An object whose type has been read, with its brace: its members, or its value.</summary>
    object? ReadNamed()
    {
        var model = _named!;
        _named = null;
        if (model is ObjectModel)
        {
            object value = Codecs<JsonSink, JsonSource>.Of(model).ReadExactObject(ref this);
            return value;
        }
        _opened = false;
        Enter();
        object? result;
        int identity = Identity();
        if (model is DynamicModel)
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

    /// <summary>Bare numbers: int if they fit, else what plain Json makes of them.</summary>
    static object GraphNumber(ReadOnlySpan<byte> text) => Number(text) is var number && number is long and >= int.MinValue and <= int.MaxValue ? (int)(long)number : number;
}
