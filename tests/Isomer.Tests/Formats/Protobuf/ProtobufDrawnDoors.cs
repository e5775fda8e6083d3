using System.Collections;
using System.Reflection;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// One random value through every other door: written again after it was read, with groups, with prefixes, as JSON by its class and by its
/// schema. All of it comes to one payload.
/// </summary>
static class ProtobufDrawnDoors
{
    static readonly ProtobufOptions s_options = ProtobufOptions.Default;

    /// <summary>JSON leaves out an empty list, of which a packed one is written by its length.</summary>
    static readonly ProtobufOptions s_unpacked = s_options with { SkipEmptyPacked = true };

    /// <summary>Where a door comes to something else; null where all are one.</summary>
    public static string? Difference(object? value, byte[] bytes, Type type)
    {
        if (value is null)
            return null;
        object? read;
        try
        {
            read = Protobuf.Deserialize(bytes, type);
        }
        catch (WireFormatException)
        {
            // What is written and refused at reading (a setter that throws) is a case of reading.
            return null;
        }
        byte[] again = Protobuf.Serialize(read, type);
        if (!HasNullInMap(value, 0) && Differ("written again", bytes, again) is { } first)
            return first;
        (value, bytes) = (read!, again);
        foreach (var convention in new[] { Convention.Protobuf, Convention.Protobuf.WithTier(ShapeTier.Reflection) })
        {
            var grouped = ProtobufOptions.Grouped with { Convention = convention };
            byte[] groups = Protobuf.Serialize(value, type, grouped);
            if (Differ("groups", bytes, Protobuf.Serialize(Protobuf.Deserialize(groups, type), type)) is { } other)
                return other;
        }
        if (Prefixes(value, bytes, type) is { } prefixed)
            return prefixed;
        if (HasNullInMap(value, 0))
            return null;
        try
        {
            return Json(value, bytes, type);
        }
        catch (NotSupportedException)
        {
            // The schema looks at members that the value does not have.
            return null;
        }
    }

    static string? Prefixes(object value, byte[] bytes, Type type)
    {
        foreach (var (prefix, field) in new[] { (ProtobufPrefix.Base128, 1), (ProtobufPrefix.Base128, 500), (ProtobufPrefix.Fixed32, 0),
            (ProtobufPrefix.Fixed32BigEndian, 0) })
        {
            var output = new MemoryStream();
            Protobuf.SerializeWithPrefix(output, value, type, prefix, field, s_options);
            Protobuf.SerializeWithPrefix(output, value, type, prefix, field, s_options);
            output.Position = 0;
            for (int i = 0; i < 2; i++)
            {
                if (!Protobuf.TryDeserializeWithPrefix(output, prefix, _ => type, out object? item, s_options))
                    return $"{prefix} {field}: item {i} is not there";
                if (Differ($"{prefix} {field}", bytes, Protobuf.Serialize(item, type)) is { } other)
                    return other;
            }
            if (output.Position != output.Length)
                return $"{prefix} {field}: {output.Length - output.Position} bytes are left";
        }
        return null;
    }

    static string? Json(object value, byte[] bytes, Type type)
    {
        string json = Protobuf.ToJson(value, type);
        // JSON has one of all the numbers that are none.
        if (json.Contains("\"NaN\"", StringComparison.Ordinal))
            return null;
        bytes = Protobuf.Serialize(Protobuf.Deserialize(bytes, type), type, s_unpacked);
        if (Differ($"JSON {json}", bytes, Protobuf.Serialize(Protobuf.FromJson(json, type), type, s_unpacked)) is { } other)
            return other;
        string proto = Protobuf.GetProto([type], ProtobufSyntax.Edition2023);
        var schema = ProtobufSchema.Parse(proto);
        string? message = schema.Messages.FirstOrDefault(m => m == type.Name || m.EndsWith("." + type.Name, StringComparison.Ordinal));
        if (message is null)
            return null;
        string bySchema = schema.ToJson(message, bytes);
        if (bySchema != json)
            return $"JSON by the schema: {bySchema}\nby the class: {json}\n{proto}";
        object? ofSchema = Protobuf.Deserialize(schema.FromJson(message, json), type);
        // By the schema a zero in a map is not written, as by Google, and a nullable is null then.
        return HasNullInMap(ofSchema, 0) ? null
            : Differ($"JSON by the schema {json}", bytes, Protobuf.Serialize(ofSchema, type, s_unpacked));
    }

    /// <summary>What is null in a map is written as nothing, and comes back as a value without content: protobuf-net's rule.</summary>
    static bool HasNullInMap(object? value, int depth) => depth < 40 && value switch
    {
        null or string or byte[] => false,
        IDictionary map => map.Values.Cast<object?>().Any(v => v is null || HasNullInMap(v, depth + 1)),
        IEnumerable items => items.Cast<object?>().Any(i => HasNullInMap(i, depth + 1)),
        _ => value.GetType().Namespace?[0] == 'C' && Fields(value.GetType()).Any(f => HasNullInMap(f.GetValue(value), depth + 1)),
    };

    static IEnumerable<FieldInfo> Fields(Type? type) => type is null ? []
        : type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
            .Concat(Fields(type.BaseType));

    static string? Differ(string door, byte[] expected, byte[] actual) => expected.AsSpan().SequenceEqual(actual) ? null
        : $"{door}: {Convert.ToHexString(expected)} became {Convert.ToHexString(actual)}";
}
