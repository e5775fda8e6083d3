using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>Options in the form that sink and source use: computed once per options object.</summary>
internal sealed class JsonProfile
{
    // Tables depend on few of the options, so that options made anew for each call share them: the slots of the models
    // stay as few as the combinations of these.
    static readonly ConcurrentDictionary<(JsonNaming, JsonEscaping, JsonOmit, bool, bool), int> Slots = new();

    public JsonProfile(JsonOptions options)
    {
        Options = options;
        Escaping = (EscapeMode)options.Escaping;
        MaxDepth = Math.Max(options.Limits.MaxDepth, 1);
        MaxItems = Math.Max(options.Limits.MaxItems, 1);
        if (options.Indented)
        {
            if (options.IndentCharacter is not (' ' or '\t') || options.IndentSize is < 0 or > 127 || options.NewLine is not ("\n" or "\r\n"))
                throw new ArgumentException("Json indents by 0 to 127 spaces or tabs, with lines ended by LF or CR LF.");
            NewLine = Encoding.ASCII.GetBytes(options.NewLine);
        }
        QuotesNumbers = (options.Numbers & JsonNumbers.WriteAsString) != 0;
        ReadsQuotedNumbers = (options.Numbers & JsonNumbers.ReadFromString) != 0;
        NamedFloats = (options.Numbers & JsonNumbers.NamedFloats) != 0;
        ChangesKeys = options.KeyNaming != JsonNaming.AsDeclared || options.Dates != JsonDates.Iso;
        IsPlain = !options.Indented && !QuotesNumbers && options.Dates == JsonDates.Iso;
        Slot = Slots.GetOrAdd((options.Naming, options.Escaping, options.Omit, options.IgnoreCase, IsPlain), _ => ModelSlot.Next());
    }

    public JsonOptions Options { get; }

    public int Slot { get; }

    public EscapeMode Escaping { get; }

    public int MaxDepth { get; }

    public int MaxItems { get; }

    public byte[] NewLine { get; } = [];

    /// <summary>Whether scalars have their usual forms and nothing stands between tokens.</summary>
    public bool IsPlain { get; }

    public bool QuotesNumbers { get; }

    public bool ReadsQuotedNumbers { get; }

    public bool NamedFloats { get; }

    /// <summary>Whether some keys of maps are not written as the same value elsewhere.</summary>
    public bool ChangesKeys { get; }

    public JsonTable TableOf(TypeModel model) =>
        (JsonTable?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new JsonTable((ObjectModel)model, this));

    public static string Rename(string name, JsonNaming naming) => naming switch
    {
        JsonNaming.Camel => JsonNamingPolicy.CamelCase.ConvertName(name),
        JsonNaming.SnakeLower => JsonNamingPolicy.SnakeCaseLower.ConvertName(name),
        JsonNaming.SnakeUpper => JsonNamingPolicy.SnakeCaseUpper.ConvertName(name),
        JsonNaming.KebabLower => JsonNamingPolicy.KebabCaseLower.ConvertName(name),
        JsonNaming.KebabUpper => JsonNamingPolicy.KebabCaseUpper.ConvertName(name),
        JsonNaming.Lower => name.ToLowerInvariant(),
        JsonNaming.Upper => name.ToUpperInvariant(),
        _ => name,
    };
}
