using System.Text.Json;

namespace Isomer.Bench.Peers;

/// <summary>System.Text.Json with its default, reflection-based resolver and default options.</summary>
public sealed class StjReflection : Peer
{
    public const string Id = "STJ reflection";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(JsonSerializer));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        return new(Name, Version, () => JsonSerializer.SerializeToUtf8Bytes(value),
            bytes => JsonSerializer.Deserialize<T>(bytes)!, @case.Verify);
    }
}
