using System.Buffers;
using System.Xml.Schema;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab.Contestants;

/// <summary>
/// One of Isomer's formats, called as a user would: by its facade's static methods, bound once. The handle's generic virtual
/// methods would cost more than the smallest messages do.
/// </summary>
/// <param name="preset">With options a contestant of its own, under a name of its own.</param>
sealed class IsomerPeer(Format format, string? preset = null, object? options = null, string? said = null) : LabPeer
{
    public override string Name => "Isomer " + format.Name + (preset is null ? "" : " " + preset);

    public override string Version => VersionOf(typeof(Format));

    public override string Options => said ?? "defaults";

    public override bool IsOurs => true;

    public override PeerCalls For<T>(LabCase<T> @case) => FormatFacade.Of(format) is { } facade ? facade.Bind(@case.Value, options)
        : format == ContractXml.BinaryFormat ? FormatFacade.Of(ContractXml.Format)!.Bind(@case.Value, ContractXmlOptions.Binary)
        : ByHandle(@case.Value);

    /// <summary>By the handle: to find the facade's methods by reflection is the lab's business, and no user's.</summary>
    public override PeerCalls ForFresh<T>(LabCase<T> @case) => options is null ? ByHandle(@case.Value) : For(@case);

    PeerCalls ByHandle<T>(T value) where T : class => new(() => format.Serialize(value), bytes => format.Deserialize<T>(bytes)!)
    {
        WriteTo = o => format.Serialize(o, value),
        WriteStream = s => format.Serialize(s, value, typeof(T)),
        ReadStream = s => format.Deserialize(s, typeof(T))!,
    };

    public override (string Language, string Text)? SchemaOf<T>() => format switch
    {
        _ when format == Json.Format => ("JSON Schema", Json.GetSchema<T>(options as JsonOptions)),
        _ when format == ContractJson.Format => ("JSON Schema", ContractJson.GetSchema<T>()),
        _ when format == ContractXml.Format || format == ContractXml.BinaryFormat => ("XSD", Text(ContractXml.SchemasOf<T>())),
        _ when format == Xml.Format => ("XSD", Text(Xml.SchemasOf<T>())),
        _ when format == Protobuf.Format => (".proto", Protobuf.GetProto([typeof(T)], options is null ? ProtobufSyntax.Proto3 : ProtobufSyntax.Edition2023)),
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
