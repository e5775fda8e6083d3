using System.Diagnostics.CodeAnalysis;
using System.Text;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

public static partial class Soap
{
    /// <summary>
    /// This format as a handle. It is found by its name and is not among <see cref="Isomer.Format.All"/>: by default it carries types that
    /// are marked [Serializable] only, and no generic ones.
    /// </summary>
    public static Format Format { get; } = new SoapFormat(SoapOptions.Default);

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class SoapFormat(SoapOptions options) : FormatOf<SoapCalls, SoapOptions>(options)
    {
        protected override Format Of(SoapOptions options) => new SoapFormat(options);

        public override string Name => FormatName;

        public override string MediaType => "application/soap+xml";

        public override bool IsText => true;

        public override IReadOnlyList<string> FileExtensions => [".soap"];

        public override FormatFeatures Features =>
            FormatFeatures.ReadsNodes | FormatFeatures.WritesNodes | FormatFeatures.References | FormatFeatures.Subtypes
                | FormatFeatures.Objects;

        public override Node? ParseNode(ReadOnlySpan<byte> payload) => SoapNodes.Of(payload, Options.Limits.MaxDepth);

        public override byte[] WriteNode(Node? node) => SoapNodeWriter.Write(node, Options.Limits.MaxDepth);

        /// <summary>By the envelope and the namespaces of the CLR's types, which no other writer of SOAP has.</summary>
        public override FormatMatch Match(ReadOnlySpan<byte> payload)
        {
            var begin = payload[..Math.Min(payload.Length, 4096)];
            return begin.IndexOf(Encoding.ASCII.GetBytes(SoapNamespaces.EnvelopeUri)) >= 0 && begin.IndexOf(":Envelope"u8) >= 0
                && (begin.IndexOf("http://schemas.microsoft.com/clr/"u8) >= 0 || begin.IndexOf("soap/encoding/clr/1.0"u8) >= 0)
                ? FormatMatch.Certain
                : FormatMatch.No;
        }
    }
}
