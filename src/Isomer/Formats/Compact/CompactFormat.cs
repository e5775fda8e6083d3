using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

public static partial class Compact
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new CompactFormat(CompactOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class CompactFormat(CompactOptions options) : FormatOf<CompactCalls, CompactOptions>(options)
    {
        protected override Format Of(CompactOptions options) => new CompactFormat(options);

        public override string Name => "Compact";

        public override string MediaType => "application/vnd.isomer.compact";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".compact", ".isomer"];

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.KeepsScalarKinds
            | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => Compact.ParseNode(payload);

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) => Compact.ParseNode(payload, null, places);

        /// <summary>By the header byte and, where the payload carries its layout, by whether that is one.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.Length < 2 || (payload[0] & 15) != 1 || (payload[0] >> 4 & 3) == 3)
                return FormatMatch.No;
            if ((payload[0] >> 4 & 3) == (int)CompactSchema.Fingerprint)
                return FormatMatch.Possible;
            int start = CompactVarint.Get(payload[1..], out ulong length) + 1;
            if (start == 1 || length is 0 or > 1 << 20)
                return FormatMatch.No;
            if (length > (ulong)(payload.Length - start))
                return FormatMatch.Possible;
            try
            {
                CompactLayoutParser.Parse(payload.Slice(start, (int)length));
                return FormatMatch.Likely;
            }
            catch (WireFormatException)
            {
                return FormatMatch.No;
            }
        }
    }
}
