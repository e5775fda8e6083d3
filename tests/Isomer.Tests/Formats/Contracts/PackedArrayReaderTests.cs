using System.Runtime.Serialization;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1051

/// <summary>
/// Packed arrays of the binary form, read from a caller's own XmlDictionaryReader, which gives them in one piece (no test came by there).
/// </summary>
public class PackedArrayReaderTests
{
    [DataContract(Namespace = "urn:packed")]
    public class Holder<T>
    {
        [DataMember] public string? Before;
        [DataMember] public T[]? Items;
        [DataMember] public List<T>? List;
        [DataMember] public T[]?[]? Nested;
        [DataMember] public string? Last;
    }

    static readonly ShapeTier[] s_tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    [Fact]
    public void Numbers_and_truths()
    {
        Same([true, false, true]);
        Same([short.MinValue, (short)0, short.MaxValue]);
        Same([int.MinValue, 0, int.MaxValue]);
        Same([long.MinValue, 0, long.MaxValue]);
        Same([float.MinValue, 0.5f, float.NaN]);
        Same([double.MinValue, 0.5, double.PositiveInfinity]);
        Same([decimal.MinValue, 0.50m, decimal.MaxValue]);
        // Those that the binary form packs by no code of their own.
        Same([(byte)1, (byte)2]);
        Same([sbyte.MinValue, sbyte.MaxValue]);
        Same([ushort.MinValue, ushort.MaxValue]);
        Same([uint.MinValue, uint.MaxValue]);
        Same([ulong.MinValue, ulong.MaxValue]);
        Same(['a', 'b']);
    }

    [Fact]
    public void Times_and_identities()
    {
        Same([new DateTime(2026, 11, 27, 1, 2, 3, DateTimeKind.Utc), default, new DateTime(1999, 12, 31)]);
        Same([TimeSpan.MinValue, TimeSpan.Zero, TimeSpan.MaxValue]);
        Same([Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff")]);
    }

    /// <summary>Of these the original writes one after the other, and reads what others pack.</summary>
    [Fact]
    public void What_others_pack()
    {
        Guid[] guids = [Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), Guid.Empty];
        TimeSpan[] spans = [TimeSpan.MinValue, TimeSpan.Zero, TimeSpan.MaxValue];
        const string arrays = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";
        SameReading(Packed("guid", (w, n) => w.WriteArray(null, n, arrays, guids, 0, guids.Length)), typeof(Guid[]));
        SameReading(Packed("guid", (w, n) => w.WriteArray(null, n, arrays, guids, 0, guids.Length)), typeof(List<Guid>));
        SameReading(Packed("duration", (w, n) => w.WriteArray(null, n, arrays, spans, 0, spans.Length)), typeof(TimeSpan[]));
        SameReading(Packed("duration", (w, n) => w.WriteArray(null, n, arrays, spans, 0, spans.Length)), typeof(List<TimeSpan>));

        static byte[] Packed(string name, Action<XmlDictionaryWriter, string> write)
        {
            using var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            {
                writer.WriteStartElement("ArrayOf" + name, arrays);
                write(writer, name);
                writer.WriteEndElement();
            }
            return stream.ToArray();
        }
    }

    static void Same<T>(T[] some)
    {
        T[] many = [.. Enumerable.Range(0, 700).Select(i => some[i % some.Length])];
        foreach (var items in (T[][])[some, many, [some[0]], []])
        {
            Same(items, typeof(T[]));
            Same(items.ToList(), typeof(List<T>));
            Same(new Holder<T> { Before = "b", Items = items, List = [.. items], Nested = [items, null, [], items], Last = "l" },
                typeof(Holder<T>));
        }
    }

    static void Same(object value, Type type)
    {
        var original = new DataContractSerializer(type);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            original.WriteObject(writer, value);
        SameReading(stream.ToArray(), type);
    }

    static void SameReading(byte[] document, Type type)
    {
        var original = new DataContractSerializer(type);
        string expected = Text(original, Of(original.ReadObject, document));
        foreach (var tier in s_tiers)
        {
            var ours = new ContractXmlSerializer(type, new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) });
            Assert.Equal(expected, Text(original, Of(ours.ReadObject, document)));
        }
    }

    static object? Of(Func<XmlDictionaryReader, object?> read, byte[] document)
    {
        using var reader = XmlDictionaryReader.CreateBinaryReader(document, XmlDictionaryReaderQuotas.Max);
        object? value = read(reader);
        Assert.True(reader.EOF);
        return value;
    }

    static string Text(DataContractSerializer serializer, object? value)
    {
        var text = new StringWriter();
        using (var writer = XmlWriter.Create(text))
            serializer.WriteObject(writer, value);
        return text.ToString();
    }
}
