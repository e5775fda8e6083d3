using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Runtime.Serialization;
using System.Xml;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051, CS0672 // the patterns of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Classes that derive from NameObjectCollectionBase, whose methods for entries throw in this runtime, and columns of any length: by .NET
/// Framework's entries and fields.
/// </summary>
public class NrbfNamedTableTests
{
    [Serializable]
    public class Settings : NameObjectCollectionBase
    {
        public Settings()
        {
        }

        protected Settings(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }

        public object? this[string? name] { get => BaseGet(name); set => BaseAdd(name, value); }

        public string? KeyAt(int index) => BaseGetKey(index);

        public void Lock() => IsReadOnly = true;

        public bool IsLocked => IsReadOnly;
    }

    [Serializable]
    public class Query : NameValueCollection
    {
        public Query()
        {
        }

        protected Query(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    [Serializable]
    public class Adding : NameObjectCollectionBase
    {
        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("own", 1);
        }
    }

    [Serializable]
    public class Host
    {
        public Settings? Settings;
        public Query? Query;
        public object? Any;
        public SqlBytes? Bytes;
        public SqlChars? Chars;
        public SqlXml? Xml;
        public SqlBytes? NoBytes;
        public SqlXml? NoXml;
        public SqlChars? NoChars;
    }

    static Host Sample()
    {
        var host = new Host
        {
            Settings = new() { ["a"] = 1, ["B"] = null, [null] = "n" },
            Query = new() { { "x", "1" }, { "x", "2" } },
            Bytes = new([1, 2]),
            Chars = new("ab".ToCharArray()),
            NoBytes = SqlBytes.Null,
            NoXml = SqlXml.Null,
            NoChars = SqlChars.Null
        };
        host.Settings["me"] = host;
        host.Settings.Lock();
        host.Any = host.Settings;
        using var reader = XmlReader.Create(new StringReader("<a b='ä'>text</a>"));
        host.Xml = new SqlXml(reader);
        return host;
    }

    static void Check(Host read)
    {
        Assert.Equal((4, 1, null, "n", true),
            (read.Settings!.Count, read.Settings["A"], read.Settings["b"], read.Settings[null], read.Settings.IsLocked));
        Assert.Equal(["a", "B", null, "me"], Enumerable.Range(0, 4).Select(read.Settings.KeyAt));
        Assert.Same(read, read.Settings["me"]);
        Assert.Same(read.Settings, read.Any);
        Assert.Equal("1,2", read.Query!["X"]);
        Assert.Equal([1, 2], read.Bytes!.Value);
        Assert.Equal("ab", new string(read.Chars!.Value));
        Assert.Equal("<a b=\"ä\">text</a>", read.Xml!.Value);
        Assert.True(read.NoBytes!.IsNull && read.NoXml!.IsNull && read.NoChars!.IsNull);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void They_come_back(ShapeTier tier)
    {
        var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier) };
        Check(Nrbf.Deserialize<Host>(Nrbf.Serialize(Sample(), options), options)!);
        var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
        Check(Soap.Deserialize<Host>(Soap.Serialize(Sample(), soap), soap)!);
    }

    /// <summary>
    /// One that no comparer is told of has .NET Framework's, as one that it is told of: what is read is written as the same bytes from then
    /// on.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Tables_share_the_comparer_that_none_is_told_of(ShapeTier tier)
    {
        object[] graph = [new Settings { ["a"] = 1 }, new NameValueCollection { ["x"] = "y" }, new Query { { "z", "1" } },
            new Dictionary<string, int>(StringComparer.InvariantCultureIgnoreCase) { ["k"] = 1 }];
        var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Settings), typeof(Query)] };
        var soap = new SoapOptions { Convention = options.Convention, KnownTypes = options.KnownTypes, WritesGenerics = true };
        byte[] bytes = Nrbf.Serialize<object>(graph, options), envelope = Soap.Serialize<object>(graph, soap);
        // Each table in turn says nothing of its comparer.
        foreach (int silent in Enumerable.Range(-1, 4))
        {
            Stable(silent < 0 ? bytes : Renamed(bytes, "KeyComparer"u8, "KeyComparex"u8, silent),
                b => Nrbf.Deserialize<object>(b, options), v => Nrbf.Serialize(v, options));
            Stable(silent < 0 ? envelope : Renamed(envelope, "<KeyComparer href"u8, "<KeyComparex href"u8, silent),
                b => Soap.Deserialize<object>(b, soap), v => Soap.Serialize(v, soap));
        }
    }

    static byte[] Renamed(byte[] bytes, ReadOnlySpan<byte> name, ReadOnlySpan<byte> other, int nth)
    {
        byte[] changed = [.. bytes];
        int at = -1;
        for (int i = 0; i <= nth; i++)
            at += 1 + changed.AsSpan(at + 1).IndexOf(name);
        other.CopyTo(changed.AsSpan(at));
        return changed;
    }

    static void Stable(byte[] bytes, Func<byte[], object?> read, Func<object?, byte[]> write)
    {
        byte[] first = write(read(bytes)), second = write(read(first));
        Assert.Equal(Convert.ToHexString(first), Convert.ToHexString(second));
    }

    /// <summary>
    /// As .NET Framework writes one made without a comparer: a provider of hash codes and a comparer that are passed over.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void One_of_the_Framework(ShapeTier tier)
    {
        var payload = new NrbfPayload();
        payload.Library(2, typeof(Settings).Assembly.FullName!);
        payload.Class(1, typeof(Settings).FullName!, 2,
            ("ReadOnly", "0001"), ("HashProvider", "03 System.Collections.CaseInsensitiveHashCodeProvider"),
            ("Comparer", "03 System.Collections.CaseInsensitiveComparer"), ("Count", "0008"), ("Keys", "06"), ("Values", "05"),
            ("Version", "0008"));
        payload.Hex("01" + "0903000000" + "0904000000" + "01000000" + "0905000000" + "0906000000" + "02000000");
        payload.Class(3, "System.Collections.CaseInsensitiveHashCodeProvider", 0, ("m_text", "03 System.Globalization.TextInfo")).Hex("0A");
        payload.Class(4, "System.Collections.CaseInsensitiveComparer", 0, ("m_compareInfo", "03 System.Globalization.CompareInfo"))
            .Hex("0A");
        payload.Hex("1105000000" + "01000000" + "0607000000016B" + "1006000000" + "01000000" + "0808" + "2A000000");
        byte[] bytes = payload.End();
        var read = Nrbf.Deserialize<Settings>(bytes, new NrbfOptions { Convention = Convention.Fields.WithTier(tier) });
        Assert.Equal((1, 42, true), (read.Count, read["K"], read.IsLocked));
        for (int at = 17; at < bytes.Length; at++)
            foreach (byte value in (byte[])[0, 1, 9, 10, 255])
            {
                byte[] damaged = [.. bytes];
                damaged[at] = value;
                var error = Record.Exception(() => Nrbf.Deserialize<Settings>(damaged));
                Assert.True(error is null or WireFormatException, error?.Message);
            }
    }

    /// <summary>Only its own method knows the entries that it adds, and that one calls the base's.</summary>
    [Fact]
    public void One_that_adds_entries_names_the_remedy() =>
        Assert.Contains("Register a Surrogate", Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(new Adding())).Message,
            StringComparison.Ordinal);
}
