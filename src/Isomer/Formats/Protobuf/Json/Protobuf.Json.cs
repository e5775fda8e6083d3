using System.Text;
using Isomer.Formats;

namespace Isomer;

/// <summary>ProtoJSON: the canonical JSON of protobuf messages, of the same contracts.</summary>
/// <remarks>
/// What JSON shows is what is on the wire, by the schema that <see cref="GetProto{T}"/> prints: <c>{"orderId":1,"total":"90"}</c> for
/// <c>08 01 10 5A</c>. Numbers of 64 bits are texts, enums names, bytes base64, maps objects; what is at its default is left out.
/// </remarks>
public static partial class Protobuf
{
    /// <summary>The value as JSON.</summary>
    public static string ToJson<T>(T value, ProtobufJsonOptions? options = null) => ToJson(value, typeof(T), options);

    /// <summary>The value, as one of the declared type, as JSON.</summary>
    public static string ToJson(object? value, Type type, ProtobufJsonOptions? options = null)
    {
        options ??= ProtobufJsonOptions.Default;
        return Json.ToText(ToNode(value, type, options), ProtoJson.Text(options));
    }

    /// <summary>The value as JSON in UTF-8.</summary>
    public static byte[] ToJsonBytes<T>(T value, ProtobufJsonOptions? options = null)
    {
        options ??= ProtobufJsonOptions.Default;
        return Json.Serialize(ToNode(value, typeof(T), options), ProtoJson.Text(options));
    }

    /// <summary>The value of the JSON text.</summary>
    public static T FromJson<T>(string json, ProtobufJsonOptions? options = null) => (T)FromJson(json, typeof(T), options)!;

    /// <summary>The value of the JSON text in UTF-8.</summary>
    public static T FromJson<T>(ReadOnlySpan<byte> json, ProtobufJsonOptions? options = null)
    {
        return (T)FromJson(json, typeof(T), options ?? ProtobufJsonOptions.Default)!;
    }

    /// <summary>The value of the JSON text, as one of the declared type.</summary>
    public static object? FromJson(string json, Type type, ProtobufJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        byte[] utf8 = Encoding.UTF8.GetBytes(json);
        try
        {
            return FromJson(utf8, type, options ?? ProtobufJsonOptions.Default);
        }
        catch (WireFormatException e) when (Wire.TextErrors.MovedToText(e, utf8))
        {
            throw;
        }
    }

    static Node? ToNode(object? value, Type type, ProtobufJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        var message = ProtoJson.MessageOf(type, options);
        var writer = new ProtoJsonWriter(options, ProtoJson.Resolve(options), isOfClass: true);
        return writer.Message(message, Serialize(value, type, options.Protobuf));
    }

    static object? FromJson(ReadOnlySpan<byte> json, Type type, ProtobufJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        var message = ProtoJson.MessageOf(type, options);
        return Deserialize(ProtoJsonReader.Read(message, json, options, ProtoJson.Resolve(options), keepsZeros: true), type,
            options.Protobuf);
    }
}
