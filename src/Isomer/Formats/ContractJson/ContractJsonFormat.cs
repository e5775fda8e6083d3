using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

public static partial class ContractJson
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new ContractJsonFormat(ContractJsonOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class ContractJsonFormat(ContractJsonOptions options) : FormatOf<ContractJsonCalls, ContractJsonOptions>(options)
    {
        protected override Format Of(ContractJsonOptions options) => new ContractJsonFormat(options);

        public override string Name => "ContractJson";

        public override string MediaType => "application/json";

        public override bool IsText => true;

        public override FormatFeatures Features =>
            FormatFeatures.Subtypes | FormatFeatures.Objects | FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => ParseNode(payload, new NodePlaces());

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) =>
            ContractJsonUtf16.Is(payload) ? ContractJsonUtf16.Node(payload) : ContractJsonNodes.Read(payload, places);

        public override byte[] WriteNode(Node? node) => ContractJsonNodes.Write(node);

        /// <summary>Dates and type names stand as only these contracts write them; without any it may be all JSON.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            FormatMatch json = Json.Format.Match(payload);
            var head = payload[..Math.Min(payload.Length, 1024)];
            bool isMarked = HasDate(payload, head.Length) || head.IndexOf("{\"__type\":\""u8) >= 0;
            return json == FormatMatch.Likely && isMarked
                ? FormatMatch.Certain
                : json == FormatMatch.No ? FormatMatch.No : FormatMatch.Possible;
        }

        /// <summary>
        /// Whether a value that begins among the first bytes is a date and nothing else: a text may speak of one, with quotes around it
        /// that are escaped.
        /// </summary>
        static bool HasDate(ReadOnlySpan<byte> payload, int within)
        {
            // Of ticks and a zone: -62135596800000+1400, and the end.
            const int Longest = 40;
            ReadOnlySpan<byte> begin = "\"\\/Date("u8, end = ")\\/\""u8;
            for (int at = 0, next; (next = payload[at..within].IndexOf(begin)) >= 0; at += next + begin.Length)
            {
                ReadOnlySpan<byte> number = payload[(at + next + begin.Length)..];
                number = number[..Math.Min(number.Length, Longest)];
                number = number[..Math.Max(number.IndexOf(end), 0)];
                if ((at + next == 0 || payload[at + next - 1] != (byte)'\\') && !number.IsEmpty
                    && number.IndexOfAnyExcept("+-0123456789"u8) < 0)
                    return true;
            }
            return false;
        }
    }
}
