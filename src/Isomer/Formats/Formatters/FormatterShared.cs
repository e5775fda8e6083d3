using System.Collections;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>What a value copies of what it is made of.</summary>
internal enum FormatterCopies : byte
{
    /// <summary>Nothing: it keeps it, as a segment keeps its array.</summary>
    None,
    /// <summary>The nodes of a chain, whose keys and values are kept.</summary>
    Nodes,
    /// <summary>Arrays, lists and texts.</summary>
    All,
}

/// <summary>
/// What a collection is made of is copied into it, so an array that a hundred lists name as theirs is there a hundred times: 131 KB of
/// dictionaries around one table were 1.3 GB. A collection's own payloads have none of that, for its parts are private. (What stands behind
/// an interface, as the list within a ReadOnlyCollection, is kept and not copied, and may be shared.)
/// </summary>
internal static class FormatterShared
{
    /// <summary>Whether a part that was there before is charged.</summary>
    public static bool IsCharged(FormatterCopies copies, Type declared) =>
        copies == FormatterCopies.All || (copies == FormatterCopies.Nodes && declared != typeof(object) && declared != typeof(string));

    /// <summary>So many may be made of one table or list; how large it is may not be known before the whole graph is.</summary>
    const int Most = 4;

    /// <summary>What of the payload's length an array or text is charged with that was there before.</summary>
    /// <param name="part">The part.</param>
    /// <param name="declared">What the field is declared as.</param>
    public static long Cost(object part, Type declared) => TakenParts.Cost(part, declared, countsTables: false);

    /// <summary>Whether a table, list or node of a chain that was there before is taken more often than it may be.</summary>
    /// <param name="part">The part.</param>
    /// <param name="declared">What the field is declared as.</param>
    /// <param name="taken">How often it has been taken.</param>
    public static bool IsTooOften(object part, Type declared, ref byte taken) =>
        declared.IsClass && declared != typeof(object) && !declared.IsArray && (part is ICollection || FieldMembers.IsPart(part))
            && ++taken >= Most;

    /// <summary>
    /// What values may take at once that take much whatever they hold (<see cref="FormatterTable.Room"/>): 20,000 empty queues of wide structs,
    /// 19 bytes each, were 173 MB.
    /// </summary>
    public static long RoomFor(long payload) => RoomWithin(payload) + (1 << 17);

    /// <summary>What such values may take at once in a payload within another, which may be one of many.</summary>
    public static long RoomWithin(long payload) => payload * 80;

    public static WireFormatException NoRoom(Type type, long at) =>
        new($"There are more values of '{type}', each with room for many items, than a payload of this length may have.") { Offset = at };

    public static WireFormatException Refusal(object part, long at) =>
        new($"One '{part.GetType()}' is what more collections are made of than a payload of this length may have.") { Offset = at };
}
