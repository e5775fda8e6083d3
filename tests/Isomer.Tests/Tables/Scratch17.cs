using System.Data;
using System.Text;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.Nrbf;
using Xunit;
#pragma warning disable
namespace Isomer.Tests.Tables;
public class Scratch17(ITestOutputHelper output)
{
    [Fact(Explicit = true)]
    public void Includes()
    {
        foreach (string part in new[] { "<xs:include schemaLocation='http://127.0.0.1:9/a.xsd'/>", "<xs:import namespace='urn:x' schemaLocation='file:///etc/passwd'/>", "<xs:redefine schemaLocation='/etc/passwd'/>", "<xs:import namespace='urn:x'/>", "<xs:include schemaLocation=''/>", "<xs:annotation><xs:appinfo source='http://127.0.0.1:9/'/></xs:annotation>", "<xs:import schemaLocation='app1.xsd' namespace='urn:b'/>" })
        {
            string schema = $"<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'>{part}<xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='T'><xs:complexType><xs:sequence><xs:element name='a' type='xs:int' minOccurs='0'/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";
            void Try(string what, Action act)
            {
                var e = Record.Exception(act);
                output.WriteLine($"{part} {what}: {(e is null ? "read" : e.GetType().Name + " " + e.Message)}");
            }
            Try("schema", () => DataXml.ReadXmlSchema(new DataSet(), Encoding.UTF8.GetBytes(schema)));
            Try("schema by theirs", () => new DataSet().ReadXmlSchema(new StringReader(schema)));
            foreach (XmlReadMode mode in Enum.GetValues<XmlReadMode>())
                Try("doc " + mode, () => DataXml.Deserialize<DataSet>(Encoding.UTF8.GetBytes($"<S>{schema}<T><a>1</a></T></S>"), new DataXmlOptions { ReadMode = mode }));
            Try("rows", () => { using var r = Isomer.Tables.ReadXmlAsync(new MemoryStream(Encoding.UTF8.GetBytes($"<S>{schema}<T><a>1</a></T></S>"))).AsTask().Result; while (r.Read()) ; });
            foreach (var form in TableXmlForm.All)
                Try(form.ToString(), () => form.Read(form.Wrap(schema + "<diffgr:diffgram xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><S><T><a>1</a></T></S></diffgr:diffgram>", typeof(DataSet)), typeof(DataSet)));
        }
    }

    [Fact(Explicit = true)]
    public void Mono()
    {
        string folder = "/tmp/h17mono";
        Directory.CreateDirectory(folder);
        var set = IsomerMono.Sets.Related(SerializationFormat.Binary);
        var core = FormatterRename.OfLibrary("System.Private.CoreLib", "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
        var data = FormatterRename.OfLibrary("System.Data.Common", "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
        File.WriteAllBytes(Path.Combine(folder, "Related.soap"), Isomer.Soap.Serialize(set, new SoapOptions { Renames = [core, data] }));
        Formats.Mono.MonoProgram.Run("read-dataset", "soap", folder);
        foreach (string f in Directory.GetFiles(folder))
            output.WriteLine(f);
        if (File.Exists(Path.Combine(folder, "Related.refused")))
            output.WriteLine(File.ReadAllText(Path.Combine(folder, "Related.refused")));
    }

    [Fact(Explicit = true)]
    public void Claims()
    {
        // A billion rows in each form.
        string[] json = ["""{"Name":"S","Tables":[{"Name":"T","Columns":[{"Name":"a","Type":"Int32","Values":{}}],"States":"U"}]}""", """{"Name":"S","Tables":[{"Name":"T","MinimumCapacity":2000000000,"Columns":[{"Name":"a","Type":"Int32"}],"States":""}]}"""];
        foreach (string j in json)
        {
            var e = Record.Exception(() => Json.FromText<DataSet>(j));
            output.WriteLine($"{j}: {e?.Message ?? "read"}");
        }
    }
}
