using System.Data;
using System.Diagnostics;
using System.Security.Principal;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonSafetyTests;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// The five gadgets that issue and literature name, each refused with its type's name, offset and path, before anything is made.
/// </summary>
public class FastJsonGadgetTests
{
    static readonly Dictionary<string, (string Named, string Text)> s_gadgets = new()
    {
        ["ObjectDataProvider"] = ("System.Windows.Data.ObjectDataProvider",
            """{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework","MethodName":"Start","ObjectInstance":{"$type":"System.Diagnostics.Process, System"} }"""),
        ["WindowsIdentity"] = ("System.Security.Principal.WindowsIdentity",
            $$"""{"$type":"{{typeof(WindowsIdentity).AssemblyQualifiedName}}","System.Security.ClaimsIdentity.actor":"AAEAAAD/////AQAAAAAAAAAMAgAAAElTeXN0ZW0="}"""),
        ["DataSet XmlSchema"] = ("System.Data.DataSet",
            $$"""{"$type":"{{typeof(DataSet).AssemblyQualifiedName}}","XmlSchema":"<?xml version=\"1.0\"?><xs:schema/>","XmlDiffGram":"<diffgr:diffgram/>"}"""),
        ["Process"] = ("System.Diagnostics.Process",
            $$"""{"$type":"{{typeof(Process).AssemblyQualifiedName}}","StartInfo":{"FileName":"/bin/sh","Arguments":"-c id"} }"""),
        ["hostile setter"] = (nameof(Hostile), $$"""{"$type":"{{typeof(Hostile).AssemblyQualifiedName}}","Command":"rm"}"""),
    };

    [Fact]
    public void All_five_are_here() =>
        Assert.Equal(["DataSet XmlSchema", "ObjectDataProvider", "Process", "WindowsIdentity", "hostile setter"],
            s_gadgets.Keys.Order(StringComparer.Ordinal));

    public static TheoryData<string> Gadgets() => [.. s_gadgets.Keys];

    [Theory]
    [MemberData(nameof(Gadgets))]
    public void Is_refused_with_name_offset_and_path(string gadget)
    {
        var (name, text) = s_gadgets[gadget];
        foreach (var options in new[] { Default, Plain, Default with { Leniency = JsonLeniency.Json5 }, JsonOptions.Graph })
        {
            Check(text, "$.$type", options, t => Json.FromText<object>(t, options));
            Check(text, "$.$type", options, t => Json.FromText<FastJsonSafetyTests.Everything>(t, options));
            foreach (var (before, after, path) in new[] { ("\"Any\":", "", "$.Any.$type"), ("\"Base\":", "", "$.Base.$type"),
                ("\"Bases\":[", "]", "$.Bases[0].$type"), ("\"field\":", "", "$.field.$type"), ("\"Items\":[1,", "]", "$.Items[1].$type") })
                Check($"{{{before}{text}{after}}}", path, options, t => Json.FromText<FastJsonSafetyTests.Everything>(t, options));
        }
        Assert.Equal((0, 0), (Hostile.Made, Hostile.Set));
        Assert.Equal(0, System.Windows.Data.ObjectDataProvider.Made);

        void Check(string input, string path, JsonOptions options, Action<string> read)
        {
            var error = Assert.Throws<WireFormatException>(() => read(input));
            Assert.Contains(name, error.Message, StringComparison.Ordinal);
            Assert.Equal((path, (long)input.IndexOf("\"$type\":", StringComparison.Ordinal) + 8), (error.Path, error.Offset));
        }
    }

    /// <summary>The same by way of a schema: columns may only have types of the closed set, in either form.</summary>
    [Theory]
    [InlineData("""{"$schema":{"$type":"fastJSON.DatasetSchema, fastJSON","Info":["T","c","System.Windows.Data.ObjectDataProvider, PresentationFramework"],"Name":"S"},"T":[[{"MethodName":"Start"}]]}""")]
    [InlineData("""{"$schema":"<?xml version=\"1.0\"?><xs:schema id=\"S\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"S\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\"><xs:element name=\"T\"><xs:complexType><xs:sequence><xs:element name=\"c\" msdata:DataType=\"System.Windows.Data.ObjectDataProvider, PresentationFramework\" type=\"xs:anyType\" minOccurs=\"0\"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>","T":[[1]]}""")]
    public void A_schema_names_no_other_types(string text)
    {
        Assert.Contains("ObjectDataProvider", Refuses<DataSet>(text).Message, StringComparison.Ordinal);
        Assert.Contains("ObjectDataProvider", Refuses<object>(text).Message, StringComparison.Ordinal);
        Assert.Equal(0, System.Windows.Data.ObjectDataProvider.Made);
    }
}
