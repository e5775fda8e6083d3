namespace Isomer.AspNetCore;

/// <summary>
/// What the trimmer and the ahead-of-time compiler warn of where values are carried whose members only a serializer uses: as at each facade
/// of Isomer.
/// </summary>
static class TrimmingNotes
{
    public const string Members =
        "Members that only a serializer uses are lost by trimming. Keep the assemblies of your types whole: docs/trimming.md.";

    /// <summary>Why nothing more is to be warned of behind the doors of this library.</summary>
    public const string Warned =
        "Types come here by endpoints, which are warned of where they name them: IsomerResults, IsomerBody, WithIsomer; controllers by AddControllers.";

    public const string Code = "Code for a type is made while the program runs, and generic code over structs may be missing where that cannot be: docs/trimming.md.";
}
