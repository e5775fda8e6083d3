using System.Buffers;
using System.Runtime.Serialization;
using Google.Protobuf;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;
using Wire = Isomer.Bench.Wire;

namespace Isomer.Bench.Peers;

/// <summary>Cases in which Isomer was not the first once: a hierarchy of five subtypes, numbers as members, the smallest message.</summary>
public sealed class FirstGroup : Group
{
    const string Polymorphic = "polymorphic";
    const string Doubles = "double[] member";
    const string Ints = "int[] member";
    const string TinyCase = "tiny";
    const string OursProtobuf = "Isomer Protobuf";
    const string OursBinary = "Isomer ContractXml binary";
    const string OursXml = "Isomer ContractXml";
    const string OursContractJson = "Isomer ContractJson";
    const string OursFastJson = "Isomer FastJson";
    const double AllocationSlack = 1.005;

    static Peer[] Peers() =>
    [
        Ours.Peers[0], new ProtobufPeer(), new GooglePeer(), new ContractJsonPeer(), new FastJsonPeer(), new ObjectsPeer(),
        new ContractsGroup.ContractXmlPeer(OursXml, ContractXmlOptions.Default), new DataContractPeer(),
        new ContractsGroup.ContractXmlPeer(OursBinary, ContractXmlOptions.Binary),
        new DataContractBinaryPeer(DataContractBinaryPeer.Id, t => new DataContractSerializer(t)), new StjReflection(),
    ];

    public override string Name => "first";

    public override IReadOnlyList<Lineup> Cases => field ??= MakeCases(Peers());

    static Lineup[] MakeCases(Peer[] peers) =>
    [
        Of(Polymorphic, GoogleProtobuf.Id, 30, peers, Zoo.Sample, Zoo.Same),
        Of(Doubles, GoogleProtobuf.Id, 15, peers, DoublesMember.Sample, (a, b) => a.Items.AsSpan().SequenceEqual(b.Items)),
        Of(Ints, GoogleProtobuf.Id, 15, peers, IntsMember.Sample, (a, b) => a.Items.AsSpan().SequenceEqual(b.Items)),
        Of(TinyCase, GoogleProtobuf.Id, 15, peers, () => new ProtobufGroup.Test1 { A = 150 }, (a, b) => a.A == b.A),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Polymorphic, OursProtobuf, GoogleProtobuf.Id, "read", Measure.Within, 0.6),
        .. new[] { OursProtobuf, Ours.Json, OursXml, OursBinary, OursContractJson }
            .Select(ours => new Requirement(Polymorphic, ours, ObjectsPeer.Id, "read", Measure.Allocation, AllocationSlack)),
        new(Doubles, OursProtobuf, GoogleProtobuf.Id, "write kept", Measure.Within, 0.5),
        new(Doubles, OursProtobuf, GoogleProtobuf.Id, "read", Measure.Within, 0.5),
        new(Doubles, OursBinary, DataContractBinaryPeer.Id, "write kept", Measure.Within, 1),
        new(Ints, OursBinary, DataContractBinaryPeer.Id, "write kept", Measure.Within, 1),
        new(Ints, OursBinary, null, "write kept", Measure.Allocation, 0.0001),
        new(Ints, Ours.Json, StjReflection.Id, "write", Measure.Within, 0.45),
        new(Polymorphic, OursFastJson, null, "write kept", Measure.Allocation, 0.001),
        new(TinyCase, OursProtobuf, GoogleProtobuf.Id, "write kept", Measure.Within, 0.8),
        new(TinyCase, OursBinary, DataContractBinaryPeer.Id, "write kept", Measure.Within, 0.7),
        new(TinyCase, Ours.Json, StjReflection.Id, "read", Measure.Within, 0.42),
    ];

    sealed class ProtobufPeer : Peer
    {
        public override string Name => OursProtobuf;

        public override string Version => VersionOf(typeof(Protobuf));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => Protobuf.Serialize(value), bytes => Protobuf.Deserialize<T>(bytes), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Protobuf.Serialize(kept, value);
                },
            };
        }
    }

    sealed class ContractJsonPeer : Peer
    {
        public override string Name => OursContractJson;

        public override string Version => VersionOf(typeof(ContractJson));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            return new(Name, Version, () => ContractJson.Serialize(value), bytes => ContractJson.Deserialize<T>(bytes), @case.Verify);
        }
    }

    sealed class FastJsonPeer : Peer
    {
        static readonly JsonOptions s_options = JsonOptions.FastJson;

        public override string Name => OursFastJson;

        public override string Version => VersionOf(typeof(Json));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            return new(Name, Version, () => Json.Serialize(value, s_options), bytes => Json.Deserialize<T>(bytes, s_options), @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    Json.Serialize(kept, value, s_options);
                },
            };
        }
    }

    /// <summary>The objects alone, made by hand: what reading them cannot allocate less than.</summary>
    sealed class ObjectsPeer : Peer
    {
        public const string Id = "objects by hand";

        public override string Name => Id;

        public override string Version => "";

        public override Contestant? For<T>(Case<T> @case) =>
            @case.Value is Zoo zoo ? new(Name, Version, null, _ => zoo.Copy(), @case.Verify) : null;
    }

    sealed class GooglePeer : Peer
    {
        public override string Name => GoogleProtobuf.Id;

        public override string Version => VersionOf(typeof(IMessage));

        public override Contestant? For<T>(Case<T> @case) => @case.Value switch
        {
            Zoo v => On(@case, To(v), From),
            DoublesMember v => On(@case, new Wire.Doubles { Items = { v.Items } }, m => new DoublesMember { Items = [.. m.Items] }),
            IntsMember v => On(@case, new Wire.Ints { Items = { v.Items } }, m => new IntsMember { Items = [.. m.Items] }),
            ProtobufGroup.Test1 v => On(@case, new Wire.Tiny { A = v.A }, m => new ProtobufGroup.Test1 { A = m.A }),
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

        static Wire.Zoo To(Zoo from) => new() { Animals = { from.Animals.Select(To) } };

        static Wire.Animal To(Animal from)
        {
            var made = new Wire.Animal { Id = from.Id, Age = from.Age };
            switch (from)
            {
                case Dog d: made.Dog = new() { Weight = d.Weight, Barks = d.Barks }; break;
                case Cat c: made.Cat = new() { Lives = c.Lives }; break;
                case Bird b: made.Bird = new() { Wings = b.Wings }; break;
                case Fish f: made.Fish = new() { Depth = f.Depth }; break;
                case Horse h: made.Horse = new() { Height = h.Height, Speed = h.Speed }; break;
            }
            return made;
        }

        static Zoo From(Wire.Zoo from) => new() { Animals = [.. from.Animals.Select(From)] };

        static Animal From(Wire.Animal from)
        {
            Animal made = from switch
            {
                { Dog: { } d } => new Dog { Weight = d.Weight, Barks = d.Barks },
                { Cat: { } c } => new Cat { Lives = c.Lives },
                { Bird: { } b } => new Bird { Wings = b.Wings },
                { Fish: { } f } => new Fish { Depth = f.Depth },
                { Horse: { } h } => new Horse { Height = h.Height, Speed = h.Speed },
                _ => throw new InvalidOperationException("an animal of no kind"),
            };
            (made.Id, made.Age) = (from.Id, from.Age);
            return made;
        }
    }
}
