using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>
/// Dictionaries of JSON contracts in the form that the options do not name: the original shows an empty one, ours reads it. Where ours
/// refuses what is in one, the original passed over it.
/// </summary>
static class OtherForm
{
    /// <summary>Whether the path leads into a dictionary of the other form.</summary>
    public static bool IsOnWay(byte[] document, string path, Type root, bool isSimple)
    {
        try
        {
            using var parsed = JsonDocument.Parse(document, new JsonDocumentOptions { MaxDepth = 500, AllowTrailingCommas = true });
            return IsOnWay(parsed.RootElement, Steps(path), 0, root, isSimple, root);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>Whether there is one with anything in it.</summary>
    public static bool IsIn(byte[] document, Type root, bool isSimple)
    {
        try
        {
            using var parsed = JsonDocument.Parse(document, new JsonDocumentOptions { MaxDepth = 500, AllowTrailingCommas = true });
            return IsIn(parsed.RootElement, root, isSimple, root);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    static bool IsIn(JsonElement element, Type? declared, bool isSimple, Type root)
    {
        declared = Told(element, declared, root);
        var pair = PairOf(declared);
        if (pair is not null && element.ValueKind == (isSimple ? JsonValueKind.Array : JsonValueKind.Object))
            return true;
        return element.ValueKind switch
        {
            JsonValueKind.Array => element.EnumerateArray().Any(i => IsIn(i, pair ?? ItemOf(declared), isSimple, root)),
            JsonValueKind.Object =>
                element.EnumerateObject()
                    .Any(m =>
                        IsIn(m.Value, isSimple && pair is not null ? pair.GetGenericArguments()[1] : MemberOf(declared, m.Name), isSimple,
                            root)),
            _ => false,
        };
    }

    static bool IsOnWay(JsonElement element, List<string> steps, int at, Type? declared, bool isSimple, Type root)
    {
        declared = Told(element, declared, root);
        var pair = PairOf(declared);
        if (pair is not null && element.ValueKind == (isSimple ? JsonValueKind.Array : JsonValueKind.Object))
            return true;
        if (at == steps.Count)
            return false;
        if (element.ValueKind == JsonValueKind.Array && int.TryParse(steps[at], out int index))
            return index < element.GetArrayLength() && IsOnWay(element[index], steps, at + 1, pair ?? ItemOf(declared), isSimple, root);
        if (element.ValueKind != JsonValueKind.Object)
            return false;
        foreach (var member in element.EnumerateObject())
            if (member.Name == steps[at]
                && IsOnWay(member.Value, steps, at + 1,
                    isSimple && pair is not null ? pair.GetGenericArguments()[1] : MemberOf(declared, steps[at]), isSimple, root))
                return true;
        return false;
    }

    /// <summary>The type that the object tells, of those that were made for the case.</summary>
    static Type? Told(JsonElement element, Type? declared, Type root)
    {
        return element.ValueKind == JsonValueKind.Object && element.TryGetProperty("__type", out var told)
            && told.ValueKind == JsonValueKind.String ? Told(told.GetString()!, declared, root) : declared;
    }

    static Type? Told(string said, Type? declared, Type root)
    {
        if (declared is null)
            return null;
        string name = said.Split(':')[0];
        // Behind object as well.
        var made = declared.Assembly == typeof(object).Assembly ? root : declared;
        return made.Assembly.GetTypes()
            .FirstOrDefault(
                t => t.Namespace == made.Namespace && (t.Name == name || t.GetCustomAttribute<DataContractAttribute>()?.Name == name))
                    ?? declared;
    }

    /// <summary>The steps of $.a['b c'][0].</summary>
    static List<string> Steps(string path) =>
        [.. System.Text.RegularExpressions.Regex.Matches(path, @"\['([^']*)'\]|\[(\d+)\]|\.([^.\[]+)")
            .Select(m => m.Groups.Values.Skip(1).First(g => g.Success).Value)];

    static Type? PairOf(Type? type) => type is null ? null : type.GetInterfaces().Prepend(type)
        .FirstOrDefault(
            i => i.IsGenericType && i.GetGenericTypeDefinition() is var open
                && (open == typeof(IDictionary<,>) || open == typeof(IReadOnlyDictionary<,>))) is { } map
        ? typeof(KeyValuePair<,>).MakeGenericType(map.GetGenericArguments()) : null;

    static Type? ItemOf(Type? type) => type is null || type == typeof(string) ? null
        : type.GetInterfaces().Prepend(type)
            .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEnumerable<>))?.GetGenericArguments()[0];

    static Type? MemberOf(Type? type, string name) =>
        MemberCalled(type, name) is { } member && TypeOf(member) is { } own ? Nullable.GetUnderlyingType(own) ?? own : null;

    static bool IsPair(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);

    static Type? TypeOf(MemberInfo member) => member is PropertyInfo property ? property.PropertyType : (member as FieldInfo)?.FieldType;

    static MemberInfo? MemberCalled(Type? type, string name)
    {
        for (; type is not null; type = type.BaseType)
            foreach (var member in type.GetMembers(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (TypeOf(member) is not null
                    // An entry has its properties' names, any other [Serializable] type those of its fields.
                    && !(member is PropertyInfo && !type.IsDefined(typeof(DataContractAttribute), false)
                        && Isomer.Conventions.ContractKinds.IsSerializable(type) && !IsPair(type))
                    && System.Xml.XmlConvert.DecodeName(member.GetCustomAttribute<DataMemberAttribute>()?.Name ?? member.Name) == name)
                    return member;
        return null;
    }

    /// <summary>
    /// Takes empty dictionaries in the simple format out of a document where they stand for properties that nobody can set; how many there
    /// were.
    /// </summary>
    public static int RemoveEmpty(JsonTree tree, Type root) => RemoveEmpty(tree, root, root);

    /// <summary>The same of plain XML that stands for JSON.</summary>
    public static int RemoveEmpty(XElement element, Type root) => RemoveEmpty(element, root, root);

    static int RemoveEmpty(XElement element, Type? declared, Type root)
    {
        if (element.Attribute("__type") is { } told)
            declared = Told(told.Value, declared, root);
        var pair = PairOf(declared);
        int removed = 0;
        foreach (var inner in element.Elements().ToList())
        {
            string name = inner.Attribute("item")?.Value ?? XmlConvert.DecodeName(inner.Name.LocalName)!;
            bool isItem = element.Attribute("type")?.Value == "array";
            if (!isItem && pair is null && !inner.HasElements && inner.Attribute("type")?.Value is "object" or "array"
                && MemberCalled(declared, name) is PropertyInfo { SetMethod: null } own && PairOf(own.PropertyType) is not null)
            {
                inner.Remove();
                removed++;
            }
            else
            {
                removed += RemoveEmpty(inner,
                    isItem ? pair ?? ItemOf(declared) : pair is not null ? pair.GetGenericArguments()[1] : MemberOf(declared, name), root);
            }
        }
        return removed;
    }

    static int RemoveEmpty(JsonTree tree, Type? declared, Type root)
    {
        if (tree.Members?.FirstOrDefault(m => JsonTree.Said(m.Name) == "__type") is { Value.Raw.Length: > 0 } told)
            declared = Told(JsonTree.Said(told.Value.Raw), declared, root);
        var pair = PairOf(declared);
        int removed = pair is not null
            ? 0
            : tree.Members?.RemoveAll(
                m => m.Value is { Members.Count: 0 } or { Items.Count: 0 } or { Raw: "\"\"" }
                    && MemberCalled(declared, JsonTree.Said(m.Name)) is PropertyInfo { SetMethod: null } own
                    && PairOf(own.PropertyType) is not null) ?? 0;
        foreach (var (name, value) in tree.Members ?? [])
            removed += RemoveEmpty(value, pair is not null ? pair.GetGenericArguments()[1] : MemberOf(declared, JsonTree.Said(name)), root);
        foreach (var value in tree.Items ?? [])
            removed += RemoveEmpty(value, pair ?? ItemOf(declared), root);
        return removed;
    }
}
