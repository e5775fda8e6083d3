using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Fill is compared with Deserialize, and a difference is told, in each format that the comparisons ask it of.</summary>
public class DrawnFillTests
{
    [DataContract(Name = "Filled", Namespace = "")]
    [Serializable]
    public class Filled
    {
        [DataMember(Order = 1)] public int A { get; set; }
    }

    static readonly NrbfOptions s_nrbf = new() { KnownTypes = [typeof(Filled)] };
    static readonly SoapOptions s_soap = new() { KnownTypes = [typeof(Filled)] };

    public static TheoryData<Type, object, byte[]> Formats { get; } = new()
    {
        { typeof(Json), new JsonOptions(), [.. """{"A":5}"""u8] },
        { typeof(Json), JsonOptions.FastJson, [.. """{"A":5}"""u8] },
        { typeof(Xml), new XmlOptions(), [.. "<Filled><A>5</A></Filled>"u8] },
        { typeof(ContractXml), new ContractXmlOptions(), [.. "<Filled><A>5</A></Filled>"u8] },
        { typeof(ContractJson), new ContractJsonOptions(), [.. """{"A":5}"""u8] },
        { typeof(Protobuf), new ProtobufOptions(), [8, 5] },
        { typeof(Nrbf), s_nrbf, Nrbf.Serialize(new Filled { A = 5 }, s_nrbf) },
        { typeof(Soap), s_soap, Soap.Serialize(new Filled { A = 5 }, s_soap) },
    };

    [Theory]
    [MemberData(nameof(Formats))]
    public void It_is_asked_and_told(Type facade, object options, byte[] bytes)
    {
        foreach (var isUnmade in (Predicate<Type>[])[DrawnFill.IsContract, _ => false])
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
        Assert.Null(DrawnFill.Difference(facade, options, bytes, typeof(List<Filled>), isUnmade: _ => false, (_, _) => "differs"));
    }
}
