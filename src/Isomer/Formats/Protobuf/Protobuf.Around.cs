using System.Buffers;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Formats;
using Isomer.Wire;

namespace Isomer;

/// <summary>What is built of writing and reading: other types, copies, measuring, and payloads inside of other serializers'.</summary>
public static partial class Protobuf
{
    const string BridgeName = "proto";

    /// <summary>
    /// The value as one of another type whose contract has the same fields. What that has not is dropped, unless it keeps unknown fields.
    /// </summary>
    public static TTo ChangeType<TFrom, TTo>(TFrom value, ProtobufOptions? options = null)
    {
        options ??= ProtobufOptions.Default;
        var from = ProtobufRoot.CodecOf<TFrom>(options, out var root);
        var sink = default(ProtobufSink);
        sink.Begin(default, options, root);
        try
        {
            from.Write(ref sink, value);
            // Straight from the buffer that was written: no copy between.
            return Deserialize<TTo>(sink.Output.Written, options);
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>A copy of the value and of all that it is made of.</summary>
    public static T DeepClone<T>(T value, ProtobufOptions? options = null) => value is null ? value
        : typeof(T) == typeof(object) ? (T)Deserialize(Serialize((object)value, value.GetType(), options), value.GetType(), options)!
        : ChangeType<T, T>(value, options);

    /// <summary>How many bytes the value takes.</summary>
    public static long Measure<T>(T value, ProtobufOptions? options = null)
    {
        var counter = new Counter();
        ProtobufCalls.Write(new Wire.OutputTarget(counter), value, options ?? ProtobufOptions.Default);
        return counter.Length;
    }

    /// <summary>Merges the bytes of a stream, to its end, into an object that is there.</summary>
    public static T Merge<T>(T target, Stream input, ProtobufOptions? options = null)
    {
        using var whole = Wire.InputText.Read(input);
        return Fill(target, whole.Bytes, options);
    }

    /// <summary>
    /// For ISerializable: puts the value into <paramref name="info"/> as one entry named <c>proto</c>, so that BinaryFormatter and
    /// SoapFormatter carry the payload.
    /// </summary>
    public static void WriteTo<T>(SerializationInfo info, T value, ProtobufOptions? options = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(info);
        ArgumentNullException.ThrowIfNull(value);
        info.AddValue(BridgeName, Serialize(value, value.GetType(), options), typeof(byte[]));
    }

    /// <summary>For the constructor of ISerializable: merges the entry named <c>proto</c> into the object.</summary>
    public static void MergeFrom<T>(T target, SerializationInfo info, ProtobufOptions? options = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(info);
        Fill(target, (byte[]?)info.GetValue(BridgeName, typeof(byte[])) ?? [], options);
    }

    /// <summary>For IXmlSerializable: writes the value as base64 text of the current element.</summary>
    public static void WriteTo<T>(XmlWriter writer, T value, ProtobufOptions? options = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(value);
        byte[] payload = Serialize(value, value.GetType(), options);
        if (payload.Length > 0)
            writer.WriteBase64(payload, 0, payload.Length);
    }

    /// <summary>For IXmlSerializable: merges the base64 text of the current element, which is read with its end, into the object.</summary>
    public static void MergeFrom<T>(T target, XmlReader reader, ProtobufOptions? options = null) where T : class
    {
        ArgumentNullException.ThrowIfNull(reader);
        var payload = new ArrayBufferWriter<byte>();
        if (reader.IsEmptyElement)
        {
            reader.Read();
        }
        else
        {
            byte[] some = new byte[4096];
            int count;
            while ((count = reader.ReadElementContentAsBase64(some, 0, some.Length)) > 0)
                payload.Write(some.AsSpan(0, count));
        }
        Fill(target, payload.WrittenSpan, options);
    }

    /// <summary>The value as the content of an HTTP message.</summary>
    public static ByteArrayContent ToHttpContent<T>(T value, ProtobufOptions? options = null)
    {
        var content = new ByteArrayContent(Serialize(value, options));
        content.Headers.ContentType = new("application/x-protobuf");
        return content;
    }

    /// <summary>The value of the content of an HTTP message.</summary>
    public static async Task<T> ReadContentAsync<T>(HttpContent content, ProtobufOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        var stream = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using var disposal = stream.ConfigureAwait(false);
        return await DeserializeAsync<T>(stream, options, cancellationToken).ConfigureAwait(false);
    }

    sealed class Counter : Wire.OutputReceiver
    {
        public long Length { get; private set; }

        public override void Write(ReadOnlySpan<byte> bytes) => Length += bytes.Length;
    }
}
