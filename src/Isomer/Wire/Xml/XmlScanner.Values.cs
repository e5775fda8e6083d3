using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>Values in their usual form, read where they stand; what has another form is text to the caller.</summary>
internal ref partial struct XmlScanner : IXmlScanner<XmlScanner>
{
    // 2020-01-02T03:04:05 and 2020-01-02T03:04:05.1234567+00:00, with room for a longer fraction to be seen.
    const int ShortestDate = 19;
    const int LongestUsual = ShortestDate + 8;
    const int LongestDate = 40;

    public static bool IsText => true;

    public static bool IsReader => false;

    public readonly bool IsPlain => false;

    public readonly bool TryStart(XmlDictionaryString name, XmlDictionaryString ns) => throw new NotSupportedException();

    public readonly bool IsStarted(XmlDictionaryString name, XmlDictionaryString ns) => throw new NotSupportedException();

    public static ReadOnlySpan<byte> Prepare(ReadOnlySpan<byte> input, XmlRules rules, out int skipped) =>
        XmlInput.ToUtf8(input, rules, out skipped);

    public static XmlScanner Create(ReadOnlySpan<byte> input, XmlRules rules, XmlBinaryNames? names) => new(input, rules);

    public readonly int AttributeCount => _attributes;

    public readonly ReadOnlySpan<byte> AttributePrefix(int index) => PrefixOf(_scope.Attributes[index]);

    public readonly ReadOnlySpan<byte> AttributeName(int index) => LocalNameOf(_scope.Attributes[index]);

    public readonly int AttributeNamespace(int index) => Attributes[index].Namespace;

    public readonly ReadOnlySpan<byte> AttributeValue(int index) => ValueOf(_scope.Attributes[index]);

    /// <summary>A prefix that stands for this namespace here, as a place in the input; of length 0 for the default namespace.</summary>
    public readonly bool TryFindPrefix(int number, out int start, out int length)
    {
        (start, length) = (0, 0);
        if (Resolve(default) == number)
            return true;
        if (!TryFindPrefix(number, out var prefix))
            return false;
        (start, length) = (OffsetOf(prefix), prefix.Length);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryBoolean(ref byte tag, int length, out bool value)
    {
        value = false;
        if (Left <= 5)
            return false;
        uint start = Unsafe.ReadUnaligned<uint>(ref Here);
        value = start == 0x65757274; // true
        return value
            ? TryLeafEnd(4, ref tag, length)
            : start == 0x736C6166 && Unsafe.Add(ref Here, 4) == (byte)'e' && TryLeafEnd(5, ref tag, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryInt32(ref byte tag, int length, out int value) =>
        Utf8Integers.TryReadInt32(ref Here, Left, out value, out int count) && TryLeafEnd(count, ref tag, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryInt64(ref byte tag, int length, long least, long most, out long value) =>
        Utf8Integers.TryReadInt64(ref Here, Left, out value, out int count) && value >= least && value <= most
            && TryLeafEnd(count, ref tag, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TrySingle(ref byte tag, int length, out float value) =>
        Utf8Floats.TryReadSingle(ref Here, Left, out value, out int count) && TryLeafEnd(count, ref tag, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDouble(ref byte tag, int length, out double value) =>
        Utf8Floats.TryReadDouble(ref Here, Left, out value, out int count) && TryLeafEnd(count, ref tag, length);

    /// <summary>The short way takes no exponent, as the original does not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecimal(ref byte tag, int length, out decimal value) =>
        Utf8Decimals.TryReadShort(ref Here, Left, out value, out int count) && TryLeafEnd(count, ref tag, length);

    /// <summary>Up to seven digits of a fraction; the framework's reader rounds what has more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDateTime(ref byte tag, int length, out DateTime value) =>
        Utf8Dates.TryReadDateTime(ref Here, Math.Min(Left, LongestDate), out value, out int count)
        && count >= ShortestDate && (count <= LongestUsual || !char.IsAsciiDigit((char)Unsafe.Add(ref Here, LongestUsual)))
        && TryLeafEnd(count, ref tag, length);

    public bool TryBytes(out byte[] value) => XmlBase64.TryRead(ReadText(), out value);

    /// <summary>There are none in text.</summary>
    public readonly T[]? TakeRest<T>() where T : unmanaged => null;

    public XmlReader OpenReader()
    {
        int start = StartOfElement;
        var manager = new XmlNamespaceManager(new NameTable());
        foreach (var binding in Bindings(out _))
        {
            string prefix = Encoding.UTF8.GetString(Input.Slice(binding.PrefixStart, binding.PrefixLength));
            if (prefix != "xml")
                manager.AddNamespace(prefix, NamespaceText(binding.Namespace));
        }
        SkipRest();
        var settings = new XmlReaderSettings
        {
            ConformanceLevel = ConformanceLevel.Fragment,
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
            CheckCharacters = false
        };
        var reader = XmlReader.Create(new MemoryStream(Input[start.._position].ToArray()), settings,
            new XmlParserContext(null, manager, null, XmlSpace.None));
        reader.MoveToContent();
        return reader;
    }
}
