using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A key that is __type: in XML an element may be called so, and it comes back, as with the original. In JSON text it names a type where it
/// comes first.
/// </summary>
public class ContractJsonTypeKeyTests
{
    [DataContract(Name = "K", Namespace = "")]
    public class Keyed
    {
        [DataMember] public Dictionary<string, string>? A;
        [DataMember] public Dictionary<string, object>? B;
    }

    [KnownType(typeof(Keyed))]
    [DataContract(Name = "O", Namespace = "")]
    public class Open
    {
        [DataMember] public object? A;
    }

    static readonly DataContractJsonSerializerSettings s_settings = new() { UseSimpleDictionaryFormat = true };

    static string Written(XmlObjectSerializer serializer, object value, bool isJson)
    {
        var stream = new MemoryStream();
        using (var writer = isJson
            ? JsonReaderWriterFactory.CreateJsonWriter(stream, Encoding.UTF8, ownsStream: false)
            : XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false))
            serializer.WriteObject(writer, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static IEnumerable<ContractJsonSerializer> Ours(Type type) =>
        ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection])
            .Select(tier => new ContractJsonSerializer(type,
                ContractJsonOptions.Of(s_settings) with { Convention = Convention.DataContract.WithTier(tier) }));

    [Theory]
    [InlineData("__type", "k")]
    [InlineData("k", "__type")]
    [InlineData("__type", "__typ")]
    public void It_is_written_and_read_through_XML(string first, string second)
    {
        var value = new Keyed
        {
            A = new() { [first] = "K", [second] = "x" },
            B = new() { [first] = 1, [second] = "y" },
        };
        var original = new DataContractJsonSerializer(typeof(Keyed), s_settings);
        string expected = Written(original, value, isJson: false);
        foreach (var ours in Ours(typeof(Keyed)))
        {
            Assert.Equal(expected, Written(ours, value, isJson: false));
            Assert.Equal(Written(original, value, isJson: true), Written(ours, value, isJson: true));
            var back = (Keyed)ours.ReadObject(XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(expected),
                XmlDictionaryReaderQuotas.Max))!;
            Assert.Equal((value.A[first], value.A[second], value.B[first], value.B[second]),
                (back.A![first], back.A[second], back.B![first], back.B[second]));
        }
    }

    /// <summary>What names the type of an object is an attribute, as there.</summary>
    [Fact]
    public void A_type_is_an_attribute_as_before()
    {
        var value = new Open { A = new Keyed { A = new() { ["__type"] = "K" } } };
        string expected = Written(new DataContractJsonSerializer(typeof(Open), s_settings), value, isJson: false);
        Assert.Contains("<A __type=\"K\"", expected, StringComparison.Ordinal);
        foreach (var ours in Ours(typeof(Open)))
        {
            Assert.Equal(expected, Written(ours, value, isJson: false));
            var back = (Open)ours.ReadObject(XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(expected),
                XmlDictionaryReaderQuotas.Max))!;
            Assert.Equal("K", ((Keyed)back.A!).A!["__type"]);
        }
    }

    /// <summary>An escaped name is a member to the framework's reader of JSON, and to those who read from it.</summary>
    [Fact]
    public void An_escaped_name_is_a_member_over_readers()
    {
        byte[] escaped = Encoding.UTF8.GetBytes("""{"__\u0074ype":"no:#such","A":{"__\u0074ype":"x"}}""");
        XmlDictionaryReader Reader() => JsonReaderWriterFactory.CreateJsonReader(escaped, XmlDictionaryReaderQuotas.Max);
        Assert.Equal("x", ((Keyed)new DataContractJsonSerializer(typeof(Keyed), s_settings).ReadObject(Reader())!).A!["__type"]);
        foreach (var ours in Ours(typeof(Keyed)))
            Assert.Equal("x", ((Keyed)ours.ReadObject(Reader())!).A!["__type"]);
    }
}
