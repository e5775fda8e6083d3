namespace Isomer;

/// <summary>The dialect of a .proto file.</summary>
public enum ProtobufSyntax
{
    /// <summary>proto3: presence of scalars only where <c>optional</c>.</summary>
    Proto3,
    /// <summary>proto2: everything optional or required, groups, defaults.</summary>
    Proto2,
    /// <summary>Edition 2023, with features.</summary>
    Edition2023,
}
