using System.Text.Json;
using System.Text.Json.Nodes;
using Isomer.Nodes;

namespace Isomer.Conventions;

/// <summary>
/// System.Text.Json's values of no type: what is in them is written as it is, digit for digit, and read as text that they parse themselves.
/// </summary>
internal static class ElementSurrogates
{
    // Depth was bounded where the text was read.
    static readonly JsonDocumentOptions s_anyDepth = new() { MaxDepth = int.MaxValue };

    /// <summary>The surrogate of one of their types; null for any other.</summary>
    /// <param name="type">The type.</param>
    /// <param name="keepsNull">Whether no document comes back as none, rather than as one of null, as System.Text.Json reads it.</param>
    public static Surrogate? Find(Type type, bool keepsNull) => type.FullName switch
    {
        "System.Text.Json.JsonElement" => new Element(),
        "System.Text.Json.JsonDocument" => new Document(keepsNull),
        "System.Text.Json.Nodes.JsonNode" => new OfNode<JsonNode>(),
        "System.Text.Json.Nodes.JsonObject" => new OfNode<JsonObject>(),
        "System.Text.Json.Nodes.JsonArray" => new OfNode<JsonArray>(),
        "System.Text.Json.Nodes.JsonValue" => new OfNode<JsonValue>(),
        _ => null,
    };

    /// <summary>
    /// The public type of which this one is only an implementation detail: a JsonValue has a class for each way in which it was made.
    /// </summary>
    public static Type? PublicTypeOf(Type type) =>
        type.Namespace == "System.Text.Json.Nodes" && !type.IsPublic && type.IsAssignableTo(typeof(JsonValue)) ? typeof(JsonValue) : null;

    static Node? CarrierOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null => null,
        JsonValueKind.Undefined =>
            throw new NotSupportedException(
                "A JsonElement that was never set has no value to write. Set it, or declare the member as JsonElement? and leave it null."),
        _ => new ElementNode(value),
    };

    static JsonDocument Parse(Node? carrier) => JsonDocument.Parse(ForeignNode.TextOf(carrier), s_anyDepth);

    sealed class Element : Surrogate<JsonElement, Node?>
    {
        internal override bool HandlesNull => true;

        internal override bool CarriesText => true;

        public override Node? ToCarrier(JsonElement value) => CarrierOf(value);

        public override JsonElement FromCarrier(Node? carrier) => Parse(carrier).RootElement;
    }

    sealed class Document(bool keepsNull) : Surrogate<JsonDocument, Node?>
    {
        internal override bool HandlesNull => !keepsNull;

        internal override bool CarriesText => true;

        public override Node? ToCarrier(JsonDocument value) => value is null ? null : CarrierOf(value.RootElement);

        public override JsonDocument FromCarrier(Node? carrier) => Parse(carrier);
    }

    sealed class OfNode<T> : Surrogate<T, Node?> where T : JsonNode
    {
        internal override bool CarriesText => true;

        public override Node? ToCarrier(T value) => value.GetValueKind() == JsonValueKind.Null ? null : new NodeNode(value);

        public override T FromCarrier(Node? carrier) => JsonNode.Parse(ForeignNode.TextOf(carrier).Span, null, s_anyDepth) as T
            ?? throw new FormatException(
                $"{(typeof(T) == typeof(JsonObject) ? "An object" : typeof(T) == typeof(JsonArray) ? "An array" : "A scalar")} is expected, for a {typeof(T).Name}.");
    }

    sealed class ElementNode(JsonElement value) : ForeignNode
    {
        protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options) => value.WriteTo(writer);
    }

    sealed class NodeNode(JsonNode value) : ForeignNode
    {
        /// <summary>A JsonValue may hold a value of any type, which the options have a form for.</summary>
        protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options) => value.WriteTo(writer, options);
    }
}
