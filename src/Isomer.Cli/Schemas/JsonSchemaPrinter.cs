namespace Isomer.Cli.Schemas;

/// <summary>JSON Schema, draft 2020-12.</summary>
static class JsonSchemaPrinter
{
    public static string Print(Schema schema)
    {
        var root = new NodeObject { ["$schema"] = "https://json-schema.org/draft/2020-12/schema" };
        foreach (var (name, value) in Of(schema))
            root[name] = value;
        if (schema.Structs() is { Count: > 0 } structs)
        {
            var definitions = new NodeObject();
            foreach (Schema.Struct s in structs)
                definitions[s.Name] = Body(s);
            root["$defs"] = definitions;
        }
        return Json.ToText<Node>(root, Commands.InspectCommand.Readable) + "\n";
    }

    static NodeObject Of(Schema schema)
    {
        NodeObject plain = schema switch
        {
            Schema.Value v => Scalar(v.Kind),
            Schema.Choice c => new NodeObject { ["enum"] = new NodeArray([.. c.Names.Select(n => (Node?)n.Value), .. c.Names.Select(n => (Node?)n.Name)]) },
            Schema.List l => new NodeObject { ["type"] = "array", ["items"] = Of(l.Item) },
            Schema.Map m => new NodeObject { ["type"] = "object", ["additionalProperties"] = Of(m.Item) },
            Schema.Struct s => new NodeObject { ["$ref"] = "#/$defs/" + s.Name },
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

    static NodeObject Body(Schema.Struct s)
    {
        var properties = new NodeObject();
        foreach (Schema.Member member in s.Members)
            properties[member.Name] = Of(member.Schema);
        var o = new NodeObject { ["type"] = "object", ["properties"] = properties };
        if (s.Members.Where(m => !m.Optional).Select(m => (Node?)m.Name).ToArray() is { Length: > 0 } required)
            o["required"] = new NodeArray(required);
        return o;
    }
}
