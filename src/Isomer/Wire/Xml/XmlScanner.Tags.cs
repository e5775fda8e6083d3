using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Isomer.Wire.Xml;

/// <summary>Start tags: names, attributes, declarations of namespaces.</summary>
internal ref partial struct XmlScanner
{
    /// <summary>The name of the innermost open element as it stands, with its prefix.</summary>
    public readonly ReadOnlySpan<byte> Name
    {
        get
        {
            ref var element = ref _scope.Elements[_depth - 1];
            return Input.Slice(element.NameStart, element.NameLength);
        }
    }

    /// <summary>Where the start tag of the innermost open element begins.</summary>
    public readonly int StartOfElement => _scope.Elements[_depth - 1].NameStart - 1;

    /// <summary>The name of the innermost open element without its prefix.</summary>
    public readonly ReadOnlySpan<byte> LocalName
    {
        get
        {
            ref var element = ref _scope.Elements[_depth - 1];
            int skip = element.PrefixLength == 0 ? 0 : element.PrefixLength + 1;
            return Input.Slice(element.NameStart + skip, element.NameLength - skip);
        }
    }

    /// <summary>The number of the namespace of the innermost open element.</summary>
    public readonly int Namespace
    {
        get
        {
            ref var element = ref _scope.Elements[_depth - 1];
            // One that TryStart opened has not been looked up, and its prefix may be part of the expected tag.
            if (element.Namespace <= XmlNamespaces.Undeclared)
                element.Namespace = Resolve(Input.Slice(element.NameStart, element.PrefixLength));
            return element.Namespace;
        }
    }

    /// <summary>The attributes of the element that was opened last, without declarations of namespaces.</summary>
    public readonly ReadOnlySpan<XmlAttributeSpan> Attributes
    {
        get
        {
            LookUpAgain();
            return new(_scope.Attributes, 0, _attributes);
        }
    }

    /// <summary>Takes the start tag that stands here.</summary>
    public void ReadStart()
    {
        ref var element = ref Push();
        _isEmpty = false;
        element.Outside = _bindings;
        element.NameStart = _position + 1;
        int at = ReadName(element.NameStart, out element.PrefixLength);
        element.NameLength = at - element.NameStart;
        _attributes = 0;
        if (at < _length && Unsafe.Add(ref _start, at) == (byte)'>')
            _position = at + 1;
        else
            ReadAttributes(at);
        element.Namespace = Resolve(Input.Slice(element.NameStart, element.PrefixLength));
        if (element.Namespace == XmlNamespaces.Undeclared)
            throw Error($"The prefix of '{NameOf(element)}' is not declared.");
    }

    /// <summary>The offset behind the name that begins at this one.</summary>
    readonly int ReadName(int start, out int prefixLength)
    {
        prefixLength = 0;
        int at = start;
        bool first = true;
        while (at < _length)
        {
            byte b = Unsafe.Add(ref _start, at);
            if (first ? XmlChars.IsStart(b) : XmlChars.IsName(b))
                at++;
            else if (b >= 0x80 && XmlChars.OtherName(Input[at..], first) is > 0 and var length)
                at += length;
            else if (b == (byte)':' && !first && prefixLength == 0)
            {
                prefixLength = at - start;
                at++;
                first = true;
                continue;
            }
            else
                break;
            first = false;
        }
        if (first)
            throw new WireFormatException(at >= _length ? "The document ends within a name." : "A name cannot begin with this character.")
            { Offset = at };
        if (at - start > _rules.MaxName)
            throw new WireFormatException($"A name is longer than {_rules.MaxName} bytes.") { Offset = start };
        return at;
    }

    /// <summary>From behind the name to behind the tag.</summary>
    void ReadAttributes(int at)
    {
        bool anyPrefix = false;
        while (true)
        {
            int white = at;
            while (at < _length && XmlChars.IsWhite(Unsafe.Add(ref _start, at)))
                at++;
            if (at >= _length)
                throw UnexpectedEnd();
            byte b = Unsafe.Add(ref _start, at);
            if (b == (byte)'>')
            {
                _position = at + 1;
                break;
            }
            if (b == (byte)'/')
            {
                if (at + 1 >= _length || Unsafe.Add(ref _start, at + 1) != (byte)'>')
                    throw new WireFormatException("Expected '>' after '/'.") { Offset = at };
                _isEmpty = true;
                _position = at + 2;
                break;
            }
            if (white == at)
                throw new WireFormatException("Expected white space between attributes.") { Offset = at };
            at = ReadAttribute(at, ref anyPrefix);
        }
        if (_attributes > 0)
            CheckAttributes(anyPrefix);
    }

    int ReadAttribute(int start, ref bool anyPrefix)
    {
        XmlAttributeSpan attribute = default;
        attribute.NameStart = start;
        int at = ReadName(start, out attribute.PrefixLength);
        attribute.NameLength = at - start;
        at = SkipWhite(at);
        if (at >= _length || Unsafe.Add(ref _start, at) != (byte)'=')
            throw new WireFormatException("Expected '=' after the name of an attribute.") { Offset = at };
        at = SkipWhite(at + 1);
        byte quote = at < _length ? Unsafe.Add(ref _start, at) : (byte)0;
        if (quote is not ((byte)'"' or (byte)'\''))
            throw new WireFormatException("The value of an attribute must stand in quotes.") { Offset = at };
        attribute.ValueStart = ++at;
        attribute.ValueLength = FindValueEnd(at, quote, out attribute.IsEncoded);
        at += attribute.ValueLength + 1;
        var name = Input.Slice(start, attribute.NameLength);
        if (name.StartsWith("xmlns"u8) && (name.Length == 5 || attribute.PrefixLength == 5))
        {
            Declare(attribute);
            return at;
        }
        anyPrefix |= attribute.PrefixLength > 0;
        if (_attributes >= _rules.MaxAttributes)
            throw new WireFormatException($"An element has more than {_rules.MaxAttributes} attributes.") { Offset = start };
        if (_attributes == _scope.Attributes.Length)
            Array.Resize(ref _scope.Attributes, _attributes * 2);
        _scope.Attributes[_attributes++] = attribute;
        return at;
    }

    readonly int SkipWhite(int at)
    {
        while (at < _length && XmlChars.IsWhite(Unsafe.Add(ref _start, at)))
            at++;
        return at;
    }

    readonly int FindValueEnd(int start, byte quote, out bool isEncoded)
    {
        var rest = Input[start..];
        int length = rest.IndexOfAny(quote, (byte)'<');
        if (length < 0)
            throw UnexpectedEnd();
        if (rest[length] == (byte)'<')
            throw new WireFormatException("'<' must not stand in the value of an attribute.") { Offset = start + length };
        if (length > _rules.MaxText)
            throw new WireFormatException($"The value of an attribute is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).")
            { Offset = start };
        var value = rest[..length];
        bool isPlain = XmlChars.ArePlain(value);
        int reference = value.IndexOf((byte)'&');
        if (reference >= 0)
            CheckReferences(value, start, reference);
        isEncoded = reference >= 0 || (!isPlain && value.IndexOfAny((byte)'\n', (byte)'\r', (byte)'\t') >= 0);
        if (!isPlain)
            CheckCharacters(value);
        return length;
    }

    /// <summary>Also in a value that nobody reads.</summary>
    readonly void CheckReferences(ReadOnlySpan<byte> value, int start, int first)
    {
        Span<byte> character = stackalloc byte[4];
        for (int at = first; at >= 0;)
        {
            at += ReadReference(value[at..], start + at, character, out _);
            int next = value[at..].IndexOf((byte)'&');
            at = next < 0 ? -1 : at + next;
        }
    }

    /// <summary>xmlns="uri" or xmlns:p="uri"</summary>
    void Declare(in XmlAttributeSpan attribute)
    {
        int prefixLength = attribute.PrefixLength == 0 ? 0 : attribute.NameLength - 6;
        var prefix = Input.Slice(attribute.NameStart + attribute.NameLength - prefixLength, prefixLength);
        int known = XmlNamespaces.Count;
        int number = XmlNamespaces.Find(ValueOf(attribute));
        byte[]? decoded = null;
        if (number < 0)
            number = NumberOf(attribute, out decoded);
        bool wrong = prefix.SequenceEqual("xml"u8) ? number != XmlNamespaces.Xml
            : prefix.SequenceEqual("xmlns"u8) || number is XmlNamespaces.Xml or XmlNamespaces.Xmlns
                || (number == XmlNamespaces.None && prefixLength > 0);
        if (wrong)
            throw new WireFormatException("This prefix cannot be declared as this namespace.") { Offset = attribute.NameStart };
        for (int i = _scope.Elements[_depth - 1].Outside; i < _bindings; i++)
            if (Input.Slice(_scope.Bindings[i].PrefixStart, _scope.Bindings[i].PrefixLength).SequenceEqual(prefix))
                throw new WireFormatException("An element declares a prefix twice.") { Offset = attribute.NameStart };
        if (_bindings >= _rules.MaxNamespaces)
            throw new WireFormatException($"More than {_rules.MaxNamespaces} declarations of namespaces are in scope.")
            { Offset = attribute.NameStart };
        if (_bindings == _scope.Bindings.Length)
            Array.Resize(ref _scope.Bindings, _bindings * 2);
        _scope.Bindings[_bindings++] = new XmlBinding
        {
            PrefixStart = attribute.NameStart + attribute.NameLength - prefixLength,
            PrefixLength = prefixLength,
            Namespace = number,
            Known = known,
            ValueStart = attribute.ValueStart,
            Length = decoded?.Length ?? attribute.ValueLength,
            Decoded = decoded,
        };
        _scope.HoldsDecoded |= decoded is not null;
    }

    /// <summary>
    /// The number of a namespace that no type has: by where the first of those in scope that are equal was declared. So two prefixes mean
    /// one namespace only where their numbers are equal, and texts, which may be megabytes, are compared for each declaration and not for
    /// each pair of attributes.
    /// </summary>
    readonly int NumberOf(in XmlAttributeSpan attribute, out byte[]? decoded)
    {
        decoded = attribute.IsEncoded ? ValueOf(attribute).ToArray() : null;
        var text = decoded is null ? Input.Slice(attribute.ValueStart, attribute.ValueLength) : decoded;
        foreach (ref var binding in _scope.Bindings.AsSpan(0, _bindings))
            if (binding.Namespace < XmlNamespaces.Undeclared && binding.Length == text.Length
                && (binding.Decoded is null ? Input.Slice(binding.ValueStart, binding.Length) : binding.Decoded).SequenceEqual(text))
                return binding.Namespace;
        return -2 - attribute.ValueStart;
    }

    /// <summary>Resolves prefixes and refuses two attributes of one name.</summary>
    readonly void CheckAttributes(bool anyPrefix)
    {
        var all = _scope.Attributes.AsSpan(0, _attributes);
        for (int i = 0; i < all.Length; i++)
        {
            ref var attribute = ref all[i];
            if (attribute.PrefixLength > 0)
            {
                attribute.Namespace = Resolve(Input.Slice(attribute.NameStart, attribute.PrefixLength));
                if (attribute.Namespace == XmlNamespaces.Undeclared)
                    throw new WireFormatException("The prefix of an attribute is not declared.") { Offset = attribute.NameStart };
            }
            var local = LocalNameOf(attribute);
            if (attribute.Namespace == XmlNamespaces.Xml && (_rules.IgnoresWhite || _rules.Instructions) && local.SequenceEqual("space"u8))
                MarkSpace(attribute);
            for (int k = 0; k < i; k++)
                if (LocalNameOf(all[k]).SequenceEqual(local) && (!anyPrefix || all[k].Namespace == attribute.Namespace))
                    throw new WireFormatException("An element has two attributes of one name.") { Offset = attribute.NameStart };
        }
    }

    /// <summary>The number of the namespace that a prefix stands for here; Undeclared if it is not declared.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int Resolve(ReadOnlySpan<byte> prefix)
    {
        for (int i = _bindings - 1; i >= 0; i--)
        {
            ref var binding = ref _scope.Bindings[i];
            if (binding.PrefixLength == prefix.Length
                && (prefix.Length == 0
                    || prefix.SequenceEqual(
                        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _start, binding.PrefixStart), prefix.Length))))
                return binding.Namespace < XmlNamespaces.Undeclared ? LookUpAgain(ref binding) : binding.Namespace;
        }
        return prefix.Length == 0 ? XmlNamespaces.None : prefix.SequenceEqual("xml"u8) ? XmlNamespaces.Xml : XmlNamespaces.Undeclared;
    }

    /// <summary>
    /// A namespace that no type had when it was declared may be one of a type that was met since: the first document of a
    /// process is read before its types are known. Only where types have come, so that input cannot ask for it again and again.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly int LookUpAgain(ref XmlBinding binding)
    {
        int known = XmlNamespaces.Count;
        if (known == binding.Known)
            return binding.Namespace;
        binding.Known = known;
        int number = XmlNamespaces.Find(Encoding.UTF8.GetBytes(NamespaceText(binding.Namespace)));
        return number < 0 ? binding.Namespace : binding.Namespace = number;
    }

    /// <summary>Looks up anew the namespaces of the attributes that were read.</summary>
    readonly void LookUpAgain()
    {
        for (int i = 0; i < _attributes; i++)
        {
            ref var attribute = ref _scope.Attributes[i];
            if (attribute.Namespace < XmlNamespaces.Undeclared)
                attribute.Namespace = Resolve(Input.Slice(attribute.NameStart, attribute.PrefixLength));
        }
    }

    /// <summary>A prefix that stands for this namespace here; false if none does. The default namespace is an empty one.</summary>
    public readonly bool TryFindPrefix(int number, out ReadOnlySpan<byte> prefix)
    {
        for (int i = _bindings - 1; i >= 0; i--)
        {
            ref var binding = ref _scope.Bindings[i];
            prefix = Input.Slice(binding.PrefixStart, binding.PrefixLength);
            if (Resolve(prefix) == number)
                return true;
        }
        prefix = default;
        return number == XmlNamespaces.None && Resolve(default) == XmlNamespaces.None;
    }

    /// <summary>The namespace itself, of a number that this scanner gave.</summary>
    public readonly string NamespaceText(int number) => Encoding.UTF8.GetString(NamespaceBytes(number));

    /// <summary>The namespace itself in UTF-8, good until the next call that reads.</summary>
    public readonly ReadOnlySpan<byte> NamespaceBytes(int number)
    {
        if (number >= 0)
            return XmlNamespaces.Text(number);
        int start = -2 - number;
        byte quote = Unsafe.Add(ref _start, start - 1);
        int length = Input[start..].IndexOf(quote);
        return Decode(Input.Slice(start, length), start);
    }

    /// <summary>Declarations in scope, innermost last; those from <paramref name="first"/> on are the innermost element's own.</summary>
    public readonly ReadOnlySpan<XmlBinding> Bindings(out int first)
    {
        first = _depth == 0 ? 0 : _scope.Elements[_depth - 1].Outside;
        return _scope.Bindings.AsSpan(0, _bindings);
    }

    public readonly ReadOnlySpan<byte> LocalNameOf(in XmlAttributeSpan attribute)
    {
        int skip = attribute.PrefixLength == 0 ? 0 : attribute.PrefixLength + 1;
        return Input.Slice(attribute.NameStart + skip, attribute.NameLength - skip);
    }

    public readonly ReadOnlySpan<byte> PrefixOf(in XmlAttributeSpan attribute) => Input.Slice(attribute.NameStart, attribute.PrefixLength);

    /// <summary>The value of an attribute, references decoded.</summary>
    public readonly ReadOnlySpan<byte> ValueOf(in XmlAttributeSpan attribute)
    {
        var raw = Input.Slice(attribute.ValueStart, attribute.ValueLength);
        return attribute.IsEncoded ? Decode(raw, attribute.ValueStart) : raw;
    }

    /// <summary>The index of an attribute of the element that was opened last, or -1.</summary>
    public readonly int FindAttribute(int ns, ReadOnlySpan<byte> local)
    {
        LookUpAgain();
        for (int i = 0; i < _attributes; i++)
            if (_scope.Attributes[i].Namespace == ns && LocalNameOf(_scope.Attributes[i]).SequenceEqual(local))
                return i;
        return -1;
    }
}
