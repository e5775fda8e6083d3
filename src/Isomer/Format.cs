namespace Isomer;

/// <summary>
/// The handle over all formats: what a tool or an integration needs that works with any of them. A program that knows its
/// format calls the facade (<see cref="Json"/>, ...) directly.
/// </summary>
/// <example>
/// <code>
/// foreach (Format format in Format.All)
///     Console.WriteLine($"{format.Name}: {format.Serialize(order).Length} bytes");
/// </code>
/// </example>
public abstract class Format
{
    private protected Format()
    {
    }

    /// <summary>Every format, with its default options.</summary>
    public static IReadOnlyList<Format> All { get; } = [Json.Format, Compact.Format];

    /// <summary>The name, as that of the facade.</summary>
    public abstract string Name { get; }

    /// <summary>The media type of a payload.</summary>
    public abstract string MediaType { get; }

    /// <summary>Whether a payload is text.</summary>
    public abstract bool IsText { get; }

    /// <summary>The value as a payload.</summary>
    public abstract byte[] Serialize<T>(T value);

    /// <summary>The value of a payload.</summary>
    public abstract T Deserialize<T>(ReadOnlySpan<byte> payload);

    /// <inheritdoc/>
    public override string ToString() => Name;
}
