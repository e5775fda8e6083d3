using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Bench.Data;

namespace Isomer.Bench.Peers;

#pragma warning disable SYSLIB0011 // obsolete and dangerous: here it only reads what it has just written
/// <summary>BinaryFormatter, from the compatibility package: the format that people are leaving.</summary>
public sealed class BinaryFormatterPeer : Peer
{
    public const string Id = "BinaryFormatter";

    // The project file says so too, but BenchmarkDotNet's generated project does not take that over.
    static BinaryFormatterPeer() =>
        AppContext.SetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", true);

    public override string Name => Id;

    public override string Version => VersionOf(typeof(BinaryFormatter));

    /// <summary>Everything but the wide object: DateOnly and TimeOnly are not [Serializable].</summary>
    public override Contestant? For<T>(Case<T> @case)
    {
        if (typeof(T) == typeof(Wide))
            return null;
        T value = @case.Value;
        var kept = new MemoryStream();
        return new(Name, Version, () => Write(value), Read, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.SetLength(0);
                new BinaryFormatter().Serialize(kept, value);
            },
        };
    }

    static byte[] Write(object value)
    {
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, value);
        return stream.ToArray();
    }

    static object Read(byte[] bytes) => new BinaryFormatter().Deserialize(new MemoryStream(bytes));
}
