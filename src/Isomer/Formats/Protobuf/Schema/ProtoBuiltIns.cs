namespace Isomer.Formats;

/// <summary>The files of google/protobuf that messages use, for where no folder has them: the fields that protobuf defines.</summary>
internal static class ProtoBuiltIns
{
    /// <summary>
    /// Of descriptor.proto what a file imports it for: the messages that options of one's own extend. Their own fields are not there, as
    /// what options say is not looked up in them; nor are descriptors, for which the folder with the file has to be given.
    /// </summary>
    static readonly string Options = "syntax = \"proto2\"; package google.protobuf; " + string.Concat(
        new[] { "File", "Message", "Field", "Oneof", "ExtensionRange", "Enum", "EnumValue", "Service", "Method" }.Select(
            n => $"message {n}Options {{ extensions 1000 to max; }} "));

    /// <summary>The file of this path, or null.</summary>
    public static string? Find(string path) => path switch
    {
        "google/protobuf/api.proto" => """
            syntax = "proto3"; package google.protobuf; import "google/protobuf/source_context.proto"; import "google/protobuf/type.proto";
            message Api {
              string name = 1; repeated Method methods = 2; repeated Option options = 3; string version = 4; SourceContext source_context = 5; repeated Mixin mixins = 6; Syntax syntax = 7; string edition = 8;
            }
            message Method {
              string name = 1; string request_type_url = 2; bool request_streaming = 3; string response_type_url = 4; bool response_streaming = 5; repeated Option options = 6; Syntax syntax = 7; string edition = 8;
            }
            message Mixin { string name = 1; string root = 2; }
            """,
        "google/protobuf/type.proto" => """
            syntax = "proto3"; package google.protobuf; import "google/protobuf/any.proto"; import "google/protobuf/source_context.proto";
            message Type {
              string name = 1; repeated Field fields = 2; repeated string oneofs = 3; repeated Option options = 4; SourceContext source_context = 5; Syntax syntax = 6; string edition = 7;
            }
            message Field {
              enum Kind {
                TYPE_UNKNOWN = 0; TYPE_DOUBLE = 1; TYPE_FLOAT = 2; TYPE_INT64 = 3; TYPE_UINT64 = 4; TYPE_INT32 = 5; TYPE_FIXED64 = 6; TYPE_FIXED32 = 7; TYPE_BOOL = 8; TYPE_STRING = 9;
                TYPE_GROUP = 10; TYPE_MESSAGE = 11; TYPE_BYTES = 12; TYPE_UINT32 = 13; TYPE_ENUM = 14; TYPE_SFIXED32 = 15; TYPE_SFIXED64 = 16; TYPE_SINT32 = 17; TYPE_SINT64 = 18;
              }
              enum Cardinality { CARDINALITY_UNKNOWN = 0; CARDINALITY_OPTIONAL = 1; CARDINALITY_REQUIRED = 2; CARDINALITY_REPEATED = 3; }
              Kind kind = 1; Cardinality cardinality = 2; int32 number = 3; string name = 4; string type_url = 6; int32 oneof_index = 7; bool packed = 8;
              repeated Option options = 9; string json_name = 10; string default_value = 11;
            }
            message Enum { string name = 1; repeated EnumValue enumvalue = 2; repeated Option options = 3; SourceContext source_context = 4; Syntax syntax = 5; string edition = 6; }
            message EnumValue { string name = 1; int32 number = 2; repeated Option options = 3; }
            message Option { string name = 1; Any value = 2; }
            enum Syntax { SYNTAX_PROTO2 = 0; SYNTAX_PROTO3 = 1; SYNTAX_EDITIONS = 2; }
            """,
        "google/protobuf/any.proto" => Message("Any", "string type_url = 1; bytes value = 2;"),
        "google/protobuf/descriptor.proto" => Options,
        "google/protobuf/duration.proto" => Message("Duration", "int64 seconds = 1; int32 nanos = 2;"),
        "google/protobuf/empty.proto" => Message("Empty", ""),
        "google/protobuf/field_mask.proto" => Message("FieldMask", "repeated string paths = 1;"),
        "google/protobuf/source_context.proto" => Message("SourceContext", "string file_name = 1;"),
        "google/protobuf/struct.proto" => """
            syntax = "proto3"; package google.protobuf;
            message Struct { map<string, Value> fields = 1; }
            message Value {
              oneof kind { NullValue null_value = 1; double number_value = 2; string string_value = 3; bool bool_value = 4; Struct struct_value = 5; ListValue list_value = 6; }
            }
            enum NullValue { NULL_VALUE = 0; }
            message ListValue { repeated Value values = 1; }
            """,
        "google/protobuf/timestamp.proto" => Message("Timestamp", "int64 seconds = 1; int32 nanos = 2;"),
        "google/protobuf/wrappers.proto" => """
            syntax = "proto3"; package google.protobuf;
            message DoubleValue { double value = 1; }
            message FloatValue { float value = 1; }
            message Int64Value { int64 value = 1; }
            message UInt64Value { uint64 value = 1; }
            message Int32Value { int32 value = 1; }
            message UInt32Value { uint32 value = 1; }
            message BoolValue { bool value = 1; }
            message StringValue { string value = 1; }
            message BytesValue { bytes value = 1; }
            """,
        _ => null,
    };

    /// <summary>The file that declares a message of google.protobuf; null for one that is not known.</summary>
    public static string? FileOf(string fullName) => fullName switch
    {
        "google.protobuf.Any" => "google/protobuf/any.proto",
        "google.protobuf.Duration" => "google/protobuf/duration.proto",
        "google.protobuf.Empty" => "google/protobuf/empty.proto",
        "google.protobuf.FieldMask" => "google/protobuf/field_mask.proto",
        "google.protobuf.Api" or "google.protobuf.Method" or "google.protobuf.Mixin" => "google/protobuf/api.proto",
        "google.protobuf.Type" or "google.protobuf.Field" or "google.protobuf.Enum" or "google.protobuf.EnumValue"
            or "google.protobuf.Option" or "google.protobuf.Syntax"
            or "google.protobuf.Field.Kind" or "google.protobuf.Field.Cardinality" => "google/protobuf/type.proto",
        "google.protobuf.SourceContext" => "google/protobuf/source_context.proto",
        "google.protobuf.Timestamp" => "google/protobuf/timestamp.proto",
        "google.protobuf.Struct" or "google.protobuf.Value" or "google.protobuf.ListValue" or "google.protobuf.NullValue" =>
            "google/protobuf/struct.proto",
        _ when fullName.StartsWith("google.protobuf.", StringComparison.Ordinal) && fullName.EndsWith("Value", StringComparison.Ordinal) =>
            "google/protobuf/wrappers.proto",
        _ => null,
    };

    static string Message(string name, string fields) => $"syntax = \"proto3\"; package google.protobuf; message {name} {{ {fields} }}";
}
