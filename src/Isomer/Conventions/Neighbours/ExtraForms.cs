using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Nodes;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The forms of extension data: <c>IDictionary&lt;string, object?&gt;</c>, which shapes know themselves, System.Text.Json's
/// <c>IDictionary&lt;string, JsonElement&gt;</c> and <c>JsonObject</c>, Json.NET's <c>IDictionary&lt;string, JToken&gt;</c> (by name), and
/// classes of the user's that implement one of them.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ExtraForms
{
    /// <summary>The form of a member of this type; null for the usual one.</summary>
    /// <exception cref="NotSupportedException">It is none.</exception>
    public static ExtraForm? Of(Type owner, string member, Type type)
    {
        if (type.IsAssignableFrom(typeof(Dictionary<string, object>)) && typeof(IDictionary<string, object>).IsAssignableFrom(type))
            return null;
        if (type == typeof(JsonObject))
            return new NodeMembers();
        ExtraForm form = ValueOf(type) switch
        {
            null => throw new NotSupportedException(
                $"The extension dictionary '{owner}.{member}' must be an IDictionary<string, object?>, an IDictionary<string, JsonElement>, a JsonObject, or Json.NET's IDictionary<string, JToken>."),
            { IsValueType: true } => new MapOf<JsonElement>(type),
            { } value => (ExtraForm)Activator.CreateInstance(typeof(MapOf<>).MakeGenericType(value), type)!,
        };
        // An interface of the user's own has no class that could be made.
        if (type.IsValueType
            || (type.IsInterface
                ? !type.IsAssignableFrom(typeof(Dictionary<,>).MakeGenericType(typeof(string), form.ValueType))
                : type.IsAbstract || type.GetConstructor([]) is null))
            throw new NotSupportedException(
                $"The extension dictionary '{owner}.{member}' must be IDictionary<string, ...> or a class with a parameterless constructor, so that one can be made for what is read. '{type}' is neither.");
        return form;
    }

    static Type? ValueOf(Type type)
    {
        foreach (var face in type.IsInterface ? [type, .. type.GetInterfaces()] : type.GetInterfaces())
            if (face.IsGenericType && face.GetGenericTypeDefinition() == typeof(IDictionary<,>)
                && face.GetGenericArguments() is [var key, var value] && key == typeof(string)
                && (value == typeof(object) || value == typeof(JsonElement) || value.FullName == "Newtonsoft.Json.Linq.JToken"))
                return value;
        return null;
    }

    sealed class MapOf<T>(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) : ExtraForm
    {
        readonly bool _isUsual = type.IsAssignableFrom(typeof(Dictionary<string, T>));

        public override Type ValueType => typeof(T);

        public override IEnumerable<KeyValuePair<string, object?>> EntriesOf(object entries)
        {
            foreach (var (name, value) in (IDictionary<string, T>)entries)
                yield return new(name, value);
        }

        public override object Put(object? entries, string name, object? value)
        {
            var map = (IDictionary<string, T>?)entries
                ?? (_isUsual ? new Dictionary<string, T>() : (IDictionary<string, T>)Activator.CreateInstance(type)!);
            map[name] = (T)value!;
            return map;
        }
    }

    sealed class NodeMembers : ExtraForm
    {
        public override Type ValueType => typeof(JsonNode);

        public override IEnumerable<KeyValuePair<string, object?>> EntriesOf(object entries)
        {
            foreach (var (name, value) in (JsonObject)entries)
                yield return new(name, value);
        }

        public override object Put(object? entries, string name, object? value)
        {
            var map = (JsonObject?)entries ?? [];
            map[name] = (JsonNode?)value;
            return map;
        }
    }
}
