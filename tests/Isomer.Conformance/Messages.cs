namespace Isomer.Conformance;

/// <summary>What the runner asks: a message of a type in one form, and the form that it wants it back in (conformance.proto).</summary>
[ProtobufContract]
public sealed class Request
{
    [ProtobufMember(1, OneOf = "payload")]
    public byte[]? Protobuf { get; set; }

    [ProtobufMember(2, OneOf = "payload")]
    public string? Json { get; set; }

    [ProtobufMember(3)]
    public Form Wanted { get; set; }

    [ProtobufMember(4)]
    public string MessageType { get; set; } = "";

    [ProtobufMember(5)]
    public int Category { get; set; }

    /// <summary>Whether members of JSON that the schema does not have are to be passed over.</summary>
    public bool IgnoresUnknown => Category == 3;
}

/// <summary>The forms of messages.</summary>
public enum Form
{
    /// <summary>None.</summary>
    Unspecified,

    /// <summary>Bytes.</summary>
    Protobuf,

    /// <summary>ProtoJSON.</summary>
    Json,

    /// <summary>Of JavaScript.</summary>
    Jspb,

    /// <summary>Text format.</summary>
    Text,
}

/// <summary>The answer.</summary>
[ProtobufContract]
public sealed class Response
{
    [ProtobufMember(1, OneOf = "result")]
    public string? ParseError { get; set; }

    [ProtobufMember(2, OneOf = "result")]
    public string? RuntimeError { get; set; }

    [ProtobufMember(3, OneOf = "result")]
    public byte[]? Protobuf { get; set; }

    [ProtobufMember(4, OneOf = "result")]
    public string? Json { get; set; }

    [ProtobufMember(5, OneOf = "result")]
    public string? Skipped { get; set; }

    [ProtobufMember(6, OneOf = "result")]
    public string? SerializeError { get; set; }
}
