namespace Isomer;

public static partial class Compact
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new CompactFormat();

    sealed class CompactFormat : Format
    {
        public override string Name => "Compact";

        public override string MediaType => "application/vnd.isomer.compact";

        public override bool IsText => false;

        public override byte[] Serialize<T>(T value) => Compact.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Compact.Deserialize<T>(payload);
    }
}
