using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;
using Newtonsoft.Json;
using StjSerializer = System.Text.Json.JsonSerializer;

namespace Isomer.Cli.Lab.Contestants;

[JsonSerializable(typeof(List<ArticleOrder>))]
[JsonSerializable(typeof(Test1))]
[JsonSerializable(typeof(Test2))]
[JsonSerializable(typeof(Test3))]
[JsonSerializable(typeof(Database))]
[JsonSerializable(typeof(colclass))]
[JsonSerializable(typeof(exoticclass))]
[JsonSerializable(typeof(Link))]
[JsonSerializable(typeof(Owner))]
[JsonSerializable(typeof(Texts))]
[JsonSerializable(typeof(Older))]
[JsonSerializable(typeof(Newer))]
[JsonSerializable(typeof(Crowd))]
sealed partial class LabJsonContext : JsonSerializerContext;

/// <summary>
/// One writer for all calls, which does not look after the serializer: so System.Text.Json does it where it makes the writer itself.
/// </summary>
sealed class KeptWriter
{
    Utf8JsonWriter? _writer;

    public Utf8JsonWriter On(IBufferWriter<byte> output)
    {
        if (_writer is null)
            _writer = new Utf8JsonWriter(output, new JsonWriterOptions { SkipValidation = true });
        else
            _writer.Reset(output);
        return _writer;
    }
}

/// <summary>System.Text.Json with generated metadata.</summary>
sealed class StjGeneratedPeer : LabPeer
{
    public override string Name => "System.Text.Json generated";

    public override string Version => VersionOf(typeof(StjSerializer));

    public override string Options => "JsonSerializerContext, defaults";

    public override string? WhyNot(LabCase @case) => LabJsonContext.Default.GetTypeInfo(@case.Type) is null
        ? "its metadata is generated when the program is compiled, and there is none for this type" : null;

    public override (string Language, string Text)? SchemaOf<T>() =>
        ("JSON Schema", LabJsonContext.Default.GetTypeInfo(typeof(T))!.GetJsonSchemaAsNode().ToJsonString());

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        var info = (JsonTypeInfo<T>)LabJsonContext.Default.GetTypeInfo(typeof(T))!;
        var kept = new KeptWriter();
        return new PeerCalls(() => StjSerializer.SerializeToUtf8Bytes(value, info), bytes => StjSerializer.Deserialize(bytes, info)!)
        {
            WriteTo = o =>
            {
                Utf8JsonWriter writer = kept.On(o);
                StjSerializer.Serialize(writer, value, info);
                writer.Flush();
            },
            WriteStream = s => StjSerializer.Serialize(s, value, info),
            ReadSequence = s =>
            {
                var reader = new Utf8JsonReader(s);
                return StjSerializer.Deserialize(ref reader, info)!;
            },
            ReadStream = s => StjSerializer.Deserialize(s, info)!,
        };
    }
}

/// <summary>System.Text.Json, which finds members by reflection.</summary>
sealed class StjReflectionPeer : LabPeer
{
    public override string Name => "System.Text.Json reflection";

    public override string Version => VersionOf(typeof(StjSerializer));

    public override (string Language, string Text)? SchemaOf<T>() =>
        ("JSON Schema", JsonSerializerOptions.Default.GetJsonSchemaAsNode(typeof(T)).ToJsonString());

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        var kept = new KeptWriter();
        return new PeerCalls(() => StjSerializer.SerializeToUtf8Bytes(value), bytes => StjSerializer.Deserialize<T>(bytes)!)
        {
            WriteTo = o =>
            {
                Utf8JsonWriter writer = kept.On(o);
                StjSerializer.Serialize(writer, value);
                writer.Flush();
            },
            WriteStream = s => StjSerializer.Serialize(s, value),
            ReadSequence = s =>
            {
                var reader = new Utf8JsonReader(s);
                return StjSerializer.Deserialize<T>(ref reader)!;
            },
            ReadStream = s => StjSerializer.Deserialize<T>(s)!,
        };
    }
}

/// <summary>Json.NET; types are named in its JSON only where a case has subtypes, and only those of the case are accepted.</summary>
sealed class JsonNetPeer : LabPeer
{
    public override string Name => "Json.NET";

    public override string Version => VersionOf(typeof(JsonConvert));

    public override string Options => "TypeNameHandling.Auto in polymorphic";

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        var settings = new JsonSerializerSettings
        {
            TypeNameHandling = @case.Polymorphic ? TypeNameHandling.Auto : TypeNameHandling.None,
            DateParseHandling = DateParseHandling.None
        };
        var serializer = Newtonsoft.Json.JsonSerializer.Create(settings);
        return PeerCalls.OfStreams(s =>
        {
            using var writer = new StreamWriter(s, s_utf8, 4096, leaveOpen: true);
            serializer.Serialize(writer, value, typeof(T));
        }, s =>
        {
            using var reader = new JsonTextReader(new StreamReader(s, s_utf8));
            return serializer.Deserialize<T>(reader)!;
        });
    }

    static readonly UTF8Encoding s_utf8 = new(false);
}

/// <summary>The JSON of ServiceStack.Text.</summary>
sealed class ServiceStackPeer : LabPeer
{
    public override string Name => "ServiceStack.Text";

    public override string Version => VersionOf(typeof(ServiceStack.Text.JsonSerializer));

    /// <summary>A stack overflow cannot be caught: it would end the run.</summary>
    public override string? WhyNot(LabCase @case) => !@case.IsProbe && Cycles.IsIn(@case.Content)
        ? "the value has cycles (a DataSet has), on which it overflows the stack and ends the process" : null;

    public override PeerCalls For<T>(LabCase<T> @case)
    {
        T value = @case.Value;
        return new PeerCalls(() => Encoding.UTF8.GetBytes(ServiceStack.Text.JsonSerializer.SerializeToString(value)),
            bytes => ServiceStack.Text.JsonSerializer.DeserializeFromString<T>(Encoding.UTF8.GetString(bytes))!)
        {
            WriteStream = s => ServiceStack.Text.JsonSerializer.SerializeToStream(value, s),
            ReadStream = s => ServiceStack.Text.JsonSerializer.DeserializeFromStream<T>(s)!,
        };
    }
}
