using System.Text;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Features;

/// <summary>What outlives a version: payloads of older and newer types, names in payloads, schemas.</summary>
static class VersionProbes
{
    static readonly Newer s_newer = new() { Id = 7, Name = "n", Quantity = 3, Note = "x" };

    public static IReadOnlyList<Probe> All { get; } =
    [
        new("newer", "reads newer", "A payload of a type with two members more is read as the type without them.", r =>
        {
            Older read = Respondent.Read<Older>(r.Calls(new Older()), Named(r.Calls(s_newer).Write(), "Newer"u8, "Older"u8));
            return Answer.If(read is { Id: 7, Name: "n" }, "skips what it does not know", "other values come back");
        }),
        new("older", "reads older", "A payload of a type with two members less is read as the type that has them.", r =>
        {
            Newer read = Respondent.Read<Newer>(r.Calls(new Newer()),
                Named(r.Calls(new Older { Id = 7, Name = "n" }).Write(), "Older"u8, "Newer"u8));
            return Answer.If(read is { Id: 7, Name: "n", Quantity: 0, Note: null }, "what is missing has its default",
                "other values come back");
        }),
        new("names", "says its names", "Whether the members' names are in a payload, so that it can be read without its type.", r =>
            Answer.If(Contains(r.Calls(s_newer).Write(), nameof(Newer.Quantity)), "names", "no names")),
        new("schema", "schema",
            "Whether it makes a schema of a type. One that has no such method cannot be asked: none was found in its package.", Schema),
    ];

    /// <summary>Where a payload names its CLR type, both versions of it have one name in life: so the other's is put in.</summary>
    static byte[] Named(byte[] payload, ReadOnlySpan<byte> from, ReadOnlySpan<byte> to)
    {
        HostileProbes.Replace(payload, from, to);
        return payload;
    }

    static Answer Schema(Respondent r) => r.Peer.SchemaOf<Newer>() is not { } schema ? new Answer(Verdict.No, "none in its package")
        : Answer.If(schema.Text.Contains(nameof(Newer.Quantity), StringComparison.OrdinalIgnoreCase), schema.Language,
            "without the members");

    /// <summary>Whether a payload has the text, in any case: some write names in camelCase.</summary>
    static bool Contains(byte[] payload, string name) =>
        Encoding.Latin1.GetString(payload).Contains(name, StringComparison.OrdinalIgnoreCase)
            || Encoding.Unicode.GetString(payload).Contains(name, StringComparison.OrdinalIgnoreCase);
}
