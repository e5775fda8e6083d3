using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// JSON Schema 2020-12 of what a format writes for a type: one definition for each type with members, so that types may contain
/// themselves. What is written is valid under it; it is open, for readers pass over unknown members.
/// </summary>
internal abstract class JsonSchemaBuilder
{
    static readonly JsonSerializerOptions s_layout = new()
    { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    string _place = "#/$defs/";
    readonly Dictionary<TypeModel, string> _names = [];
    readonly SortedDictionary<string, JsonObject> _definitions = new(StringComparer.Ordinal);

    public string Build(TypeModel root)
    {
        var schema = Of(root);
        var definitions = Definitions();
        var text = new JsonObject { ["$schema"] = "https://json-schema.org/draft/2020-12/schema", ["title"] = TitleOf(root) };
        foreach (var (name, value) in schema.ToArray())
        {
            schema.Remove(name);
            text[name] = value;
        }
        if (definitions.Count > 0)
            text["$defs"] = definitions;
        return text.ToJsonString(s_layout);
    }

    /// <summary>
    /// Schemas of several roots, which are null only where their type says so, with their definitions apart: at this place of a document.
    /// </summary>
    public JsonSchemaSet Build(IEnumerable<TypeModel> roots, string place)
    {
        _place = place;
        // A schema that is written as it is found: what it refers to is defined meanwhile.
        ImmutableArray<string> schemas = [.. roots.Select(r => (r is OptionalModel ? Of(r) : OfValue(r)).ToJsonString(s_layout))];
        return new JsonSchemaSet(schemas, Definitions().ToJsonString(s_layout));
    }

    JsonObject Definitions()
    {
        var definitions = new JsonObject();
        foreach (var (name, definition) in _definitions)
            definitions[name] = definition;
        return definitions;
    }

    /// <summary>The name of a definition; types of the same name are numbered.</summary>
    protected abstract string TitleOf(TypeModel model);

    protected abstract string NameOf(MemberModel member);

    protected abstract JsonObject OfScalar(Scalar scalar);

    protected abstract JsonObject OfEnum(EnumModel model);

    /// <summary>Whether a map is an object, its keys names.</summary>
    protected abstract bool IsObject(MapModel map);

    /// <summary>The schema of a member's values; what says more of them stands on the member or its type.</summary>
    protected virtual JsonObject OfMember(ObjectModel owner, MemberModel member) => Of(member.Model);

    /// <summary>The schema of a declared value, null included.</summary>
    protected JsonObject Of(TypeModel model)
    {
        var schema = OfValue(model);
        return model.IsNullable && schema.Count > 0 ? OrNull(schema) : schema;
    }

    JsonObject OfValue(TypeModel model) => model switch
    {
        ScalarModel scalar => OfScalar(scalar.Scalar),
        EnumModel values => OfEnum(values),
        OptionalModel optional => OfValue(optional.Value),
        SurrogateModel surrogate => OfValue(surrogate.Carrier),
        SequenceModel sequence => new JsonObject { ["type"] = "array", ["items"] = Of(sequence.Element) },
        MapModel map when IsObject(map) => new JsonObject { ["type"] = "object", ["additionalProperties"] = Of(map.Value) },
        MapModel map => new JsonObject { ["type"] = "array", ["items"] = OfEntry(map) },
        ObjectModel { Union: null } o => new JsonObject { ["$ref"] = _place + Define(o) },
        // object, and what has forms of its own: anything.
        _ => [],
    };

    JsonObject OfEntry(MapModel map) => new()
    {
        ["type"] = "object",
        ["properties"] = new JsonObject { ["Key"] = Of(map.Key), ["Value"] = Of(map.Value) },
        ["required"] = new JsonArray("Key", "Value"),
    };

    string Define(ObjectModel model)
    {
        if (_names.TryGetValue(model, out string? name))
            return name;
        string title = name = string.Concat(TitleOf(model).Select(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '.' or '-' ? c : '_'));
        for (int i = 2; _definitions.ContainsKey(name); i++)
            name = $"{title}{i}";
        _names[model] = name;
        var definition = _definitions[name] = new JsonObject { ["type"] = "object" };
        var properties = new JsonObject();
        var required = new JsonArray();
        foreach (var member in model.Members)
        {
            if (member.IsExtra)
                continue;
            properties[NameOf(member)] = OfMember(model, member);
            if (IsAlwaysThere(member))
                required.Add((JsonNode)NameOf(member));
        }
        definition["properties"] = properties;
        if (required.Count > 0)
            definition["required"] = required;
        return name;
    }

    /// <summary>Whether a member must be there, and is whenever an object is written.</summary>
    protected virtual bool IsAlwaysThere(MemberModel member) => member.IsRequired;

    static JsonObject OrNull(JsonObject schema)
    {
        if (schema["type"] is JsonValue type && !schema.ContainsKey("enum"))
        {
            schema["type"] = new JsonArray(type.DeepClone(), "null");
            return schema;
        }
        if (schema["type"] is JsonArray several)
        {
            several.Add((JsonNode)"null");
            return schema;
        }
        return new JsonObject { ["anyOf"] = new JsonArray(schema, new JsonObject { ["type"] = "null" }) };
    }

    protected static JsonObject Type(string type) => new() { ["type"] = type };

    protected static JsonObject Text(string format) => new() { ["type"] = "string", ["format"] = format };

    protected static JsonObject Whole(JsonNode least, JsonNode most) =>
        new() { ["type"] = "integer", ["minimum"] = least, ["maximum"] = most };

    /// <summary>The scalars that have one form in all JSON.</summary>
    protected static JsonObject OfCommon(Scalar scalar) => scalar switch
    {
        Scalar.Boolean => Type("boolean"),
        Scalar.SByte => Whole(sbyte.MinValue, sbyte.MaxValue),
        Scalar.Byte => Whole(byte.MinValue, byte.MaxValue),
        Scalar.Int16 => Whole(short.MinValue, short.MaxValue),
        Scalar.UInt16 => Whole(ushort.MinValue, ushort.MaxValue),
        Scalar.Int32 => Whole(int.MinValue, int.MaxValue),
        Scalar.UInt32 => Whole(uint.MinValue, uint.MaxValue),
        Scalar.Int64 or Scalar.IntPtr => Whole(long.MinValue, long.MaxValue),
        Scalar.UInt64 or Scalar.UIntPtr => Whole(ulong.MinValue, ulong.MaxValue),
        Scalar.Int128 or Scalar.UInt128 or Scalar.BigInteger => Type("integer"),
        Scalar.Half or Scalar.Single or Scalar.Double or Scalar.Decimal => Type("number"),
        Scalar.Char => new JsonObject { ["type"] = "string", ["maxLength"] = 1 },
        Scalar.Guid => Text("uuid"),
        Scalar.DateOnly => Text("date"),
        _ => Type("string"),
    };
}
