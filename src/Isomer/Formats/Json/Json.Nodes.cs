using Isomer.Nodes;
using Isomer.Wire;

namespace Isomer;

/// <summary>Nodes: JSON without a CLR type. <c>Serialize</c> and <c>Deserialize</c> take them as any other type.</summary>
public static partial class Json
{
    /// <summary>Any JSON text as a node; null for the text null. Numbers keep every digit.</summary>
    public static Node? ParseNode(ReadOnlySpan<byte> payload, JsonOptions? options = null) => Deserialize<Node?>(payload, options);

    /// <summary>Any JSON text as a node; null for the text null. Numbers keep every digit.</summary>
    public static Node? ParseNode(string text, JsonOptions? options = null) => FromText<Node?>(text, options);

    /// <summary>Any JSON text as a node, with the place of each. A byte order mark is passed over: tools read whole files.</summary>
    internal static Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places, string format = nameof(Json),
        JsonOptions? options = null)
    {
        var source = new JsonSource(payload, (options ?? JsonOptions.Default).Profile)
        { Position = payload.StartsWith("\uFEFF"u8) ? 3 : 0 };
        try
        {
            var node = JsonNodeReader.Read(ref source, places);
            source.End();
            return node;
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw JsonErrors.Place(e, payload, source.Position, format);
        }
    }

    /// <summary>A value as the node that its JSON form is.</summary>
    public static Node? ToNode<T>(T value, JsonOptions? options = null) => ParseNode(Serialize(value, options), options);
}
