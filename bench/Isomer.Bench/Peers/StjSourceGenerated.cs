using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

[JsonSerializable(typeof(Database))]
[JsonSerializable(typeof(Tiny))]
[JsonSerializable(typeof(Tree))]
[JsonSerializable(typeof(Wide))]
[JsonSerializable(typeof(List<string>))]
[JsonSerializable(typeof(double[]))]
[JsonSerializable(typeof(int[]))]
[JsonSerializable(typeof(Dictionary<string, int>))]
sealed partial class StjContext : JsonSerializerContext;

/// <summary>System.Text.Json with a generated context, default options: the fast path writes, metadata reads.</summary>
public sealed class StjSourceGenerated : Peer
{
    public const string Id = "STJ source-gen";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(JsonSerializer));

    public override Contestant? For<T>(Case<T> @case)
    {
        if (StjContext.Default.GetTypeInfo(typeof(T)) is not JsonTypeInfo<T> info)
            return null;
        T value = @case.Value;
        var kept = new ArrayBufferWriter<byte>();
        var writer = new Utf8JsonWriter(kept, new JsonWriterOptions { SkipValidation = true });
        return new(Name, Version, () => JsonSerializer.SerializeToUtf8Bytes(value, info),
            bytes => JsonSerializer.Deserialize(bytes, info)!, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.ResetWrittenCount();
                writer.Reset(kept);
                JsonSerializer.Serialize(writer, value, info);
            },
        };
    }
}
