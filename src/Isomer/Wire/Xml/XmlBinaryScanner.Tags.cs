using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;

namespace Isomer.Wire.Xml;

/// <summary>Elements, attributes, declarations of namespaces.</summary>
internal ref partial struct XmlBinaryScanner
{
    /// <summary>The records of attributes and declarations.</summary>
    static bool IsAttribute(byte record) => record is >= XmlRecord.ShortAttribute and <= XmlRecord.LastAttribute;

    /// <summary>Seven bits a byte, lowest first; 31 bits at most.</summary>
    readonly int ReadNumber(ref int at)
    {
        uint value = 0;
        for (int shift = 0; ; shift += 7)
        {
            if (at >= _length)
                throw UnexpectedEnd();
            byte b = At(at++);
            if (shift == 28 && b > 0x07)
                throw ErrorAt(at - 1, "A number is larger than 2,147,483,647.");
            value |= (uint)(b & 0x7F) << shift;
            if (b < 0x80)
                return (int)value;
        }
    }

    /// <summary>A length and that many bytes of UTF-8.</summary>
    readonly XmlPlaceOfName ReadName(ref int at, int most)
    {
        int start = at;
        int length = ReadNumber(ref at);
        if (length > _length - at)
            throw UnexpectedEnd();
        if (length > most)
            throw ErrorAt(start, $"A name is longer than {most} bytes.");
        if (!Utf8.IsValid(Input.Slice(at, length)))
            throw ErrorAt(start, "A name is not valid UTF-8.");
        var place = new XmlPlaceOfName(at, length);
        at += length;
        return place;
    }

    readonly XmlPlaceOfName ReadKey(ref int at)
    {
        int start = at;
        int key = ReadNumber(ref at);
        if (key > int.MaxValue - 64 || _names is null || !_names.TryFind(key, out _))
            throw ErrorAt(start,
                $"The document names the string {key >> 1} of a {((key & 1) != 0 ? "session" : "dictionary")}, which {(_names is null ? "was not given" : "has no such string, or was not given")}.");
        return XmlPlaceOfName.OfKey(key);
    }

    readonly ReadOnlySpan<byte> TextOf(XmlPlaceOfName place)
    {
        if (place.Start >= 0)
            return Input.Slice(place.Start, place.Length);
        if (place.Letter is >= 0 and var letter)
            return "abcdefghijklmnopqrstuvwxyz"u8.Slice(letter, 1);
        return _names!.TryFind(place.Key, out var text) ? text : default;
    }

    public readonly ReadOnlySpan<byte> LocalName => TextOf(_scope.Elements[_depth - 1].Name);

    public readonly int Namespace
    {
        get
        {
            ref var element = ref _scope.Elements[_depth - 1];
            if (element.Namespace <= XmlNamespaces.Undeclared)
                element.Namespace = Resolve(TextOf(element.Prefix));
            return element.Namespace;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryStart(ref byte tag, int length) => TryStart(XmlRecord.ShortElement, default, ref tag, length);

    public bool TryStart(int prefixStart, int prefixLength, ReadOnlySpan<byte> tag) =>
        TryStart((byte)(XmlRecord.LetterElement - 1 - prefixStart), new XmlPlaceOfName(prefixStart, prefixLength),
            ref MemoryMarshal.GetReference(tag), tag.Length - 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TryStart(byte record, XmlPlaceOfName prefix, ref byte tag, int length)
    {
        int at = _itemsLeft != 0 ? _itemRecord : _position;
        // The byte behind the name is looked at too: the record of an attribute goes the long way.
        if (_isEnded || _length - at < length + 3 || At(at) != record || At(at + 1) != length || !IsAt(at + 2, ref tag, length)
            || IsAttribute(At(at + 2 + length)) || IsInItem)
            return false;
        ref var element = ref Push();
        element.Record = at;
        element.Prefix = prefix;
        element.Name = new XmlPlaceOfName(at + 2, length);
        element.Namespace = XmlNamespaces.Undeclared;
        element.Outside = _bindings;
        _attributes = 0;
        if (_itemsLeft == 0)
            _position = at + length + 2;
        return true;
    }

    /// <summary>Compares bytes of the input with a text behind which 32 bytes may be read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool IsAt(int at, ref byte text, int length)
    {
        if (_length - at < 32 || length > 32)
            return _length - at >= length
                && MemoryMarshal.CreateReadOnlySpan(ref At(at), length).SequenceEqual(MemoryMarshal.CreateReadOnlySpan(ref text, length));
        uint equal = Vector256.Equals(Vector256.LoadUnsafe(ref At(at)), Vector256.LoadUnsafe(ref text)).ExtractMostSignificantBits();
        return System.Numerics.BitOperations.TrailingZeroCount(~equal) >= length;
    }

    /// <summary>An element without prefix that has i:nil and nothing else.</summary>
    public bool TryNil(ref byte tag, int length)
    {
        int end = _position + length + 2;
        if (_isEnded || _itemsLeft != 0 || _length - end < NilMark.Length || At(_position) != XmlRecord.ShortElement
            || At(_position + 1) != length
            || !IsAt(_position + 2, ref tag, length)
            || !MemoryMarshal.CreateReadOnlySpan(ref At(end), NilMark.Length).SequenceEqual(NilMark))
            return false;
        _position = end + NilMark.Length;
        return true;
    }

    static ReadOnlySpan<byte> NilMark =>
        [XmlRecord.LetterAttribute + 8, 3, (byte)'n', (byte)'i', (byte)'l', XmlRecord.True, XmlRecord.EndElement];

    public void ReadStart()
    {
        bool isNext = _itemsLeft != 0;
        int at = isNext ? _itemRecord : _position;
        bool isArray = At(at) == XmlRecord.Array;
        if (isArray)
            at++;
        ref var element = ref Push();
        element.Outside = _bindings;
        element.Record = at;
        (element.Prefix, element.Name) = (default, default);
        _attributes = 0;
        if (at >= _length)
            throw UnexpectedEnd();
        byte record = At(at++);
        switch (record)
        {
            case XmlRecord.ShortElement or XmlRecord.ShortDictionaryElement:
                break;
            case XmlRecord.Element or XmlRecord.DictionaryElement:
                element.Prefix = ReadName(ref at, _rules.MaxName);
                break;
            case >= XmlRecord.LetterDictionaryElement and < XmlRecord.LetterElement:
                element.Prefix = XmlPlaceOfName.OfLetter(record - XmlRecord.LetterDictionaryElement);
                break;
            case >= XmlRecord.LetterElement and <= XmlRecord.LastElement:
                element.Prefix = XmlPlaceOfName.OfLetter(record - XmlRecord.LetterElement);
                break;
            default:
                throw ErrorAt(at - 1, "Expected the record of an element.");
        }
        bool isKey = record is XmlRecord.ShortDictionaryElement or XmlRecord.DictionaryElement
            or (>= XmlRecord.LetterDictionaryElement and < XmlRecord.LetterElement);
        element.Name = isKey ? ReadKey(ref at) : ReadName(ref at, _rules.MaxName);
        ReadAttributes(ref at);
        element.Namespace = Resolve(TextOf(element.Prefix));
        if (element.Namespace == XmlNamespaces.Undeclared)
            throw ErrorAt(element.Record, $"The prefix of '{Encoding.UTF8.GetString(TextOf(element.Name))}' is not declared.");
        if (isArray)
            BeginItems(element.Record, at);
        else if (!isNext)
            _position = at;
    }

    /// <summary>The element of a packed array is read for each item, so there is a limit to it.</summary>
    const int MaxItemRecord = 1024;

    /// <summary>Behind the element of a packed array: its end, what an item is, and how many there are.</summary>
    void BeginItems(int record, int at)
    {
        if (_length - at < 2)
            throw UnexpectedEnd();
        if (At(at) != XmlRecord.EndElement)
            throw ErrorAt(at, "The element of an array must be empty.");
        if (_attributes > 0 || at - record > MaxItemRecord)
            throw ErrorAt(at, $"The element of an array has attributes, or is longer than {MaxItemRecord} bytes.");
        _itemRecordEnd = at++;
        _itemKind = At(at++);
        if (_itemKind is not (XmlRecord.Bool + 1 or XmlRecord.Int16 + 1 or XmlRecord.Int32 + 1 or XmlRecord.Int64 + 1
            or XmlRecord.Single + 1 or XmlRecord.Double + 1
            or XmlRecord.Decimal + 1 or XmlRecord.DateTime + 1 or XmlRecord.TimeSpan + 1 or XmlRecord.Guid + 1))
            throw ErrorAt(at - 1, $"An array cannot be of records {_itemKind:X2}.");
        int count = ReadNumber(ref at);
        if (count == 0 || (long)count * WidthOf(_itemKind) > _length - at)
            throw ErrorAt(at, count == 0 ? "An array has no items." : "An array has more items than the document has bytes for.");
        _itemRecord = record;
        _itemsLeft = count;
        _itemsDepth = _depth - 1;
        _position = at;
    }

    void ReadAttributes(ref int at)
    {
        while (true)
        {
            if (at >= _length)
                throw UnexpectedEnd();
            byte record = At(at);
            if (!IsAttribute(record))
                break;
            at++;
            if (record is >= XmlRecord.ShortXmlns and <= XmlRecord.DictionaryXmlns)
                Declare(record, ref at);
            else
                ReadAttribute(record, ref at);
        }
        if (_attributes > 0)
            CheckAttributes();
    }

    void ReadAttribute(byte record, ref int at)
    {
        XmlBinaryAttribute attribute = default;
        int start = at - 1;
        bool isKey = record is XmlRecord.ShortDictionaryAttribute or XmlRecord.DictionaryAttribute
            or (>= XmlRecord.LetterDictionaryAttribute and < XmlRecord.LetterAttribute);
        if (record is XmlRecord.Attribute or XmlRecord.DictionaryAttribute)
            attribute.Prefix = ReadName(ref at, _rules.MaxName);
        else if (record >= XmlRecord.LetterDictionaryAttribute)
            attribute.Prefix = XmlPlaceOfName.OfLetter(record - (isKey ? XmlRecord.LetterDictionaryAttribute : XmlRecord.LetterAttribute));
        attribute.Name = isKey ? ReadKey(ref at) : ReadName(ref at, _rules.MaxName);
        attribute.Value = at;
        SkipValue(ref at);
        if (_attributes >= _rules.MaxAttributes)
            throw ErrorAt(start, $"An element has more than {_rules.MaxAttributes} attributes.");
        if (_attributes == _scope.Attributes.Length)
            Array.Resize(ref _scope.Attributes, _attributes * 2);
        _scope.Attributes[_attributes++] = attribute;
    }

    void Declare(byte record, ref int at)
    {
        int start = at - 1;
        var prefix = record is XmlRecord.Xmlns or XmlRecord.DictionaryXmlns ? ReadName(ref at, _rules.MaxName) : default;
        var uri = record is XmlRecord.ShortDictionaryXmlns or XmlRecord.DictionaryXmlns
            ? ReadKey(ref at)
            : ReadName(ref at, _rules.MaxText);
        var name = TextOf(prefix);
        int known = XmlNamespaces.Count;
        int number = XmlNamespaces.Find(TextOf(uri));
        if (number < 0)
            number = NumberOf(TextOf(uri));
        bool wrong = name.SequenceEqual("xml"u8) ? number != XmlNamespaces.Xml
            : name.SequenceEqual("xmlns"u8) || number is XmlNamespaces.Xml or XmlNamespaces.Xmlns
                || (number == XmlNamespaces.None && name.Length > 0);
        if (wrong)
            throw ErrorAt(start, "This prefix cannot be declared as this namespace.");
        for (int i = _scope.Elements[_depth - 1].Outside; i < _bindings; i++)
            if (TextOf(_scope.Bindings[i].Prefix).SequenceEqual(name))
                throw ErrorAt(start, "An element declares a prefix twice.");
        if (_bindings >= _rules.MaxNamespaces)
            throw ErrorAt(start, $"More than {_rules.MaxNamespaces} declarations of namespaces are in scope.");
        if (_bindings == _scope.Bindings.Length)
            Array.Resize(ref _scope.Bindings, _bindings * 2);
        _scope.Bindings[_bindings++] = new XmlBinaryBinding { Prefix = prefix, Uri = uri, Namespace = number, Known = known };
    }

    /// <summary>
    /// The number of a namespace that no type has: the place of the first declaration in scope that is equal, so that two prefixes mean one
    /// only where their numbers are equal.
    /// </summary>
    readonly int NumberOf(ReadOnlySpan<byte> uri)
    {
        foreach (ref var binding in _scope.Bindings.AsSpan(0, _bindings))
            if (binding.Namespace < XmlNamespaces.Undeclared && TextOf(binding.Uri).SequenceEqual(uri))
                return binding.Namespace;
        return -2 - _bindings;
    }

    /// <summary>Resolves prefixes and refuses two attributes of one name.</summary>
    readonly void CheckAttributes()
    {
        var all = _scope.Attributes.AsSpan(0, _attributes);
        for (int i = 0; i < all.Length; i++)
        {
            ref var attribute = ref all[i];
            attribute.Namespace = attribute.Prefix.Length == 0 ? XmlNamespaces.None : Resolve(TextOf(attribute.Prefix));
            if (attribute.Namespace == XmlNamespaces.Undeclared)
                throw ErrorAt(attribute.Value, "The prefix of an attribute is not declared.");
            var local = TextOf(attribute.Name);
            for (int k = 0; k < i; k++)
                if (TextOf(all[k].Name).SequenceEqual(local) && all[k].Namespace == attribute.Namespace)
                    throw ErrorAt(attribute.Value, "An element has two attributes of one name.");
        }
    }

    public readonly int Resolve(ReadOnlySpan<byte> prefix)
    {
        for (int i = _bindings - 1; i >= 0; i--)
        {
            ref var binding = ref _scope.Bindings[i];
            if (TextOf(binding.Prefix).SequenceEqual(prefix))
                return binding.Namespace < XmlNamespaces.Undeclared ? LookUpAgain(ref binding) : binding.Namespace;
        }
        return prefix.Length == 0 ? XmlNamespaces.None : prefix.SequenceEqual("xml"u8) ? XmlNamespaces.Xml : XmlNamespaces.Undeclared;
    }

    /// <summary>As in text: types may have been met since.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly int LookUpAgain(ref XmlBinaryBinding binding)
    {
        int known = XmlNamespaces.Count;
        if (known == binding.Known)
            return binding.Namespace;
        binding.Known = known;
        int number = XmlNamespaces.Find(TextOf(binding.Uri));
        return number < 0 ? binding.Namespace : binding.Namespace = number;
    }

    readonly ReadOnlySpan<byte> UriOf(int number) => number >= 0 ? XmlNamespaces.Text(number) : TextOf(_scope.Bindings[-2 - number].Uri);

    public readonly string NamespaceText(int number) => Encoding.UTF8.GetString(UriOf(number));

    /// <summary>Of prefixes only a letter, as our own documents have, and none.</summary>
    public readonly bool TryFindPrefix(int number, out int start, out int length)
    {
        (start, length) = (0, 0);
        if (Resolve(default) == number)
            return true;
        for (int i = _bindings - 1; i >= 0; i--)
        {
            var prefix = TextOf(_scope.Bindings[i].Prefix);
            if (prefix.Length != 1 || prefix[0] is < (byte)'a' or > (byte)'z' || Resolve(prefix) != number)
                continue;
            (start, length) = ('a' - prefix[0] - 1, 1);
            return true;
        }
        return false;
    }

    public readonly int AttributeCount => _attributes;

    public readonly ReadOnlySpan<byte> AttributePrefix(int index) => TextOf(_scope.Attributes[index].Prefix);

    public readonly ReadOnlySpan<byte> AttributeName(int index) => TextOf(_scope.Attributes[index].Name);

    public readonly int AttributeNamespace(int index)
    {
        ref var attribute = ref _scope.Attributes[index];
        if (attribute.Namespace < XmlNamespaces.Undeclared)
            attribute.Namespace = Resolve(TextOf(attribute.Prefix));
        return attribute.Namespace;
    }

    public readonly int FindAttribute(int ns, ReadOnlySpan<byte> local)
    {
        for (int i = 0; i < _attributes; i++)
            if (AttributeNamespace(i) == ns && AttributeName(i).SequenceEqual(local))
                return i;
        return -1;
    }
}
