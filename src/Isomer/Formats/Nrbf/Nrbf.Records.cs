using Isomer.Formats;

namespace Isomer;

/// <summary>Payloads without the types that they are of.</summary>
public static partial class Nrbf
{
    /// <summary>
    /// The payload as records: names, members and items, without making an object of any type. For those who come from <c>System.Formats.Nrbf</c>: what
    /// <c>NrbfDecoder.Decode</c> gives.
    /// </summary>
    /// <exception cref="WireFormatException">The payload is damaged.</exception>
    public static NrbfDocument Read(ReadOnlySpan<byte> payload)
    {
        byte[] copy = payload.ToArray();
        return NrbfDocument.Placed(() => new NrbfDocument(copy));
    }
}
