using System.Globalization;
using System.Xml;

namespace Isomer.Formats;

/// <summary>Typed values: the content's text in XML's forms, and what is none is refused as the original refuses it.</summary>
internal sealed partial class JsonInfosetReader
{
    readonly XmlDictionaryReaderQuotas? _quotas;

    public override XmlDictionaryReaderQuotas Quotas => _quotas ?? base.Quotas;

    /// <summary>
    /// The text at which the reader stands, and goes on to the end of its element; the value of an attribute, where it stays.
    /// </summary>
    public override string ReadContentAsString()
    {
        string text = Value;
        if (_attribute < 0 && _node == XmlNodeType.Text)
            Read();
        return text;
    }

    public override object ReadContentAs(Type returnType, IXmlNamespaceResolver? namespaceResolver)
    {
        ArgumentNullException.ThrowIfNull(returnType);
        return returnType == typeof(object) ? ReadContentAsObject()
            : returnType == typeof(bool) ? ReadContentAsBoolean()
            : returnType == typeof(int) ? ReadContentAsInt()
            : returnType == typeof(long) ? ReadContentAsLong()
            : returnType == typeof(decimal) ? ReadContentAsDecimal()
            : returnType == typeof(double) ? ReadContentAsDouble()
            : returnType == typeof(float) ? ReadContentAsFloat()
            : returnType == typeof(DateTime) ? ReadContentAsDateTime()
            : returnType == typeof(Guid) ? ReadContentAsGuid()
            : returnType == typeof(TimeSpan) ? ReadContentAsTimeSpan()
            : returnType == typeof(UniqueId) ? ReadContentAsUniqueId()
            : base.ReadContentAs(returnType, namespaceResolver!);
    }

    T Content<T>(Func<string, T> parse, string what)
    {
        string text = ReadContentAsString();
        try
        {
            return parse(text);
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException)
        {
            throw new XmlException($"'{text}' is not {what}.", e);
        }
    }

    public override bool ReadContentAsBoolean() => Content(XmlConvert.ToBoolean, "true or false");

    public override int ReadContentAsInt() =>
        Content(static t => int.Parse(t, NumberStyles.Float, NumberFormatInfo.InvariantInfo), "an int");

    public override long ReadContentAsLong() =>
        Content(static t => long.Parse(t, NumberStyles.Float, NumberFormatInfo.InvariantInfo), "a long");

    public override decimal ReadContentAsDecimal() =>
        Content(static t => decimal.Parse(t, NumberStyles.Float, NumberFormatInfo.InvariantInfo), "a decimal");

    public override double ReadContentAsDouble() => Content(XmlConvert.ToDouble, "a double");

    public override float ReadContentAsFloat() => Content(XmlConvert.ToSingle, "a float");

    public override DateTime ReadContentAsDateTime() =>
        Content(static t => XmlConvert.ToDateTime(t, XmlDateTimeSerializationMode.RoundtripKind), "a date");

    public override Guid ReadContentAsGuid() => Content(static t => Guid.Parse(t.Trim()), "a Guid");

    public override TimeSpan ReadContentAsTimeSpan() => Content(XmlConvert.ToTimeSpan, "a duration");

    public override UniqueId ReadContentAsUniqueId() => Content(static t => new UniqueId(t.Trim()), "a unique id");

    public override object ReadContentAsObject() => ReadContentAsString();
}
