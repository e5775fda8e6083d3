namespace Isomer.Wire;

/// <summary>Names of the input in the paths of errors.</summary>
internal static class ErrorPaths
{
    // A format that tells a name once may name it in each of a hundred steps: a name of 1 MB made a path of 200 MB (2026-11-29).
    const int MostOfName = 200;

    /// <summary>The name, or its beginning: what is longer helps nobody to find the place.</summary>
    public static string Shown(string name) => name.Length <= MostOfName ? name : name[..MostOfName] + "…";
}
