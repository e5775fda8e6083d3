using System.Text;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>What writing and reading ProtoJSON share: the schema of a type, and the messages that are not plain objects.</summary>
internal static class ProtoJson
{
    public const string FormatName = "ProtoJSON";

    static readonly int Slot = ModelSlot.Next();

    /// <summary>The message that the bytes of a type are; made once a model.</summary>
    public static ProtoMessage MessageOf(TypeModel model, ProtobufOptions options) =>
        (ProtoMessage?)model.GetSlot(Slot) ?? Make(model, options);

    /// <summary>The message of a class: of the schema that was given, if that has it, or of the class itself.</summary>
    public static ProtoMessage MessageOf(Type type, ProtobufJsonOptions options) =>
        options.Schema is { } schema && options.Types.NameOf(type) is { } name && schema.Resolve(name) is { } declared
            ? declared
            : MessageOf(options.Protobuf.Convention.ModelOf(type), options.Protobuf);

    static ProtoMessage Make(TypeModel model, ProtobufOptions options)
    {
        // An edition has a form for all that our bytes can be, groups included.
        var builder = new ProtoBuilder(ProtobufSyntax.Edition2023, options with { PackedRoots = false, Groups = false }, null);
        string name = builder.Add(model);
        return model.SetSlot(Slot, ProtoSet.Of(builder.Build()).Find(name)!);
    }

    /// <summary>Finds the message of what stands in an Any.</summary>
    public static Func<string, ProtoMessage?> Resolve(ProtobufJsonOptions options) => name =>
        options.Types.Find(name) is { } type
            ? options.Schema?.Resolve(name) ?? MessageOf(options.Protobuf.Convention.ModelOf(type), options.Protobuf)
            : ProtoBuiltIns.FileOf(name) is { } file ? ProtoSet.Load([file], _ => null).Find(name)
            : null;

    /// <summary>Whether its JSON is not its fields, so that in an Any it stands as a member "value".</summary>
    public static bool IsSpecial(ProtoMessage message) =>
        message.FullName is "google.protobuf.Any" or "google.protobuf.Timestamp" or "google.protobuf.Duration"
            or "google.protobuf.FieldMask"
        or "google.protobuf.Struct" or "google.protobuf.Value" or "google.protobuf.ListValue"
            || ProtoBuiltIns.FileOf(message.FullName) == "google/protobuf/wrappers.proto";

    /// <summary>fooBar.baz as foo_bar.baz.</summary>
    public static string SnakePath(string path)
    {
        var text = new StringBuilder(path.Length + 4);
        foreach (char c in path)
            if (char.IsAsciiLetterUpper(c))
                text.Append('_').Append(char.ToLowerInvariant(c));
            else
                text.Append(c);
        return text.ToString();
    }

    public static JsonOptions Text(ProtobufJsonOptions options) => new()
    {
        Escaping = JsonEscaping.Minimal,
        Indented = options.Indented,
        // A repeated field or a map is a level of JSON more in each message; messages are what is counted.
        Limits = options.Protobuf.Limits with { MaxDepth = (int)Math.Min(int.MaxValue, (2L * options.Protobuf.Limits.MaxDepth) + 2) },
        Duplicates = JsonMembers.Refuse,
    };
}
