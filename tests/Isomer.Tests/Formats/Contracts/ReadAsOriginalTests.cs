using System.Runtime.Serialization;
using System.Xml;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Documents of strangers, in text and in binary: read and refused as the original does.</summary>
public sealed class ReadAsOriginalTests
{
    const string Spaces = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:x='http://www.w3.org/2001/XMLSchema'";
    const string Arrays = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";

    [DataContract(Name = "H_{0}", Namespace = "")]
    public class H<T> { [DataMember] public T? V; }

    [DataContract(Name = "Base", Namespace = "")]
    [KnownType(typeof(Derived))]
    public class Base { [DataMember] public int A; }

    [DataContract(Name = "Derived", Namespace = "")]
    public class Derived : Base { [DataMember] public int B; }

    /// <summary>The document in both forms: binary is what the framework's writer makes of the text.</summary>
    static void CheckRead(ContractOracle oracle, string document, Type type)
    {
        oracle.CheckRead('x', document, type);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        using (var reader = XmlReader.Create(new StringReader(document)))
            writer.WriteNode(reader, true);
        oracle.CheckRead('b', stream.ToArray(), type);
    }

    [Theory]
    [InlineData("KV")]
    [InlineData("VK")]
    [InlineData("VKV")]
    [InlineData("KKV")]
    [InlineData("KVK")]
    [InlineData("KVV")]
    [InlineData("xKV")]
    [InlineData("KxV")]
    [InlineData("xVKV")]
    [InlineData("VxKV")]
    [InlineData("K")]
    [InlineData("V")]
    [InlineData("")]
    public void The_value_of_an_entry_stands_behind_its_key(string order)
    {
        var oracle = new ContractOracle();
        string entry = string.Concat(order.Select(c => c switch { 'K' => "<a:Key>k</a:Key>", 'V' => "<a:Value>5</a:Value>", _ => "<x/>" }));
        CheckRead(oracle,
            $"<ArrayOfKeyValueOfstringint xmlns='{Arrays}' xmlns:a='{Arrays}'><KeyValueOfstringint>{entry}</KeyValueOfstringint></ArrayOfKeyValueOfstringint>",
            typeof(Dictionary<string, int>));
        CheckRead(oracle,
            $"<H_ArrayOfKeyValueOfstringint {Spaces} xmlns:a='{Arrays}'><V><a:KeyValueOfstringint>{entry}</a:KeyValueOfstringint></V></H_ArrayOfKeyValueOfstringint>",
            typeof(H<Dictionary<string, int>>));
        oracle.Done();
    }

    [Theory]
    [InlineData("AAE=AAE=")]
    [InlineData(" AAE= \nAAE=\t")]
    [InlineData("AA==AA==AAEC")]
    [InlineData("AAECAA==AAEC")]
    [InlineData("AAF=AB==")]
    [InlineData("AAF=")]
    [InlineData("A A E=")]
    [InlineData("AA= =AA==")]
    [InlineData("AAE=A")]
    [InlineData("AAE=AA=")]
    [InlineData("AAE==AAE=")]
    [InlineData("=AAE")]
    [InlineData("AA=A")]
    [InlineData("AAE=!AE=")]
    [InlineData("====")]
    [InlineData("A===")]
    [InlineData("AAE=AAE=====")]
    public void Base64_goes_on_behind_its_padding(string text)
    {
        var oracle = new ContractOracle();
        CheckRead(oracle, $"<base64Binary xmlns='http://schemas.microsoft.com/2003/10/Serialization/'>{text}</base64Binary>",
            typeof(byte[]));
        CheckRead(oracle, $"<H_base64Binary {Spaces}><V>{text}</V></H_base64Binary>", typeof(H<byte[]>));
        CheckRead(oracle, $"<H_base64Binary {Spaces}><V><!-- c -->{text}<![CDATA[{text}]]></V></H_base64Binary>", typeof(H<byte[]>));
        CheckRead(oracle,
            $"<H_ArrayOfbase64Binary {Spaces} xmlns:a='{Arrays}'><V><a:base64Binary>{text}</a:base64Binary></V></H_ArrayOfbase64Binary>",
            typeof(H<byte[][]>));
        oracle.Done();
    }

    /// <summary>
    /// A prefix that is not declared stands for no namespace; so the type is found if it is in none. White space is a part of the name, or
    /// of the prefix.
    /// </summary>
    [Theory]
    [InlineData("nosuch:Derived")]
    [InlineData(" nosuch:Derived")]
    [InlineData("nosuch:Derived ")]
    [InlineData("nosuch: Derived")]
    [InlineData(" Derived")]
    [InlineData("Derived ")]
    [InlineData(" x:int")]
    [InlineData("x:int ")]
    [InlineData("x :int")]
    [InlineData("x: int")]
    [InlineData("x:int")]
    [InlineData(" ")]
    [InlineData("")]
    [InlineData("nosuch:Base")]
    [InlineData("nosuch:int")]
    [InlineData("nosuch:a:Base")]
    [InlineData("nosuch:")]
    [InlineData(":Base")]
    [InlineData("Base")]
    public void The_name_of_a_type_is_looked_up(string name)
    {
        var oracle = new ContractOracle { KnownTypes = [typeof(Base)] };
        CheckRead(oracle, $"<Base {Spaces} i:type='{name}'><A>1</A></Base>", typeof(Base));
        CheckRead(oracle, $"<H_Base {Spaces}><V i:type='{name}'><A>1</A></V></H_Base>", typeof(H<Base>));
        CheckRead(oracle, $"<H_anyType {Spaces}><V i:type='{name}'><A>1</A></V></H_anyType>", typeof(H<object>));
        CheckRead(oracle, $"<H_ArrayOfBase {Spaces}><V><Base i:type='{name}'><A>1</A></Base></V></H_ArrayOfBase>", typeof(H<List<Base>>));
        CheckRead(oracle, $"<H_int {Spaces}><V i:type='{name}'>1</V></H_int>", typeof(H<int>));
        CheckRead(oracle, $"<H_string {Spaces}><V i:type='{name}'>1</V></H_string>", typeof(H<string>));
        oracle.Done();
    }

    [DataContract(Name = "Two", Namespace = "")]
    public class Two { [DataMember] public XmlQualifiedName? A; [DataMember] public XmlQualifiedName? B; }

    /// <summary>Each is an object, also an empty one.</summary>
    [Theory]
    [InlineData("<A/><B/>")]
    [InlineData("<A z:Id='2'/><B/>")]
    [InlineData("<A z:Id='2'/><B z:Ref='2'/>")]
    [InlineData("<A z:Id='2'>x:n</A><B>x:n</B>")]
    [InlineData("<A></A><B></B>")]
    public void Two_names_are_two_objects(string content)
    {
        var oracle = new ContractOracle { Preserves = true };
        CheckRead(oracle, $"<Two {Spaces}>{content}</Two>", typeof(Two));
        oracle.Done();
    }

    /// <summary>Text in a map's entry is refused, as before its members so behind them.</summary>
    [Theory]
    [InlineData("<Key>a</Key><Value>1</Value>text")]
    [InlineData("<Key>a</Key><Value>1</Value><x/>text")]
    [InlineData("<Key>a</Key><Value>1</Value><x>text</x>")]
    [InlineData("<Key>a</Key>text<Value>1</Value>")]
    [InlineData("<Key>a</Key><Value>1</Value> <!-- c --> ")]
    public void Text_in_an_entry(string content)
    {
        var oracle = new ContractOracle();
        string document = $"<ArrayOfKeyValueOfstringint xmlns='{Arrays}'><KeyValueOfstringint>{content}</KeyValueOfstringint><KeyValueOfstringint><Key>b</Key><Value>2</Value></KeyValueOfstringint></ArrayOfKeyValueOfstringint>";
        CheckRead(oracle, document, typeof(Dictionary<string, int>));
        oracle.Done();
        foreach (Func<XmlReader> reader in (Func<XmlReader>[])[() => XmlReader.Create(new StringReader(document)),
            () => System.Xml.Linq.XDocument.Parse(document).CreateReader()])
            Assert.Equal(Read(new DataContractSerializer(typeof(Dictionary<string, int>)), reader()),
                Read(new ContractXmlSerializer(typeof(Dictionary<string, int>)), reader()));

        static string Read(XmlObjectSerializer serializer, XmlReader reader)
        {
            try
            {
                return string.Join(',', (Dictionary<string, int>)serializer.ReadObject(reader)!);
            }
            catch (SerializationException)
            {
                return "refused";
            }
        }
    }

    /// <summary>Base64 through readers that give it as text: the original trims it as string.Trim does.</summary>
    [Theory]
    [InlineData("\u00a0")]
    [InlineData("\u00a0AQID\u2003")]
    [InlineData(" AQ ID ")]
    [InlineData("AQ\u00a0ID")]
    public void Bytes_of_a_reader_that_gives_text(string text)
    {
        string document = $"<H_base64Binary><V>{text}</V></H_base64Binary>";
        XmlReader Reader() => XmlReader.Create(new StringReader(document));
        string Shown(XmlObjectSerializer serializer)
        {
            try
            {
                return System.Convert.ToHexString(((H<byte[]>)serializer.ReadObject(Reader())!).V!);
            }
            catch (Exception e) when (e is SerializationException or FormatException or XmlException)
            {
                return "refused";
            }
        }
        Assert.Equal(Shown(new DataContractSerializer(typeof(H<byte[]>))), Shown(new ContractXmlSerializer(typeof(H<byte[]>))));
    }
}
