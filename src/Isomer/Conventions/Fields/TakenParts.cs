using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>
/// Parts of which one value may be made, and no other: a payload that names one list of cookies for a thousand containers would have each of them filled with it. Kept beside the
/// object, for as long as it lives.
/// </summary>
static class TakenParts
{
    static readonly ConditionalWeakTable<object, object> s_taken = [];

    /// <summary>Takes it; false if it was taken before.</summary>
    public static bool TryTake(object part) => s_taken.TryAdd(part, s_taken);
}
