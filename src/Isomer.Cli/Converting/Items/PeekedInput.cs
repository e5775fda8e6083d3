using System.Globalization;
using Isomer.Cli.Converting.Shards;
using Isomer.Cli.Payloads;
using Isomer.Wire;

namespace Isomer.Cli.Converting.Items;

/// <summary>
/// A file or standard input with its first bytes looked at, and with compression and UTF-16 taken off as it is read: so input of any length
/// takes a megabyte.
/// </summary>
sealed class PeekedInput : ForwardStream
{
    /// <summary>What is held of the beginning. Payloads that end within it are read as a whole.</summary>
    public const int HeadSize = 1 << 20;

    // The file, and what takes one wrapping after another off it: each reads the one before, whose first bytes stand in front of it again.
    readonly List<Stream> _layers;
    readonly byte[] _head;
    readonly MemoryStream _front;
    readonly JoinedStream _content;

    PeekedInput(string name, List<Stream> layers, byte[] head, bool isWhole, List<string> wrappings)
    {
        (Name, _layers, _head, IsWhole, Wrappings) = (name, layers, head, isWhole, wrappings);
        _front = new MemoryStream(head, writable: false);
        _content = new JoinedStream(_front, layers[^1]);
    }

    public string Name { get; }

    /// <summary>Its first bytes, without what they were wrapped in.</summary>
    public ReadOnlySpan<byte> Head => _head;

    /// <summary>Whether these are all.</summary>
    public bool IsWhole { get; }

    public IReadOnlyList<string> Wrappings { get; }

    /// <summary>How many bytes of the file were read.</summary>
    public long RawBytes => ((CountingStream)_layers[0]).Count;

    /// <summary>Opens a file; "-" or nothing is standard input.</summary>
    /// <param name="path">The file.</param>
    /// <param name="unwrap">Whether compression and other encodings are taken off.</param>
    /// <param name="name">What it is called where it is spoken of; null for its path.</param>
    /// <param name="isEnough">Of standard input, which may stay open: whether no more of the beginning need be waited for.</param>
    public static PeekedInput Open(string? path, bool unwrap = true, string? name = null, HeadTest? isEnough = null)
    {
        bool isInput = path is null or "-";
        if (!isInput)
            Payload.RefuseIfNoFile(path!);
        name ??= isInput ? "standard input" : path!;
        var raw = new CountingStream(
            isInput ? Terminal.OpenInput() : new FileStream(path!, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16));
        try
        {
            PeekedInput input = Peel(path ?? name, name, raw, unwrap, isInput ? isEnough : null);
            input.Path = Payload.IsReadOnce(path) ? null : path;
            return input;
        }
        catch
        {
            raw.Dispose();
            throw;
        }
    }

    /// <summary>Some bytes of a file, as they are.</summary>
    public static PeekedInput OpenRange(string path, long start, long end)
    {
        var raw = new CountingStream(new RangeStream(path, start, end));
        byte[] head = ReadHead(raw, out bool isWhole);
        return new PeekedInput(string.Create(CultureInfo.InvariantCulture, $"{path}, bytes {start} to {end}"), [raw], head, isWhole, []);
    }

    /// <summary>A file whose compression is known: brotli has no mark.</summary>
    public static PeekedInput Compressed(string path, string compression)
    {
        var raw = new CountingStream(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16));
        Stream inner = Compression.Open(compression, raw);
        byte[] head = ReadHead(inner, out bool isWhole);
        return new PeekedInput(path, [raw, inner], head, isWhole, [compression]);
    }

    static PeekedInput Peel(string path, string name, CountingStream raw, bool unwrap, HeadTest? isEnough)
    {
        var wrappings = new List<string>();
        var layers = new List<Stream> { raw };
        while (true)
        {
            byte[] head = ReadHead(layers[^1], out bool isWhole, isEnough);
            Stream? inner = null;
            // Base64, and what has no mark, are tried where a small payload is read as a whole.
            if (unwrap && wrappings.Count < 4)
            {
                string? compression = Compression.Of(head, wrappings.Count == 0 ? path : null);
                if ((compression == Compression.Zlib && !Compression.BeginsAsZlib(head))
                    || (isWhole && compression == Compression.Brotli && Looks.IsText(head) && !Compression.IsBrotliOfNothing(head)))
                    compression = null;
                if (compression is not null)
                {
                    wrappings.Add(compression);
                    inner = Compression.Open(compression, new JoinedStream(new MemoryStream(head, writable: false), layers[^1]));
                }
                else if (TextForms.OfText(head) is var (encoding, text, mark))
                {
                    wrappings.Add(text);
                    inner = new CheckedText(new JoinedStream(new MemoryStream(head, mark, head.Length - mark, writable: false), layers[^1]),
                        encoding, text);
                }
            }
            if (inner is null)
                return new PeekedInput(name, layers, head, isWhole, wrappings);
            layers.Add(inner);
        }
    }

    static byte[] ReadHead(Stream stream, out bool isWhole, HeadTest? isEnough = null)
    {
        byte[] head = new byte[1 << 16];
        int count = 0;
        while (true)
        {
            int read = stream.Read(head, count, head.Length - count);
            count += read;
            isWhole = read == 0;
            if (isWhole || count == HeadSize || isEnough?.Invoke(head.AsSpan(0, count)) == true)
                return count == head.Length ? head : head[..count];
            if (count == head.Length)
                Array.Resize(ref head, Math.Min(HeadSize, head.Length * 2));
        }
    }

    /// <summary>Passes over a byte order mark.</summary>
    public void SkipMark()
    {
        if (_front.Position == 0 && Head.StartsWith("\uFEFF"u8))
            _front.Position = 3;
    }

    /// <summary>The file, where it is a whole one.</summary>
    public string? Path { get; private set; }

    /// <summary>
    /// All that there is, as a payload. A file that is longer than its head, or wrapped, is read anew: as a whole it is unwrapped more
    /// carefully.
    /// </summary>
    public Payload ReadAll(bool unwrap)
    {
        if (Path is not null && (!IsWhole || Wrappings.Count > 0))
            return Payload.Read(Path, unwrap) with { Name = Name };
        var all = new MemoryStream();
        Payload.CopyLimited(this, all);
        Payload payload = Payload.Of(Name, all.ToArray(), unwrap);
        return Wrappings.Count == 0 ? payload : payload with { Wrappings = [.. Wrappings, .. payload.Wrappings], FileSize = RawBytes };
    }

    public override int Read(Span<byte> buffer) => _content.Read(buffer);

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _content.ReadAsync(buffer, cancellationToken);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        _content.ReadAsync(buffer, offset, count, cancellationToken);

    protected override void Dispose(bool disposing)
    {
        // The last first; a joined stream leaves open what it joins.
        for (int i = _layers.Count - 1; disposing && i >= 0; i--)
            _layers[i].Dispose();
        base.Dispose(disposing);
    }
}

/// <summary>Whether the first bytes of input say enough.</summary>
delegate bool HeadTest(ReadOnlySpan<byte> head);
