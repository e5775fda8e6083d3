using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>Text, typed values and attributes, as the reader has them.</summary>
internal ref partial struct XmlReaderScanner
{
    public ReadOnlySpan<byte> ReadText()
    {
        Enter();
        return _isEnded ? default : Encode(ref _scope.Text, Checked(_reader.ReadContentAsString()));
    }

    public string ReadString()
    {
        if (!_isAtStart)
            return _isEnded ? "" : Checked(_reader.ReadContentAsString());
        string text = Checked(_reader.ReadElementContentAsString());
        _isAtStart = false;
        _isEnded = true;
        return text;
    }

    readonly string Checked(string text) =>
        text.Length <= _rules.MaxText ? text : throw Error($"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");

    static ReadOnlySpan<byte> Encode(ref byte[] buffer, string text)
    {
        int most = Encoding.UTF8.GetMaxByteCount(text.Length);
        if (buffer.Length < most)
            buffer = new byte[most];
        return buffer.AsSpan(0, Encoding.UTF8.GetBytes(text, buffer));
    }

    // The leaf that was opened is taken from its start tag on, in whatever form the reader has it: it is the framework's to refuse.
    public bool TryBoolean(ref byte tag, int length, out bool value)
    {
        value = Taken(_reader.ReadElementContentAsBoolean());
        return true;
    }

    public bool TryInt32(ref byte tag, int length, out int value)
    {
        value = Taken(_reader.ReadElementContentAsInt());
        return true;
    }

    public bool TryInt64(ref byte tag, int length, long least, long most, out long value)
    {
        value = Taken(_reader.ReadElementContentAsLong());
        return value >= least && value <= most ? true : throw Error($"{value} is not between {least} and {most}.");
    }

    public bool TrySingle(ref byte tag, int length, out float value)
    {
        value = Taken(_reader.ReadElementContentAsFloat());
        return true;
    }

    public bool TryDouble(ref byte tag, int length, out double value)
    {
        value = Taken(_reader.ReadElementContentAsDouble());
        return true;
    }

    public bool TryDecimal(ref byte tag, int length, out decimal value)
    {
        value = Taken(_reader.ReadElementContentAsDecimal());
        return true;
    }

    public bool TryDateTime(ref byte tag, int length, out DateTime value)
    {
        value = Taken(_reader.ReadElementContentAsDateTime());
        return true;
    }

    /// <summary>Not every XmlReader reads base64, so of a plain one it is text.</summary>
    public bool TryBytes(out byte[] value)
    {
        if (_isPlain || !_reader.CanReadBinaryContent)
        {
            // What string.Trim trims is around it, too, as for the original.
            value = Convert.FromBase64String(ReadString().Trim());
            return true;
        }
        if (_isAtStart)
        {
            value = _reader.ReadElementContentAsBase64();
            _isAtStart = false;
            _isEnded = true;
            return true;
        }
        value = _isEnded ? [] : _reader.ReadContentAsBase64();
        return true;
    }

    /// <summary>By the reader, which does not allocate much more than it has at a time.</summary>
    public T[]? TakeRest<T>() where T : unmanaged
    {
        if (!_isAtStart || !_reader.IsStartArray(out var type) || type != typeof(T))
            return null;
        var (name, ns) = (_reader.LocalName, _reader.NamespaceURI);
        object? array = typeof(T) == typeof(int) ? _reader.ReadInt32Array(name, ns)
            : typeof(T) == typeof(long) ? _reader.ReadInt64Array(name, ns)
            : typeof(T) == typeof(double) ? _reader.ReadDoubleArray(name, ns)
            : typeof(T) == typeof(float) ? _reader.ReadSingleArray(name, ns)
            : typeof(T) == typeof(short) ? _reader.ReadInt16Array(name, ns)
            : typeof(T) == typeof(bool) ? _reader.ReadBooleanArray(name, ns)
            : typeof(T) == typeof(decimal) ? _reader.ReadDecimalArray(name, ns)
            : typeof(T) == typeof(DateTime) ? _reader.ReadDateTimeArray(name, ns)
            : typeof(T) == typeof(Guid) ? _reader.ReadGuidArray(name, ns)
            : typeof(T) == typeof(TimeSpan) ? _reader.ReadTimeSpanArray(name, ns) : null;
        return array is null ? null : Taken((T[])array);
    }

    public ReadOnlySpan<byte> LocalName => Encode(ref _scope.Name, _reader.LocalName);

    public int Namespace => NumberOf(_reader.NamespaceURI);

    /// <summary>A namespace that no type has gets a number that is good for a while.</summary>
    readonly int NumberOf(string uri)
    {
        const int Most = 64;
        int number = XmlNamespaces.Find(Encode(ref _scope.Uri, uri));
        if (number >= 0)
            return number;
        int known = _scope.Uris.IndexOf(uri);
        if (known >= 0)
            return -2 - known;
        if (_scope.Uris.Count == Most)
            _scope.Uris.Clear();
        _scope.Uris.Add(uri);
        return -1 - _scope.Uris.Count;
    }

    public readonly string NamespaceText(int number) =>
        number >= 0 ? Encoding.UTF8.GetString(XmlNamespaces.Text(number)) : _scope.Uris[-2 - number];

    public readonly int Resolve(ReadOnlySpan<byte> prefix) =>
        _reader.LookupNamespace(Encoding.UTF8.GetString(prefix)) is { } uri
            ? NumberOf(uri)
            : prefix.IsEmpty ? XmlNamespaces.None : XmlNamespaces.Undeclared;

    /// <summary>What FindAttribute has found; others are numbered from 0 on.</summary>
    const int Found = int.MaxValue;

    public readonly int FindAttribute(int ns, ReadOnlySpan<byte> local)
    {
        if (_attributes == 0)
            return -1;
        _scope.Found = _reader.GetAttribute(XmlReaderScope.TextOf(local), XmlNamespaces.DictionaryText(ns));
        return _scope.Found is null ? -1 : Found;
    }

    /// <summary>Lists the attributes, without declarations.</summary>
    public readonly int AttributeCount
    {
        get
        {
            var all = _scope.Attributes;
            all.Clear();
            if (_attributes > _rules.MaxAttributes)
                throw Error($"An element has more than {_rules.MaxAttributes} attributes.");
            while (_reader.MoveToNextAttribute())
                if (_reader.NamespaceURI != XmlNamespaces.XmlnsUri)
                    all.Add((_reader.Prefix, _reader.LocalName, _reader.NamespaceURI, _reader.Value));
            _reader.MoveToElement();
            return all.Count;
        }
    }

    public readonly ReadOnlySpan<byte> AttributePrefix(int index) => Encoding.UTF8.GetBytes(_scope.Attributes[index].Prefix);

    public readonly ReadOnlySpan<byte> AttributeName(int index) => Encoding.UTF8.GetBytes(_scope.Attributes[index].Name);

    public readonly int AttributeNamespace(int index) => NumberOf(_scope.Attributes[index].Namespace);

    public readonly ReadOnlySpan<byte> AttributeValue(int index) =>
        Encode(ref _scope.Value, Checked(index == Found ? _scope.Found! : _scope.Attributes[index].Value));

    // Of those that compare bytes there are none here.
    public readonly bool TryFindPrefix(int number, out int start, out int length) => throw new NotSupportedException();

    public readonly bool TryStart(ref byte tag, int length) => throw new NotSupportedException();

    public readonly bool TryStart(int prefixStart, int prefixLength, ReadOnlySpan<byte> tag) => throw new NotSupportedException();

    public readonly bool TryNil(ref byte tag, int length) => throw new NotSupportedException();
}

/// <summary>What a scanner over a reader keeps, by the thread from one document to the next.</summary>
internal sealed class XmlReaderScope : Lent<XmlReaderScope>
{
    public const int LongestPath = 64;
    const int KeepText = 1 << 16;

    static readonly XmlDictionary Marks = new();
    static readonly XmlDictionaryString[] AllMarks = [Marks.Add("nil"), Marks.Add("type"), Marks.Add("Id"), Marks.Add("Ref"),
        Marks.Add("Type"), Marks.Add("Assembly"), Marks.Add("Size")];

    public XmlDictionaryString?[] Names = new XmlDictionaryString?[32];
    public byte[] Text = new byte[256];
    public byte[] Name = new byte[256];
    public byte[] Value = new byte[256];
    public byte[] Uri = new byte[256];
    public string? Found;
    public readonly List<string> Uris = [];
    public readonly List<(string Prefix, string Name, string Namespace, string Value)> Attributes = [];

    public void Return()
    {
        Array.Clear(Names);
        Found = null;
        Uris.Clear();
        Attributes.Clear();
        // Whatever one document made it hold, a thread keeps little.
        if (Text.Length + Value.Length + Name.Length + Uri.Length + Names.Length + Uris.Capacity + Attributes.Capacity > KeepText)
        {
            (Text, Name, Value, Uri, Names) = (new byte[256], new byte[256], new byte[256], new byte[256], new XmlDictionaryString?[32]);
            Uris.Capacity = Attributes.Capacity = 0;
        }
        GiveBack();
    }

    /// <summary>The name of one of the serializers' own attributes.</summary>
    public static XmlDictionaryString TextOf(ReadOnlySpan<byte> name)
    {
        foreach (var mark in AllMarks)
            if (mark.Value.Length == name.Length && Ascii.Equals(name, mark.Value))
                return mark;
        return new XmlDictionary(1).Add(Encoding.UTF8.GetString(name));
    }
}
