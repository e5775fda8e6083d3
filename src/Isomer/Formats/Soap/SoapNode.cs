namespace Isomer.Formats;

/// <summary>One element of an envelope, in the order of the document: what stands in it are those behind it, up to its end.</summary>
internal struct SoapNode
{
    /// <summary>Where its tag begins.</summary>
    public int Offset;

    /// <summary>Its text, if it has no elements in it: a place in the input, or the complement of one in what was decoded.</summary>
    public int Text;

    public int TextLength;

    /// <summary>The number of the element behind it and all that is in it.</summary>
    public int End;

    /// <summary>Its name: a number of <see cref="SoapDocument"/>.</summary>
    public int Name;

    /// <summary>The name that xsi:type says; -1 for none.</summary>
    public int Type;

    /// <summary>Which array it is (<see cref="SoapDocument.ArrayOf(int)"/>); -1 for none.</summary>
    public int Array;

    /// <summary>Its id or, where it refers to another element, that one's; 0 for none.</summary>
    public int Id;

    public SoapFlags Flags;

    public readonly bool IsNull => (Flags & SoapFlags.Null) != 0;

    public readonly bool IsReference => (Flags & SoapFlags.Reference) != 0;

    /// <summary>Whether it is a child of the body, whose name says its type.</summary>
    public readonly bool IsTop => (Flags & SoapFlags.Top) != 0;
}

[Flags]
internal enum SoapFlags : byte
{
    None = 0,
    Null = 1,
    Reference = 2,
    Top = 4,
}

/// <summary>What SOAP-ENC:arrayType says: the item's name, the brackets of arrays that are items, the lengths.</summary>
/// <param name="Item">The name of the innermost item's type.</param>
/// <param name="Ranks">For each array that is an item of another its number of dimensions, the innermost first.</param>
/// <param name="Lengths">The lengths of the array's dimensions; -1 where it does not say.</param>
/// <param name="Bounds">The numbers of its first items; null where all are 0.</param>
/// <param name="Offset">How many items at its beginning are not there.</param>
internal sealed record SoapArray(int Item, int[] Ranks, int[] Lengths, int[]? Bounds, int Offset);
