using System.Text;

namespace Isomer.Formats;

/// <summary>The hashes of a layout: FNV-1a over UTF-8, 32 bits for names and 64 for the whole.</summary>
internal static class CompactHash
{
    public static uint OfName(string name)
    {
        uint hash = 2166136261;
        foreach (byte b in Encoding.UTF8.GetBytes(name))
            hash = (hash ^ b) * 16777619;
        return hash;
    }

    public static ulong OfLayout(ReadOnlySpan<byte> layout)
    {
        ulong hash = 14695981039346656037;
        foreach (byte b in layout)
            hash = (hash ^ b) * 1099511628211;
        return hash;
    }
}
