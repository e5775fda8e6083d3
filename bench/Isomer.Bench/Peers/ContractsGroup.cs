using System.Runtime.Serialization;
using System.Xml;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>The framework's contracts: our ContractXml beside DataContractSerializer, with the same bytes.</summary>
public sealed class ContractsGroup : Group
{
    const string Article = "article";
    const string Orders = "orders";
    const string ContractXml = "Isomer ContractXml";
    const int ArticleOrders = 20;
    const int ColdOrders = 10;

    static Peer[] Peers() => [new ContractXmlPeer(), new DataContractPeer()];

    public override string Name => "contracts";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        Of(Article, DataContractPeer.Id, 15, Peers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(Orders, DataContractPeer.Id, 25, Peers(), () => Northwind.Create(), CoreGroup.SameOrders),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Article, ContractXml, DataContractPeer.Id, "write", Measure.Faster, 3),
        new(Article, ContractXml, DataContractPeer.Id, "read", Measure.Faster, 4),
        new(Orders, ContractXml, DataContractPeer.Id, "write", Measure.Faster, 3),
        new(Orders, ContractXml, DataContractPeer.Id, "write kept", Measure.Faster, 3),
        new(Orders, ContractXml, DataContractPeer.Id, "read", Measure.Faster, 4),
        new(Orders, ContractXml, DataContractPeer.Id, "write", Measure.Bytes, 1),
    ];

    public override IReadOnlyList<string> ColdNames => [ContractXml, DataContractPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(ContractXml, DataContractPeer.Id, 2)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), CoreGroup.SameOrders);
        return () => Peers().First(p => p.Name == name).For(@case)!;
    }

    sealed class ContractXmlPeer : Peer
    {
        public override string Name => ContractXml;

        public override string Version => VersionOf(typeof(Isomer.ContractXml));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.ContractXml.Serialize(value), bytes => Isomer.ContractXml.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.ContractXml.Serialize(kept, value);
                },
            };
        }
    }
}

/// <summary>DataContractSerializer, one that is reused.</summary>
public sealed class DataContractPeer : Peer
{
    public const string Id = "DataContractSerializer";

    public override string Name => Id;

    public override string Version => VersionOf(typeof(DataContractSerializer));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        var serializer = new DataContractSerializer(typeof(T));
        var kept = new MemoryStream();
        return new(Name, Version, () =>
        {
            var stream = new MemoryStream();
            serializer.WriteObject(stream, value);
            return stream.ToArray();
        }, bytes => serializer.ReadObject(XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max))!, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.Position = 0;
                serializer.WriteObject(kept, value);
            },
        };
    }
}
