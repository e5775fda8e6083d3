using System.Collections;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>
/// Parts of which one value may be made, and no other: a payload that names one list of cookies for a thousand containers would have each
/// of them filled with it. Kept beside the object, for as long as it lives.
/// </summary>
static class TakenParts
{
    static readonly ConditionalWeakTable<object, object> s_taken = [];

    /// <summary>Shorter texts cost no more than the reference and what is around it.</summary>
    const int LongText = 256;

    /// <summary>
    /// What a part that was there before is charged with, in bytes of input: a number or reference that is copied takes about eight of
    /// them.
    /// </summary>
    /// <param name="part">The part.</param>
    /// <param name="declared">What the field is declared as: what stands behind an interface is kept and not copied.</param>
    /// <param name="countsTables">Whether tables and lists are whole already, so that it is known how large they are.</param>
    public static long Cost(object part, Type declared, bool countsTables) => part switch
    {
        byte[] bytes when declared.IsArray || declared == typeof(object) => bytes.Length,
        Array items when declared.IsArray || declared == typeof(object) => items.LongLength * 8,
        string { Length: > LongText } text => text.Length,
        ICollection table when countsTables && declared.IsClass && !declared.IsArray && declared != typeof(object) => table.Count * 8L,
        _ => 0,
    };

    /// <summary>Takes it; false if it was taken before.</summary>
    public static bool TryTake(object part) => s_taken.TryAdd(part, s_taken);
}
