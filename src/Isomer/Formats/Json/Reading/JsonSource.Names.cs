using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>The mirror of <see cref="JsonSink"/>'s names of types in Json.NET's form.</summary>
internal ref partial struct JsonSource
{
    /// <summary><c>{"$type":"System.Byte[], ...","$value":"AQID"}</c></summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    byte[]? NamedBytes()
    {
        Enter();
        Expect((byte)'{');
        ExpectName("$type"u8, "the name \"$type\"");
        Expect((byte)':');
        int at = _position;
        string? name = String();
        if (name is null || JsonNamedTypes.Of(_root!).Find(name, _profile.Options.Types)?.Type != typeof(byte[]))
        {
            _position = at;
            throw Error($"'{name}' stands where bytes are expected.");
        }
        Expect((byte)',');
        ExpectName("$value"u8, "the name \"$value\"");
        Expect((byte)':');
        byte[]? result = Bytes();
        Expect((byte)'}');
        _depth--;
        return result;
    }
}
