using System.Buffers;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer;

public static partial class Protobuf
{
    /// <summary>
    /// This format as one of <see cref="Isomer.Format.All"/>: with the standard convention, but types without a contract have their
    /// public members numbered as they are declared.
    /// </summary>
    public static Format Format { get; } = new ProtobufHandle();

    sealed class ProtobufHandle : Format
    {
        static readonly ProtobufOptions Options = new() { Convention = Convention.Protobuf.WithNumberedMembers() };

        public override string Name => FormatName;

        public override string MediaType => "application/x-protobuf";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".pb", ".protobuf"];

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.Subtypes;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ProtobufNodes.Read(payload, null);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => ProtobufNodes.Read(payload, places);

        public override byte[] WriteNode(Node? node) => ProtobufNodeWriter.Write(node);

        public override byte[] Serialize<T>(T value) => Protobuf.Serialize(value, Options);

        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Protobuf.Deserialize<T>(payload, Options);

        public override void Serialize<T>(IBufferWriter<byte> output, T value) => Protobuf.Serialize(output, value, Options);

        public override byte[] Serialize(object? value, Type type) => Protobuf.Serialize(value, type, Options);

        public override object? Deserialize(ReadOnlySpan<byte> payload, Type type) => Protobuf.Deserialize(payload, type, Options);

        public override void Serialize(Stream output, object? value, Type type) => Protobuf.Serialize(output, value, type, Options);

        public override object? Deserialize(Stream input, Type type) => Protobuf.Deserialize(input, type, Options);

        /// <summary>Never more than possible: the bytes have no mark, and most that begin with small numbers could be some message.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload) => ProtobufGuess.Of(payload);
    }
}
