using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Tests.OfTables;

/// <summary>
/// A way in which DataSets go as the XML of their own: our writer and reader, the original's, and how XML given as text is put into this
/// form.
/// </summary>
/// <param name="Name">What the tests say.</param>
/// <param name="Write">Ours.</param>
/// <param name="Read">Ours.</param>
/// <param name="Original">What the original makes of the value, written and read.</param>
/// <param name="Wrap">The document of this form, from the content of the root element and the type of the root.</param>
public sealed record TableXmlForm(string Name, Func<object, byte[]> Write, Func<byte[], Type, object> Read, Func<object, object> Original,
    Func<string, Type, byte[]> Wrap)
{
    public override string ToString() => Name;

    static readonly ContractXmlOptions s_net = new() { NetDataContract = true };
    static readonly ContractXmlOptions s_netBinary = new() { NetDataContract = true, Form = ContractXmlForm.Binary };

    public static readonly TableXmlForm[] All =
    [
        new("Xml", v => Xml.Serialize(v, v.GetType()), (b, t) => Xml.Deserialize(b, t)!, ByXml,
            (c, t) => Utf8($"<{t.Name}>{c}</{t.Name}>")),
        new("Xml by XmlReader", v => Xml.Serialize(v, v.GetType()), ByXmlReader, ByXml, (c, t) => Utf8($"<{t.Name}>{c}</{t.Name}>")),
        new("ContractXml", v => ContractXml.Serialize(v, v.GetType()), (b, t) => ContractXml.Deserialize(b, t)!, v => ByContract(v, false),
            InContract),
        new("ContractXml binary", v => ContractXml.Serialize(v, v.GetType(), ContractXmlOptions.Binary),
            (b, t) => ContractXml.Deserialize(b, t, ContractXmlOptions.Binary)!, v => ByContract(v, true),
            (c, t) => Binary(InContract(c, t))),
        new("ContractXml by XmlReader", v => ContractXml.Serialize(v, v.GetType()),
            (b, t) => ByContractReader(XmlDictionaryReader.CreateTextReader(b, XmlDictionaryReaderQuotas.Max), t),
            v => ByContract(v, false), InContract),
        new("ContractXml by binary XmlReader", v => ContractXml.Serialize(v, v.GetType(), ContractXmlOptions.Binary),
            (b, t) => ByContractReader(XmlDictionaryReader.CreateBinaryReader(b, XmlDictionaryReaderQuotas.Max), t),
            v => ByContract(v, true), (c, t) => Binary(InContract(c, t))),
        new("NetDataContract", v => ContractXml.Serialize(v, v.GetType(), s_net), (b, t) => ContractXml.Deserialize(b, t, s_net)!,
            v => ByContract(v, false), InContract),
        new("NetDataContract binary", v => ContractXml.Serialize(v, v.GetType(), s_netBinary),
            (b, t) => ContractXml.Deserialize(b, t, s_netBinary)!, v => ByContract(v, true), (c, t) => Binary(InContract(c, t))),
        new("ContractJson", v => ContractJson.Serialize(v, v.GetType()), (b, t) => ContractJson.Deserialize(b, t)!, ByJson,
            (c, t) => System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(Encoding.UTF8.GetString(InContract(c, t)))),
        new("Nrbf", v => Nrbf.Serialize(v, v.GetType()), (b, t) => Nrbf.Deserialize(b, t)!, ByFormatter, InEntries),
        new("Soap", v => Soap.Serialize(v, v.GetType()), (b, t) => Soap.Deserialize(b, t)!, ByFormatter, InEnvelope),
    ];

    static readonly Dictionary<Type, bool> s_taken = [];

    /// <summary>
    /// Whether the framework reads columns of this type in XML. (BinaryFormatter asks of no column of which type it is; ours asks the same
    /// as in XML.)
    /// </summary>
    static bool IsTaken(Type type)
    {
        lock (s_taken)
        {
            if (!s_taken.TryGetValue(type, out bool taken))
            {
                var table = new DataTable("t");
                table.Columns.Add("c", type);
                s_taken[type] = taken = Xunit.Record.Exception(() => ByXml(table)) is null;
            }
            return taken;
        }
    }

    static object ByFormatter(object value)
    {
        var tables = value is DataSet all ? all.Tables.Cast<DataTable>() : [(DataTable)value];
        if (!tables.All(t => t.Columns.Cast<DataColumn>().All(c => IsTaken(c.DataType))))
            throw new NotSupportedException("A column is of a type that XML does not take.");
#pragma warning disable SYSLIB0011 // the original
        var stream = new MemoryStream();
        new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Serialize(stream, value);
        stream.Position = 0;
        return new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(stream);
#pragma warning restore SYSLIB0011
    }

    /// <summary>The schema and the rows as the entries that a set or table names of itself.</summary>
    static byte[] InEntries(string content, Type type)
    {
        int rows = content.IndexOf("<diffgr:diffgram", StringComparison.Ordinal);
        return new Formats.OfNrbf.NrbfPayload().Library(2, type.Assembly.FullName!)
            .Class(1, type.FullName!, 2, ("XmlSchema", "01"), ("XmlDiffGram", "01"))
            .Text(3, rows < 0 ? content : content[..rows]).Text(4, rows < 0 ? "" : content[rows..]).End();
    }

    static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    static byte[] InContract(string content, Type type) => Utf8($"<{type.Name}>{content}</{type.Name}>");

    static byte[] Binary(byte[] text)
    {
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        // White space between elements is text in binary XML, which the framework's sets do not read either.
        using (var reader = XmlReader.Create(new MemoryStream(text), new XmlReaderSettings { IgnoreWhitespace = true }))
        {
            reader.MoveToContent();
            writer.WriteNode(reader, false);
        }
        return stream.ToArray();
    }

    static object ByXmlReader(byte[] bytes, Type type)
    {
        using var reader = XmlReader.Create(new MemoryStream(bytes));
        try
        {
            return new IsomerXmlSerializer(type).Deserialize(reader)!;
        }
        catch (InvalidOperationException e) when (Inner(e) is { } inner)
        {
            // As XmlSerializer wraps what it meets.
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(inner);
            throw;
        }
    }

    static WireFormatException? Inner(Exception? e) => e is null ? null : e as WireFormatException ?? Inner(e.InnerException);

    static object ByContractReader(XmlDictionaryReader reader, Type type)
    {
        using (reader)
            return new ContractXmlSerializer(type).ReadObject(reader, true)!;
    }

    static object ByXml(object value)
    {
        var stream = new MemoryStream();
        var xml = new XmlSerializer(value.GetType());
        xml.Serialize(stream, value);
        stream.Position = 0;
        return xml.Deserialize(stream)!;
    }

    static object ByContract(object value, bool binary)
    {
        var stream = new MemoryStream();
        var contract = new DataContractSerializer(value.GetType());
        using (var writer = binary
            ? XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false)
            : XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false))
            contract.WriteObject(writer, value);
        stream.Position = 0;
        using var reader = binary
            ? XmlDictionaryReader.CreateBinaryReader(stream, XmlDictionaryReaderQuotas.Max)
            : XmlDictionaryReader.CreateTextReader(stream, XmlDictionaryReaderQuotas.Max);
        return contract.ReadObject(reader)!;
    }

    static object ByJson(object value)
    {
        var stream = new MemoryStream();
        var json = new DataContractJsonSerializer(value.GetType());
        json.WriteObject(stream, value);
        stream.Position = 0;
        return json.ReadObject(stream)!;
    }

    static byte[] InEnvelope(string content, Type type)
    {
        int rows = content.IndexOf("<diffgr:diffgram", StringComparison.Ordinal);
        string Escaped(string text) => System.Security.SecurityElement.Escape(text);
        return Utf8($"""
            <SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>
            <a1:{type.Name} id="ref-1" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/{type.Namespace}/{Uri.EscapeDataString(type.Assembly.FullName!)}">
            <XmlSchema id="ref-2">{Escaped(rows < 0 ? content : content[..rows])}</XmlSchema><XmlDiffGram id="ref-3">{Escaped(rows < 0 ? "" : content[rows..])}</XmlDiffGram>
            </a1:{type.Name}></SOAP-ENV:Body></SOAP-ENV:Envelope>
            """);
    }

    /// <summary>The content of the root element as the framework writes it: the schema and the rows.</summary>
    public static string ContentOf(object value)
    {
        using var text = new StringWriter();
        new XmlSerializer(value.GetType()).Serialize(text, value);
        string all = text.ToString();
        int start = all.IndexOf('>', all.IndexOf("<" + value.GetType().Name, StringComparison.Ordinal)) + 1;
        return all[start..all.LastIndexOf("</", StringComparison.Ordinal)];
    }
}

/// <summary>Contents of hostile DataSets in XML.</summary>
public static class TableXmlParts
{
    /// <summary>A schema with one table T of these columns, and a DiffGram of these rows.</summary>
    public static string Content(string columns, string rows, string before = "") =>
        $"""
        <xs:schema id="S" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
        <xs:element name="S" msdata:IsDataSet="true" msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
        <xs:element name="T"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>
        <diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <S xmlns="">{rows}</S>{(before.Length == 0 ? "" : $"<diffgr:before xmlns=\"\">{before}</diffgr:before>")}</diffgr:diffgram>
        """;

    public static string Column(string name, string type = "xs:int", string more = "") =>
        $"""<xs:element name="{name}" type="{type}" {more} minOccurs="0" />""";

    public static string Computed(string name, string expression, string type = "xs:int") =>
        Column(name, type, $"msdata:ReadOnly=\"true\" msdata:Expression=\"{System.Security.SecurityElement.Escape(expression)}\"");

    public static string Row(int place, string cells, string more = "") =>
        $"""<T diffgr:id="T{place + 1}" msdata:rowOrder="{place}" {more}>{cells}</T>""";

    public static string Rows(int count, Func<int, string> cells) =>
        string.Concat(Enumerable.Range(0, count).Select(i => Row(i, cells(i))));
}
