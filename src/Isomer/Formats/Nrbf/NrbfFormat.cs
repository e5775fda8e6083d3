using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

public static partial class Nrbf
{
    /// <summary>
    /// This format as a handle. It is found by its name and is not among <see cref="Isomer.Format.All"/>: by default it carries types that
    /// are marked [Serializable] only.
    /// </summary>
    public static Format Format { get; } = new NrbfFormat(NrbfOptions.Default);

    /// <summary>
    /// A handle of payloads whose nodes are their records, one by one: what <see cref="Isomer.Format.ParseNode(ReadOnlySpan{byte})"/> gives
    /// can be changed, kept as JSON, and written, and is the same bytes but for what was changed. A file is mended without the types that
    /// it is of. It is found by its name, NrbfRecords.
    /// </summary>
    /// <example>
    /// <code>
    /// Node records = Nrbf.RecordsFormat.ParseNode(bytes)!;
    /// records.SelectFirst("$..[?@.text=='localhost']")!["text"] = "db.example.com";
    /// byte[] changed = Nrbf.RecordsFormat.WriteNode(records);
    /// </code>
    /// </example>
    public static Format RecordsFormat { get; } = new NrbfRecordsFormat(NrbfOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    class NrbfFormat(NrbfOptions options) : FormatOf<NrbfCalls, NrbfOptions>(options)
    {
        protected override Format Of(NrbfOptions options) => new NrbfFormat(options);

        public override string Name => FormatName;

        public override string MediaType => "application/vnd.ms-nrbf";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".nrbf"];

        public override FormatFeatures Features =>
            FormatFeatures.ReadsNodes | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => NrbfNodes.Of(payload, Options);

        /// <summary>By the header: its kind, and the version, which is 1.0 in every file.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload) =>
            payload.Length >= 18 && payload[0] == 0 && payload[9..17].SequenceEqual((ReadOnlySpan<byte>)[1, 0, 0, 0, 0, 0, 0, 0])
                ? FormatMatch.Certain
                : FormatMatch.No;
    }

    /// <summary>Nodes that are records.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class NrbfRecordsFormat(NrbfOptions options) : NrbfFormat(options)
    {
        protected override Format Of(NrbfOptions options) => new NrbfRecordsFormat(options);

        public override string Name => FormatName + "Records";

        public override IReadOnlyList<string> FileExtensions => [".nrbfrecords"];

        public override FormatFeatures Features => base.Features | FormatFeatures.WritesNodes;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => NrbfExactNodes.Of(payload, Options);

        public override byte[] WriteNode(Node? node) => NrbfExactBytes.Is(node) ? NrbfExactBytes.Of((NodeObject)node!)
            : throw new NotSupportedException(
                $"{Name} writes nodes that are the records of a payload, as its {nameof(ParseNode)} gives them: an object with 'root' and 'records'.");

        /// <summary>Nobody's guess: what looks like it is Nrbf.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload) => FormatMatch.No;
    }
}
