using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting;

/// <summary>How payloads are converted.</summary>
/// <param name="Type">The type through which to go; null to go through nodes.</param>
sealed record ConversionRules(string? From, string? To, Type? Type, bool AllowLossy, bool Verify, bool Pretty, bool Lines, bool Unwrap);

/// <summary>A payload in another format, and what that cost.</summary>
/// <param name="Losses">What the new format does not have.</param>
/// <param name="Kinds">Scalars that keep their text but not their kind: a date that is text now.</param>
sealed record Converted(byte[] Bytes, Format From, Format To, List<Difference> Losses, List<Difference> Kinds);

/// <summary>One payload from one format to another: written, read back, and compared, so that nothing is lost unsaid.</summary>
static class Conversion
{
    static readonly DiffRules s_exact = new(Kinds: true);
    static readonly JsonOptions s_pretty = JsonOptions.Pretty with { Escaping = JsonEscaping.Relaxed, NewLine = "\n" };
    static readonly JsonOptions s_comparing = new() { Numbers = JsonNumbers.NamedFloats };

    public static Converted Convert(Payload payload, string? outputName, ConversionRules rules)
    {
        Format to = TargetOf(rules.To, outputName);
        Converted converted = rules.Type is { } type ? ThroughType(payload, to, type, rules) : ThroughNode(payload, to, rules);
        if (converted.Losses.Count > 0 && !rules.AllowLossy)
        {
            throw new CliException(ExitCode.Lossy, $"{payload.Name}: {converted.To.Name} would lose {Count(converted.Losses.Count, "value")}:\n"
                + string.Join('\n', converted.Losses.Take(20).Select(d => $"  {d.Path}: {d.Left} would be {d.Right}"))
                + (converted.Losses.Count > 20 ? "\n  ..." : "") + "\n--allow-lossy converts it all the same.");
        }
        return converted;
    }

    public static string Count(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";

    static Format TargetOf(string? to, string? outputName)
    {
        if (to is not null)
            return Sniffer.Named(to);
        string extension = Path.GetExtension(outputName ?? "");
        return (extension.Length > 1 ? ToolFormats.Values.FirstOrDefault(f => f.FileExtensions.Contains(extension, StringComparer.OrdinalIgnoreCase)) : null)
            ?? throw new CliException(ExitCode.Usage, extension.Length > 1 ? $"'{extension}' says no format; name it with --to." : "Name the format to write with --to.");
    }

    static Converted ThroughNode(Payload payload, Format to, ConversionRules rules)
    {
        var (from, node) = Read(payload, rules);
        if ((to.Features & FormatFeatures.WritesNodes) == 0)
            throw new CliException(ExitCode.Usage, $"{to.Name} has no form for a value without a type: give one with --type and --assembly.");
        bool lines = rules.Lines && to == Json.Format && node is NodeArray;
        byte[] bytes = lines ? JsonLines.Write((NodeArray)node!)
            : to == Json.Format && rules.Pretty ? Json.Serialize(node, s_pretty)
            : to.WriteNode(node);
        if ((to.Features & FormatFeatures.ReadsNodes) == 0)
            return new Converted(bytes, from, to, [], []);
        List<Difference> found = NodeDiff.Compare(node, lines ? JsonLines.Read(bytes) : to.ParseNode(bytes), s_exact);
        return new Converted(bytes, from, to, [.. found.Where(d => !d.IsOfKindOnly)], [.. found.Where(d => d.IsOfKindOnly)]);
    }

    static (Format, Node?) Read(Payload payload, ConversionRules rules)
    {
        if (rules.Lines && (rules.From is null ? payload.Bytes.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'{', ..] : Sniffer.Named(rules.From) == Json.Format))
            return (Json.Format, JsonLines.Read(payload.Bytes));
        Sniffed sniffed = Sniffer.Sniff(payload, rules.From);
        return sniffed.HasNode ? (sniffed.Format, sniffed.Node)
            : throw new CliException(ExitCode.Usage, $"{payload.Name} is {sniffed.Format.Name}, which can only be read through a type: give one with --type and --assembly.");
    }

    static Converted ThroughType(Payload payload, Format to, Type type, ConversionRules rules)
    {
        Format from = rules.From is null ? Sniffer.Sniff(payload, null).Format : Sniffer.Named(rules.From);
        object? value = from.Deserialize(payload.Bytes, type);
        byte[] bytes = to == Json.Format && rules.Pretty ? Json.Serialize(value, type, s_pretty) : to.Serialize(value, type);
        List<Difference> losses = NodeDiff.Compare(ToNode(value, type), ToNode(to.Deserialize(bytes, type), type), s_exact);
        if ((from.Features & FormatFeatures.ReadsNodes) != 0)
        {
            // What the type has no member for was not read at all.
            List<Difference> unread = NodeDiff.Compare(from.ParseNode(payload.Bytes), from.ParseNode(from.Serialize(value, type)), s_exact);
            losses.AddRange(unread.Where(d => d.Right == "(absent)").Select(d => d with { Right = $"dropped: {type.Name} has no such member" }));
        }
        return new Converted(bytes, from, to, losses, []);
    }

    /// <summary>A value of a type, to be compared with another.</summary>
    public static Node? ToNode(object? value, Type type) => Json.ParseNode(Json.Serialize(value, type, s_comparing), s_comparing);

    /// <summary>Reads a file that was written anew, and compares.</summary>
    /// <param name="name">What the file is to be called once it has proved right.</param>
    public static void Verify(Converted converted, Payload source, string file, string name, ConversionRules rules) =>
        Verify(converted, source, Payload.Read(file, unwrap: false) with { Name = name }, rules);

    /// <summary>Reads what was written anew, and compares.</summary>
    public static void Verify(Converted converted, Payload source, Payload written, ConversionRules rules)
    {
        if (rules.Type is { } type)
        {
            object? left = converted.From.Deserialize(source.Bytes, type);
            object? right = converted.To.Deserialize(written.Bytes, type);
            if (!Json.Serialize(left, type, s_comparing).AsSpan().SequenceEqual(Json.Serialize(right, type, s_comparing)) && converted.Losses.Count == 0)
                throw new CliException(ExitCode.Different, $"{written.Name}: what was read back is not what {source.Name} holds.");
            return;
        }
        var (_, before) = Read(source, rules);
        var (_, after) = Read(written, rules with { From = converted.To.Name });
        int found = NodeDiff.Compare(before, after, s_exact).Count(d => !d.IsOfKindOnly);
        if (found != converted.Losses.Count)
            throw new CliException(ExitCode.Different, $"{written.Name}: what was read back differs from {source.Name} in {Count(found, "place")}.");
    }
}
