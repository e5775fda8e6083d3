namespace Isomer;

/// <summary>What a <see cref="JsonTokenReader"/> stands at.</summary>
public enum JsonTokenKind : byte
{
    /// <summary>Nothing has been read yet.</summary>
    None,
    /// <summary><c>{</c></summary>
    BeginObject,
    /// <summary><c>}</c></summary>
    EndObject,
    /// <summary><c>[</c></summary>
    BeginArray,
    /// <summary><c>]</c></summary>
    EndArray,
    /// <summary>The name of a member, its colon included.</summary>
    Name,
    /// <summary>A string.</summary>
    String,
    /// <summary>A number.</summary>
    Number,
    /// <summary>true</summary>
    True,
    /// <summary>false</summary>
    False,
    /// <summary>null</summary>
    Null,
    /// <summary>A comment, where <see cref="JsonTokenOptions.KeepsComments"/> asks for them.</summary>
    Comment,
}

/// <summary>How a <see cref="JsonTokenReader"/> reads. The defaults are RFC 8259, 64 levels deep.</summary>
public readonly record struct JsonTokenOptions
{
    /// <summary>Whether // and /* */ comments may stand between tokens.</summary>
    public bool AllowsComments { get; init; }

    /// <summary>Whether comments are tokens too, in place of being passed over.</summary>
    public bool KeepsComments { get; init; }

    /// <summary>Whether a comma may stand before a closing bracket.</summary>
    public bool AllowsTrailingCommas { get; init; }

    /// <summary>How many objects and arrays may be open; 0 for 64.</summary>
    public int MaxDepth { get; init; }
}

/// <summary>Where a <see cref="JsonTokenReader"/> was when its data ended: the next one goes on from there with the rest.</summary>
public readonly struct JsonTokenState
{
    internal JsonTokenKind Kind { get; init; }

    internal byte Next { get; init; }

    internal int Depth { get; init; }

    internal ulong Objects { get; init; }

    internal ulong[]? Deeper { get; init; }

    internal long Consumed { get; init; }
}
