namespace Isomer.Copying;

/// <summary>What <see cref="DeepCopy"/> sees where a call says nothing else; made when it is first asked for.</summary>
internal static class CopyConvention
{
    public static PlainConvention Usual { get; } = Made();

    static PlainConvention Made()
    {
        var convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType)
            // What they say is of JSON's form, which a copy has not.
            .WithIgnoredAttributes("System.Text.Json.Serialization", "Newtonsoft.Json");
        convention.SavedName = nameof(DeepCopy);
        return convention;
    }
}
