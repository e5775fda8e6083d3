using Isomer.Formats;
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

    /// <summary>
    /// The text, changed so that it says this node, and left as it is wherever it does so already: comments, layout, the order of members,
    /// digits. Comments and trailing commas are allowed in it.
    /// </summary>
    /// <param name="text">JSON: a file of settings, say.</param>
    /// <param name="node">What it shall say.</param>
    /// <param name="options">How values that are new are written. They are laid out as what stands beside them.</param>
    /// <exception cref="WireFormatException">The text is no JSON.</exception>
    /// <example>
    /// <code>
    /// Node settings = Json.ParseNode(text, new JsonOptions { Leniency = JsonLeniency.Comments })!;
    /// settings["Logging"]!["Level"] = "Debug";
    /// text = Json.Update(text, settings);      // each comment is where it was
    /// </code>
    /// </example>
    public static string Update(string text, Node? node, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        return System.Text.Encoding.UTF8.GetString(Update(System.Text.Encoding.UTF8.GetBytes(text), node, options));
    }

    /// <inheritdoc cref="Update(string, Node?, JsonOptions?)"/>
    /// <param name="utf8">JSON: a file of settings, say.</param>
    /// <param name="node">What it shall say.</param>
    /// <param name="options">How values that are new are written. They are laid out as what stands beside them.</param>
    public static byte[] Update(ReadOnlySpan<byte> utf8, Node? node, JsonOptions? options = null)
    {
        ReadOnlySpan<byte> mark = utf8.StartsWith("\uFEFF"u8) ? utf8[..3] : default;
        byte[] updated = JsonTextUpdate.Of(utf8[mark.Length..].ToArray(), node, options ?? JsonOptions.Default);
        return mark.IsEmpty ? updated : [.. mark, .. updated];
    }

    /// <summary>A value as the node that its JSON form is.</summary>
    public static Node? ToNode<T>(T value, JsonOptions? options = null) => ParseNode(Serialize(value, options), options);
}
