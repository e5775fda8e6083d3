using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>The whole corpus against DataContractSerializer, in the same process: bytes written, values read, on both tiers.</summary>
public sealed class ContractXmlCorpusTests
{
    public static TheoryData<ShapeTier, ContractXmlForm> Tiers => new()
    {
        { ShapeTier.Auto, ContractXmlForm.Text },
        { ShapeTier.Reflection, ContractXmlForm.Text },
        { ShapeTier.Auto, ContractXmlForm.Binary },
        { ShapeTier.Reflection, ContractXmlForm.Binary },
    };

    static ContractXmlOptions Options(CorpusValue value, ShapeTier tier, ContractXmlForm form) => new()
    {
        Form = form,
        Convention = (tier == ShapeTier.Auto ? s_auto : s_reflection) is var convention && value.KnownTypes.Length > 0
            ? convention.WithKnownTypes(value.KnownTypes)
            : convention,
    };

    static readonly DataContractConvention s_auto = Convention.DataContract.WithLosses();
    static readonly DataContractConvention s_reflection = Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection);

    static byte[] Original(CorpusValue value, object? instance, ContractXmlForm form)
    {
        var stream = new MemoryStream();
        var writer = form == ContractXmlForm.Text
            ? XmlDictionaryWriter.CreateTextWriter(stream)
            : XmlDictionaryWriter.CreateBinaryWriter(stream);
        new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(writer, instance);
        writer.Flush();
        return stream.ToArray();
    }

    static XmlDictionaryReader ReaderOf(byte[] bytes, ContractXmlForm form) => form == ContractXmlForm.Text
        ? XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max)
        : XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);

    static string Show(byte[] bytes, ContractXmlForm form) => form == ContractXmlForm.Text ? Encoding.UTF8.GetString(bytes)
        : string.Concat(bytes.Select(b => b is >= 0x20 and < 0x7F ? $"{(char)b}" : $"[{b:X2}]"));

    [Theory]
    [MemberData(nameof(Tiers))]
    public void BytesAndValuesAreTheOriginals(ShapeTier tier, ContractXmlForm form)
    {
        var failures = new List<string>();
        int count = 0;
        var types = new HashSet<Type>();
        foreach (var value in CorpusValues.All())
        {
            byte[]? expected = null;
            try
            {
                expected = Original(value, value.Value, form);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException
                or ArgumentException)
            {
            }
            count++;
            types.Add(value.Type);
            if (Compare(value, expected, tier, form) is { } failure)
                failures.Add($"{value.Name}: {failure}");
        }
        Assert.True(failures.Count == 0,
            $"{failures.Count} of {count} values of {types.Count} types:\n{string.Join("\n", failures.Take(Limit))}");
    }

    static int Limit => int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FAILURES"), out int limit) ? limit : 20;

    static string? Compare(CorpusValue value, byte[]? expected, ShapeTier tier, ContractXmlForm form)
    {
        var options = Options(value, tier, form);
        byte[] ours;
        try
        {
            ours = ContractXml.Serialize(value.Value, value.Type, options);
        }
        catch (NotSupportedException e)
        {
            return expected is null ? null : $"we refuse to write {Show(expected, form)}: {e.Message}";
        }
        string text = Show(ours, form);
        if (expected is null)
            return $"the original refuses to write, we write {text}";
        if (!ours.AsSpan().SequenceEqual(expected))
            return $"\n  expected {Show(expected, form)}\n  actual   {text}";
        string? read = null;
        try
        {
            read = Show(
                Original(value, new DataContractSerializer(value.Type, value.KnownTypes).ReadObject(ReaderOf(ours, form)),
                    ContractXmlForm.Text), ContractXmlForm.Text);
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException)
        {
        }
        try
        {
            object? back = ContractXml.Deserialize(ours, value.Type, options);
            if (read is null)
                return null; // reading more than the original does is no loss
            string again = Show(Original(value, back, ContractXmlForm.Text), ContractXmlForm.Text);
            return again == read ? null : $"\n  read by the original {read}\n  read by us           {again}";
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return read is null ? null : $"we refuse to read {text}: {e.Message}";
        }
    }
}
