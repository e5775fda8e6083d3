using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Extensions by their names in the JSON of classes, as Google's conformance suite asks for (FieldNameExtension).</summary>
public class ProtoJsonExtensionTests
{
    const string Text = """
        syntax = "proto2";
        package shop;
        message Order { optional int32 id = 1; optional Order next = 2; repeated string tags = 3; extensions 100 to 200; }
        message Note { optional string text = 1; }
        extend Order { optional int32 priority = 100; optional Note note = 101; repeated int64 sums = 102; }
        message Scope { extend Order { optional bool inner = 103; } }
        """;

    const string Json = """{"id":1,"next":{"id":2,"[shop.priority]":3},"tags":["a"],"[shop.priority]":5,"[shop.note]":{"text":"b"},"[shop.sums]":["7","8"],"[shop.Scope.inner]":true}""";

    static readonly ProtobufSchema Schema = ProtobufSchema.Parse(Text);

    [Fact]
    public void A_class_of_a_schema_has_the_extensions_of_its_message()
    {
        var type = CompiledProto.Compile(Schema.ToCSharp("Printed")).GetType("Printed.Order", throwOnError: true)!;
        var options = new ProtobufJsonOptions { Schema = Schema, Types = new ProtobufTypes().With(type, "shop.Order") };
        object order = Protobuf.FromJson(Json, type, options)!;
        Assert.Equal(Json, Protobuf.ToJson(order, type, options));
        // They are what the schema makes of them on the wire.
        Assert.Equal(Convert.ToHexString(Schema.FromJson("shop.Order", Json)), Convert.ToHexString(Protobuf.Serialize(order, type)));
        Assert.Equal(5, ((UnknownFields)type.GetProperty("Rest")!.GetValue(order)!).Get<int>(100));
    }

    [ProtobufContract]
    public class Order
    {
        [ProtobufMember(1)] public int? Id { get; set; }
        public UnknownFields? Rest { get; set; }
    }

    [Fact]
    public void Without_the_schema_the_error_names_it()
    {
        var types = new ProtobufTypes().With<Order>("shop.Order");
        foreach (var options in (ProtobufJsonOptions[])[new(), new() { Types = types }, new() { Schema = Schema }])
            Assert.Contains("ProtobufJsonOptions.Schema",
                Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Order>("""{"[shop.priority]":5}""", options)).Message,
                StringComparison.Ordinal);
        var order = Protobuf.FromJson<Order>("""{"[shop.priority]":5}""", new() { Types = types, Schema = Schema });
        Assert.Equal(5, order.Rest!.Get<int>(100));
        Assert.Equal("{}", Protobuf.ToJson(order));
    }

    [Fact]
    public void An_any_holds_them_too()
    {
        var options = new ProtobufJsonOptions { Schema = Schema, Types = new ProtobufTypes().With<Order>("shop.Order") };
        var packed = Protobuf.FromJson<ProtobufAny>("""{"@type":"type.googleapis.com/shop.Order","id":1,"[shop.priority]":5}""", options);
        Assert.Equal("""{"@type":"type.googleapis.com/shop.Order","id":1,"[shop.priority]":5}""", Protobuf.ToJson(packed, options));
    }
}
