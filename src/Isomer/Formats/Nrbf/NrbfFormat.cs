using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

public static partial class Nrbf
{
    /// <summary>
    /// This format as a handle. It is found by its name and is not among <see cref="Isomer.Format.All"/>: by default it carries types that are marked [Serializable] only.
    /// </summary>
    public static Format Format { get; } = new NrbfFormat(NrbfOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class NrbfFormat(NrbfOptions options) : FormatOf<NrbfCalls, NrbfOptions>(options)
    {
        protected override Format Of(NrbfOptions options) => new NrbfFormat(options);

        public override string Name => FormatName;

        public override string MediaType => "application/vnd.ms-nrbf";

        public override bool IsText => false;

        public override IReadOnlyList<string> FileExtensions => [".nrbf"];

        public override FormatFeatures Features => FormatFeatures.ReadsNodes | FormatFeatures.References | FormatFeatures.Subtypes | FormatFeatures.Objects;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => NrbfNodes.Of(payload, Options.Limits.MaxDepth);

        /// <summary>By the header: its kind, and the version, which is 1.0 in every file.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload) =>
            payload.Length >= 18 && payload[0] == 0 && payload[9..17].SequenceEqual((ReadOnlySpan<byte>)[1, 0, 0, 0, 0, 0, 0, 0]) ? FormatMatch.Certain : FormatMatch.No;
    }
}
