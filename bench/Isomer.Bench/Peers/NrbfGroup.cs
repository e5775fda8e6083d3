using System.Formats.Nrbf;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>
/// BinaryFormatter's format: our Nrbf beside BinaryFormatter, with the same bytes; beside NrbfDecoder, which reads records and makes no
/// objects; and our Soap, the same graphs as text (SoapFormatter is mono's alone, and no process has both).
/// </summary>
public sealed class NrbfGroup : Group
{
    const string Orders = "orders";
    const string Article = "article";
    const string Rows = "rows";
    const string Nodes = "nodes";
    const string Nrbf = "Isomer Nrbf";
    const int ArticleOrders = 20;
    const int ColdOrders = 10;
    const int ManyNodes = 10_000;

    static Peer[] Peers() => [new NrbfPeer(), new BinaryFormatterPeer(), new NrbfDecoderPeer(), new SoapPeer()];

    public override string Name => "nrbf";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        Of(Orders, BinaryFormatterPeer.Id, 25, Peers(), () => Northwind.Create(), CoreGroup.SameOrders),
        Of(Article, BinaryFormatterPeer.Id, 15, Peers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(Rows, BinaryFormatterPeer.Id, 15, Peers(), Samples.Rows, Samples.SameRows),
        Of(Nodes, BinaryFormatterPeer.Id, 15, Peers(), () => Link.Many(ManyNodes), Link.Same),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Orders, Nrbf, BinaryFormatterPeer.Id, "write", Measure.Faster, 15),
        new(Orders, Nrbf, BinaryFormatterPeer.Id, "write kept", Measure.Faster, 15),
        new(Orders, Nrbf, BinaryFormatterPeer.Id, "read", Measure.Faster, 8),
        new(Orders, Nrbf, NrbfDecoderPeer.Id, "read", Measure.Faster, 4),
        new(Rows, Nrbf, BinaryFormatterPeer.Id, "write", Measure.Faster, 15),
        new(Rows, Nrbf, BinaryFormatterPeer.Id, "write kept", Measure.Faster, 15),
        new(Rows, Nrbf, BinaryFormatterPeer.Id, "read", Measure.Faster, 8),
        new(Rows, Nrbf, NrbfDecoderPeer.Id, "read", Measure.Faster, 4),
        new(Orders, Nrbf, BinaryFormatterPeer.Id, "write", Measure.Bytes, 1),
        new(Rows, Nrbf, null, "write kept", Measure.Allocation, 0),
        new(Orders, Nrbf, null, "write kept", Measure.Allocation, 0),
    ];

    public override IReadOnlyList<string> ColdNames => [Nrbf, BinaryFormatterPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(Nrbf, BinaryFormatterPeer.Id, 2)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), CoreGroup.SameOrders);
        return () => (name == Nrbf ? (Peer)new NrbfPeer() : new BinaryFormatterPeer()).For(@case)!;
    }

    internal sealed class NrbfPeer : Peer
    {
        public override string Name => Nrbf;

        public override string Version => VersionOf(typeof(Isomer.Nrbf));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.Nrbf.Serialize(value), bytes => Isomer.Nrbf.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.Nrbf.Serialize(kept, value);
                },
            };
        }
    }

    /// <summary>Envelopes of the same graphs. Dates keep their kind, so that they come back as they were.</summary>
    sealed class SoapPeer : Peer
    {
        static readonly SoapOptions s_options = new() { WritesGenerics = true, DateStyle = SoapDateStyle.KeepsKind };

        public override string Name => "Isomer Soap";

        public override string Version => VersionOf(typeof(Soap));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Soap.Serialize(value, s_options), bytes => Soap.Deserialize<T>(bytes, s_options), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Soap.Serialize(kept, value, s_options);
                },
            };
        }
    }

    /// <summary>Records alone, of what BinaryFormatter wrote: what is written here is not its work.</summary>
    sealed class NrbfDecoderPeer : Peer
    {
        public const string Id = "NrbfDecoder (records)";

        public override string Name => Id;

        public override string Version => VersionOf(typeof(NrbfDecoder));

        public override Contestant? For<T>(Case<T> @case)
        {
            byte[] payload = Isomer.Nrbf.Serialize(@case.Value);
            return new(Name, Version, () => payload, bytes => NrbfDecoder.Decode(new MemoryStream(bytes)),
                record => record is SerializationRecord);
        }
    }
}

/// <summary>A list by links.</summary>
[Serializable]
public sealed class Link
{
    public int Number;
    public Link? Next;

    public static Link Many(int count)
    {
        Link? first = null;
        for (int i = count; i > 0; i--)
            first = new Link { Number = i, Next = first };
        return first!;
    }

    public static bool Same(Link a, Link b)
    {
        Link? x = a, y = b;
        for (; x is not null && y is not null; (x, y) = (x.Next, y.Next))
            if (x.Number != y.Number)
                return false;
        return x is null && y is null;
    }
}
