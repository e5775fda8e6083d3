using System.Diagnostics.CodeAnalysis;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// google.protobuf.Any: a message of some type, and the URL that names it. What it holds is only made of a type that was given
/// (<see cref="ProtobufTypes"/>); no other is looked for.
/// </summary>
/// <example>
/// <code>
/// var types = new ProtobufTypes().With&lt;Order&gt;("shop.Order").With&lt;Customer&gt;("shop.Customer");
/// ProtobufAny any = ProtobufAny.Pack(order, types);       // type.googleapis.com/shop.Order
/// if (any.Unpack(types) is Order back)
///     Console.WriteLine(back.Id);
/// </code>
/// </example>
[ProtobufContract(Name = "google.protobuf.Any", GoogleRules = true)]
public sealed class ProtobufAny
{
    const string Prefix = "type.googleapis.com/";

    /// <summary>The URL: the full name of the message is what follows the last slash.</summary>
    [ProtobufMember(1, Name = "type_url")]
    public string TypeUrl { get; set; } = "";

    /// <summary>The bytes of the message.</summary>
    [ProtobufMember(2, Name = "value")]
    public byte[] Value { get; set; } = [];

    /// <summary>What else the bytes had; written again.</summary>
    public UnknownFields? Rest { get; set; }

    /// <summary>The full name of the message.</summary>
    public string TypeName => NameIn(TypeUrl);

    bool ShouldSerializeTypeUrl() => !string.IsNullOrEmpty(TypeUrl);

    bool ShouldSerializeValue() => Value is { Length: > 0 };

    /// <summary>Wraps a message; its type has to be among those given.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ProtobufAny Pack<T>(T value, ProtobufTypes types, ProtobufOptions? options = null) where T : notnull
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(types);
        var type = types.NameOf(value.GetType()) is not null ? value.GetType() : typeof(T);
        string name = types.NameOf(type)
            ?? throw new NotSupportedException(
                $"'{value.GetType()}' is not among the types that were given, so nothing says its name. Add it: types.With<{value.GetType().Name}>(\"full.Name\").");
        return new ProtobufAny { TypeUrl = Prefix + name, Value = Protobuf.Serialize(value, type, options) };
    }

    /// <summary>Whether it holds a message of this type.</summary>
    public bool Is<T>(ProtobufTypes types)
    {
        ArgumentNullException.ThrowIfNull(types);
        return types.Find(TypeName) == typeof(T);
    }

    /// <summary>What it holds, of whichever of the given types that is.</summary>
    /// <exception cref="WireFormatException">It names none of the types, or the bytes are not one.</exception>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public object Unpack(ProtobufTypes types, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(types);
        var type = types.Find(TypeName)
            ?? throw new WireFormatException(
                $"An Any holds a '{TypeUrl}', which is not among the types that were given. Add it: types.With<T>(\"{TypeName}\").")
            { Format = Protobuf.FormatName };
        return Protobuf.Deserialize(Value ?? [], type, options)!;
    }

    /// <summary>What it holds, as a <typeparamref name="T"/>.</summary>
    /// <exception cref="WireFormatException">It holds something else, or the bytes are not one.</exception>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public T Unpack<T>(ProtobufTypes types, ProtobufOptions? options = null) => Unpack(types, options) is T value ? value
        : throw new WireFormatException($"An Any holds a '{TypeUrl}', which is no '{typeof(T)}'.") { Format = Protobuf.FormatName };

    internal static string NameIn(string? url) => url is null ? "" : url[(url.LastIndexOf('/') + 1)..];
}
