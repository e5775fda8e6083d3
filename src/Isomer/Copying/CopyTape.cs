using Isomer.Wire;

namespace Isomer.Copying;

/// <summary>
/// What a copy is held in between writing and reading: bytes for values of fixed width and marks, and beside them the objects that
/// are shared or handed over as they are, in order. Lent by the thread.
/// </summary>
internal sealed class CopyTape : Lent<CopyTape>
{
    const int KeepSize = 1 << 14;

    /// <summary>The copy of what its surrogate carries as null.</summary>
    public static readonly object CarriedAsNull = new();

    public List<object?> Objects { get; private set; } = new(64);

    public ObjectNumbers Numbers { get; private set; } = null!;

    public object?[] Copies { get; set; } = [];

    public static CopyTape Rent()
    {
        var tape = Take();
        tape.Numbers = ObjectNumbers.Take(byEquals: false);
        return tape;
    }

    public void Return()
    {
        Numbers.Return();
        Numbers = null!;
        if (Objects.Count > KeepSize)
            Objects = new(64);
        else
            Objects.Clear();
        if (Copies.Length > KeepSize)
            Copies = [];
        else
            Array.Clear(Copies);
        GiveBack();
    }
}

/// <summary>The byte before a value that may be null, a reference, or of another type than declared.</summary>
internal static class CopyMark
{
    public const byte Null = 0;
    public const byte Value = 1;
    public const byte Numbered = 2;
    public const byte Subtype = 3;
    public const byte Reference = 4;
    public const byte RuntimeType = 5;
    public const byte Shared = 6;
    public const byte Copied = 7;
}
