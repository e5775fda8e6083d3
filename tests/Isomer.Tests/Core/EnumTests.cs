using System.ComponentModel;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

public class EnumTests
{
    public enum OfSByte : sbyte { Min = sbyte.MinValue, Zero = 0, Max = sbyte.MaxValue }
    public enum OfByte : byte { Zero, Max = byte.MaxValue }
    public enum OfInt16 : short { Min = short.MinValue, Zero = 0, Max = short.MaxValue }
    public enum OfUInt16 : ushort { Zero, Max = ushort.MaxValue }
    public enum OfInt32 { Min = int.MinValue, Zero = 0, Max = int.MaxValue }
    public enum OfUInt32 : uint { Zero, Max = uint.MaxValue }
    public enum OfInt64 : long { Min = long.MinValue, Zero = 0, Max = long.MaxValue }
    public enum OfUInt64 : ulong { Zero, High = 1UL << 63, Max = ulong.MaxValue }

    [Flags]
    public enum Rights { None = 0, Read = 1, Write = 2, Both = 3, Top = int.MinValue }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    public enum Named { First = 1, Second }

    public class Holder<T> where T : struct, Enum
    {
        public T Value { get; set; }
        public T? Nullable { get; set; }
        public T[]? Array { get; set; }
        public T?[]? NullableArray { get; set; }
        public Dictionary<T, T>? Map { get; set; }
        public HashSet<T>? Set { get; set; }
    }

    static void Places<T>(params T[] values) where T : struct, Enum
    {
        foreach (var value in values)
        {
            Wires.RoundTrip(value);
            Wires.RoundTrip<T?>(value);
            Wires.RoundTrip(new Holder<T> { Value = value, Nullable = value });
        }
        Wires.RoundTrip(values);
        Wires.RoundTrip(new Holder<T>
        {
            Array = values,
            NullableArray = [.. values.Select(v => (T?)v), null],
            Map = values.ToDictionary(v => v, v => v),
            Set = [.. values],
        });
    }

    [Fact]
    public void Of_every_underlying_type()
    {
        Places(OfSByte.Min, OfSByte.Zero, OfSByte.Max, (OfSByte)(-3));
        Places(OfByte.Zero, OfByte.Max, (OfByte)77);
        Places(OfInt16.Min, OfInt16.Zero, OfInt16.Max, (OfInt16)5);
        Places(OfUInt16.Zero, OfUInt16.Max, (OfUInt16)40000);
        Places(OfInt32.Min, OfInt32.Zero, OfInt32.Max, (OfInt32)(-5));
        Places(OfUInt32.Zero, OfUInt32.Max, (OfUInt32)3_000_000_000);
        Places(OfInt64.Min, OfInt64.Zero, OfInt64.Max, (OfInt64)(1L << 40));
        Places(OfUInt64.Zero, OfUInt64.High, OfUInt64.Max, (OfUInt64)(ulong.MaxValue - 1));
    }

    [Fact]
    public void Flags_and_names()
    {
        Places(Rights.None, Rights.Both, Rights.Read | Rights.Top, (Rights)64, (Rights)65);
        Places(Named.First, Named.Second, (Named)99);
    }

    [Theory]
    [InlineData("128")]
    [InlineData("-129")]
    public void A_number_that_does_not_fit_is_refused(string json) => Wires.RefusesJson<OfSByte>(json);

    [Fact]
    public void Unsigned_ones_refuse_negative_numbers()
    {
        Wires.RefusesJson<OfByte>("-1");
        Wires.RefusesJson<OfUInt32>("4294967296");
        Wires.RefusesJson<OfUInt64>("-1");
        Wires.RefusesJson<OfUInt64>("18446744073709551616");
    }

    public class WithDefault
    {
        [DefaultValue(Rights.Read)]
        public Rights R { get; set; } = Rights.Read;

        [DefaultValue(3)]
        public Rights? N { get; set; } = Rights.Both;
    }

    [Fact]
    public void Defaults_of_enums_are_left_out()
    {
        Assert.Equal("{}", Wires.ToJson(new WithDefault(), null, new Setup { OmitDefaults = true }));
        Wires.RoundTrip(new WithDefault { R = Rights.None, N = null }, null, new Setup { OmitDefaults = true }, only: w => w.KeepsDefaults);
    }
}
