using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Features of an edition mean one thing however they are spelt: one by one, or several in a block.</summary>
public class ProtoFeatureTests
{
    const string Json = """{"number":0,"many":[1,2],"inner":{"number":3}}""";

    static string Bytes(string options, string ofField = "") => Convert.ToHexString(ProtobufSchema.Parse(
        "edition = \"2023\";\n" + options + "\nmessage M { int32 number = 1" + ofField + "; repeated int32 many = 2; M inner = 3; }")
        .FromJson("M", Json));

    [Fact]
    public void A_block_of_features_is_each_of_them()
    {
        string plain = Bytes("");
        Assert.Equal("0800" + "12020102" + "1A020803", plain);
        string all = Bytes(
            "option features.field_presence = IMPLICIT; option features.repeated_field_encoding = EXPANDED;"
                + "option features.message_encoding = DELIMITED;");
        Assert.Equal("1001" + "1002" + "1B" + "0803" + "1C", all);
        Assert.Equal(all,
            Bytes("option features = { field_presence: IMPLICIT repeated_field_encoding: EXPANDED message_encoding: DELIMITED };"));
        Assert.Equal(all,
            Bytes("option features = {\n  message_encoding: DELIMITED,\n  field_presence: IMPLICIT;\n"
                + "  repeated_field_encoding: EXPANDED\n};"));
        Assert.Equal(plain, Bytes("option features = { };"));
        Assert.Equal("12020102" + "1A020803", Bytes("", " [features.field_presence = IMPLICIT]"));
        Assert.Equal("12020102" + "1A020803", Bytes("", " [features = { field_presence: IMPLICIT }]"));
    }
}
