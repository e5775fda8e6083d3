using System.Buffers.Binary;
using System.IO.Compression;
using Isomer.Wire;

namespace Isomer.Cli.Payloads;

/// <summary>
/// What is in gzip or zlib, refused where it is cut off: the framework's streams end there as if that were all. Gzip ends with the length
/// of what is in it, zlib with a sum of it. Of gzip files that were joined only the last one's length is known, so those are not held to
/// it.
/// </summary>
sealed class CheckedInflate(Stream inner, bool isGzip) : ForwardStream
{
    const uint AdlerPrime = 65521;

    readonly Tail _tail = new(inner);
    Stream? _inflated;
    uint _length;
    uint _a = 1;
    uint _b;
    bool _ended;

    public override int Read(Span<byte> buffer)
    {
        if (_ended || buffer.IsEmpty)
            return 0;
        _inflated ??= isGzip ? new GZipStream(_tail, CompressionMode.Decompress) : new ZLibStream(_tail, CompressionMode.Decompress);
        int read;
        try
        {
            read = _inflated.Read(buffer);
        }
        catch (IOException e) when (e.GetType().Namespace == "System.IO.Compression")
        {
            // An exception that is not public: of zlib that asks for a dictionary, for one.
            throw new InvalidDataException($"The {(isGzip ? "gzip" : "zlib")} is damaged.", e);
        }
        if (read == 0)
        {
            _ended = true;
            Check();
        }
        _length += (uint)read;
        if (!isGzip)
            Sum(buffer[..read]);
        return read;
    }

    void Sum(ReadOnlySpan<byte> bytes)
    {
        // As many as cannot overflow are added before the remainder is taken.
        for (; !bytes.IsEmpty; bytes = bytes[Math.Min(bytes.Length, 5552)..])
        {
            foreach (byte b in bytes[..Math.Min(bytes.Length, 5552)])
            {
                _a += b;
                _b += _a;
            }
            _a %= AdlerPrime;
            _b %= AdlerPrime;
        }
    }

    void Check()
    {
        _tail.Drain();
        bool isWhole = isGzip
            ? _tail.Count >= 18 && (BinaryPrimitives.ReadUInt32LittleEndian(_tail.Last) == _length || _tail.IsJoined)
            : _tail.Count >= 6 && BinaryPrimitives.ReadUInt32BigEndian(_tail.Last) == (_b << 16 | _a);
        if (!isWhole)
            throw new InvalidDataException($"The {(isGzip ? "gzip" : "zlib")} is damaged or cut off.");
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _inflated?.Dispose();
            inner.Dispose();
        }
        base.Dispose(disposing);
    }

    /// <summary>A stream whose last four bytes are known, and whether a second head of gzip was in it.</summary>
    sealed class Tail(Stream stream) : ForwardStream
    {
        readonly byte[] _last = new byte[4];

        public long Count { get; private set; }

        public bool IsJoined { get; private set; }

        public ReadOnlySpan<byte> Last => _last;

        public override int Read(Span<byte> buffer)
        {
            int read = stream.Read(buffer);
            ReadOnlySpan<byte> bytes = buffer[..read];
            ReadOnlySpan<byte> later = Count == 0 && read > 0 ? bytes[1..] : bytes;
            IsJoined |= later.IndexOf((ReadOnlySpan<byte>)[0x1F, 0x8B, 8]) >= 0 || (read > 0 && Count > 0 && Joins(bytes));
            Count += read;
            if (read >= 4)
            {
                bytes[^4..].CopyTo(_last);
            }
            else
            {
                _last.AsSpan(read).CopyTo(_last);
                bytes.CopyTo(_last.AsSpan(4 - read));
            }
            return read;
        }

        bool Joins(ReadOnlySpan<byte> bytes)
        {
            Span<byte> seam = stackalloc byte[4];
            _last.AsSpan(2).CopyTo(seam);
            bytes[..Math.Min(2, bytes.Length)].CopyTo(seam[2..]);
            return seam[..(2 + Math.Min(2, bytes.Length))].IndexOf((ReadOnlySpan<byte>)[0x1F, 0x8B, 8]) >= 0;
        }

        public void Drain()
        {
            Span<byte> rest = stackalloc byte[512];
            while (Read(rest) > 0)
            {
            }
        }
    }
}
