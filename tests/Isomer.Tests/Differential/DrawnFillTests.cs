using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Fill is compared with Deserialize, and a difference is told, in each format that the comparisons ask it of.</summary>
public class DrawnFillTests
{
    [DataContract(Name = "Filled", Namespace = "")]
    public class Filled
    {
        [DataMember] public int A { get; set; }
    }

    public static TheoryData<Type, object, string> Formats { get; } = new()
    {
        { typeof(Json), new JsonOptions(), """{"A":5}""" },
        { typeof(Xml), new XmlOptions(), "<Filled><A>5</A></Filled>" },
        { typeof(ContractXml), new ContractXmlOptions(), "<Filled><A>5</A></Filled>" },
        { typeof(ContractJson), new ContractJsonOptions(), """{"A":5}""" },
    };

    [Theory]
    [MemberData(nameof(Formats))]
    public void It_is_asked_and_told(Type facade, object options, string document)
    {
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(document);
        foreach (bool isUnmade in (bool[])[true, false])
        {
            foreach (byte[] each in (byte[][])[bytes, [0xEF, 0xBB, 0xBF, .. bytes], bytes[..^1], "null"u8.ToArray()])
                Assert.Null(DrawnFill.Difference(facade, options, each, typeof(Filled), isUnmade, Outcome.Difference));
            var (read, filled) = ((Outcome?)null, (Outcome?)null);
            string? told = DrawnFill.Difference(facade, options, bytes, typeof(Filled), isUnmade, (left, right) =>
            {
                (read, filled) = (left, right);
                return "differs";
            });
            Assert.Contains("differs", told, StringComparison.Ordinal);
            Assert.Equal((5, 5), (((Filled)read!.Result!).A, ((Filled)filled!.Result!).A));
            Assert.NotSame(read.Result, filled.Result);
        }
        Assert.Null(DrawnFill.Difference(facade, options, bytes, typeof(List<Filled>), isUnmade: false, (_, _) => "differs"));
    }
}
