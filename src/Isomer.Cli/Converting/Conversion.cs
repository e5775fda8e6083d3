using Isomer.Cli.Converting.Rows;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting;

/// <summary>How payloads are converted.</summary>
/// <param name="Type">The type through which to go; null to go through nodes.</param>
/// <param name="Lines">Whether JSON is one value in each line.</param>
/// <param name="Items">Whether many values are items one behind another, also where a format would have them as one array.</param>
/// <param name="Json">How JSON is read and written; null for the defaults.</param>
/// <param name="Compress">What the result is compressed by.</param>
sealed record ConversionRules(string? From, string? To, Type? Type, bool AllowLossy, bool Verify, bool Pretty, bool Lines, bool Unwrap,
    bool Items = false, JsonOptions? Json = null, string? Compress = null);

/// <summary>A payload in another format, and what that cost.</summary>
/// <param name="Losses">What the new format does not have.</param>
/// <param name="Kinds">Scalars that keep their text but not their kind: a date that is text now.</param>
/// <param name="Compress">What the bytes are compressed by where they are stored.</param>
sealed record Converted(byte[] Bytes, Format From, Format To, List<Difference> Losses, List<Difference> Kinds, string? Compress)
{
    /// <summary>The bytes of the file.</summary>
    public byte[] Stored => Compress is null ? Bytes : _stored ??= Compression.Compress(Compress, Bytes);

    byte[]? _stored;

    public bool IsText => To.IsText && Compress is null;
}

/// <summary>One payload from one format to another: written, read back, and compared, so that nothing is lost unsaid.</summary>
static class Conversion
{
    static readonly Format s_named = Compact.Format.With(new CompactOptions { Schema = CompactSchema.Embedded }),
        s_hashed = Compact.Format.With(new CompactOptions { Schema = CompactSchema.Hashed });
    static readonly JsonOptions s_comparing = new() { Numbers = JsonNumbers.NamedFloats };

    public static Converted Convert(Payload payload, string? outputName, ConversionRules rules)
    {
        var (to, lines) = TargetOf(rules, outputName);
        rules = rules with { Lines = lines };
        Converted converted = rules.Type is { } type ? ThroughType(payload, to, type, rules) : ThroughNode(payload, to, rules);
        if (converted.Losses.Count > 0 && !rules.AllowLossy)
        {
            throw new CliException(ExitCode.Lossy,
                $"{payload.Name}: {converted.To.Name} would lose {Count(converted.Losses.Count, "value")}:\n"
                + string.Join('\n', converted.Losses.Take(20).Select(d => $"  {d.Path}: {d.Left} would be {d.Right}"))
                + (converted.Losses.Count > 20 ? "\n  ..." : "") + "\n--allow-lossy converts it all the same.");
        }
        return converted;
    }

    public static string Count(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";

    /// <summary>JSON as people read it: lines, and characters as they are.</summary>
    public static JsonOptions PrettyOf(ConversionRules rules) =>
        (rules.Json ?? JsonOptions.Default) with { Indented = true, Escaping = JsonEscaping.Minimal, NewLine = "\n" };

    /// <summary>
    /// What is written, and whether it is lines of JSON: by --to, else by the name of the file, where .gz and .br at its end are the
    /// compression.
    /// </summary>
    public static (Format Format, bool Lines) TargetOf(ConversionRules rules, string? outputName)
    {
        string extension = Path.GetExtension(Compression.InnerName(outputName) ?? "");
        bool saysLines = JsonLines.AreNamed(outputName), isLines = rules.Lines || saysLines;
        if (rules.To is not null)
            return RowForms.AreLines(rules.To)
                ? (Sniffer.Named(Json.Format.Name, rules.Json), true)
                : (Sniffer.Named(rules.To, rules.Json),
                    rules.Lines || (isLines && rules.To.Equals(Json.Format.Name, StringComparison.OrdinalIgnoreCase)));
        if (saysLines)
            return (Sniffer.Named(Json.Format.Name, rules.Json), true);
        Format found = (extension.Length > 1
            ? ToolFormats.Values.FirstOrDefault(f => f.FileExtensions.Contains(extension, StringComparer.OrdinalIgnoreCase))
            : null)
            ?? throw new CliException(ExitCode.Usage,
                extension.Length > 1 ? $"'{extension}' says no format; name it with --to." : "Name the format to write with --to.");
        return (Sniffer.IsJson(found) ? Sniffer.Named(found.Name, rules.Json) : found, isLines);
    }

    static Converted ThroughNode(Payload payload, Format to, ConversionRules rules)
    {
        var (from, node) = Read(payload, rules);
        if ((to.Features & FormatFeatures.WritesNodes) == 0)
            throw new CliException(ExitCode.Usage,
                $"{to.Name} has no form for a value without a type: give one with --type and --assembly.");
        bool isJson = Sniffer.IsJson(to), lines = rules.Lines && isJson && node is NodeArray;
        byte[] bytes = lines ? JsonLines.Write((NodeArray)node!)
            : isJson && rules.Pretty ? Json.Serialize(node, PrettyOf(rules))
            : to.WriteNode(node);
        if ((to.Features & FormatFeatures.ReadsNodes) == 0)
            return new Converted(bytes, from, to, [], [], rules.Compress);
        List<Difference> found = NodeDiff.Compare(node, lines ? JsonLines.Read(bytes) : to.ParseNode(bytes), DiffRules.Exact);
        return new Converted(bytes, from, to, [.. found.Where(d => !d.IsOfKindOnly)], [.. found.Where(d => d.IsOfKindOnly)],
            rules.Compress);
    }

    static (Format, Node?) Read(Payload payload, ConversionRules rules)
    {
        Sniffed sniffed = Sniffer.Sniff(payload, rules.From, rules.Json);
        // Where lines are told, one value is an array of one.
        if (rules.Lines && sniffed.HasNode && Sniffer.IsJson(sniffed.Format) && sniffed.Node is not NodeArray)
            return (sniffed.Format, new NodeArray { sniffed.Node });
        return sniffed.HasNode ? (sniffed.Format, sniffed.Node)
            : throw new CliException(ExitCode.Usage,
                $"{payload.Name} is {sniffed.Format.Name}, which can only be read through a type: give one with --type and --assembly.");
    }

    static Converted ThroughType(Payload payload, Format to, Type type, ConversionRules rules)
    {
        Format from = rules.From is null ? Sniffer.Sniff(payload, null, rules.Json).Format : Sniffer.Named(rules.From, rules.Json);
        object? value = from.Deserialize(payload.Bytes, type);
        byte[] bytes = Sniffer.IsJson(to) && rules.Pretty ? Json.Serialize(value, type, PrettyOf(rules)) : to.Serialize(value, type);
        List<Difference> losses = NodeDiff.Compare(ToNode(value, type), ToNode(to.Deserialize(bytes, type), type), DiffRules.Exact);
        if ((from.Features & FormatFeatures.ReadsNodes) != 0)
            losses.AddRange(UnreadOf(from.ParseNode(payload.Bytes), value, type, from, rules.Json));
        return new Converted(bytes, from, to, losses, [], rules.Compress);
    }

    /// <summary>What the type has no member for was not read at all.</summary>
    public static IEnumerable<Difference> UnreadOf(Node? source, object? value, Type type, Format from, JsonOptions? json)
    {
        // Of a formatter's set the entries say how it was written, as rows or as a document, and no member has them.
        if (value is System.Data.DataSet or System.Data.DataTable && (from.Name == Nrbf.Format.Name || from.Name == Soap.Format.Name))
            return [];
        string hint = Sniffer.IsJson(from) && json is null ? "; --web or --ignore-case takes names of another case" : "";
        // A layout of Compact has names, or hashes of names: the source's is one of the two.
        Format[] forms = from.Name == Compact.Format.Name ? [s_named, s_hashed] : [from];
        return forms.Select(
            f => UnreadOf(source, f.ParseNode(f.Serialize(value, type)), Sniffer.IsJson(from) && json is { IgnoreCase: true }).ToList())
                .MinBy(l => l.Count)!
            .Select(d => d with { Right = $"dropped: {type.Name} has no such member{hint}" });
    }

    /// <summary>The places of what stands in the source and is not in what was read of it.</summary>
    public static IEnumerable<string> Unread(Node? source, Node? read, bool ignoresCase) =>
        UnreadOf(source, read, ignoresCase).Select(d => d.Path);

    static IEnumerable<Difference> UnreadOf(Node? source, Node? read, bool ignoresCase) =>
        NodeDiff.Compare(ignoresCase ? Folded(source) : source, ignoresCase ? Folded(read) : read, DiffRules.Exact)
            .Where(d => d.Right == "(absent)");

    /// <summary>The node with its names in small letters.</summary>
    static Node? Folded(Node? node)
    {
        switch (node)
        {
            case NodeObject o:
                var folded = new NodeObject();
                foreach (var (name, value) in o)
                    folded[name.ToLowerInvariant()] = Folded(value);
                return folded;
            case NodeArray array:
                return new NodeArray(array.Select(Folded));
            default:
                return node is null ? null : (Node)node.Clone();
        }
    }

    /// <summary>A value of a type, to be compared with another.</summary>
    public static Node? ToNode(object? value, Type type) => Json.ParseNode(Json.Serialize(value, type, s_comparing), s_comparing);

    /// <summary>Reads a file that was written anew, and compares.</summary>
    /// <param name="name">What the file is to be called once it has proved right.</param>
    public static void Verify(Converted converted, Payload source, string file, string name, ConversionRules rules)
    {
        Payload written = Payload.Read(file, unwrap: false) with { Name = name };
        if (converted.Compress is { } compression)
            written = written with
            {
                Bytes = Compression.TryOpen(compression, written.Bytes)
                ?? throw new CliException(ExitCode.Different, $"{name}: what was written is no {compression}.")
            };
        Verify(converted, source, written, rules);
    }

    /// <summary>Reads what was written anew, and compares.</summary>
    public static void Verify(Converted converted, Payload source, Payload written, ConversionRules rules)
    {
        if (rules.Type is { } type)
        {
            object? left = converted.From.Deserialize(source.Bytes, type);
            object? right = converted.To.Deserialize(written.Bytes, type);
            if (!Json.Serialize(left, type, s_comparing).AsSpan().SequenceEqual(Json.Serialize(right, type, s_comparing))
                && converted.Losses.Count == 0)
                throw new CliException(ExitCode.Different, $"{written.Name}: what was read back is not what {source.Name} holds.");
            return;
        }
        var (_, before) = Read(source, rules);
        var (_, after) = Read(written,
            rules with
            {
                From = converted.To.Name,
                Lines = Sniffer.IsJson(converted.To) && TargetOf(rules with { To = rules.To ?? converted.To.Name }, written.Name).Lines
                    && before is NodeArray
            });
        int found = NodeDiff.Compare(before, after, DiffRules.Exact).Count(d => !d.IsOfKindOnly);
        if (found != converted.Losses.Count)
            throw new CliException(ExitCode.Different,
                $"{written.Name}: what was read back differs from {source.Name} in {Count(found, "place")}.");
    }
}
