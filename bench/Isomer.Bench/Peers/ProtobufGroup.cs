using System.Buffers;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Google.Protobuf;
using Isomer.Bench.Harness;
using Wire = Isomer.Bench.Wire;

namespace Isomer.Bench.Peers;

/// <summary>
/// The article's three samples and the orders: Isomer's Protobuf against Google's generated code and the framework's serializers.
/// </summary>
public sealed class ProtobufGroup : Group
{
    const string Ours = "Isomer Protobuf";
    const string Groups = "Isomer Protobuf, groups";
    const string Orders = "orders";
    const string Contracts = "DataContractSerializer";
    const string Xml = "XmlSerializer";

    static Peer[] Peers() =>
        [new OursPeer(Ours, ProtobufOptions.Default), new OursPeer(Groups, ProtobufOptions.Grouped), new GooglePeer(),
            new DeepClone(shareStrings: false), new ContractsPeer(), new XmlPeer(), new BinaryFormatterPeer()];

    public override string Name => "protobuf";

    public override IReadOnlyList<Lineup> Cases => field ??= MakeCases(Peers());

    static Lineup[] MakeCases(Peer[] peers) =>
    [
        Of("test1", GoogleProtobuf.Id, 12, peers, () => new Test1 { A = 150 }, (a, b) => a.A == b.A),
        Of("test2", GoogleProtobuf.Id, 12, peers, () => new Test2 { B = "testing" }, (a, b) => a.B == b.B),
        Of("test3", GoogleProtobuf.Id, 12, peers, () => new Test3 { C = new Test1 { A = 150 } }, (a, b) => a.C!.A == b.C!.A),
        Of(Orders, GoogleProtobuf.Id, 50, peers, () => Northwind.Create(), CoreGroup.SameOrders),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        .. from test in new[] { "test1", "test2", "test3" }
           from verb in new[] { "write", "read" }
           select new Requirement(test, Ours, GoogleProtobuf.Id, verb, Measure.Faster, 1.5),
        new(Orders, Ours, GoogleProtobuf.Id, "write", Measure.Faster, 2),
        new(Orders, Ours, GoogleProtobuf.Id, "write kept", Measure.Faster, 2),
        new(Orders, Ours, GoogleProtobuf.Id, "read", Measure.Faster, 1.5),
        new(Orders, Ours, GoogleProtobuf.Id, "write", Measure.Bytes, 1),
        new(Orders, Groups, Ours, "write kept", Measure.Faster, 1.05),
        new(Orders, Ours, Contracts, "write", Measure.Faster, 10),
        new(Orders, Ours, Contracts, "read", Measure.Faster, 18),
        new(Orders, Ours, BinaryFormatterPeer.Id, "write", Measure.Faster, 20),
        new(Orders, Ours, BinaryFormatterPeer.Id, "read", Measure.Faster, 12),
        new(Orders, Ours, Xml, "write", Measure.Faster, 16),
        new(Orders, Ours, Xml, "read", Measure.Faster, 20),
        new(Orders, Ours, null, "write kept", Measure.Allocation, 0.001),
        new(Orders, Ours, null, "write", Measure.Allocation, 1.005),
    ];

    public override IReadOnlyList<string> ColdNames => [Ours, GoogleProtobuf.Id, Contracts, Xml, BinaryFormatterPeer.Id];

    public override Func<Contestant> Cold(string name)
    {
        var @case = new Case<Database>("cold", Northwind.Create(10), CoreGroup.SameOrders);
        return () => name switch
        {
            GoogleProtobuf.Id => new GooglePeer().For(@case)!,
            Contracts => new ContractsPeer().For(@case)!,
            Xml => new XmlPeer().For(@case)!,
            BinaryFormatterPeer.Id => new BinaryFormatterPeer().For(@case)!,
            _ => new OursPeer(Ours, ProtobufOptions.Default).For(@case)!,
        };
    }

    [Serializable, DataContract]
    public sealed class Test1
    {
        [DataMember(Order = 1)] public int A { get; set; }
    }

    [Serializable, DataContract]
    public sealed class Test2
    {
        [DataMember(Order = 2)] public string? B { get; set; }
    }

    [Serializable, DataContract]
    public sealed class Test3
    {
        [DataMember(Order = 3)] public Test1? C { get; set; }
    }

    sealed class OursPeer(string name, ProtobufOptions options) : Peer
    {
        public override string Name => name;

        public override string Version => VersionOf(typeof(Protobuf));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => Protobuf.Serialize(value, options), bytes => Protobuf.Deserialize<T>(bytes, options),
                @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Protobuf.Serialize(kept, value, options);
                },
            };
        }
    }

    sealed class GooglePeer : Peer
    {
        public override string Name => GoogleProtobuf.Id;

        public override string Version => VersionOf(typeof(IMessage));

        public override Contestant? For<T>(Case<T> @case) => @case.Value switch
        {
            Database v => On(@case, OrdersOnWire.To(v), OrdersOnWire.From),
            Test1 v => On(@case, new Wire.Tiny { A = v.A }, m => new Test1 { A = m.A }),
            Test2 v => On(@case, new Wire.Test2 { B = v.B }, m => new Test2 { B = m.B }),
            Test3 v => On(@case, new Wire.Test3 { C = new() { A = v.C!.A } }, m => new Test3 { C = new Test1 { A = m.C.A } }),
            _ => null,
        };

        Contestant On<T, M>(Case<T> @case, M message, Func<M, object> back) where T : class where M : IMessage<M>, new()
        {
            var parser = new MessageParser<M>(() => new M());
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => message.ToByteArray(), bytes => parser.ParseFrom(bytes), read => @case.Verify(back((M)read)))
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    message.WriteTo(kept);
                },
            };
        }
    }

    sealed class ContractsPeer : Peer
    {
        public override string Name => Contracts;

        public override string Version => VersionOf(typeof(DataContractSerializer));

        public override Contestant? For<T>(Case<T> @case)
        {
            var serializer = new DataContractSerializer(typeof(T));
            return new(Name, Version, () =>
            {
                var stream = new MemoryStream();
                serializer.WriteObject(stream, @case.Value);
                return stream.ToArray();
            }, bytes => serializer.ReadObject(new MemoryStream(bytes))!, @case.Verify);
        }
    }

    sealed class XmlPeer : Peer
    {
        public override string Name => Xml;

        public override string Version => VersionOf(typeof(XmlSerializer));

        public override Contestant? For<T>(Case<T> @case)
        {
            var serializer = new XmlSerializer(typeof(T));
            return new(Name, Version, () =>
            {
                var stream = new MemoryStream();
                serializer.Serialize(stream, @case.Value);
                return stream.ToArray();
            }, bytes => serializer.Deserialize(new MemoryStream(bytes))!, @case.Verify);
        }
    }
}
