using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// Isomer within System.Text.Json, for one type at a time in a large system: on a type or member as
/// <c>[JsonConverter(typeof(IsomerJsonConverter))]</c>, or among <c>JsonSerializerOptions.Converters</c> for the types that it is given.
/// </summary>
/// <remarks>
/// What Isomer writes stands as it is in the text around it: that may be indented, and this is not unless its own options say so.
/// </remarks>
/// <example>
/// <code>
/// var options = new JsonSerializerOptions { Converters = { new IsomerJsonConverter(JsonOptions.Graph, typeof(Order)) } };
/// string text = JsonSerializer.Serialize(order, options);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class IsomerJsonConverter : JsonConverterFactory
{
    readonly JsonOptions _options;
    readonly Type[]? _types;

    /// <summary>For the type or member that bears the attribute, by the defaults.</summary>
    public IsomerJsonConverter() => _options = JsonOptions.Default;

    /// <summary>For these types, and what is in them.</summary>
    /// <param name="options">How they are written and read.</param>
    /// <param name="types">The types; of an open generic one all that are made of it.</param>
    public IsomerJsonConverter(JsonOptions options, params Type[] types)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(types);
        (_options, _types) = (options, [.. types]);
    }

    /// <summary>A converter for one type, which needs no code to be made: for metadata by hand, and for Native AOT.</summary>
    /// <param name="options">How values are written and read; by the defaults if nothing is said.</param>
    /// <example>
    /// <code>
    /// var info = JsonMetadataServices.CreateValueInfo&lt;Order&gt;(serializerOptions, IsomerJsonConverter.For&lt;Order&gt;());
    /// </code>
    /// </example>
    public static JsonConverter<T> For<T>(JsonOptions? options = null) =>
        new Of<T>(options ?? JsonOptions.Default);

    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert)
    {
        ArgumentNullException.ThrowIfNull(typeToConvert);
        return _types is null || _types.Contains(typeToConvert)
            || (typeToConvert.IsGenericType && _types.Contains(typeToConvert.GetGenericTypeDefinition()));
    }

    /// <inheritdoc/>
    public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (JsonConverter)Activator.CreateInstance(typeof(Of<>).MakeGenericType(typeToConvert), _options)!;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Of<T>(JsonOptions options) : JsonConverter<T>
    {
        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions serializerOptions)
        {
            try
            {
                Json.WriteTo(writer, Json.Serialize(value, options));
            }
            catch (NotSupportedException e)
            {
                throw new JsonException(e.Message, e);
            }
        }

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions serializerOptions)
        {
            try
            {
                return Json.ReadFrom<T>(ref reader, options);
            }
            catch (WireFormatException e)
            {
                throw new JsonException(e.Message, e);
            }
        }
    }
}
