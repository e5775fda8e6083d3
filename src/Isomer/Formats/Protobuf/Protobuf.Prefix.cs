using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using Isomer.Formats;
using Isomer.Wire;

namespace Isomer;

/// <summary>Messages with their length before them, so that several can stand in one stream; their types told by field numbers.</summary>
public static partial class Protobuf
{
    /// <summary>Writes the value with its length before it.</summary>
    public static void SerializeWithPrefix<T>(Stream output, T value, ProtobufPrefix prefix, int field = 0, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        byte[] body = Serialize(value, options);
        Span<byte> head = stackalloc byte[16];
        output.Write(head[..PutPrefix(head, body.Length, prefix, field)]);
        output.Write(body);
    }

    /// <summary>Writes the value with its length before it.</summary>
    public static void SerializeWithPrefix<T>(IBufferWriter<byte> output, T value, ProtobufPrefix prefix, int field = 0,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        options ??= ProtobufOptions.Default;
        var codec = ProtobufRoot.CodecOf<T>(options, out var root);
        var sink = default(ProtobufSink);
        sink.Begin(default, options, root);
        try
        {
            codec.Write(ref sink, value);
            var body = sink.Output.Written;
            output.Advance(PutPrefix(output.GetSpan(16), body.Length, prefix, field));
            output.Write(body);
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>Writes the value, as one of the declared type, with its length before it.</summary>
    public static void SerializeWithPrefix(Stream output, object? value, Type type, ProtobufPrefix prefix, int field = 0,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        byte[] body = Serialize(value, type, options);
        Span<byte> head = stackalloc byte[16];
        output.Write(head[..PutPrefix(head, body.Length, prefix, field)]);
        output.Write(body);
    }

    static int PutPrefix(Span<byte> head, int length, ProtobufPrefix prefix, int field)
    {
        switch (prefix)
        {
            case ProtobufPrefix.None:
                return 0;
            case ProtobufPrefix.Fixed32:
                BinaryPrimitives.WriteInt32LittleEndian(head, length);
                return 4;
            case ProtobufPrefix.Fixed32BigEndian:
                BinaryPrimitives.WriteInt32BigEndian(head, length);
                return 4;
            case ProtobufPrefix.Base128:
                ArgumentOutOfRangeException.ThrowIfNegative(field);
                ArgumentOutOfRangeException.ThrowIfGreaterThan(field, Conventions.ProtobufMembers.MaxNumber);
                int at = field == 0 ? 0 : ProtobufVarint.Put(ref head[0], ((ulong)field << 3) | 2);
                return at + ProtobufVarint.Put(ref head[at], (ulong)length);
            default:
                throw new ArgumentOutOfRangeException(nameof(prefix));
        }
    }

    /// <summary>
    /// The next value of the stream that was written with its length before it, where that is so for this field number; others
    /// are passed over. False at the end of the stream.
    /// </summary>
    public static bool TryDeserializeWithPrefix<T>(Stream input, ProtobufPrefix prefix, int field, [MaybeNullWhen(false)] out T value,
        ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        options ??= ProtobufOptions.Default;
        using var items = new ProtobufItems(input, prefix, options, field > 0, readsAhead: false);
        while (items.Next(out int number))
        {
            if (prefix == ProtobufPrefix.Base128 && field > 0 && number != field)
            {
                items.Skip();
                continue;
            }
            value = items.Read<T>();
            return true;
        }
        value = default;
        return false;
    }

    /// <summary>
    /// The next value of the stream that was written with its length before it. Nothing at all in the stream is an error.
    /// </summary>
    public static T DeserializeWithPrefix<T>(Stream input, ProtobufPrefix prefix, int field = 0, ProtobufOptions? options = null) =>
        TryDeserializeWithPrefix<T>(input, prefix, field, out var value, options)
            ? value
            : throw new WireFormatException("The stream holds no further value.") { Format = FormatName, Offset = 0 };

    /// <summary>
    /// The next value of the stream, or null (of a struct its default) where the stream holds no further value, as protobuf-net's
    /// DeserializeWithLengthPrefix has it.
    /// </summary>
    public static T? DeserializeWithPrefixOrDefault<T>(Stream input, ProtobufPrefix prefix, int field = 0,
        ProtobufOptions? options = null) =>
        TryDeserializeWithPrefix<T>(input, prefix, field, out var value, options) ? value : default;

    /// <summary>
    /// The next value of the stream, of the type that the caller gives for its field number; values of numbers without a type
    /// are passed over. False at the end of the stream.
    /// </summary>
    public static bool TryDeserializeWithPrefix(Stream input, ProtobufPrefix prefix, Func<int, Type?> typeOf,
        [NotNullWhen(true)] out object? value, ProtobufOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(typeOf);
        using var items = new ProtobufItems(input, prefix, options ?? ProtobufOptions.Default, hasField: true, readsAhead: false);
        while (items.Next(out int number))
        {
            if (typeOf(number) is { } type)
            {
                value = items.Read(type)!;
                return true;
            }
            items.Skip();
        }
        value = null;
        return false;
    }

    /// <summary>The length, and the field number if there is one, that stand before a value. False if the bytes end before.</summary>
    public static bool TryReadPrefix(ReadOnlySpan<byte> bytes, ProtobufPrefix prefix, bool hasField, out int field, out int length,
        out int consumed)
    {
        field = length = consumed = 0;
        switch (prefix)
        {
            case ProtobufPrefix.None:
                length = bytes.Length;
                return true;
            case ProtobufPrefix.Fixed32 or ProtobufPrefix.Fixed32BigEndian:
                if (bytes.Length < 4)
                    return false;
                length = prefix == ProtobufPrefix.Fixed32
                    ? BinaryPrimitives.ReadInt32LittleEndian(bytes)
                    : BinaryPrimitives.ReadInt32BigEndian(bytes);
                consumed = 4;
                break;
            default:
                if (hasField)
                {
                    if (!ProtobufItems.TryVarint(bytes, ref consumed, out ulong tag))
                        return false;
                    if (tag > uint.MaxValue || tag >> 3 == 0 || (tag & 7) != 2 || consumed > ProtobufVarint.MaxTag)
                        throw new WireFormatException($"{tag} is not the tag of a value with a length.")
                        { Format = FormatName, Offset = 0 };
                    field = (int)(tag >> 3);
                }
                if (!ProtobufItems.TryVarint(bytes, ref consumed, out ulong count))
                    return false;
                length = count <= int.MaxValue ? (int)count : -1;
                break;
        }
        return length >= 0
            ? true
            : throw new WireFormatException("The length of a value is out of range.") { Format = FormatName, Offset = 0 };
    }
}
