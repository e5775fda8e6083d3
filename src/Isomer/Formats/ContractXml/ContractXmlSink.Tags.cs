using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>Elements, attributes and declarations of namespaces.</summary>
internal ref partial struct ContractXmlSink
{
    /// <summary>Opens an element: with the prefix that its namespace has here; if it has none, as the new default namespace.</summary>
    void Open(ContractXmlTable names, int index, int ns, bool isQName)
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        if (isQName && ns != XmlNamespaces.None)
            _prefix = BindQ(ns);
        else if (Find(ns) is { } prefix)
            _prefix = prefix;
        else
            _prefix = Bind(ContractXmlState.NoPrefix, ns, null);
        _names = names;
        _record = index * names.Stride;
        _tagOpen = true;
        _out.Put((byte)'<');
        _out.Write(_prefix);
        _out.Write(names.NameOf(index));
    }

    /// <summary>The content of the open element begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void CloseTag()
    {
        if (_declared != _prefixes)
            WriteDeclarations();
        _out.Put((byte)'>');
        _tagOpen = false;
    }

    /// <summary>The open element has no content.</summary>
    void EndEmpty()
    {
        if (_declared != _prefixes)
            WriteDeclarations();
        Unsafe.WriteUnaligned(ref _out.Reserve(2), (ushort)0x3E2F);
        _out.Advance(2);
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>The end tag of the element.</summary>
    void EndElement()
    {
        ref byte to = ref _out.Reserve(_names.Stride + 16);
        _out.AdvanceTo(ref PutEnd(ref to));
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>Puts the end tag; returns the place behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref byte PutEnd(ref byte to)
    {
        ref byte from = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_names.Records), _record);
        int length = ContractXmlTable.LengthAt(ref from);
        if (_prefix.Length > 0)
            return ref PutPrefixedEnd(ref to, ref from, length);
        Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name - 2), ref to, length + 3);
        return ref Unsafe.Add(ref to, length + 3);
    }

    readonly ref byte PutPrefixedEnd(ref byte to, ref byte from, int length)
    {
        Unsafe.WriteUnaligned(ref to, (ushort)0x2F3C);
        to = ref Unsafe.Add(ref to, 2);
        foreach (byte b in _prefix)
        {
            to = b;
            to = ref Unsafe.Add(ref to, 1);
        }
        Copy(ref Unsafe.Add(ref from, ContractXmlTable.Name), ref to, length + 1);
        return ref Unsafe.Add(ref to, length + 1);
    }

    /// <summary> xmlns:a="uri" for each prefix that the open element declares.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void WriteDeclarations()
    {
        for (; _declared < _prefixes; _declared++)
        {
            ref var binding = ref _state.Prefixes[_declared];
            _out.Write(" xmlns"u8);
            if (binding.Prefix.Length > 0)
            {
                _out.Put((byte)':');
                _out.Write(binding.Prefix.AsSpan(0, binding.Prefix.Length - 1));
            }
            _out.Write("=\""u8);
            var uri = binding.Uri ?? XmlNamespaces.Text(binding.Number);
            if (uri.IndexOfAny("<>&\""u8) < 0)
                _out.Write(uri);
            else
                XmlEscape.Write(ref _out, Encoding.UTF8.GetString(uri), XmlEscaping.ContractAttribute);
            _out.Put((byte)'"');
        }
    }

    /// <summary>The prefix that stands for a namespace here; null if none does.</summary>
    readonly byte[]? Find(int number)
    {
        if (number == _default)
            return ContractXmlState.NoPrefix;
        for (int i = _prefixes - 1; i >= 0; i--)
        {
            ref var binding = ref _state.Prefixes[i];
            // A default namespace that is not the innermost one is hidden.
            if (binding.Number == number && binding.Prefix.Length > 0)
                return binding.Prefix;
        }
        return null;
    }

    readonly byte[]? Find(ReadOnlySpan<byte> uri)
    {
        if (XmlNamespaces.Find(uri) is >= 0 and var number)
            return Find(number);
        for (int i = _prefixes - 1; i >= 0; i--)
            if (_state.Prefixes[i] is { Uri: { } known, Prefix: { Length: > 0 } prefix } && uri.SequenceEqual(known))
                return prefix;
        return null;
    }

    /// <summary>The prefix for a namespace on the open element: one that is there, else the first free letter.</summary>
    byte[] Declare(int number) => Find(number) ?? (number == XmlNamespaces.None ? Bind(ContractXmlState.NoPrefix, number, null) : Bind(FreePrefix(), number, null));

    byte[] Declare(ReadOnlySpan<byte> uri)
    {
        if (XmlNamespaces.Find(uri) is >= 0 and var number)
            return Declare(number);
        return Find(uri) ?? Bind(FreePrefix(), -1, uri.ToArray());
    }

    /// <summary>Declares a prefix of its own choice on the open element, unless it is declared so.</summary>
    void Declare(byte[] prefix, int number)
    {
        for (int i = _prefixes - 1; i >= 0; i--)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix))
            {
                if (_state.Prefixes[i].Number == number)
                    return;
                break;
            }
        Bind(prefix, number, null);
    }

    byte[] BindQ(int ns)
    {
        Declare(ContractXmlState.Q, ns);
        return ContractXmlState.Q;
    }

    byte[] Bind(byte[] prefix, int number, byte[]? uri)
    {
        if (_prefixes == _state.Prefixes.Length)
            Array.Resize(ref _state.Prefixes, _prefixes * 2);
        _state.Prefixes[_prefixes++] = new ContractXmlPrefix { Prefix = prefix, Number = number, Uri = uri };
        if (prefix.Length == 0)
            _default = number;
        return prefix;
    }

    /// <summary>The declarations of the element that has ended are no more.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void Unbind()
    {
        _prefixes = _declared = _outside;
        _default = XmlNamespaces.None;
        for (int i = _prefixes - 1; i >= 0; i--)
        {
            if (_state.Prefixes[i].Prefix.Length > 0)
                continue;
            _default = _state.Prefixes[i].Number;
            break;
        }
    }

    /// <summary>The first letter that is not in use here; behind z, one made of the depth and a number: d3p1.</summary>
    readonly byte[] FreePrefix()
    {
        for (int letter = 0; letter < 26; letter++)
            if (!IsBound(ContractXmlState.Letter(letter)))
                return ContractXmlState.Letter(letter);
        for (int n = 1; ; n++)
        {
            byte[] prefix = Encoding.ASCII.GetBytes($"d{_depth + 1}p{n}:");
            if (!IsBound(prefix))
                return prefix;
        }
    }

    readonly bool IsBound(byte[] prefix)
    {
        for (int i = 0; i < _prefixes; i++)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(prefix))
                return true;
        return false;
    }

    /// <summary> i:nil="true" and the end of the element.</summary>
    public void Null()
    {
        if (_depth == 0)
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
        _out.Write(" i:nil=\"true\""u8);
        EndEmpty();
    }

    /// <summary> i:type="a:Name"</summary>
    void WriteType(ReadOnlySpan<byte> name, int number)
    {
        byte[] prefix = Declare(number);
        if (_depth == 0)
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
        _out.Write(" i:type=\""u8);
        _out.Write(prefix);
        _out.Write(name);
        _out.Put((byte)'"');
    }

    /// <summary> z:Id="1"; the prefix is declared for it.</summary>
    void WriteMark(ReadOnlySpan<byte> name, ReadOnlySpan<byte> before, int number)
    {
        Declare(ContractXmlState.Z, ContractXmlState.Serialization);
        _out.Put((byte)' ');
        _out.Write(name);
        _out.Write("=\""u8);
        _out.Write(before);
        ref byte to = ref _out.Reserve(Wire.Text.Utf8Integers.MaxInt32Length);
        _out.Advance(Wire.Text.Utf8Integers.WriteInt32(ref to, number));
        _out.Put((byte)'"');
    }
}
