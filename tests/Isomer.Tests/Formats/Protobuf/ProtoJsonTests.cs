using Google.Protobuf;
using Google.Protobuf.Reflection;
using Isomer.Tests.Everything;
using Xunit;
using Everyone = Isomer.Tests.Everything.Everything;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>ProtoJSON against Google's JsonFormatter and JsonParser over generated code of the same .proto.</summary>
public class ProtoJsonTests
{
    static readonly TypeRegistry s_registry = TypeRegistry.FromFiles(EverythingReflection.Descriptor);
    static readonly JsonFormatter s_formatter = new(JsonFormatter.Settings.Default.WithTypeRegistry(s_registry));
    static readonly JsonParser s_parser = new(JsonParser.Settings.Default.WithTypeRegistry(s_registry));
    static readonly ProtobufSchema s_schema = ProtobufSchema.Parse(CompiledProto.Text("everything.proto"));

    static readonly ProtobufJsonOptions s_options = new()
    { Types = new ProtobufTypes().With(CompiledProto.Type("Scalars"), "isomer.everything.Scalars") };

    [Fact]
    public void By_a_schema_it_is_what_Google_writes_and_reads()
    {
        for (int seed = 0; seed < 300; seed++)
        {
            var message = new RandomMessages(seed, wholeTicks: false).Next();
            byte[] bytes = RandomMessages.BytesOf(message);
            string theirs = s_formatter.Format(message);
            string ours = s_schema.ToJson("isomer.everything.Everything", bytes);
            Same(theirs, ours, seed);
            Assert.Equal(message, s_parser.Parse<Everyone>(ours));
            Assert.True(bytes.AsSpan().SequenceEqual(s_schema.FromJson("isomer.everything.Everything", theirs)),
                $"seed {seed}\n{theirs}\n{Convert.ToHexString(bytes)}\n{Convert.ToHexString(s_schema.FromJson("isomer.everything.Everything", theirs))}");
        }
    }

    [Fact]
    public void Of_a_class_it_is_what_Google_writes_and_reads()
    {
        var type = CompiledProto.Type("Everything");
        for (int seed = 0; seed < 200; seed++)
        {
            var message = new RandomMessages(seed, wholeTicks: true).Next();
            object value = Protobuf.Deserialize(RandomMessages.BytesOf(message), type)!;
            Assert.Equal(message, Everyone.Parser.ParseFrom(Protobuf.Serialize(value, type)));
            string ours = Protobuf.ToJson(value, type, s_options);
            Same(s_formatter.Format(message), ours, seed);
            object back = Protobuf.FromJson(s_formatter.Format(message), type, s_options)!;
            Assert.Equal(message, Everyone.Parser.ParseFrom(Protobuf.Serialize(back, type)));
        }
    }

    [Fact]
    public void Defaults_and_names_of_the_schema_as_Google_writes_them()
    {
        var formatter = new JsonFormatter(
            JsonFormatter.Settings.Default.WithTypeRegistry(s_registry).WithFormatDefaultValues(true).WithPreserveProtoFieldNames(true)
                .WithFormatEnumsAsIntegers(true));
        var options = new ProtobufJsonOptions { EmitDefaults = true, SchemaNames = true, EnumNumbers = true };
        for (int seed = 0; seed < 50; seed++)
        {
            var message = new RandomMessages(seed, wholeTicks: false).Next();
            string theirs = formatter.Format(message);
            Same(theirs, s_schema.ToJson("isomer.everything.Everything", RandomMessages.BytesOf(message), options), seed);
            Assert.Equal(message.ToByteArray(), s_schema.FromJson("isomer.everything.Everything", theirs));
        }
    }

    static void Same(string theirs, string ours, int seed) =>
        Assert.True(Node.DeepEquals(Json.ParseNode(theirs), Json.ParseNode(ours)), $"seed {seed}\n{theirs}\n{ours}");

    /// <summary>What both have to read, or both to refuse.</summary>
    [Theory]
    [InlineData("""{"anInt32":"12"}""")]
    [InlineData("""{"an_int32":12}""")]
    [InlineData("""{"anInt32":1e2}""")]
    [InlineData("""{"anInt32":100.0}""")]
    [InlineData("""{"anInt32":"1e2"}""", true)]
    [InlineData("""{"anInt32":1.5}""")]
    [InlineData("""{"anInt32":2147483648}""")]
    [InlineData("""{"anInt32":" 1"}""")]
    [InlineData("""{"anInt32":""}""")]
    [InlineData("""{"anInt32":true}""")]
    [InlineData("""{"anInt32":null}""")]
    [InlineData("""{"aUint32":-1}""")]
    [InlineData("""{"anInt64":"-9223372036854775808","aUint64":"18446744073709551615"}""")]
    [InlineData("""{"anInt64":9007199254740993}""", true)]
    [InlineData("""{"aUint64":"18446744073709551616"}""")]
    [InlineData("""{"aBool":"true"}""")]
    [InlineData("""{"aBool":1}""")]
    [InlineData("""{"aFloat":"NaN","aDouble":"-Infinity"}""")]
    [InlineData("""{"aFloat":"1.5","aDouble":1e10}""")]
    [InlineData("""{"aFloat":1e39}""")]
    [InlineData("""{"aDouble":"nan"}""")]
    [InlineData("""{"aString":5}""")]
    [InlineData("""{"aString":"ä\u00e4\ud83d\ude00"}""")]
    [InlineData("""{"someBytes":"AQI="}""")]
    [InlineData("""{"someBytes":"-_8="}""", true)]
    [InlineData("""{"someBytes":"+/8="}""")]
    [InlineData("""{"someBytes":"!"}""")]
    [InlineData("""{"brightness":"BRIGHTNESS_DARK"}""")]
    [InlineData("""{"brightness":77}""")]
    [InlineData("""{"brightness":"DARK"}""")]
    [InlineData("""{"brightness":"1"}""")]
    [InlineData("""{"unknown":1}""")]
    [InlineData("""{"maybeInt":0,"maybeText":""}""")]
    [InlineData("""{"given-name":3}""")]
    [InlineData("""{"oddName2x":3}""")]
    [InlineData("""{"CapitalName":3,"class":4}""")]
    [InlineData("[]")]
    [InlineData("{")]
    public void Scalars_are_read_as_Google_reads_them(string json, bool differs = false) =>
        Both<Scalars>("isomer.everything.Scalars", json, differs);

    [Theory]
    [InlineData("""{"ints":[1,null]}""")]
    [InlineData("""{"ints":1}""")]
    [InlineData("""{"ints":null}""")]
    [InlineData("""{"byText":{"a":null}}""")]
    [InlineData("""{"byInt":{"1":"a","x":"b"}}""")]
    [InlineData("""{"byBool":{"true":"BRIGHTNESS_DARK","false":2}}""")]
    [InlineData("""{"byBool":{"True":2}}""")]
    [InlineData("""{"byLong":{"-5":{"anInt32":1}}}""")]
    public void Collections_are_read_as_Google_reads_them(string json) => Both<Many>("isomer.everything.Many", json, false);

    [Theory]
    [InlineData("""{"pickInt":1,"pickText":"a"}""")]
    [InlineData("""{"pickInt":1,"pickText":null}""", true)]
    [InlineData("""{"pickNull":null}""")]
    [InlineData("""{"value":null}""")]
    [InlineData("""{"values":[null,1,"a",{"b":[]}]}""")]
    [InlineData("""{"at":"2020-05-31T10:20:30Z"}""")]
    [InlineData("""{"at":"2020-05-31T10:20:30.123456789+02:30"}""")]
    [InlineData("""{"at":"2020-05-31T10:20:30.1-00:30"}""")]
    [InlineData("""{"at":"2020-05-31"}""")]
    [InlineData("""{"at":"2020-05-31T10:20:30"}""")]
    [InlineData("""{"at":"0001-01-01T00:00:00Z"}""")]
    [InlineData("""{"at":"0001-01-01T00:00:00+01:00"}""")]
    [InlineData("""{"at":"9999-12-31T23:59:59.999999999Z"}""")]
    [InlineData("""{"at":"2020-13-31T10:20:30Z"}""")]
    [InlineData("""{"within":"3.000000001s"}""")]
    [InlineData("""{"within":"-0.5s"}""")]
    [InlineData("""{"within":"5"}""")]
    [InlineData("""{"within":"315576000001s"}""")]
    [InlineData("""{"within":"1.1234567891s"}""")]
    [InlineData("""{"mask":"fooBar,baz.quxQuux"}""")]
    [InlineData("""{"mask":"foo_bar"}""")]
    [InlineData("""{"mask":""}""")]
    [InlineData("""{"int32Value":5,"stringValue":"x","bytesValue":"AQ==","boolValue":false}""")]
    [InlineData("""{"int32Value":null}""")]
    [InlineData("""{"any":{"@type":"type.googleapis.com/isomer.everything.Scalars","anInt32":5}}""")]
    [InlineData("""{"any":{"anInt32":5,"@type":"type.googleapis.com/isomer.everything.Scalars"}}""")]
    [InlineData("""{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"5s"}}""")]
    [InlineData("""{"any":{"@type":"type.googleapis.com/unknown"}}""")]
    [InlineData("""{"any":{"anInt32":5}}""")]
    [InlineData("""{"any":{}}""", true)]
    [InlineData("""{"structure":{"a":{"b":[1,null]}},"list":[[]],"empty":{}}""")]
    [InlineData("""{"durations":{"a":"1s"}}""")]
    [InlineData("""{"inner":{"status":"FAILED","inner":{"inner":{}}}}""")]
    public void Messages_are_read_as_Google_reads_them(string json, bool differs = false) =>
        Both<Everyone>("isomer.everything.Everything", json, differs);

    static void Both<T>(string name, string json, bool differs) where T : IMessage<T>, new()
    {
        T? theirs = default;
        Exception? refused = null;
        try
        {
            theirs = s_parser.Parse<T>(json);
        }
        catch (Exception e) when (e is InvalidJsonException or InvalidProtocolBufferException or InvalidOperationException
            or FormatException or ArgumentException or InvalidCastException)
        {
            refused = e;
        }
        if (differs)
        {
            // The specification has it, Google's C# has not, or the other way round: ours reads it.
            _ = s_schema.FromJson(name, json);
            return;
        }
        if (refused is not null)
            Assert.Throws<WireFormatException>(() => s_schema.FromJson(name, json));
        else
            Assert.Equal(theirs, (T)new T().Descriptor.Parser.ParseFrom(s_schema.FromJson(name, json)));
    }
}
