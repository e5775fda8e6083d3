using System.Xml.Serialization;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>XmlSerializer's contract: our Xml beside the framework's serializer, with the same bytes.</summary>
public sealed class XmlGroup : Group
{
    const string Article = "article";
    const string Orders = "orders";
    const string Rows = "rows";
    const string Xml = "Isomer Xml";
    const int ArticleOrders = 20;
    const int ColdOrders = 10;

    static Peer[] Peers() => [new XmlPeer(), new XmlSerializerPeer()];

    public override string Name => "xml";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        Of(Article, XmlSerializerPeer.Id, 15, Peers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(Orders, XmlSerializerPeer.Id, 25, Peers(), () => Northwind.Create(), CoreGroup.SameOrders),
        Of(Rows, XmlSerializerPeer.Id, 25, Peers(), Samples.Rows, Samples.SameRows),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Article, Xml, XmlSerializerPeer.Id, "write", Measure.Faster, 3),
        new(Article, Xml, XmlSerializerPeer.Id, "read", Measure.Faster, 4),
        new(Orders, Xml, XmlSerializerPeer.Id, "write", Measure.Faster, 3),
        new(Orders, Xml, XmlSerializerPeer.Id, "write kept", Measure.Faster, 3),
        new(Orders, Xml, XmlSerializerPeer.Id, "read", Measure.Faster, 4),
        new(Orders, Xml, XmlSerializerPeer.Id, "write", Measure.Bytes, 1),
        new(Rows, Xml, XmlSerializerPeer.Id, "write", Measure.Faster, 3),
        new(Rows, Xml, XmlSerializerPeer.Id, "read", Measure.Faster, 4),
    ];

    public override IReadOnlyList<string> ColdNames => [Xml, XmlSerializerPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(Xml, XmlSerializerPeer.Id, 2)];

    public override IReadOnlyList<Peer> FurtherPeers => Peers();

    public override IReadOnlyList<(string Ours, double Most)> FurtherRequirements => [(Xml, 2.5)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), CoreGroup.SameOrders);
        return () => Peers().First(p => p.Name == name).For(@case)!;
    }

    internal sealed class XmlPeer : Peer
    {
        public override string Name => Xml;

        public override string Version => VersionOf(typeof(Isomer.Xml));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.Xml.Serialize(value), bytes => Isomer.Xml.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.Xml.Serialize(kept, value);
                },
            };
        }
    }
}

/// <summary>The framework's XmlSerializer, one that is reused.</summary>
public sealed class XmlSerializerPeer : Peer
{
    public const string Id = "XmlSerializer";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(XmlSerializer));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        var serializer = new XmlSerializer(typeof(T));
        var kept = new MemoryStream();
        return new(Name, Version, () =>
        {
            var stream = new MemoryStream();
            serializer.Serialize(stream, value);
            return stream.ToArray();
        }, bytes => serializer.Deserialize(new MemoryStream(bytes))!, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.Position = 0;
                serializer.Serialize(kept, value);
            },
        };
    }
}
