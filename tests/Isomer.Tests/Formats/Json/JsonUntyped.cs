using System.Collections;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Nodes;

namespace Isomer.Tests.Formats;

/// <summary>
/// What stands where object is declared is a JsonElement there, and here a value or a node: both become the text of their JSON, in which
/// each number has its digits and each object its members in their order. What docs/json.md says of such values is done to the original's:
/// behind object a number is a long, a decimal or a double; in a node the last of two equal names wins, in the place of the first. With
/// identities they are dropped: theirs are a part of the JsonElement. The original turns each stack round. What is in a set may be equal
/// then, so that it is put in again.
/// </summary>
sealed class JsonUntyped(bool drops, bool turnsStacks)
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    static readonly JsonSerializerOptions Named = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    public void Replace(object? value, HashSet<object> seen)
    {
        if (value is null or string || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
            || (!value.GetType().IsValueType && !seen.Add(value)))
            return;
        switch (value)
        {
            case IDictionary map:
                // Also where a class derives from a dictionary.
                bool untyped = ItemOf(value.GetType()) is { IsGenericType: true } entry
                    && entry.GetGenericArguments()[^1] == typeof(object);
                foreach (object key in map.Keys.Cast<object>().ToList())
                {
                    if (untyped)
                        map[key] = TextOf(map[key], keepsDigits: false);
                    else if (Inside(map[key], seen, out object? inside))
                        map[key] = inside;
                }
                return;
            case IList list when value is not byte[]:
                bool any = ItemOf(value.GetType()) == typeof(object);
                for (int i = 0; i < list.Count; i++)
                {
                    if (any)
                        list[i] = TextOf(list[i], keepsDigits: false);
                    else if (Inside(list[i], seen, out object? item))
                        list[i] = item;
                }
                return;
            case Node:
                return;
            case IEnumerable items and not byte[]:
                Refill(value, items, seen);
                return;
        }
        if (value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) == true
            && !value.GetType().Name.StartsWith("KeyValuePair", StringComparison.Ordinal))
            return;
        for (var level = value.GetType(); level is not null && level != typeof(object); level = level.BaseType)
            foreach (var field in level.GetFields(Own))
            {
                if (field.FieldType == typeof(object))
                    field.SetValue(value, TextOf(field.GetValue(value), keepsDigits: false));
                else if (IsExtensionData(level, field) && field.GetValue(value) is IDictionary<string, object?> extra)
                    foreach (string key in extra.Keys.ToList())
                        extra[key] = TextOf(extra[key], keepsDigits: true);
                else if (Inside(field.GetValue(value), seen, out object? inner))
                    field.SetValue(value, inner);
            }
    }

    static bool IsExtensionData(Type type, FieldInfo field) =>
        field.Name.StartsWith('<')
            && type.GetProperty(field.Name[1..field.Name.IndexOf('>', StringComparison.Ordinal)],
                Own)?.IsDefined(typeof(JsonExtensionDataAttribute)) == true;

    static Type? ItemOf(Type type) =>
        type.GetInterfaces()
            .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEnumerable<>))?.GetGenericArguments()[0];

    /// <summary>Queues, sets, linked lists: what holds values by themselves is emptied and filled with the changed ones.</summary>
    void Refill(object value, IEnumerable items, HashSet<object> seen)
    {
        var changed = new List<object?>();
        var type = value.GetType();
        var element = ItemOf(type);
        bool any = false, untyped = element == typeof(object);
        bool isSet = type.GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ISet<>))
            && element?.Namespace?.StartsWith("System", StringComparison.Ordinal) == false;
        foreach (object? item in items)
        {
            object? other = null;
            any |= untyped || Inside(item, seen, out other);
            changed.Add(untyped ? TextOf(item, keepsDigits: false) : other);
        }
        bool isStack = type.GetMethod("Push", [element ?? typeof(object)]) is not null;
        any |= (isStack && turnsStacks) || isSet;
        if (!any || element is null || type.GetMethod("Clear", []) is not { } clear)
            return;
        clear.Invoke(value, []);
        var collection = typeof(ICollection<>).MakeGenericType(element);
        var add = type.GetMethod("Enqueue", [element]) ?? type.GetMethod("Push", [element])
            ?? (collection.IsInstanceOfType(value) ? collection.GetMethod("Add") : type.GetMethod("Add", [element]))!;
        // The last in is the first that a stack gives.
        if (isStack && !turnsStacks)
            changed.Reverse();
        foreach (object? item in changed)
            add.Invoke(value, [item]);
    }

    /// <summary>Whether it is a struct, of which a copy was changed, which is to be put back.</summary>
    bool Inside(object? value, HashSet<object> seen, out object? changed)
    {
        changed = value;
        Replace(value, seen);
        return value is ValueType && !value.GetType().IsPrimitive && !value.GetType().IsEnum
            && value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
    }

    object? TextOf(object? value, bool keepsDigits)
    {
        if (drops)
            return null;
        if (value is JsonElement { ValueKind: JsonValueKind.Number } number && !keepsDigits && !IsBeyond(number.GetRawText()))
            value = Number(number.GetRawText());
        string? json = value switch
        {
            null => null,
            JsonElement element => element.GetRawText(),
            Node node => Json.ToText(node),
            // Beyond double: the digits that it had are theirs.
            double beyond when double.IsInfinity(beyond) => beyond > 0 ? "1e999" : "-1e999",
            string or bool or long or double or decimal => JsonSerializer.Serialize(value, value.GetType(), Named),
            // Made by code, not by input.
            _ => "",
        };
        if (json is null or "")
            return value is JsonElement ? value : json is null ? null : value;
        var text = new StringBuilder();
        Print(JsonDocument.Parse(json,
            new JsonDocumentOptions { MaxDepth = 200, AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip }).RootElement,
                text);
        return text.ToString() is "null" ? null : text.ToString();
    }

    /// <summary>A number of which a double would keep nothing but its sign keeps its digits where object is declared.</summary>
    static bool IsBeyond(string raw) =>
        double.Parse(raw, CultureInfo.InvariantCulture) is var value && (double.IsInfinity(value)
            || (value == 0 && raw.Split('e', 'E')[0].AsSpan().ContainsAnyInRange('1', '9')));

    /// <summary>A number as it is read where object is declared.</summary>
    static object Number(string raw)
    {
        if (raw.AsSpan().ContainsAny('.', 'e', 'E'))
            return double.Parse(raw, CultureInfo.InvariantCulture);
        var exact = BigInteger.Parse(raw, CultureInfo.InvariantCulture);
        return raw.StartsWith('-') && exact.IsZero ? -0.0
            : exact >= long.MinValue && exact <= long.MaxValue ? (long)exact
            : exact >= (BigInteger)decimal.MinValue && exact <= (BigInteger)decimal.MaxValue ? (decimal)exact
            : double.Parse(raw, CultureInfo.InvariantCulture);
    }

    static void Print(JsonElement element, StringBuilder text)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                var members = new List<JsonProperty>();
                foreach (var member in element.EnumerateObject())
                {
                    int earlier = members.FindIndex(m => m.Name == member.Name);
                    if (earlier < 0)
                        members.Add(member);
                    else
                        members[earlier] = member;
                }
                text.Append('{');
                foreach (var member in members)
                {
                    text.Append(JsonEncodedText.Encode(member.Name)).Append(':');
                    Print(member.Value, text);
                    text.Append(',');
                }
                text.Append('}');
                break;
            case JsonValueKind.Array:
                text.Append('[');
                foreach (var item in element.EnumerateArray())
                {
                    Print(item, text);
                    text.Append(',');
                }
                text.Append(']');
                break;
            case JsonValueKind.Number:
                text.Append(element.GetRawText());
                break;
            case JsonValueKind.String:
                text.Append('"').Append(element.GetString()).Append('"');
                break;
            default:
                text.Append(element.GetRawText());
                break;
        }
    }
}
