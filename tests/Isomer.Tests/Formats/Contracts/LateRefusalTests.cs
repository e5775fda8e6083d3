using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1010, CA1044, CA1051, CA1710, CA2227

/// <summary>
/// A data member that cannot be got is refused where a value of its type is met, as in the original; and an Add that a dictionary has of
/// its own is called.
/// </summary>
public class LateRefusalTests
{
    [DataContract] public class Blind { [DataMember] public int X { set { _ = value; } } }

    [DataContract] public class Below : Blind { [DataMember] public int Y; }

    [DataContract]
    public class Root
    {
        [DataMember] public Blind? One;
        [DataMember] public List<Blind?>? Many;
        [DataMember] public Below[]? Array;
        [DataMember] public int N = 1;
    }

    static readonly DataContractConvention[] Tiers = [Convention.DataContract, Convention.DataContract.WithTier(ShapeTier.Reflection)];

    static string Theirs(object value)
    {
        var stream = new MemoryStream();
        new DataContractSerializer(value.GetType()).WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static ContractXmlOptions Like(DataContractConvention convention) => ContractXmlOptions.Default with { Convention = convention };

    [Fact]
    public void What_has_no_value_of_it_is_written()
    {
        foreach (var value in (Root[])[new(), new() { Many = [], Array = [] }, new() { Many = [null] }])
            foreach (var tier in Tiers)
                Assert.Equal(Theirs(value), Encoding.UTF8.GetString(ContractXml.Serialize(value, Like(tier))));
    }

    [Fact]
    public void What_has_one_is_refused()
    {
        foreach (var value in (object[])[new Blind(), new Below(), new Root { One = new() }, new Root { Many = [new()] },
            new Root { Array = [new()] }])
        {
            Assert.ThrowsAny<InvalidDataContractException>(() => Theirs(value));
            foreach (var tier in Tiers)
                Assert.Contains("without a getter",
                    Assert.ThrowsAny<NotSupportedException>(() => ContractXml.Serialize(value, value.GetType(), Like(tier))).Message,
                    StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_has_none_is_read()
    {
        const string Text = "<LateRefusalTests.Root xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts'><Many/><N>5</N></LateRefusalTests.Root>";
        var theirs = (Root)new DataContractSerializer(typeof(Root)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Text)))!;
        foreach (var tier in Tiers)
        {
            var ours = ContractXml.FromText<Root>(Text, Like(tier))!;
            Assert.Equal((theirs.N, theirs.Many!.Count), (ours.N, ours.Many!.Count));
            Assert.ThrowsAny<Exception>(
                () => ContractXml.FromText<Root>(
                    Text.Replace("<Many/>", "<Many><LateRefusalTests.Blind><X>1</X></LateRefusalTests.Blind></Many>",
                        StringComparison.Ordinal), Like(tier)));
        }
    }

    public class Marking : Dictionary<string, int>
    {
        public new void Add(string key, int value) => base.Add(key + "!", value);
    }

    public class Holder { public Marking? M; }

    [Fact]
    public void A_dictionary_adds_by_its_own_Add()
    {
        var value = new Holder { M = new Marking { ["a"] = 1, ["b"] = 2 } };
        string text = Theirs(value);
        var theirs = (Holder)new DataContractSerializer(typeof(Holder)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(text)))!;
        Assert.Equal(["a!", "b!"], theirs.M!.Keys.Order(StringComparer.Ordinal));
        foreach (var tier in Tiers)
            Assert.Equal(theirs.M, ContractXml.FromText<Holder>(text, Like(tier))!.M);
    }
}
