namespace Isomer;

/// <summary>
/// The fields of a protobuf message that no member has. A property of this type keeps them: they are written back after
/// the known ones, so that a program with an older contract loses nothing.
/// </summary>
public sealed partial class UnknownFields
{
    byte[] _bytes;

    /// <summary>A set without fields, to append to.</summary>
    public UnknownFields() => _bytes = [];

    /// <summary>Fields as they stand on the wire: tag, value, tag, value.</summary>
    public UnknownFields(ReadOnlySpan<byte> bytes) => _bytes = bytes.ToArray();

    /// <summary>The fields as they stand on the wire.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>Whether there are none.</summary>
    public bool IsEmpty => _bytes.Length == 0;

    internal byte[] Array { get => _bytes; init => _bytes = value; }
}
