using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using Isomer.Tests.Everything;
using Everyone = Isomer.Tests.Everything.Everything;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Messages of Google's generated code with something of everything in them, by a seed.</summary>
sealed class RandomMessages(int seed, bool wholeTicks)
{
    readonly Random _random = new(seed);

    public Everyone Next() => (Everyone)Message(Everyone.Descriptor, 0);

    public static byte[] BytesOf(IMessage message) => message.ToByteArray();

    IMessage Message(MessageDescriptor type, int depth)
    {
        switch (type.FullName)
        {
            case "google.protobuf.Timestamp":
                return new Timestamp { Seconds = _random.NextInt64(-62135596800, 253402300800), Nanos = Nanos() };
            case "google.protobuf.Duration":
                long seconds = _random.NextInt64(-300_000_000_000, 300_000_000_000);
                return new Duration { Seconds = _random.Next(3) == 0 ? 0 : seconds, Nanos = seconds < 0 ? -Nanos() : Nanos() };
            case "google.protobuf.FieldMask":
                return new FieldMask
                {
                    Paths = { Enumerable.Range(0, _random.Next(4))
                        .Select(i => i + "a.bar_baz" is var s && s.Length > 0 ? "foo_bar.b" + "xyz"[i % 3] + "_q" : "") }
                };
            case "google.protobuf.Value":
                return Value(depth);
            case "google.protobuf.Struct":
                var result = new Struct();
                for (int i = _random.Next(4); i > 0; i--)
                    result.Fields[Text()] = Value(depth + 1);
                return result;
            case "google.protobuf.ListValue":
                return new ListValue { Values = { Enumerable.Range(0, _random.Next(4)).Select(_ => Value(depth + 1)) } };
            case "google.protobuf.Any":
                return _random.Next(3) switch
                {
                    0 => Any.Pack(Message(Scalars.Descriptor, depth + 1)),
                    1 => Any.Pack(Message(Duration.Descriptor, depth + 1)),
                    _ => Any.Pack(new Int64Value { Value = _random.NextInt64() }),
                };
        }
        var message = type.Parser.ParseFrom([]);
        foreach (var field in type.Fields.InFieldNumberOrder())
        {
            if (_random.Next(5) < 2 || (depth > 4 && field.FieldType == FieldType.Message))
                continue;
            if (field.IsMap)
            {
                var map = (System.Collections.IDictionary)field.Accessor.GetValue(message);
                for (int i = _random.Next(4); i > 0; i--)
                    map[Scalar(field.MessageType.FindFieldByNumber(1), depth)] = Scalar(field.MessageType.FindFieldByNumber(2), depth + 1);
            }
            else if (field.IsRepeated)
            {
                var list = (System.Collections.IList)field.Accessor.GetValue(message);
                for (int i = _random.Next(4); i > 0; i--)
                    list.Add(Element(Scalar(field, depth + 1), field));
            }
            else
            {
                field.Accessor.SetValue(message, Element(Scalar(field, depth + 1), field));
            }
        }
        return message;
    }

    /// <summary>In this API wrappers are what they wrap.</summary>
    static object Element(object value, FieldDescriptor field) =>
        field.FieldType == FieldType.Message && field.MessageType.File.Name == "google/protobuf/wrappers.proto"
        ? ((IMessage)value).Descriptor.FindFieldByNumber(1).Accessor.GetValue((IMessage)value) : value;

    object Scalar(FieldDescriptor field, int depth)
    {
        bool zero = _random.Next(6) == 0;
        return field.FieldType switch
        {
            FieldType.Message => Message(field.MessageType, depth + 1),
            FieldType.Enum =>
                System.Enum.ToObject(field.EnumType.ClrType,
                    zero ? 99 % field.EnumType.Values.Count : field.EnumType.Values[_random.Next(field.EnumType.Values.Count)].Number),
            FieldType.Bool => !zero,
            FieldType.Double =>
                zero
                    ? 0d
                    : _random.Next(8) switch
                    {
                        0 => double.NaN,
                        1 => double.PositiveInfinity,
                        2 => double.NegativeInfinity,
                        3 => 1e300,
                        _ => _random.NextDouble() * 1000
                    },
            FieldType.Float =>
                zero
                    ? 0f
                    : _random.Next(8) switch { 0 => float.NaN, 1 => float.PositiveInfinity, 2 => 1e-30f, _ => _random.NextSingle() * 1000 },
            FieldType.String => zero ? "" : Text(),
            FieldType.Bytes => ByteString.CopyFrom(Bytes(zero ? 0 : _random.Next(1, 20))),
            FieldType.Int32 or FieldType.SInt32 or FieldType.SFixed32 =>
                zero ? 0 : _random.Next(int.MinValue, int.MaxValue) >> _random.Next(31),
            FieldType.UInt32 or FieldType.Fixed32 => zero ? 0u : (uint)_random.NextInt64(uint.MaxValue) >> _random.Next(31),
            FieldType.Int64 or FieldType.SInt64 or FieldType.SFixed64 =>
                zero ? 0L : _random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(63),
            _ => zero ? 0UL : (ulong)_random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(63),
        };
    }

    Value Value(int depth) => _random.Next(depth > 3 ? 4 : 6) switch
    {
        0 => Google.Protobuf.WellKnownTypes.Value.ForNull(),
        1 => Google.Protobuf.WellKnownTypes.Value.ForNumber(_random.Next(100) / 4.0),
        2 => Google.Protobuf.WellKnownTypes.Value.ForString(Text()),
        3 => Google.Protobuf.WellKnownTypes.Value.ForBool(_random.Next(2) == 0),
        4 => Google.Protobuf.WellKnownTypes.Value.ForStruct((Struct)Message(Struct.Descriptor, depth + 1)),
        _ => Google.Protobuf.WellKnownTypes.Value.ForList([.. ((ListValue)Message(ListValue.Descriptor, depth + 1)).Values]),
    };

    int Nanos() =>
        _random.Next(4) switch
        {
            0 => 0,
            1 => _random.Next(1000) * 1_000_000,
            _ => wholeTicks ? _random.Next(10_000_000) * 100 : _random.Next(1_000_000_000)
        };

    byte[] Bytes(int count)
    {
        byte[] bytes = new byte[count];
        _random.NextBytes(bytes);
        return bytes;
    }

    string Text() =>
        new string[] { "a", "some text", "äöü", "漢字", "\"quoted\\\"\n", "😀", "<b>&", "null" }[_random.Next(8)] + _random.Next(1000);
}
