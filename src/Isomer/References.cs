namespace Isomer;

/// <summary>Whether objects that are reached twice stay one object.</summary>
public enum References
{
    /// <summary>Every place is written by itself: what was one object becomes several, and a cycle is an error.</summary>
    None,
    /// <summary>
    /// An object is written where it is met first and referred to afterwards; cycles are allowed. Identity is by reference, never by
    /// Equals.
    /// </summary>
    Preserve,
}
