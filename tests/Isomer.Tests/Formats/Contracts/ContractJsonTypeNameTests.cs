using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>A __type in front of what is no object of a class.</summary>
public class ContractJsonTypeNameTests
{
    public class Scalars
    {
        public string? S { get; set; }
        public int I { get; set; }
        public Uri? U { get; set; }
    }

    [Theory]
    [InlineData("""{"S":{"__type":"T:#x"}}""")]
    [InlineData("""{"S":{"__type":"T:#x",}}""")]
    [InlineData("""{"S":{"__type":"T:#x","a":1}}""")]
    [InlineData("""{"S":{"a":1,"__type":"T:#x"}}""")]
    [InlineData("""{"S":{}}""")]
    [InlineData("""{"I":{"__type":"T:#x"}}""")]
    [InlineData("""{"U":{"__type":"T:#x"}}""")]
    public void Of_a_scalar_it_is_no_member(string text)
    {
        var ours = Outcome.Of(() => ContractJson.FromText<Scalars>(text));
        Assert.Null(
            Outcome.Difference(
                Outcome.Of(
                    () => new DataContractJsonSerializer(typeof(Scalars)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(text)))),
                        ours));
        Assert.True(ours.Refusal is null or WireFormatException);
    }

    [Fact]
    public void That_is_no_string_is_a_member()
    {
        const string Text = """[{"__type":null,"Key":"a","Value":1}]""";
        Assert.ThrowsAny<SerializationException>(
            () => new DataContractJsonSerializer(typeof(Dictionary<string, int>)).ReadObject(
                new MemoryStream(Encoding.UTF8.GetBytes(Text))));
        Assert.Equal(1, ContractJson.FromText<Dictionary<string, int>>(Text)!["a"]);
    }

    public class Named
    {
        public int I { get; set; }
    }

    public struct NamedStruct
    {
        public int I { get; set; }
    }

    /// <summary>The name is the declared type's own, so that an object of it can be filled.</summary>
    [Theory]
    [InlineData(" ", "")]
    [InlineData("\\u0020", "")]
    [InlineData("", " \\n")]
    public void White_space_around_a_name(string before, string behind)
    {
        foreach (var type in (Type[])[typeof(Named), typeof(NamedStruct)])
        {
            string text = $$"""{"__type":"{{before}}{{nameof(ContractJsonTypeNameTests)}}.{{type.Name}}:#{{type.Namespace}}{{behind}}","I":7}""";
            var original = Outcome.Of(
                () => new DataContractJsonSerializer(type).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(text))));
            Assert.Null(Outcome.Difference(original, Outcome.Of(() => ContractJson.FromText(text, type))));
        }
        var target = new Named();
        ContractJson.Fill(target, Encoding.UTF8.GetBytes(
            $$"""{"__type":"{{before}}{{nameof(ContractJsonTypeNameTests)}}.{{nameof(Named)}}:#{{typeof(Named).Namespace}}{{behind}}","I":7}"""));
        Assert.Equal(7, target.I);
    }
}
