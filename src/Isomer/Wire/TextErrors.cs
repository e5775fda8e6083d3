namespace Isomer.Wire;

/// <summary>Makes the one exception of what went wrong in a text; the path is each format's own.</summary>
internal static class TextErrors
{
    /// <summary>The exception with format, offset, line and column; its offset is one in the text.</summary>
    public static WireFormatException Place(Exception e, string format, ReadOnlySpan<byte> text, int position)
    {
        var error = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        int offset = (int)Math.Min(error.Offset < 0 ? position : error.Offset, text.Length);
        error.Format = format;
        error.Offset = offset;
        (error.Line, error.Column) = LineOf(text[..offset]);
        return error;
    }

    /// <summary>Line and column, from 1 on, of what follows this text.</summary>
    public static (int Line, int Column) LineOf(ReadOnlySpan<byte> before) =>
        (before.Count((byte)'\n') + 1, before.Length - before.LastIndexOf((byte)'\n'));
}
