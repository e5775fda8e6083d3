using System.Globalization;
using System.Text;

namespace Isomer.Cli.Schemas;

/// <summary>proto3, members numbered in their order. For a new contract; a type that has numbers keeps them.</summary>
static class ProtoPrinter
{
    public static string Print(Schema schema, string package)
    {
        // A message is an object: anything else is its only member.
        if (schema is not Schema.Struct)
        {
            var root = new Schema.Struct(schema.Structs() is [var first, ..] ? Schema.Pascal(first.Name) + "List" : "Root");
            root.Members.Add(new Schema.Member("items", schema, Optional: false));
            schema = root;
        }
        var text = new StringBuilder("syntax = \"proto3\";\n\n");
        text.Append(CultureInfo.InvariantCulture, $"package {package};\n");
        var choices = new Dictionary<string, Schema.Choice>(StringComparer.Ordinal);
        foreach (Schema.Struct s in schema.Structs())
        {
            text.Append(CultureInfo.InvariantCulture, $"\nmessage {Schema.Pascal(s.Name)} {{\n");
            int number = 0;
            foreach (Schema.Member member in s.Members)
            {
                if (++number == 19000)
                    number = 20000; // reserved by protocol buffers
                string name = Snake(member.Name);
                text.Append(CultureInfo.InvariantCulture, $"  {Field(member, choices)} {name} = {number}{(JsonNameOf(name) == member.Name ? "" : $" [json_name = \"{member.Name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"]")};\n");
            }
            text.Append("}\n");
        }
        foreach (Schema.Choice choice in choices.Values)
            Print(text, choice);
        return text.ToString();
    }

    static void Print(StringBuilder text, Schema.Choice choice)
    {
        text.Append(CultureInfo.InvariantCulture, $"\nenum {Schema.Pascal(choice.Name)} {{\n");
        string prefix = Snake(choice.Name).ToUpperInvariant() + "_";
        bool aliased = choice.Names.Select(n => n.Value).Distinct().Count() < choice.Names.Count;
        if (aliased)
            text.Append("  option allow_alias = true;\n");
        if (choice.Names.All(n => n.Value != 0))
            text.Append(CultureInfo.InvariantCulture, $"  {prefix}UNSPECIFIED = 0;\n");
        foreach (var (name, value) in choice.Names.OrderBy(n => n.Value != 0))
            text.Append(CultureInfo.InvariantCulture, $"  {prefix}{Snake(name).ToUpperInvariant()} = {value};\n");
        text.Append("}\n");
    }

    static string Field(Schema.Member member, Dictionary<string, Schema.Choice> choices)
    {
        switch (member.Schema)
        {
            case Schema.List { Item: not (Schema.List or Schema.Map) } list:
                return "repeated " + Of(list.Item, choices);
            case Schema.Map { Item: not (Schema.List or Schema.Map) } map:
                return $"map<string, {Of(map.Item, choices)}>";
            case Schema.Struct s:
                return Of(s, choices);
            default:
                string type = Of(member.Schema, choices);
                return member.Optional || member.Schema.Nullable ? "optional " + type : type;
        }
    }

    static string Of(Schema schema, Dictionary<string, Schema.Choice> choices)
    {
        switch (schema)
        {
            case Schema.Value v:
                return v.Kind switch
                {
                    ScalarKind.Boolean => "bool",
                    ScalarKind.Int32 => "int32",
                    ScalarKind.Int64 => "int64",
                    ScalarKind.UInt64 => "uint64",
                    ScalarKind.Single => "float",
                    ScalarKind.Double => "double",
                    ScalarKind.Bytes => "bytes",
                    _ => "string", // dates, decimals, Guids: as text, which every language reads
                };
            case Schema.Choice c:
                choices.TryAdd(c.Name, c);
                return Schema.Pascal(c.Name);
            case Schema.Struct s:
                return Schema.Pascal(s.Name);
            default:
                throw new CliException(ExitCode.Usage, "Protocol buffers have no list of lists, no list in a map and no untyped value: one of them is in this schema.");
        }
    }

    static string Snake(string name)
    {
        var text = new StringBuilder();
        string clean = Schema.Identifier(name);
        for (int i = 0; i < clean.Length; i++)
        {
            if (i > 0 && char.IsUpper(clean[i]) && clean[i - 1] != '_' && (!char.IsUpper(clean[i - 1]) || (i + 1 < clean.Length && char.IsLower(clean[i + 1]))))
                text.Append('_');
            text.Append(char.ToLowerInvariant(clean[i]));
        }
        return text.ToString();
    }

    static string JsonNameOf(string snake)
    {
        string[] parts = snake.Split('_', StringSplitOptions.RemoveEmptyEntries);
        return string.Concat(parts.Select((p, i) => i == 0 ? p : char.ToUpperInvariant(p[0]) + p[1..]));
    }
}
