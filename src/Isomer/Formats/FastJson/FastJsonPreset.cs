namespace Isomer.Formats;

/// <summary>Made when it is first asked for, not with the other presets.</summary>
internal static class FastJsonPreset
{
    public static JsonOptions Options { get; } = new()
    {
        FastJsonRules = FastJsonRules.Default,
        Convention = Convention.FastJson,
        Escaping = JsonEscaping.AsciiOnly,
        EnumsAsNames = true,
        Numbers = JsonNumbers.ReadFromString | JsonNumbers.NamedFloats,
        Leniency = JsonLeniency.Json5,
        IgnoreCase = true,
        TypeAnywhere = true,
        IndentSize = 3,
    };
}
