using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Object graphs generated from a seed, with members of many types, under many options.</summary>
public class JsonGraphTests
{
    public class Node1
    {
        public bool B { get; set; }
        public bool? Bn { get; set; }
        public char C { get; set; } = 'c';
        public sbyte Sb { get; set; }
        public byte By { get; set; }
        public short S { get; set; }
        public ushort Us { get; set; }
        public int I;
        public int? In { get; set; }
        public uint U { get; set; }
        public long L { get; set; }
        public ulong Ul { get; set; }
        public float F { get; set; }
        public double D { get; set; }
        public double? Dn { get; set; }
        public decimal M { get; set; }
        public decimal? Mn { get; set; }
        public string? Text { get; set; }
        public string? AnotherMemberWithANameThatIsFarLongerThanThirtyTwoBytes { get; set; }
        public Guid Id { get; set; }
        public DateTime When { get; set; }
        public DateTimeOffset? Offset { get; set; }
        public TimeSpan Span { get; set; }
        public DateOnly Date { get; set; }
        public TimeOnly? Time { get; set; }
        public DayOfWeek Day { get; set; }
        public DayOfWeek? DayN { get; set; }
        public byte[]? Bytes { get; set; }
        public Uri? Uri { get; set; }
        public int[]? Ints { get; set; }
        public List<double>? Doubles { get; set; }
        public List<string?>? Texts { get; set; }
        public List<decimal?>? Decimals { get; set; }
        public Node1? Child { get; set; }
        public List<Node1?>? Children { get; set; }
        public Dictionary<string, Leaf>? Leaves { get; set; }
        public Dictionary<int, List<Leaf?>>? Deep { get; set; }
        public Leaf Leaf1 { get; set; }
        public Leaf? Leaf2 { get; set; }
        public HashSet<Guid>? Set { get; set; }
    }

    public record struct Leaf(int A, string? B, double? C);

    internal sealed class Maker(int seed)
    {
        readonly Random _random = new(seed);

        public object? Make(Type type, int depth)
        {
            if (Nullable.GetUnderlyingType(type) is { } inner)
                return _random.Next(3) == 0 ? null : Make(inner, depth);
            if (!type.IsValueType && (_random.Next(4) == 0 || depth > 4))
                return null;
            if (type.IsEnum)
                return Enum.ToObject(type, _random.Next(-1, 9));
            if (type == typeof(string))
                return Text();
            if (type == typeof(byte[]))
                return Bytes(_random.Next(20));
            if (type == typeof(Guid))
                return new Guid(Bytes(16));
            if (type == typeof(Uri))
                return new Uri("http://h/" + _random.Next());
            if (type.IsPrimitive || type == typeof(decimal))
                return Number(type);
            long ticks = _random.NextInt64(TimeSpan.TicksPerDay * 3, DateTime.MaxValue.Ticks - (TimeSpan.TicksPerDay * 3));
            if (type == typeof(DateTime))
                return new DateTime(ticks, (DateTimeKind)_random.Next(3));
            if (type == typeof(DateTimeOffset))
                return new DateTimeOffset(new DateTime(ticks), TimeSpan.FromMinutes(_random.Next(-800, 800)));
            if (type == typeof(TimeSpan))
                return new TimeSpan(ticks - (DateTime.MaxValue.Ticks / 2));
            if (type == typeof(DateOnly))
                return DateOnly.FromDateTime(new DateTime(ticks));
            if (type == typeof(TimeOnly))
                return TimeOnly.FromDateTime(new DateTime(ticks));
            return type.IsArray || type.IsGenericType ? Collection(type, depth) : Object(type, depth);
        }

        object Object(Type type, int depth)
        {
            if (type == typeof(Leaf))
                return new Leaf(_random.Next(-9, 9), Text(), (double?)Make(typeof(double?), depth));
            object result = Activator.CreateInstance(type)!;
            foreach (var property in type.GetProperties())
                property.SetValue(result, Make(property.PropertyType, depth + 1));
            foreach (var field in type.GetFields())
                field.SetValue(result, Make(field.FieldType, depth + 1));
            return result;
        }

        object Collection(Type type, int depth)
        {
            int count = _random.Next(_random.Next(1, 5));
            if (type.IsArray)
            {
                var array = Array.CreateInstance(type.GetElementType()!, count);
                for (int i = 0; i < count; i++)
                    array.SetValue(Make(type.GetElementType()!, depth + 1), i);
                return array;
            }
            var arguments = type.GetGenericArguments();
            var add = type.GetMethod("Add", arguments)!;
            object result = Activator.CreateInstance(type)!;
            for (int i = 0; i < count; i++)
                add.Invoke(result,
                    arguments.Length == 1
                        ? [Make(arguments[0], depth + 1)]
                        : [arguments[0] == typeof(int) ? i * 7919 : Text() + i, Make(arguments[1], depth + 1)]);
            return result;
        }

        object Number(Type type) => Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => _random.Next(2) == 0,
            TypeCode.Char => (char)_random.Next(1, 0xD000),
            TypeCode.Double =>
                _random.Next(2) == 0
                    ? Math.Round(_random.NextDouble() * 1000, 2)
                    : (_random.NextDouble() - 0.5) * Math.Pow(10, _random.Next(-300, 300)),
            TypeCode.Single => (float)((_random.NextDouble() - 0.5) * Math.Pow(10, _random.Next(-30, 30))),
            TypeCode.Decimal =>
                new decimal(_random.Next(), _random.Next(2) * _random.Next(), 0, _random.Next(2) == 0, (byte)_random.Next(28)),
            TypeCode.UInt64 => (ulong)_random.NextInt64() >> _random.Next(60),
            TypeCode.Int64 => (_random.NextInt64() >> _random.Next(60)) * (_random.Next(2) == 0 ? 1 : -1),
            TypeCode.UInt32 => (uint)_random.Next() >> _random.Next(30),
            TypeCode.Int32 => (_random.Next() >> _random.Next(30)) * (_random.Next(2) == 0 ? 1 : -1),
            _ => Convert.ChangeType(_random.Next(0, 128), type),
        };

        string Text()
        {
            var text = new StringBuilder();
            for (int n = _random.Next(_random.Next(1, 60)); n > 0; n--)
                text.Append(_random.Next(8) == 0 ? "\"\\\né中😀<\u0001"[_random.Next(5)] : (char)_random.Next(32, 127));
            return text.ToString();
        }

        byte[] Bytes(int count)
        {
            byte[] bytes = new byte[count];
            _random.NextBytes(bytes);
            return bytes;
        }
    }

    [Fact]
    public void RandomGraphs()
    {
        var variants = new (JsonOptions Ours, JsonSerializerOptions Theirs)[]
        {
            (JsonOptions.Default, JsonCheck.Stj),
            (new() { Indented = true }, JsonCheck.StjWith(o => o.WriteIndented = true)),
            (new() { Omit = JsonOmit.WhenNull, Naming = JsonNaming.Camel },
                JsonCheck.StjWith(
                    o => (o.DefaultIgnoreCondition, o.PropertyNamingPolicy) = (JsonIgnoreCondition.WhenWritingNull,
                        JsonNamingPolicy.CamelCase))),
            (new() { Omit = JsonOmit.WhenDefault, EnumsAsNames = true },
                JsonCheck.StjWith(
                    o => { o.DefaultIgnoreCondition =
                        JsonIgnoreCondition.WhenWritingDefault; o.Converters.Add(new JsonStringEnumConverter()); })),
            (new() { References = References.Preserve, Escaping = JsonEscaping.Relaxed },
                JsonCheck.StjWith(
                    o => (o.ReferenceHandler, o.Encoder) = (ReferenceHandler.Preserve,
                        System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping))),
            (new() { Numbers = JsonNumbers.WriteAsString | JsonNumbers.ReadFromString, Naming = JsonNaming.SnakeLower },
                JsonCheck.StjWith(
                    o => (o.NumberHandling,
                        o.PropertyNamingPolicy) = (JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString,
                            JsonNamingPolicy.SnakeCaseLower))),
        };
        for (int seed = 0; seed < 240; seed++)
        {
            var value = (Node1?)new Maker(seed).Make(typeof(Node1), seed % 4);
            var (ours, theirs) = variants[seed % variants.Length];
            try
            {
                JsonCheck.Same(value, ours, theirs);
            }
            catch (Exception e)
            {
                Assert.Fail($"Seed {seed}: {e}");
            }
        }
    }
}
