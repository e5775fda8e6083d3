using System.Buffers;
using Isomer.Nodes;
using Isomer.Wire;
using Facade = Isomer.Calls.Facade<Isomer.Formats.JsonCalls, Isomer.JsonOptions>;
using TextFacade = Isomer.Calls.TextFacade<Isomer.Formats.JsonCalls, Isomer.JsonOptions>;

namespace Isomer.Formats;

/// <summary>
/// JSON for the rest of the library: of nodes, of scalars, and of values that a call came with. <see cref="Json"/> tells the trimmer of each
/// of its calls; a node has nothing that the trimmer could take, and a call that came with a value has been told of.
/// </summary>
internal static class JsonWithin
{
    public static Node? ParseNode(ReadOnlySpan<byte> payload, JsonOptions? options = null) => Facade.Deserialize<Node?>(payload, options);

    public static Node? ParseNode(string text, JsonOptions? options = null) => TextFacade.FromText<Node?>(text, options);

    /// <summary>Any JSON text as a node, with the place of each. A byte order mark is passed over: tools read whole files.</summary>
    public static Node? ParseNode(ReadOnlySpan<byte> payload, NodePlaces places, string format = nameof(Json), JsonOptions? options = null)
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

    public static byte[] Serialize<T>(T value, JsonOptions? options = null) => Facade.Serialize(value, options);

    public static void Serialize<T>(IBufferWriter<byte> output, T value) => Facade.Serialize(output, value, null);

    public static T Deserialize<T>(ReadOnlySpan<byte> payload, JsonOptions? options = null) => Facade.Deserialize<T>(payload, options);

    public static T Deserialize<T>(in ReadOnlySequence<byte> payload, JsonOptions? options = null) =>
        Facade.Deserialize<T>(in payload, options);

    public static object? Deserialize(ReadOnlySpan<byte> payload, Type type) => Facade.Deserialize(payload, type, null);

    public static string ToText<T>(T value, JsonOptions? options = null) => TextFacade.ToText(value, options);

    public static T FromText<T>(string text) => TextFacade.FromText<T>(text, null);
}
