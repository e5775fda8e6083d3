using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// What a program says of members by a function, against System.Text.Json's modifiers that say as much, in both tiers, and in Compact.
/// </summary>
public class MemberRuleTests
{
    public class Account
    {
        public int Id { get; set; }
        public string? Password { get; set; }
        public string? Mail { get; set; }
        [JsonIgnore] public int Hidden { get; set; } = 3;
        [JsonPropertyName("named")] public int Named { get; set; }
        public int Count { get; set; } = 5;
        public DateTime At { get; set; }
        private int Secret { get; set; } = 7;

        public int Told() => Secret;

        public void Tell(int secret) => Secret = secret;
    }

    public class Derived : Account
    {
        public int Own { get; set; }
    }

    sealed class Seconds : Surrogate<DateTime, long>
    {
        public override long ToCarrier(DateTime value) => (long)(value - DateTime.UnixEpoch).TotalSeconds;

        public override DateTime FromCarrier(long carrier) => DateTime.UnixEpoch.AddSeconds(carrier);
    }

    static JsonOptions With(Func<MemberInfo, MemberRule?> rule) => new() { Convention = Convention.Plain.WithMembers(rule) };

    static JsonSerializerOptions Modified(Action<JsonTypeInfo> modifier) =>
        JsonCheck.StjWith(o => o.TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { modifier } });

    [Fact]
    public void Names_places_and_what_is_left_out_as_modifiers_have_them()
    {
        var ours = With(static m => m.Name switch
        {
            "Password" => MemberRule.LeftOut,
            "Mail" => new() { Name = "e-mail", Order = -1 },
            "Named" => new() { Name = "other" },
            "Count" => new() { Omit = Omit.WhenDefault, Default = 5 },
            _ => null,
        });
        var theirs = Modified(static type =>
        {
            if (type.Kind != JsonTypeInfoKind.Object)
                return;
            for (int i = type.Properties.Count - 1; i >= 0; i--)
                switch ((type.Properties[i].AttributeProvider as MemberInfo)?.Name)
                {
                    case "Password":
                        type.Properties.RemoveAt(i);
                        break;
                    case "Mail":
                        (type.Properties[i].Name, type.Properties[i].Order) = ("e-mail", -1);
                        break;
                    case "Named":
                        type.Properties[i].Name = "other";
                        break;
                    case "Count":
                        type.Properties[i].ShouldSerialize = static (_, value) => value is not 5;
                        break;
                }
        });
        JsonCheck.Same(new Account { Id = 1, Password = "x", Mail = "a@b" }, ours, theirs);
        JsonCheck.Same(new Derived { Id = 1, Password = "x", Count = 6, Own = 2 }, ours, theirs);
        JsonCheck.SameReading<Account>("""{"Password":"x","e-mail":"a","Mail":"b","named":1,"other":2}""", ours, theirs);
    }

    [Fact]
    public void Required_included_carried_and_shown_again()
    {
        var options = With(static m => m.Name switch
        {
            "Id" => new() { IsRequired = true },
            "Secret" => new() { IsIncluded = true },
            "Hidden" => new() { IsLeftOut = false },
            "At" => new() { Surrogate = new Seconds() },
            "Password" or "Mail" or "Named" or "Count" => MemberRule.LeftOut,
            _ => null,
        });
        foreach (var each in JsonCheck.Tiers(options))
        {
            var account = new Account { Id = 1, At = DateTime.UnixEpoch.AddSeconds(9) };
            account.Tell(8);
            string text = Json.ToText(account, each);
            Assert.Equal("""{"Id":1,"Hidden":3,"At":9,"Secret":8}""", text);
            var back = Json.FromText<Account>(text, each)!;
            Assert.Equal((8, account.At), (back.Told(), back.At));
            Assert.Contains("'Id'", Assert.Throws<WireFormatException>(() => Json.FromText<Account>("{}", each)).Message,
                StringComparison.Ordinal);
            var compact = new CompactOptions { Convention = each.Convention };
            Assert.Equal((8, account.At), (Compact.Deserialize<Account>(Compact.Serialize(account, compact), compact)!.Told(), account.At));
        }
    }

    [Fact]
    public void The_last_function_that_answers_counts_and_mistakes_are_told()
    {
        var convention = Convention.Plain.WithMembers(static m => new() { Name = m.Name + "1" })
            .WithMembers(static m => m.Name == "Id" ? new() { Name = "id2" } : null);
        Assert.StartsWith("""{"id2":1,"Password1":null""", Json.ToText(new Account { Id = 1 }, new() { Convention = convention }),
            StringComparison.Ordinal);
        Assert.Contains("surrogate for 'System.DateTime'",
            Assert.Throws<NotSupportedException>(
                () => Json.ToText(new Account(), With(static m => m.Name == "Id" ? new() { Surrogate = new Seconds() } : null))).Message,
                    StringComparison.Ordinal);
        Assert.Contains("same name 'x'",
            Assert.Throws<NotSupportedException>(
                () => Json.ToText(new Account(), With(static m => m.Name is "Id" or "Count" ? new() { Name = "x" } : null))).Message,
                    StringComparison.Ordinal);
    }

    public struct Point
    {
        public int X { get; set; }
        [System.ComponentModel.DefaultValue(0)] public int? Y { get; set; }
    }

    public class Order
    {
        public string? Note { get; set; }
        public int Count { get; set; }
        public Point At { get; set; }
        public Account? Of { get; set; }
        public DayOfWeek Day { get; set; }
        public DayOfWeek? Perhaps { get; set; }
        public int[]? Items { get; set; }
    }

    sealed class Hex : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            Convert.ToInt32(reader.GetString(), 16);

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString("x", null));
    }

    /// <summary>
    /// A predicate over the object and the value, and a converter, for one member: as ShouldSerialize and CustomConverter of a modifier,
    /// whatever else is left out.
    /// </summary>
    [Fact]
    public void A_predicate_and_a_converter_as_modifiers_have_them()
    {
        static bool IsWritten(string name, object owner, object? value) => name switch
        {
            "Note" => value is string { Length: > 0 },
            "Count" => owner is Order { Day: not DayOfWeek.Monday },
            "At" => value is Point { X: > 0 },
            "Y" => owner is Point { X: > 1 },
            "Items" => value is int[] { Length: > 0 },
            _ => true,
        };
        JsonConverter? ConverterOf(string name) =>
            name is "Count" or "X" ? new Hex() : name is "Day" ? new JsonStringEnumConverter() : null;
        string[] asked = ["Note", "Count", "At", "Y", "Items"];
        foreach (var ignores in new[] { JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull,
            JsonIgnoreCondition.WhenWritingDefault })
        {
            var rules = With(m => m.DeclaringType == typeof(Order) || m.DeclaringType == typeof(Point)
                ? new()
                {
                    WrittenWhen = asked.Contains(m.Name) ? (owner, value) => IsWritten(m.Name, owner, value) : null,
                    Converter = ConverterOf(m.Name)
                } : null);
            var ours = rules with
            {
                Omit = ignores switch
                {
                    JsonIgnoreCondition.Never => JsonOmit.Never,
                    JsonIgnoreCondition.WhenWritingNull => JsonOmit.WhenNull,
                    _ => JsonOmit.WhenDefault
                }
            };
            var theirs = JsonCheck.StjWith(o =>
            {
                o.DefaultIgnoreCondition = ignores;
                o.TypeInfoResolver = new DefaultJsonTypeInfoResolver
                {
                    Modifiers =
                    {
                        type =>
                        {
                            foreach (var property in type.Type == typeof(Order) || type.Type == typeof(Point) ? type.Properties : [])
                            {
                                string name = property.Name;
                                if (asked.Contains(name))
                                    property.ShouldSerialize = (owner, value) => IsWritten(name, owner, value);
                                if (ConverterOf(name) is { } converter)
                                    property.CustomConverter = converter;
                            }
                        },
                    },
                };
            });
            var random = new Random(1);
            for (int i = 0; i < 200; i++)
            {
                var order = new Order
                {
                    Note = random.Next(3) switch { 0 => null, 1 => "", _ => "n" },
                    Count = random.Next(2) * 300,
                    At = new() { X = random.Next(4), Y = random.Next(2) == 0 ? null : random.Next(2) },
                    Of = random.Next(2) == 0 ? null : new Account(),
                    Day = (DayOfWeek)random.Next(8),
                    Perhaps = random.Next(2) == 0 ? null : (DayOfWeek)random.Next(8),
                    Items = random.Next(3) switch { 0 => null, 1 => [], _ => [1] },
                };
                JsonCheck.Same(order, ours, theirs);
                foreach (var each in JsonCheck.Tiers(ours))
                {
                    var compact = new CompactOptions { Convention = each.Convention };
                    var back = Compact.Deserialize<Order>(Compact.Serialize(order, compact), compact)!;
                    Assert.Equal((order.Note is "" ? null : order.Note, order.Day == DayOfWeek.Monday ? 0 : order.Count, order.At.X),
                        (back.Note, back.Count, back.At.X));
                }
            }
            JsonCheck.SameReading<Order>("""{"Note":"","Count":"1f","At":{"X":"a","Y":3},"Day":"Friday","Perhaps":1,"Items":[]}""", ours,
                theirs);
        }
    }

    public class Lazily
    {
        int _gets;
        public int Gets() => _gets;
        public bool ShouldSerializeValue() => _gets < 2;
        public int Value { get { _gets++; return _gets < 3 ? 1 : throw new InvalidOperationException(); } set => _gets = value; }
        [JsonExtensionData] public Dictionary<string, object?>? More { get; set; }
    }

    /// <summary>The getter is called once, and not at all where the class itself says no; what contradicts itself is refused.</summary>
    [Fact]
    public void A_predicate_gets_what_is_written()
    {
        foreach (var options in JsonCheck.Tiers(With(m => m.Name == "Value" ? new() { WrittenWhen = (_, value) => value is 1 } : null)))
        {
            var value = new Lazily();
            Assert.Equal("""{"Value":1}""", Json.ToText(value, options));
            Assert.Equal(1, value.Gets());
            value.Value = 2;
            Assert.Equal("{}", Json.ToText(value, options));
            Assert.Equal(2, value.Gets());
        }
        Refuses("Value", new() { WrittenWhen = (_, _) => true, Omit = Omit.Never });
        Refuses("Value", new() { Converter = new Hex(), Surrogate = new Seconds() });
        Refuses("More", new() { WrittenWhen = (_, _) => true });

        static void Refuses(string name, MemberRule rule) =>
            Assert.Contains($"Lazily.{name}' says",
                Assert.Throws<NotSupportedException>(() => Json.ToText(new Lazily(), With(m => m.Name == name ? rule : null))).Message,
                StringComparison.Ordinal);
    }
}
