using System.Text;
using Isomer.Formats;

namespace Isomer.Cli.Schemas;

/// <summary>
/// proto3 of what payloads have in common: members numbered in their order, snake_case as the style guide asks, with the name that
/// they have in JSON. The schema of a type is <see cref="Protobuf.GetProto{T}"/>'s.
/// </summary>
sealed class ProtoPrinter
{
    const string AnyValue = "google.protobuf.Value";

    readonly ProtoFile _file;
    readonly Dictionary<string, Schema.Choice> _choices = new(StringComparer.Ordinal);
    readonly StructNames _structs;

    ProtoPrinter(Schema schema, string package)
    {
        _file = new ProtoFile { Syntax = "proto3", Package = package };
        _structs = new StructNames(schema, name => Schema.Pascal(Ascii(name)), "_");
    }

    public static string Print(Schema schema, string package)
    {
        // A message is an object: anything else is its only member.
        if (schema is not Schema.Struct)
        {
            var root = new Schema.Struct(schema.Structs() is [var first, ..] ? Schema.Pascal(Ascii(first.Name)) + "List" : "Root");
            root.Members.Add(new Schema.Member("items", schema, Optional: false));
            schema = root;
        }
        var printer = new ProtoPrinter(schema, package);
        foreach (Schema.Struct s in schema.Structs())
            printer.Add(s);
        foreach (Schema.Choice choice in printer._choices.Values)
            printer.Add(choice);
        return Formats.ProtoPrinter.Print(printer._file);
    }

    void Add(Schema.Struct schema)
    {
        var message = new ProtoMessage { Name = _structs[schema] };
        _file.Messages.Add(message);
        int number = 0;
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (Schema.Member member in schema.Members)
        {
            if (++number == 19000)
                number = 20000; // reserved by protocol buffers
            message.Fields.Add(FieldOf(member, StructNames.Unique(taken, Snake(member.Name), "_"), number));
        }
    }

    ProtoField FieldOf(Schema.Member member, string name, int number)
    {
        (ProtoLabel label, ProtoType? key, Schema item) = member.Schema switch
        {
            Schema.List { Item: not (Schema.List or Schema.Map) } list => (ProtoLabel.Repeated, (ProtoType?)null, list.Item),
            Schema.Map { Item: not (Schema.List or Schema.Map) } map => (ProtoLabel.Repeated, ProtoType.String, map.Item),
            Schema.Struct s => (ProtoLabel.None, null, s),
            var other => (member.Optional || other.Nullable ? ProtoLabel.Optional : ProtoLabel.None, null, other),
        };
        (ProtoType type, string? typeName) = TypeOf(item);
        var field = new ProtoField
        {
            Name = name,
            Number = number,
            Label = typeName == AnyValue && label == ProtoLabel.Optional ? ProtoLabel.None : label,
            Key = key,
            Type = type,
            TypeName = typeName,
        };
        if (ProtoLinker.JsonNameOf(field.Name) != member.Name)
            field.Options.Add(new ProtoOption("json_name", member.Name, IsText: true));
        return field;
    }

    void Add(Schema.Choice choice)
    {
        var e = new ProtoEnum { Name = Schema.Pascal(Ascii(choice.Name)) };
        _file.Enums.Add(e);
        string prefix = Snake(choice.Name).ToUpperInvariant() + "_";
        if (choice.Names.Select(n => n.Value).Distinct().Count() < choice.Names.Count)
            e.Options.Add(new ProtoOption("allow_alias", "true"));
        if (choice.Names.All(n => n.Value != 0))
            e.Values.Add(new ProtoEnumValue(prefix + "UNSPECIFIED", 0, null));
        foreach (var (name, value) in choice.Names.OrderBy(n => n.Value != 0))
            e.Values.Add(new ProtoEnumValue(prefix + Snake(name).ToUpperInvariant(), (int)value, null));
    }

    (ProtoType Type, string? Name) TypeOf(Schema schema)
    {
        switch (schema)
        {
            case Schema.Value v:
                return (v.Kind switch
                {
                    ScalarKind.Boolean => ProtoType.Bool,
                    ScalarKind.Int32 => ProtoType.Int32,
                    ScalarKind.Int64 => ProtoType.Int64,
                    ScalarKind.UInt64 => ProtoType.UInt64,
                    ScalarKind.Single => ProtoType.Float,
                    ScalarKind.Double => ProtoType.Double,
                    ScalarKind.Bytes => ProtoType.Bytes,
                    _ => ProtoType.String, // dates, decimals, Guids: as text, which every language reads
                }, null);
            case Schema.Choice c:
                _choices.TryAdd(c.Name, c);
                return (ProtoType.Unresolved, Schema.Pascal(Ascii(c.Name)));
            case Schema.Struct s:
                return (ProtoType.Unresolved, _structs[s]);
            default:
                // No list of lists, no list in a map: what has no type of its own is a value of JSON's.
                if (!_file.Imports.Contains("google/protobuf/struct.proto"))
                    _file.Imports.Add("google/protobuf/struct.proto");
                return (ProtoType.Unresolved, AnyValue);
        }
    }

    /// <summary>Names in .proto have no letters but those of ASCII; json_name keeps the others.</summary>
    static string Ascii(string name) => Schema.Identifier(string.Concat(name.Select(c => char.IsAscii(c) ? c : '_')));

    static string Snake(string name)
    {
        var text = new StringBuilder();
        string clean = Ascii(name);
        for (int i = 0; i < clean.Length; i++)
        {
            if (i > 0 && char.IsUpper(clean[i]) && clean[i - 1] != '_'
                && (!char.IsUpper(clean[i - 1]) || (i + 1 < clean.Length && char.IsLower(clean[i + 1]))))
                text.Append('_');
            text.Append(char.ToLowerInvariant(clean[i]));
        }
        return text.ToString();
    }
}
