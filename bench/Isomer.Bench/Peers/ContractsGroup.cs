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
    const string BinaryArticle = "article, binary XML";
    const string BinaryOrders = "orders, binary XML";
    const string ContractXmlBinary = "Isomer ContractXml binary";
    const string DropIn = "ContractXmlSerializer binary";
    const int ArticleOrders = 20;
    const int ColdOrders = 10;

    static Peer[] Peers() => [new ContractXmlPeer(ContractXml, ContractXmlOptions.Default), new DataContractPeer()];

    static Peer[] BinaryPeers() =>
        [new ContractXmlPeer(ContractXmlBinary, ContractXmlOptions.Binary),
            new DataContractBinaryPeer(DropIn, t => new ContractXmlSerializer(t)),
            new DataContractBinaryPeer(DataContractBinaryPeer.Id, t => new DataContractSerializer(t))];

    public override string Name => "contracts";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        Of(Article, DataContractPeer.Id, 15, Peers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(Orders, DataContractPeer.Id, 25, Peers(), () => Northwind.Create(), CoreGroup.SameOrders),
        Of(BinaryArticle, DataContractBinaryPeer.Id, 15, BinaryPeers(), () => Northwind.Create(ArticleOrders), CoreGroup.SameOrders),
        Of(BinaryOrders, DataContractBinaryPeer.Id, 25, BinaryPeers(), () => Northwind.Create(), CoreGroup.SameOrders),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Article, ContractXml, DataContractPeer.Id, "write", Measure.Faster, 3),
        new(Article, ContractXml, DataContractPeer.Id, "read", Measure.Faster, 4),
        new(Orders, ContractXml, DataContractPeer.Id, "write", Measure.Faster, 3),
        new(Orders, ContractXml, DataContractPeer.Id, "write kept", Measure.Faster, 3),
        new(Orders, ContractXml, DataContractPeer.Id, "read", Measure.Faster, 4),
        new(Orders, ContractXml, DataContractPeer.Id, "write", Measure.Bytes, 1),
        new(BinaryArticle, ContractXmlBinary, DataContractBinaryPeer.Id, "write", Measure.Faster, 2),
        new(BinaryArticle, ContractXmlBinary, DataContractBinaryPeer.Id, "read", Measure.Faster, 2),
        new(BinaryOrders, ContractXmlBinary, DataContractBinaryPeer.Id, "write", Measure.Faster, 2),
        new(BinaryOrders, ContractXmlBinary, DataContractBinaryPeer.Id, "read", Measure.Faster, 2),
        new(BinaryOrders, ContractXmlBinary, DataContractBinaryPeer.Id, "write", Measure.Bytes, 1),
        new(BinaryArticle, DropIn, DataContractBinaryPeer.Id, "write", Measure.Faster, 1),
        new(BinaryArticle, DropIn, DataContractBinaryPeer.Id, "read", Measure.Faster, 1),
        new(BinaryOrders, DropIn, DataContractBinaryPeer.Id, "write", Measure.Faster, 1),
        new(BinaryOrders, DropIn, DataContractBinaryPeer.Id, "read", Measure.Faster, 1),
    ];

    public override IReadOnlyList<string> ColdNames => [ContractXml, DataContractPeer.Id];

    public override IReadOnlyList<ColdRequirement> ColdRequirements => [new(ContractXml, DataContractPeer.Id, 2)];

    public override IReadOnlyList<Peer> FurtherPeers => Peers();

    public override IReadOnlyList<(string Ours, double Most)> FurtherRequirements => [(ContractXml, 2.5)];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(ColdOrders), CoreGroup.SameOrders);
        return () => Peers().First(p => p.Name == name).For(@case)!;
    }

    internal sealed class ContractXmlPeer(string name, ContractXmlOptions options) : Peer
    {
        public override string Name => name;

        public override string Version => VersionOf(typeof(Isomer.ContractXml));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new System.Buffers.ArrayBufferWriter<byte>();
            return new(Name, Version, () => Isomer.ContractXml.Serialize(value, options),
                bytes => Isomer.ContractXml.Deserialize<T>(bytes, options), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Isomer.ContractXml.Serialize(kept, value, options);
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

/// <summary>DataContractSerializer, or what takes its place, over the framework's binary writer and reader, all of them reused.</summary>
public sealed class DataContractBinaryPeer(string name, Func<Type, XmlObjectSerializer> serializerOf) : Peer
{
    public const string Id = "DataContractSerializer binary";

    public override string Name => name;

    public override string Version => VersionOf(typeof(DataContractSerializer));

    public override Contestant? For<T>(Case<T> @case)
    {
        T value = @case.Value;
        var serializer = serializerOf(typeof(T));
        var kept = new MemoryStream();
        var writer = XmlDictionaryWriter.CreateBinaryWriter(kept, null, null, ownsStream: false);
        var reader = XmlDictionaryReader.CreateBinaryReader([XmlElement, 1, (byte)'x', 1], XmlDictionaryReaderQuotas.Max);
        void Write(Stream stream)
        {
            ((IXmlBinaryWriterInitializer)writer).SetOutput(stream, null, null, ownsStream: false);
            serializer.WriteObject(writer, value);
            writer.Flush();
        }
        return new(Name, Version, () =>
        {
            var stream = new MemoryStream();
            Write(stream);
            return stream.ToArray();
        }, bytes =>
        {
            ((IXmlBinaryReaderInitializer)reader).SetInput(bytes, 0, bytes.Length, null, XmlDictionaryReaderQuotas.Max, null, null);
            return serializer.ReadObject(reader)!;
        }, @case.Verify)
        {
            WriteKept = () =>
            {
                kept.Position = 0;
                Write(kept);
            },
        };
    }

    const byte XmlElement = 0x40;
}
