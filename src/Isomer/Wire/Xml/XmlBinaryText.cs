using System.Xml;
using Isomer.Nodes;

namespace Isomer.Wire.Xml;

/// <summary>
/// Binary XML as the text that it stands for, and back: for what is not made for speed, such as nodes. By the framework's reader
/// and writer.
/// </summary>
internal static class XmlBinaryText
{
    /// <summary>An array has its element's name once in binary and with each item in text: a few bytes could become gigabytes.</summary>
    const int MostGrowth = 100;

    /// <summary>Whether the first record is an element's with a name that stands there whole.</summary>
    public static bool BeginsWithElement(ReadOnlySpan<byte> binary)
    {
        const int LongestName = 0x7F; // in one byte of length; longer ones are not recognised by their beginning
        if (binary.IsEmpty
            || binary[0] is not (XmlRecord.ShortElement or XmlRecord.Element or (>= XmlRecord.LetterElement and <= XmlRecord.LastElement)))
            return false;
        return binary.Length > 2 && binary[1] is > 0 and <= LongestName && binary[1] <= binary.Length - 2
            && XmlNodes.IsName(System.Text.Encoding.UTF8.GetString(binary.Slice(2, binary[1])));
    }

    /// <summary>The document as a node. Errors are told at its beginning: places of the text are none of the payload.</summary>
    public static Node? ReadNode(ReadOnlySpan<byte> binary, XmlRules rules, Limits limits, string format)
    {
        byte[] text = ToText(binary, format);
        try
        {
            return XmlNodes.Read(text, rules, limits, format, null);
        }
        catch (WireFormatException e)
        {
            (e.Offset, e.Line, e.Column) = (0, 0, 0);
            throw;
        }
    }

    static byte[] ToText(ReadOnlySpan<byte> binary, string format)
    {
        byte[] bytes = binary.ToArray();
        // Lengths are checked against what remains before anything is allocated, so only the depth needs a limit.
        var quotas = new XmlDictionaryReaderQuotas
        {
            MaxDepth = XmlNodes.MaxDepth,
            MaxArrayLength = Math.Max(bytes.Length, 1),
            MaxBytesPerRead = int.MaxValue,
            MaxNameTableCharCount = int.MaxValue,
            MaxStringContentLength = int.MaxValue
        };
        using var reader = XmlDictionaryReader.CreateBinaryReader(bytes, quotas);
        var text = new Bounded((1 << 16) + (long)MostGrowth * bytes.Length);
        try
        {
            using var writer = XmlDictionaryWriter.CreateTextWriter(text, new System.Text.UTF8Encoding(false), ownsStream: false);
            reader.MoveToContent();
            writer.WriteNode(reader, defattr: false);
            while (reader.Read())
                if (reader.NodeType is not (XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace or XmlNodeType.Comment))
                    throw new XmlException("There is something behind the root element.");
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw new WireFormatException($"This is no binary XML: {e.Message}", e) { Format = format, Offset = 0 };
        }
        return text.ToArray();
    }

    public static byte[] ToBinary(byte[] text)
    {
        var binary = new MemoryStream();
        using var reader = XmlDictionaryReader.CreateTextReader(text,
            new XmlDictionaryReaderQuotas
            {
                MaxDepth = XmlNodes.MaxDepth,
                MaxArrayLength = int.MaxValue,
                MaxBytesPerRead = int.MaxValue,
                MaxNameTableCharCount = int.MaxValue,
                MaxStringContentLength = int.MaxValue
            });
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(binary, null, null, ownsStream: false))
        {
            reader.MoveToContent();
            try
            {
                writer.WriteNode(reader, defattr: false);
            }
            catch (ArgumentException e)
            {
                throw new NotSupportedException($"The framework's binary XML has no form for this: {e.Message}", e); // xml:space="x"
            }
        }
        return binary.ToArray();
    }

    sealed class Bounded(long most) : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            if (Length + count > most)
                throw new XmlException($"As text it would be more than {MostGrowth} times as long.");
            base.Write(buffer, offset, count);
        }
    }
}
