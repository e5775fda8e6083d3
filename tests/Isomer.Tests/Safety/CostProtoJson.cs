using System.Text;

namespace Isomer.Tests.Safety;

/// <summary>Bytes of messages whose JSON a schema makes, of parts as small as they can be.</summary>
static class CostProtoJson
{
    static readonly ProtobufSchema s_schema = ProtobufSchema.Parse("""
        syntax = "proto3"; import "google/protobuf/struct.proto";
        message M { map<string, M> map = 1; repeated M list = 2; M one = 3; int32 number = 4; repeated int64 numbers = 5; map<string, string> texts = 6; }
        """);

    public static IEnumerable<Attack> Attacks()
    {
        yield return Attack("values of a ListValue", "google.protobuf.Value", n => Field(0x32, Many(n / 4, _ => [0x0A, 2, 0x32, 0])));
        yield return Attack("nulls of a ListValue", "google.protobuf.Value", n => Field(0x32, Many(n / 4, _ => [0x0A, 2, 0x08, 0])));
        yield return Attack("an entry's value in pieces", "google.protobuf.Struct", n => Field(0x0A, Many(n / 4, _ => [0x12, 2, 0x32, 0])));
        yield return Attack("entries of one key", "google.protobuf.Struct", n => Many(n / 6, _ => [0x0A, 4, 0x12, 2, 0x32, 0]));
        yield return Attack("entries", "M",
            n => Many(n / 10, i => [0x0A, 8, 0x0A, 4, .. Encoding.ASCII.GetBytes($"{i % 0x10000:x4}"), 0x12, 0]));
        yield return Attack("texts", "M", n => Many(n / 6, i => [0x32, 4, 0x0A, 2, .. Encoding.ASCII.GetBytes($"{i % 0x100:x2}")]));
        yield return Attack("empty messages", "M", n => Many(n / 2, _ => [0x12, 0]));
        yield return Attack("messages", "M", n => Many(n / 6, _ => [0x12, 4, 0x1A, 0, 0x20, 1]));
        yield return Attack("a message in pieces", "M", n => Many(n / 4, _ => [0x1A, 2, 0x20, 1]));
        yield return Attack("packed numbers", "M", n => Field(0x2A, new byte[n]));
        yield return Attack("numbers", "M", n => Many(n / 2, _ => [0x28, 1]));
    }

    static Attack Attack(string name, string message, Func<int, byte[]> make) =>
        new("Protobuf, as JSON by schema: " + name, make, b => s_schema.ToJson(message, b));

    static byte[] Many(int count, Func<int, byte[]> part) => [.. Enumerable.Range(0, count).SelectMany(part)];

    /// <summary>A field with its length.</summary>
    static byte[] Field(byte tag, byte[] content)
    {
        var bytes = new List<byte> { tag };
        for (int length = content.Length; ; length >>= 7)
        {
            bytes.Add((byte)(length > 0x7F ? length | 0x80 : length));
            if (length <= 0x7F)
                return [.. bytes, .. content];
        }
    }
}
