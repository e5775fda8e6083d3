using System.Text;

namespace Isomer.Fuzz.Targets;

/// <summary>The text of .proto files: a schema, whose C# and whose payloads can then be asked for.</summary>
sealed class ProtoText() : Target("Proto.Text", Language.Proto)
{
    public override IEnumerable<byte[]> Seeds
    {
        get
        {
            yield return Encoding.UTF8.GetBytes(ProtoJsonOfSchema.Proto);
            yield return """
                syntax = "proto2"; package a; import "google/protobuf/any.proto";
                // comment
                message A { optional int32 a = 1 [default = -5]; required string s = 2 [default = "x\n"]; repeated E e = 3 [packed = true]; extensions 100 to 199; optional group G = 4 { optional float f = 1 [default = inf]; } oneof o { bool b = 5; double d = 6; } reserved 7, 9 to 11; reserved "old"; map<int64, A> m = 8; }
                enum E { option allow_alias = true; E_X = 0; E_Y = 1 [deprecated = true]; E_Z = 1; }
                extend A { optional google.protobuf.Any any = 100; }
                service S { rpc M (A) returns (stream A) { option deprecated = true; } }
                """u8.ToArray();
            yield return "edition = \"2023\"; option features.field_presence = IMPLICIT; option csharp_namespace = \"N.M\"; message B { int32 i = 1 [features.field_presence = LEGACY_REQUIRED, json_name = \"j\"]; B b = 2 [features.message_encoding = DELIMITED]; }"u8.ToArray();
        }
    }

    public override int Ways => 2;

    public override int Try(Input input, int way)
    {
        string text = Encoding.UTF8.GetString(input.Guarded);
        ProtobufSchema? schema = null;
        if (Refusal("parse", Math.Max(text.Length, input.Array.Length), () => schema = ProtobufSchema.Parse(text)) is null)
            Refusal("C#", text.Length, () => schema!.ToCSharp(protobufNet: way % 2 == 0));
        return 1;
    }
}

/// <summary>JSON of messages by a schema: to bytes, to JSON again, to the same bytes.</summary>
sealed class ProtoJsonOfSchema() : Target("Proto.Json", Language.Json)
{
    public const string Proto = """
        syntax = "proto3"; package shop; import "google/protobuf/timestamp.proto"; import "google/protobuf/duration.proto"; import "google/protobuf/struct.proto"; import "google/protobuf/wrappers.proto"; import "google/protobuf/field_mask.proto";
        message Order { int32 id = 1; string name = 2; double price = 3; repeated Order lines = 4; map<string, int64> map = 5; bytes data = 6; Kind kind = 7; google.protobuf.Timestamp at = 8; google.protobuf.Duration took = 9;
        google.protobuf.Value any = 10; google.protobuf.Int32Value wrapped = 11; optional uint64 big = 12; oneof one { bool flag = 13; float small = 14; } google.protobuf.FieldMask mask = 15; google.protobuf.Struct bag = 16; repeated sint32 zig = 17; fixed64 wide = 18; }
        enum Kind { NONE = 0; SOME = 1; }
        """;

    static readonly ProtobufSchema s_schema = ProtobufSchema.Parse(Proto);

    public override IEnumerable<byte[]> Seeds =>
    [
        """{"id":7,"name":"Köln","price":1.5,"lines":[{"id":1},{"flag":true}],"map":{"a":"1"},"data":"AAEC","kind":"SOME","at":"2024-01-02T03:04:05.678Z","took":"-1.5s"}"""u8.ToArray(),
        """{"any":{"a":[1,null,"x",true]},"wrapped":5,"big":"18446744073709551615","small":"NaN","mask":"a.b,cD","bag":{"x":{"y":[]}},"zig":[-1,0,1],"wide":"5"}"""u8.ToArray(),
    ];

    public override int Ways => 1;

    public override int Try(Input input, int way)
    {
        string text = Encoding.UTF8.GetString(input.Guarded);
        byte[] bytes = [];
        if (Refusal("from JSON", Math.Max(text.Length, input.Array.Length),
            () => bytes = s_schema.FromJson("shop.Order", text)) is not null)
            return 1;
        string again = "";
        if (Refusal("to JSON", bytes.Length, () => again = s_schema.ToJson("shop.Order", bytes)) is { } refusal)
            return IsOfStack(refusal) ? 2 : throw new BrokenPromiseException("unreadable", refusal.Message, refusal);
        byte[] second = [];
        if (Refusal("from JSON again", again.Length * 3, () => second = s_schema.FromJson("shop.Order", again)) is { } third)
            return IsOfStack(third) ? 3 : throw new BrokenPromiseException("unreadable", $"{third.Message}\n{again}", third);
        // Fields are written in the order of the JSON, and so come back in that of the schema.
        return s_schema.ToJson("shop.Order", second) is var last && last == again
            ? 4
            : throw new BrokenPromiseException("round trip", $"{again}\n{last}");
    }
}

/// <summary>Bytes of messages by a schema: to JSON, and back to bytes that are the same JSON.</summary>
sealed class ProtoJsonOfBytes() : Target("Proto.Bytes", Language.Protobuf)
{
    static readonly ProtobufSchema s_schema = ProtobufSchema.Parse(ProtoJsonOfSchema.Proto);

    public override IEnumerable<byte[]> Seeds =>
        new ProtoJsonOfSchema().Seeds.Select(s => s_schema.FromJson("shop.Order", Encoding.UTF8.GetString(s)));

    public override int Ways => 1;

    public override int Try(Input input, int way)
    {
        byte[] bytes = input.Array;
        string json = "";
        if (Refusal("to JSON", bytes.Length, () => json = s_schema.ToJson("shop.Order", bytes)) is not null)
            return 1;
        byte[] again = [];
        if (Refusal("from JSON", json.Length * 3, () => again = s_schema.FromJson("shop.Order", json)) is { } refusal)
            return IsOfStack(refusal) ? 2 : throw new BrokenPromiseException("unreadable", $"{refusal.Message}\n{json}", refusal);
        string second = s_schema.ToJson("shop.Order", again);
        return second == json ? 3 : throw new BrokenPromiseException("round trip", $"{json}\n{second}");
    }
}
