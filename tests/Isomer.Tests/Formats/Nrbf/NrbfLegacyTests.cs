using System.Collections;
using System.Collections.Specialized;
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Types that .NET Framework wrote and BinaryFormatter of this runtime refuses: by the Framework's fields, read from its bytes and written
/// as them.
/// </summary>
public class NrbfLegacyTests
{
    [Serializable]
    public class Host
    {
        public NameValueCollection? Values;
        public CultureInfo? Culture;
        public Encoding? Encoding;
        public Regex? Pattern;
        public IPAddress? Address;
        public IPEndPoint? Point;
        public MemoryStream? Stream;
        public object? Any;
    }

    static NrbfOptions Options(ShapeTier tier) => new() { Convention = Convention.Fields.WithTier(tier) };

    /// <summary>Strings of a payload that are names: enough to see what was written, and in which order.</summary>
    static string Names(byte[] payload) =>
        string.Join(' ', Regex.Matches(Encoding.Latin1.GetString(payload), @"[A-Za-z_][A-Za-z0-9_.+`]{3,}").Select(static m => m.Value));

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void They_are_read_back(ShapeTier tier)
    {
        var host = new Host
        {
            Values = new() { { "a", "1" }, { "a", "2" }, { "B", null }, { null, "n" } },
            Culture = CultureInfo.InvariantCulture,
            Encoding = new UTF8Encoding(false, true),
            Pattern = new Regex("a+b", RegexOptions.IgnoreCase | RegexOptions.Compiled),
            Address = IPAddress.Parse("fe80::1%3"),
            Point = new IPEndPoint(IPAddress.Loopback, 80),
            Stream = new MemoryStream([1, 2, 3]) { Position = 2 },
            Any = new object[] { Encoding.UTF8, Encoding.ASCII, Encoding.Unicode, IPAddress.Any, new NameValueCollection { ["x"] = "y" } },
        };
        byte[] payload = Nrbf.Serialize(host, Options(tier));
        var back = Nrbf.Deserialize<Host>(payload, Options(tier));
        Assert.Equal("1,2", back.Values!.Get("A"));
        Assert.Equal((4 - 1, null, "n"), (back.Values.Count, back.Values["b"], back.Values[null]));
        Assert.Equal(host.Culture, back.Culture);
        Assert.Throws<DecoderFallbackException>(() => back.Encoding!.GetString([255]));
        Assert.Empty(back.Encoding!.GetPreamble());
        Assert.Equal(("a+b", RegexOptions.IgnoreCase), (back.Pattern!.ToString(), back.Pattern.Options));
        Assert.NotEqual(Regex.InfiniteMatchTimeout, back.Pattern.MatchTimeout);
        Assert.Equal((host.Address, host.Point), (back.Address, back.Point));
        Assert.Equal((2, 3, 3), (back.Stream!.Position, back.Stream.Length, back.Stream.ReadByte()));
        object[] any = (object[])back.Any!;
        Assert.Equal(["utf-8", "us-ascii", "utf-16"], any.Take(3).Select(static e => ((Encoding)e).WebName));
        Assert.Equal(IPAddress.Any, any[3]);
        Assert.Equal("y", ((NameValueCollection)any[4])["x"]);
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Their_fields_are_the_frameworks(ShapeTier tier)
    {
        Assert.EndsWith(
            "System.Net.IPAddress m_Address m_Family m_Numbers m_ScopeId m_HashCode System.Net.Sockets.AddressFamily System.Net.Sockets.AddressFamily value__",
            Names(Nrbf.Serialize(IPAddress.Loopback, Options(tier))), StringComparison.Ordinal);
        Assert.Contains(
            "System.Globalization.CultureInfo m_isReadOnly compareInfo textInfo numInfo dateTimeInfo calendar m_dataItem cultureID m_name m_useUserOverride "
            + "System.Globalization.CompareInfo System.Globalization.TextInfo System.Globalization.NumberFormatInfo System.Globalization.DateTimeFormatInfo System.Globalization.Calendar",
            Names(Nrbf.Serialize(CultureInfo.InvariantCulture, Options(tier))), StringComparison.Ordinal);
        Assert.Equal(
            "System.IO.MemoryStream _buffer _origin _position _length _capacity _expandable _writable _exposable _isOpen MarshalByRefObject+__identity",
            Names(Nrbf.Serialize(new MemoryStream(), Options(tier))));
        Assert.Contains("System.Text.RegularExpressions.Regex pattern options matchTimeout System.Text.RegularExpressions.RegexOptions",
            Names(Nrbf.Serialize(new Regex("x"), Options(tier))), StringComparison.Ordinal);
        Assert.Contains("System.Collections.Specialized.NameValueCollection ReadOnly KeyComparer Count Keys Values Version",
            Names(Nrbf.Serialize(new NameValueCollection(), Options(tier))), StringComparison.Ordinal);
    }

    /// <summary>
    /// As .NET Framework 2.0 to 4.8 write one that was made without a comparer: with a provider of hash codes and a comparer that are
    /// passed over.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_NameValueCollection_of_the_Framework(ShapeTier tier)
    {
        var payload = new NrbfPayload();
        payload.Library(2, "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
        payload.Class(1, "System.Collections.Specialized.NameValueCollection", 2,
            ("ReadOnly", "0001"), ("HashProvider", "03 System.Collections.CaseInsensitiveHashCodeProvider"),
            ("Comparer", "03 System.Collections.CaseInsensitiveComparer"), ("Count", "0008"), ("Keys", "06"), ("Values", "05"),
            ("Version", "0008"));
        payload.Hex("00" + "0903000000" + "0904000000" + "01000000" + "0905000000" + "0906000000" + "02000000");
        payload.Class(3, "System.Collections.CaseInsensitiveHashCodeProvider", 0, ("m_text", "03 System.Globalization.TextInfo")).Hex("0A");
        payload.Class(4, "System.Collections.CaseInsensitiveComparer", 0, ("m_compareInfo", "03 System.Globalization.CompareInfo"))
            .Hex("0A");
        payload.Hex("1105000000" + "01000000" + "0607000000016B" + "1006000000" + "01000000" + "0908000000");
        payload.Class(8, "System.Collections.ArrayList", 0, ("_items", "05"), ("_size", "0008"), ("_version", "0008"))
            .Hex("0909000000" + "01000000" + "01000000" + "1009000000" + "01000000" + "060A0000000176");
        var back = Nrbf.Deserialize<NameValueCollection>(payload.End(), Options(tier));
        Assert.Equal("v", back["K"]);
        Assert.Single(back);
    }

    /// <summary>.NET Framework writes the code page of an encoding under two names, as all that a base keeps within its assembly.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void An_encoding_and_a_culture_of_the_Framework(ShapeTier tier)
    {
        var payload = new NrbfPayload();
        payload.Class(1, "System.Text.UnicodeEncoding", 0, ("isThrowException", "0001"), ("bigEndian", "0001"), ("byteOrderMark", "0001"),
            ("m_codePage", "0008"), ("dataItem", "03 System.Globalization.CodePageDataItem"), ("Encoding+m_codePage", "0008"),
            ("Encoding+dataItem", "03 System.Globalization.CodePageDataItem"));
        payload.Hex("00" + "01" + "01" + "B1040000" + "0A" + "B1040000" + "0A");
        Assert.Equal("utf-16BE", Nrbf.Deserialize<Encoding>(payload.End(), Options(tier)).WebName);
        payload = new NrbfPayload();
        payload.Class(1, "System.Globalization.CultureInfo", 0, ("m_isReadOnly", "0001"),
            ("compareInfo", "03 System.Globalization.CompareInfo"), ("textInfo", "03 System.Globalization.TextInfo"),
            ("m_dataItem", "0008"), ("cultureID", "0008"), ("m_name", "01"), ("m_useUserOverride", "0001"));
        payload.Hex("01" + "0A" + "0A" + "00000000" + "7F000000" + "060200000000" + "00");
        Assert.Equal(CultureInfo.InvariantCulture, Nrbf.Deserialize<CultureInfo>(payload.End(), Options(tier)));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Fields_that_cannot_be_are_refused(ShapeTier tier)
    {
        byte[] stream = Nrbf.Serialize(new MemoryStream([1, 2, 3]), Options(tier));
        byte[] address = Nrbf.Serialize(new IPEndPoint(IPAddress.Loopback, 77), Options(tier));
        byte[] lists = NrbfTests.Original(new ListDictionary { ["a"] = 1, ["b"] = 2 });
        int refused = 0;
        foreach (byte[] payload in (byte[][])[stream, address, lists])
            for (int i = 17; i < payload.Length; i++)
                foreach (byte value in (byte[])[0, 1, 3, 9, 255])
                {
                    byte[] damaged = [.. payload];
                    damaged[i] = value;
                    var error = Record.Exception(() => Nrbf.Deserialize<object>(damaged, Options(tier)));
                    Assert.True(error is null or WireFormatException, error?.ToString());
                    refused += error is null ? 0 : 1;
                }
        Assert.True(refused > 500);
    }

    /// <summary>A chain whose end is its beginning, and one that is longer than chains are.</summary>
    [Fact]
    public void Chains_end()
    {
        var payload = new NrbfPayload();
        payload.Library(2, "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089");
        payload.Class(1, "System.Collections.Specialized.ListDictionary", 2,
            ("head", "04 System.Collections.Specialized.ListDictionary+DictionaryNode 2"), ("version", "0008"), ("count", "0008"),
            ("comparer", "03 System.Collections.IComparer"));
        payload.Hex("0903000000" + "01000000" + "01000000" + "0A");
        payload.Class(3, "System.Collections.Specialized.ListDictionary+DictionaryNode", 2, ("key", "02"), ("value", "02"),
            ("next", "04 System.Collections.Specialized.ListDictionary+DictionaryNode 2"));
        payload.Hex("0801" + "01" + "0A" + "0903000000");
        Assert.Contains("twice",
            Assert.Throws<WireFormatException>(
                () => Nrbf.Deserialize<IDictionary>(payload.End(), Options(ShapeTier.Emitted))).Message, StringComparison.Ordinal);
        var many = new ListDictionary();
        for (int i = 0; i < 5000; i++)
            many.Add(i, null);
        byte[] chain = NrbfTests.Original(many);
        Assert.Contains("4096",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<IDictionary>(chain, Options(ShapeTier.Emitted))).Message,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// One whose constructor never ran ends the process on .NET 10 when it is finalized. So does one of a payload that is refused.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Weak_references_of_refused_payloads_do_not_end_the_process(ShapeTier tier)
    {
        foreach (object graph in (object[])[new WeakReference("text"), new WeakReference<string>("text"), new OwnWeak("text")])
        {
            byte[] payload = NrbfTests.Original(graph);
            payload[payload.AsSpan().IndexOf("text"u8)] = 255;
            for (int i = 0; i < 20; i++)
                Assert.Throws<WireFormatException>(
                    () => Nrbf.Deserialize<object>(payload,
                        NrbfTests.Options with { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(OwnWeak)] }));
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void A_class_that_derives_from_a_weak_reference(ShapeTier tier)
    {
        string target = new('t', 3);
        object[] graph = [target, new OwnWeak(target)];
        var options = NrbfTests.Options with { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(OwnWeak)] };
        byte[] payload = NrbfTests.Original(graph);
        Assert.Equal(payload, Nrbf.Serialize<object>(graph, options));
        object[] back = (object[])Nrbf.Deserialize<object>(payload, options)!;
        Assert.Same(back[0], Assert.IsType<OwnWeak>(back[1]).Target);
    }

    [Serializable]
    public class OwnWeak : WeakReference
    {
        public OwnWeak(object target) : base(target)
        {
        }

#pragma warning disable SYSLIB0050, SYSLIB0051 // the pattern of an older age is what is tested
        protected OwnWeak(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context)
            : base(info, context)
        {
        }
#pragma warning restore SYSLIB0050, SYSLIB0051
    }

    /// <summary>A node of a chain is a part of one: nobody gets it as an object.</summary>
    [Fact]
    public void Parts_are_no_objects()
    {
        var payload = new NrbfPayload();
        payload.Class(1, "System.Collections.ListDictionaryInternal+DictionaryNode", 0, ("key", "02"), ("value", "02"), ("next", "02"))
            .Hex("0A" + "0A" + "0A");
        byte[] root = payload.End();
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(root, Options(ShapeTier.Emitted)));
        payload = new NrbfPayload();
        payload.Hex("1001000000" + "01000000" + "0903000000");
        payload.Class(3, "System.Collections.ListDictionaryInternal+DictionaryNode", 0, ("key", "02"), ("value", "02"), ("next", "02"))
            .Hex("0A" + "0A" + "0A");
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload.End(), Options(ShapeTier.Emitted)));
    }
}
