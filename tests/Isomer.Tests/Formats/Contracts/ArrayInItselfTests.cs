using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Where references are kept an array may be referred to by what is in it: the document tells its size, so that it can be made before its
/// items, as the original does.
/// </summary>
public class ArrayInItselfTests
{
    [DataContract(Namespace = "")]
    public class Holder
    {
        [DataMember] public object? Items { get; set; }
        [DataMember] public object? Again { get; set; }
    }

    [DataContract(Namespace = "")]
    public class Member
    {
        [DataMember] public Member[]? Siblings { get; set; }
        [DataMember] public int Number { get; set; }
    }

    [DataContract(Namespace = "")]
    public struct Part
    {
        [DataMember] public Part[]? Whole { get; set; }
        [DataMember] public ArraySegment<Part> Some { get; set; }
    }

    [DataContract(Namespace = "")]
    public class Parts
    {
        [DataMember] public Part[]? Items { get; set; }
    }

    static readonly Type[] s_known = [typeof(object[]), typeof(Member[]), typeof(Part[]), typeof(Parts)];

    public static TheoryData<ShapeTier, ContractXmlForm, bool> Ways()
    {
        var ways = new TheoryData<ShapeTier, ContractXmlForm, bool>();
        foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted, ShapeTier.Promoted])
            foreach (var form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary])
                foreach (bool isReader in (bool[])[false, true])
                    ways.Add(tier, form, isReader);
        return ways;
    }

    static ContractXmlOptions Options(ShapeTier tier, ContractXmlForm form) => new()
    {
        Convention = Convention.DataContract.WithTier(tier),
        Form = form,
        KnownTypes = s_known,
        PreserveObjectReferences = true
    };

    static readonly DataContractSerializerSettings s_settings = new() { KnownTypes = s_known, PreserveObjectReferences = true };

    static XmlDictionaryReader Reader(byte[] bytes, ContractXmlForm form) => form == ContractXmlForm.Text
        ? XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max)
        : XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);

    static T Back<T>(T value, ShapeTier tier, ContractXmlForm form, bool isReader)
    {
        var options = Options(tier, form);
        byte[] bytes = ContractXml.Serialize(value, options);
        using (var reader = Reader(bytes, form))
            Assert.IsType<T>(new DataContractSerializer(typeof(T), s_settings).ReadObject(reader));
        using var ours = Reader(bytes, form);
        return isReader ? (T)new ContractXmlSerializer(typeof(T), options).ReadObject(ours)! : ContractXml.Deserialize<T>(bytes, options)!;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void As_an_item(ShapeTier tier, ContractXmlForm form, bool isReader)
    {
        object[] items = new object[3];
        (items[0], items[2]) = (items, "c");
        var back = Back(new Holder { Items = items, Again = items }, tier, form, isReader);
        var read = Assert.IsType<object[]>(back.Items);
        Assert.Same(read, read[0]);
        Assert.Same(read, back.Again);
        Assert.Null(read[1]);
        Assert.Equal("c", read[2]);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void In_a_member_of_an_item(ShapeTier tier, ContractXmlForm form, bool isReader)
    {
        var members = new Member[2];
        members[0] = new Member { Siblings = members, Number = 1 };
        members[1] = new Member { Siblings = members, Number = 2 };
        var read = Assert.IsType<Member[]>(Back(new Holder { Items = members }, tier, form, isReader).Items);
        Assert.All(read, m => Assert.Same(read, m.Siblings));
        Assert.Equal([1, 2], read.Select(m => m.Number));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void In_structs_and_segments(ShapeTier tier, ContractXmlForm form, bool isReader)
    {
        var parts = new Part[2];
        parts[0] = new Part { Whole = parts, Some = new ArraySegment<Part>(parts, 1, 1) };
        parts[1] = new Part { Some = new ArraySegment<Part>(parts) };
        var read = Back(new Parts { Items = parts }, tier, form, isReader).Items!;
        Assert.Same(read, read[0].Whole);
        Assert.Same(read, read[0].Some.Array);
        Assert.Same(read, read[1].Some.Array);
        Assert.Equal((1, 1, 2), (read[0].Some.Offset, read[0].Some.Count, read[1].Some.Count));
    }

    [Theory]
    [InlineData(ShapeTier.Reflection)]
    [InlineData(ShapeTier.Emitted)]
    public void In_the_net_form(ShapeTier tier)
    {
        var options = Options(tier, ContractXmlForm.Text) with { PreserveObjectReferences = false, NetDataContract = true };
        object[] items = new object[2];
        items[1] = items;
        byte[] bytes = ContractXml.Serialize(new Holder { Items = items }, options);
        var read = Assert.IsType<object[]>(ContractXml.Deserialize<Holder>(bytes, options)!.Items);
        Assert.Null(read[0]);
        Assert.Same(read, read[1]);
    }

    static string Document(string size, string items) =>
        $"<ArrayInItselfTests.Holder xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays' xmlns:x='http://www.w3.org/2001/XMLSchema' z:Id='1'><Again i:nil='true'/><Items z:Id='2' i:type='a:ArrayOfanyType' z:Size='{size}'>{items}</Items></ArrayInItselfTests.Holder>";

    const string Item = "<a:anyType i:type='x:int'>5</a:anyType>", Itself = "<a:anyType z:Ref='2' i:nil='true'/>";

    /// <summary>An array of another size than it tells is read as it is, unless something within it refers to what came before.</summary>
    [Theory]
    [InlineData(ShapeTier.Reflection)]
    [InlineData(ShapeTier.Emitted)]
    public void Of_another_size(ShapeTier tier)
    {
        var options = Options(tier, ContractXmlForm.Text);
        foreach (string size in (string[])["0", "1", "3", "9", "2000000000", "-1", "many"])
        {
            string document = Document(size, Item + Item).Replace("<Again i:nil='true'/>", "", StringComparison.Ordinal)
                .Replace("</Items>", "</Items><Last z:Ref='2'/>", StringComparison.Ordinal);
            Assert.Equal([5, 5], Assert.IsType<object[]>(ContractXml.FromText<Holder>(document, options)!.Items));
            var refusal = Assert.Throws<WireFormatException>(() => ContractXml.FromText<Holder>(Document(size, Item + Itself), options));
            Assert.Contains(size is "2000000000" or "-1" or "many" ? "names no object that was read before" : "has not as many items as its Size tells",
                refusal.Message, StringComparison.Ordinal);
        }
        var itself = Assert.IsType<object[]>(ContractXml.FromText<Holder>(Document(" 2 ", Item + Itself), options)!.Items);
        Assert.Equal(2, itself.Length);
        Assert.Equal(5, itself[0]);
        Assert.Same(itself, itself[1]);
    }

    /// <summary>What sizes tell is not believed beyond what a document of the length may have.</summary>
    [Fact]
    public void Of_sizes_that_are_not_there()
    {
        var options = Options(ShapeTier.Emitted, ContractXmlForm.Text) with { KnownTypes = [typeof(object[])] };
        string many = string.Concat(Enumerable.Range(3, 200)
            .Select(i => $"<a:anyType z:Id='{i}' i:type='a:ArrayOfanyType' z:Size='120000'/>"));
        byte[] document = Encoding.UTF8.GetBytes(Document("200", many));
        Read();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Read();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_500_000);

        void Read() => Assert.Equal(200, Assert.IsType<object[]>(ContractXml.Deserialize<Holder>(document, options)!.Items).Length);
    }
}
