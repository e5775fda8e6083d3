namespace Isomer;

/// <summary>How <c>Protobuf.ToJson</c> and <c>FromJson</c> write and read. Immutable; derive variants by <c>with</c>.</summary>
public sealed record ProtobufJsonOptions
{
    /// <summary>The canonical mapping of ProtoJSON.</summary>
    public static ProtobufJsonOptions Default { get; } = new();

    /// <summary>
    /// How CLR types are seen, and what input may cost. At level 240 and above dates and durations have their canonical texts.
    /// </summary>
    public ProtobufOptions Protobuf { get; init; } = ProtobufOptions.Default;

    /// <summary>
    /// Whether members are written that are zero, empty or without items; not those that may be absent (nullables, messages).
    /// </summary>
    public bool EmitDefaults { get; init; }

    /// <summary>
    /// Whether members are named as in the schema (<c>order_id</c>) rather than as JSON has it (<c>orderId</c>). Both are read.
    /// </summary>
    public bool SchemaNames { get; init; }

    /// <summary>Whether enums are written as numbers. Both are read.</summary>
    public bool EnumNumbers { get; init; }

    /// <summary>Whether members and names of enums that the schema does not have are passed over rather than refused.</summary>
    public bool IgnoreUnknown { get; init; }

    /// <summary>Whether lines are broken and indented.</summary>
    public bool Indented { get; init; }

    /// <summary>What an Any may hold.</summary>
    public ProtobufTypes Types { get; init; } = new();

    /// <summary>
    /// The .proto files that classes were made of. A class whose message they declare, by its name in <see cref="Types"/>, goes by them: so
    /// its JSON has the extensions of the message (<c>"[full.name]"</c>), which are among its unknown fields.
    /// </summary>
    public ProtobufSchema? Schema { get; init; }
}
