using System.Globalization;
using System.Text;
using Isomer.Printing;

namespace Isomer.Cli.Schemas;

/// <summary>C# classes that read the payloads a schema was made of.</summary>
static class CSharpPrinter
{
    public static string Print(Schema schema, string space)
    {
        var text = new StringBuilder("using System.Text.Json.Serialization;\n\n");
        text.Append(CultureInfo.InvariantCulture,
            $"namespace {Identifiers.Namespace(space) ?? throw new CliException(ExitCode.Usage, $"{Quoting.CSharp(space)} is no namespace of C#.")};\n");
        var names = new StructNames(schema, Schema.Pascal);
        if (schema is not Schema.Struct)
            text.Append(CultureInfo.InvariantCulture, $"\n// The payload is a {Of(schema, names)}.\n");
        foreach (Schema.Struct s in schema.Structs())
        {
            text.Append(CultureInfo.InvariantCulture, $"\npublic sealed class {names[s]}\n{{\n");
            var taken = new HashSet<string>(s_inherited, StringComparer.Ordinal) { names[s] };
            foreach (Schema.Member member in s.Members)
            {
                string name = Schema.Pascal(member.Name);
                while (!taken.Add(name))
                    name += "_";
                if (name != member.Name)
                    text.Append(CultureInfo.InvariantCulture, $"    [JsonPropertyName({Quoting.CSharp(member.Name)})]\n");
                string type = Of(member.Optional ? member.Schema.AsNullable() : member.Schema, names);
                string initial = type is "string"
                    ? " = \"\";"
                    : type.EndsWith('?') || !IsReference(member.Schema) ? "" : member.Schema is Schema.Struct ? " = new();" : " = [];";
                text.Append(CultureInfo.InvariantCulture, $"    public {type} {name} {{ get; set; }}{initial}\n");
            }
            text.Append("}\n");
        }
        return text.ToString();
    }

    // Members that every object has, and one that records and their readers look for.
    static readonly string[] s_inherited = ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize",
        "ReferenceEquals"];

    static bool IsReference(Schema schema) => schema is not Schema.Value { Kind: not (ScalarKind.String or ScalarKind.Bytes) };

    static string Of(Schema schema, StructNames names)
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
            Schema.List l => $"List<{Of(l.Item, names)}>",
            Schema.Map m => $"Dictionary<string, {Of(m.Item, names)}>",
            Schema.Struct s => names[s],
            _ => "object?",
        };
        return schema.Nullable && !type.EndsWith('?') ? type + "?" : type;
    }
}
