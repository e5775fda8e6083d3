namespace Isomer;

/// <summary>What a payload says of types beside its values: FormatterTypeStyle. Reading takes every style.</summary>
[Flags]
public enum NrbfTypeStyle
{
    /// <summary>
    /// Classes do not say what their members are, but those that name their entries themselves: only the very types can read it, and no
    /// other program.
    /// </summary>
    TypesWhenNeeded = 0,

    /// <summary>Every class says what its members are: what BinaryFormatter does if nothing is said.</summary>
    TypesAlways = 1,

    /// <summary>Strings have no numbers: one that is there several times is written as often.</summary>
    XsdString = 2,
}
