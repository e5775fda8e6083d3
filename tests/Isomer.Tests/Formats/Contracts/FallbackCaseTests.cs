using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Where the framework cannot make code it falls back to reflection, and does other things then than in its normal mode: members are
/// lost, required ones not missed, null becomes empty. Each kind of such a case here: both tiers of ours are as the normal mode.
/// </summary>
public sealed class FallbackCaseTests
{
    const string Namespace = "urn:fallback";

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static string Outcome<T>(Func<T> act, Func<T, string> show)
    {
        T value;
        try
        {
            value = act();
        }
        catch (Exception e) when (e is not Xunit.Sdk.XunitException)
        {
            return "refused";
        }
        return show(value);
    }

    static void WritesXmlContract<T>(T value, bool preserves = false)
    {
        var settings = new DataContractSerializerSettings { PreserveObjectReferences = preserves };
        string expected =
            Outcome(() => Written(s => new DataContractSerializer(typeof(T), settings).WriteObject(s, value)), Encoding.UTF8.GetString);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() =>
                    ContractXml.Serialize(value,
                        new ContractXmlOptions
                        { Convention = Convention.DataContract.WithTier(tier), PreserveObjectReferences = preserves }),
                                Encoding.UTF8.GetString));
    }

    static void ReadsXmlContract<T>(string document, Func<T, string> show)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        string expected = Outcome(() => (T)new DataContractSerializer(typeof(T)).ReadObject(new MemoryStream(bytes))!, show);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() =>
                    ContractXml.Deserialize<T>(bytes, new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) }),
                        show));
    }

    static void WritesJsonContract<T>(T value)
    {
        string expected =
            Outcome(() => Written(s => new DataContractJsonSerializer(typeof(T)).WriteObject(s, value)), Encoding.UTF8.GetString);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() =>
                    ContractJson.Serialize(value, new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) }),
                        Encoding.UTF8.GetString));
    }

    static void ReadsJsonContract<T>(string text, Func<T, string> show)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        string expected = Outcome(() => (T)new DataContractJsonSerializer(typeof(T)).ReadObject(new MemoryStream(bytes))!, show);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() =>
                    ContractJson.Deserialize<T>(bytes, new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) }),
                        show));
    }

    static void WritesXml<T>(T value)
    {
        string expected = Outcome(() => Written(s => new XmlSerializer(typeof(T)).Serialize(s, value)), Encoding.UTF8.GetString);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() => Xml.Serialize(value, new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) }),
                    Encoding.UTF8.GetString));
    }

    static void ReadsXml<T>(string document, Func<T, string> show)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        string expected = Outcome(() => (T)new XmlSerializer(typeof(T)).Deserialize(new MemoryStream(bytes))!, show);
        foreach (var tier in s_tiers)
            Assert.Equal(expected,
                Outcome(() =>
                    Xml.Deserialize<T>(bytes,
                        XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }),
                            v => v is null ? "null" : show(v)));
    }

    static byte[] Written(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }

    [DataContract(Namespace = Namespace, Name = "E")]
    public class Extended : IExtensibleDataObject
    {
        [DataMember(Order = 1)] public string? Z;
        [DataMember(Order = 2)] public int Late;

        public ExtensionDataObject? ExtensionData { get; set; }
    }

    [DataContract(Namespace = Namespace, Name = "E")]
    public class Known
    {
        [DataMember(Order = 1)] public string? Z;
        [DataMember(Order = 2)] public int Late;
    }

    [Fact]
    public void An_unknown_element_before_known_ones_loses_none_of_them()
    {
        string document = $"<E xmlns=\"{Namespace}\"><Unknown><a>1</a></Unknown><Z>q</Z><Late>5</Late></E>";
        ReadsXmlContract<Known>(document, v => $"{v.Z} {v.Late}");
        Assert.Equal(5, ContractXml.Deserialize<Known>(Encoding.UTF8.GetBytes(document)).Late);
    }

    [DataContract(Namespace = Namespace, Name = "N")]
    public class Nulls
    {
        [DataMember] public byte[]? B;
        [DataMember] public Uri? U;
    }

    static string Show(Nulls v) => $"{(v.B is null ? "null" : Convert.ToHexString(v.B) + ";")} {v.U?.ToString() ?? "null"}";

    [Fact]
    public void Null_bytes_and_uris_stay_null()
    {
        foreach (var value in (Nulls[])[new(), new() { B = [] }, new() { B = [1, 2], U = new Uri("http://x/y") }])
        {
            WritesXmlContract(value);
            WritesJsonContract(value);
            ReadsXmlContract<Nulls>(Encoding.UTF8.GetString(ContractXml.Serialize(value)), Show);
            ReadsJsonContract<Nulls>(Encoding.UTF8.GetString(ContractJson.Serialize(value)), Show);
        }
    }

    [DataContract(Namespace = Namespace, Name = "R")]
    public class Required
    {
        [DataMember(IsRequired = true)] public int A;
        [DataMember] public int B;
    }

    [Fact]
    public void What_is_required_is_missed()
    {
        ReadsXmlContract<Required>($"<R xmlns=\"{Namespace}\"><B>1</B></R>", v => $"{v.A} {v.B}");
        ReadsJsonContract<Required>("{\"B\":1}", v => $"{v.A} {v.B}");
        Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Required>("{\"B\":1}"u8));
    }

    [Fact]
    public void A_member_twice_is_refused_in_json() =>
        ReadsJsonContract<Required>("{\"A\":1,\"A\":2,\"B\":3}", v => $"{v.A} {v.B}");

    [Fact]
    public void Unknown_members_go_all_the_way()
    {
        string document = $"<E xmlns=\"{Namespace}\"><Unknown at=\"1\"><a><b>2</b></a></Unknown><Z>q</Z><More>7</More><Late>5</Late></E>";
        var settings = new DataContractSerializer(typeof(Extended));
        byte[] expected = Written(s => settings.WriteObject(s, settings.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(document)))));
        foreach (var tier in s_tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal(Encoding.UTF8.GetString(expected),
                Encoding.UTF8.GetString(
                    ContractXml.Serialize(ContractXml.Deserialize<Extended>(Encoding.UTF8.GetBytes(document), options), options)));
        }
        string text = "{\"Unknown\":{\"a\":[1,{\"b\":\"2\"}]},\"Z\":\"q\",\"More\":7,\"Late\":5}";
        var json = new DataContractJsonSerializer(typeof(Extended));
        expected = Written(s => json.WriteObject(s, json.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(text)))));
        foreach (var tier in s_tiers)
        {
            var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal(Encoding.UTF8.GetString(expected),
                Encoding.UTF8.GetString(
                    ContractJson.Serialize(ContractJson.Deserialize<Extended>(Encoding.UTF8.GetBytes(text), options), options)));
        }
    }

    public class XmlNulls
    {
        public byte[]? B;
        public XmlElement? Element;
        public XmlNode? Node;
        public int After = 3;
    }

    [Fact]
    public void Null_bytes_and_nodes_are_left_out_of_xml() => WritesXml(new XmlNulls());

    [Fact]
    public void A_wrong_root_is_refused_and_not_null() => ReadsXml<XmlNulls>("<Other><After>4</After></Other>", v => v.After.ToString());

    public class Specified
    {
        public int A;
        [XmlIgnore] public bool ASpecified;
    }

    [Fact]
    public void That_a_member_was_there_is_told()
    {
        ReadsXml<Specified>("<Specified><A>4</A></Specified>", v => $"{v.A} {v.ASpecified}");
        ReadsXml<Specified>("<Specified />", v => $"{v.A} {v.ASpecified}");
        WritesXml(new Specified { A = 4, ASpecified = true });
        WritesXml(new Specified { A = 4 });
    }

    public class Prefilled
    {
        public List<int> Items = [1, 2];
        [XmlElement] public List<int> Flat = [7];
    }

    [Fact]
    public void A_list_that_holds_something_is_added_to() =>
        ReadsXml<Prefilled>("<Prefilled><Items><int>3</int></Items><Flat>8</Flat></Prefilled>",
            v => string.Join(",", v.Items) + ";" + string.Join(",", v.Flat));

    public class Ordered
    {
        [XmlElement(Order = 1)] public int A;
        [XmlElement(Order = 2)] public int B;
    }

    public class Mixed
    {
        [XmlText] public string? Text;
        public int A;
    }

    [Fact]
    public void The_first_of_two_counts_and_order_is_kept()
    {
        ReadsXml<Required>("<Required><A>1</A><A>2</A><B>3</B></Required>", v => $"{v.A} {v.B}");
        ReadsXml<Ordered>("<Ordered><B>2</B><A>1</A></Ordered>", v => $"{v.A} {v.B}");
        ReadsXml<Ordered>("<Ordered><A>1</A><B>2</B></Ordered>", v => $"{v.A} {v.B}");
        ReadsXml<Mixed>("<Mixed>a<A>1</A>b</Mixed>", v => $"{v.A} {v.Text}");
    }

    public class PrivateSetter
    {
        public int A { get; private set; } = 3;
        public int B { get; set; }
    }

    [Fact]
    public void A_private_setter_is_treated_alike()
    {
        WritesXml(new PrivateSetter());
        ReadsXml<PrivateSetter>("<PrivateSetter><A>9</A><B>2</B></PrivateSetter>", v => $"{v.A} {v.B}");
    }

    [DataContract(Namespace = Namespace)]
    public class GetOnly
    {
        [DataMember] public int A => 3;
    }

    public class NoAdd : IEnumerable<int>
    {
        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)[1, 2]).GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    [Fact]
    public void What_cannot_be_read_is_not_written()
    {
        WritesXmlContract(new GetOnly());
        WritesXmlContract(new NoAdd());
        WritesJsonContract(new NoAdd());
        Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new GetOnly()));
        // On purpose different: the original's JSON has a member that it then refuses to read.
        Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(new GetOnly()));
        var asked = ContractJsonOptions.Of(new DataContractJsonSerializerSettings { SerializeReadOnlyTypes = true });
        Assert.Equal(Encoding.UTF8.GetString(Written(s => new DataContractJsonSerializer(typeof(GetOnly)).WriteObject(s, new GetOnly()))),
            Encoding.UTF8.GetString(ContractJson.Serialize(new GetOnly(), asked)));
    }

    public enum Color
    {
        Red,
        Green,
    }

    [DataContract(Namespace = Namespace)]
    public class Colors
    {
        [DataMember] public Color[]? Items;
        [DataMember] public string? Name;
        [DataMember] public string? Again;
    }

    [Fact]
    public void Items_of_an_enum_get_no_identity()
    {
        string name = "n";
        WritesXmlContract(new Colors { Items = [Color.Red, Color.Green], Name = name, Again = name }, preserves: true);
    }
}
