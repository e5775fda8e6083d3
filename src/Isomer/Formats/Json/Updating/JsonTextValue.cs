using System.Buffers;

namespace Isomer.Formats;

/// <summary>
/// A value of a text and all that stands around its parts: white space, comments, digits as they were written. What is written of it again
/// is the text that was read, byte for byte, but for what was changed between.
/// </summary>
/// <remarks>
/// Who owns a comment, which decides what goes with a member that is removed: what stands behind a value to the end of its line is that
/// value's, what stands on the lines above a member is that member's, what stands on the lines above a closing bracket is the container's.
/// <code>
/// {                     // of the object (Head)
///   // of a (Lead)
///   "a": 1, // of a (Line)
///   "b": 2  // of b (Line)
///   // of the object (Tail)
/// }
/// </code>
/// </remarks>
internal sealed class JsonTextValue
{
    /// <summary>What it says; of an object or array, what it said when it was read.</summary>
    public Node? Node;

    /// <summary>Its bytes, if it is no object or array, or a new one.</summary>
    public ReadOnlyMemory<byte> Text;

    /// <summary>The members or items of an object or array that was read; otherwise null.</summary>
    public List<JsonTextPart>? Parts;

    public ReadOnlyMemory<byte> Head;
    public ReadOnlyMemory<byte> Tail;

    /// <summary>Whether a comma stood behind the last part.</summary>
    public bool EndsWithComma;

    public void Replace(Node? node, ReadOnlyMemory<byte> text) => (Node, Text, Parts) = (node, text, null);

    public void WriteTo(IBufferWriter<byte> output)
    {
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        if (Parts is null)
        {
            output.Write(Text.Span);
            return;
        }
        bool isObject = Node is NodeObject;
        output.Write(isObject ? "{"u8 : "["u8);
        output.Write(Head.Span);
        var line = Head;
        for (int i = 0; i < Parts.Count; i++)
        {
            var part = Parts[i];
            WriteBehind(output, line, part.Lead);
            output.Write(part.Key.Span);
            part.Value.WriteTo(output);
            output.Write(part.After.Span);
            if (i < Parts.Count - 1 || EndsWithComma)
                output.Write(","u8);
            output.Write(part.Line.Span);
            line = part.Line;
        }
        WriteBehind(output, line, Tail);
        output.Write(isObject ? "}"u8 : "]"u8);
    }

    /// <summary>What followed a comment to the end of its line began with that end; what follows it now must, too.</summary>
    static void WriteBehind(IBufferWriter<byte> output, ReadOnlyMemory<byte> line, ReadOnlyMemory<byte> next)
    {
        if (JsonTextParser.HasLineComment(line.Span) && (next.IsEmpty || next.Span[0] is not ((byte)'\r' or (byte)'\n')))
            output.Write("\n"u8);
        output.Write(next.Span);
    }
}

/// <summary>A member of an object or an item of an array, in the text.</summary>
internal sealed class JsonTextPart(string? name, JsonTextValue value)
{
    /// <summary>A member's name; null for an item.</summary>
    public string? Name { get; } = name;

    public JsonTextValue Value { get; } = value;

    /// <summary>Whether a member of its name stands behind it, which counts.</summary>
    public bool IsRepeated;

    /// <summary>From the end of the line above, or from the comma, to the name or item.</summary>
    public ReadOnlyMemory<byte> Lead;

    /// <summary>The name in quotes, the colon and what stands before the value; nothing for an item.</summary>
    public ReadOnlyMemory<byte> Key;

    /// <summary>Between the value and its comma; nothing behind the last one that has no comma.</summary>
    public ReadOnlyMemory<byte> After;

    /// <summary>Behind the comma, or the last value, to the end of the line.</summary>
    public ReadOnlyMemory<byte> Line;
}
