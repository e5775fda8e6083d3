using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>Options of System.Text.Json as ours: each of theirs has its line here, and a test asks that none is missing.</summary>
internal static class JsonSerializerOptionsReading
{
    public static JsonOptions Of(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var refused = Refused(options).ToList();
        if (refused.Count > 0)
            throw new NotSupportedException(
                $"These options of System.Text.Json have no equivalent here: {string.Join("; ", refused)}. Change them, or make JsonOptions of your own.");
        // What is not declared is written as its base there.
        var convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase).WithoutForeignRules();
        if (!options.IncludeFields)
            convention = convention.WithoutFields();
        if (options.PreferredObjectCreationHandling != JsonObjectCreationHandling.Populate)
            convention = convention.WithoutFilling();
        if (options.IgnoreReadOnlyProperties || options.IgnoreReadOnlyFields)
            convention = convention.WithoutReadOnlyMembers(options.IgnoreReadOnlyProperties, options.IgnoreReadOnlyFields);
        if (options.RespectRequiredConstructorParameters)
            convention = convention.WithRequiredParameters();
        // Those that attributes name are called with these options, too.
        convention = convention.WithConverters(options);
        var (naming, policy) = NamingOf(options.PropertyNamingPolicy);
        var (keyNaming, keyPolicy) = NamingOf(options.DictionaryKeyPolicy);
        return new JsonOptions
        {
            Convention = convention,
            Naming = naming,
            NamingPolicy = policy,
            KeyNaming = keyNaming,
            KeyNamingPolicy = keyPolicy,
            IgnoreCase = options.PropertyNameCaseInsensitive,
            Omit = options.DefaultIgnoreCondition switch
            {
                JsonIgnoreCondition.WhenWritingNull => JsonOmit.WhenNull,
                JsonIgnoreCondition.WhenWritingDefault => JsonOmit.WhenDefault,
                _ => JsonOmit.Never,
            },
            Numbers = (JsonNumbers)options.NumberHandling,
            EnumsAsNames = options.TypeInfoResolverChain is { Count: > 0 } resolvers && resolvers.All(ConverterEnums.NamesEnums),
            Escaping = options.Encoder == JavaScriptEncoder.UnsafeRelaxedJsonEscaping ? JsonEscaping.Relaxed : JsonEscaping.HtmlSafe,
            Encoder = options.Encoder is { } encoder && encoder != JavaScriptEncoder.Default
                && encoder != JavaScriptEncoder.UnsafeRelaxedJsonEscaping ? encoder : null,
            Indented = options.WriteIndented,
            IndentCharacter = options.IndentCharacter,
            IndentSize = options.IndentSize,
            NewLine = options.NewLine,
            Leniency = (options.AllowTrailingCommas ? JsonLeniency.TrailingCommas : 0)
                | (options.ReadCommentHandling == JsonCommentHandling.Skip ? JsonLeniency.Comments : 0),
            Limits = Limits.Default with { MaxDepth = options.MaxDepth == 0 ? 64 : options.MaxDepth },
            MergeNested = options.PreferredObjectCreationHandling == JsonObjectCreationHandling.Populate,
            References = options.ReferenceHandler == ReferenceHandler.Preserve ? References.Preserve : References.None,
            CyclesAsNull = options.ReferenceHandler == ReferenceHandler.IgnoreCycles,
            NullableAnnotations = options.RespectNullableAnnotations,
            Duplicates = options.AllowDuplicateProperties ? JsonMembers.Accept : JsonMembers.Refuse,
            Unknown = options.UnmappedMemberHandling == JsonUnmappedMemberHandling.Disallow ? JsonMembers.Refuse : JsonMembers.Accept,
            TypeAnywhere = options.AllowOutOfOrderMetadataProperties,
        };
    }

    static IEnumerable<string> Refused(JsonSerializerOptions options)
    {
        if (options.ReferenceHandler is { } handler && handler != ReferenceHandler.Preserve && handler != ReferenceHandler.IgnoreCycles)
            yield return "ReferenceHandler (of your own)";
        if (options.UnknownTypeHandling != JsonUnknownTypeHandling.JsonElement)
            yield return "UnknownTypeHandling (object is read as a Node)";
        if (options.DefaultIgnoreCondition is not (JsonIgnoreCondition.Never or JsonIgnoreCondition.WhenWritingNull
            or JsonIgnoreCondition.WhenWritingDefault))
            yield return $"DefaultIgnoreCondition ({options.DefaultIgnoreCondition})";
#pragma warning disable SYSLIB0020 // It is obsolete and still heard there: nulls are left out, and set no member.
        if (options.IgnoreNullValues)
            yield return "IgnoreNullValues (DefaultIgnoreCondition = WhenWritingNull leaves nulls out; at reading, null sets a member here)";
#pragma warning restore SYSLIB0020
        if (options.ReadCommentHandling == JsonCommentHandling.Allow)
            yield return "ReadCommentHandling (Allow)";
        if (options.TypeInfoResolverChain.Any(ConverterEnums.NamesEnums) && !options.TypeInfoResolverChain.All(ConverterEnums.NamesEnums))
            yield return "TypeInfoResolver (UseStringEnumConverter of one context beside another resolver: EnumsAsNames is for all enums)";
        foreach (var resolver in options.TypeInfoResolverChain)
            if (resolver is DefaultJsonTypeInfoResolver { Modifiers.Count: > 0 }
                || (resolver is not JsonSerializerContext && resolver.GetType() != typeof(DefaultJsonTypeInfoResolver)))
                yield return "TypeInfoResolver (with modifiers, or of your own: members are changed by attributes or a Convention here)";
    }

    static (JsonNaming, JsonNamingPolicy?) NamingOf(JsonNamingPolicy? policy) =>
        policy is null ? (JsonNaming.AsDeclared, null)
        : policy == JsonNamingPolicy.CamelCase ? (JsonNaming.Camel, null)
        : policy == JsonNamingPolicy.SnakeCaseLower ? (JsonNaming.SnakeLower, null)
        : policy == JsonNamingPolicy.SnakeCaseUpper ? (JsonNaming.SnakeUpper, null)
        : policy == JsonNamingPolicy.KebabCaseLower ? (JsonNaming.KebabLower, null)
        : policy == JsonNamingPolicy.KebabCaseUpper ? (JsonNaming.KebabUpper, null)
        : (JsonNaming.AsDeclared, policy);
}
