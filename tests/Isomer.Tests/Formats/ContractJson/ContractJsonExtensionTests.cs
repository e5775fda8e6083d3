using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Unknown members of IExtensibleDataObjects come back where they were, in JSON and in XML, as the original's do.</summary>
public sealed class ContractJsonExtensionTests
{
    [DataContract(Name = "Kept", Namespace = "urn:v2")]
    public class Kept : IExtensibleDataObject
    {
        [DataMember(Order = 1)] public string? A { get; set; }
        [DataMember(Order = 2)] public int M { get; set; }
        [DataMember(Order = 3, EmitDefaultValue = false)] public Kept? N { get; set; }
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    public static TheoryData<string> Documents =>
    [
        """{"A":"a","Z":1,"M":5,"Y":"s"}""",
        """{"Z":1,"A":"a","M":5}""",
        """{"M":5,"Z":1,"A":"a"}""",
        """{"M":5,"A":"a","Z":{"q":[1,"x",null,true,1.5,1e3,{"r":{}}],"e":[],"n":null}}""",
        """{"A":"a","Z":[],"Y":{},"X":null,"W":true,"V":-0,"U":12345678901234567890,"T":1.0,"S":1e400,"R":0.1}""",
        """{"A":"a","Z":{"__type":"Foo:#Bar","x":1},"M":5}""",
        """{"A":"a","Z":{"__type":"Foo:urn:x"},"Y":{"__type":"Foo"},"M":5}""",
        """{"A":"a","Z":"\/Date(0)\/","M":5,"Z":2}""",
        """{"A":"a","Z":[[1],[[]],[{"k":1},{"k":2}]]}""",
        """{"A":"a","N":{"A":"in","Z":9,"N":{"Y":[{}]}},"Z":1}""",
        """{"A":"a","M":1,"Z":"é😀\u0001 /"}""",
        """{}""",
        """{"A":"a","M":1}""",
    ];

    static string Written(XmlObjectSerializer serializer, object? value)
    {
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void WhatIsUnknownComesBackAsTheOriginals(string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        var original = new DataContractJsonSerializer(typeof(Kept));
        object? theirs = original.ReadObject(new MemoryStream(bytes));
        foreach (var tier in new[] { ShapeTier.Auto, ShapeTier.Reflection })
        {
            var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            var ours = ContractJson.Deserialize<Kept>(bytes, options);
            Assert.Equal(Written(original, theirs), ContractJson.ToText(ours, options));
            Assert.Equal(
                Written(new DataContractJsonSerializer(typeof(Kept),
                    new DataContractJsonSerializerSettings { EmitTypeInformation = EmitTypeInformation.Always }), theirs),
                ContractJson.ToText(ours, options with { EmitTypeInformation = EmitTypeInformation.Always }));
            Assert.Equal(
                Written(new DataContractJsonSerializer(typeof(Kept),
                    new DataContractJsonSerializerSettings { IgnoreExtensionDataObject = true }), theirs),
                ContractJson.ToText(ours, options with { IgnoreExtensionDataObject = true }));
            Assert.Equal(Written(new DataContractSerializer(typeof(Kept)), theirs), Encoding.UTF8.GetString(ContractXml.Serialize(ours)));
        }
    }

    [Fact]
    public void UnknownElementsOfXmlGoIntoJson()
    {
        byte[] xml = """<Kept xmlns="urn:v2" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><A>a</A><Z xmlns="">z</Z><M>5</M><Q xmlns=""><R>1</R><S i:nil="true"/></Q></Kept>"""u8.ToArray();
        Assert.Equal("""{"A":"a","Z":"z","M":5,"Q":{"R":"1","S":null}}""", ContractJson.ToText(ContractXml.Deserialize<Kept>(xml)));
    }

    [Fact]
    public void WhatTheOriginalLosesOrRefusesIsKept()
    {
        // Behind a member that is left out; names that are no XML names.
        foreach (string document in new[] { """{"A":"a","M":5,"N":null,"Z":3}""", """{"A":"a","M":5,"a b":1,"":2,"$":{"1":1}}""" })
            Assert.Equal(document.Replace("\"N\":null,", "", StringComparison.Ordinal),
                ContractJson.ToText(ContractJson.Deserialize<Kept>(Encoding.UTF8.GetBytes(document))));
        var empty = ContractJson.Deserialize<Kept>("""{"":1}"""u8);
        Assert.Contains("empty name", Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(empty)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void HostileUnknownMembersAreRefused()
    {
        string deep = "{\"Z\":" + new string('[', 1_000_000);
        Assert.Contains("deeper",
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Kept>(Encoding.UTF8.GetBytes(deep))).Message,
            StringComparison.Ordinal);
        foreach (string wrong in new[] { """{"Z":[1 2]}""", """{"Z":{"a" 1}}""", """{"Z":{"a":1""", """{"Z":[1,""", """{"Z":x}""",
            """{"Z":"\q"}""", """{"Z":{"a":1]}""" })
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Kept>(Encoding.UTF8.GetBytes(wrong)));
    }
}
