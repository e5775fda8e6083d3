namespace Isomer;

/// <summary>What to do, at writing, with a run-time type that is not in the declared set.</summary>
public enum UnknownSubtypes
{
    /// <summary>An error that says how to register it: its own members would be lost.</summary>
    Refuse,
    /// <summary>The declared type's members are written, the others dropped (what System.Text.Json does).</summary>
    WriteAsBase,
    /// <summary>
    /// It is written as what it is, with its type, where the format and its options can say that (JsonOptions.FastJson,
    /// JsonOptions.Graph); elsewhere refused. The same goes for collections. Reading makes known types only.
    /// </summary>
    WriteAsRuntimeType,
    /// <summary>The nearest declared type that it derives from is written, what it adds itself is dropped.</summary>
    WriteAsNearest,
}
