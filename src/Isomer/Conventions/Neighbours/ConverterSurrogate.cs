using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer.Conventions;

/// <summary>
/// A converter of System.Text.Json's, run as it is: where JSON is written and read over the text at that place, in other formats over the
/// JSON that a node is.
/// </summary>
/// <typeparam name="T">The type of the values.</typeparam>
/// <typeparam name="TConverted">The converter's, which may be a base of it.</typeparam>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ConverterSurrogate<T, TConverted>(JsonConverter<TConverted> converter, JsonSerializerOptions options)
    : Surrogate<T, Node?>
{
    static readonly JsonReaderOptions s_anyDepth = new() { MaxDepth = int.MaxValue };

    /// <summary>A converter of a struct is given null too, as there, and not that of a nullable struct.</summary>
    internal override bool HandlesNull => converter.HandleNull || typeof(T).IsValueType;

    internal override bool CarriesText => true;

    public override Node? ToCarrier(T value) =>
        value is null && !converter.HandleNull ? null : new Converted((TConverted?)(object?)value, converter, this);

    public override T FromCarrier(Node? carrier)
    {
        if (carrier is ForeignName name)
            return FromName(name.Name());
        var reader = new Utf8JsonReader(ForeignNode.TextOf(carrier).Span, s_anyDepth);
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null && default(T) is null && !converter.HandleNull)
            return default!;
        var value = converter.Read(ref reader, typeof(T), CalledWith((carrier as ForeignText)?.Options));
        if (reader.CurrentDepth != 0 || reader.Read())
            throw new NotSupportedException(
                $"The converter '{converter.GetType()}' did not read the whole of a value. It must end at its last token.");
        return (T)(object?)value!;
    }

    /// <summary>
    /// What a converter is called with: the options that came with it, or else what those of the format at hand are in System.Text.Json.
    /// </summary>
    JsonSerializerOptions CalledWith(JsonSerializerOptions? atHand) =>
        options == JsonSerializerOptions.Default ? atHand ?? options : options;

    /// <summary>A key of a dictionary: the converter is asked for it where it stands, as a name.</summary>
    T FromName(string name)
    {
        var reader = AtName(writer => writer.WritePropertyName(name));
        return (T)(object)converter.ReadAsPropertyName(ref reader, typeof(T), options)!;
    }

    /// <summary>A reader at the name that is written, of an object that has no other.</summary>
    static Utf8JsonReader AtName(Action<Utf8JsonWriter> write)
    {
        var text = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(text))
        {
            writer.WriteStartObject();
            write(writer);
            writer.WriteNullValue();
            writer.WriteEndObject();
        }
        var reader = new Utf8JsonReader(text.WrittenSpan);
        reader.Read();
        reader.Read();
        return reader;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class Converted(TConverted? value, JsonConverter<TConverted> converter, ConverterSurrogate<T, TConverted> by) : ForeignNode
    {
        protected override string By => $"The converter '{converter.GetType()}'";

        public override string Name() => AtName(writer => converter.WriteAsPropertyName(writer, value!, by.CalledWith(null))).GetString()!;

        protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options) =>
            converter.Write(writer, value!, by.CalledWith(options));
    }
}
