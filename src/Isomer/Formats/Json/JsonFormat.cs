using System.Diagnostics.CodeAnalysis;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer;

public static partial class Json
{
    /// <summary>This format as one of <see cref="Isomer.Format.All"/>.</summary>
    public static Format Format { get; } = new JsonFormat(JsonOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class JsonFormat(JsonOptions options) : FormatOf<JsonCalls, JsonOptions>(options)
    {
        protected override Format Of(JsonOptions options) => new JsonFormat(options);

        public override string Name => "Json";

        public override string MediaType => "application/json";

        internal override string? Dialect => Options.FastJsonRules is null ? null : "fastjson";

        public override bool IsText => true;

        public override FormatFeatures Features =>
            FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.References | FormatFeatures.Subtypes;

        public override Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places) =>
            JsonWithin.ParseNode(payload, places, options: Options);

        /// <summary>By the first character: an object or array is likely, a scalar possible (any word may begin with t, f or n).</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            if (payload.StartsWith("\uFEFF"u8))
                payload = payload[3..];
            payload = payload.TrimStart(" \t\r\n"u8);
            return payload.IsEmpty ? FormatMatch.No : payload[0] switch
            {
                (byte)'{' or (byte)'[' => FormatMatch.Likely,
                (byte)'"' or (byte)'-' or (>= (byte)'0' and <= (byte)'9') => FormatMatch.Possible,
                (byte)'t' or (byte)'f' or (byte)'n' =>
                    payload.StartsWith("true"u8) || payload.StartsWith("false"u8) || payload.StartsWith("null"u8)
                        ? FormatMatch.Possible : FormatMatch.No,
                _ => FormatMatch.No,
            };
        }
    }
}
