namespace Isomer;

public static partial class Protobuf
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ProtobufHandle();

    sealed class ProtobufHandle : Format
    {
        public override string Name => FormatName;

        public override string MediaType => "application/x-protobuf";

        public override bool IsText => false;

        public override byte[] Serialize<T>(T value) => Protobuf.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Protobuf.Deserialize<T>(payload);
    }
}
