using System.Buffers.Binary;
using System.Text;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// .resources: a head with the names of the reader and of types, tables of hashes and places, names with the place of their values, the
/// values. Version 2 gives values a number of its own kinds, or one of the types whose objects BinaryFormatter wrote (64 and more); version
/// 1 always a type. What System.Resources.Extensions writes says before each object who wrote it.
/// </summary>
internal static class ResourcesContainer
{
    const uint Magic = 0xBEEFCACE;
    const int FirstType = 64;

    public static FormatMatch Match(ReadOnlySpan<byte> payload) =>
        payload.Length > 12 && BinaryPrimitives.ReadUInt32LittleEndian(payload) == Magic ? FormatMatch.Certain : FormatMatch.No;

    public static Node Read(ReadOnlySpan<byte> payload)
    {
        var bytes = new ContainerBytes(payload);
        if (bytes.Int32() != unchecked((int)Magic))
            throw new WireFormatException("These are no resources: the number at their beginning is another.") { Offset = 0 };
        int headVersion = bytes.Int32(), headLength = bytes.Int32(), headStart = bytes.At;
        string reader = "";
        if (headVersion == 1)
        {
            reader = bytes.Text();
            bytes.Text();
        }
        // A later head says how long it is.
        else
            bytes.Take(headLength);
        int version = bytes.Int32(), count = bytes.Int32(), typeCount = bytes.Int32();
        if (version is not (1 or 2))
            throw new WireFormatException($"The version of the resources is {version}; there are 1 and 2.") { Offset = bytes.At - 12 };
        if (count < 0 || count > bytes.Remaining / 8 || typeCount < 0 || typeCount > bytes.Remaining)
            throw bytes.Fail($"{count} resources of {typeCount} types cannot be in {bytes.Remaining} bytes.");
        string[] types = new string[typeCount];
        for (int i = 0; i < typeCount; i++)
            types[i] = bytes.Text();
        // Filled up to the next eight bytes.
        bytes.Take((8 - (bytes.At & 7)) & 7);
        bytes.Take(4L * count);
        int places = bytes.At;
        bytes.Take(4L * count);
        int data = bytes.Int32(), names = bytes.At;
        if (data < names || data > payload.Length)
            throw bytes.Fail("The values begin where none are.");
        var entries = new (string Name, int At)[count];
        for (int i = 0; i < count; i++)
        {
            int place = BinaryPrimitives.ReadInt32LittleEndian(payload[(places + (4 * i))..]);
            if (place < 0 || place > data - names)
                throw new WireFormatException("The name of a resource stands where none is.") { Offset = places + (4 * i) };
            var name = new ContainerBytes(payload[..data], names + place, bytes.Bounds);
            string text = Encoding.Unicode.GetString(name.Take(name.Packed()));
            int value = name.Int32();
            if (value < 0 || value > payload.Length - data)
                throw name.Fail("The value of a resource stands where none is.");
            entries[i] = (text, data + value);
        }
        // The table is ordered by hashes, the values are as they were added.
        Array.Sort(entries, static (a, b) => a.At.CompareTo(b.At));
        bool isExtended = reader.StartsWith("System.Resources.Extensions.DeserializingResourceReader", StringComparison.Ordinal);
        var node = new RepeatedNames([]);
        for (int i = 0; i < count; i++)
        {
            int end = i + 1 < count ? entries[i + 1].At : payload.Length;
            // Two names of one value would be read as often as there are names.
            if (end <= entries[i].At)
                throw new WireFormatException("Two resources stand at one place.") { Offset = entries[i].At };
            var value = new ContainerBytes(payload[..end], entries[i].At, bytes.Bounds);
            node.Add(entries[i].Name, version == 1 ? Old(ref value, types) : Value(ref value, types, isExtended));
        }
        return node.Node;
    }

    static Node? Value(ref ContainerBytes bytes, string[] types, bool isExtended)
    {
        int kind = bytes.Packed();
        if (kind >= FirstType)
            return Object(ref bytes, TypeOf(types, kind - FirstType, ref bytes), isExtended);
        return kind switch
        {
            0 => null,
            1 => new NodeValue(bytes.Text()),
            2 => new NodeValue(bytes.Byte() != 0),
            3 => new NodeValue((char)bytes.Int16()),
            4 => new NodeValue(bytes.Byte()),
            5 => new NodeValue((sbyte)bytes.Byte()),
            6 => new NodeValue(bytes.Int16()),
            7 => new NodeValue((ushort)bytes.Int16()),
            8 => new NodeValue(bytes.Int32()),
            9 => new NodeValue((uint)bytes.Int32()),
            10 => new NodeValue(bytes.Int64()),
            11 => new NodeValue((ulong)bytes.Int64()),
            12 => new NodeValue(bytes.Single()),
            13 => new NodeValue(bytes.Double()),
            14 => new NodeValue(bytes.Decimal()),
            15 => new NodeValue(bytes.Date()),
            16 => new NodeValue(new TimeSpan(bytes.Int64())),
            // Bytes, and a stream of bytes.
            32 or 33 => new NodeValue(bytes.Take(bytes.Int32()).ToArray()),
            _ => throw bytes.Fail($"{kind} is no kind of a resource."),
        };
    }

    /// <summary>Version 1: the type, or -1 for null, and the value as that type has it.</summary>
    static Node? Old(ref ContainerBytes bytes, string[] types)
    {
        int number = bytes.Packed();
        if (number == -1)
            return null;
        string type = TypeOf(types, number, ref bytes);
        return type.Split(',')[0] switch
        {
            "System.String" => new NodeValue(bytes.Text()),
            "System.Int32" => new NodeValue(bytes.Int32()),
            "System.Byte" => new NodeValue(bytes.Byte()),
            "System.SByte" => new NodeValue((sbyte)bytes.Byte()),
            "System.Int16" => new NodeValue(bytes.Int16()),
            "System.Int64" => new NodeValue(bytes.Int64()),
            "System.UInt16" => new NodeValue((ushort)bytes.Int16()),
            "System.UInt32" => new NodeValue((uint)bytes.Int32()),
            "System.UInt64" => new NodeValue((ulong)bytes.Int64()),
            "System.Single" => new NodeValue(bytes.Single()),
            "System.Double" => new NodeValue(bytes.Double()),
            "System.DateTime" =>
                bytes.Int64() is >= 0 and var ticks && ticks <= DateTime.MaxValue.Ticks
                    ? new NodeValue(new DateTime(ticks))
                    : throw bytes.Fail("A date is beyond those that there are."),
            "System.TimeSpan" => new NodeValue(new TimeSpan(bytes.Int64())),
            "System.Decimal" => new NodeValue(bytes.Decimal()),
            _ => Object(ref bytes, type, isExtended: false),
        };
    }

    static string TypeOf(string[] types, int number, ref ContainerBytes bytes) =>
        (uint)number < (uint)types.Length ? types[number] : throw bytes.Fail($"There is no type number {number}.");

    static Node Object(ref ContainerBytes bytes, string type, bool isExtended)
    {
        if (!isExtended)
            return ContainedPayload.Of(bytes.Take(bytes.Remaining), bytes.Bounds);
        int format = bytes.Packed();
        return format switch
        {
            1 => ContainedPayload.Of(bytes.Take(bytes.Packed()), bytes.Bounds),
            2 => Typed(type, "TypeConverter", new NodeValue(bytes.Take(bytes.Packed()).ToArray())),
            3 => Typed(type, "TypeConverter", new NodeValue(bytes.Text())),
            4 => Typed(type, "constructor", new NodeValue(bytes.Take(bytes.Packed()).ToArray())),
            _ => throw bytes.Fail($"{format} is no form of a resource."),
        };
    }

    /// <summary>What another than a formatter makes an object of.</summary>
    internal static NodeObject Typed(string type, string by, Node value) =>
        new() { ["$type"] = new NodeValue(type), ["$by"] = new NodeValue(by), ["value"] = value };
}
