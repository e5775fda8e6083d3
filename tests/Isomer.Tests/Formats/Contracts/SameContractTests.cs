using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Collections of the contract that is declared, whatever class they are: no type is told and none need be known. And what writes its own
/// XML where an object is declared, or in a collection that nothing declares.
/// </summary>
public class SameContractTests
{
    public class Own : IXmlSerializable
    {
        public string? Seen { get; set; } = "t";
        public XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => Seen = reader.ReadElementContentAsString();
        public void WriteXml(XmlWriter writer) => writer.WriteString(Seen);
    }

    public class Numbers : List<int>;

    public class Names : Dictionary<string, int>;

    public class Owns : List<Own>;

    public class Elements : List<XmlElement>;

    public class Trees : List<XElement>;

    [CollectionDataContract(Name = "ArrayOfint", Namespace = "http://schemas.microsoft.com/2003/10/Serialization/Arrays", ItemName = "n")]
    public class Renamed : List<int>;

    [DataContract(Namespace = "")]
    public class Holder<T>
    {
        [DataMember] public T? A { get; set; }
        [DataMember] public int B { get; set; } = 2;
    }

    static XmlElement Element()
    {
        var document = new XmlDocument();
        document.LoadXml("<a xmlns='urn:a'/>");
        return document.DocumentElement!;
    }

    static XmlNode[] Nodes() => [Element()];

    public static TheoryData<string> Cases() => [.. s_cases.Keys];

    static readonly Dictionary<string, (object Value, Type Declared, Type[] Known)> s_cases = new()
    {
        ["list"] = (new Holder<List<int>> { A = new Numbers { 1 } }, typeof(Holder<List<int>>), []),
        ["list, known"] = (new Holder<List<int>> { A = new Numbers { 1 } }, typeof(Holder<List<int>>), [typeof(Numbers)]),
        ["list of lists"] = (new Holder<List<List<int>>> { A = [new Numbers { 1 }] }, typeof(Holder<List<List<int>>>), []),
        ["observable"] = (new Holder<Collection<int>> { A = new ObservableCollection<int> { 1 } }, typeof(Holder<Collection<int>>), []),
        ["map"] = (new Holder<Dictionary<string, int>> { A = new Names { ["a"] = 1 } }, typeof(Holder<Dictionary<string, int>>), []),
        ["other items' name"] = (new Holder<List<int>> { A = new Renamed { 1 } }, typeof(Holder<List<int>>), []),
        ["root"] = (new Numbers { 1 }, typeof(List<int>), []),
        ["own"] = (new Holder<List<Own>> { A = new Owns { new Own() } }, typeof(Holder<List<Own>>), []),
        ["own in a list"] = (new Holder<List<List<Own>>> { A = [new Owns { new Own() }] }, typeof(Holder<List<List<Own>>>), [typeof(Owns)]),
        ["own as an object"] = (new Holder<object> { A = new Own() }, typeof(Holder<object>), [typeof(Own)]),
        ["own in an object"] = (new Holder<object> { A = new Owns { new Own() } }, typeof(Holder<object>), [typeof(Owns)]),
        ["own in objects"] = (new Holder<object> { A = new object[] { new Own() } }, typeof(Holder<object>), [typeof(Own), typeof(object[])]),
        ["own, root"] = (new Own(), typeof(object), [typeof(Own)]),
        ["element as an object"] = (new Holder<object> { A = Element() }, typeof(Holder<object>), [typeof(XmlElement)]),
        ["element in an object"] = (new Holder<object> { A = new Elements { Element() } }, typeof(Holder<object>), [typeof(Elements)]),
        ["element in objects"] = (new Holder<List<object>> { A = [new Elements { Element() }, Element()] }, typeof(Holder<List<object>>),
            [typeof(Elements), typeof(XmlElement)]),
        ["element, root"] = (Element(), typeof(object), [typeof(XmlElement)]),
        ["element, root of itself"] = (Element(), typeof(XmlElement), []),
        ["tree as an object"] = (new Holder<object> { A = new XElement("a") }, typeof(Holder<object>), [typeof(XElement)]),
        ["tree in an object"] = (new Holder<object> { A = new Trees { new("a") } }, typeof(Holder<object>), [typeof(Trees)]),
        ["tree, root"] = (new XElement("a"), typeof(object), [typeof(XElement)]),
        ["nodes as an object"] = (new Holder<object> { A = Nodes() }, typeof(Holder<object>), [typeof(XmlNode[])]),
        ["nodes in an object"] = (new Holder<object> { A = new List<XmlNode[]> { Nodes() } }, typeof(Holder<object>), [typeof(List<XmlNode[]>)]),
        ["nodes, root"] = (Nodes(), typeof(object), [typeof(XmlNode[])]),
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void Xml_is_the_originals(string name)
    {
        var (value, declared, known) = s_cases[name];
        foreach (bool keeps in (bool[])[false, true])
            foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
            {
                var original = new DataContractSerializer(declared,
                    new DataContractSerializerSettings { KnownTypes = known, PreserveObjectReferences = keeps });
                using var stream = new MemoryStream();
                original.WriteObject(stream, value);
                var options = new ContractXmlOptions
                {
                    KnownTypes = known,
                    PreserveObjectReferences = keeps,
                    Convention = Convention.DataContract.WithTier(tier)
                };
                byte[] ours = ContractXml.Serialize(value, declared, options);
                Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(ours));
                using var again = new MemoryStream();
                original.WriteObject(again, ContractXml.Deserialize(ours, declared, options));
                if (name != "other items' name")
                    Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(again.ToArray()));
                using var text = new MemoryStream();
                using (var writer = XmlDictionaryWriter.CreateTextWriter(text, Encoding.UTF8, ownsStream: false))
                    new ContractXmlSerializer(declared, options).WriteObject(writer, value);
                Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(text.ToArray()));
            }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Json_is_the_originals(string name)
    {
        var (value, declared, known) = s_cases[name];
        using var stream = new MemoryStream();
        var options = new ContractJsonOptions { KnownTypes = known };
        if (name is "map" or "own")
        {
            // Its items are those of a collection that nothing declares. Of pairs ours takes that for the declared one.
            Assert.Throws<SerializationException>(() => new DataContractJsonSerializer(declared, known).WriteObject(stream, value));
            if (name == "own")
                Assert.Throws<NotSupportedException>(() => ContractJson.ToText(value, declared, options));
            return;
        }
        new DataContractJsonSerializer(declared, known).WriteObject(stream, value);
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()),
            ContractJson.ToText(value, declared, options));
    }

    [DataContract(Namespace = "")]
    public class Part
    {
        [DataMember] public int A { get; set; }
    }

    public class Parts : List<Part>;

    const string Told = "\"__type\":\"SameContractTests.Part\",";

    /// <summary>Items of a collection of another class than the declared one tell their types, as those that nothing declares do.</summary>
    [Theory]
    [InlineData(EmitTypeInformation.AsNeeded)]
    [InlineData(EmitTypeInformation.Always)]
    [InlineData(EmitTypeInformation.Never)]
    public void Items_of_json_tell_their_types(EmitTypeInformation emits)
    {
        (object Value, Type Declared)[] values =
        [
            (new Parts { new(), new() }, typeof(List<Part>)), (new List<List<Part>> { new Parts { new() } }, typeof(List<List<Part>>)),
            (new ObservableCollection<Part> { new() }, typeof(Collection<Part>)),
            (new Holder<List<Part>> { A = new Parts { new(), null! } }, typeof(Holder<List<Part>>)),
            (new Holder<IList<Part>> { A = new Parts { new() } }, typeof(Holder<IList<Part>>)),
            (new Holder<List<Part>> { A = [new()] }, typeof(Holder<List<Part>>)),
            (new Holder<Collection<int?>> { A = new ObservableCollection<int?> { 1, null } }, typeof(Holder<Collection<int?>>)),
            (new Holder<Collection<List<Part>>> { A = new ObservableCollection<List<Part>> { new() { new() } } },
                typeof(Holder<Collection<List<Part>>>)),
        ];
        foreach (var (value, declared) in values)
            foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
            {
                var settings = new DataContractJsonSerializerSettings
                {
                    KnownTypes = [typeof(Part), typeof(List<Part>)],
                    EmitTypeInformation = emits
                };
                using var stream = new MemoryStream();
                new DataContractJsonSerializer(declared, settings).WriteObject(stream, value);
                string theirs = Encoding.UTF8.GetString(stream.ToArray());
                var options = ContractJsonOptions.Of(settings) with { Convention = Convention.DataContract.WithTier(tier) };
                Assert.Equal(theirs, ContractJson.ToText(value, declared, options));
                Assert.Equal(theirs.Replace(Told, "", StringComparison.Ordinal),
                    ContractJson.ToText(ContractJson.FromText(theirs, declared, options), declared, options)
                        .Replace(Told, "", StringComparison.Ordinal));
            }
    }
}
