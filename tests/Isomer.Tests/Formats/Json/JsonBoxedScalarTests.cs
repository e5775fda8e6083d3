using System.Text.Json;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Numbers, truth values, dates and Guids behind object: written without asking for the model of each since 2026-12-01, and as their own
/// types write them wherever a convention or an option has a say.
/// </summary>
public class JsonBoxedScalarTests
{
    static readonly object[] s_values =
    [
        true, false, (byte)7, (sbyte)-7, (short)-300, (ushort)300, -70_000, 70_000u, long.MinValue, ulong.MaxValue, 1.5f, -0.1, 1e300,
        12.50m, new DateTime(2026, 12, 1, 1, 2, 3, DateTimeKind.Utc), new DateTime(2026, 12, 1).AddTicks(17),
        new Guid(1, 2, 3, [4, 5, 6, 7, 8, 9, 10, 11]),
        'x', TimeSpan.FromSeconds(90), new DateTimeOffset(2026, 12, 1, 0, 0, 0, TimeSpan.FromHours(2)), new DateOnly(2026, 12, 1),
        new TimeOnly(1, 2), (Half)0.5, (Int128)5, DayOfWeek.Friday,
    ];

    public class Holder<T>
    {
        public T? Value { get; set; }
        public List<T>? Items { get; set; }
        public Dictionary<string, T>? Map { get; set; }
    }

    public static TheoryData<string> Options => [.. s_options.Keys];

    static readonly Dictionary<string, JsonOptions> s_options = new()
    {
        ["default"] = new(),
        ["indented"] = new() { Indented = true },
        ["numbers as texts"] = new() { Numbers = JsonNumbers.WriteAsString },
        ["dates of Newtonsoft"] = new() { Dates = JsonDates.Microsoft, EnumsAsNames = true },
        ["a format of dates"] = new() { DateFormat = "yyyy/MM/dd" },
        ["by reflection"] = new() { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) },
        ["references"] = new() { References = References.Preserve },
    };

    /// <summary>Behind object a value has the text that it has where its type is declared: alone, in a list, in a map.</summary>
    [Theory, MemberData(nameof(Options))]
    public void They_are_written_as_where_their_type_is_declared(string name)
    {
        var options = s_options[name];
        foreach (object value in s_values)
        {
            var declared = (IBoxed)Activator.CreateInstance(typeof(Boxed<>).MakeGenericType(value.GetType()))!;
            Assert.Equal(declared.Text(value, options),
                Json.ToText(new Holder<object> { Value = value, Items = [value, value], Map = new() { ["a"] = value } }, options));
        }
    }

    interface IBoxed
    {
        string Text(object value, JsonOptions options);
    }

    sealed class Boxed<T> : IBoxed
    {
        public string Text(object value, JsonOptions options) =>
            Json.ToText(new Holder<T> { Value = (T)value, Items = [(T)value, (T)value], Map = new() { ["a"] = (T)value } }, options);
    }

    sealed class Tagged : Surrogate<Guid, string>
    {
        public override string ToCarrier(Guid value) => "guid:" + value.ToString("N");
        public override Guid FromCarrier(string carrier) => Guid.Parse(carrier.AsSpan(5));
    }

    [Fact]
    public void A_surrogate_of_one_is_asked()
    {
        var options = new JsonOptions { Convention = Convention.Plain.WithSurrogate(new Tagged()) };
        Assert.Equal("""["guid:00000001000200030405060708090a0b",5]""", Json.ToText(new object[] { s_values[16], 5 }, options));
    }

    /// <summary>As System.Text.Json does, and tells an int apart from other numbers where the convention registers it.</summary>
    [Fact]
    public void A_registered_subtype_of_object_is_told()
    {
        var options = new JsonOptions { Convention = Convention.Plain.WithSubtype<object, Holder<int>>("h") };
        Assert.Equal("""[5,{"$type":"h","Value":1}]""",
            Json.ToText(new object[] { 5, new Holder<int> { Value = 1 } }, options with { Omit = JsonOmit.WhenNull }));
    }

    /// <summary>Of the original, in one list.</summary>
    [Fact]
    public void As_the_original() =>
        Assert.Equal(JsonSerializer.Serialize(s_values), Json.ToText(s_values));
}
