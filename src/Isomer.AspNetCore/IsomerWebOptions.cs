using System.Diagnostics.CodeAnalysis;

namespace Isomer.AspNetCore;

/// <summary>Which formats a web application speaks, and how much it takes.</summary>
/// <example>
/// <code>
/// builder.Services.AddIsomer(options => options.MaxBodySize = 1 &lt;&lt; 20);
/// </code>
/// </example>
public sealed class IsomerWebOptions
{
    /// <summary>
    /// The formats, the first of which answers those that do not say what they accept: JSON as ASP.NET Core has it, Compact, protobuf,
    /// XmlSerializer's XML, DataContractSerializer's as text ("application/xml;dialect=contract") and binary, and fastJSON's
    /// ("application/json;dialect=fastjson").
    /// </summary>
    public IList<WebFormat> Formats { get; } = Usual();

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = TrimmingNotes.Warned)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = TrimmingNotes.Warned)]
    static List<WebFormat> Usual() =>
    [
        // An answer stands in no page: ASP.NET Core escapes as little here, too.
        WebFormat.OfJson(JsonOptions.Web with { Escaping = JsonEscaping.Relaxed }, "application/json", "text/json", "application/*+json"),
        new(Compact.Format),
        new(Protobuf.Format, "application/x-protobuf", "application/protobuf", "application/vnd.google.protobuf"),
        new(Xml.Format, "application/xml", "text/xml"),
        new(ContractXml.Format, "application/xml;dialect=contract", "text/xml;dialect=contract"),
        new(ContractXml.BinaryFormat, "application/msbin1"),
        // Not of an application that was built with <IsomerFastJson>false</IsomerFastJson>.
        .. AppContext.TryGetSwitch("Isomer.FastJson", out bool isThere) && !isThere
            ? Array.Empty<WebFormat>()
            : [WebFormat.OfJson(JsonOptions.FastJson, "application/json;dialect=fastjson")],
    ];

    /// <summary>
    /// The longest body that is read, in bytes; what is longer is answered by 413. The server has a limit of its own beside this one.
    /// </summary>
    public long MaxBodySize { get; set; } = 30_000_000;

    /// <summary>How details of bad input are told: as problem details with path and offset (true), or as a bare 400 (false).</summary>
    public bool TellsProblems { get; set; } = true;
}
