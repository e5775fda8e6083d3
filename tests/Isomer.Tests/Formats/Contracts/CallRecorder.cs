using System.Globalization;
using System.Text;
using System.Xml;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// An XmlDictionaryWriter that notes each call: what decides the bytes of any writer. What is a string of a dictionary is noted as such,
/// as 'name'; the writer under it answers what is asked.
/// </summary>
public sealed class CallRecorder(XmlDictionaryWriter inner) : XmlDictionaryWriter
{
    readonly StringBuilder _calls = new();

    public string Calls => _calls.ToString();

    public override WriteState WriteState => inner.WriteState;

    void Note(string call, params object?[] arguments) =>
        _calls.Append(call).Append('(').AppendJoin(", ", arguments.Select(Show)).Append(")\n");

    static string Show(object? value) => value switch
    {
        null => "null",
        XmlDictionaryString text => $"'{text.Value}'",
        string text => $"\"{text}\"",
        byte[] bytes => Convert.ToHexString(bytes),
        IFormattable number => $"{number.GetType().Name} {number.ToString(null, CultureInfo.InvariantCulture)}",
        _ => $"{value.GetType().Name} {value}",
    };

    public override string? LookupPrefix(string ns) => inner.LookupPrefix(ns);

    public override void Flush() => inner.Flush();

    public override void WriteStartElement(string? prefix, string localName, string? ns)
    {
        Note("Start", prefix, localName, ns);
        inner.WriteStartElement(prefix, localName, ns);
    }

    public override void WriteStartElement(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri)
    {
        Note("Start", prefix, localName, namespaceUri);
        inner.WriteStartElement(prefix, localName, namespaceUri);
    }

    public override void WriteEndElement()
    {
        Note("End");
        inner.WriteEndElement();
    }

    public override void WriteFullEndElement()
    {
        Note("FullEnd");
        inner.WriteFullEndElement();
    }

    public override void WriteStartAttribute(string? prefix, string localName, string? ns)
    {
        Note("StartAttribute", prefix, localName, ns);
        inner.WriteStartAttribute(prefix, localName, ns);
    }

    public override void WriteStartAttribute(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri)
    {
        Note("StartAttribute", prefix, localName, namespaceUri);
        inner.WriteStartAttribute(prefix, localName, namespaceUri);
    }

    public override void WriteEndAttribute()
    {
        Note("EndAttribute");
        inner.WriteEndAttribute();
    }

    public override void WriteXmlnsAttribute(string? prefix, string namespaceUri)
    {
        Note("Xmlns", prefix, namespaceUri);
        inner.WriteXmlnsAttribute(prefix, namespaceUri);
    }

    public override void WriteXmlnsAttribute(string? prefix, XmlDictionaryString namespaceUri)
    {
        Note("Xmlns", prefix, namespaceUri);
        inner.WriteXmlnsAttribute(prefix, namespaceUri);
    }

    public override void WriteString(string? text)
    {
        Note("String", text);
        inner.WriteString(text);
    }

    public override void WriteString(XmlDictionaryString? value)
    {
        Note("String", value);
        inner.WriteString(value);
    }

    public override void WriteChars(char[] buffer, int index, int count)
    {
        Note("Chars", new string(buffer, index, count));
        inner.WriteChars(buffer, index, count);
    }

    public override void WriteQualifiedName(string localName, string? ns)
    {
        Note("QName", localName, ns);
        inner.WriteQualifiedName(localName, ns);
    }

    public override void WriteQualifiedName(XmlDictionaryString localName, XmlDictionaryString? namespaceUri)
    {
        Note("QName", localName, namespaceUri);
        inner.WriteQualifiedName(localName, namespaceUri);
    }

    public override void WriteBase64(byte[] buffer, int index, int count)
    {
        Note("Base64", buffer.AsSpan(index, count).ToArray());
        inner.WriteBase64(buffer, index, count);
    }

    void Value<T>(T value, Action<T> write)
    {
        // Of a string it is the same call.
        Note(value is string ? "String" : "Value", value);
        write(value);
    }

    public override void WriteValue(XmlDictionaryString? value) => Value(value, inner.WriteValue);

    public override void WriteValue(UniqueId value) => Value(value, inner.WriteValue);

    public override void WriteValue(Guid value) => Value(value, inner.WriteValue);

    public override void WriteValue(TimeSpan value) => Value(value, inner.WriteValue);

    public override void WriteValue(object value) => Value(value, inner.WriteValue);

    public override void WriteValue(string? value) => Value(value, inner.WriteValue);

    public override void WriteValue(bool value) => Value(value, inner.WriteValue);

    public override void WriteValue(DateTime value) => Value(value, inner.WriteValue);

    public override void WriteValue(DateTimeOffset value) => Value(value, inner.WriteValue);

    public override void WriteValue(double value) => Value(value, inner.WriteValue);

    public override void WriteValue(float value) => Value(value, inner.WriteValue);

    public override void WriteValue(decimal value) => Value(value, inner.WriteValue);

    public override void WriteValue(int value) => Value(value, inner.WriteValue);

    public override void WriteValue(long value) => Value(value, inner.WriteValue);

    delegate void Array<T>(string? prefix, XmlDictionaryString name, XmlDictionaryString? ns, T[] items, int offset, int count);

    void Items<T>(string? prefix, XmlDictionaryString name, XmlDictionaryString? ns, T[] items, int offset, int count, Array<T> write)
    {
        if (count == 0)
            return;
        Note($"Array of {typeof(T).Name}", [prefix, name, ns, .. items.AsSpan(offset, count).ToArray()]);
        write(prefix, name, ns, items, offset, count);
    }

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, bool[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, int[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, long[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, float[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, double[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, decimal[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteArray(string? prefix, XmlDictionaryString localName, XmlDictionaryString? namespaceUri, DateTime[] array,
        int offset, int count) =>
        Items(prefix, localName, namespaceUri, array, offset, count, inner.WriteArray);

    public override void WriteStartDocument() => inner.WriteStartDocument();

    public override void WriteStartDocument(bool standalone) => inner.WriteStartDocument(standalone);

    public override void WriteEndDocument() => inner.WriteEndDocument();

    public override void WriteDocType(string name, string? pubid, string? sysid, string? subset) => throw new NotSupportedException();

    public override void WriteCData(string? text)
    {
        Note("CData", text);
        inner.WriteCData(text);
    }

    public override void WriteComment(string? text)
    {
        Note("Comment", text);
        inner.WriteComment(text);
    }

    public override void WriteProcessingInstruction(string name, string? text) => inner.WriteProcessingInstruction(name, text);

    public override void WriteEntityRef(string name) => inner.WriteEntityRef(name);

    public override void WriteCharEntity(char ch) => inner.WriteCharEntity(ch);

    public override void WriteWhitespace(string? ws)
    {
        Note("Whitespace", ws);
        inner.WriteWhitespace(ws);
    }

    public override void WriteSurrogateCharEntity(char lowChar, char highChar) => inner.WriteSurrogateCharEntity(lowChar, highChar);

    public override void WriteRaw(char[] buffer, int index, int count) => inner.WriteRaw(buffer, index, count);

    public override void WriteRaw(string data)
    {
        Note("Raw", data);
        inner.WriteRaw(data);
    }
}
