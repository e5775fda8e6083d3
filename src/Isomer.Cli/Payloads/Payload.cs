using System.Buffers;
using System.Buffers.Text;
using System.IO.Compression;

namespace Isomer.Cli.Payloads;

/// <summary>The bytes of a file or of standard input, with what they were wrapped in taken off.</summary>
sealed record Payload(string Name, byte[] Bytes, IReadOnlyList<string> Wrappings, long FileSize)
{
    /// <summary>The largest input and the largest that a compressed one may become.</summary>
    public const long MaxSize = 1L << 30;
    const int MaxWrappings = 4;

    /// <summary>Reads a file; "-" or nothing is standard input.</summary>
    public static Payload Read(string? path, bool unwrap = true)
    {
        bool isInput = path is null or "-";
        byte[] bytes = isInput ? ReadInput() : ReadFile(path!);
        return Of(isInput ? "standard input" : path!, bytes, unwrap);
    }

    public static Payload Of(string name, byte[] bytes, bool unwrap)
    {
        var wrappings = new List<string>();
        byte[] inner = bytes;
        while (unwrap && wrappings.Count < MaxWrappings && Unwrap(inner) is var (wrapping, next))
        {
            wrappings.Add(wrapping);
            inner = next;
        }
        return new Payload(name, inner, wrappings, bytes.Length);
    }

    static byte[] ReadFile(string path) => new FileInfo(path) is { Exists: true, Length: > MaxSize } big
        ? throw new CliException(ExitCode.Limit, $"'{path}' has {big.Length} bytes; {MaxSize} are read at most. For many records use convert --records.")
        : File.ReadAllBytes(path);

    static byte[] ReadInput()
    {
        using Stream input = Terminal.OpenInput();
        var whole = new MemoryStream();
        CopyLimited(input, whole);
        return whole.ToArray();
    }

    static void CopyLimited(Stream from, MemoryStream to)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(1 << 16);
        for (int read; (read = from.Read(buffer)) > 0;)
        {
            if (to.Length + read > MaxSize)
                throw new CliException(ExitCode.Limit, $"The input has more than {MaxSize} bytes.");
            to.Write(buffer, 0, read);
        }
        ArrayPool<byte>.Shared.Return(buffer);
    }

    static (string Wrapping, byte[] Inner)? Unwrap(byte[] bytes)
    {
        if (bytes.Length >= 10 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8)
            return Inflate("gzip", new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress));
        if (bytes.Length >= 6 && (bytes[0] & 15) == 8 && bytes[0] >> 4 <= 7 && (bytes[0] << 8 | bytes[1]) % 31 == 0)
            return Inflate("zlib", new ZLibStream(new MemoryStream(bytes), CompressionMode.Decompress));
        return FromBase64(bytes);
    }

    static (string, byte[])? Inflate(string wrapping, Stream stream)
    {
        try
        {
            using (stream)
            {
                var inner = new MemoryStream();
                CopyLimited(stream, inner);
                return (wrapping, inner.ToArray());
            }
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }

    /// <summary>Only if what is inside looks like something: a word may be base64 by chance.</summary>
    static (string, byte[])? FromBase64(byte[] bytes)
    {
        if (bytes.Length < 8 || !Base64.IsValid(bytes, out int length) || length < 4)
            return null;
        byte[] inner = new byte[length];
        if (Base64.DecodeFromUtf8(bytes, inner, out _, out int written) != OperationStatus.Done)
            return null;
        Array.Resize(ref inner, written);
        return Sniffer.LooksKnown(inner) ? ("base64", inner) : null;
    }
}
