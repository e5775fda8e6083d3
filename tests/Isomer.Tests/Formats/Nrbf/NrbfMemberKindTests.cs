using System.Globalization;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0050 // the pattern of an older age is what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Members that are of another kind in the payload than in the class, and members that are missing, as BinaryFormatter takes them.
/// </summary>
public class NrbfMemberKindTests
{
    [Serializable]
    public class Target<T>
    {
        public T? Value;
    }

    static readonly (byte Kind, object[] Values)[] s_kinds =
    [
        (1, [false, true]), (2, [(byte)0, (byte)200]), (3, ['a', '\u00e9']), (5, [0m, 12.5m, -3m]),
        (6, [0.0, -2.0, 1.5, double.NaN, 1e300]), (7, [(short)0, (short)-300, short.MaxValue]), (8, [0, -5, int.MaxValue]),
        (9, [0L, -7L, long.MaxValue]), (10, [(sbyte)0, (sbyte)-1]), (11, [0f, 1.5f, 16777217f]),
        (12, [TimeSpan.Zero, TimeSpan.FromDays(2)]), (13, [new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc)]),
        (14, [(ushort)0, ushort.MaxValue]),
        (15, [0u, uint.MaxValue]), (16, [0UL, ulong.MaxValue]),
    ];

    static string Hex(object value)
    {
        var stream = new MemoryStream();
        var writer = new BinaryWriter(stream);
        switch (value)
        {
            case decimal number: writer.Write(number.ToString(CultureInfo.InvariantCulture)); break;
            case TimeSpan span: writer.Write(span.Ticks); break;
            case DateTime date: writer.Write(date.ToBinary()); break;
            case bool flag: writer.Write(flag); break;
            case char character: writer.Write(character); break;
            case byte number: writer.Write(number); break;
            case sbyte number: writer.Write(number); break;
            case short number: writer.Write(number); break;
            case ushort number: writer.Write(number); break;
            case int number: writer.Write(number); break;
            case uint number: writer.Write(number); break;
            case long number: writer.Write(number); break;
            case ulong number: writer.Write(number); break;
            case float number: writer.Write(number); break;
            default: writer.Write((double)value); break;
        }
        return Convert.ToHexString(stream.ToArray());
    }

    static decimal Number(object? value) =>
        value is char character ? character : Convert.ToDecimal(value is Enum ? (int)value : value, CultureInfo.InvariantCulture);

    public static TheoryData<Type> Kinds =>
        [.. s_kinds.Select(static k => k.Values[0].GetType()), typeof(string), typeof(object), typeof(int?), typeof(DayOfWeek)];

    /// <summary>
    /// Every kind of the payload into every kind of the class: the value that BinaryFormatter gives, or an error where it has one.
    /// </summary>
    [Theory, MemberData(nameof(Kinds))]
    public void Every_kind_into(Type kind)
    {
        var target = typeof(Target<>).MakeGenericType(kind);
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new NrbfOptions { KnownTypes = [target], Convention = Convention.Fields.WithTier(tier) };
            foreach (var (code, values) in s_kinds)
                foreach (object value in values)
                    foreach (bool isBoxed in (bool[])[false, true])
                    {
                        var payload = new NrbfPayload().Library(2, target.Assembly.FullName!);
                        // As a member of its kind, and as a member of any kind that holds one.
                        payload = isBoxed
                            ? payload.Class(1, target.FullName!, 2, ("Value", "02"))
                                .Hex("08" + code.ToString("X2", CultureInfo.InvariantCulture) + Hex(value))
                            : payload.Class(1, target.FullName!, 2, ("Value", "00" + code.ToString("X2", CultureInfo.InvariantCulture)))
                                .Hex(Hex(value));
                        byte[] bytes = payload.End();
                        object? theirs = null, ours = null;
                        var refused = Record.Exception(() => theirs = NrbfTests.Original(bytes));
                        var error = Record.Exception(() => ours = Nrbf.Deserialize<object>(bytes, options));
                        Assert.True(error is null or WireFormatException, $"{error}");
                        string what = $"{value} ({value.GetType()}{(isBoxed ? ", boxed" : "")}) into {kind}, {tier}: {refused?.Message}, {error?.Message}";
                        Assert.True(refused is not null || error is null, what);
                        if (refused is not null && error is null)
                        {
                            // Ours takes a number that is there in the other kind, too: a short that is not negative as a ushort. None is
                            // lost.
                            object? held = target.GetField("Value")!.GetValue(ours);
                            Assert.True(Number(held) == Number(value), what);
                        }
                        else if (refused is null)
                            Assert.True(Equals(target.GetField("Value")!.GetValue(theirs), target.GetField("Value")!.GetValue(ours)), what);
                    }
        }
    }

    [Serializable]
    public class Grown
    {
        public int Id;

        [OptionalField(VersionAdded = 2)]
        public string? Name;

        [OptionalField(VersionAdded = 2)]
        public int Count;

        [OnDeserializing]
        void Defaults(StreamingContext context) => (Name, Count) = ("unnamed", 7);
    }

    [Serializable]
    public class Strict
    {
        public int Id;
        public int Count;
    }

    /// <summary>A member that came later has what [OnDeserializing] gave it, also where all others are required.</summary>
    [Fact]
    public void A_later_member_keeps_what_it_was_given_before()
    {
        byte[] Payload(Type type) =>
            new NrbfPayload().Library(2, type.Assembly.FullName!).Class(1, type.FullName!, 2, ("Id", "0008")).Hex("05000000").End();
        var theirs = (Grown)NrbfTests.Original(Payload(typeof(Grown)));
        Assert.Equal((5, "unnamed", 7), (theirs.Id, theirs.Name, theirs.Count));
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var lax = new NrbfOptions { Convention = Convention.Fields.WithTier(tier) };
            var strict = lax with { Convention = lax.Convention.WithAllFieldsRequired() };
            foreach (var options in (NrbfOptions[])[lax, strict])
            {
                var ours = Nrbf.Deserialize<Grown>(Payload(typeof(Grown)), options)!;
                Assert.Equal((5, "unnamed", 7), (ours.Id, ours.Name, ours.Count));
            }
            Assert.Equal((5, 0),
                Nrbf.Deserialize<Strict>(Payload(typeof(Strict)), lax) is { } read ? (read.Id, read.Count) : default);
            Assert.Contains("Count",
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Strict>(Payload(typeof(Strict)), strict)).Message,
                StringComparison.Ordinal);
        }
        var soap = new SoapOptions();
        string envelope = System.Text.Encoding.UTF8.GetString(Soap.Serialize(new Grown { Id = 5, Name = "x", Count = 9 }, soap));
        string shorter = System.Text.RegularExpressions.Regex.Replace(envelope, @"<Name[^>]*>x</Name>\s*|<Count>9</Count>\s*", "");
        Assert.DoesNotContain("Count", shorter, StringComparison.Ordinal);
        foreach (var options in (SoapOptions[])[soap, soap with { Convention = soap.Convention.WithAllFieldsRequired() }])
        {
            var ours = Soap.Deserialize<Grown>(System.Text.Encoding.UTF8.GetBytes(shorter), options)!;
            Assert.Equal((5, "unnamed", 7), (ours.Id, ours.Name, ours.Count));
        }
    }
}
