using System.Buffers;

namespace Isomer.Bench.Peers;

/// <summary>
/// Isomer's own contestants, under the names that the table of required ratios looks for. Each calls one facade, as a
/// user would.
/// </summary>
public static class Ours
{
    public const string Json = "Isomer Json";
    public const string Compact = "Isomer Compact";

    public static IReadOnlyList<string> Names => [Json, Compact];

    public static IReadOnlyList<Peer> Peers => [new JsonPeer(), new CompactPeer()];

    sealed class JsonPeer : Peer
    {
        public override string Name => Ours.Json;

        public override string Version => VersionOf(typeof(Isomer.Json));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.Json.Serialize(value), bytes => Isomer.Json.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.Json.Serialize(kept, value);
                },
            };
        }
    }

    sealed class CompactPeer : Peer
    {
        public override string Name => Ours.Compact;

        public override string Version => VersionOf(typeof(Isomer.Compact));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.Compact.Serialize(value), bytes => Isomer.Compact.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.Compact.Serialize(kept, value);
                },
            };
        }
    }
}
