using System.Globalization;
using System.Text;

namespace Isomer.Cli.Schemas;

/// <summary>C# classes that read the payloads a schema was made of.</summary>
static class CSharpPrinter
{
    public static string Print(Schema schema, string space)
    {
        var text = new StringBuilder("using System.Text.Json.Serialization;\n\n");
        text.Append(CultureInfo.InvariantCulture, $"namespace {space};\n");
        if (schema is not Schema.Struct)
            text.Append(CultureInfo.InvariantCulture, $"\n// The payload is a {Of(schema)}.\n");
        foreach (Schema.Struct s in schema.Structs())
        {
            text.Append(CultureInfo.InvariantCulture, $"\npublic sealed class {Schema.Pascal(s.Name)}\n{{\n");
            var taken = new HashSet<string>(StringComparer.Ordinal) { Schema.Pascal(s.Name) };
            foreach (Schema.Member member in s.Members)
            {
                string name = Schema.Pascal(member.Name);
                while (!taken.Add(name))
                    name += "_";
                if (name != member.Name)
                    text.Append(CultureInfo.InvariantCulture, $"    [JsonPropertyName({Quote(member.Name)})]\n");
                string type = Of(member.Optional ? member.Schema.AsNullable() : member.Schema);
                string initial = type is "string" ? " = \"\";" : type.EndsWith('?') || !IsReference(member.Schema) ? "" : member.Schema is Schema.Struct ? " = new();" : " = [];";
                text.Append(CultureInfo.InvariantCulture, $"    public {type} {name} {{ get; set; }}{initial}\n");
            }
            text.Append("}\n");
        }
        return text.ToString();
    }

    static string Quote(string text) => "\"" + string.Concat(text.Select(c => c is '"' or '\\' ? "\\" + c : char.IsControl(c) ? $"\\u{(int)c:x4}" : c.ToString())) + "\"";

    static bool IsReference(Schema schema) => schema is not Schema.Value { Kind: not (ScalarKind.String or ScalarKind.Bytes) };

    static string Of(Schema schema)
    {
        string type = schema switch
        {
            Schema.Value v => v.Kind switch
            {
                ScalarKind.Boolean => "bool",
                ScalarKind.Int32 => "int",
                ScalarKind.Int64 => "long",
                ScalarKind.UInt64 => "ulong",
                ScalarKind.BigInteger => "System.Numerics.BigInteger",
                ScalarKind.Single => "float",
                ScalarKind.Double => "double",
                ScalarKind.Decimal => "decimal",
                ScalarKind.Bytes => "byte[]",
                ScalarKind.DateTime => "DateTime",
                ScalarKind.Date => "DateOnly",
                ScalarKind.Time => "TimeOnly",
                ScalarKind.Duration => "TimeSpan",
                ScalarKind.Guid => "Guid",
                _ => "string",
            },
            Schema.Choice => "int",
            Schema.List l => $"List<{Of(l.Item)}>",
            Schema.Map m => $"Dictionary<string, {Of(m.Item)}>",
            Schema.Struct s => Schema.Pascal(s.Name),
            _ => "object?",
        };
        return schema.Nullable && !type.EndsWith('?') ? type + "?" : type;
    }
}
