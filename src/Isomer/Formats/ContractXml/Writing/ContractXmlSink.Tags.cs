using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Elements, attributes and declarations of namespaces.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>Opens an element: with the prefix that its namespace has here; if it has none, as the new default namespace.</summary>
    void Open(ContractXmlTable names, int index, int ns, bool isQName)
    {
        if (_tagOpen)
            CloseTag();
        _outside = _prefixes;
        if (TEmit.IsWriter)
            _tag.Prefix = isQName && ns != XmlNamespaces.None ? ContractXmlState.Q : ContractXmlState.NoPrefix;
        else if (isQName && ns != XmlNamespaces.None)
            _tag.Prefix = BindQ(ns);
        else if (Find(ns) is { } prefix)
            _tag.Prefix = prefix;
        else
            _tag.Prefix = Bind(ContractXmlState.NoPrefix, ns, null);
        Start(names, index, ns, null);
    }

    /// <summary>The element whose prefix has been chosen.</summary>
    void Start(ContractXmlTable names, int index, int ns, byte[]? uri)
    {
        _tag.Names = names;
        _tag.Record = index * names.Stride;
        _tagOpen = true;
        _emit.Start(in _tag, ns, uri);
    }

    /// <summary>The content of the open element begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void CloseTag()
    {
        if (_declared != _prefixes)
            WriteDeclarations();
        _emit.Content();
        _tagOpen = false;
    }

    /// <summary>The open element has no content.</summary>
    void EndEmpty()
    {
        if (_declared != _prefixes)
            WriteDeclarations();
        _emit.EndEmpty();
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>The end tag of the element.</summary>
    void EndElement()
    {
        _emit.End(in _tag);
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>The value of the open element comes, with all of its declarations before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void BeginValue()
    {
        if (_declared != _prefixes)
            WriteDeclarations();
    }

    /// <summary>The value was written, and with it the end of the element.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void EndValue()
    {
        _tagOpen = false;
        if (_prefixes != _outside)
            Unbind();
    }

    /// <summary>Each prefix that the open element declares.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void WriteDeclarations()
    {
        for (; _declared < _prefixes; _declared++)
        {
            ref var binding = ref _state.Prefixes[_declared];
            _emit.Declaration(binding.Prefix.AsSpan(0, Math.Max(binding.Prefix.Length - 1, 0)),
                binding.Uri ?? XmlNamespaces.Text(binding.Number), binding.IsLoose);
        }
    }

    /// <summary>The prefix that stands for a namespace here; null if none does.</summary>
    readonly byte[]? Find(int number)
    {
        if (TEmit.IsWriter)
            return null;
        if (number == _default)
            return ContractXmlState.NoPrefix;
        return FindPrefixed(number, default);
    }

    readonly byte[]? Find(ReadOnlySpan<byte> uri)
    {
        if (XmlNamespaces.Find(uri) is >= 0 and var number)
            return Find(number);
        if (_default == Unnumbered && !TEmit.IsWriter)
            for (int i = _prefixes - 1; i >= 0; i--)
                if (_state.Prefixes[i].Prefix.Length == 0)
                {
                    if (uri.SequenceEqual(_state.Prefixes[i].Uri))
                        return ContractXmlState.NoPrefix;
                    break;
                }
        return FindPrefixed(Unnumbered, uri);
    }

    /// <summary>A namespace that no type has.</summary>
    const int Unnumbered = -1;

    /// <summary>
    /// The prefix for a namespace, by its number or by itself, that is more than none: one of the default namespaces may be hidden.
    /// </summary>
    readonly byte[]? FindPrefixed(int number, ReadOnlySpan<byte> uri)
    {
        for (int i = _prefixes - 1; i >= 0; i--)
        {
            ref var binding = ref _state.Prefixes[i];
            if (binding.Prefix.Length > 0 && (number >= 0 ? binding.Number == number : uri.SequenceEqual(binding.Uri))
                && !(_hides && IsHidden(i)))
                return binding.Prefix;
        }
        return null;
    }

    /// <summary>
    /// Whether an element further in declares the prefix for something else: only what unknown elements bring along does that.
    /// </summary>
    readonly bool IsHidden(int at)
    {
        for (int i = at + 1; i < _prefixes; i++)
            if (_state.Prefixes[i].Prefix.AsSpan().SequenceEqual(_state.Prefixes[at].Prefix))
                return true;
        return false;
    }

    /// <summary>The prefix for a namespace on the open element: one that is there, else the first free letter.</summary>
    byte[] Declare(int number) => Find(number) ?? (number == XmlNamespaces.None ? BindNone() : Bind(FreePrefix(), number, null));

    /// <summary>
    /// A name without a namespace has no prefix: on an element that declares another default namespace for itself it cannot be told.
    /// </summary>
    byte[] BindNone()
    {
        for (int i = _outside; i < _prefixes; i++)
            if (_state.Prefixes[i].Prefix.Length == 0)
                throw new NotSupportedException(
                    "A type without a namespace cannot be named on an element that declares the default namespace. Give its contract a Namespace.");
        return Bind(ContractXmlState.NoPrefix, XmlNamespaces.None, null);
    }

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
        if (TEmit.IsWriter)
        {
            _emit.Declaration(prefix.AsSpan(0, Math.Max(prefix.Length - 1, 0)), uri ?? XmlNamespaces.Text(number), isLoose: false);
            return ContractXmlState.NoPrefix;
        }
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
        if (TEmit.IsWriter)
            return ContractXmlState.NoPrefix;
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

    /// <summary>i:nil, and the end of the element.</summary>
    public void Null()
    {
        _isEntry = false;
        if (_names is not null)
            OpenQName(isNull: true);
        if (_depth == 0 && !TEmit.IsWriter)
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
        _emit.Nil();
        EndEmpty();
    }

    /// <summary>i:type; the prefix of the type is declared before that of the attribute.</summary>
    void WriteType(string name, string ns, byte[] prefix)
    {
        if (_depth == 0 && !TEmit.IsWriter)
            Declare(ContractXmlState.I, XmlNamespaces.SchemaInstance);
        _emit.Type(prefix, name, ns);
    }

    /// <summary>z:Id and its like; the prefix is declared for it.</summary>
    void WriteMark(ReadOnlySpan<byte> name, bool isLettered, int number)
    {
        if (!TEmit.IsWriter)
            Declare(ContractXmlState.Z, ContractXmlState.Serialization);
        _emit.Mark(name, isLettered, number);
    }
}
