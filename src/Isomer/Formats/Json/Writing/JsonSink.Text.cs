using System.Runtime.CompilerServices;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Strings, short and long, and what stands in quotes.</summary>
internal ref partial struct JsonSink
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref byte Quoted()
    {
        ref byte to = ref _out.Here;
        to = (byte)'"';
        return ref Unsafe.Add(ref to, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndQuoted(int length)
    {
        Unsafe.Add(ref _out.Here, length + 1) = (byte)'"';
        _out.Advance(length + 2);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void WriteText(scoped ReadOnlySpan<char> text)
    {
        if (text.Length > _profile.LongestAtOnce)
        {
            WriteLongText(text);
            return;
        }
        ref byte to = ref _out.Reserve(Utf8Strings.MaxLength(text.Length) + 2);
        to = (byte)'"';
        int length = Utf8Strings.Write(ref Unsafe.Add(ref to, 1), text, _profile.Escaping);
        Unsafe.Add(ref to, length + 1) = (byte)'"';
        _out.Advance(length + 2);
    }

    /// <summary>In pieces, so that the sixfold room that escapes might take is never reserved for the whole.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void WriteLongText(scoped ReadOnlySpan<char> text)
    {
        if (_profile.Options.Encoder is { } encoder)
        {
            JsonEncoded.Write(ref _out, text, encoder, _profile.KeepsTypes);
            return;
        }
        _out.Put((byte)'"');
        while (!text.IsEmpty)
        {
            int length = Utf8Strings.SplitPoint(text, StringChunk);
            _out.Advance(Utf8Strings.Write(ref _out.Reserve(Utf8Strings.MaxLength(length)), text[..length], _profile.Escaping));
            text = text[length..];
        }
        _out.Put((byte)'"');
    }
}
