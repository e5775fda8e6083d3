using System.Buffers;
using System.Buffers.Text;

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
        while (unwrap && wrappings.Count < MaxWrappings
            && (Unwrap(name, inner) ?? (wrappings.Count == 0 ? Guess(name, inner) : null)) is var (wrapping, next))
        {
            wrappings.Add(wrapping);
            inner = next;
        }
        return new Payload(name, inner, wrappings, bytes.Length);
    }

    /// <summary>Whether it can be read once alone, from its beginning to its end: standard input, or a pipe that has a name.</summary>
    public static bool IsReadOnce(string? path) =>
        path is null or "-" || (!OperatingSystem.IsWindows() && File.Exists(path) && !UnixKind.IsFile(path));

    static byte[] ReadFile(string path)
    {
        RefuseIfNoFile(path);
        if (IsReadOnce(path))
        {
            using FileStream pipe = File.OpenRead(path);
            return ReadWhole(pipe);
        }
        return new FileInfo(path) is { Exists: true, Length: > MaxSize } big
            ? throw new CliException(ExitCode.Limit,
                $"'{path}' has {big.Length} bytes; {MaxSize} are read at most. `convert` takes arrays and lines of JSON and items of any length.")
            : File.ReadAllBytes(path);
    }

    /// <summary>A path that leads to no file is told as what it is.</summary>
    public static void RefuseIfNoFile(string path)
    {
        if (Directory.Exists(path))
            throw new CliException(ExitCode.Usage, $"'{path}' is a folder; a file is expected here. `isomer convert` takes folders, too.");
        if (!File.Exists(path))
            throw new CliException(ExitCode.Usage, $"There is no file '{path}'.");
    }

    static byte[] ReadInput()
    {
        using Stream input = Terminal.OpenInput();
        return ReadWhole(input);
    }

    static byte[] ReadWhole(Stream input)
    {
        var whole = new MemoryStream();
        CopyLimited(input, whole);
        return whole.ToArray();
    }

    public static void CopyLimited(Stream from, MemoryStream to)
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

    static (string Wrapping, byte[] Inner)? Unwrap(string name, byte[] bytes)
    {
        if (Compression.OfHead(bytes) is { } compression)
        {
            if (Compression.TryOpen(compression, bytes) is { } inner)
                return (compression, inner);
            if (compression == Compression.Gzip)
                throw new CliException(ExitCode.Corrupt, $"{name}: it is damaged or cut off: it begins as gzip does, and does not end so.");
        }
        return TextForms.TryOpen(bytes) ?? FromBase64(bytes);
    }

    /// <summary>
    /// Brotli and bare deflate have no mark: they are tried where the name says so, or where nothing else is known and what is inside is.
    /// </summary>
    static (string, byte[])? Guess(string name, byte[] bytes)
    {
        bool isNamed = Compression.OfName(name) == Compression.Brotli;
        if (isNamed && Compression.IsBrotliOfNothing(bytes))
            return (Compression.Brotli, []);
        if (bytes.Length < 4
            || (!isNamed
                && (Looks.IsText(bytes) || Looks.Describe(bytes) is not null || Compression.Closed(bytes) is not null
                    || Sniffer.LooksKnown(bytes) || ProtobufLooks.IsPlausible(bytes))))
            return null;
        foreach (string compression in isNamed ? (string[])[Compression.Brotli] : [Compression.Brotli, Compression.Deflate])
            if (Compression.TryOpen(compression, bytes, out string? cut) is { Length: > 0 } inner && (isNamed || Sniffer.LooksKnown(inner)))
                return cut is null ? (compression, inner) : throw new CliException(ExitCode.Corrupt, $"{name}: {cut}");
        return isNamed && !Looks.IsText(bytes)
            ? throw new CliException(ExitCode.Corrupt, $"{name}: its name says brotli, and it is damaged or none.")
            : null;
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
        return Sniffer.LooksKnown(inner) || (LooksEncoded(bytes) && Sniffer.LooksReadable(inner)) ? ("base64", inner) : null;
    }

    /// <summary>Words have no digits, capitals and small letters in one; base64 of more than a few bytes has.</summary>
    public static bool LooksEncoded(ReadOnlySpan<byte> text) =>
        text.Length >= 16 && text.ContainsAnyInRange((byte)'A', (byte)'Z') && text.ContainsAnyInRange((byte)'a', (byte)'z')
            && text.ContainsAnyInRange((byte)'0', (byte)'9');
}
