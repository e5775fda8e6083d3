namespace Isomer;

/// <summary>How the numbers of a member are written or read, while an object in it is open that has its own.</summary>
/// <param name="Depth">How deep that object lies.</param>
/// <param name="Numbers">What the member's attribute says.</param>
internal sealed record OuterNumbers(int Depth, JsonNumbers? Numbers);
