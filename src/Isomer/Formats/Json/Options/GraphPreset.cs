namespace Isomer.Formats;

/// <summary>Made when it is first asked for, not with the other presets.</summary>
internal static class GraphPreset
{
    public static JsonOptions Options { get; } = new()
    {
        Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType),
        References = References.Preserve,
        Numbers = JsonNumbers.NamedFloats,
        Escaping = JsonEscaping.Minimal,
        KeepsTypes = true,
    };
}
