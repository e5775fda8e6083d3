using System.Buffers;
using System.Runtime.Serialization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

/// <summary>Text of other scripts, in every format beside its original: XML as text and in binary, JSON escaped and relaxed.</summary>
public sealed class ScriptsGroup : Group
{
    const string ContractXml = "Isomer ContractXml";
    const string Binary = "Isomer ContractXml binary";
    const string OursXml = "Isomer Xml";
    const string Relaxed = "relaxed";

    /// <summary>Each format has a case for each script.</summary>
    sealed record Family(string Name, string Ours, string Peer, double Write, double Read, Func<Peer[]> Peers);

    static readonly Family[] s_families =
    [
        new("contracts", ContractXml, DataContractPeer.Id, 3, 3,
            () => [new ContractsGroup.ContractXmlPeer(ContractXml, ContractXmlOptions.Default), new DataContractPeer()]),
        new("binary", Binary, DataContractBinaryPeer.Id, 3, 3,
            () => [new ContractsGroup.ContractXmlPeer(Binary, ContractXmlOptions.Binary),
                new DataContractBinaryPeer(DataContractBinaryPeer.Id, t => new DataContractSerializer(t))]),
        new("xml", OursXml, XmlSerializerPeer.Id, 3, 3, () => [new XmlGroup.XmlPeer(), new XmlSerializerPeer()]),
        new("json", Ours.Json, StjSourceGenerated.Id, 2.5, 3.3, () => [Ours.Peers[0], new StjSourceGenerated()]),
        new(Relaxed, RelaxedOurs.Id, RelaxedPeer.Id, 2, 2, () => [new RelaxedOurs(), new RelaxedPeer()]),
    ];

    public override string Name => "scripts";

    public override IReadOnlyList<Lineup> Cases => field ??=
    [
        .. from family in s_families
           let peers = family.Peers()
           from script in Scripts.Names
           select Of($"{family.Name}, {script}", family.Peer, 5, peers, () => Scripts.Of(script), (a, b) => a.SequenceEqual(b)),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        .. from family in s_families
           from script in Scripts.Names
           from verb in new[] { "write", "write kept", "read" }
           select new Requirement($"{family.Name}, {script}", family.Ours, family.Peer, verb, Measure.Faster,
               verb == "read" ? family.Read : family.Write),
    ];

    sealed class RelaxedOurs : Peer
    {
        public const string Id = "Isomer Json relaxed";

        static readonly JsonOptions s_options = JsonOptions.Default with { Escaping = JsonEscaping.Relaxed };

        public override string Name => Id;

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

    sealed class RelaxedPeer : Peer
    {
        public const string Id = "STJ relaxed";

        static readonly JsonSerializerOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        public override string Name => Id;

        public override string Version => VersionOf(typeof(JsonSerializer));

        public override Contestant? For<T>(Case<T> @case)
        {
            T value = @case.Value;
            var kept = new ArrayBufferWriter<byte>();
            var writer = new Utf8JsonWriter(kept, new JsonWriterOptions { Encoder = s_options.Encoder });
            return new(Name, Version, () => JsonSerializer.SerializeToUtf8Bytes(value, s_options),
                bytes => JsonSerializer.Deserialize<T>(bytes, s_options)!, @case.Verify)
            {
                WriteKept = () =>
                {
                    kept.ResetWrittenCount();
                    writer.Reset(kept);
                    JsonSerializer.Serialize(writer, value, s_options);
                    writer.Flush();
                },
            };
        }
    }
}
