namespace Isomer;

/// <summary>What stands before a message that is one of several; as protobuf-net's PrefixStyle.</summary>
public enum ProtobufPrefix
{
    /// <summary>Nothing: the message goes to the end of the stream.</summary>
    None,
    /// <summary>A varint length; with a field number its tag before that, so that the messages are one repeated field.</summary>
    Base128,
    /// <summary>Four bytes of length, little-endian.</summary>
    Fixed32,
    /// <summary>Four bytes of length, big-endian.</summary>
    Fixed32BigEndian,
}
