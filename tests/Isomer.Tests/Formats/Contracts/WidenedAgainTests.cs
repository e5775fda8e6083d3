using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1051, CA2227

/// <summary>
/// Kinds of difference that ten minutes of random contracts met: overrides that only set, dates in white space, keys of nothing over XML
/// writers.
/// </summary>
public class WidenedAgainTests
{
    [DataContract]
    [KnownType(typeof(Set))]
    public class Base
    {
        [DataMember] public virtual int A { get; set; }
    }

    [DataContract]
    public class Set : Base
    {
        [DataMember]
        public override int A { set => base.A = value + 1; }

        [DataMember] public int B { get; set; }
    }

    [DataContract]
    public class Alone : Unmarked
    {
        [DataMember]
        public override int A { set => base.A = value; }
    }

    [DataContract]
    public class Unmarked
    {
        public virtual int A { get; set; }
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    /// <summary>
    /// It has the getter of what it overrides, and is that member: the original knows of no override, and asks none for a getter.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_override_that_only_sets_is_the_member_of_its_base(bool asRoot)
    {
        var value = new Set { A = 4, B = 6 };
        var type = asRoot ? typeof(Set) : typeof(Base);
        var stream = new MemoryStream();
        new DataContractJsonSerializer(type).WriteObject(stream, value);
        var xml = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateTextWriter(xml, new UTF8Encoding(false), ownsStream: false))
            new DataContractSerializer(type).WriteObject(writer, value);
        var expected = (Set)new DataContractJsonSerializer(type).ReadObject(new MemoryStream(stream.ToArray()))!;
        Assert.Equal((6, 6), (expected.A, expected.B));
        foreach (var tier in Tiers)
        {
            var options = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()),
                Encoding.UTF8.GetString(ContractJson.Serialize(value, type, options)));
            Assert.Equal((6, 6), ContractJson.Deserialize(stream.ToArray(), type, options) is Set read ? (read.A, read.B) : default);
            var asXml = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal(Encoding.UTF8.GetString(xml.ToArray()), Encoding.UTF8.GetString(ContractXml.Serialize(value, type, asXml)));
            Assert.Equal((6, 6), ContractXml.Deserialize(xml.ToArray(), type, asXml) is Set back ? (back.A, back.B) : default);
        }
    }

    /// <summary>Where it alone bears the attribute there is nothing to get it by.</summary>
    [Fact]
    public void One_that_alone_is_marked_is_refused()
    {
        Assert.Contains("without a getter", Assert.ThrowsAny<NotSupportedException>(() => ContractXml.ToText(new Alone())).Message,
            StringComparison.Ordinal);
        Assert.Contains("without a getter", Assert.ThrowsAny<NotSupportedException>(() => ContractJson.ToText(new Alone())).Message,
            StringComparison.Ordinal);
    }

    [DataContract] public class Dated { [DataMember] public DateTime D; }

    [Theory]
    [InlineData("\\u00a0/Date(0)/\\u2003")]
    [InlineData("\\u3000/Date(0)/\\t")]
    [InlineData(" /Date(0)/ ")]
    public void White_space_of_any_kind_is_around_a_date(string date)
    {
        byte[] json = Encoding.UTF8.GetBytes($$"""{"D":"{{date}}"}""");
        var expected = (Dated)new DataContractJsonSerializer(typeof(Dated)).ReadObject(new MemoryStream(json))!;
        foreach (var tier in Tiers)
            Assert.Equal(expected.D,
                ContractJson.Deserialize<Dated>(json,
                    new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) }).D);
    }

    [DataContract] public class Entry { [DataMember] public int A; [DataMember] public Dictionary<string, int>? M; }

    /// <summary>
    /// A key of nothing is an element in a namespace of its own; members within it ask for none and are in that, as there.
    /// </summary>
    [Fact]
    public void Members_within_a_key_of_nothing()
    {
        var value = new Dictionary<string, Entry> { [""] = new() { A = 1, M = new() { [""] = 2, ["a"] = 3 } }, ["x"] = new() { A = 5 } };
        var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };
        foreach (bool isDictionary in (bool[])[true, false])
        {
            string expected =
                Written(w => new DataContractJsonSerializer(typeof(Dictionary<string, Entry>), settings).WriteObject(w, value));
            Assert.Equal(expected,
                Written(w =>
                    new ContractJsonSerializer(typeof(Dictionary<string, Entry>), ContractJsonOptions.Of(settings)).WriteObject(w, value)));

            string Written(Action<XmlDictionaryWriter> write)
            {
                var stream = new MemoryStream();
                using (var writer = isDictionary
                    ? XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false)
                    : XmlDictionaryWriter.CreateDictionaryWriter(
                        XmlWriter.Create(stream, new XmlWriterSettings { Encoding = new UTF8Encoding(false), OmitXmlDeclaration = true })))
                    write(writer);
                return Encoding.UTF8.GetString(stream.ToArray());
            }
        }
    }
}
