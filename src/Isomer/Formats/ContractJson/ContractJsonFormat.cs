namespace Isomer;

public static partial class ContractJson
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractJsonFormat();

    sealed class ContractJsonFormat : Format
    {
        public override string Name => "ContractJson";

        public override string MediaType => "application/json";

        public override bool IsText => true;

        public override byte[] Serialize<T>(T value) => ContractJson.Serialize(value);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => ContractJson.Deserialize<T>(payload);
    }
}
