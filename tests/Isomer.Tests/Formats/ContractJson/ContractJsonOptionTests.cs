using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using Isomer.Measuring;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Settings, the class in the framework's shape, dates, limits, and hostile input.</summary>
public sealed class ContractJsonOptionTests
{
    static string Write(XmlObjectSerializer serializer, object? value)
    {
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static MemoryStream Stream(string text) => new(Encoding.UTF8.GetBytes(text));

    [Theory]
    [InlineData("yyyy-MM-dd")]
    [InlineData("O")]
    [InlineData("dd/MM/yyyy HH:mm")]
    public void DateTimeFormat(string format)
    {
        var settings = new DataContractJsonSerializerSettings
        { DateTimeFormat = new DateTimeFormat(format, CultureInfo.InvariantCulture), KnownTypes = [typeof(DateTimeOffset)] };
        foreach (object value in new object[] { new DateTime(2007, 12, 30, 1, 2, 3),
            DateTimeOffset.UnixEpoch.ToOffset(TimeSpan.FromHours(2)), new List<DateTime> { DateTime.UnixEpoch } })
        {
            string theirs = Write(new DataContractJsonSerializer(value.GetType(), settings), value);
            Assert.Equal(theirs, Write(new ContractJsonSerializer(value.GetType(), settings), value));
            ContractJsonCheck.SameRead(value.GetType(), Encoding.UTF8.GetBytes(theirs), settings, format);
        }
    }

    /// <summary>Every zone that the system has: unspecified and local times, near changes of the clock and the ends of time.</summary>
    [Fact]
    public void DatesOfAllKindsNearEveryEdge()
    {
        var serializer = new DataContractJsonSerializer(typeof(DateTime));
        foreach (var kind in new[] { DateTimeKind.Utc, DateTimeKind.Local, DateTimeKind.Unspecified })
        {
            foreach (long ticks in new long[] { 0, 1, 9999, 10000, DateTime.MaxValue.Ticks, DateTime.MaxValue.Ticks - 1,
                DateTime.UnixEpoch.Ticks, DateTime.UnixEpoch.Ticks - 1, DateTime.UnixEpoch.Ticks + 1,
                new DateTime(2025, 3, 30, 2, 30, 0).Ticks, new DateTime(2025, 10, 26, 2, 30, 0).Ticks, new DateTime(1900, 1, 1).Ticks })
            {
                var value = new DateTime(ticks, kind);
                ContractJsonCheck.Same(typeof(DateTime), value, new DataContractJsonSerializerSettings(), $"{value:O}");
            }
        }
    }

    [Fact]
    public void ItemsOfTheGraphAreCounted()
    {
        foreach (object value in new object[] { new[] { 1, 2, 3 }, new Level0 { A0 = "x" }, new List<Level0> { new(), new() },
            new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, new List<List<int>> { new() { 1 }, new() } })
        {
            int least = 1;
            while (!Fits(
                new DataContractJsonSerializer(value.GetType(), new DataContractJsonSerializerSettings { MaxItemsInObjectGraph = least })))
                least++;
            Assert.True(
                Fits(new ContractJsonSerializer(value.GetType(), new DataContractJsonSerializerSettings { MaxItemsInObjectGraph = least })),
                $"{value}: {least}");
            Assert.False(
                Fits(new ContractJsonSerializer(value.GetType(),
                    new DataContractJsonSerializerSettings { MaxItemsInObjectGraph = least - 1 })), $"{value}: {least}");

            bool Fits(XmlObjectSerializer serializer)
            {
                try
                {
                    Write(serializer, value);
                    return true;
                }
                catch (Exception e) when (e is SerializationException or NotSupportedException)
                {
                    return false;
                }
            }
        }
    }

    public class ReadOnlyType
    {
        public int A { get; } = 5;
        public string B => "b";
    }

    [Fact]
    public void ReadOnlyTypes()
    {
        var settings = new DataContractJsonSerializerSettings { SerializeReadOnlyTypes = true };
        Assert.Equal(Write(new DataContractJsonSerializer(typeof(ReadOnlyType), settings), new ReadOnlyType()),
            Write(new ContractJsonSerializer(typeof(ReadOnlyType), settings), new ReadOnlyType()));
        Assert.True(new ContractJsonSerializer(typeof(ReadOnlyType), settings).SerializeReadOnlyTypes);
    }

    [Fact]
    public void RootNames()
    {
        Assert.Throws<SerializationException>(() => Write(new ContractJsonSerializer(typeof(int), "other"), 5));
        Assert.Equal("5", Write(new ContractJsonSerializer(typeof(int), "root"), 5));
    }

    [Fact]
    public void InThePlaceOfTheFrameworks()
    {
        var orders = Northwind.Create(5);
        var theirs = new DataContractJsonSerializer(typeof(Database));
        var ours = new ContractJsonSerializer(typeof(Database));
        string text = Write(theirs, orders);
        Assert.Equal(text, Write(ours, orders));
        Assert.Equal(text, Write(theirs, ours.ReadObject(Stream(text))));

        // Through readers and writers of the infoset, ours and the framework's.
        foreach (var make in new Func<Stream, XmlDictionaryWriter>[] { s =>
            JsonReaderWriterFactory.CreateJsonWriter(s, Encoding.UTF8, false),
                s => JsonInfoset.CreateWriter(s, new JsonInfosetOptions { LeaveOpen = true }) })
        {
            var stream = new MemoryStream();
            using (var writer = make(stream))
                ours.WriteObject(writer, orders);
            Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
            stream = new MemoryStream();
            using (var writer = make(stream))
            {
                ours.WriteStartObject(writer, orders);
                ours.WriteObjectContent(writer, orders);
                ours.WriteEndObject(writer);
            }
            Assert.Equal(text, Encoding.UTF8.GetString(stream.ToArray()));
        }
        foreach (var reader in new[] { JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(text),
            XmlDictionaryReaderQuotas.Max), JsonInfoset.FromText(text) })
        {
            Assert.True(ours.IsStartObject(reader));
            Assert.Equal(text, Write(theirs, ours.ReadObject(reader)));
        }
        Assert.Throws<WireFormatException>(() => ours.ReadObject(XmlReader.Create(new StringReader("<a/>"))));
        Assert.Throws<WireFormatException>(
            () => ours.ReadObject(XmlReader.Create(new StringReader("<root type='object'><Orders type='what'/></root>"))));
    }

    public sealed class Money(decimal amount)
    {
        public decimal Amount { get; } = amount;
    }

    [DataContract]
    public class MoneyForm
    {
        [DataMember] public string? Text;
    }

    sealed class MoneyProvider : ISerializationSurrogateProvider
    {
        public object GetDeserializedObject(object obj, Type targetType) =>
            obj is MoneyForm form ? new Money(decimal.Parse(form.Text!, CultureInfo.InvariantCulture)) : obj;

        public object GetObjectToSerialize(object obj, Type targetType) =>
            obj is Money money ? new MoneyForm { Text = money.Amount.ToString(CultureInfo.InvariantCulture) } : obj;

        public Type GetSurrogateType(Type type) => type == typeof(Money) ? typeof(MoneyForm) : type;
    }

    [DataContract]
    public class Priced
    {
        [DataMember] public Money? Price;
        [DataMember] public List<Money>? More;
    }

    [Fact]
    public void SurrogateProviders()
    {
        var value = new Priced { Price = new Money(1.50m), More = [new Money(2)] };
        var ours = new ContractJsonSerializer(typeof(Priced));
        ours.SetSerializationSurrogateProvider(new MoneyProvider());
        string text = Write(ours, value);
        Assert.Equal("{\"More\":[{\"Text\":\"2\"}],\"Price\":{\"Text\":\"1.50\"}}", text);
        var back = (Priced)ours.ReadObject(Stream(text))!;
        Assert.Equal((1.50m, 2m), (back.Price!.Amount, back.More![0].Amount));
    }

    [Theory]
    [InlineData("[", typeof(List<List<object>>))]
    [InlineData("[", typeof(object))]
    [InlineData("{\"Child\":", typeof(Recursive))]
    [InlineData("{\"Unknown\":", typeof(Recursive))]
    [InlineData("{\"Child\":[", typeof(Recursive))]
    public void AMillionLevelsAreAnError(string open, Type type)
    {
        byte[] json = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(open, 1_000_000)));
        foreach (var tier in ContractJsonCheck.Tiers(new DataContractJsonSerializerSettings()))
        {
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize(json, type, tier));
            Assert.Throws<WireFormatException>(
                () => ContractJson.Deserialize(json, type, tier with { Limits = new Limits { MaxDepth = int.MaxValue } }));
        }
    }

    [Fact]
    public void DeepValuesAreAnErrorAtWriting()
    {
        var value = new Recursive();
        for (int i = 0; i < 100_000; i++)
            value = new Recursive { Child = value };
        Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(value));
        Assert.Throws<NotSupportedException>(
            () => ContractJson.Serialize(value, new ContractJsonOptions { Limits = new Limits { MaxDepth = int.MaxValue } }));
    }

    [Fact]
    public void WhatTheOriginalWouldLoseIsAnError()
    {
        Assert.Contains("lost",
            Assert.Throws<WireFormatException>(() => ContractJson.FromText<Gen<object>>("{\"Value\":{\"a\":1}}")).Message);
        Assert.Equal(typeof(object),
            ContractJson.FromText<Gen<object>>("{\"Value\":{\"a\":1}}", new ContractJsonOptions { AllowsLosses = true }).Value!.GetType());
        Assert.Throws<WireFormatException>(() => ContractJson.FromText<Color>("99999999999"));
        Assert.Throws<NotSupportedException>(() => ContractJson.Serialize((Half)1));
    }

    [Fact]
    public void StrictTakesRfc8259Alone()
    {
        var strict = new ContractJsonOptions { IsStrict = true };
        Assert.Equal(5, ContractJson.FromText<int>("5", strict));
        Assert.Equal(1.5, ContractJson.FromText<Level0[]>("[{\"Z0\":1}]", strict)[0].Z0 + 0.5);
        foreach (string text in new[] { "007", "\"5\"", "NaN", "5.", "INF", "[]", "\"\"" })
            Assert.Throws<WireFormatException>(() => ContractJson.FromText<double>(text, strict));
        foreach (string text in new[] { "[1,]", "{\"item\":1}", "\"\"", "[\"1\"]", "{}" })
            Assert.Throws<WireFormatException>(() => ContractJson.FromText<int[]>(text, strict));
        foreach (string text in new[] { "{\"Z0\":1,}", "[]", "\"\"", "{\"Z0\":\"1\"}", "{\"x\":[1,]}" })
            Assert.Throws<WireFormatException>(() => ContractJson.FromText<Level0>(text, strict));
    }

    /// <summary>Whatever the bytes: a value or a WireFormatException, on both tiers.</summary>
    [Fact]
    public void MutatedPayloadsAreReadOrRefused()
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 20_000;
        Type[] types = [typeof(Scalars), typeof(Collections), typeof(Maps), typeof(Holder), typeof(Recursive), typeof(Other),
            typeof(object[]), typeof(Dictionary<string, object>)];
        for (int seed = 0; seed < iterations; seed++)
        {
            var random = new Random(seed);
            var type = types[seed % types.Length];
            var settings = new DataContractJsonSerializerSettings
            {
                UseSimpleDictionaryFormat = seed % 3 == 0 && type != typeof(Maps),
                EmitTypeInformation = EmitTypeInformation.Always,
                KnownTypes = [typeof(Level1), typeof(Color), typeof(Level0), typeof(int[]), typeof(List<string>),
                        typeof(Dictionary<string, int>), typeof(Pair), typeof(DateTimeOffset), typeof(Strange)]
            };
            var options = ContractJsonCheck.Tiers(settings)[seed / 8 % 2];
            byte[] json = ContractJson.Serialize(new ContractValues(seed % 300).Make(type), type, options);
            for (int i = random.Next(1, 4); i > 0 && json.Length > 0; i--)
            {
                int at = random.Next(json.Length);
                switch (random.Next(4))
                {
                    case 0:
                        json = json[..at];
                        break;
                    case 1:
                        json = [.. json[..at], .. json[random.Next(json.Length)..]];
                        break;
                    default:
                        json[at] = random.Next(2) == 0 ? (byte)random.Next(256) : "{}[]\",:\\ 1tnx"u8[random.Next(13)];
                        break;
                }
            }
            try
            {
                ContractJson.Deserialize(json, type, options);
            }
            catch (WireFormatException)
            {
            }
        }
    }
}
