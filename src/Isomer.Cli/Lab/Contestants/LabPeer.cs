using System.Buffers;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// What a serializer does with one value. Each writes a new array and reads one: the contract that all have. The others are there
/// where its own methods have them.
/// </summary>
sealed record PeerCalls(Func<byte[]> Write, Func<byte[], object> Read)
{
    public Action<IBufferWriter<byte>>? WriteTo { get; init; }

    public Action<Stream>? WriteStream { get; init; }

    public Func<ReadOnlySequence<byte>, object>? ReadSequence { get; init; }

    public Func<Stream, object>? ReadStream { get; init; }

    /// <summary>From what was read to the case's type, for checking only: generated classes hold the same data.</summary>
    public Func<object, object>? Back { get; init; }

    /// <summary>
    /// Of one that knows streams alone: an array is what a stream in memory holds. The stream begins as long as the last one became, and
    /// gives away its own array where that is full: no growing and no copy, which are not the serializer's, and which one with an array of
    /// its own does not have.
    /// </summary>
    public static PeerCalls OfStreams(Action<Stream> write, Func<Stream, object> read)
    {
        int length = 0;
        return new(() =>
        {
            var stream = new MemoryStream(length);
            write(stream);
            length = (int)stream.Length;
            return stream.Capacity == length ? stream.GetBuffer() : stream.ToArray();
        }, bytes => read(new MemoryStream(bytes, writable: false)))
        {
            WriteStream = write,
            ReadStream = read,
        };
    }

    public static byte[] Written(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }
}

/// <summary>A serializer with its options: an option makes another contestant.</summary>
abstract class LabPeer
{
    public abstract string Name { get; }

    public abstract string Version { get; }

    /// <summary>The options that differ from the defaults.</summary>
    public virtual string Options => "defaults";

    /// <summary>Whether it is one of Isomer's formats.</summary>
    public virtual bool IsOurs => false;

    /// <summary>
    /// Whether it is another by what its data says of itself, and not by how it goes about it: its size is of interest, and its time only
    /// to who asks for all.
    /// </summary>
    public virtual bool IsVariant => false;

    /// <summary>Whether it is a contestant there at all: a variant that only one scenario has takes no part in the others.</summary>
    public virtual bool TakesPart(LabCase @case) => true;

    /// <summary>Null if it can try; else the reason why it is not even tried.</summary>
    public virtual string? WhyNot(LabCase @case) => null;

    public abstract PeerCalls For<T>(LabCase<T> @case) where T : class;

    /// <summary>The calls for first use, without what only the lab would need.</summary>
    public virtual PeerCalls ForFresh<T>(LabCase<T> @case) where T : class => For(@case);

    /// <summary>The language of the schema that it can make of a type, and the schema; null if it can make none.</summary>
    public virtual (string Language, string Text)? SchemaOf<T>() where T : class => null;

    public static string VersionOf(Type type) => Surroundings.VersionOf(type);
}
