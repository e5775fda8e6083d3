using System.Buffers;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What reading and writing allocate beside the objects, counted in bytes of this thread.</summary>
[Collection(Alone.Name)]
public class AllocationTests
{
    const int Count = 2000;

    /// <summary>Room for what a call has besides, whatever the number of objects: less than a byte for each.</summary>
    const int Beside = 1000;

    public static TheoryData<string> Readers => ["Json", "Protobuf", "ContractXml", "ContractXml binary"];

    [Theory]
    [MemberData(nameof(Readers))]
    public void ObjectsOfSubtypesAreAllThatReadingThemAllocates(string format)
    {
        var farm = new Farm
        {
            Beasts = [
                .. Enumerable.Range(1, Count)
                    .Select(i => i % 2 == 0 ? (Beast)new Cow { Id = i, Milk = i } : new Hen { Id = i, Eggs = i })]
        };
        byte[] bytes = format switch
        {
            "Json" => Json.Serialize(farm),
            "Protobuf" => Protobuf.Serialize(farm),
            "ContractXml" => ContractXml.Serialize(farm),
            _ => ContractXml.Serialize(farm, ContractXmlOptions.Binary),
        };
        Farm Read() => format switch
        {
            "Json" => Json.Deserialize<Farm>(bytes)!,
            "Protobuf" => Protobuf.Deserialize<Farm>(bytes)!,
            "ContractXml" => ContractXml.Deserialize<Farm>(bytes)!,
            _ => ContractXml.Deserialize<Farm>(bytes, ContractXmlOptions.Binary)!,
        };
        Assert.Equal(farm.Beasts.Select(b => (b.GetType(), b.Id)), Read().Beasts.Select(b => (b.GetType(), b.Id)));
        long needed = Least(() => new Farm { Beasts = Copy(farm.Beasts) });
        Assert.InRange(Least(Read), needed - Beside, needed + Beside);
    }

    static List<Beast> Copy(List<Beast> from)
    {
        var copy = new List<Beast>(from.Count);
        foreach (var beast in from)
            copy.Add(beast is Cow ? new Cow() : new Hen());
        return copy;
    }

    [Fact]
    public void FastJsonToAKeptWriterAllocatesNothing()
    {
        var farm = new Farm { Beasts = [.. Enumerable.Range(1, Count).Select(i => (Beast)new Cow { Id = i, Milk = i })] };
        var kept = new ArrayBufferWriter<byte>();
        foreach (var options in new[] { JsonOptions.FastJson,
            JsonOptions.FastJson with { Types = JsonTypes.None.With<Cow>().With<Hen>() } })
        {
            byte[] whole = Json.Serialize(farm, options);
            long least = Least(() =>
            {
                kept.ResetWrittenCount();
                Json.Serialize(kept, farm, options);
                return kept;
            });
            Assert.Equal(whole, kept.WrittenSpan.ToArray());
            Assert.InRange(least, 0, Beside);
        }
    }

    [Fact]
    public void NumbersInBinaryXmlToAKeptWriterAllocateNothing()
    {
        var kept = new ArrayBufferWriter<byte>();
        int[] numbers = [.. Enumerable.Range(0, 100_000)];
        Assert.InRange(Least(() =>
        {
            kept.ResetWrittenCount();
            ContractXml.Serialize(kept, numbers, ContractXmlOptions.Binary);
            return kept;
        }), 0, 8);
        Assert.Equal(ContractXml.Serialize(numbers, ContractXmlOptions.Binary), kept.WrittenSpan.ToArray());
    }

    /// <summary>The least of several, for the runtime allocates for itself now and then, and code is promoted meanwhile.</summary>
    static long Least<T>(Func<T> call)
    {
        long least = long.MaxValue;
        for (int i = 0; i < 60; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            GC.KeepAlive(call());
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    [DataContract, ProtobufContract]
    public sealed class Farm
    {
        [DataMember, ProtobufMember(1)] public List<Beast> Beasts { get; set; } = [];
    }

    [DataContract, KnownType(typeof(Cow)), KnownType(typeof(Hen)), JsonDerivedType(typeof(Cow), "Cow"), JsonDerivedType(typeof(Hen), "Hen")]
    [ProtobufContract, ProtobufInclude(10, typeof(Cow)), ProtobufInclude(11, typeof(Hen))]
    public abstract class Beast
    {
        [DataMember, ProtobufMember(1)] public int Id { get; set; }
    }

    [DataContract, ProtobufContract]
    public sealed class Cow : Beast
    {
        [DataMember, ProtobufMember(1)] public int Milk { get; set; }
    }

    [DataContract, ProtobufContract]
    public sealed class Hen : Beast
    {
        [DataMember, ProtobufMember(1)] public int Eggs { get; set; }
    }
}
