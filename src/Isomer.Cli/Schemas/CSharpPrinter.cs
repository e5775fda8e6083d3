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
        text.Append(CultureInfo.InvariantCulture, $"namespace {Identifiers.Namespace(space) ?? throw new CliException(ExitCode.Usage, $"{Quoting.CSharp(space)} is no namespace of C#.")};\n");
        var names = new TypeNames(schema);
        if (schema is not Schema.Struct)
            text.Append(CultureInfo.InvariantCulture, $"\n// The payload is a {names.Of(schema)}.\n");
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
                string type = names.Of(member.Optional ? member.Schema.AsNullable() : member.Schema);
                string initial = type is "string" ? " = \"\";" : type.EndsWith('?') || !IsReference(member.Schema) ? "" : member.Schema is Schema.Struct ? " = new();" : " = [];";
                text.Append(CultureInfo.InvariantCulture, $"    public {type} {name} {{ get; set; }}{initial}\n");
            }
            text.Append("}\n");
        }
        return text.ToString();
    }

    // Members that every object has, and one that records and their readers look for.
    static readonly string[] s_inherited = ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "Finalize", "ReferenceEquals"];

    static bool IsReference(Schema schema) => schema is not Schema.Value { Kind: not (ScalarKind.String or ScalarKind.Bytes) };

    /// <summary>Each object type has a name of its own, also where payloads call two alike.</summary>
    sealed class TypeNames
    {
        readonly Dictionary<List<Schema.Member>, string> _names = new(ReferenceEqualityComparer.Instance);

        public TypeNames(Schema schema)
        {
            var taken = new HashSet<string>(StringComparer.Ordinal);
            foreach (Schema.Struct s in schema.Structs())
            {
                string name = Schema.Pascal(s.Name);
                for (int more = 2; !taken.Add(name); more++)
                    name = Schema.Pascal(s.Name) + more.ToString(CultureInfo.InvariantCulture);
                _names.Add(s.Members, name);
            }
        }

        public string this[Schema.Struct s] => _names[s.Members];

        public string Of(Schema schema) => CSharpPrinter.Of(schema, this);
    }

    static string Of(Schema schema, TypeNames names)
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
