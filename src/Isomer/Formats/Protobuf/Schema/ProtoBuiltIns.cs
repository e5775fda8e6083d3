namespace Isomer.Formats;

/// <summary>The files of google/protobuf that messages use, for where no folder has them: the fields that protobuf defines.</summary>
internal static class ProtoBuiltIns
{
    /// <summary>
    /// Of descriptor.proto what a file imports it for: the messages that options of one's own extend. Their own fields are not there, as what options say
    /// is not looked up in them; nor are descriptors, for which the folder with the file has to be given.
    /// </summary>
    static readonly string Options = "syntax = \"proto2\"; package google.protobuf; " + string.Concat(
        new[] { "File", "Message", "Field", "Oneof", "ExtensionRange", "Enum", "EnumValue", "Service", "Method" }.Select(n => $"message {n}Options {{ extensions 1000 to max; }} "));

    /// <summary>The file of this path, or null.</summary>
    public static string? Find(string path) => path switch
    {
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
        "google.protobuf.SourceContext" => "google/protobuf/source_context.proto",
        "google.protobuf.Timestamp" => "google/protobuf/timestamp.proto",
        "google.protobuf.Struct" or "google.protobuf.Value" or "google.protobuf.ListValue" or "google.protobuf.NullValue" => "google/protobuf/struct.proto",
        _ when fullName.StartsWith("google.protobuf.", StringComparison.Ordinal) && fullName.EndsWith("Value", StringComparison.Ordinal) => "google/protobuf/wrappers.proto",
        _ => null,
    };

    static string Message(string name, string fields) => $"syntax = \"proto3\"; package google.protobuf; message {name} {{ {fields} }}";
}
