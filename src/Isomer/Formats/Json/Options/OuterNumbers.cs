namespace Isomer.Formats;

/// <summary>
/// How numbers are written or read around an object that has its own, or a collection whose class says it of its items, while that is open.
/// </summary>
/// <param name="Depth">How deep that lies.</param>
/// <param name="Numbers">What an attribute says there; null where none does.</param>
internal sealed record OuterNumbers(int Depth, JsonNumbers? Numbers);
