using System.Text;
using System.Xml;
using Isomer.Formats;

namespace Isomer;

/// <summary>The overloads of JsonReaderWriterFactory: the same parameters in the same order.</summary>
public static partial class JsonInfoset
{
    /// <summary>As JsonReaderWriterFactory.CreateJsonReader.</summary>
    public static XmlDictionaryReader CreateReader(byte[] buffer, XmlDictionaryReaderQuotas quotas)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        return CreateReader(buffer, 0, buffer.Length, null, quotas, null);
    }

    /// <summary>As JsonReaderWriterFactory.CreateJsonReader.</summary>
    public static XmlDictionaryReader CreateReader(byte[] buffer, int offset, int count, XmlDictionaryReaderQuotas quotas) =>
        CreateReader(buffer, offset, count, null, quotas, null);

    /// <summary>As JsonReaderWriterFactory.CreateJsonReader: of one encoding, or without one of UTF-8 or UTF-16.</summary>
    public static XmlDictionaryReader CreateReader(byte[] buffer, int offset, int count, Encoding? encoding,
        XmlDictionaryReaderQuotas quotas, OnXmlDictionaryReaderClose? onClose)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        CheckRange(buffer, offset, count);
        var options = JsonInfosetOptions.Default.WithQuotas(quotas);
        return new JsonInfosetReader(new JsonInfosetInput(buffer, offset, count, Checked(encoding)), options, quotas, onClose);
    }

    /// <summary>As JsonReaderWriterFactory.CreateJsonReader.</summary>
    public static XmlDictionaryReader CreateReader(Stream stream, XmlDictionaryReaderQuotas quotas) =>
        CreateReader(stream, null, quotas, null);

    /// <summary>
    /// As JsonReaderWriterFactory.CreateJsonReader: of one encoding, or without one of UTF-8 or UTF-16. Closing the reader closes the
    /// stream.
    /// </summary>
    public static XmlDictionaryReader CreateReader(Stream stream, Encoding? encoding, XmlDictionaryReaderQuotas quotas,
        OnXmlDictionaryReaderClose? onClose)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var options = JsonInfosetOptions.Default.WithQuotas(quotas);
        return new JsonInfosetReader(new JsonInfosetInput(stream, leaveOpen: false, Checked(encoding)), options, quotas, onClose);
    }

    /// <summary>As JsonReaderWriterFactory.CreateJsonWriter. The stream is closed with the writer.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream stream) => CreateWriter(stream, Encoding.UTF8, ownsStream: true);

    /// <summary>As JsonReaderWriterFactory.CreateJsonWriter: UTF-8 or UTF-16. The stream is closed with the writer.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream stream, Encoding encoding) => CreateWriter(stream, encoding, ownsStream: true);

    /// <summary>As JsonReaderWriterFactory.CreateJsonWriter: UTF-8 or UTF-16.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream stream, Encoding encoding, bool ownsStream) =>
        CreateWriter(stream, encoding, ownsStream, indent: false);

    /// <summary>As JsonReaderWriterFactory.CreateJsonWriter: UTF-8 or UTF-16.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream stream, Encoding encoding, bool ownsStream, bool indent) =>
        CreateWriter(stream, encoding, ownsStream, indent, JsonInfosetOptions.Default.IndentCharacters);

    /// <summary>As JsonReaderWriterFactory.CreateJsonWriter: UTF-8 or UTF-16.</summary>
    public static XmlDictionaryWriter CreateWriter(Stream stream, Encoding encoding, bool ownsStream, bool indent, string? indentChars)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(encoding);
        var options = JsonInfosetOptions.Default with { LeaveOpen = !ownsStream, Indented = indent };
        if (indent)
            options = options with { IndentCharacters = indentChars ?? throw new ArgumentNullException(nameof(indentChars)) };
        if (Checked(encoding) is not UnicodeEncoding utf16)
            return new JsonInfosetWriter(stream, options);
        return new JsonInfosetWriter(Encoding.CreateTranscodingStream(stream, utf16, new UTF8Encoding(false), leaveOpen: !ownsStream),
            options with { LeaveOpen = false });
    }

    static void CheckRange(byte[] buffer, int offset, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(offset, buffer.Length);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, buffer.Length - offset);
    }

    /// <summary>
    /// One of the three encodings that JSON readers and writers have, without a mark and without replacing what is invalid.
    /// </summary>
    static Encoding? Checked(Encoding? encoding) => encoding?.WebName switch
    {
        null => null,
        "utf-8" => new UTF8Encoding(false, true),
        "utf-16" => new UnicodeEncoding(false, false, true),
        "utf-16BE" => new UnicodeEncoding(true, false, true),
        _ => throw new XmlException($"JSON is read and written in UTF-8 or UTF-16, not in '{encoding.WebName}'."),
    };
}
