using System.IO.Compression;

namespace Isomer.Cli.Payloads;

/// <summary>The compressions that files come in: those that the framework opens, and those that can only be told by name.</summary>
static class Compression
{
    public const string Gzip = "gzip";
    public const string Brotli = "br";
    public const string Zlib = "zlib";
    public const string Deflate = "deflate";

    /// <summary>What is not opened here, by its first bytes, and the program that opens it.</summary>
    static readonly (byte[] Head, string Name, string Opener)[] s_closed =
    [
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstd -d"), ([.. "BZh"u8], "bzip2", "bunzip2"), ([0xFD, .. "7zXZ"u8, 0], "xz", "unxz"),
        ([0x04, 0x22, 0x4D, 0x18], "lz4", "lz4 -d"), ([0x1F, 0x9D], "compress", "uncompress"),
        ([0xFF, 0x06, 0, 0, .. "sNaPpY"u8], "snappy", "snzip -d"),
    ];

    /// <summary>The name that a compression has on the command line; zstd is refused here, and by name.</summary>
    public static string? Named(string? name) => name?.ToLowerInvariant() switch
    {
        null => null,
        "gzip" or "gz" => Gzip,
        "br" or "brotli" => Brotli,
        "zlib" => Zlib,
        "zstd" or "zst" =>
            throw new CliException(ExitCode.Usage,
                "The framework of this build (.NET 10) has no zstd. Use gzip or br, or pipe the output through the program zstd."),
        var other => throw new CliException(ExitCode.Usage, $"There is no compression '{other}'; there are gzip, br and zlib."),
    };

    /// <summary>What a file's name says of its compression: order.json.gz.</summary>
    public static string? OfName(string? name) => Path.GetExtension(name ?? "").ToLowerInvariant() switch
    {
        ".gz" or ".gzip" => Gzip,
        ".br" => Brotli,
        ".zlib" or ".zz" => Zlib,
        ".zst" or ".zstd" => "zstd",
        _ => null,
    };

    /// <summary>A file's name without what it says of its compression.</summary>
    [return: System.Diagnostics.CodeAnalysis.NotNullIfNotNull(nameof(name))]
    public static string? InnerName(string? name) => OfName(name) is null ? name : name![..^Path.GetExtension(name)!.Length];

    public static string ExtensionOf(string name) => name switch { Gzip => ".gz", Zlib => ".zlib", _ => "." + name };

    /// <summary>
    /// The compression that the first bytes say. Zlib's two bytes say too little: whoever takes it off sees whether it was one.
    /// </summary>
    public static string? OfHead(ReadOnlySpan<byte> head)
    {
        if (head.Length >= 10 && head[0] == 0x1F && head[1] == 0x8B && head[2] == 8)
            return Gzip;
        return head.Length >= 6 && (head[0] & 15) == 8 && head[0] >> 4 <= 7 && (head[0] << 8 | head[1]) % 31 == 0
            && !Looks.IsText(head[..Math.Min(head.Length, 64)], isCut: true) ? Zlib : null;
    }

    /// <summary>The compression that the first bytes say, else that of the name: brotli has no mark.</summary>
    public static string? Of(ReadOnlySpan<byte> head, string? name) => OfHead(head) ?? (OfName(name) == Brotli ? Brotli : null);

    /// <summary>The name of a compression that is known and not opened, with what to do; null if it is none of these.</summary>
    public static string? Closed(ReadOnlySpan<byte> head)
    {
        foreach (var (begin, name, opener) in s_closed)
            if (head.StartsWith(begin))
                return $"it is compressed by {name}, which this build cannot open: '{opener}' does.";
        return null;
    }

    public static Stream Open(string name, Stream inner) => name switch
    {
        Gzip => new CheckedInflate(inner, isGzip: true),
        Brotli => new CheckedBrotli(inner),
        Zlib => new CheckedInflate(inner, isGzip: false),
        _ => new DeflateStream(inner, CompressionMode.Decompress),
    };

    /// <summary>
    /// What is written to it goes compressed to <paramref name="output"/>, which stays open. Brotli at its level 5: at its best it is a
    /// hundred times slower.
    /// </summary>
    public static Stream Into(string name, Stream output) => name switch
    {
        Gzip => new GZipStream(output, CompressionLevel.Optimal, leaveOpen: true),
        Brotli => new BrotliStream(output, new BrotliCompressionOptions { Quality = 5 }, leaveOpen: true),
        _ => new ZLibStream(output, CompressionLevel.Optimal, leaveOpen: true),
    };

    public static byte[] Compress(string name, ReadOnlySpan<byte> bytes)
    {
        var output = new MemoryStream();
        using (Stream stream = Into(name, output))
            stream.Write(bytes);
        return output.Length == 0 ? OfNothing(name).ToArray() : output.ToArray();
    }

    /// <summary>Nothing, compressed: the framework's streams leave no bytes of it, which no program takes for gzip or zlib.</summary>
    public static ReadOnlySpan<byte> OfNothing(string name) => name switch
    {
        Gzip => [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        Zlib => [0x78, 0x9C, 3, 0, 0, 0, 0, 1],
        _ => [0x3B],
    };

    /// <summary>Whether bytes are nothing, compressed by brotli: one character, which is text by itself.</summary>
    public static bool IsBrotliOfNothing(ReadOnlySpan<byte> bytes) => bytes.SequenceEqual(OfNothing(Brotli));

    /// <summary>
    /// Whether the beginning of a file is read as zlib: fields of protobuf may begin as that does. Of nothing, compressed, the check sum of
    /// nothing is the end.
    /// </summary>
    public static bool BeginsAsZlib(byte[] head)
    {
        try
        {
            using var stream = new ZLibStream(new MemoryStream(head), CompressionMode.Decompress);
            return stream.ReadAtLeast(new byte[1 << 12], 1 << 12, throwOnEndOfStream: false) > 0
                || head.AsSpan().EndsWith((ReadOnlySpan<byte>)[0, 0, 0, 1]);
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            return false;
        }
    }

    /// <summary>What is inside; null if these are no such bytes. More than <see cref="Payload.MaxSize"/> bytes are refused.</summary>
    public static byte[]? TryOpen(string name, byte[] bytes) => TryOpen(name, bytes, out _);

    /// <param name="name">The compression.</param>
    /// <param name="bytes">The bytes.</param>
    /// <param name="cut">Why the end is missing, where brotli is cut off: the result is what stands before.</param>
    public static byte[]? TryOpen(string name, byte[] bytes, out string? cut)
    {
        cut = null;
        var inner = new MemoryStream();
        using Stream stream = Open(name, new MemoryStream(bytes));
        try
        {
            Payload.CopyLimited(stream, inner);
            return inner.ToArray();
        }
        catch (InvalidDataException e) when (stream is CheckedBrotli { IsCut: true })
        {
            cut = e.Message;
            return inner.ToArray();
        }
        catch (Exception e) when (e is InvalidDataException or InvalidOperationException or IOException)
        {
            return null;
        }
    }
}
