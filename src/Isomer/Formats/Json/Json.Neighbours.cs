using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Isomer;

/// <summary>
/// Within a text that System.Text.Json's writer or reader is at work on: the value comes next, and nothing else is touched.
/// </summary>
public static partial class Json
{
    /// <summary>Writes the value where the writer is.</summary>
    /// <remarks>A writer that indents lays out what is written, and escapes it, as all else; any other takes it as it stands.</remarks>
    public static void WriteTo<T>(Utf8JsonWriter writer, T value, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        WriteTo(writer, Serialize(value, options));
    }

    /// <summary>Writes the value, as one of the declared type, where the writer is.</summary>
    public static void WriteTo(Utf8JsonWriter writer, object? value, Type type, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        WriteTo(writer, Serialize(value, type, options));
    }

    /// <summary>A raw value is never indented by the writer: it is handed over token by token where that would show.</summary>
    internal static void WriteTo(Utf8JsonWriter writer, byte[] json)
    {
        if (!writer.Options.Indented)
        {
            writer.WriteRawValue(json, skipInputValidation: true);
            return;
        }
        using var document = JsonDocument.Parse(json, s_anyDepth);
        document.RootElement.WriteTo(writer);
    }

    static readonly JsonDocumentOptions s_anyDepth = new() { MaxDepth = int.MaxValue };

    /// <summary>
    /// The value that comes next, or whose first token the reader is at; the reader is at its last token then. Where this throws the reader
    /// stays where it was.
    /// </summary>
    /// <exception cref="WireFormatException">The value is refused. Its path and line begin at the value, its offset counts from the first
    /// byte that the reader was given.</exception>
    /// <exception cref="JsonException">The text is malformed, or its end is still to come.</exception>
    public static T ReadFrom<T>(ref Utf8JsonReader reader, JsonOptions? options = null)
    {
        var end = reader;
        var text = ValueText(ref end, out long start);
        try
        {
            var value = Deserialize<T>(text, options);
            reader = end;
            return value;
        }
        catch (WireFormatException e) when (MovedBy(start, e))
        {
            throw;
        }
    }

    /// <inheritdoc cref="ReadFrom{T}(ref Utf8JsonReader, JsonOptions?)"/>
    public static object? ReadFrom(ref Utf8JsonReader reader, Type type, JsonOptions? options = null)
    {
        var end = reader;
        var text = ValueText(ref end, out long start);
        try
        {
            object? value = Deserialize(text, type, options);
            reader = end;
            return value;
        }
        catch (WireFormatException e) when (MovedBy(start, e))
        {
            throw;
        }
    }

    /// <summary>
    /// Moves the place of an error from the value to what the reader was given. To be asked as a filter: it says no, and the exception
    /// flies on as it was.
    /// </summary>
    static bool MovedBy(long start, WireFormatException error)
    {
        foreach (var one in error.WithCollected)
            if (one.Offset >= 0)
                one.Offset += start;
        return false;
    }

    /// <summary>The text of a value, over which the reader is moved.</summary>
    static ReadOnlySpan<byte> ValueText(ref Utf8JsonReader reader, out long start)
    {
        if (reader.TokenType is JsonTokenType.None or JsonTokenType.PropertyName && !reader.Read())
            throw new JsonException("A value was expected, and the text ends here.");
        while (reader.TokenType == JsonTokenType.Comment && reader.Read())
        {
        }
        start = reader.TokenStartIndex;
        var first = reader;
        if (!reader.TrySkip())
            throw new JsonException("The text ends within a value.");
        // A reader over one span hands out parts of it: the value is what is between its first and its last. A sequence may be in pieces,
        // which are copied.
        if (reader.Position.GetObject() is null && !first.HasValueSequence && !reader.HasValueSequence)
        {
            int quotes = first.TokenType == JsonTokenType.String ? 1 : 0;
            ref byte from = ref Unsafe.Subtract(ref MemoryMarshal.GetReference(first.ValueSpan), quotes);
            return MemoryMarshal.CreateReadOnlySpan(ref from, (int)(reader.BytesConsumed - start));
        }
        reader = first;
        using var document = JsonDocument.ParseValue(ref reader);
        return JsonMarshal.GetRawUtf8Value(document.RootElement).ToArray();
    }
}
