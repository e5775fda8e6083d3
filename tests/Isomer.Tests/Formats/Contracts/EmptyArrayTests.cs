using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// With references kept, two empty arrays stay two objects, and one stays one: the runtime's shared empty array would make one object of
/// all.
/// </summary>
public class EmptyArrayTests
{
    public class Arrays
    {
        public byte[]? B1, B2, B3;
        public int[]? I1, I2, I3;
        public double[]? D1, D2, D3;
        public string[]? S1, S2, S3;
        public Arrays[]? A1, A2, A3;
    }

    static T[] New<T>() => GC.AllocateUninitializedArray<T>(0);

    static Arrays Value()
    {
        var value = new Arrays
        {
            B1 = New<byte>(),
            B2 = New<byte>(),
            I1 = New<int>(),
            I2 = New<int>(),
            D1 = New<double>(),
            D2 = New<double>(),
            S1 = New<string>(),
            S2 = New<string>(),
            A1 = New<Arrays>(),
            A2 = New<Arrays>()
        };
        (value.B3, value.I3, value.D3, value.S3, value.A3) = (value.B1, value.I1, value.D1, value.S1, value.A1);
        return value;
    }

    [Theory]
    [InlineData(ShapeTier.Reflection, ContractXmlForm.Text)]
    [InlineData(ShapeTier.Emitted, ContractXmlForm.Text)]
    [InlineData(ShapeTier.Promoted, ContractXmlForm.Text)]
    [InlineData(ShapeTier.Reflection, ContractXmlForm.Binary)]
    [InlineData(ShapeTier.Emitted, ContractXmlForm.Binary)]
    [InlineData(ShapeTier.Promoted, ContractXmlForm.Binary)]
    public void Stay_objects_of_their_own(ShapeTier tier, ContractXmlForm form)
    {
        var original = new DataContractSerializer(typeof(Arrays), new DataContractSerializerSettings { PreserveObjectReferences = true });
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text
            ? XmlDictionaryWriter.CreateTextWriter(stream)
            : XmlDictionaryWriter.CreateBinaryWriter(stream))
            original.WriteObject(writer, Value());
        var options = new ContractXmlOptions
        { Form = form, Convention = Convention.DataContract.WithTier(tier), PreserveObjectReferences = true };
        var read = ContractXml.Deserialize<Arrays>(stream.ToArray(), options)!;
        Assert.NotSame(read.B1, read.B2);
        Assert.Same(read.B1, read.B3);
        Assert.NotSame(read.I1, read.I2);
        Assert.Same(read.I1, read.I3);
        Assert.NotSame(read.D1, read.D2);
        Assert.Same(read.D1, read.D3);
        Assert.NotSame(read.S1, read.S2);
        Assert.Same(read.S1, read.S3);
        Assert.NotSame(read.A1, read.A2);
        Assert.Same(read.A1, read.A3);
        Assert.Equal(stream.ToArray(), ContractXml.Serialize(read, options));
    }

    [DataContract(Namespace = "")]
    public class Sets
    {
        [DataMember] public HashSet<byte[]>? Bytes { get; set; }
        [DataMember] public HashSet<int[]>? Numbers { get; set; }
        [DataMember] public Dictionary<byte[], string>? Names { get; set; }
    }

    static Sets SetsOfTwo() => new()
    {
        Bytes = [New<byte>(), New<byte>()],
        Numbers = [New<int>(), New<int>()],
        Names = new() { [New<byte>()] = "a", [New<byte>()] = "b" },
    };

    public static TheoryData<ShapeTier, bool, ContractXmlForm> Kinds()
    {
        var kinds = new TheoryData<ShapeTier, bool, ContractXmlForm>();
        foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted, ShapeTier.Promoted])
            foreach (bool keeps in (bool[])[false, true])
                foreach (var form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary])
                    kinds.Add(tier, keeps, form);
        return kinds;
    }

    /// <summary>A set tells arrays apart by their identity, and so do the keys of a dictionary.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void Stay_two_in_a_set(ShapeTier tier, bool keeps, ContractXmlForm form)
    {
        var original = new DataContractSerializer(typeof(Sets), new DataContractSerializerSettings { PreserveObjectReferences = keeps });
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text
            ? XmlDictionaryWriter.CreateTextWriter(stream)
            : XmlDictionaryWriter.CreateBinaryWriter(stream))
            original.WriteObject(writer, SetsOfTwo());
        var options = new ContractXmlOptions
        { Form = form, Convention = Convention.DataContract.WithTier(tier), PreserveObjectReferences = keeps };
        CheckTwo(ContractXml.Deserialize<Sets>(stream.ToArray(), options)!);
        using var reader = form == ContractXmlForm.Text
            ? XmlDictionaryReader.CreateTextReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max)
            : XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
        CheckTwo((Sets)new ContractXmlSerializer(typeof(Sets), options).ReadObject(reader)!);
    }

    [Theory]
    [InlineData(ShapeTier.Reflection)]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Promoted)]
    public void Stay_two_in_a_set_of_json(ShapeTier tier)
    {
        using var stream = new MemoryStream();
        var original = new DataContractJsonSerializer(typeof(Sets));
        original.WriteObject(stream, SetsOfTwo());
        stream.Position = 0;
        CheckTwo((Sets)original.ReadObject(stream)!);
        CheckTwo(ContractJson.Deserialize<Sets>(stream.ToArray(),
            new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) })!);
    }

    static void CheckTwo(Sets read)
    {
        Assert.Equal(2, read.Bytes!.Count);
        Assert.Equal(2, read.Numbers!.Count);
        Assert.Equal(["a", "b"], read.Names!.Values.Order());
    }
}
