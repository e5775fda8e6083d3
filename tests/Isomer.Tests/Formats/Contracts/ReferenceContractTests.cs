using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What `IsReference` says of derived classes, of collections and beside `IsRequired`, and which members have an identity where references
/// are kept: as the original has it.
/// </summary>
public class ReferenceContractTests
{
    [DataContract]
    public class Silent
    {
        [DataMember] public int A { get; set; }
    }

    [DataContract(IsReference = true)]
    public class LouderThanItsBase : Silent;

    [DataContract(IsReference = false)]
    public class AsItsBase : Silent;

    [DataContract(IsReference = true)]
    public class Referred
    {
        [DataMember] public int A { get; set; }
    }

    [DataContract]
    public class Inherits : Referred;

    [DataContract(IsReference = false)]
    public class Denies : Referred;

    [DataContract(IsReference = true)]
    public class Requires
    {
        [DataMember(IsRequired = true)] public int A { get; set; }
    }

    [DataContract]
    public class RequiresBelow : Referred
    {
        [DataMember(IsRequired = true)] public int B { get; set; }
    }

    [CollectionDataContract(IsReference = true)]
    public class Numbers : List<int>;

    [CollectionDataContract]
    public class Further : Numbers;

    public class Unmarked : Numbers;

    [CollectionDataContract(IsReference = false)]
    public class Values : Numbers;

    static readonly object[] s_all = [new Silent(), new LouderThanItsBase(), new AsItsBase(), new Referred(), new Inherits(), new Denies(),
        new Requires(), new RequiresBelow(), new Numbers { 1 }, new Further { 1 }, new Unmarked { 1 }, new Values { 1 }];

    public static TheoryData<int> All() => [.. Enumerable.Range(0, s_all.Length)];

    [Theory]
    [MemberData(nameof(All))]
    public void Is_written_or_refused_as_by_the_original(int number)
    {
        object value = s_all[number];
        var type = typeof(List<>).MakeGenericType(value.GetType());
        var twice = (System.Collections.IList)Activator.CreateInstance(type)!;
        twice.Add(value);
        twice.Add(value);
        foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            string? theirs = null;
            try
            {
                using var stream = new MemoryStream();
                new DataContractSerializer(type).WriteObject(stream, twice);
                theirs = Encoding.UTF8.GetString(stream.ToArray());
            }
            catch (InvalidDataContractException)
            {
            }
            if (theirs is null)
                Assert.Throws<NotSupportedException>(() => ContractXml.ToText(twice, type, options));
            else
                Assert.Equal(theirs, ContractXml.ToText(twice, type, options));
        }
    }

    [DataContract(Namespace = "")]
    public class ReadOnly(Silent shared, List<int> items)
    {
        [DataMember] public object Any { get; } = shared;
        [DataMember] public Silent Part { get; } = shared;
        [DataMember] public string Text { get; } = "t";
        [DataMember] public byte[] Bytes { get; } = [1];
        [DataMember] public List<int> Items { get; } = items;
        [DataMember] public Silent Last { get; set; } = shared;
    }

    /// <summary>Of members without a setter collections alone have no identity.</summary>
    [Theory]
    [InlineData(ShapeTier.Reflection, ContractXmlForm.Text)]
    [InlineData(ShapeTier.Emitted, ContractXmlForm.Text)]
    [InlineData(ShapeTier.Emitted, ContractXmlForm.Binary)]
    public void Members_without_a_setter_have_identities(ShapeTier tier, ContractXmlForm form)
    {
        var settings = new DataContractSerializerSettings
        {
            KnownTypes = [typeof(Silent)],
            PreserveObjectReferences = true,
            SerializeReadOnlyTypes = true
        };
        var value = new ReadOnly(new Silent(), [1, 2]);
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text
            ? XmlDictionaryWriter.CreateTextWriter(stream)
            : XmlDictionaryWriter.CreateBinaryWriter(stream))
            new DataContractSerializer(typeof(ReadOnly), settings).WriteObject(writer, value);
        var options = ContractXmlOptions.Of(settings) with
        {
            Form = form,
            Convention = Convention.DataContract.WithReadOnlyTypes().WithTier(tier)
        };
        Assert.Equal(Convert.ToHexString(stream.ToArray()), Convert.ToHexString(ContractXml.Serialize(value, options)));
    }
}
