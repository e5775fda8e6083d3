using System.Diagnostics;
using System.Threading.Channels;

namespace Isomer.Cli.Lab.Links;

/// <summary>
/// One direction of a line, by next free time: a packet begins when the line is free and arrives a line time and one way later.
/// No bucket, whose credit would let small messages outrun any real line.
/// </summary>
/// <param name="initialWindow">With slow start: bytes that may be on their way at first. 0: any number.</param>
sealed class Transmitter(double mbit, double oneWayMs, int initialWindow = 0)
{
    readonly Queue<(long Acknowledged, int Bytes)> _onTheWay = [];
    long _free;
    long _window = initialWindow;
    long _waiting;

    /// <summary>A transfer begins: after a pause the window is what it was at first.</summary>
    public void Restart()
    {
        lock (this)
        {
            _onTheWay.Clear();
            (_window, _waiting) = (initialWindow, 0);
        }
    }

    /// <summary>When a packet that is handed over now has arrived, in ticks of Stopwatch.</summary>
    public long Send(int bytes)
    {
        long now = Stopwatch.GetTimestamp();
        double line = 8.0 * (bytes + LinkProfile.Header) / (mbit * 1e6) * Stopwatch.Frequency;
        lock (this)
        {
            long oneWay = (long)(oneWayMs / 1000 * Stopwatch.Frequency);
            _free = WhenThereIsRoom(bytes, Math.Max(now, _free)) + (long)Math.Ceiling(line);
            if (initialWindow > 0)
            {
                _onTheWay.Enqueue((_free + (2 * oneWay), bytes));
                _waiting += bytes;
            }
            return _free + oneWay;
        }
    }

    /// <summary>
    /// What has been acknowledged by then makes room for itself and as much again; if that is too little, the next is waited for.
    /// </summary>
    long WhenThereIsRoom(int bytes, long at)
    {
        while (_onTheWay.TryPeek(out var oldest) && (oldest.Acknowledged <= at || _waiting + bytes > _window))
        {
            _onTheWay.Dequeue();
            at = Math.Max(at, oldest.Acknowledged);
            _waiting -= oldest.Bytes;
            _window += oldest.Bytes;
        }
        return at;
    }

    /// <summary>
    /// Sleeps until shortly before, then spins: a timer alone is 1 to 2 ms late. A packet behind which others are waiting may be late
    /// like that, for the last one ends a transfer, and so many lines at once do not spin away the processor that they share.
    /// </summary>
    public static async ValueTask WaitUntilAsync(long at, bool isLast, CancellationToken stop)
    {
        const double SpinMs = 1.6;
        double Left() => (at - Stopwatch.GetTimestamp()) * 1000.0 / Stopwatch.Frequency;
        double left = Left() - (isLast ? SpinMs : 0);
        if (left >= 1)
            await Task.Delay((int)left, stop).ConfigureAwait(false);
        while (!isLast && Left() > 0)
            await Task.Delay(1, stop).ConfigureAwait(false);
        while (Stopwatch.GetTimestamp() < at)
            Thread.SpinWait(20);
    }
}

/// <summary>Packets on their way, in order.</summary>
sealed class Line
{
    const int MostPackets = 2000;
    readonly Channel<(long At,
        byte[] Packet)> _packets = Channel.CreateBounded<(long, byte[])>(new BoundedChannelOptions(MostPackets) { SingleReader = true });
    readonly Transmitter _transmitter;
    readonly Task _delivery;

    public Line(Transmitter transmitter, Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> deliver, CancellationToken stop)
    {
        _transmitter = transmitter;
        _delivery = DeliverAsync(deliver, stop);
    }

    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken stop)
    {
        for (int start = 0; start < bytes.Length; start += LinkProfile.Mss)
        {
            byte[] packet = bytes.Slice(start, Math.Min(LinkProfile.Mss, bytes.Length - start)).ToArray();
            await _packets.Writer.WriteAsync((_transmitter.Send(packet.Length), packet), stop).ConfigureAwait(false);
        }
    }

    public Task CompleteAsync()
    {
        _packets.Writer.TryComplete();
        return _delivery;
    }

    async Task DeliverAsync(Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> deliver, CancellationToken stop)
    {
        await foreach (var (at, packet) in _packets.Reader.ReadAllAsync(stop).ConfigureAwait(false))
        {
            await Transmitter.WaitUntilAsync(at, isLast: _packets.Reader.Count == 0, stop).ConfigureAwait(false);
            await deliver(packet, stop).ConfigureAwait(false);
        }
    }
}
