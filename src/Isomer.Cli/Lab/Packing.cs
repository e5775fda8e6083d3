using System.Diagnostics;
using System.IO.Compression;
using Isomer.Cli.Lab.Results;
using Isomer.Measuring;

namespace Isomer.Cli.Lab;

/// <summary>
/// General compression around a payload, as a server puts around its answers: on a slow line gzipped text beats bare binary, and a table
/// without it would give wrong advice. Both at their usual level (CompressionLevel.Optimal: gzip 6, brotli 4).
/// </summary>
static class Packing
{
    public const string Gzip = "gzip";
    public const string Brotli = "brotli";
    public static readonly string[] All = [Gzip, Brotli];

    const int Samples = 5;

    public static byte[] Pack(string name, byte[] payload)
    {
        var packed = new MemoryStream();
        using (Stream stream = name == Gzip
            ? new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)
            : new BrotliStream(packed, CompressionLevel.Optimal, leaveOpen: true))
            stream.Write(payload);
        return packed.ToArray();
    }

    public static byte[] Unpack(string name, byte[] packed, int length)
    {
        byte[] payload = new byte[length];
        using Stream stream = name == Gzip
            ? new GZipStream(new MemoryStream(packed), CompressionMode.Decompress)
            : new BrotliStream(new MemoryStream(packed), CompressionMode.Decompress);
        stream.ReadExactly(payload);
        return payload;
    }

    /// <summary>
    /// Each compression of a payload, checked by its way back, and timed until the samples are enough or the time has gone.
    /// </summary>
    public static List<(PackedResult Result, byte[] Bytes)> Measure(byte[] payload, double seconds)
    {
        var results = new List<(PackedResult, byte[])>();
        foreach (string name in All)
        {
            byte[] packed = Pack(name, payload);
            if (!Unpack(name, packed, payload.Length).AsSpan().SequenceEqual(payload))
                throw new InvalidOperationException($"{name} changed a payload"); // a bug of the lab
            double share = seconds / All.Length / 2;
            results.Add(
                (new PackedResult(name, packed.Length, Time(() => Pack(name, payload), share),
                    Time(() => Unpack(name, packed, payload.Length), share)), packed));
        }
        return results;
    }

    /// <summary>Microseconds of a call; of what is quick many in a sample, so that the clock does not matter.</summary>
    static double Time(Func<byte[]> call, double seconds)
    {
        const double Short = 200;
        long begun = Stopwatch.GetTimestamp();
        double first = Of(1);
        int calls = (int)Math.Clamp(Short / Math.Max(first, 0.1), 1, 50);
        var samples = new List<double>();
        while (samples.Count < 2 || (samples.Count < Samples && Stopwatch.GetElapsedTime(begun).TotalSeconds < seconds))
            samples.Add(Of(calls));
        return Math.Round(Statistics.Median([.. samples]), 3);

        double Of(int times)
        {
            long start = Stopwatch.GetTimestamp();
            for (int i = 0; i < times; i++)
                GC.KeepAlive(call());
            return Stopwatch.GetElapsedTime(start).TotalMicroseconds / times;
        }
    }
}
