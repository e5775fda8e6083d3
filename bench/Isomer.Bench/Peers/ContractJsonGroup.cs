using System.Runtime.Serialization.Json;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>
/// JSON by contracts: our ContractJson beside DataContractJsonSerializer, with the same bytes; the JSON infoset beside the framework's.
/// </summary>
public sealed class ContractJsonGroup : Group
{
    const string Article = "article";
    const string Orders = "orders";
    const string Infoset = "infoset";
    const string SmallInfoset = "small infoset";
    const string InfosetPassed = "infoset passed over";
    const string ContractJson = "Isomer ContractJson";
    const int ArticleOrders = 20;
    const int ColdOrders = 10;

    static Peer[] Infosets(bool values) => [new JsonInfosetPeer(ours: true, values), new JsonInfosetPeer(ours: false, values)];

    static Peer[] Peers() => [new ContractJsonPeer(), new DataContractJsonPeer()];

    public override string Name => "contractjson";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        Of(Article, DataContractJsonPeer.Id, 12, Peers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(Orders, DataContractJsonPeer.Id, 20, Peers(), () => Northwind.Create(), CoreGroup.SameOrders),
        Of(SmallInfoset, JsonInfosetPeer.Framework, 5, Infosets(values: true), () => InfosetNodes.OfOrders(1), InfosetNodes.SameWalk),
        Of(Infoset, JsonInfosetPeer.Framework, 8, Infosets(values: true), () => InfosetNodes.OfOrders(), InfosetNodes.SameWalk),
        Of(InfosetPassed, JsonInfosetPeer.Framework, 8, Infosets(values: false), () => InfosetNodes.OfOrders(), InfosetNodes.SameElements),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Article, ContractJson, DataContractJsonPeer.Id, "write", Measure.Faster, 4),
        new(Article, ContractJson, DataContractJsonPeer.Id, "read", Measure.Faster, 8),
        new(Orders, ContractJson, DataContractJsonPeer.Id, "write", Measure.Faster, 4),
        new(Orders, ContractJson, DataContractJsonPeer.Id, "write kept", Measure.Faster, 4),
        new(Orders, ContractJson, DataContractJsonPeer.Id, "read", Measure.Faster, 8),
        new(Orders, ContractJson, DataContractJsonPeer.Id, "write", Measure.Bytes, 1),
        new(SmallInfoset, JsonInfosetPeer.Ours, JsonInfosetPeer.Framework, "read", Measure.Faster, 1.2),
        new(Infoset, JsonInfosetPeer.Ours, JsonInfosetPeer.Framework, "read", Measure.Faster, 1.2),
        new(Infoset, JsonInfosetPeer.Ours, JsonInfosetPeer.Framework, "write", Measure.Faster, 1),
        new(InfosetPassed, JsonInfosetPeer.Ours, JsonInfosetPeer.Framework, "read", Measure.Faster, 1.2),
    ];

    public override IReadOnlyList<string> ColdNames => [ContractJson, DataContractJsonPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(ContractJson, DataContractJsonPeer.Id, 2)];

    public override IReadOnlyList<Peer> FurtherPeers => Peers();

    public override IReadOnlyList<(string Ours, double Most)> FurtherRequirements => [(ContractJson, 2.5)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), CoreGroup.SameOrders);
        return () => Peers().First(p => p.Name == name).For(@case)!;
    }

    sealed class ContractJsonPeer : Peer
    {
        public override string Name => ContractJson;

        public override string Version => VersionOf(typeof(Isomer.ContractJson));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.ContractJson.Serialize(value), bytes => Isomer.ContractJson.Deserialize<T>(bytes),
                @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.ContractJson.Serialize(kept, value);
                },
            };
        }
    }

    /// <summary>DataContractJsonSerializer, one that is reused.</summary>
    sealed class DataContractJsonPeer : Peer
    {
        public const string Id = "DataContractJsonSerializer";

        public override string Name => Id;

        public override string Version => VersionOf(typeof(DataContractJsonSerializer));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var serializer = new DataContractJsonSerializer(typeof(T));
            var kept = new MemoryStream();
            return new(Name, Version, () =>
            {
                var stream = new MemoryStream();
                serializer.WriteObject(stream, value);
                return stream.ToArray();
            }, bytes => serializer.ReadObject(new MemoryStream(bytes))!, @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.Position = 0;
                    serializer.WriteObject(kept, value);
                },
            };
        }
    }
}
