using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>A TimeOnly in all spellings of XML Schema, as the framework's serializers read it.</summary>
public class ContractTimeTests
{
    [Theory]
    [InlineData("01:02:03")]
    [InlineData("23:59:59.99999991")]
    [InlineData("23:59:59.99999995")]
    [InlineData("00:00:00.00000005")]
    [InlineData("00:00:00.00000015")]
    [InlineData("00:00:00.123456789012345")]
    [InlineData("01:02:03Z")]
    [InlineData("01:02:03+01:00")]
    [InlineData("01:02:03.5-14:00")]
    [InlineData("01:02:03+15:00")]
    [InlineData("01:02:03.")]
    [InlineData("01:02")]
    [InlineData("1:2:3")]
    [InlineData("24:00:00")]
    [InlineData("01:02:60")]
    [InlineData(" 01:02:03 ")]
    public void As_the_framework_reads_it(string text)
    {
        byte[] xml = Encoding.UTF8.GetBytes($"<timeOnly xmlns='http://schemas.microsoft.com/2003/10/Serialization/'>{text}</timeOnly>");
        Same(() => new DataContractSerializer(typeof(TimeOnly)).ReadObject(new MemoryStream(xml)),
            () => ContractXml.Deserialize<TimeOnly>(xml));
        Same(() => new DataContractJsonSerializer(typeof(TimeOnly)).ReadObject(new MemoryStream(Encoding.UTF8.GetBytes($"\"{text}\""))),
            () => ContractJson.FromText<TimeOnly>($"\"{text}\""));
    }

    static void Same(Func<object?> original, Func<object?> ours)
    {
        var outcome = Outcome.Of(ours);
        Assert.Null(Outcome.Difference(Outcome.Of(original), outcome));
        Assert.True(outcome.Refusal is null or WireFormatException);
    }

    [Fact]
    public void A_date_is_none() =>
        Assert.Throws<WireFormatException>(
            () => ContractXml.Deserialize<TimeOnly>(
                "<timeOnly xmlns='http://schemas.microsoft.com/2003/10/Serialization/'>2020-01-02T03:04:05</timeOnly>"u8));
}
