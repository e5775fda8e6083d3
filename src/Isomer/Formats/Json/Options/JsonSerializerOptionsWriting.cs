using System.Diagnostics.CodeAnalysis;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Isomer.Formats;

/// <summary>
/// Our options as System.Text.Json's, for what is called with them: a converter that an attribute names and that hands a part of its value
/// to JsonSerializer, a JsonValue that holds an enum.
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2026",
    Justification = "Options for converters of the application's, which a ready-made shape calls; what these do with them is theirs.")]
[UnconditionalSuppressMessage("AOT", "IL3050",
    Justification = "Options for converters of the application's, which a ready-made shape calls; what these do with them is theirs.")]
internal static class JsonSerializerOptionsWriting
{
    /// <summary>The default ones, where nothing differs from them.</summary>
    /// <param name="options">Ours.</param>
    /// <param name="encoder">What escapes as these do; null where nothing does.</param>
    public static JsonSerializerOptions Of(JsonOptions options, JavaScriptEncoder? encoder)
    {
        if (options.Convention is PlainConvention { ConverterOptions: { } given })
            return Ready(given);
        if (!Differs(options, encoder))
            return JsonSerializerOptions.Default;
        var theirs = new JsonSerializerOptions
        {
            PropertyNamingPolicy = PolicyOf(options.Naming, options.NamingPolicy),
            DictionaryKeyPolicy = PolicyOf(options.KeyNaming, options.KeyNamingPolicy),
            PropertyNameCaseInsensitive = options.IgnoreCase,
            DefaultIgnoreCondition = options.Omit switch
            {
                JsonOmit.WhenNull => JsonIgnoreCondition.WhenWritingNull,
                JsonOmit.WhenDefault => JsonIgnoreCondition.WhenWritingDefault,
                _ => JsonIgnoreCondition.Never,
            },
            NumberHandling = HandlingOf(options.Numbers),
            Encoder = encoder == JavaScriptEncoder.Default ? null : encoder,
            AllowTrailingCommas = (options.Leniency & JsonLeniency.TrailingCommas) != 0,
            ReadCommentHandling =
                (options.Leniency & JsonLeniency.Comments) != 0 ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow,
            MaxDepth = options.Limits.MaxDepth,
            ReferenceHandler = options.References == References.Preserve ? ReferenceHandler.Preserve
                : options.CyclesAsNull ? ReferenceHandler.IgnoreCycles : null,
            TypeInfoResolver = JsonSerializerOptions.Default.TypeInfoResolver,
        };
        if (options.EnumsAsNames)
            theirs.Converters.Add(new JsonStringEnumConverter());
        theirs.MakeReadOnly();
        return theirs;
    }

    /// <summary>Options with what JsonSerializer adds to them at their first use, and a JsonNode asks for.</summary>
    static JsonSerializerOptions Ready(JsonSerializerOptions given)
    {
        if (given.TypeInfoResolver is not null)
            return given;
        var ready = new JsonSerializerOptions(given) { TypeInfoResolver = JsonSerializerOptions.Default.TypeInfoResolver };
        ready.MakeReadOnly();
        return ready;
    }

    static bool Differs(JsonOptions options, JavaScriptEncoder? encoder) =>
        options.Naming != JsonNaming.AsDeclared || options.NamingPolicy is not null
            || options.KeyNaming != JsonNaming.AsDeclared || options.KeyNamingPolicy is not null
            || options.IgnoreCase || options.Omit != JsonOmit.Never || HandlingOf(options.Numbers) != JsonNumberHandling.Strict
            || (encoder is not null && encoder != JavaScriptEncoder.Default)
            || (options.Leniency & (JsonLeniency.TrailingCommas | JsonLeniency.Comments)) != 0
            || options.Limits.MaxDepth != Limits.Default.MaxDepth
            || options.References == References.Preserve || options.CyclesAsNull || options.EnumsAsNames;

    static JsonNumberHandling HandlingOf(JsonNumbers numbers) => (JsonNumberHandling)numbers
        & (JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.WriteAsString
            | JsonNumberHandling.AllowNamedFloatingPointLiterals);

    static JsonNamingPolicy? PolicyOf(JsonNaming naming, JsonNamingPolicy? policy) => policy ?? (naming switch
    {
        JsonNaming.AsDeclared => null,
        JsonNaming.Camel => JsonNamingPolicy.CamelCase,
        JsonNaming.SnakeLower => JsonNamingPolicy.SnakeCaseLower,
        JsonNaming.SnakeUpper => JsonNamingPolicy.SnakeCaseUpper,
        JsonNaming.KebabLower => JsonNamingPolicy.KebabCaseLower,
        JsonNaming.KebabUpper => JsonNamingPolicy.KebabCaseUpper,
        _ => new Renaming(naming),
    });

    /// <summary>A naming that System.Text.Json has not.</summary>
    sealed class Renaming(JsonNaming naming) : JsonNamingPolicy
    {
        public override string ConvertName(string name) => JsonProfile.Rename(name, naming);
    }
}
