using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Runtime.Serialization;
using System.Xml;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051, CS0672 // the patterns of an older age are what is tested

namespace Isomer.Tests.Formats.Nrbf;

/// <summary>Classes that derive from NameObjectCollectionBase, whose methods for entries throw in this runtime, and columns of any length: by .NET Framework's entries and fields.</summary>
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
        var host = new Host { Settings = new() { ["a"] = 1, ["B"] = null, [null] = "n" }, Query = new() { { "x", "1" }, { "x", "2" } }, Bytes = new([1, 2]), Chars = new("ab".ToCharArray()), NoBytes = SqlBytes.Null, NoXml = SqlXml.Null, NoChars = SqlChars.Null };
        host.Settings["me"] = host;
        host.Settings.Lock();
        host.Any = host.Settings;
        using var reader = XmlReader.Create(new StringReader("<a b='ä'>text</a>"));
        host.Xml = new SqlXml(reader);
        return host;
    }

    static void Check(Host read)
    {
        Assert.Equal((4, 1, null, "n", true), (read.Settings!.Count, read.Settings["A"], read.Settings["b"], read.Settings[null], read.Settings.IsLocked));
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
        Check(Isomer.Nrbf.Deserialize<Host>(Isomer.Nrbf.Serialize(Sample(), options), options)!);
        var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
        Check(Isomer.Soap.Deserialize<Host>(Isomer.Soap.Serialize(Sample(), soap), soap)!);
    }

    /// <summary>As .NET Framework writes one made without a comparer: a provider of hash codes and a comparer that are passed over.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void One_of_the_Framework(ShapeTier tier)
    {
        var payload = new NrbfPayload();
        payload.Library(2, typeof(Settings).Assembly.FullName!);
        payload.Class(1, typeof(Settings).FullName!, 2,
            ("ReadOnly", "0001"), ("HashProvider", "03 System.Collections.CaseInsensitiveHashCodeProvider"), ("Comparer", "03 System.Collections.CaseInsensitiveComparer"), ("Count", "0008"), ("Keys", "06"), ("Values", "05"), ("Version", "0008"));
        payload.Hex("01" + "0903000000" + "0904000000" + "01000000" + "0905000000" + "0906000000" + "02000000");
        payload.Class(3, "System.Collections.CaseInsensitiveHashCodeProvider", 0, ("m_text", "03 System.Globalization.TextInfo")).Hex("0A");
        payload.Class(4, "System.Collections.CaseInsensitiveComparer", 0, ("m_compareInfo", "03 System.Globalization.CompareInfo")).Hex("0A");
        payload.Hex("1105000000" + "01000000" + "0607000000016B" + "1006000000" + "01000000" + "0808" + "2A000000");
        byte[] bytes = payload.End();
        var read = Isomer.Nrbf.Deserialize<Settings>(bytes, new NrbfOptions { Convention = Convention.Fields.WithTier(tier) });
        Assert.Equal((1, 42, true), (read.Count, read["K"], read.IsLocked));
        for (int at = 17; at < bytes.Length; at++)
            foreach (byte value in (byte[])[0, 1, 9, 10, 255])
            {
                byte[] damaged = [.. bytes];
                damaged[at] = value;
                var error = Record.Exception(() => Isomer.Nrbf.Deserialize<Settings>(damaged));
                Assert.True(error is null or WireFormatException, error?.Message);
            }
    }

    /// <summary>Only its own method knows the entries that it adds, and that one calls the base's.</summary>
    [Fact]
    public void One_that_adds_entries_names_the_remedy() =>
        Assert.Contains("Register a Surrogate", Assert.Throws<NotSupportedException>(() => Isomer.Nrbf.Serialize(new Adding())).Message, StringComparison.Ordinal);
}
