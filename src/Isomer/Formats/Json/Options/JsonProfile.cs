using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Options in the form that sink and source use: computed once per options object.</summary>
internal sealed class JsonProfile
{
    // Tables depend on few of the options, so that options made anew for each call share them: the slots of the models
    // stay as few as the combinations of these.
    static readonly int[] Slots = new int[8 * 4 * 3 * 2 * 2 * 2 * 2 * 2];

    // Tables of a naming policy or an encoder of the caller's are kept here, so that as many as a program makes are no slots of the models.
    readonly ConditionalWeakTable<TypeModel, JsonTable>? _tables;
    readonly ConditionalWeakTable<EnumModel, EnumModel> _enumKeys = [];
    static readonly int s_neverSet = ModelSlot.Next();
    JsonSerializerOptions? _theirs;

    public JsonProfile(JsonOptions options)
    {
        Options = options;
        Escaping = EscapingOf(options);
        LongestAtOnce = options.Encoder is null ? JsonSink.StringChunk : -1;
        MaxDepth = Math.Max(options.Limits.MaxDepth, 1);
        MaxItems = Math.Max(options.Limits.MaxItems, 1);
        if (options.CyclesAsNull && (options.References == References.Preserve || options.KeepsTypes || options.FastJsonRules is not null))
            throw new ArgumentException(
                "CyclesAsNull says that cycles are lost, where References.Preserve, Graph and FastJson keep them. Choose one of the two.");
        if (options.NullableAnnotations && options.FastJsonRules is not null)
            throw new ArgumentException("FastJson leaves null to whoever reads: NullableAnnotations has no meaning there.");
        if (options.MaxErrors > 1 && options.FastJsonRules is not null)
            throw new ArgumentException("FastJson tells the first error alone: MaxErrors has no meaning there.");
        if (options.FastJsonRules is not null && (options.DateFormat is not null || options.DateZone != JsonZone.AsIs))
            throw new ArgumentException("FastJson has a form of dates of its own: DateFormat and DateZone have no meaning there.");
        if (options.DateFormat is { } format && !JsonDateForms.IsFormat(format))
            throw new ArgumentException(
                $"DateFormat '{format}' is no format that a date is written in and read back from: \"yyyy-MM-dd HH:mm:ss\" is one.");
        if (options.Encoder is not null && (options.Escaping != JsonEscaping.HtmlSafe || options.FastJsonRules is not null))
            throw new ArgumentException("Encoder says what is escaped: leave Escaping as it is by default. FastJson has rules of its own.");
        if (options.TypeNames != JsonTypeNames.None && (options.KeepsTypes || options.FastJsonRules is not null))
            throw new ArgumentException("Graph and FastJson tell types in forms of their own: TypeNames has no meaning there.");
        if (options.Identities != JsonIdentities.Usual
            && (options.KeepsTypes || options.FastJsonRules is not null || options.References == References.None))
            throw new ArgumentException(
                "Identities says which values have an $id where References is Preserve; Graph and FastJson have identities of their own.");
        if (options.Indented)
        {
            if (options.IndentCharacter is not (' ' or '\t') || options.IndentSize is < 0 or > 127
                || options.NewLine is not ("\n" or "\r\n"))
                throw new ArgumentException("Json indents by 0 to 127 spaces or tabs, with lines ended by LF or CR LF.");
            NewLine = Encoding.ASCII.GetBytes(options.NewLine);
        }
        HasUsualDates = options is { Dates: JsonDates.Iso, DateFormat: null, DateZone: JsonZone.AsIs };
        QuotesNumbers = (options.Numbers & JsonNumbers.WriteAsString) != 0;
        Leniency = options.Leniency;
        Numbers = options.Numbers;
        IsCareful = Leniency != JsonLeniency.None || options.Duplicates == JsonMembers.Refuse;
        Preserves = options.References == References.Preserve;
        KeepsTypes = options.KeepsTypes;
        NamesTypes = options.TypeNames != JsonTypeNames.None;
        IsLazy = options.KeepsTypes && options.References == References.Preserve;
        Indents = options.Indented && !IsLazy;
        RenamesKeys = options.KeyNamingPolicy is not null || options.KeyNaming != JsonNaming.AsDeclared;
        ChangesKeys = options.KeepsTypes || options.References == References.Preserve || RenamesKeys || !HasUsualDates;
        TellsMore = options.TypeNames != JsonTypeNames.None || options.Identities != JsonIdentities.Usual;
        IsPlain = !Indents && !QuotesNumbers && HasUsualDates && !TellsMore;
        if (options.NamingPolicy is not null || options.Encoder is not null)
            (Slot, _tables) = (s_neverSet, []);
        else
            Slot = SlotOf(((((((int)options.Naming * 4) + (int)options.Escaping) * 3) + (int)options.Omit) * 32)
                + (options.MergeNested ? 16 : 0) + (options.NullableAnnotations ? 8 : 0) + (options.CyclesAsNull ? 4 : 0)
                + (options.IgnoreCase ? 2 : 0) + (IsPlain ? 1 : 0));
    }

    public JsonOptions Options { get; }

    // What a source begins with, so that the smallest text pays for one look at each.
    public JsonLeniency Leniency { get; }
    public JsonNumbers Numbers { get; }
    public bool IsCareful { get; }
    public bool Preserves { get; }
    public bool KeepsTypes { get; }
    public bool NamesTypes { get; }

    public int Slot { get; }

    /// <summary>Whether identities are put in afterwards, only where they are needed; the text is then sent when it is whole.</summary>
    public bool IsLazy { get; }

    /// <summary>Whether the sink lays out as it writes; what is whole only at its end is laid out then.</summary>
    public bool Indents { get; }

    public EscapeMode Escaping { get; }

    /// <summary>
    /// The longest text that is written in one piece; none where an encoder of the caller's writes it, so that nobody else asks whether
    /// there is one.
    /// </summary>
    public int LongestAtOnce { get; }

    /// <summary>The framework's encoder that escapes as this profile does; null where none does.</summary>
    public JavaScriptEncoder? ForeignEncoder => Options.Encoder ?? (Escaping & ~EscapeMode.KeepHalves) switch
    {
        EscapeMode.Html => JavaScriptEncoder.Default,
        EscapeMode.Relaxed => JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        _ => null,
    };

    /// <summary>
    /// What these options are in System.Text.Json: what its converters and nodes are called with, unless options came with them.
    /// </summary>
    public JsonSerializerOptions Theirs => _theirs ??= JsonSerializerOptionsWriting.Of(Options, ForeignEncoder);

    public int MaxDepth { get; }

    public int MaxItems { get; }

    public byte[] NewLine { get; } = [];

    /// <summary>Whether scalars have their usual forms and nothing stands between tokens.</summary>
    public bool IsPlain { get; }

    /// <summary>Whether dates are ISO 8601 and stay as they are.</summary>
    public bool HasUsualDates { get; }

    /// <summary>Whether objects tell types or identities that System.Text.Json does not tell.</summary>
    public bool TellsMore { get; }

    public bool QuotesNumbers { get; }

    /// <summary>Whether string keys of maps get other names.</summary>
    public bool RenamesKeys { get; }

    /// <summary>An enum under the names that its values have as keys, where keys are renamed.</summary>
    public EnumModel ForKeys(EnumModel model) => _enumKeys.GetValue(model, m => m.ForKeys(RenameKey));

    public string RenameKey(string key) => Options.KeyNamingPolicy?.ConvertName(key) ?? Rename(key, Options.KeyNaming);

    /// <summary>Whether some keys of maps are not written as the same value elsewhere.</summary>
    public bool ChangesKeys { get; }

    static EscapeMode EscapingOf(JsonOptions options) => (options.FastJsonRules, options.Escaping) switch
    {
        (not null, JsonEscaping.AsciiOnly) => EscapeMode.FastJsonAscii,
        (not null, JsonEscaping.Minimal) => EscapeMode.FastJsonMinimal,
        // Graph gives back every text that it took.
        _ => (EscapeMode)options.Escaping | (options.KeepsTypes ? EscapeMode.KeepHalves : 0),
    };

    static int SlotOf(int combination)
    {
        // 0 is none yet; a slot that loses the race is never used.
        int slot = Volatile.Read(ref Slots[combination]);
        if (slot == 0)
            slot = Interlocked.CompareExchange(ref Slots[combination], ModelSlot.Next() + 1, 0) is var earlier && earlier != 0
                ? earlier
                : Slots[combination];
        return slot - 1;
    }

    public JsonTable TableOf(TypeModel model) => (JsonTable?)model.GetSlot(Slot) ?? MakeTableOf(model);

    JsonTable MakeTableOf(TypeModel model) =>
        _tables?.GetValue(model, m => new JsonTable((ObjectModel)m, this)) ?? model.SetSlot(Slot, new JsonTable((ObjectModel)model, this));

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
