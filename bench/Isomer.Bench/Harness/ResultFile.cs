using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Isomer.Bench.Harness;

/// <summary>JSON lines: the surroundings first, then a line per case, contestant and verb, with the raw samples.</summary>
public sealed class ResultFile : IDisposable
{
    readonly StreamWriter _file;

    public ResultFile(string path)
    {
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is { } folder)
            Directory.CreateDirectory(folder);
        _file = new StreamWriter(path, append: false, new UTF8Encoding(false)) { NewLine = "\n" };
    }

    public void Environment(ulong seed) => Line(json =>
    {
        json.WriteString("line", "environment");
        json.WriteString("utc", DateTime.UtcNow);
        json.WriteNumber("seed", seed);
        foreach ((string key, string value) in Surroundings.Describe())
            json.WriteString(key, value);
    });

    public void Race(Race race)
    {
        foreach (Entry entry in race.Entries)
        {
            if (entry.Failure is { } failure)
            {
                Line(json =>
                {
                    json.WriteString("line", "failure");
                    json.WriteString("case", race.Case);
                    json.WriteString("contestant", entry.Name);
                    json.WriteString("reason", failure);
                });
            }
            Result(race, entry, "write", entry.Write);
            Result(race, entry, "write kept", entry.WriteKept);
            Result(race, entry, "read", entry.Read);
        }
    }

    public void Requirement(Requirement requirement, string verdict, Interval measured) => Line(json =>
    {
        json.WriteString("line", "requirement");
        json.WriteString("what", requirement.Label);
        json.WriteNumber("required", requirement.Limit);
        json.WriteNumber("measured", measured.Value);
        json.WriteNumber("low", measured.Low);
        json.WriteNumber("high", measured.High);
        json.WriteString("verdict", verdict);
    });

    public void Cold(string contestant, ReadOnlySpan<(string Name, double Milliseconds)> times)
    {
        var kept = times.ToArray();
        Line(json =>
        {
            json.WriteString("line", "launch");
            json.WriteString("contestant", contestant);
            foreach ((string name, double milliseconds) in kept)
                json.WriteNumber(name, milliseconds);
        });
    }

    void Result(Race race, Entry entry, string verb, Operation? operation)
    {
        if (operation is null)
            return;
        double[] samples = operation.Samples;
        Interval median = Statistics.Median95(samples);
        Line(json =>
        {
            json.WriteString("line", "result");
            json.WriteString("case", race.Case);
            json.WriteString("contestant", entry.Name);
            json.WriteString("version", entry.Version);
            json.WriteString("verb", verb);
            json.WriteNumber("median_ns", median.Value);
            json.WriteNumber("low_ns", median.Low);
            json.WriteNumber("high_ns", median.High);
            json.WriteNumber("mean_ns", samples.Average());
            json.WriteNumber("min_ns", samples.Min());
            json.WriteNumber("p95_ns", Statistics.Quantile(samples, 0.95));
            if (entry.Bytes is { } bytes)
                json.WriteNumber("bytes", bytes);
            json.WriteNumber("allocated", operation.Allocated);
            json.WriteNumber("batch", operation.Batch);
            json.WriteStartArray("samples_ns");
            foreach (double sample in samples)
                json.WriteNumberValue(Math.Round(sample, 2));
            json.WriteEndArray();
        });
    }

    void Line(Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }
        _file.WriteLine(Encoding.UTF8.GetString(buffer.WrittenSpan));
        _file.Flush();
    }

    public void Dispose() => _file.Dispose();
}
