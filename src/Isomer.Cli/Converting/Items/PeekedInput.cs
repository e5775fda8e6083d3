using System.Text;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting.Items;

/// <summary>A file or standard input with its first bytes looked at, and with compression and UTF-16 taken off as it is read: so input of any length takes a megabyte.</summary>
sealed class PeekedInput : Stream
{
    /// <summary>What is held of the beginning. Payloads that end within it are read as a whole.</summary>
    public const int HeadSize = 1 << 20;

    readonly Stream _inner;
    readonly byte[] _head;
    int _at;

    PeekedInput(string name, Stream inner, byte[] head, bool isWhole, List<string> wrappings, CountingStream raw) =>
        (Name, _inner, _head, IsWhole, Wrappings, _raw) = (name, inner, head, isWhole, wrappings, raw);

    readonly CountingStream _raw;

    public string Name { get; }

    /// <summary>Its first bytes, without what they were wrapped in.</summary>
    public ReadOnlySpan<byte> Head => _head;

    /// <summary>Whether these are all.</summary>
    public bool IsWhole { get; }

    public IReadOnlyList<string> Wrappings { get; }

    /// <summary>How many bytes of the file were read.</summary>
    public long RawBytes => _raw.Count;

    /// <summary>Opens a file; "-" or nothing is standard input.</summary>
    /// <param name="path">The file.</param>
    /// <param name="unwrap">Whether compression and other encodings are taken off.</param>
    public static PeekedInput Open(string? path, bool unwrap = true)
    {
        bool isInput = path is null or "-";
        if (!isInput)
            Payload.RefuseIfNoFile(path!);
        string name = isInput ? "standard input" : path!;
        var raw = new CountingStream(isInput ? Terminal.OpenInput() : new FileStream(path!, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16));
        try
        {
            return Peel(name, raw, unwrap);
        }
        catch
        {
            raw.Dispose();
            throw;
        }
    }

    /// <summary>A file whose compression is known: brotli has no mark.</summary>
    public static PeekedInput Compressed(string path, string compression)
    {
        var raw = new CountingStream(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16));
        Stream inner = Compression.Open(compression, raw);
        byte[] head = ReadHead(inner, out bool isWhole);
        return new PeekedInput(path, inner, head, isWhole, [compression], raw);
    }

    static PeekedInput Peel(string name, CountingStream raw, bool unwrap)
    {
        var wrappings = new List<string>();
        Stream stream = raw;
        while (true)
        {
            byte[] head = ReadHead(stream, out bool isWhole);
            Stream? inner = null;
            // What is small is peeled as a whole payload, where base64 and what has no mark are tried too.
            if (unwrap && !isWhole && wrappings.Count < 4)
            {
                string? compression = Compression.OfHead(head) ?? (wrappings.Count == 0 && Compression.OfName(name) == Compression.Brotli ? Compression.Brotli : null);
                if (compression == Compression.Zlib && !Compression.BeginsAsZlib(head))
                    compression = null;
                if (compression is not null)
                {
                    wrappings.Add(compression);
                    inner = Compression.Open(compression, new Joined(head, stream));
                }
                else if (TextForms.Of(head) is var (encoding, text, mark))
                {
                    wrappings.Add(text);
                    inner = Encoding.CreateTranscodingStream(new Joined(head[mark..], stream), encoding, new UTF8Encoding(false));
                }
            }
            if (inner is null)
                return new PeekedInput(name, stream, head, isWhole, wrappings, raw);
            stream = inner;
        }
    }

    static byte[] ReadHead(Stream stream, out bool isWhole)
    {
        byte[] head = new byte[1 << 16];
        int count = 0;
        while (true)
        {
            int read = stream.Read(head, count, head.Length - count);
            count += read;
            isWhole = read == 0;
            if (isWhole || count == HeadSize)
                return count == head.Length ? head : head[..count];
            if (count == head.Length)
                Array.Resize(ref head, Math.Min(HeadSize, head.Length * 2));
        }
    }

    /// <summary>Passes over a byte order mark.</summary>
    public void SkipMark() => _at = _at == 0 && Head.StartsWith("\uFEFF"u8) ? 3 : _at;

    /// <summary>All that there is, as a payload.</summary>
    public Payload ReadAll(bool unwrap)
    {
        var all = new MemoryStream();
        Payload.CopyLimited(this, all);
        Payload payload = Payload.Of(Name, all.ToArray(), unwrap);
        return Wrappings.Count == 0 ? payload : payload with { Wrappings = [.. Wrappings, .. payload.Wrappings], FileSize = RawBytes };
    }

    public override int Read(Span<byte> buffer)
    {
        if (_at == _head.Length)
            return _inner.Read(buffer);
        int count = Math.Min(buffer.Length, _head.Length - _at);
        _head.AsSpan(_at, count).CopyTo(buffer);
        _at += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        _at == _head.Length ? await _inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) : Read(buffer.Span);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _inner.Dispose();
        base.Dispose(disposing);
    }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() { }
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <summary>Bytes that were read already, and the stream behind them.</summary>
    sealed class Joined(byte[] head, Stream rest) : Stream
    {
        int _at;

        public override int Read(Span<byte> buffer)
        {
            if (_at == head.Length)
                return rest.Read(buffer);
            int count = Math.Min(buffer.Length, head.Length - _at);
            head.AsSpan(_at, count).CopyTo(buffer);
            _at += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        protected override void Dispose(bool disposing)
        {
            if (disposing)
                rest.Dispose();
            base.Dispose(disposing);
        }

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
        public override void Flush() { }
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
