using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Xml;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Text XML: <c>&lt;Id&gt;1&lt;/Id&gt;</c>. This file has tags and attributes; .Values what is between them: the end of the tag, the
/// text and the end tag in one reservation.
/// </summary>
internal ref partial struct ContractTextEmitter : IContractEmitter<ContractTextEmitter>
{
    OutputBuffer _out;

    public void Begin(OutputTarget target, ContractXmlProfile profile) => _out.Begin(target);

    public static SinkTraits ArrayTraits => SinkTraits.None;

    public static bool IsWriter => false;

    public readonly byte[] ToArray() => _out.ToArray();

    public void Flush() => _out.Finish();

    public void Dispose() => _out.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(ContractXmlTable names, int record)
    {
        ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(names.Records), record);
        int length = ContractXmlTable.LengthAt(ref from);
        ref byte to = ref _out.Reserve(names.Stride);
        // The slash of </Name is written over.
        ContractXmlTable.Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name - 1), ref to, length + 1);
        to = (byte)'<';
        _out.Advance(length + 1);
    }

    public void Start(in ContractTag tag, int ns, byte[]? uri)
    {
        _out.Put((byte)'<');
        _out.Write(tag.Prefix);
        _out.Write(tag.Names.NameAt(tag.Record));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Content() => _out.Put((byte)'>');

    public void EndEmpty()
    {
        Unsafe.WriteUnaligned(ref _out.Reserve(2), (ushort)0x3E2F);
        _out.Advance(2);
    }

    public void End(in ContractTag tag)
    {
        ref byte to = ref _out.Reserve(tag.Names.Stride + 16);
        _out.AdvanceTo(ref PutEnd(ref to, in tag));
    }

    /// <summary>Puts the end tag; returns the place behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ref byte PutEnd(ref byte to, in ContractTag tag)
    {
        ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(tag.Names.Records), tag.Record);
        int length = ContractXmlTable.LengthAt(ref from);
        if (tag.Prefix.Length > 0)
            return ref PutPrefixedEnd(ref to, ref from, length, tag.Prefix);
        ContractXmlTable.Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name - 2), ref to, length + 3);
        return ref Unsafe.Add(ref to, length + 3);
    }

    static ref byte PutPrefixedEnd(ref byte to, ref byte from, int length, byte[] prefix)
    {
        Unsafe.WriteUnaligned(ref to, (ushort)0x2F3C);
        to = ref Unsafe.Add(ref to, 2);
        foreach (byte b in prefix)
        {
            to = b;
            to = ref Unsafe.Add(ref to, 1);
        }
        ContractXmlTable.Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name), ref to, length + 1);
        return ref Unsafe.Add(ref to, length + 1);
    }

    /// <summary> xmlns:a="uri"</summary>
    public void Declaration(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> uri, bool isLoose)
    {
        _out.Write(" xmlns"u8);
        if (prefix.Length > 0)
        {
            _out.Put((byte)':');
            _out.Write(prefix);
        }
        _out.Write("=\""u8);
        if (uri.IndexOfAny((byte)'<', (byte)'>', (byte)'&') < 0 && uri.IndexOf((byte)'"') < 0
            && uri.IndexOfAnyInRange((byte)0, (byte)0x1F) < 0)
            _out.Write(uri);
        else
            XmlEscape.Write(ref _out, Encoding.UTF8.GetString(uri), XmlEscaping.ContractAttribute);
        _out.Put((byte)'"');
    }

    public void Nil() => _out.Write(" i:nil=\"true\""u8);

    /// <summary> i:type="a:Name"</summary>
    public void Type(ReadOnlySpan<byte> prefix, string name, string ns)
    {
        _out.Write(" i:type=\""u8);
        _out.Write(prefix);
        XmlEscape.Write(ref _out, name, XmlEscaping.ContractAttribute);
        _out.Put((byte)'"');
    }

    /// <summary> z:Id="i1"</summary>
    public void Mark(ReadOnlySpan<byte> name, bool isLettered, int number)
    {
        _out.Write(" z:"u8);
        _out.Write(name);
        _out.Write(isLettered ? "=\"i"u8 : "=\""u8);
        ref byte to = ref _out.Reserve(Utf8Integers.MaxInt32Length);
        _out.Advance(Utf8Integers.WriteInt32(ref to, number));
        _out.Put((byte)'"');
    }

    public readonly bool IsTaken(string prefix, string ns) => false;

    public void Attribute(string prefix, string name, string ns, string value) => Attribute(prefix, name, value);

    public void Attribute(string prefix, string name, string value)
    {
        _out.Put((byte)' ');
        XmlEscape.Write(ref _out, prefix.Length > 0 ? $"{prefix}:{name}" : name, XmlEscaping.ContractAttribute);
        _out.Write("=\""u8);
        XmlEscape.Write(ref _out, value, XmlEscaping.ContractAttribute);
        _out.Put((byte)'"');
    }

    public void StartArray(in ContractTag tag, int ns) => throw new NotSupportedException();

    public void Array<T>(ReadOnlySpan<T> items) where T : unmanaged => throw new NotSupportedException();

    public void Itself(ContractItself scene, object value)
    {
        using var stream = new MemoryStream();
        // Not closed: where the value throws within an attribute, closing would throw something else.
        var writer = XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false);
        scene.Open(writer);
        writer.WriteString("");
        writer.Flush();
        int start = (int)stream.Position;
        scene.Write(writer, value);
        writer.Flush();
        var bytes = stream.GetBuffer().AsSpan(start, (int)stream.Position - start);
        int open = bytes.IndexOf((byte)'<');
        if (scene.IsWhole)
        {
            // In place of the element that was opened; the one around it may still wait for its '>'.
            if (open is < 0 or > 1)
                throw ContractItself.NoElement(value);
            _out.Rewind();
            _out.Write(bytes[open..]);
            return;
        }
        int prefix = scene.Prefix.Length == 0 ? 0 : scene.Prefix.Length + 1;
        _out.Write(bytes[(open + 1 + prefix + Encoding.UTF8.GetByteCount(scene.Name))..]);
    }
}
