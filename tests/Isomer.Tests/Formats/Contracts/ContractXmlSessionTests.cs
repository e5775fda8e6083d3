using System.Runtime.Serialization;
using System.Xml;
using Isomer.Tests.Corpus;
using Xunit;
using WriterSession = Isomer.Tests.Formats.Contracts.ContractXmlWriterTests.WriterSession;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Binary documents of one conversation beside the framework's: the same numbers for the same names, in the order in which they come.
/// </summary>
public sealed class ContractXmlSessionTests
{
    static readonly DataContractConvention s_auto = Convention.DataContract.WithLosses();
    static readonly DataContractConvention s_reflection = Convention.DataContract.WithLosses().WithTier(ShapeTier.Reflection);

    [Theory]
    [InlineData(ShapeTier.Auto, false)]
    [InlineData(ShapeTier.Reflection, false)]
    [InlineData(ShapeTier.Auto, true)]
    public void DocumentsOfASessionAreTheOriginals(ShapeTier tier, bool hasDictionary)
    {
        var convention = tier == ShapeTier.Auto ? s_auto : s_reflection;
        WriterSession theirs = new(), ours = new();
        int count = 0, strings = 0;
        foreach (var value in CorpusValues.All())
        {
            // A dictionary knows some of the names.
            var dictionary = hasDictionary ? new Some() : null;
            var options = new ContractXmlOptions
            {
                Form = ContractXmlForm.Binary,
                Dictionary = dictionary,
                WriterSession = ours,
                ReaderSession = null,
                Convention = convention,
                KnownTypes = [.. value.KnownTypes]
            };
            byte[] expected, actual;
            try
            {
                using var stream = new MemoryStream();
                using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, dictionary, theirs, ownsStream: false))
                    new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(writer, value.Value);
                expected = stream.ToArray();
                actual = ContractXml.Serialize(value.Value, value.Type, options);
            }
            catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException
                or ArgumentException)
            {
                // How far each has come is its own business.
                (theirs, ours) = (new(), new());
                continue;
            }
            count++;
            Assert.True(expected.AsSpan().SequenceEqual(actual),
                $"{value.Name}:\n{Convert.ToHexString(expected)}\n{Convert.ToHexString(actual)}");
            Assert.Equal(theirs.Strings, ours.Strings);
            strings = Math.Max(strings, ours.Strings.Count);
            if (count % 4 == 0)
                ReadsAlike(value, actual, dictionary, options with { WriterSession = null, ReaderSession = ours.ForReader() });
        }
        Assert.InRange(count, 1000, int.MaxValue);
        Assert.InRange(strings, 50, int.MaxValue);
    }

    static void ReadsAlike(CorpusValue value, byte[] bytes, IXmlDictionary? dictionary, ContractXmlOptions options)
    {
        byte[] Again(object? read)
        {
            using var stream = new MemoryStream();
            new DataContractSerializer(value.Type, value.KnownTypes).WriteObject(stream, read);
            return stream.ToArray();
        }
        byte[] expected;
        try
        {
            using var reader = XmlDictionaryReader.CreateBinaryReader(bytes, 0, bytes.Length, dictionary, XmlDictionaryReaderQuotas.Max,
                options.ReaderSession);
            expected = Again(new DataContractSerializer(value.Type, value.KnownTypes).ReadObject(reader));
        }
        catch (Exception e) when (e is SerializationException or InvalidDataContractException or NotSupportedException or ArgumentException)
        {
            return;
        }
        Assert.Equal(expected, Again(ContractXml.Deserialize(bytes, value.Type, options)));
    }

    [Fact]
    public void NumbersThatTheSessionHasNotAreRefused()
    {
        var session = new WriterSession();
        var options = ContractXmlOptions.Binary with { WriterSession = session };
        byte[] bytes = ContractXml.Serialize(new Level1(), options);
        Assert.InRange(ContractXml.Serialize(new Level1(), options).Length, 1, bytes.Length);
        Assert.NotNull(ContractXml.Deserialize<Level1>(bytes, ContractXmlOptions.Binary with { ReaderSession = session.ForReader() }));
        var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Level1>(bytes, ContractXmlOptions.Binary));
        Assert.Contains("session", error.Message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(
            () => ContractXml.Deserialize<Level1>(bytes, ContractXmlOptions.Binary with { ReaderSession = new XmlBinaryReaderSession() }));
        // A session is what it is now: other strings under the same numbers are other names.
        var reader = session.ForReader();
        var reading = ContractXmlOptions.Binary with { ReaderSession = reader };
        ContractXml.Deserialize<Level1>(bytes, reading);
        reader.Clear();
        for (int i = 0; i < session.Strings.Count; i++)
            reader.Add(i, "x" + i);
        Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Level1>(bytes, reading));
        foreach (byte[] hostile in new byte[][] { [0x42, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 1], [0x42, 0xFD, 0xFF, 0xFF, 0xFF, 0x07, 1],
            [0x42, 0x81], [0x42, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01] })
            Assert.Throws<WireFormatException>(
                () => ContractXml.Deserialize<Level1>(hostile, ContractXmlOptions.Binary with { ReaderSession = session.ForReader() }));
    }

    /// <summary>A session that takes no more: the names stand there as text.</summary>
    [Fact]
    public void ASessionMayBeFull()
    {
        var full = new Full(3);
        var options = ContractXmlOptions.Binary with { WriterSession = full };
        var value = new Level1();
        using var stream = new MemoryStream();
        var session = new Full(3);
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, session, ownsStream: false))
            new DataContractSerializer(typeof(Level1)).WriteObject(writer, value);
        Assert.Equal(stream.ToArray(), ContractXml.Serialize(value, options));
        full.Most = session.Most = 100;
        stream.SetLength(0);
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, session, ownsStream: false))
            new DataContractSerializer(typeof(Level1)).WriteObject(writer, value);
        Assert.Equal(stream.ToArray(), ContractXml.Serialize(value, options));
    }

    sealed class Full(int most) : XmlBinaryWriterSession
    {
        int _count;

        public int Most { get; set; } = most;

        public override bool TryAdd(XmlDictionaryString value, out int key)
        {
            key = -1;
            return _count < Most && base.TryAdd(value, out key) && ++_count > 0;
        }
    }

    /// <summary>Of each string that is asked for, those of an even length.</summary>
    sealed class Some : IXmlDictionary
    {
        readonly TextDictionary _all = new();

        public bool TryLookup(int key, out XmlDictionaryString result) => _all.TryLookup(key, out result);

        public bool TryLookup(string value, out XmlDictionaryString result)
        {
            result = XmlDictionaryString.Empty;
            return value.Length % 2 == 0 && _all.TryLookup(value, out result);
        }

        public bool TryLookup(XmlDictionaryString value, out XmlDictionaryString result) => TryLookup(value.Value, out result);
    }
}
