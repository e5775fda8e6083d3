using System.CommandLine;
using System.Globalization;
using Isomer.Cli.Converting;
using Isomer.Cli.Converting.Items;
using Isomer.Cli.Converting.Rows;
using Isomer.Cli.Converting.Shards;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>`convert`: a payload, a folder of them, or an endless stream of records, in another format.</summary>
static class ConvertCommand
{
    static readonly Argument<string?> s_in = new("in")
    { Description = "A file, a folder, or - for standard input", Arity = ArgumentArity.ZeroOrOne };
    static readonly Argument<string?> s_out = new("out")
    { Description = "A file, a folder (for a folder), or - for standard output", Arity = ArgumentArity.ZeroOrOne };
    static readonly Option<string?> s_from = CommonOptions.FormatOption("--from", "The format read, if it should not be found out; of rows also csv, tsv, diffgram, postgres://... (isomer formats)", takesRows: true);
    static readonly Option<string?> s_to = CommonOptions.FormatOption("--to", "The format written; default by the extension of OUT. Lines of JSON are ndjson", takesRows: true);
    static readonly Option<string?> s_type = CommonOptions.Type();
    static readonly Option<FileInfo?> s_assembly = CommonOptions.Assembly();
    static readonly Option<bool> s_lossy = new("--allow-lossy")
    { Description = "Convert even if the new format cannot keep everything; what is lost is listed" };
    static readonly Option<bool> s_verify = new("--verify") { Description = "Read what was written from its file again, and compare" };
    static readonly Option<bool> s_dryRun = new("--dry-run") { Description = "Write nothing; say what would be written" };
    static readonly Option<bool> s_force = new("--force") { Description = "Overwrite files that are there; write binary to a terminal" };
    static readonly Option<bool> s_skipExisting = new("--skip-existing")
    { Description = "Leave files that are there, and go on with the others: a run that was interrupted is taken up again" };
    static readonly Option<bool> s_keepExtension = new("--keep-extension")
    { Description = "For a folder: a.xml becomes a.xml.json and not a.json" };
    static readonly Option<bool> s_inPlace = new("--in-place")
    { Description = "Replace IN, or each file of the folder IN, by its new form under its name: written beside it, read back and compared, then moved over it. What has the format already is left" };
    static readonly Option<bool> s_pretty = new("--pretty") { Description = "JSON with line breaks" };
    static readonly Option<bool> s_lines = new("--ndjson")
    { Description = "Write JSON as one value in each line; lines that are read are known by themselves, and are an array elsewhere" };
    static readonly Option<bool> s_raw = new("--raw") { Description = "Do not look inside compression, base64 and UTF-16" };
    static readonly Option<bool> s_items = new("--items")
    { Description = "Many values stay items one behind another, whatever their number: lines of JSON, frames of Compact and protobuf, each with its length" };
    static readonly Option<string?> s_compress = new("--compress")
    { Description = "Compress the result: gzip, br or zlib. So it is, too, where OUT ends in .gz or .br", HelpName = "NAME" };
    static readonly Option<bool> s_whole = new("--whole-records")
    {
        Description =
            "With --records to Compact: each record tells its own layout. Otherwise the first of its kind does, and the others name it"
    };
    static readonly JsonReading s_json = new();
    static readonly Option<int> s_jobs = new("--jobs", "-j")
    {
        Description = "How many files of a folder at a time (default: as many as cores)",
        HelpName = "N",
        DefaultValueFactory = _ => Environment.ProcessorCount
    };
    static readonly Option<string?> s_shard = new("--shard")
    {
        Description = "The I-th of N parts: of the files of a folder, or of the lines of one file of NDJSON, into the folder OUT. A part that is done is not done again",
        HelpName = "I/N"
    };
    static readonly Option<bool> s_records = new("--records")
    { Description = "Filter: records from standard input to standard output, for ever, in constant memory" };
    static readonly Option<Framing?> s_inFrames = new("--in-frames")
    {
        Description =
            "How records are told apart: lines (base64 for binary formats), varint, be32. Default: lines for text, varint for binary",
        HelpName = "FRAMES"
    };
    static readonly Option<Framing?> s_outFrames = new("--out-frames") { Description = "The same for those written", HelpName = "FRAMES" };
    static readonly Option<int> s_maxRecord = new("--max-record")
    { Description = "The largest record, in bytes (default 64 MiB)", HelpName = "BYTES", DefaultValueFactory = _ => 64 << 20 };
    static readonly Option<bool> s_skipBad = new("--skip-bad")
    { Description = "With --records: leave out damaged records, tell them on standard error, and exit with 3 at the end" };

    static readonly Option<bool> s_rows = new("--rows")
    { Description = "Rows and not values: of csv, tsv, json, ndjson, xml as WriteXml writes it, diffgram, Compact's frames, SQLite, postgres://..., any payload with a DataSet. So it is for csv and databases in any case" };
    static readonly Option<string?> s_table = new("--table")
    { Description = "The table to read of a DataSet or database, or to make in one", HelpName = "NAME" };
    static readonly Option<string?> s_query = new("--query") { Description = "What to ask the database", HelpName = "SQL" };
    static readonly Option<string?> s_schema = new("--schema")
    {
        Description = "Of rows that do not say their columns (a DiffGram alone): the set's schema, or infer, which makes texts of all. --type names a class that has them instead",
        HelpName = "FILE.xsd"
    };
    static readonly Option<bool> s_append = new("--append") { Description = "Add rows to a table that is there" };
    static readonly Option<string?> s_separator = new("--separator")
    { Description = "What stands between the fields of CSV (default: a comma)", HelpName = "C" };

    public static Command Create()
    {
        Command command = Of();
        s_json.AddTo(command);
        return command;
    }

    static Command Of() =>
        new Command("convert",
            "Turns payloads into another format, through a type or without one. Reads back what it wrote: nothing is lost unsaid.")
    {
        s_in, s_out, s_from, s_to, s_type, s_assembly, s_lossy, s_verify, s_dryRun, s_force, s_skipExisting, s_keepExtension, s_inPlace,
        s_pretty, s_lines, s_raw, s_jobs, s_shard,
        s_records, s_inFrames, s_outFrames, s_maxRecord, s_skipBad, s_rows, s_table, s_query, s_schema, s_append, s_separator, s_items,
        s_compress, s_whole,
    }.Runs((result, stop) =>
        RowsOf(result) is var (from, to)
            ? RowConversion.RunAsync(from, to, RulesOf(result, from, to), stop)
            : Task.Run(() => RunAsync(result, stop), CancellationToken.None)).WithExamples(
        "isomer convert order.bin order.json",
        "isomer convert order.bin - --to json --pretty | less",
        "isomer convert old/ new/ --to compact --jobs 4 --verify --skip-existing",
        "isomer convert old/ --in-place --to json",
        "isomer convert old/ new/ --to compact --shard 3/8",
        "isomer convert orders.ndjson orders.compact --items",
        "isomer convert orders.compact orders.ndjson.gz",
        "isomer convert order.json order.compact --type My.Order --assembly My.dll --web",
        "isomer convert orders.csv orders.db --table orders",
        "isomer convert --from postgres://localhost/shop --query 'select * from orders' orders.ndjson",
        "isomer convert order.pb order.json --type My.Order --assembly My.dll --from protobuf",
        "producer | isomer convert --records --from json --to compact --out-frames varint | consumer");

    static async Task<int> RunAsync(ParseResult r, CancellationToken stop)
    {
        s_json.RefuseNames(r, r.GetValue(s_type) is not null);
        if (CommonOptions.IsGiven(r, s_separator))
            throw new CliException(ExitCode.Usage, "--separator stands between the fields of CSV, and neither side is that.");
        RefuseJobs(r);
        Type? type = r.GetValue(s_type) is { } name ? UserTypes.Find(r.GetValue(s_assembly), name) : null;
        if (r.GetValue(s_records))
            return r.GetValue(s_shard) is null
                ? Records(r, type, stop)
                : throw new CliException(ExitCode.Usage, "--records takes what it is given: --shard is for folders and files.");
        var rules = new ConversionRules(r.GetValue(s_from), r.GetValue(s_to), type, r.GetValue(s_lossy), r.GetValue(s_verify),
            r.GetValue(s_pretty), r.GetValue(s_lines), !r.GetValue(s_raw),
            r.GetValue(s_items), s_json.Of(r), CompressionOf(r, r.GetValue(s_out)));
        string? from = r.GetValue(s_in), to = r.GetValue(s_out);
        Existing existing = (r.GetValue(s_force), r.GetValue(s_skipExisting)) switch
        {
            (true, true) =>
                throw new CliException(ExitCode.Usage, "--force overwrites what is there and --skip-existing leaves it: give one of them."),
            (true, false) => Existing.Overwrite,
            (false, var skip) => skip ? Existing.Skip : Existing.Refuse,
        };
        if (r.GetValue(s_shard) is { } shard)
        {
            if (from is null or "-" || to is null or "-" || existing == Existing.Overwrite || r.GetValue(s_inPlace))
                throw new CliException(ExitCode.Usage,
                    "--shard reads a folder or a file of lines and writes into a folder: name both, without --force and --in-place.");
            var folder = new FolderRules(r.GetValue(s_jobs), r.GetValue(s_dryRun), existing, r.GetValue(s_keepExtension), InPlace: false,
                Shard.Parse(shard));
            return await ShardConversion.RunAsync(from, to, rules, folder, s_json.TextOf(r), Status, stop).ConfigureAwait(false);
        }
        if (r.GetValue(s_inPlace))
        {
            if (from is null or "-" || to is not null || existing != Existing.Refuse || r.GetValue(s_keepExtension) || rules.AllowLossy)
                throw new CliException(ExitCode.Usage,
                    "--in-place replaces the files of IN: it takes no OUT, --force, --skip-existing, --keep-extension or --allow-lossy.");
            if (!System.IO.File.Exists(from) && !Directory.Exists(from))
                throw new CliException(ExitCode.Usage, $"There is no '{from}'.");
            var inPlace = new FolderRules(r.GetValue(s_jobs), r.GetValue(s_dryRun), existing, KeepExtension: false, InPlace: true);
            return await FolderConversion.RunAsync(from, from, rules with { Verify = true }, inPlace, Status, stop).ConfigureAwait(false);
        }
        if (from is not null && Directory.Exists(from))
        {
            string into = to ?? throw new CliException(ExitCode.Usage, "Name the folder to write to.");
            var folder = new FolderRules(r.GetValue(s_jobs), r.GetValue(s_dryRun), existing, r.GetValue(s_keepExtension), InPlace: false);
            return await FolderConversion.RunAsync(from, into, rules, folder, Status, stop).ConfigureAwait(false);
        }
        if (existing == Existing.Skip && to is not (null or "-") && System.IO.File.Exists(to))
        {
            Terminal.Note($"'{to}' is there already.");
            return ExitCode.Ok;
        }
        if (to is not (null or "-"))
        {
            if (Directory.Exists(to))
                throw new CliException(ExitCode.Usage, $"'{to}' is a folder; name the file to write, or a folder for both.");
            if (!r.GetValue(s_dryRun))
            {
                Target.RefuseIfThere(to, r.GetValue(s_force));
                PartFile.RemoveLeft(to);
            }
        }
        using PeekedInput input = PeekedInput.Open(from, rules.Unwrap, isEnough: ItemConversion.IsEnough(rules));
        if (ItemConversion.PlanOf(input, to, rules) is not { } plan)
            return File(r, input.ReadAll(rules.Unwrap), to, rules);
        RefuseWithoutJson(r, plan.Source, plan.Target);
        Func<PeekedInput>? again = Payload.IsReadOnce(from) ? null : () => PeekedInput.Open(from, rules.Unwrap);
        Terminal.Note(Terminal.InLine(
            await ItemConversion.RunAsync(input, again, to, plan, rules, r.GetValue(s_dryRun), r.GetValue(s_force), stop)
                .ConfigureAwait(false)));
        return ExitCode.Ok;
    }

    /// <summary>What the result is compressed by: what was said, else what the name of the file says.</summary>
    static string? CompressionOf(ParseResult r, string? target) =>
        Compression.Named(r.GetValue(s_compress) ?? Compression.OfName(target));

    /// <summary>Where rows come from and go to; null where values are meant.</summary>
    static (RowPlace From, RowPlace To)? RowsOf(ParseResult r)
    {
        if (r.GetValue(s_records) || r.GetValue(s_shard) is not null)
            return null;
        string? from = r.GetValue(s_from), to = r.GetValue(s_to), first = r.GetValue(s_in), second = r.GetValue(s_out);
        // An address is an end of its own: one argument is left for the other.
        if (RowPlace.IsUrl(from) && second is null)
            (first, second) = (null, first);
        bool isAsked = r.GetValue(s_rows) || r.GetValue(s_table) is not null || r.GetValue(s_query) is not null
            || r.GetValue(s_schema) is not null || r.GetValue(s_append);
        if (!isAsked && first is not null && Directory.Exists(first))
            return null;
        RowPlace source = RowPlace.In(first, from);
        RowPlace? target = RowPlace.Out(second, to);
        if (!isAsked && !source.IsOfRowsAlone && target?.IsOfRowsAlone != true)
            return null;
        return (source,
            target ?? throw new CliException(ExitCode.Usage,
                $"Name the form to write rows in with --to: {RowForms.Listed}"));
    }

    static char? Separator(string? given) => given switch
    {
        null => null,
        "\\t" or "tab" => '\t',
        [var one] => one,
        _ => throw new CliException(ExitCode.Usage, $"'{given}' is no single character to stand between fields."),
    };

    static RowRules RulesOf(ParseResult r, RowPlace from, RowPlace to)
    {
        s_json.RefuseWithoutJson(r, "rows have the names of their columns, and JSON of rows is read as it is");
        RefuseJobs(r);
        if (CommonOptions.IsGiven(r, s_separator) && from.Form is not (RowForm.Csv or RowForm.Tsv)
            && to.Form is not (RowForm.Csv or RowForm.Tsv))
            throw new CliException(ExitCode.Usage, "--separator stands between the fields of CSV, and neither side is that.");
        return new(r.GetValue(s_from), r.GetValue(s_table), r.GetValue(s_query), r.GetValue(s_append), Separator(r.GetValue(s_separator)),
            r.GetValue(s_verify), r.GetValue(s_force), r.GetValue(s_dryRun),
            CompressionOf(r, to.IsDatabase ? null : to.Name), !r.GetValue(s_raw),
            r.GetValue(s_schema), r.GetValue(s_type) is { } name ? UserTypes.Find(r.GetValue(s_assembly), name) : null);
    }

    static int Records(ParseResult r, Type? type, CancellationToken stop)
    {
        if (CompressionOf(r, r.GetValue(s_out)) is not null)
            throw new CliException(ExitCode.Usage, "--records answers record by record: pipe its output through gzip to compress it.");
        JsonOptions? json = s_json.Of(r);
        Format from = Sniffer.Named(
            r.GetValue(s_from)
                ?? throw new CliException(ExitCode.Usage, "--records needs --from: an endless stream cannot be looked at first."), json);
        Format to = Sniffer.Named(r.GetValue(s_to) ?? throw new CliException(ExitCode.Usage, "--records needs --to."), json);
        if (type is null && ((from.Features & FormatFeatures.ReadsNodes) == 0 || (to.Features & FormatFeatures.WritesNodes) == 0))
            throw new CliException(ExitCode.Usage,
                $"{from.Name} to {to.Name} goes only through a type: give one with --type and --assembly.");
        var rules = new RecordRules(from, to, type, r.GetValue(s_inFrames) ?? Usual(from), r.GetValue(s_outFrames) ?? Usual(to),
            r.GetValue(s_maxRecord), r.GetValue(s_skipBad), r.GetValue(s_whole));
        return RecordFilter.Run(Terminal.OpenInput(), Terminal.OpenOutput(), rules, stop);
    }

    static Framing Usual(Format format) => format.IsText ? Framing.Lines : Framing.Varint;

    /// <summary>Of a folder's files some may be JSON; of one payload it is known when its formats are.</summary>
    static void RefuseWithoutJson(ParseResult r, Format from, Format to)
    {
        if (!Sniffer.IsJson(from) && !Sniffer.IsJson(to))
            s_json.RefuseWithoutJson(r, $"{from.Name} to {to.Name} has none");
    }

    static void RefuseJobs(ParseResult r)
    {
        if (!CommonOptions.IsGiven(r, s_jobs))
            return;
        if (r.GetValue(s_jobs) < 1)
            throw new CliException(ExitCode.Usage, "--jobs: how many files at a time, 1 or more.");
        if (r.GetValue(s_records) || r.GetValue(s_in) is not { } from || !Directory.Exists(from))
            throw new CliException(ExitCode.Usage, "--jobs is for the files of a folder: here is one input.");
    }

    static int File(ParseResult r, Payload payload, string? to, ConversionRules rules)
    {
        bool dryRun = r.GetValue(s_dryRun), force = r.GetValue(s_force);
        Converted converted = Conversion.Convert(payload, to, rules);
        RefuseWithoutJson(r, converted.From, converted.To);
        bool toOutput = to is null or "-";
        Terminal.Note(Terminal.InLine(Status(payload.Name, toOutput ? "standard output" : to!, payload, converted)));
        Tell(converted);
        if (dryRun)
            return ExitCode.Ok;
        if (toOutput)
        {
            if (rules.Verify)
                Conversion.Verify(converted, payload, Payload.Of("the output", converted.Bytes, unwrap: false), rules);
            Terminal.Write(converted.Stored, converted.IsText, force);
            return ExitCode.Ok;
        }
        Target.Save(to!, converted.Stored, force,
            rules.Verify ? written => Conversion.Verify(converted, payload, written, to!, rules) : null, source: payload.Name);
        return ExitCode.Ok;
    }

    static string Status(string from, string to, Payload payload, Converted converted) => string.Create(CultureInfo.InvariantCulture,
        $"{from} ({converted.From.Name}, {payload.Bytes.Length} bytes) -> {to} ({converted.To.Name}{(converted.Compress is null ? "" : " in " + converted.Compress)}, {converted.Stored.Length} bytes)");

    static void Tell(Converted converted)
    {
        foreach (Difference loss in converted.Losses)
            Terminal.Note($"  lost: {loss.Path}: {loss.Left} is {loss.Right}");
        if (converted.Kinds.Count > 0)
            Terminal.Note(
                $"  {Conversion.Count(converted.Kinds.Count, "scalar")} kept as text, for {converted.To.Name} has no such kind: {string.Join(", ", converted.Kinds.Take(3).Select(k => k.Path))}{(converted.Kinds.Count > 3 ? ", ..." : "")}");
    }
}
