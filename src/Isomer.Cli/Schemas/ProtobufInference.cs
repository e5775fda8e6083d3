using System.Globalization;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Cli.Schemas;

/// <summary>
/// A .proto of messages whose schema is lost: the numbers and wire types that stand in them, under names that say only the number. What the
/// wire does not tell is said so that every message is read whole and written back as it was: a varint is an int64, what has a length is
/// text or a message only where it is so in all samples, else bytes.
/// </summary>
sealed class ProtobufInference
{
    readonly ProtoFile _file;
    readonly Action<string> _say;

    ProtobufInference(ProtoFile file, Action<string> say) => (_file, _say) = (file, say);

    /// <summary>What is known of a field.</summary>
    sealed class Field
    {
        /// <summary>What stands behind the number in nodes, and for what has a length what it was taken for.</summary>
        public SortedSet<string> Kinds { get; } = new(StringComparer.Ordinal);

        public bool IsRepeated { get; set; }

        public Message? Content { get; set; }
    }

    sealed class Message
    {
        public SortedDictionary<int, Field> Fields { get; } = [];

        public bool HasGroups => Fields.Values.Any(f => f.Kinds.Contains("group") || f.Content?.HasGroups == true);

        public void Add(NodeObject sample)
        {
            foreach (var (member, value) in sample)
            {
                string[] parts = member.Split(':');
                if (!Fields.TryGetValue(int.Parse(parts[0], CultureInfo.InvariantCulture), out Field? field))
                    Fields.Add(int.Parse(parts[0], CultureInfo.InvariantCulture), field = new Field());
                Node?[] items = value is NodeArray several ? [.. several] : [value];
                // Two kinds of one number in one message are two values of one field, too.
                field.IsRepeated |= items.Length > 1 || sample.Count(m => m.Key.Split(':')[0] == parts[0]) > 1;
                foreach (Node? item in items)
                {
                    field.Kinds.Add(
                        parts.Length > 1 ? parts[1] : item is NodeObject ? "message" : item!.Kind == NodeKind.String ? "text" : "varint");
                    if (item is NodeObject inner)
                        (field.Content ??= new Message()).Add(inner);
                }
            }
        }
    }

    /// <summary>Null if one of the samples is no tree of fields: what is written of other values is an Any.</summary>
    public static string? Print(IReadOnlyList<Node?> samples, string name, string package, Action<string> say)
    {
        var root = new Message();
        foreach (Node? sample in samples)
        {
            if (sample is not NodeObject message || !IsTree(message))
                return null;
            root.Add(message);
        }
        // Groups that are no more than an encoding have a form in an edition alone; there every field tells whether it was there.
        var file = new ProtoFile { Syntax = root.HasGroups ? "2023" : "proto3", Package = package };
        new ProtobufInference(file, say).Add(root, Schema.Pascal(name));
        return Formats.ProtoPrinter.Print(file);
    }

    static bool IsTree(NodeObject message) =>
        message.All(
            m => m.Key.Split(':') is [var number, ..] && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int n)
                && n > 0
        && (m.Value is NodeArray all ? all : [m.Value]).All(v => v is not NodeObject inner || IsTree(inner)));

    string Add(Message message, string name)
    {
        var made = new ProtoMessage { Name = name };
        _file.Messages.Add(made);
        foreach (var (number, field) in message.Fields)
        {
            string own = string.Create(CultureInfo.InvariantCulture, $"{name}Field{number}");
            ProtoType type = TypeOf(field);
            bool isMessage = type == ProtoType.Unresolved;
            var proto = new ProtoField
            {
                Name = string.Create(CultureInfo.InvariantCulture, $"field_{number}"),
                Number = number,
                Label = field.IsRepeated
                    ? ProtoLabel.Repeated
                    : isMessage || _file.Syntax != "proto3" ? ProtoLabel.None : ProtoLabel.Optional,
                Type = type,
                TypeName = isMessage ? own : null,
            };
            if (field.Kinds.Select(WireOf).Distinct().Count() > 1)
                _say($"{name}.field_{number} has values of several wire types ({string.Join(", ", field.Kinds.Select(WireOf).Distinct())}): to a reader those of another than its {type} are unknown fields.");
            if (field.Kinds.Contains("group"))
                proto.Options.Add(new ProtoOption("features.message_encoding", "DELIMITED"));
            // Packed is bytes here: a list that came field by field was not.
            else if (field.IsRepeated && type is not (ProtoType.Unresolved or ProtoType.String or ProtoType.Bytes))
                proto.Options.Add(
                    _file.Syntax == "proto3"
                        ? new ProtoOption("packed", "false")
                        : new ProtoOption("features.repeated_field_encoding", "EXPANDED"));
            made.Fields.Add(proto);
            if (isMessage)
                Add(field.Content!, own);
        }
        return name;
    }

    static string WireOf(string kind) => kind switch
    {
        "varint" or "group" => kind,
        "double" or "fixed64" => "8 bytes",
        "float" or "fixed32" => "4 bytes",
        _ => "a length",
    };

    /// <summary>Of several wire types the first by name, told in the notes.</summary>
    static ProtoType TypeOf(Field field)
    {
        string wire = WireOf(field.Kinds.Min!);
        string[] kinds = [.. field.Kinds.Where(k => WireOf(k) == wire)];
        return (wire, kinds) switch
        {
            ("group", _) or (_, ["message"]) => ProtoType.Unresolved,
            ("varint", _) => ProtoType.Int64,
            (_, ["text"]) => ProtoType.String,
            (_, ["double"]) => ProtoType.Double,
            (_, ["float"]) => ProtoType.Float,
            ("8 bytes", _) => ProtoType.Fixed64,
            ("4 bytes", _) => ProtoType.Fixed32,
            _ => ProtoType.Bytes,
        };
    }
}
