using System.Runtime.Serialization;
using System.Text;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>The whole corpus against DataContractSerializer, in the same process: bytes written, values read, on both tiers.</summary>
public sealed class ContractXmlCorpusTests
{
    public static TheoryData<ShapeTier> Tiers => [ShapeTier.Auto, ShapeTier.Reflection];

    static ContractXmlOptions Options(CorpusValue value, ShapeTier tier) => new()
    {
        Convention = (tier == ShapeTier.Auto ? s_auto : s_reflection) is var convention && value.KnownTypes.Length > 0 ? convention.WithKnownTypes(value.KnownTypes) : convention,
    };

    static readonly DataContractConvention s_auto = Convention.DataContract.WithLosses();
    static readonly DataContractConvention s_reflection = Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection);

    static string Original(CorpusValue value, object? instance)
    {
        var stream = new MemoryStream();
        new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, instance);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Theory]
    [MemberData(nameof(Tiers))]
    public void BytesAndValuesAreTheOriginals(ShapeTier tier)
    {
        var failures = new List<string>();
        int count = 0;
        var types = new HashSet<Type>();
        foreach (var value in CorpusValues.All())
        {
            string? expected = null;
            try
            {
                expected = Original(value, value.Value);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException)
            {
            }
            count++;
            types.Add(value.Type);
            if (Compare(value, expected, tier) is { } failure)
                failures.Add($"{value.Name}: {failure}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count} of {count} values of {types.Count} types:\n{string.Join("\n", failures.Take(Limit))}");
    }

    static int Limit => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FAILURES"), out int limit) ? limit : 20;

    static string? Compare(CorpusValue value, string? expected, ShapeTier tier)
    {
        var options = Options(value, tier);
        byte[] ours;
        try
        {
            ours = ContractXml.Serialize(value.Value, value.Type, options);
        }
        catch (NotSupportedException e)
        {
            return expected is null ? null : $"we refuse to write {expected}: {e.Message}";
        }
        string text = Encoding.UTF8.GetString(ours);
        if (expected is null)
            return $"the original refuses to write, we write {text}";
        if (text != expected)
            return $"\n  expected {expected}\n  actual   {text}";
        string? read = null;
        try
        {
            read = Original(value, new DataContractSerializer(value.Type, value.KnownTypes).ReadObject(new MemoryStream(ours)));
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException)
        {
        }
        try
        {
            object? back = ContractXml.Deserialize(ours, value.Type, options);
            if (read is null)
                return null; // reading more than the original does is no loss
            string again = Original(value, back);
            return again == read ? null : $"\n  read by the original {read}\n  read by us           {again}";
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return read is null ? null : $"we refuse to read {text}: {e.Message}";
        }
    }
}
