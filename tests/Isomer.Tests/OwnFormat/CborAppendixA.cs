using System.Numerics;
using OwnFormat;
using Xunit;

namespace Isomer.Tests.OwnFormat;

/// <summary>The examples of RFC 8949, appendix A: each is read, and what is in the deterministic form is written so.</summary>
public class CborAppendixA
{
    static byte[] Hex(string hex) => Convert.FromHexString(hex);

    static void Same<T>(string hex, T value, bool writes = true)
    {
        Assert.Equal(value, Cbor.Deserialize<T>(Hex(hex)));
        if (writes)
            Assert.Equal(hex, Convert.ToHexStringLower(Cbor.Serialize(value)));
    }

    public static TheoryData<string, string> Whole => new()
    {
        { "00", "0" }, { "01", "1" }, { "0a", "10" }, { "17", "23" }, { "1818", "24" }, { "1819", "25" }, { "1864", "100" },
        { "1903e8", "1000" }, { "1a000f4240", "1000000" },
        { "1b000000e8d4a51000", "1000000000000" }, { "1bffffffffffffffff", "18446744073709551615" },
        { "c249010000000000000000", "18446744073709551616" },
        { "3bffffffffffffffff", "-18446744073709551616" }, { "c349010000000000000000", "-18446744073709551617" }, { "20", "-1" },
        { "29", "-10" }, { "3863", "-100" }, { "3903e7", "-1000" },
    };

    [Theory]
    [MemberData(nameof(Whole))]
    public void Whole_numbers(string hex, string text)
    {
        var value = BigInteger.Parse(text, null);
        Same(hex, value);
        Same(hex, (Int128)value);
        if (value >= long.MinValue && value <= long.MaxValue)
            Same(hex, (long)value);
        if (value >= 0 && value <= ulong.MaxValue)
            Same(hex, (ulong)value);
        if (value >= int.MinValue && value <= int.MaxValue)
            Same(hex, (int)value);
    }

    public static TheoryData<string, double> Floats => new()
    {
        { "f90000", 0.0 }, { "f98000", -0.0 }, { "f93c00", 1.0 }, { "fb3ff199999999999a", 1.1 }, { "f93e00", 1.5 }, { "f97bff", 65504.0 },
        { "fa47c35000", 100000.0 },
        { "fa7f7fffff", 3.4028234663852886e+38 }, { "fb7e37e43c8800759c", 1.0e+300 }, { "f90001", 5.960464477539063e-8 },
        { "f90400", 0.00006103515625 }, { "f9c400", -4.0 },
        { "fbc010666666666666", -4.1 }, { "f97c00", double.PositiveInfinity }, { "f97e00", double.NaN },
        { "f9fc00", double.NegativeInfinity },
    };

    [Theory]
    [MemberData(nameof(Floats))]
    public void Floats_in_the_shortest_form(string hex, double value)
    {
        Same(hex, value);
        Assert.Equal(BitConverter.DoubleToInt64Bits(value) < 0,
            BitConverter.DoubleToInt64Bits(Cbor.Deserialize<double>(Hex(hex))) < 0 || double.IsNaN(value));
        if ((float)value == value || double.IsNaN(value))
            Same(hex, (float)value);
        if ((double)(Half)value == value || double.IsNaN(value))
            Same(hex, (Half)value);
    }

    [Theory]
    [InlineData("fa7f800000", double.PositiveInfinity)]
    [InlineData("fa7fc00000", double.NaN)]
    [InlineData("faff800000", double.NegativeInfinity)]
    [InlineData("fb7ff0000000000000", double.PositiveInfinity)]
    [InlineData("fb7ff8000000000000", double.NaN)]
    [InlineData("fbfff0000000000000", double.NegativeInfinity)]
    public void Floats_in_longer_forms(string hex, double value) => Same(hex, value, writes: false);

    [Fact]
    public void Simple_values()
    {
        Same("f4", false);
        Same("f5", true);
        Same<string?>("f6", null);
        Same<string?>("f7", null, writes: false);
        // Unassigned ones are well-formed, and no value that a type of .NET has.
        foreach (string hex in new[] { "f0", "f8ff" })
        {
            Assert.Contains("the simple value", Assert.Throws<WireFormatException>(() => Cbor.Deserialize<int>(Hex(hex))).Message,
                StringComparison.Ordinal);
            Assert.Equal(5, Cbor.Deserialize<Passed>(Hex("a2616e" + hex + "614105")).A);
        }
        Assert.Throws<WireFormatException>(() => Cbor.Deserialize<Passed>(Hex("a2616ef818614105")));
    }

    public sealed class Passed { public int A { get; set; } }

    [Fact]
    public void Tags()
    {
        var instant = new DateTime(2013, 3, 21, 20, 4, 0, DateTimeKind.Utc);
        Same("c074323031332d30332d32315432303a30343a30305a", instant);
        Same("c11a514b67b0", instant, writes: false);
        Same("c1fb41d452d9ec200000", instant.AddMilliseconds(500), writes: false);
        Same("c1fb41d452d9ec200000", new DateTimeOffset(instant.AddMilliseconds(500)), writes: false);
        Assert.Equal(Hex("01020304"), Cbor.Deserialize<byte[]>(Hex("d74401020304")));
        Assert.Equal(Hex("6449455446"), Cbor.Deserialize<byte[]>(Hex("d818456449455446")));
        Same("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "http://www.example.com", writes: false);
        Assert.Equal(instant, Cbor.Deserialize<object>(Hex("c11a514b67b0")) is DateTimeOffset at ? at.UtcDateTime : default);
    }

    [Fact]
    public void Texts_and_bytes()
    {
        Assert.Equal([], Cbor.Deserialize<byte[]>(Hex("40")));
        Assert.Equal(Hex("01020304"), Cbor.Deserialize<byte[]>(Hex("4401020304")));
        Assert.Equal("4401020304", Convert.ToHexStringLower(Cbor.Serialize(Hex("01020304"))));
        Same("60", "");
        Same("6161", "a");
        Same("6449455446", "IETF");
        Same("62225c", "\"\\");
        Same("62c3bc", "ü");
        Same("63e6b0b4", "水");
        Same("64f0908591", "\ud800\udd51");
        Assert.Equal(Hex("0102030405"), Cbor.Deserialize<byte[]>(Hex("5f42010243030405ff")));
        Same("7f657374726561646d696e67ff", "streaming", writes: false);
    }

    [Theory]
    [InlineData("80", "[]", true)]
    [InlineData("83010203", "[1,2,3]", true)]
    [InlineData("8301820203820405", "[1,[2,3],[4,5]]", true)]
    [InlineData("98190102030405060708090a0b0c0d0e0f101112131415161718181819",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]", true)]
    [InlineData("a0", "{}", true)]
    [InlineData("a201020304", """{"1":2,"3":4}""", false)]
    [InlineData("a26161016162820203", """{"a":1,"b":[2,3]}""", true)]
    [InlineData("826161a161626163", """["a",{"b":"c"}]""", true)]
    [InlineData("a56161614161626142616361436164614461656145", """{"a":"A","b":"B","c":"C","d":"D","e":"E"}""", true)]
    [InlineData("9fff", "[]", false)]
    [InlineData("9f018202039f0405ffff", "[1,[2,3],[4,5]]", false)]
    [InlineData("9f01820203820405ff", "[1,[2,3],[4,5]]", false)]
    [InlineData("83018202039f0405ff", "[1,[2,3],[4,5]]", false)]
    [InlineData("83019f0203ff820405", "[1,[2,3],[4,5]]", false)]
    [InlineData("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]", false)]
    [InlineData("bf61610161629f0203ffff", """{"a":1,"b":[2,3]}""", false)]
    [InlineData("826161bf61626163ff", """["a",{"b":"c"}]""", false)]
    [InlineData("bf6346756ef563416d7421ff", """{"Fun":true,"Amt":-2}""", false)]
    public void Arrays_and_maps(string hex, string json, bool writes)
    {
        var node = Cbor.ParseNode(Hex(hex));
        Assert.Equal(json, Json.ToText(node));
        if (writes)
            Assert.Equal(hex, Convert.ToHexStringLower(Cbor.Serialize(node)));
    }

    [Fact]
    public void Maps_of_numbers()
    {
        var map = new Dictionary<int, int> { [3] = 4, [1] = 2 };
        Assert.Equal("a201020304", Convert.ToHexStringLower(Cbor.Serialize(map)));
        Assert.Equal(map.OrderBy(e => e.Key), Cbor.Deserialize<Dictionary<int, int>>(Hex("a201020304")));
    }
}
