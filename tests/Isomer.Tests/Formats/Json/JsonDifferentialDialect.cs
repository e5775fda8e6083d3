using System.Collections;
using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Nodes;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats;

/// <summary>Json against System.Text.Json, under options that mean the same.</summary>
sealed class JsonDifferentialDialect : Dialect
{
    // As written by System.Text.Json: fields where asked, run-time types as their declared ones.
    static readonly ConcurrentDictionary<(bool Fields, bool ReadOnlyProperties, bool ReadOnlyFields, bool RequiredParameters, ShapeTier Tier), PlainConvention> s_conventions = new();

    /// <summary>One convention for all cases that ask for what it does: models are kept with it.</summary>
    static PlainConvention ConventionOf(JsonSerializerOptions theirs, ShapeTier tier) =>
        s_conventions.GetOrAdd((theirs.IncludeFields, theirs.IgnoreReadOnlyProperties, theirs.IgnoreReadOnlyFields, theirs.RespectRequiredConstructorParameters, tier), static key =>
        {
            var all = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase).WithTier(key.Tier).WithoutReadOnlyMembers(key.ReadOnlyProperties, key.ReadOnlyFields);
            all = key.RequiredParameters ? all.WithRequiredParameters() : all;
            return key.Fields ? all : all.WithoutFields();
        });

    public override string Name => "Json against System.Text.Json";

    public override Grammar Grammar { get; } = new JsonDifferentialGrammar();

    public override OptionPair Options(Choices choices, IReadOnlyList<Type> types)
    {
        var theirs = new JsonSerializerOptions { NewLine = "\n", IncludeFields = true };
        var ours = new JsonOptions { NewLine = "\n", Convention = ConventionOf(theirs, ShapeTier.Emitted) };
        var said = new StringBuilder();
        for (int i = choices.Few(4); i > 0; i--)
        {
            switch (choices.Below(22))
            {
                case 0:
                    (theirs.PropertyNamingPolicy, ours) = choices.Of<(JsonNamingPolicy, JsonNaming)>((JsonNamingPolicy.CamelCase, JsonNaming.Camel), (JsonNamingPolicy.SnakeCaseLower, JsonNaming.SnakeLower), (JsonNamingPolicy.SnakeCaseUpper, JsonNaming.SnakeUpper),
                        (JsonNamingPolicy.KebabCaseLower, JsonNaming.KebabLower), (JsonNamingPolicy.KebabCaseUpper, JsonNaming.KebabUpper)) is var (policy, naming) ? (policy, ours with { Naming = naming }) : default;
                    said.Append("Naming=").Append(ours.Naming);
                    break;
                case 1:
                    (theirs.DictionaryKeyPolicy, ours) = (JsonNamingPolicy.CamelCase, ours with { KeyNaming = JsonNaming.Camel });
                    said.Append("KeyNaming");
                    break;
                case 2:
                    bool nulls = choices.Once(2);
                    (theirs.DefaultIgnoreCondition, ours) = (nulls ? JsonIgnoreCondition.WhenWritingNull : JsonIgnoreCondition.WhenWritingDefault, ours with { Omit = nulls ? JsonOmit.WhenNull : JsonOmit.WhenDefault });
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
                    (theirs.ReadCommentHandling, ours) = (JsonCommentHandling.Skip, ours with { Leniency = ours.Leniency | JsonLeniency.Comments });
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
                    (theirs.UnmappedMemberHandling, ours) = (JsonUnmappedMemberHandling.Disallow, ours with { Unknown = JsonMembers.Refuse });
                    said.Append("Unknown");
                    break;
                case 12:
                    (theirs.AllowOutOfOrderMetadataProperties, ours) = (true, ours with { TypeAnywhere = true });
                    said.Append("TypeAnywhere");
                    break;
                case 13:
                    (theirs.ReferenceHandler, ours) = (ReferenceHandler.Preserve, ours with { References = References.Preserve, CyclesAsNull = false });
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
                case 20:
                    (theirs.PreferredObjectCreationHandling, ours) = (JsonObjectCreationHandling.Populate, ours with { MergeNested = true });
                    said.Append("Populate");
                    break;
                default:
                    continue;
            }
            said.Append(' ');
        }
        return new OptionPair(theirs, ours with { Convention = ConventionOf(theirs, ShapeTier.Emitted) }, said.ToString());
    }

    static JsonSerializerOptions Theirs(OptionPair options) => (JsonSerializerOptions)options.Original!;

    static JsonOptions Ours(OptionPair options) => (JsonOptions)options.Ours!;

    static JsonOptions Interpreted(OptionPair options) => Ours(options) with { Convention = ConventionOf(Theirs(options), ShapeTier.Reflection) };

    public override byte[] OriginalWrite(object? value, Type type, OptionPair options) => JsonSerializer.SerializeToUtf8Bytes(value, type, Theirs(options));

    public override byte[] OurWrite(object? value, Type type, OptionPair options) => Encoding.UTF8.GetBytes(Json.ToText(value, type, Ours(options)));

    public override object? OriginalRead(byte[] bytes, Type type, OptionPair options) => Canonical(JsonSerializer.Deserialize(bytes, type, Theirs(options)), Ours(options));

    public override object? OurRead(byte[] bytes, Type type, OptionPair options) => Canonical(Json.Deserialize(bytes, type, Ours(options)), Ours(options));

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
        return Outcome.Difference(emitted, Outcome.Of(() => Canonical(Json.Deserialize(ours, type, interpreted), interpreted))) is { } difference ? "the tiers read otherwise: " + difference : null;
    }

    /// <summary>
    /// What stands where object is declared is a JsonElement there and a value or Node here: both become the text of their JSON, in which numbers are doubles.
    /// </summary>
    static object? Canonical(object? value, JsonOptions options)
    {
        new Walk(options.References == References.Preserve).Replace(value, []);
        return value;
    }

    /// <summary>With identities it is dropped: theirs are a part of the JsonElement.</summary>
    sealed class Walk(bool drops)
    {
        public void Replace(object? value, HashSet<object> seen)
        {
            if (value is null or string || value.GetType() is { IsPrimitive: true } or { IsEnum: true } || (!value.GetType().IsValueType && !seen.Add(value)))
                return;
            switch (value)
            {
                case IDictionary map:
                    bool untyped = value.GetType().IsGenericType && value.GetType().GetGenericArguments()[^1] == typeof(object);
                    foreach (object key in map.Keys.Cast<object>().ToList())
                    {
                        if (untyped)
                            map[key] = TextOf(map[key]);
                        else if (Inside(map[key], seen, out object? entry))
                            map[key] = entry;
                    }
                    return;
                case IList list when value is not byte[]:
                    for (int i = 0; i < list.Count; i++)
                    {
                        if (list is object?[] or List<object?> or System.Collections.ObjectModel.Collection<object?> && value.GetType() is var t && (t.IsArray ? t.GetElementType() : t.GetGenericArguments()[0]) == typeof(object))
                            list[i] = TextOf(list[i]);
                        else if (Inside(list[i], seen, out object? item))
                            list[i] = item;
                    }
                    return;
                case Node:
                    return;
                case IEnumerable items and not byte[]:
                    Refill(value, items, seen);
                    return;
            }
            if (value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) == true && !value.GetType().Name.StartsWith("KeyValuePair", StringComparison.Ordinal))
                return;
            for (var level = value.GetType(); level is not null && level != typeof(object); level = level.BaseType)
                foreach (var field in level.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                {
                    if (field.FieldType == typeof(object))
                        field.SetValue(value, TextOf(field.GetValue(value)));
                    else if (Inside(field.GetValue(value), seen, out object? inner))
                        field.SetValue(value, inner);
                }
        }

        /// <summary>Queues, sets, linked lists: what holds values by themselves is emptied and filled with the changed ones.</summary>
        void Refill(object value, IEnumerable items, HashSet<object> seen)
        {
            var changed = new List<object?>();
            bool any = false, untyped = value.GetType().IsGenericType && value.GetType().GetGenericArguments()[0] == typeof(object);
            foreach (object? item in items)
            {
                object? other = null;
                any |= untyped || Inside(item, seen, out other);
                changed.Add(untyped ? TextOf(item) : other);
            }
            var type = value.GetType();
            var element = type.GetInterfaces().FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEnumerable<>))?.GetGenericArguments()[0];
            if (!any || element is null || type.GetMethod("Clear", []) is not { } clear)
                return;
            clear.Invoke(value, []);
            var collection = typeof(ICollection<>).MakeGenericType(element);
            var add = type.GetMethod("Enqueue", [element]) ?? collection.GetMethod("Add")!;
            foreach (object? item in changed)
                add.Invoke(value, [item]);
        }

        /// <summary>Whether it is a struct, of which a copy was changed, which is to be put back.</summary>
        bool Inside(object? value, HashSet<object> seen, out object? changed)
        {
            changed = value;
            Replace(value, seen);
            return value is ValueType && !value.GetType().IsPrimitive && !value.GetType().IsEnum && value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
        }

        object? TextOf(object? value)
        {
            if (drops)
                return null;
            string? json = value switch
            {
                null => null,
                JsonElement element => element.GetRawText(),
                Node node => Json.ToText(node),
                // Beyond double: the digits that it had are theirs.
                double number when double.IsInfinity(number) => number > 0 ? "1e999" : "-1e999",
                string or bool or long or double or decimal => JsonSerializer.Serialize(value, value.GetType(), Named),
                // Made by code, not by input.
                _ => "",
            };
            if (json is null or "")
                return value is JsonElement ? value : json is null ? null : value;
            var text = new StringBuilder();
            Print(JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 200, AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip }).RootElement, text);
            return text.ToString() is "null" ? null : text.ToString();
        }
    }

    static readonly JsonSerializerOptions Named = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    static void Print(JsonElement element, StringBuilder text)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                // The last of two equal names wins; which place it has is no matter.
                text.Append('{');
                foreach (var member in element.EnumerateObject().GroupBy(m => m.Name, StringComparer.Ordinal).OrderBy(g => g.Key, StringComparer.Ordinal))
                {
                    text.Append(JsonEncodedText.Encode(member.Key)).Append(':');
                    Print(member.Last().Value, text);
                    text.Append(',');
                }
                text.Append('}');
                break;
            case JsonValueKind.Array:
                text.Append('[');
                foreach (var item in element.EnumerateArray())
                {
                    Print(item, text);
                    text.Append(',');
                }
                text.Append(']');
                break;
            case JsonValueKind.Number:
                text.Append(double.Parse(element.GetRawText(), CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture));
                break;
            case JsonValueKind.String:
                text.Append('"').Append(element.GetString()).Append('"');
                break;
            default:
                text.Append(element.GetRawText());
                break;
        }
    }

    public override string? Documented(Finding finding)
    {
        if (JsonDifferentialDeviations.ReasonOf(finding) is { } reason)
            return reason;
        // A $type of a type without subtypes: what the original makes of it under another name, ours makes of it as it is.
        if (finding.Difference != "only the original refuses" || finding.Document is null || UnknownType(finding.Document, finding.Original!.Refusal!.Message) is not { } renamed)
            return null;
        var original = Outcome.Of(() => OriginalRead(renamed, finding.Type, finding.Options));
        return Difference(original, finding.Ours!) is not { } difference || JsonDifferentialDeviations.ReasonOf(finding with { Document = renamed, Original = original, Difference = difference }) is not null
            ? "the name of metadata that the type has not" : null;
    }

    /// <summary>The document with another name for the $type that a refusal names by its place; null if it names none.</summary>
    static byte[]? UnknownType(byte[] document, string refusal)
    {
        if (Regex.Match(refusal, @"The metadata property is either not supported by the type.*\$type \| LineNumber: (\d+) \| BytePositionInLine: (\d+)") is not { Success: true } place)
            return null;
        int end = 0;
        for (int line = int.Parse(place.Groups[1].Value, CultureInfo.InvariantCulture); line > 0; line--)
            end += document.AsSpan(end).IndexOf((byte)'\n') + 1;
        end = Math.Min(document.Length, end + int.Parse(place.Groups[2].Value, CultureInfo.InvariantCulture));
        if (document.AsSpan(0, end).LastIndexOf("$type\""u8) is not (>= 0 and var at))
            return null;
        byte[] renamed = [.. document];
        renamed[at] = (byte)'~';
        return renamed;
    }
}
