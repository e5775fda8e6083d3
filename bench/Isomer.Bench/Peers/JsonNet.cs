using System.Text;
using Newtonsoft.Json;

namespace Isomer.Bench.Peers;

/// <summary>
/// Newtonsoft Json.NET with default settings, on UTF-8 bytes as everyone else. Through a string
/// (<see cref="JsonConvert"/>, as most people call it) or through stream readers and writers.
/// </summary>
public sealed class JsonNet : Peer
{
    public const string Id = "Json.NET";

    readonly JsonSerializer _serializer = JsonSerializer.CreateDefault();

    public override string Name => Id;

    public override string Version => VersionOf(typeof(JsonConvert));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        var kept = new MemoryStream();
        return new(Name, Version, () => Write(value), Read<T>, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.SetLength(0);
                Write(kept, value);
            },
        };
    }

    byte[] Write<T>(T value)
    {
        var stream = new MemoryStream();
        Write(stream, value);
        return stream.ToArray();
    }

    void Write<T>(MemoryStream stream, T value)
    {
        using var writer = new StreamWriter(stream, leaveOpen: true);
        _serializer.Serialize(writer, value, typeof(T));
    }

    object Read<T>(byte[] bytes)
    {
        using var reader = new JsonTextReader(new StreamReader(new MemoryStream(bytes), Encoding.UTF8));
        return _serializer.Deserialize<T>(reader)!;
    }
}
