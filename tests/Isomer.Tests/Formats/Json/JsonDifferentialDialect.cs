using System.Collections;
using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Formats;
using Isomer.Fuzz.Targets;
using Isomer.Nodes;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats;

/// <summary>Json against System.Text.Json, under options that mean the same.</summary>
sealed partial class JsonDifferentialDialect : Dialect
{
    // As written by System.Text.Json: fields where asked, run-time types as their declared ones.
    static readonly ConcurrentDictionary<(bool Fields, bool ReadOnlyProperties, bool ReadOnlyFields, bool RequiredParameters,
        bool IsTheirsAlone, ShapeTier Tier), PlainConvention> s_conventions = new();

    /// <summary>One convention for all cases that ask for what it does: models are kept with it.</summary>
    static PlainConvention ConventionOf(JsonSerializerOptions theirs, bool isTheirsAlone, ShapeTier tier) =>
        s_conventions.GetOrAdd(
            (theirs.IncludeFields, theirs.IgnoreReadOnlyProperties, theirs.IgnoreReadOnlyFields,
                theirs.RespectRequiredConstructorParameters, isTheirsAlone, tier), static key =>
        {
            var all = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase).WithTier(key.Tier)
                .WithoutReadOnlyMembers(key.ReadOnlyProperties, key.ReadOnlyFields);
            all = key.RequiredParameters ? all.WithRequiredParameters() : all;
            all = key.IsTheirsAlone ? all.WithoutForeignRules() : all;
            return key.Fields ? all : all.WithoutFields();
        });

    public override string Name => "Json against System.Text.Json";

    public override Grammar Grammar { get; } = new JsonDifferentialGrammar();

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var theirs = new JsonSerializerOptions { NewLine = "\n", IncludeFields = true };
        var ours = new JsonOptions { NewLine = "\n" };
        var said = new StringBuilder();
        bool isTheirsAlone = choices.Once(2);
        if (isTheirsAlone)
            said.Append("WithoutForeignRules ");
        for (int i = choices.Few(4); i > 0; i--)
        {
            switch (choices.Below(22))
            {
                case 0:
                    (theirs.PropertyNamingPolicy,
                        ours) = choices.Of<(JsonNamingPolicy, JsonNaming)>((JsonNamingPolicy.CamelCase, JsonNaming.Camel),
                            (JsonNamingPolicy.SnakeCaseLower, JsonNaming.SnakeLower),
                            (JsonNamingPolicy.SnakeCaseUpper, JsonNaming.SnakeUpper),
                        (JsonNamingPolicy.KebabCaseLower, JsonNaming.KebabLower),
                        (JsonNamingPolicy.KebabCaseUpper, JsonNaming.KebabUpper)) is var (policy, naming)
                            ? (policy, ours with { Naming = naming })
                            : default;
                    said.Append("Naming=").Append(ours.Naming);
                    break;
                case 1:
                    (theirs.DictionaryKeyPolicy, ours) = (JsonNamingPolicy.CamelCase, ours with { KeyNaming = JsonNaming.Camel });
                    said.Append("KeyNaming");
                    break;
                case 2:
                    bool nulls = choices.Once(2);
                    (theirs.DefaultIgnoreCondition,
                        ours) = (nulls ? JsonIgnoreCondition.WhenWritingNull : JsonIgnoreCondition.WhenWritingDefault,
                            ours with { Omit = nulls ? JsonOmit.WhenNull : JsonOmit.WhenDefault });
                    said.Append(ours.Omit);
                    break;
                case 3:
                    if (theirs.Converters.Count == 0)
                        theirs.Converters.Add(new JsonStringEnumConverter());
                    ours = ours with { EnumsAsNames = true };
                    said.Append("EnumsAsNames");
                    break;
                case 4:
                    (theirs.WriteIndented, ours) = (true, ours with { Indented = true });
                    said.Append("Indented");
                    break;
                case 5:
                    (theirs.Encoder, ours) = (JavaScriptEncoder.UnsafeRelaxedJsonEscaping, ours with { Escaping = JsonEscaping.Relaxed });
                    said.Append("Relaxed");
                    break;
                case 6:
                    (theirs.ReadCommentHandling, ours) = (JsonCommentHandling.Skip,
                        ours with { Leniency = ours.Leniency | JsonLeniency.Comments });
                    said.Append("Comments");
                    break;
                case 7:
                    (theirs.AllowTrailingCommas, ours) = (true, ours with { Leniency = ours.Leniency | JsonLeniency.TrailingCommas });
                    said.Append("TrailingCommas");
                    break;
                case 8:
                    var numbers = (JsonNumbers)(1 + choices.Below(7));
                    (theirs.NumberHandling, ours) = ((JsonNumberHandling)numbers, ours with { Numbers = numbers });
                    said.Append(numbers);
                    break;
                case 9:
                    (theirs.PropertyNameCaseInsensitive, ours) = (true, ours with { IgnoreCase = true });
                    said.Append("IgnoreCase");
                    break;
                case 10:
                    (theirs.AllowDuplicateProperties, ours) = (false, ours with { Duplicates = JsonMembers.Refuse });
                    said.Append("Duplicates");
                    break;
                case 11:
                    (theirs.UnmappedMemberHandling, ours) = (JsonUnmappedMemberHandling.Disallow,
                        ours with { Unknown = JsonMembers.Refuse });
                    said.Append("Unknown");
                    break;
                case 12:
                    (theirs.AllowOutOfOrderMetadataProperties, ours) = (true, ours with { TypeAnywhere = true });
                    said.Append("TypeAnywhere");
                    break;
                case 13:
                    (theirs.ReferenceHandler, ours) = (ReferenceHandler.Preserve,
                        ours with { References = References.Preserve, CyclesAsNull = false });
                    said.Append("Preserve");
                    break;
                case 14:
                    theirs.IncludeFields = false;
                    said.Append("WithoutFields");
                    break;
                case 15:
                    theirs.IgnoreReadOnlyProperties = true;
                    said.Append("WithoutReadOnlyProperties");
                    break;
                case 16:
                    theirs.IgnoreReadOnlyFields = true;
                    said.Append("WithoutReadOnlyFields");
                    break;
                case 17:
                    theirs.RespectRequiredConstructorParameters = true;
                    said.Append("RequiredParameters");
                    break;
                case 18:
                    (theirs.RespectNullableAnnotations, ours) = (true, ours with { NullableAnnotations = true });
                    said.Append("NullableAnnotations");
                    break;
                case 19 when theirs.ReferenceHandler is null:
                    (theirs.ReferenceHandler, ours) = (ReferenceHandler.IgnoreCycles, ours with { CyclesAsNull = true });
                    said.Append("CyclesAsNull");
                    break;
                // In a type that has subtypes the original passes over it.
                case 20 when !types.Any(t => t.IsDefined(typeof(JsonDerivedTypeAttribute), false)):
                    (theirs.PreferredObjectCreationHandling, ours) = (JsonObjectCreationHandling.Populate,
                        ours with { MergeNested = true });
                    said.Append("Populate");
                    break;
                default:
                    continue;
            }
            said.Append(' ');
        }
        return new OptionPair(theirs, ours with { Convention = ConventionOf(theirs, isTheirsAlone, ShapeTier.Emitted) }, said.ToString());
    }

    static JsonSerializerOptions Theirs(OptionPair options) => (JsonSerializerOptions)options.Original!;

    static JsonOptions Ours(OptionPair options) => (JsonOptions)options.Ours!;

    static JsonOptions Interpreted(OptionPair options) =>
        Ours(options) with { Convention = ((PlainConvention)Ours(options).Convention).WithTier(ShapeTier.Reflection) };

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) =>
        JsonSerializer.SerializeToUtf8Bytes(value, type, Theirs(options));

    public override byte[] OurWrite(object? value, Type type, OptionPair options) =>
        Encoding.UTF8.GetBytes(Json.ToText(value, type, Ours(options)));

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) =>
        Canonical(JsonSerializer.Deserialize(bytes, type, Theirs(options)), Ours(options), turnsStacks: true);

    /// <summary>
    /// Half of the documents are read in a window that moves along a stream of pieces, where the options allow it, and an eighth by any
    /// way.
    /// </summary>
    public override object? OurRead(byte[] bytes, Type type, OptionPair options) =>
        Canonical(bytes.Length % 2 == 0 && JsonInput.Serves(Ours(options)) && !bytes.AsSpan().StartsWith("\uFEFF"u8)
        ? JsonWindow.Read(new Drip(bytes, 1 + (bytes.Length % 61)), type, Ours(options))
        : bytes.Length % 8 == 7 ? DrawnWays.Read(typeof(Json), Ours(options), bytes, type)
        : Json.Deserialize(bytes, type, Ours(options)), Ours(options));

    /// <summary>Mostly such that the document can still be read.</summary>
    public override byte[] Edit(byte[] document, Choices choices)
    {
        string text = Encoding.UTF8.GetString(document);
        return Encoding.UTF8.GetBytes(choices.Once(4) ? new JsonEdits(choices).Edit(text) : new JsonGentleEdits(choices).Edit(text));
    }

    /// <summary>The other tier writes and reads the same; so does a stream.</summary>
    public override string? Further(object? value, byte[] ours, Type type, OptionPair options)
    {
        var interpreted = Interpreted(options);
        if (!Encoding.UTF8.GetBytes(Json.ToText(value, type, interpreted)).AsSpan().SequenceEqual(ours))
            return "the tiers write otherwise";
        var stream = new MemoryStream();
        Json.Serialize(stream, value, type, interpreted);
        if (!stream.ToArray().AsSpan().SequenceEqual(ours))
            return "a stream is written otherwise";
        var emitted = Outcome.Of(() => OurRead(ours, type, options));
        return Outcome.Difference(emitted,
            Outcome.Of(() => Canonical(Json.Deserialize(ours, type, interpreted), interpreted))) is { } difference
                ? "the tiers read otherwise: " + difference
                : null;
    }

    public override string? FurtherRead(byte[] document, Type type, OptionPair options) =>
        DrawnFill.Difference(typeof(Json), Ours(options), document, type, isUnmade: _ => false, Difference);

    static object? Canonical(object? value, JsonOptions options, bool turnsStacks = false)
    {
        new JsonUntyped(options.References == References.Preserve, turnsStacks).Replace(value, []);
        return value;
    }

    public override string? Documented(Finding finding)
    {
        if (JsonDifferentialDeviations.ReasonOf(finding) is { } reason)
            return reason;
        if (IsOfPopulatedStruct(finding))
            return "Populate of a struct that a constructor makes";
        if (IsOfOneAccessor(finding,
            options =>
                Outcome.Of(
                    () => finding.Step == "write"
                        ? OurWrite(finding.Value, finding.Type, options)
                        : OurRead(finding.Document!, finding.Type, options))))
            return "an override of one accessor has the other of the base";
        if (IsOfRefusedInUnset(finding))
            return "what is refused in a collection without a setter";
        if (IsOfIgnoredAtReading(finding))
            return "Populate of a member that is ignored at reading";
        if (IsOfEnumerable(finding))
            return "an enumerable with an Add of its own";
        if (IsOfArgumentIdentity(finding))
            return "an identity in the argument of a constructor";
        if (IsOfUnmatchedParameter(finding))
            return "a parameter with a default that no member matches";
        if (IsOfUnusedPopulate(finding))
            return "Populate without a getter in a type of which there is no object";
        if (IsOfToldSubtypes(finding))
            return "the subtype of a value behind object";
        if (IsOfOwnAdd(finding))
            return "a collection class with an Add of its own";
        return IsOfUnknownMetadata(finding) ? "the name of metadata that the type has not" : null;
    }

    /// <summary>
    /// Whether the original refuses a name of metadata that the type has not: what it makes of the document in which each that it refuses
    /// has another name, ours makes of it as it is.
    /// </summary>
    bool IsOfUnknownMetadata(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Document is not { } document)
            return false;
        string refusal = finding.Original!.Refusal!.Message;
        for (int i = 0; i < 20 && Renamed(document, refusal) is { } renamed; i++)
        {
            document = renamed;
            if (Outcome.Of(() => OriginalRead(renamed, finding.Type, finding.Options)).Refusal is not { } again)
                return MakesTheSameOf(finding, renamed);
            refusal = again.Message;
        }
        return !ReferenceEquals(document, finding.Document) && MakesTheSameOf(finding, document);
    }

    /// <summary>The document with another name for the metadata that a refusal names by its place; null if it names none.</summary>
    static byte[]? Renamed(byte[] document, string refusal)
    {
        if (Regex.Match(refusal,
            @"The metadata property is either not supported by the type.*\$(\w+) \| LineNumber: (\d+) \| BytePositionInLine: (\d+)") is not { Success: true } place)
            return null;
        int end = 0;
        for (int line = int.Parse(place.Groups[2].Value, CultureInfo.InvariantCulture); line > 0; line--)
            end += document.AsSpan(end).IndexOf((byte)'\n') + 1;
        end = Math.Min(document.Length, end + int.Parse(place.Groups[3].Value, CultureInfo.InvariantCulture));
        if (document.AsSpan(0, end).LastIndexOf(Encoding.UTF8.GetBytes($"${place.Groups[1].Value}\"")) is not (>= 0 and var at))
            return null;
        byte[] renamed = [.. document];
        renamed[at] = (byte)'~';
        return renamed;
    }
}
