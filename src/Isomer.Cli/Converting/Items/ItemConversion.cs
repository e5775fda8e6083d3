using System.Globalization;
using System.Text;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Items;

/// <summary>
/// Arrays, lines and items from one format to another, one value in memory at a time: of whatever length. Each is read back from what was
/// written of it and compared; what fails leaves no file behind, but standard output has had what went before.
/// </summary>
static class ItemConversion
{
    /// <summary>The largest item, which is held as a whole.</summary>
    const int MaxItem = 1 << 30;

    /// <summary>How these items are converted; null where a payload is to be read as a whole.</summary>
    public static ItemPlan? PlanOf(PeekedInput input, string? outputName, ConversionRules rules)
    {
        Format json = Sniffer.Named(Json.Format.Name, rules.Json);
        Format? given = rules.From is null ? null : Sniffer.Named(rules.From);
        ItemForm from = ItemForms.OfInput(input.Head, input.IsWhole, given, rules.Items, json, input.Name);
        if (from == ItemForm.None || (from == ItemForm.JsonArray && IsCollection(ItemTypeOf(rules.Type, from)) && !rules.Items))
            return null;
        var (to, lines) = Conversion.TargetOf(rules, outputName);
        ItemForm form = ItemForms.OfOutput(to, lines, rules.Items, rules.Type is not null);
        // A whole payload has more to say of what is wrong with it, and writes nothing where something is; but lines and items have a type
        // each.
        bool isAsked = rules.Items || !input.IsWhole || (rules.Type is not null && from is ItemForm.JsonLines or ItemForm.CompactItems);
        // Lines through a type have that type each, and no format has a place for many values of it but items.
        if (form == ItemForm.None && !rules.Items && rules.Type is { } type && from is ItemForm.JsonLines or ItemForm.CompactItems)
        {
            string remedy = to.Name is "Compact" or "Protobuf"
                ? $"--items writes each as an item of {to.Name}"
                : "write lines (--to ndjson) or items (--to compact --items)";
            throw new CliException(ExitCode.Usage, $"{input.Name} has many values, each a {type.Name}, and {to.Name} holds one: {remedy}.");
        }
        if (form == ItemForm.None || !isAsked)
            return rules.Items ? throw new CliException(ExitCode.Usage, $"{to.Name} is not written item by item.") : null;
        return new ItemPlan(from, from is ItemForm.CompactItems ? Compact.Format : from is ItemForm.ProtobufItems ? Protobuf.Format : json,
            form, to);
    }

    /// <summary>
    /// Whether these first bytes are lines of JSON, whatever follows them: then the first of them can be converted while the input stays
    /// open. (Null for what is looked at as far as a megabyte.)
    /// </summary>
    public static HeadTest? IsEnough(ConversionRules rules)
    {
        Format json = Sniffer.Named(Json.Format.Name, rules.Json);
        Format? given = rules.From is null ? null : Sniffer.Named(rules.From);
        bool isSaid = given is not null && Sniffer.IsJson(given);
        return !rules.Items || (given is not null && !isSaid) ? null
            // A zero is of UTF-16, which is told by more bytes.
            : head => (isSaid || head.TrimStart("\uFEFF \t\r\n"u8) is [(byte)'{' or (byte)'[', ..]) && !head.Contains((byte)0)
                && ItemForms.OfInput(head, isWhole: false, given, asked: true, json) == ItemForm.JsonLines;
    }

    /// <param name="input">What is read.</param>
    /// <param name="again">Opens it once more, to be compared; null where that cannot be.</param>
    /// <param name="to">The file to be written; nothing or "-" is standard output.</param>
    /// <param name="plan">From what to what.</param>
    /// <param name="rules">How.</param>
    /// <param name="dryRun">Whether nothing is written.</param>
    /// <param name="force">Whether a file that is there is overwritten.</param>
    /// <param name="stop">Ends it.</param>
    /// <param name="temporary">Where the file is written first; null for a name beside it.</param>
    /// <returns>What was converted and what it cost, in lines.</returns>
    public static async Task<string> RunAsync(PeekedInput input, Func<PeekedInput>? again, string? to, ItemPlan plan, ConversionRules rules,
        bool dryRun, bool force, CancellationToken stop, string? temporary = null)
    {
        // Of an array or list it is the items that are converted.
        rules = rules with { Type = ItemTypeOf(rules.Type, plan.From) };
        bool toOutput = to is null or "-";
        ItemWriter written;
        long bytes = 0;
        if (dryRun || toOutput)
        {
            bool isBinary = rules.Compress is not null || plan.Into is ItemForm.CompactItems or ItemForm.ProtobufItems;
            if (!dryRun && isBinary && Terminal.OutputIsTerminal && !force)
                throw new CliException(ExitCode.Usage,
                    "Binary output is not written to a terminal. Name a file, or redirect; --force does it all the same.");
            await using var output = new CountingStream(dryRun ? Stream.Null : Terminal.OpenOutput());
            written = await WriteAsync(input, output, plan, rules, stop, isLive: !dryRun).ConfigureAwait(false);
            bytes = output.Count;
        }
        else
        {
            ItemWriter? writer = null;
            await Target.SaveAsync(to!, force, async stream =>
            {
                writer = await WriteAsync(input, stream, plan, rules, stop).ConfigureAwait(false);
                bytes = stream.Position;
                // What it becomes may take its place, which not every system allows where it is open.
                input.Dispose();
            }, rules.Verify ? part => VerifyAsync(again, part, plan, rules, stop) : null, temporary, input.Path).ConfigureAwait(false);
            written = writer!;
        }
        return Told(input, toOutput ? "standard output" : to!, plan, rules, written, bytes);
    }

    static string Told(PeekedInput input, string to, ItemPlan plan, ConversionRules rules, ItemWriter written, long bytes)
    {
        string wrapped = input.Wrappings.Count == 0 ? "" : " in " + string.Join(" in ", input.Wrappings.Reverse());
        string packed = rules.Compress is null ? "" : " in " + rules.Compress;
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"{input.Name} ({ItemForms.NameOf(plan.From, plan.Source)}{wrapped}, {input.RawBytes} bytes) -> ");
        text.Append(CultureInfo.InvariantCulture,
            $"{to} ({ItemForms.NameOf(plan.Into, plan.Target)}{packed}, {bytes} bytes): {Count(written.Count, "item")}");
        foreach (Difference loss in written.Losses)
            text.Append(CultureInfo.InvariantCulture, $"\n  lost: {loss.Path}: {loss.Left} is {loss.Right}");
        if (written.LossCount > written.Losses.Count)
            text.Append(CultureInfo.InvariantCulture, $"\n  and {Count(written.LossCount - written.Losses.Count, "value")} more.");
        if (written.KindCount > 0)
            text.Append(CultureInfo.InvariantCulture,
                $"\n  {Count(written.KindCount, "scalar")} kept as text, for {plan.Target.Name} has no such kind.");
        return text.ToString();
    }

    static string Count(long count, string noun) => string.Create(CultureInfo.InvariantCulture, $"{count} {noun}{(count == 1 ? "" : "s")}");

    /// <summary>Whether it may be the type of the whole, of whose items it does not say which they are.</summary>
    static bool IsCollection(Type? type) =>
        type is not null && type != typeof(string) && typeof(System.Collections.IEnumerable).IsAssignableFrom(type);

    /// <summary>Reads the items, of whatever number, and keeps none: whether a file is what it seems to be by its beginning.</summary>
    public static async Task ProveAsync(PeekedInput input, ItemPlan plan, ConversionRules rules, CancellationToken stop)
    {
        try
        {
            await foreach (Item _ in ItemReader.ReadAsync(input, plan.From, null, rules.Json, MaxItem, stop).ConfigureAwait(false))
            {
            }
        }
        catch (WireFormatException e)
        {
            throw new CliException(ExitCode.Corrupt, $"{input.Name}: {e.Message}", e);
        }
    }

    static readonly Type[] s_lists = [typeof(List<>), typeof(IEnumerable<>), typeof(ICollection<>), typeof(IList<>),
        typeof(IReadOnlyCollection<>), typeof(IReadOnlyList<>)];

    /// <summary>The type of an item: whoever names the type of the whole, an array or list, means its items.</summary>
    static Type? ItemTypeOf(Type? type, ItemForm from) => type switch
    {
        null => null,
        { IsArray: true } when from == ItemForm.JsonArray => type.GetElementType(),
        { IsGenericType: true } when from == ItemForm.JsonArray && s_lists.Contains(type.GetGenericTypeDefinition()) =>
            type.GetGenericArguments()[0],
        _ => type,
    };

    /// <param name="input">What is read.</param>
    /// <param name="output">Where to.</param>
    /// <param name="plan">From what to what.</param>
    /// <param name="rules">How.</param>
    /// <param name="stop">Ends it.</param>
    /// <param name="isLive">
    /// Whether what is written goes on at once where no more input waits. What is compressed does not: that would be compressed less.
    /// </param>
    static async Task<ItemWriter> WriteAsync(PeekedInput input, Stream output, ItemPlan plan, ConversionRules rules, CancellationToken stop,
        bool isLive = false)
    {
        var buffered = new BufferedStream(output, 1 << 16);
        var packed = new CountingStream(buffered);
        Stream into = rules.Compress is { } compression ? Compression.Into(compression, packed) : buffered;
        var writer =
            new ItemWriter(into, plan.Into, Sniffer.IsJson(plan.Target) ? Sniffer.Named(Json.Format.Name, rules.Json) : plan.Target, rules);
        try
        {
            var items = ItemReader.ReadAsync(input, plan.From, rules.Type, rules.Json, MaxItem, stop).GetAsyncEnumerator(stop);
            bool isWaiting = false;
            try
            {
                while (true)
                {
                    ValueTask<bool> next = items.MoveNextAsync();
                    isWaiting = true;
                    if (isLive && into == buffered && !next.IsCompleted)
                    {
                        writer.Flush();
                        await buffered.FlushAsync(stop).ConfigureAwait(false);
                    }
                    bool any = await next.ConfigureAwait(false);
                    isWaiting = false;
                    if (!any)
                        break;
                    stop.ThrowIfCancellationRequested();
                    writer.Write(items.Current);
                }
            }
            finally
            {
                // Who reads the output is gone, and the next item has not come: to end the reading would be an error that hides it.
                if (!isWaiting)
                    await items.DisposeAsync().ConfigureAwait(false);
            }
            writer.End();
        }
        catch (WireFormatException e)
        {
            throw new CliException(ExitCode.Corrupt, $"{input.Name}: item {writer.Count}: {e.Message}", e);
        }
        if (into != buffered)
            await into.DisposeAsync().ConfigureAwait(false);
        if (rules.Compress is { } of && packed.Count == 0)
            buffered.Write(Compression.OfNothing(of));
        await buffered.FlushAsync(stop).ConfigureAwait(false);
        return writer;
    }

    /// <summary>Reads both again, item by item.</summary>
    static async Task VerifyAsync(Func<PeekedInput>? again, string written, ItemPlan plan, ConversionRules rules, CancellationToken stop)
    {
        if (again is null)
            throw new CliException(ExitCode.Usage, "--verify reads both files again; standard input and pipes cannot be.");
        if (plan.Into is ItemForm.XmlArray or ItemForm.ContractArray)
            throw new CliException(ExitCode.Usage,
                $"--verify of {plan.Target.Name} reads the whole: it is not read item by item. Each item was compared as it was written.");
        using PeekedInput before = again(),
            after = rules.Compress is null ? PeekedInput.Open(written, unwrap: false) : PeekedInput.Compressed(written, rules.Compress);
        await using var left = ItemReader.ReadAsync(before, plan.From, rules.Type, rules.Json, MaxItem, stop).GetAsyncEnumerator(stop);
        await using var right = ItemReader.ReadAsync(after, plan.Into, rules.Type, rules.Json, MaxItem, stop).GetAsyncEnumerator(stop);
        for (long i = 0; ; i++)
        {
            bool any = await left.MoveNextAsync().ConfigureAwait(false);
            if (any != await right.MoveNextAsync().ConfigureAwait(false))
                throw new CliException(ExitCode.Different,
                    $"What was written has {(any ? "fewer" : "more")} items than {before.Name}. It was not kept.");
            if (!any)
                return;
            Node? a = rules.Type is { } type ? Conversion.ToNode(left.Current.Value, type) : (Node?)left.Current.Value;
            Node? b = rules.Type is { } same ? Conversion.ToNode(right.Current.Value, same) : (Node?)right.Current.Value;
            if (!rules.AllowLossy && NodeDiff.Compare(a, b, DiffRules.Exact).Find(d => !d.IsOfKindOnly) is { } found)
                throw new CliException(ExitCode.Different,
                    $"Item {i}: {found.Path}: {found.Left} was read back as {found.Right}. The file was not kept.");
        }
    }
}

/// <summary>From what to what items go.</summary>
sealed record ItemPlan(ItemForm From, Format Source, ItemForm Into, Format Target);
