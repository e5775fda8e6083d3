using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A derived class whose contract has the name of the declared class's: no document tells the two apart, so that the object comes back as
/// one of the declared class. The original writes it so without a word.
/// </summary>
public class NamesakeTests
{
    [DataContract(Name = "B", Namespace = "")]
    public class Above
    {
        [DataMember] public int Id { get; set; }
    }

    [DataContract(Name = "B", Namespace = "")]
    public class Below : Above
    {
        [DataMember] public int More { get; set; }
    }

    [DataContract(Name = "B", Namespace = "")]
    public class Stranger
    {
        [DataMember(IsRequired = true)] public string? S { get; set; }
    }

    [DataContract(Namespace = "")]
    public class Holder
    {
        [DataMember] public Above? A { get; set; }
        [DataMember] public object? O { get; set; }
    }

    static readonly (object Value, Type Declared)[] s_values =
    [
        (new Below { Id = 1, More = 2 }, typeof(Above)),
        (new List<Above> { new Below { Id = 1, More = 2 }, new() { Id = 3 } }, typeof(List<Above>)),
        (new Dictionary<string, Above> { ["a"] = new Below { Id = 1, More = 2 } }, typeof(Dictionary<string, Above>)),
        (new Holder { A = new Below { Id = 1, More = 2 } }, typeof(Holder)),
    ];

    static readonly Type[][] s_known = [[], [typeof(Below)], [typeof(Stranger)]];

    static readonly ShapeTier[] s_tiers = [ShapeTier.Reflection, ShapeTier.Emitted];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Xml_refuses_it_or_loses_it_as_the_original(bool isBinary)
    {
        foreach (var (value, declared) in s_values)
            foreach (var known in s_known)
                foreach (var tier in s_tiers)
                {
                    var options = new ContractXmlOptions
                    {
                        KnownTypes = known,
                        Form = isBinary ? ContractXmlForm.Binary : ContractXmlForm.Text,
                        Convention = Convention.DataContract.WithTier(tier)
                    };
                    var refusal = Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(value, declared, options));
                    Assert.Contains("as well: it would be read as that", refusal.Message, StringComparison.Ordinal);
                    using var stream = new MemoryStream();
                    using (var writer = isBinary
                        ? System.Xml.XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false)
                        : System.Xml.XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false))
                        new DataContractSerializer(declared, known).WriteObject(writer, value);
                    Assert.Equal(stream.ToArray(),
                        ContractXml.Serialize(value, declared, options with { Convention = options.Convention.WithLosses() }));
                }
    }

    [Theory]
    [InlineData(EmitTypeInformation.AsNeeded)]
    [InlineData(EmitTypeInformation.Always)]
    public void Json_refuses_it_or_loses_it_as_the_original(EmitTypeInformation emits)
    {
        foreach (var (value, declared) in s_values)
            foreach (var known in s_known)
                foreach (var tier in s_tiers)
                {
                    var settings = new DataContractJsonSerializerSettings { KnownTypes = known, EmitTypeInformation = emits };
                    var options = ContractJsonOptions.Of(settings) with { Convention = Convention.DataContract.WithTier(tier) };
                    var refusal = Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(value, declared, options));
                    Assert.Contains("as well: it would be read as that", refusal.Message, StringComparison.Ordinal);
                    using var stream = new MemoryStream();
                    new DataContractJsonSerializer(declared, settings).WriteObject(stream, value);
                    Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()),
                        ContractJson.ToText(value, declared, options with { Convention = options.Convention.WithLosses() }));
                }
    }

    /// <summary>Where nothing declares it, the name is that of the known type, and nothing is lost.</summary>
    [Fact]
    public void Behind_object_it_is_the_known_one()
    {
        var value = new Holder { A = new Above { Id = 1 }, O = new Below { Id = 2, More = 3 } };
        byte[] json = ContractJson.Serialize(value, new ContractJsonOptions { KnownTypes = [typeof(Below)] });
        var back = ContractJson.Deserialize<Holder>(json, new ContractJsonOptions { KnownTypes = [typeof(Below)] });
        Assert.Equal((typeof(Above), 3), (back.A!.GetType(), ((Below)back.O!).More));
        byte[] xml = ContractXml.Serialize(value, new ContractXmlOptions { KnownTypes = [typeof(Below)] });
        back = ContractXml.Deserialize<Holder>(xml, new ContractXmlOptions { KnownTypes = [typeof(Below)] });
        Assert.Equal((typeof(Above), 3), (back.A!.GetType(), ((Below)back.O!).More));
    }

    /// <summary>
    /// The name of the declared class is that class, also where a known type has it: DataContractJsonSerializer looks among those first,
    /// and refuses, or makes another class of, what it has written.
    /// </summary>
    [Fact]
    public void The_name_of_the_declared_class_is_the_declared_class()
    {
        foreach (var known in s_known)
        {
            var options = new ContractJsonOptions { KnownTypes = known, EmitTypeInformation = EmitTypeInformation.Always };
            byte[] json = ContractJson.Serialize(new Above { Id = 1 }, options);
            Assert.Equal("""{"__type":"B","Id":1}""", Encoding.UTF8.GetString(json));
            Assert.Equal(typeof(Above), ContractJson.Deserialize<Above>(json, options).GetType());
        }
    }
}
