namespace Isomer;

public static partial class Json
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new JsonFormat();

    sealed class JsonFormat : Format
    {
        public override string Name => "Json";

        public override string MediaType => "application/json";

        public override bool IsText => true;

        public override byte[] Serialize<T>(T value) => Json.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Json.Deserialize<T>(payload);
    }
}
