using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Spellings of numbers, as they are, in quotes, as keys and as enums: each is taken, and refused, as System.Text.Json does it.
/// </summary>
public class JsonQuotedNumberTests
{
    static readonly string[] Spellings =
    [
        "0", "1", "-1", "-0", "+0", "+1", "+-0", "-+0", "--1", "+", "-", "", "00", "01", "-00", "-01", "+00", "+01",
        "0000000000000000000000000000000000001", "-00000000000001",
        "1.0", "1e0", ".5", "5.", "+.5", "+1e5", "1E+5", "0.0", "-0.0", "00000000000.5", "1e400", "-1e400", "1,000", "1,", "(1)", "1_0",
        " 1", "1 ", "255", "256", "-128", "-129", "65535", "65536",
        "4294967295", "4294967296", "5000000000", "9999999999999999999", "18446744073709551616", "NaN", "Infinity", "-Infinity",
        "+Infinity", "nan", "true", "True", "FALSE",
        "A", "a", " A ", "A,", "A, B ,", ",A", "A,,B", "A, 1", "1, A",
        @"\u0031", @"\u00301", @"1\u0030", @"\u002d0", @"\u002b0", @"\u002b1", @"\u002d1", @"\u0031.0", @"\u0031e0", @"\u002e5", @"1\u0000",
        @"\u004eaN", @"\u0054rue", @"\u0041",
    ];

    static readonly Type[] Types =
    [
        typeof(byte), typeof(ushort), typeof(uint), typeof(ulong), typeof(UInt128), typeof(sbyte), typeof(short), typeof(int), typeof(long),
        typeof(Int128), typeof(decimal), typeof(double), typeof(float), typeof(Half), typeof(bool),
        typeof(Bytes), typeof(Uints), typeof(Ulongs), typeof(Longs),
    ];

    public enum Bytes : byte { A, B }

    public enum Uints : uint { A, B }

    public enum Ulongs : ulong { A, B }

    public enum Longs { A = -5, B }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Are_taken_as_there(bool quotes)
    {
        var theirs = new JsonSerializerOptions
        {
            NumberHandling = quotes
                ? JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.AllowNamedFloatingPointLiterals
                : JsonNumberHandling.Strict
        };
        if (quotes)
            theirs.Converters.Add(new JsonStringEnumConverter());
        var wrong = new List<string>();
        foreach (var type in Types)
            foreach (string spelling in Spellings)
                foreach (var (text, root) in new[]
                {
                    (spelling, type), ($"\"{spelling}\"", type), ($"[{spelling},\"{spelling}\"]", typeof(List<>).MakeGenericType(type)),
                    ($"{{\"{spelling}\":1}}", typeof(Dictionary<,>).MakeGenericType(type, typeof(int))),
                })
                {
                    object? expected = null;
                    try
                    {
                        expected = JsonSerializer.Deserialize(text, root, theirs);
                    }
                    catch (JsonException)
                    {
                    }
                    foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
                    {
                        var ours = new JsonOptions
                        {
                            Numbers = quotes ? JsonNumbers.ReadFromString | JsonNumbers.NamedFloats : default,
                            EnumsAsNames = quotes,
                            Convention = Convention.Plain.WithTier(tier)
                        };
                        object? actual = null;
                        try
                        {
                            actual = Json.FromText(text, root, ours);
                        }
                        catch (WireFormatException)
                        {
                        }
                        if (Said(expected) != Said(actual))
                            wrong.Add($"{tier} {root} {text}: theirs {Said(expected)}, ours {Said(actual)}");
                    }
                }
        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Take(40)));
    }

    static string Said(object? value) => value switch
    {
        null => "refused",
        string text => text,
        System.Collections.IDictionary map => string.Join(';', map.Keys.Cast<object>().Select(Said)),
        System.Collections.IEnumerable items => string.Join(';', items.Cast<object>().Select(Said)),
        _ => string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"{value} {(value is double number ? BitConverter.DoubleToInt64Bits(number) : 0)}"),
    };
}
