using Isomer.Formats;

namespace Isomer;

/// <summary>Payloads without the types that they are of.</summary>
public static partial class Nrbf
{
    /// <summary>
    /// The payload as records: names, members and items, without making an object of any type. For those who come from
    /// <c>System.Formats.Nrbf</c>: what <c>NrbfDecoder.Decode</c> gives.
    /// </summary>
    /// <param name="payload">The payload.</param>
    /// <param name="options">
    /// Types are asked for in one case: classes that do not say what their members are (FormatterTypeStyle.TypesWhenNeeded) are read by
    /// what the type of that name declares, one of the framework's or of <see cref="NrbfOptions.KnownTypes"/>.
    /// </param>
    /// <exception cref="WireFormatException">The payload is damaged.</exception>
    public static NrbfDocument Read(ReadOnlySpan<byte> payload, NrbfOptions? options = null)
    {
        byte[] copy = payload.ToArray();
        return NrbfDocument.Placed(() => new NrbfDocument(copy, options ?? NrbfOptions.Default));
    }
}
