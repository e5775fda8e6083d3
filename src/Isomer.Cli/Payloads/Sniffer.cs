using Isomer.Cli.Converting;
using Isomer.Cli.Converting.Items;
using Isomer.Cli.Converting.Rows;
using Isomer.Nodes;

namespace Isomer.Cli.Payloads;

/// <summary>A payload's format, and the payload without its types if the format says enough of itself.</summary>
/// <param name="IsLines">Whether it is lines of JSON or items of Compact, which are the items of an array here.</param>
sealed record Sniffed(Format Format, Node? Node, NodePlaces Places, bool HasNode, bool IsLines = false)
{
    /// <summary>The format in words.</summary>
    public string Name => !IsLines ? Format.Name : Sniffer.IsJson(Format) ? $"{Format.Name} lines" : $"{Format.Name} items";

    public string MediaType => IsLines && Sniffer.IsJson(Format) ? "application/x-ndjson" : Format.MediaType;

    /// <summary>What a node is, in a word; the width of a number where the format says it.</summary>
    public string KindOf(Node? node) => node switch
    {
        null => "null",
        NodeValue { Kind: NodeKind.Number } v when (Format.Features & FormatFeatures.KeepsScalarKinds) != 0 || !Format.IsText =>
            v.Value.GetType().Name,
        NodeValue { Kind: NodeKind.Other } v => v.Value.GetType().Name,
        _ => node.Kind.ToString(),
    };
}

/// <summary>
/// Finds the format of bytes: each format's own guess, the surest first, and reading as the proof. What is text is of no binary format, and
/// fields of protobuf must look like those of a message (<see cref="ProtobufLooks"/>); all else is told as what it is. Never loads a type.
/// </summary>
static class Sniffer
{
    /// <summary>Whether bytes show more than that they could be something.</summary>
    public static bool LooksKnown(ReadOnlySpan<byte> bytes)
    {
        if (Compression.OfHead(bytes) == Compression.Gzip)
            return true;
        bool isText = Looks.IsText(bytes);
        foreach (Format format in ToolFormats.All)
            if ((!isText || format.IsText) && format.Match(bytes) >= FormatMatch.Likely
                && (format.Name != Json.Format.Name || BeginsAsJson(bytes)))
                return true;
        return false;
    }

    /// <summary>
    /// Whether bytes can be read as one of the formats that have no mark: fields of protobuf, and elements of binary XML.
    /// </summary>
    public static bool LooksReadable(byte[] bytes) => ProtobufLooks.IsPlausible(bytes)
        || (ContractXml.BinaryFormat.Match(bytes) > FormatMatch.No
            && Reads(ContractXml.BinaryFormat, new Payload("", bytes, [], bytes.Length)));

    /// <summary>The format by name, or by looking.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="given">The format's name, if it was given.</param>
    /// <param name="json">How JSON is read.</param>
    public static Sniffed Sniff(Payload payload, string? given, JsonOptions? json = null)
    {
        byte[] bytes = payload.Bytes;
        if (CompactItems.AreNone(bytes, given, payload.Name))
            return new Sniffed(Compact.Format, new NodeArray(), new NodePlaces(), HasNode: true, IsLines: true);
        if ((given is null || Named(given).Name == Compact.Format.Name) && CompactItems.Are(bytes, isWhole: true))
            return new Sniffed(Compact.Format, CompactItems.Read(bytes), new NodePlaces(), HasNode: true, IsLines: true);
        if (given is not null)
            return Read(Named(given, json), payload);
        if (JsonLines.AreNamed(payload.Name) && JsonLines.Are(bytes, Named(Json.Format.Name, json), isSaid: true))
            return new Sniffed(Json.Format, JsonLines.Read(bytes, Named(Json.Format.Name, json)), new NodePlaces(), HasNode: true,
                IsLines: true);
        bool isText = Looks.IsText(bytes);
        Exception? first = null;
        Format? weak = null;
        foreach (Format format in ToolFormats.All.Where(f => IsCandidate(f, bytes, isText)).OrderByDescending(f => f.Match(bytes)))
        {
            FormatMatch match = format.Match(bytes);
            try
            {
                var read = Read(IsJson(format) ? Named(format.Name, json) : format, payload);
                if (read.HasNode || match >= FormatMatch.Likely)
                    return read;
                weak ??= format;
            }
            catch (Exception e) when (e is WireFormatException or CliException) // the latter of one line among lines
            {
                if (format.Name == Compact.Format.Name && HasFingerprint(bytes))
                    weak ??= format;
                else if (match >= FormatMatch.Likely
                    && (isText || !format.IsText || Looks.IsText(bytes.AsSpan(0, Math.Min(bytes.Length, 256)), isCut: true)))
                    first ??= e; // binary that begins with a bracket by chance is no damaged JSON
            }
        }
        string? looks = Looks.Describe(bytes);
        bool isJson5 = looks is not null && first is WireFormatException { Format: "Json" } && Reads(s_json5, payload);
        throw (isJson5 || looks?.StartsWith("HTML", StringComparison.Ordinal) == true ? null : first)
            ?? new CliException(ExitCode.Corrupt, $"{payload.Name}: {Unknown(payload, weak, looks)}");
    }

    /// <summary>
    /// Whether bytes could be Compact with <see cref="CompactSchema.Fingerprint"/>, which only a type reads. Of one binary payload in 64
    /// that is true by chance; one whose layout is cut off, or is none, no type reads either.
    /// </summary>
    static bool HasFingerprint(byte[] bytes) =>
        bytes.Length > 1 + sizeof(ulong) && (CompactSchema)(bytes[0] >> 4 & 3) == CompactSchema.Fingerprint;

    public static bool IsJson(Format format) => format.Name == Json.Format.Name;

    static bool IsCandidate(Format format, ReadOnlySpan<byte> bytes, bool isText)
    {
        if (IsJson(format))
            return BeginsAsJson(bytes);
        // A message of one text in its field 1 is text that begins with a line feed.
        return format.Name == Protobuf.Format.Name ? ProtobufLooks.IsPlausible(bytes) && format.Match(bytes) > FormatMatch.No
            : (!isText || format.IsText) && format.Match(bytes) > FormatMatch.No;
    }

    /// <summary>[section] and {{template}} begin with a bracket too, and are no JSON; a comment may stand before it.</summary>
    public static bool BeginsAsJson(ReadOnlySpan<byte> bytes)
    {
        if (bytes.StartsWith("\uFEFF"u8))
            bytes = bytes[3..];
        bytes = bytes.TrimStart(" \t\r\n"u8);
        if (bytes.StartsWith("//"u8) || bytes.StartsWith("/*"u8))
            return true;
        if (bytes is not [(byte)'{' or (byte)'[', .. var rest])
            return Json.Format.Match(bytes) > FormatMatch.No;
        rest = rest.TrimStart(" \t\r\n"u8);
        return rest.IsEmpty || rest[0] is (byte)'"' or (byte)'/' or (byte)'}'
            || (bytes[0] == (byte)'['
                ? rest[0] is (byte)']' or (byte)'[' or (byte)'{' or (byte)'-' or (>= (byte)'0' and <= (byte)'9')
                    || rest.StartsWith("true"u8) || rest.StartsWith("false"u8) || rest.StartsWith("null"u8)
                : rest[0] is not (byte)'{');
    }

    /// <summary>
    /// Why a payload is of no format, and what it seems to be. `--from` is named only with formats that it would help with.
    /// </summary>
    static string Unknown(Payload payload, Format? weak, string? looks)
    {
        byte[] bytes = payload.Bytes;
        if (bytes.Length == 0)
            return "it is empty.";
        if (Compression.Closed(bytes) is { } closed)
            return closed;
        if (weak is not null)
            return $"nothing in it says what it is. It could be {weak.Name}, which can only be told by reading it through a type: name it with --from {weak.Name.ToLowerInvariant()}, and give --type and --assembly.";
        if (looks is not null && bytes.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'{' or (byte)'[', ..] && Reads(s_json5, payload))
            return "it is JSON5 and no JSON: --lenient reads it.";
        if (looks is null)
        {
            string[] takers = [.. ToolFormats.All.Where(f => !f.IsText && Reads(f, payload)).Select(f => f.Name.ToLowerInvariant())];
            if (takers.Length > 0)
                return $"the format is not known. Name it with --from; these could be it: {string.Join(", ", takers)}.";
        }
        string what = looks switch
        {
            "plain text" when System.Buffers.Text.Base64.IsValid(bytes) && Payload.LooksEncoded(bytes) =>
                "base64 of data of a kind that is not known",
            null => "binary data of a kind that is not known",
            _ => looks,
        };
        return $"it is none of ours, or damaged: it looks like {what}. The formats are {string.Join(", ", ToolFormats.All.Select(f => f.Name))}.";
    }

    /// <summary>Whether naming the format would help.</summary>
    static bool Reads(Format format, Payload payload)
    {
        try
        {
            return Read(format, payload).HasNode;
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException or CliException)
        {
            return false;
        }
    }

    /// <summary>A format by its name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="json">The options, if the format is JSON.</param>
    public static Format Named(string name, JsonOptions? json = null) =>
        (Format.Find(RowForms.AreLines(name) ? Json.Format.Name : name) is { } found
            ? json is not null && IsJson(found) ? found.With(json) : found
            : null)
        ?? throw new CliException(ExitCode.Usage, RowForms.Find(name) is { } rows
            ? $"'{name}' is a form of rows, and here are values: `isomer convert FILE OUT` takes rows of one file{(rows.Form == RowForm.DiffGram ? " (as a value a DiffGram is XML: xml)" : "")}."
            : $"There is no format '{name}'; there are {string.Join(", ", ToolFormats.Named.Select(f => f.Name))}, and for rows {RowForms.Listed}.");

    static Sniffed Read(Format format, Payload payload)
    {
        var places = new NodePlaces();
        if ((format.Features & FormatFeatures.ReadsNodes) == 0)
            return new Sniffed(format, null, places, HasNode: false);
        try
        {
            return new Sniffed(format, format.ParseNode(payload.Bytes, places), places, HasNode: true);
        }
        catch (WireFormatException) when (IsJson(format))
        {
            places = new NodePlaces();
            if (JsonLines.Are(payload.Bytes, format, isSaid: payload.Bytes.Length > 0))
                return new Sniffed(format, JsonLines.Read(payload.Bytes, format, places), places, HasNode: true, IsLines: true);
            if (TryCommented(payload.Bytes, out Node? node, places))
                return new Sniffed(s_commented, node, places, HasNode: true);
            throw;
        }
    }

    // Files of settings have comments, and commas at the end.
    static readonly Format s_commented =
        Json.Format.With(new JsonOptions { Leniency = JsonLeniency.Comments | JsonLeniency.TrailingCommas });

    static readonly Format s_json5 = Json.Format.With(new JsonOptions { Leniency = JsonLeniency.Json5 });

    static bool TryCommented(ReadOnlySpan<byte> text, out Node? node, NodePlaces places)
    {
        node = null;
        try
        {
            node = s_commented.ParseNode(text, places);
            return true;
        }
        catch (WireFormatException)
        {
            return false;
        }
    }
}
