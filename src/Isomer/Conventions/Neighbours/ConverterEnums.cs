using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Converters that only name the values of an enum (JsonStringEnumConverter with a policy, and what derives from it): the names are asked
/// for once, and the enum is one as any other, so that its values are keys of dictionaries too, and cost what others cost.
/// </summary>
internal static class ConverterEnums
{
    public static bool IsOfNames(JsonConverter converter)
    {
        for (var type = converter.GetType(); type is not null; type = type.BaseType)
            if (type == typeof(JsonStringEnumConverter)
                || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(JsonStringEnumConverter<>)))
                return true;
        return false;
    }

    /// <summary>Whether a context was generated to write enums by their names, which its options do not tell.</summary>
    public static bool NamesEnums(IJsonTypeInfoResolver resolver) => resolver is JsonSerializerContext
        && resolver.GetType().GetCustomAttribute<JsonSourceGenerationOptionsAttribute>() is { UseStringEnumConverter: true };

    /// <summary>The enum under the names that the converter gives; an error where it has rules that names do not tell.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static EnumModel Of(Convention convention, Type type, JsonConverter converter)
    {
        var asked = new JsonSerializerOptions { Converters = { converter } };
        var names = new Dictionary<object, string>();
        foreach (object value in Enum.GetValuesAsUnderlyingType(type))
        {
            object named = Enum.ToObject(type, value);
            names[named] = JsonSerializer.SerializeToElement(named, type, asked).GetString()!;
        }
        var fields = type.GetFields(BindingFlags.Public | BindingFlags.Static);
        if (names.Count != fields.Length)
            throw new NotSupportedException(
                $"Two names of '{type}' have one value, which a converter with a naming policy writes by one of them. Name the values by [JsonStringEnumMemberName].");
        return EnumModel.WithNames(convention, type, field => names[field.GetValue(null)!], takesNumbers: TakesNumbers(type, asked));
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static bool TakesNumbers(Type type, JsonSerializerOptions asked)
    {
        try
        {
            JsonSerializer.Deserialize("0", type, asked);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
