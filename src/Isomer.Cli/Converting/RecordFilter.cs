using System.Globalization;
using Isomer.Cli.Converting.Items;
using Isomer.Formats;

namespace Isomer.Cli.Converting;

/// <summary>How `convert --records` runs.</summary>
sealed record RecordRules(Format From, Format To, Type? Type, Framing In, Framing Out, int MaxRecord, bool SkipBad,
    bool WholeRecords = false);

/// <summary>
/// Records from standard input to standard output, for ever: in constant memory, one out for each in and in the same order, and
/// flushed whenever the next one is not here yet, so that whoever waits for an answer gets it.
/// </summary>
static class RecordFilter
{
    public static int Run(Stream input, Stream output, RecordRules rules, CancellationToken stop)
    {
        using var reader = new FrameReader(input, rules.In, rules.From.IsText, rules.MaxRecord);
        using var writer = new FrameWriter(output, rules.Out, rules.To.IsText);
        // In frames, records are read in their order: layouts are told once. Lines go apart, so each has its own.
        var layouts = new CompactStreamLayouts();
        CompactRecords? compact = rules.To.Name == Compact.Format.Name && rules.Out != Framing.Lines && !rules.WholeRecords
            ? new CompactRecords(rules.Type)
            : null;
        bool readsLayouts = rules.From.Name == Compact.Format.Name;
        long bad = 0;
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            try
            {
                if (!reader.TryRead(wait: false, out ReadOnlySpan<byte> record))
                {
                    writer.Flush();
                    if (!reader.TryRead(wait: true, out record))
                        break;
                }
                writer.Write(Convert(readsLayouts ? layouts.Whole(record) : record, rules, compact));
            }
            catch (WireFormatException e)
            {
                if (!rules.SkipBad)
                    throw new CliException(ExitCode.Corrupt, $"Record {reader.Count}: {e.Message}", e);
                bad++;
                Terminal.Note(string.Create(CultureInfo.InvariantCulture, $"{Root.Name}: record {reader.Count} skipped: {e.Message}"));
            }
        }
        return bad == 0 ? ExitCode.Ok : ExitCode.Corrupt;
    }

    static byte[] Convert(ReadOnlySpan<byte> record, RecordRules rules, CompactRecords? compact)
    {
        object? value = rules.Type is { } type ? rules.From.Deserialize(record, type) : rules.From.ParseNode(record);
        return compact is not null ? compact.Write(value)
            : rules.Type is { } same ? rules.To.Serialize(value, same) : rules.To.WriteNode((Node?)value);
    }
}
