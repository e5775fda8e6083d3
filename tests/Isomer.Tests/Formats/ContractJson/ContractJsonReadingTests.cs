using System.Collections;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Any text as any type: what the framework reads, ours reads the same; what it refuses, ours refuses; and the exceptions.
/// </summary>
public sealed class ContractJsonReadingTests
{
    [DataContract]
    public class Item
    {
        [DataMember(Name = "item")] public int Value;
        [DataMember] public string? A;
        [DataMember] public Item? Next;
    }

    static readonly string[] Texts =
    [
        "null", "true", "false", "1", "0", "-0", "65", "300", "-1", "5.0", "1.5", "1e2", "1E400", "007", " 5 ", "\"5\"", "\" 5 \"", "\"\"",
        "\" \"", "\"a\"", "\"ab\"", "\"true\"", "\" true \"", "\"True\"", "\"1\"", "NaN", "INF", "-INF", "Infinity", "-Infinity", "\"NaN\"",
        "\"INF\"",
        "2147483647", "2147483648", "-2147483649", "12345678901234567890", "123456789012345678901234567890", "1e-30", "0.1e1", "1.0", "-0.0", "[]",
        "[ ]", "[1,2]", "[1,2,]", "[\"a\"]", "[null]", "[300]", "[[1]]", "[{}]", "[{\"A\":\"x\"}]", "{}", "{ }", "{\"a\":1}", "{\"A\":7}",
        "{\"A\":7,}", "{\"item\":5}", "{\"item\":5,\"A\":\"b\"}", "{\"A\":\"b\",\"item\":5,\"zz\":[1,{\"q\":2}]}",
        "{\"item\":1,\"item\":2}",
        "\"\\/Date(0)\\/\"", "\"/Date(0)/\"", "\"/Date(0+0100)/\"", "\"/Date(-1-9999)/\"", "\"/Date(1.5)/\"", "\"/Date()/\"",
        "\"/Date(0)\"", "\" /Date(0)/ \"", "\"/Date( 5 )/\"", "\"/Date(+5)/\"", "\"/Date(0+)/\"", "\"/Date(0+01)/\"",
        "\"/Date(999999999999999999)/\"", "\"/date(0)/\"",
        "\"2020-01-02\"", "\"2020-01-02T03:04:05Z\"", "\"PT1H\"", "\"P1M\"", "\"-PT0.5S\"", "\"P1Y2M3DT4H5M6.7S\"", "\"01:02:03\"",
        "\"01:02:03.0040\"", "\"1:2\"",
        "\"00000000-0000-0000-0000-000000000001\"", "\"{00000000-0000-0000-0000-000000000001}\"", "\"00000000000000000000000000000001\"",
        "\"http://x/y\"", "0x10", "1a", "+5", ".5", "5.", "\"+5\"", "\"0x10\"", "\"1,000\"", "\"5.0\"", "\"1e2\"", "\"AQI=\"",
        "\"x:urn:y\"", "{\"DateTime\":\"\\/Date(0)\\/\",\"OffsetMinutes\":60}",
        "{\"OffsetMinutes\":-90,\"x\":1,\"DateTime\":\"\\/Date(0+0000)\\/\"}", "{\"DateTime\":\"\\/Date(0)\\/\"}", "{\"OffsetMinutes\":5}",
        "{\"DateTime\":\"\\/Date(0)\\/\",\"OffsetMinutes\":9999}", "\"\\u0041\"", "\"Mon\"", "\"Red\"",
        "[{\"Key\":\"a\",\"Value\":1}]", "[{\"Value\":1,\"Key\":\"a\"}]", "[{\"Key\":\"a\"}]", "[{\"Key\":\"a\",\"Value\":1,\"z\":2}]",
        "[{\"Key\":\"a\",\"Value\":1},{\"Key\":\"a\",\"Value\":2}]", "[{\"Key\":1,\"Value\":\"2\"}]", "[{\"key\":\"a\",\"value\":1}]",
        "{\"__type\":\"Item:#Isomer.Tests.Formats.Contracts\",\"item\":3}",
        "{\"__type\":\"ContractJsonReadingTests.Item:#Isomer.Tests.Formats.Contracts\",\"item\":3}", "{\"item\":3,\"__type\":\"Nope:#X\"}",
        "{\"__type\":\"Nope:#X\",\"item\":3}",
        "{\"__type\":\"ContractJsonReadingTests.Item:http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts\",\"item\":4}",
        "{\"__type\":\"\"}", "{\"__type\":5}", "{ \"__type\" : \"ContractJsonReadingTests.Item:#Isomer.Tests.Formats.Contracts\" }",
        "\"<q a='1'><b/>x</q>\"", "\"<q\"", "{\"Next\":{\"Next\":{\"item\":\"7\"}}}", "{\"Next\":null,\"A\":null}",
        "{\"Next\":[],\"A\":{}}", "{\"Next\":\"\",\"A\":5}", "{\"Next\":\"x\"}", "{\"Next\":5}", "{\"A\":[1]}", "{\"A\":true}",
        "{\"A\":-1e5}", "{\"item\":null}", "{\"item\":true}", "{\"item\":\"\"}",
        "{\"Red\":1}", "{\"1\":2}", "{\"True\":3}", "{\"a\":null}", "[[],[1,[2]],{}]", "[true,1.5,\"x\",null,{\"a\":1}]", "nul", "tru", "",
        " ", "{", "[", "[1", "{\"item\":5", "\"", "1 2", "[1 2]", "{}{}", "]", "{\"item\" 5}", "{item:5}", "{'item':5}", "[,]", "{,}",
        "[1,,2]", "\"\\x\"", "\"a\nb\"", "//", "undefined", "\uFEFF1",
    ];

    public static TheoryData<Type> Types =>
    [
        typeof(int), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(uint), typeof(long), typeof(ulong), typeof(bool),
        typeof(char), typeof(double), typeof(float), typeof(decimal), typeof(string), typeof(DateTime), typeof(TimeSpan), typeof(Guid),
        typeof(Uri), typeof(Color), typeof(Small), typeof(Huge),
        typeof(DateTimeOffset), typeof(byte[]), typeof(int[]), typeof(bool[]), typeof(long[]), typeof(double[]), typeof(float[]),
        typeof(decimal[]), typeof(DateTime[]), typeof(short[]), typeof(List<int>), typeof(List<string>), typeof(string[]), typeof(object),
        typeof(object[]), typeof(ArrayList), typeof(int?), typeof(bool?), typeof(Guid?), typeof(DateTime?), typeof(Color?),
        typeof(Item), typeof(Pair), typeof(Pair?), typeof(List<Item>), typeof(Item[]), typeof(Dictionary<string, int>),
        typeof(Dictionary<int, string>), typeof(Dictionary<string, object>), typeof(Hashtable), typeof(DateOnly), typeof(TimeOnly),
        typeof(XmlQualifiedName), typeof(XElement), typeof(HashSet<int>), typeof(LinkedList<string>), typeof(List<List<int>>),
        typeof(Gen<object>), typeof(Dictionary<Color, int>), typeof(Dictionary<bool, int>),
    ];

    /// <summary>What ours takes and the original does not, or the other way: each documented in docs/contractjson.md.</summary>
    static bool IsDeviation(Type type, string text, bool theirs, bool simple)
    {
        if (theirs)
        {
            // Text that is no JSON at all, or only the beginning of one; what is behind the end of the root.
            if (text is "" or " " or "{" or "[" or "[1" or "{\"item\":5" or "1 2" or "[1 2]" or "{}{}" or "]" or "0x10")
                return true;
            // null at the root, where the type has none.
            if (text == "null" && type.IsValueType && Nullable.GetUnderlyingType(type) is null)
                return true;
            // A date whose milliseconds overflow; text of an object that only names its type; bytes by name.
            if (text.Contains("999999999999999999")
                || (text.Contains("__type") && text[0] == '{'
                    && (typeof(IEnumerable).IsAssignableFrom(type) || type == typeof(Uri) || type == typeof(XmlQualifiedName)))
                        || (type == typeof(byte[]) && text[0] == '{'))
                return true;
            // An object where a map is expected, which is empty in the original: its members are read here, and must fit.
            if (typeof(IDictionary).IsAssignableFrom(type) && text[0] == (simple ? '[' : '{'))
                return true;
            // A date where a time of day is expected, and other forms of it that XML has.
            if (type == typeof(TimeOnly))
                return true;
            // Numbers that no enum of this size has: cut off in the original.
            return type.IsEnum || Nullable.GetUnderlyingType(type)?.IsEnum == true
                || (typeof(IDictionary).IsAssignableFrom(type) && type.IsGenericType && type.GetGenericArguments()[0].IsEnum);
        }
        // Taken here: a byte order mark, a comma at an object's end, the other form of a map.
        return text.StartsWith('\uFEFF') || text.Contains(",}")
            || (typeof(IDictionary).IsAssignableFrom(type) && (simple ? text.StartsWith('[') : text.StartsWith('{')));
    }

    [Theory]
    [MemberData(nameof(Types))]
    public void ReadTheSame(Type type)
    {
        var wrong = new List<string>();
        foreach (bool simple in new[] { false, true })
        {
            foreach (string text in Texts)
            {
                byte[] json = Encoding.UTF8.GetBytes(text);
                var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = simple };
                var (expected, refusal) = ContractJsonCheck.TheirsRead(type, json, settings);
                foreach (var options in ContractJsonCheck.Tiers(settings))
                {
                    var (ours, ourRefusal) = ContractJsonCheck.OursRead(type, json, options with { AllowsLosses = true });
                    if (refusal is null != ourRefusal is null)
                    {
                        if (!IsDeviation(type, text, refusal is null, simple))
                            wrong.Add(
                                $"{text} {(simple ? "simple" : "")}: theirs {refusal ?? "read " + expected}, ours {ourRefusal ?? "read " + ours}");
                    }
                    else if (refusal is null && ContractGraphs.Difference(expected, ours) is { } difference
                        && !IsDeviation(type, text, false, simple))
                    {
                        wrong.Add($"{text} {(simple ? "simple" : "")}: {difference}");
                    }
                }
            }
        }
        Assert.True(wrong.Count == 0, string.Join("\n", wrong.Distinct()));
    }

    [Serializable]
    public class OddNames : ISerializable
    {
        public Dictionary<string, int> Read = [];

        public OddNames()
        {
        }

        protected OddNames(SerializationInfo info, StreamingContext context)
        {
            foreach (var entry in info)
                Read.Add(entry.Name, Convert.ToInt32(entry.Value, System.Globalization.CultureInfo.InvariantCulture));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("_x0041_", 1);
            info.AddValue("_x005F_x0041_", 2);
            info.AddValue("b b", 3);
            info.AddValue("c", 4);
        }
    }

    [Fact]
    public void EntryNamesAreDecodedAsTheOriginalDoes()
    {
        var original = new DataContractJsonSerializer(typeof(OddNames));
        using var stream = new MemoryStream();
        original.WriteObject(stream, new OddNames());
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), Encoding.UTF8.GetString(ContractJson.Serialize(new OddNames())));
        stream.Position = 0;
        Assert.Equal(((OddNames)original.ReadObject(stream)!).Read, ContractJson.Deserialize<OddNames>(stream.ToArray())!.Read);
    }

    /// <summary>White space of any kind around a date or a time.</summary>
    [Theory]
    [InlineData(typeof(DateOnly), " 2020-02-29")]
    [InlineData(typeof(DateOnly), "2020-02-29\\n ")]
    [InlineData(typeof(DateOnly), "\u00a02020-02-29")]
    [InlineData(typeof(DateOnly), "2020- 02-29")]
    [InlineData(typeof(TimeOnly), " 01:02:03 ")]
    [InlineData(typeof(TimeOnly), "\u00a001:02:03")]
    [InlineData(typeof(TimeOnly), "01: 02:03")]
    public void WhiteSpaceAroundDates(Type type, string text)
    {
        byte[] json = Encoding.UTF8.GetBytes($"\"{text}\"");
        object? expected = null;
        try
        {
            expected = new DataContractJsonSerializer(type).ReadObject(new MemoryStream(json));
        }
        catch (Exception e) when (e is SerializationException or FormatException)
        {
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize(json, type));
            return;
        }
        Assert.Equal(expected, ContractJson.Deserialize(json, type));
    }
}
