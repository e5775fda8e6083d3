using System.Buffers;
using System.Xml.Schema;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// One of Isomer's formats, under the defaults of its facade or a preset.
/// </summary>
/// <param name="preset">With options a contestant of its own, under a name of its own.</param>
sealed class IsomerPeer(Format format, string? preset = null, object? options = null, string? said = null) : LabPeer
{
    public override string Name => "Isomer " + format.Name + (preset is null ? "" : " " + preset);

    public override string Version => VersionOf(typeof(Format));

    public override string Options => said ?? "defaults";

    public override bool IsOurs => true;

    /// <summary>With the defaults of the facade, or the given options.</summary>
    readonly Format _format = format == ContractXml.BinaryFormat ? format : format.With(options);

#pragma warning disable SYSLIB0050 // what the formatters' formats ask of types
    public override string? WhyNot(LabCase @case) =>
        (format == Nrbf.Format || format == Soap.Format) && !@case.Type.IsSerializable ? $"{@case.Type.Name} is not [Serializable]" : null;
#pragma warning restore SYSLIB0050

    public override PeerCalls For<T>(LabCase<T> @case) => Bind(Told(@case.CellTypes), @case.Value);

    /// <summary>What stands in cells is told to those whose originals are told of it, too.</summary>
    Format Told(IReadOnlyList<Type> types) => types.Count == 0 || options is not null ? _format
        : format == ContractXml.Format ? format.With(ContractXmlOptions.Default with { KnownTypes = types })
        : format == ContractXml.BinaryFormat ? format.With(ContractXmlOptions.Binary with { KnownTypes = types })
        : format == ContractJson.Format ? format.With(ContractJsonOptions.Default with { KnownTypes = types })
        : format == Xml.Format ? format.With(XmlOptions.Default with { Convention = Convention.XmlAttributes.With([.. types]) })
        : _format;

    /// <summary>In a fresh process, where each first look costs: the handle as it stands, as a tool would call it.</summary>
    public override PeerCalls ForFresh<T>(LabCase<T> @case) => Bind(options is null ? format : _format, @case.Value);

    /// <summary>
    /// Each method becomes a delegate once: to find a generic virtual method at each call would cost more than the smallest messages do.
    /// </summary>
    static PeerCalls Bind<T>(Format format, T value) where T : class
    {
        Func<T, byte[]> write = format.Serialize;
        Action<IBufferWriter<byte>, T> writeTo = format.Serialize;
        Action<Stream, T> writeStream = format.Serialize;
        SpanReader<T> read = format.Deserialize<T>;
        SequenceReader<T> readSequence = format.Deserialize<T>;
        Func<Stream, T> readStream = format.Deserialize<T>;
        return new PeerCalls(() => write(value), bytes => read(bytes)!)
        {
            WriteTo = o => writeTo(o, value),
            WriteStream = s => writeStream(s, value),
            ReadSequence = s => readSequence(in s)!,
            ReadStream = s => readStream(s)!,
        };
    }

    delegate T SpanReader<T>(ReadOnlySpan<byte> payload);

    delegate T SequenceReader<T>(in ReadOnlySequence<byte> payload);

    public override (string Language, string Text)? SchemaOf<T>() => format switch
    {
        _ when format == Json.Format => ("JSON Schema", Json.GetSchema<T>(options as JsonOptions)),
        _ when format == ContractJson.Format => ("JSON Schema", ContractJson.GetSchema<T>()),
        _ when format == ContractXml.Format || format == ContractXml.BinaryFormat => ("XSD", Text(ContractXml.SchemasOf<T>())),
        _ when format == Xml.Format => ("XSD", Text(Xml.SchemasOf<T>())),
        _ when format == Protobuf.Format =>
            (".proto", Protobuf.GetProto([typeof(T)], options is null ? ProtobufSyntax.Proto3 : ProtobufSyntax.Edition2023)),
        _ => null,
    };

    static string Text(XmlSchemaSet schemas)
    {
        var text = new StringWriter();
        foreach (XmlSchema schema in schemas.Schemas())
            schema.Write(text);
        return text.ToString();
    }
}
