using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

public static partial class Protobuf
{
    /// <summary>
    /// This format as one of <see cref="Isomer.Format.All"/>: with the standard convention, but types without a contract have their
    /// public members numbered as they are declared.
    /// </summary>
    public static Format Format { get; } = new ProtobufHandle(new() { Convention = Convention.Protobuf.WithNumberedMembers() });

    // Other formats call theirs after themselves: ProtobufFormat is the public enum of a member's encoding.
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class ProtobufHandle(ProtobufOptions options) : FormatOf<ProtobufCalls, ProtobufOptions>(options)
    {
        protected override Format Of(ProtobufOptions options) => new ProtobufHandle(options);

        public override string Name => FormatName;

        public override string MediaType => "application/x-protobuf";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".pb", ".protobuf"];

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.Subtypes;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ProtobufNodes.Read(payload, null);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => ProtobufNodes.Read(payload, places);

        public override byte[] WriteNode(Node? node) => ProtobufNodeWriter.Write(node);

        public override T Deserialize<T>(Stream input) => Protobuf.Deserialize<T>(input, Options);

        public override object? Deserialize(Stream input, Type type) => Protobuf.Deserialize(input, type, Options);

        /// <summary>
        /// Never more than possible: the bytes have no mark, and most that begin with small numbers could be some message.
        /// </summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload) => ProtobufGuess.Of(payload);
    }
}
