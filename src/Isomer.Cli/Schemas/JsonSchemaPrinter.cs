namespace Isomer.Cli.Schemas;

/// <summary>JSON Schema, draft 2020-12.</summary>
static class JsonSchemaPrinter
{
    public static string Print(Schema schema)
    {
        var root = new NodeObject { ["$schema"] = "https://json-schema.org/draft/2020-12/schema" };
        var names = new StructNames(schema, name => name);
        foreach (var (name, value) in Of(names, schema))
            root[name] = value;
        if (schema.Structs() is { Count: > 0 } structs)
        {
            var definitions = new NodeObject();
            foreach (Schema.Struct s in structs)
                definitions[names[s]] = Body(names, s);
            root["$defs"] = definitions;
        }
        return Json.ToText<Node>(root, Commands.InspectCommand.Readable) + "\n";
    }

    static NodeObject Of(StructNames names, Schema schema)
    {
        NodeObject plain = schema switch
        {
            Schema.Value v => Scalar(v.Kind),
            Schema.Choice c =>
                new NodeObject
                { ["enum"] = new NodeArray([.. c.Names.Select(n => (Node?)n.Value), .. c.Names.Select(n => (Node?)n.Name)]) },
            Schema.List l => new NodeObject { ["type"] = "array", ["items"] = Of(names, l.Item) },
            Schema.Map m => new NodeObject { ["type"] = "object", ["additionalProperties"] = Of(names, m.Item) },
            Schema.Struct s => new NodeObject { ["$ref"] = Pointer(names[s]) },
            _ => [],
        };
        if (!schema.Nullable || schema is Schema.Any)
            return plain;
        if (plain["type"] is NodeValue type)
        {
            plain["type"] = new NodeArray(type, "null");
            return plain;
        }
        return new NodeObject { ["anyOf"] = new NodeArray(plain, new NodeObject { ["type"] = "null" }) };
    }

    /// <summary>A JSON pointer (RFC 6901) as the fragment of a URI.</summary>
    static string Pointer(string name) =>
        "#/$defs/" + Uri.EscapeDataString(name.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal));

    static NodeObject Scalar(ScalarKind kind)
    {
        var (type, format) = kind switch
        {
            ScalarKind.Boolean => ("boolean", null),
            ScalarKind.Int32 => ("integer", "int32"),
            ScalarKind.Int64 => ("integer", "int64"),
            ScalarKind.UInt64 or ScalarKind.BigInteger => ("integer", null),
            ScalarKind.Single or ScalarKind.Double or ScalarKind.Decimal => ("number", (string?)null),
            ScalarKind.DateTime => ("string", "date-time"),
            ScalarKind.Date => ("string", "date"),
            ScalarKind.Time => ("string", "time"),
            ScalarKind.Guid => ("string", "uuid"),
            _ => ("string", null),
        };
        var o = new NodeObject { ["type"] = type };
        if (format is not null)
            o["format"] = format;
        if (kind == ScalarKind.Bytes)
            o["contentEncoding"] = "base64";
        return o;
    }

    static NodeObject Body(StructNames names, Schema.Struct s)
    {
        var properties = new NodeObject();
        foreach (Schema.Member member in s.Members)
            properties[member.Name] = Of(names, member.Schema);
        var o = new NodeObject { ["type"] = "object", ["properties"] = properties };
        if (s.Members.Where(m => !m.Optional).Select(m => (Node?)m.Name).ToArray() is { Length: > 0 } required)
            o["required"] = new NodeArray(required);
        return o;
    }
}
