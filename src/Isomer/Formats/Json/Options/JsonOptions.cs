using System.Text.Json;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>How member names of the CLR become names in the text. Names given by attributes are left alone.</summary>
public enum JsonNaming
{
    /// <summary>Names stand as they are declared: <c>FirstName</c>.</summary>
    AsDeclared,
    /// <summary>firstName</summary>
    Camel,
    /// <summary>first_name</summary>
    SnakeLower,
    /// <summary>FIRST_NAME</summary>
    SnakeUpper,
    /// <summary>first-name</summary>
    KebabLower,
    /// <summary>FIRST-NAME</summary>
    KebabUpper,
    /// <summary>firstname</summary>
    Lower,
    /// <summary>FIRSTNAME</summary>
    Upper,
}

/// <summary>Which members are left out at writing.</summary>
public enum JsonOmit
{
    /// <summary>Members are always written, whatever they hold.</summary>
    Never,
    /// <summary>Those that are null.</summary>
    WhenNull,
    /// <summary>Those at their default: null, zero, or what [DefaultValue] says.</summary>
    WhenDefault,
}

/// <summary>Which characters are escaped in strings. Reading takes all forms.</summary>
public enum JsonEscaping
{
    /// <summary>Safe inside HTML; everything beyond ASCII as \uXXXX: System.Text.Json's default.</summary>
    HtmlSafe,
    /// <summary>As System.Text.Json's UnsafeRelaxedJsonEscaping: most scripts as they are.</summary>
    Relaxed,
    /// <summary>Only what RFC 8259 requires.</summary>
    Minimal,
    /// <summary>What RFC 8259 requires, and everything beyond ASCII.</summary>
    AsciiOnly,
}

/// <summary>The form of DateTime and DateTimeOffset.</summary>
public enum JsonDates
{
    /// <summary>ISO 8601, as System.Text.Json.</summary>
    Iso,
    /// <summary>Whole seconds since 1970 UTC, as a number; a fraction is an error at writing.</summary>
    UnixSeconds,
    /// <summary>Milliseconds since 1970 UTC, as a number; a finer fraction is an error at writing.</summary>
    UnixMilliseconds,
    /// <summary>
    /// <c>"\/Date(1577934245000)\/"</c>, with an offset unless it is UTC: Json.NET's MicrosoftDateFormat. What is finer than a millisecond
    /// is cut off, as there.
    /// </summary>
    Microsoft,
}

/// <summary>The zone of each DateTime that is written and read; a DateTimeOffset has its own.</summary>
public enum JsonZone
{
    /// <summary>The one that it has.</summary>
    AsIs,
    /// <summary>UTC; one of no zone is taken for it.</summary>
    Utc,
    /// <summary>This machine's; one of no zone is taken for it.</summary>
    Local,
    /// <summary>None: what there is is dropped, and the digits stay.</summary>
    Unspecified,
}

/// <summary>Liberties at reading and writing numbers.</summary>
[Flags]
public enum JsonNumbers
{
    /// <summary>Numbers are JSON numbers, written and read.</summary>
    Strict = 0,
    /// <summary>Accepts "12" where 12 is expected.</summary>
    ReadFromString = 1,
    /// <summary>Writes "12" for 12.</summary>
    WriteAsString = 2,
    /// <summary>Writes and accepts "NaN", "Infinity" and "-Infinity"; otherwise they are an error.</summary>
    NamedFloats = 4,
}

/// <summary>What is accepted beyond RFC 8259.</summary>
[Flags]
public enum JsonLeniency
{
    /// <summary>The text must be JSON as RFC 8259 has it.</summary>
    None = 0,
    /// <summary>// and /* */ comments.</summary>
    Comments = 1,
    /// <summary>A comma before a closing bracket.</summary>
    TrailingCommas = 2,
    /// <summary>Strings and names in single quotes.</summary>
    SingleQuotes = 4,
    /// <summary>
    /// Names without quotes: whatever stands before the colon, less white space around it and, with <see cref="Comments"/>, comments.
    /// </summary>
    BareNames = 8,
    /// <summary>+1, .5, 5., 0x1F, NaN, Infinity; the last two in any case.</summary>
    Numbers = 16,
    /// <summary>
    /// In strings: raw control characters, a backslash at the end of a line, and before any character that is not an escape.
    /// </summary>
    Strings = 32,
    /// <summary>All of these: JSON5. What is merely broken is refused none the less.</summary>
    Json5 = Comments | TrailingCommas | SingleQuotes | BareNames | Numbers | Strings,
}

/// <summary>What to do with a member name that comes twice, or that the type does not have.</summary>
public enum JsonMembers
{
    /// <summary>Accept: the last duplicate wins, unknown members are skipped (or kept in an extension dictionary).</summary>
    Accept,
    /// <summary>A name that comes twice, or that the type does not have, is refused.</summary>
    Refuse,
}

/// <summary>
/// How <see cref="Json"/> writes and reads. Immutable; derive variants by <c>with</c> and keep them. The defaults are those
/// of System.Text.Json, except that public fields are members (<see cref="PlainConvention.WithoutFields"/>).
/// </summary>
public sealed record JsonOptions
{
    Derived<JsonProfile> _profile;
    Derived<JsonOptions[]> _lenient;
    Derived<FastJsonProfile> _fastJsonProfile;
    readonly Convention _convention = Convention.Plain;
    readonly Convention _own = Convention.Plain;

    /// <summary>The options that apply where a call names none.</summary>
    public static JsonOptions Default { get; } = new();

    /// <summary>System.Text.Json's web defaults: camel case, names in any case, numbers from strings.</summary>
    public static JsonOptions Web { get; } = new() { Naming = JsonNaming.Camel, IgnoreCase = true, Numbers = JsonNumbers.ReadFromString };

    /// <summary>The defaults, indented by two spaces.</summary>
    public static JsonOptions Pretty { get; } = new() { Indented = true };

    /// <summary>
    /// What fastJSON 2.4 writes by default, byte for byte, and reads: types, references, its forms of dates, Guids and dictionaries,
    /// JSON5 input. Types are made from the closed set only: what is declared, and <see cref="Types"/>. See docs/from-fastjson.md.
    /// </summary>
    public static JsonOptions FastJson => Features.FastJson ? FastJsonPreset.Options : throw FastJsonIsLeftOut;

    /// <summary>
    /// For new data of any shape: every value comes back as what it was, whatever is declared; shared objects stay shared, cycles are
    /// allowed. Types have short names, from the closed set of what is declared and <see cref="Types"/>. Always RFC 8259.
    /// </summary>
    public static JsonOptions Graph => GraphPreset.Options;

    /// <summary>
    /// What these options of System.Text.Json say, converters included. What has no equivalent is an error that lists it, so that nothing
    /// is lost in silence.
    /// </summary>
    /// <exception cref="NotSupportedException">Some of them say what cannot be said here.</exception>
    public static JsonOptions From(JsonSerializerOptions options) => JsonSerializerOptionsReading.Of(options);

    /// <summary>How CLR types are seen.</summary>
    public Convention Convention
    {
        get => Tables == TableForm.Full ? Seen : Seen.WithTables(Tables);
        init => (_convention, _own) = (value, value.OfOwn);
    }

    // fastJSON's own form is an original's.
    Convention Seen => FastJsonRules is not null ? _convention
        : KeepsTypes ? _own.Lossless : TypeNames != JsonTypeNames.None ? _own.Open : _own;

    /// <summary>How DataSets and DataTables stand in JSON: whole, or as plain arrays of row objects.</summary>
    public TableForm Tables { get; init; }

    /// <summary>Whether objects that are reached twice stay one object ($id and $ref, as System.Text.Json).</summary>
    public References References { get; init; }

    /// <summary>What untrusted input may cost.</summary>
    public Limits Limits { get; init; } = Limits.Default;

    /// <summary>How names of members are made of those in C#.</summary>
    public JsonNaming Naming { get; init; }

    /// <summary>Names of members by a policy of your own, in place of <see cref="Naming"/>.</summary>
    public JsonNamingPolicy? NamingPolicy { get; init; }

    /// <summary>Names made of string keys of dictionaries, at writing.</summary>
    public JsonNaming KeyNaming { get; init; }

    /// <summary>Names made of string keys by a policy of your own, in place of <see cref="KeyNaming"/>.</summary>
    public JsonNamingPolicy? KeyNamingPolicy { get; init; }

    /// <summary>Members that are left out.</summary>
    public JsonOmit Omit { get; init; }

    /// <summary>Whether enums are written by name; both are read if so, else only numbers.</summary>
    public bool EnumsAsNames { get; init; }

    /// <summary>One member or item a line.</summary>
    public bool Indented { get; init; }

    /// <summary>The number of <see cref="IndentCharacter"/>s a level, 0 to 127.</summary>
    public int IndentSize { get; init; } = 2;

    /// <summary>A space or a tab.</summary>
    public char IndentCharacter { get; init; } = ' ';

    /// <summary>Ends a line: LF or CR LF.</summary>
    public string NewLine { get; init; } = Environment.NewLine;

    /// <summary>Which characters are escaped.</summary>
    public JsonEscaping Escaping { get; init; }

    /// <summary>
    /// An encoder of one's own, which says what is escaped, as in System.Text.Json. It is asked for each text, which costs time;
    /// <see cref="Escaping"/> has the usual ones, and is to be left as it is beside an encoder. FastJson has none.
    /// </summary>
    /// <example>
    /// <code>
    /// var options = new JsonOptions { Encoder = JavaScriptEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Cyrillic) };
    /// </code>
    /// </example>
    public System.Text.Encodings.Web.JavaScriptEncoder? Encoder { get; init; }

    /// <summary>What is accepted beyond RFC 8259.</summary>
    public JsonLeniency Leniency { get; init; }

    /// <summary>Which other forms numbers may have.</summary>
    public JsonNumbers Numbers { get; init; }

    /// <summary>Whether names of members, at reading, may differ in case.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>Member names that come twice.</summary>
    public JsonMembers Duplicates { get; init; }

    /// <summary>Member names that the type does not have.</summary>
    public JsonMembers Unknown { get; init; }

    /// <summary>The form of DateTime and DateTimeOffset.</summary>
    public JsonDates Dates { get; init; }

    /// <summary>
    /// A format of .NET for DateTime and DateTimeOffset, as <c>"yyyy-MM-dd HH:mm:ss"</c>, in the invariant culture; in place of
    /// <see cref="Dates"/>. Reading takes ISO 8601 and <c>\/Date(1577934245000)\/</c> too. What the format does not show is lost.
    /// </summary>
    public string? DateFormat { get; init; }

    /// <summary>The zone to which each DateTime is brought, at writing and at reading.</summary>
    public JsonZone DateZone { get; init; }

    /// <summary>Whether $type and $id may stand behind other members; by default they must come first.</summary>
    public bool TypeAnywhere { get; init; }

    /// <summary>Whether objects that a member already holds are filled rather than replaced.</summary>
    public bool MergeNested { get; init; }

    /// <summary>
    /// Whether null is refused, at writing and at reading, where a member's annotation (<c>string</c> in place of <c>string?</c>) says that
    /// it holds none. What is absent is no null; items of collections are not looked at.
    /// </summary>
    public bool NullableAnnotations { get; init; }

    /// <summary>Whether an object that is reached from within itself is written as null there, and left out where nulls are.</summary>
    public bool CyclesAsNull { get; init; }

    /// <summary>
    /// How many refused values are told at once, each with its path, in <see cref="WireFormatException.Errors"/>. The text is read once
    /// more for each of them, so objects of it are made again; from more than one on. Not for <c>Fill</c>, items of streams and
    /// <see cref="FastJson"/>.
    /// </summary>
    public int MaxErrors { get; init; } = 1;

    /// <summary>The types that $type may name besides those that are declared (<see cref="FastJson"/>, <see cref="Graph"/>).</summary>
    public JsonTypes Types { get; init; } = JsonTypes.None;

    /// <summary>Whether values say their types where these are not declared, with short names (<see cref="Graph"/>).</summary>
    public bool KeepsTypes { get; init; }

    /// <summary>
    /// Which values tell their types, in Json.NET's form. At reading a name is looked up among what is declared, <see cref="Types"/> and
    /// the core's own types, and is an error if it is none of these, or may not stand where it does: no type is loaded because a text names
    /// it.
    /// </summary>
    public JsonTypeNames TypeNames { get; init; }

    /// <summary>Which values have an $id where <see cref="References"/> is Preserve. Reading takes all of them.</summary>
    public JsonIdentities Identities { get; init; }

    /// <summary>If set, texts have fastJSON's form, under these rules. <see cref="References"/> is not looked at then.</summary>
    public FastJsonRules? FastJsonRules
    {
        get;
        init => field = value is null || Features.FastJson ? value : throw FastJsonIsLeftOut;
    }

    static NotSupportedException FastJsonIsLeftOut => Features.LeftOut("JsonOptions.FastJson", "IsomerFastJson");

    /// <summary>
    /// Whether items may be put into a text that has been written: not where identities or type names of what comes before them count.
    /// </summary>
    internal bool CanStream => !IsSentWhole && References == References.None && TypeNames == JsonTypeNames.None;

    /// <summary>Whether something at the beginning of the text is known at its end only, or a name may be taken back.</summary>
    internal bool IsSentWhole => FastJsonRules is not null || KeepsTypes || CyclesAsNull;

    /// <summary>Whether NaN and infinities are written without quotes, as JSON5 has them: <see cref="Json.Update(string, Node, JsonOptions)"/>.</summary>
    internal bool BareFloats { get; init; }

    internal FastJsonProfile FastJsonProfile => _fastJsonProfile.Get(this, static o => new FastJsonProfile(o));

    /// <summary>These options and comments or trailing commas besides.</summary>
    internal JsonOptions Lenient(JsonLeniency more) => (Leniency & more) == more ? this
        : _lenient.Get(this,
            static o => [.. Enumerable.Range(0, 4).Select(l => o with { Leniency = o.Leniency | (JsonLeniency)l })])[(int)more];

    internal JsonProfile Profile => _profile.Get(this, static o => new JsonProfile(o));
}
