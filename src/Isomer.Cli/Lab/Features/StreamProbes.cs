using System.Globalization;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Features;

/// <summary>Whether a payload exists as a whole before it goes, or has to come as a whole before it is read.</summary>
static class StreamProbes
{
    const int Written = 20_000;
    // Some megabytes: who reads whole what is small, and in a window what is not, is seen doing so.
    const int Read = 200_000;
    const int ReadAtATime = 4096;

    public static IReadOnlyList<Probe> All { get; } =
    [
        new("out", "writes in pieces",
            "20,000 objects are written to a stream: has it bytes before half of them were asked for their members?", Out),
        new("in", "reads in pieces",
            "200,000 objects are read from a stream that gives 4 KB at a time: are there objects before its last byte?", In),
    ];

    static Crowd Crowd(int count) =>
        new()
        {
            Items = [
            .. Enumerable.Range(0, count).Select(i => new Counted { Id = i, Text = "text " + i.ToString(CultureInfo.InvariantCulture) })]
        };

    static Answer Out(Respondent r)
    {
        PeerCalls calls = r.Calls(Crowd(Written));
        if (calls.WriteStream is not { } write)
            return new Answer(Verdict.No, "has no method for streams");
        write(Stream.Null);
        Tally.Written = 0;
        var watch = new Outlet();
        write(watch);
        // Who is never seen asking (generated classes have no place for it) shows by the size of its pieces.
        bool isSeen = Tally.Written > 0, inPieces = isSeen ? watch.WrittenAtFirst < Tally.Written / 2 : watch.Largest < watch.Total / 2;
        return Answer.If(inPieces, $"up to {Size(watch.Largest)}", "whole");
    }

    static Answer In(Respondent r)
    {
        PeerCalls calls = r.Calls(Crowd(Read));
        if (calls.ReadStream is not { } read)
            return new Answer(Verdict.No, "has no method for streams");
        byte[] payload = calls.Write();
        var inlet = new Inlet(payload);
        Tally.Read = 0;
        read(inlet);
        return Tally.Read == 0 ? new Answer(Verdict.Partly, "not seen: makes its objects by other ways")
            : Answer.If(inlet.ReadAtLast > Tally.Read / 10, $"behind {Size(inlet.BytesBefore)}", "whole");
    }

    static string Size(int bytes) => bytes < 1024 ? $"{bytes} bytes" : $"{(bytes + 512) / 1024} KB";

    /// <summary>Takes everything, and notes how far the writer had come when the first bytes came.</summary>
    sealed class Outlet : Gauge
    {
        public int? FirstAt { get; private set; }

        public int WrittenAtFirst => FirstAt ?? int.MaxValue;

        public int Largest { get; private set; }

        public long Total { get; private set; }

        public override bool CanWrite => true;

        public override void Write(byte[] buffer, int offset, int count)
        {
            if (count > 0)
                FirstAt ??= Tally.Written;
            Largest = Math.Max(Largest, count);
            Total += count;
        }
    }

    /// <summary>Gives a little at a time, and notes how far the reader had come when the last was given.</summary>
    sealed class Inlet(byte[] payload) : Gauge
    {
        int _at;

        public int ReadAtLast { get; private set; }

        /// <summary>How much had been given when there was an object for the first time.</summary>
        public int BytesBefore { get; private set; }

        public override bool CanRead => true;

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (BytesBefore == 0 && Tally.Read > 0)
                BytesBefore = _at;
            int given = Math.Min(Math.Min(count, ReadAtATime), payload.Length - _at);
            payload.AsSpan(_at, given).CopyTo(buffer.AsSpan(offset));
            _at += given;
            if (given > 0 && _at == payload.Length)
                ReadAtLast = Tally.Read;
            return given;
        }
    }

    /// <summary>A stream that only goes forward, as a socket does.</summary>
    abstract class Gauge : Stream
    {
        public override bool CanRead => false;

        public override bool CanWrite => false;

        public override bool CanSeek => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
