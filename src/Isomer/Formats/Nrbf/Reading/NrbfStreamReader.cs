namespace Isomer.Formats;

/// <summary>
/// One payload after the other of a stream, each as far as its own end. A stream that can seek stands behind it then. Of one that cannot (a
/// socket) what came of the next payload is kept; whether a payload is whole is looked at when the last byte that came could be an end, and
/// when as much again has come: so nothing waits for what the other side may never send, and no byte is passed over more than a few times.
/// </summary>
internal sealed class NrbfStreamReader
{
    const int Chunk = 1 << 14;

    Stream? _stream;
    byte[] _bytes = [];
    int _length;

    // What a thread keeps for streams that can seek, of which nothing of the next payload is kept.
    const int LargestKept = 1 << 20;

    [ThreadStatic]
    static NrbfStreamReader? t_reader;

    /// <summary>The next payload of a stream that can seek.</summary>
    public static ReadOnlySpan<byte> Only(Stream stream, NrbfOptions options)
    {
        // Taken while it is used: a stream of the user's may read another payload meanwhile.
        var reader = t_reader ?? new();
        t_reader = null;
        try
        {
            return reader.Next(stream, options);
        }
        finally
        {
            (reader._stream, reader._length) = (null, 0);
            if (reader._bytes.Length <= LargestKept)
                t_reader = reader;
        }
    }

    /// <summary>The next payload, and what came of the one behind it is kept.</summary>
    public ReadOnlySpan<byte> Next(Stream stream, NrbfOptions options)
    {
        if (!ReferenceEquals(_stream, stream) || stream.CanSeek)
            (_stream, _length) = (stream, 0);
        long begin = stream.CanSeek ? stream.Position : 0;
        int tried = 0;
        while (true)
        {
            bool ended = false;
            if (_length == 0 || tried > 0)
            {
                if (_bytes.Length - _length < Chunk)
                    Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Chunk * 2));
                int read = stream.Read(_bytes, _length, _bytes.Length - _length);
                ended = read == 0;
                _length += read;
            }
            if (!ended && _length > 0 && _bytes[_length - 1] != (byte)NrbfRecord.End && _length < tried * 2)
                continue;
            tried = Math.Max(_length, 1);
            if (!NrbfIndex.TryFindEnd(_bytes.AsSpan(0, _length), options, ended, out int end))
                continue;
            byte[] payload = _bytes.AsSpan(0, end).ToArray();
            if (stream.CanSeek)
                stream.Position = begin + end;
            _bytes.AsSpan(end, _length - end).CopyTo(_bytes);
            _length = stream.CanSeek ? 0 : _length - end;
            return payload;
        }
    }
}
