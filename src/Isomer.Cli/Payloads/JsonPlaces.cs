using System.Text.Json;
using Isomer.Nodes;

namespace Isomer.Cli.Payloads;

/// <summary>Where in a JSON text the nodes stand that were read of it: the tokens and the tree, gone through side by side.</summary>
static class JsonPlaces
{
    public static void Find(ReadOnlySpan<byte> text, Node? root, NodePlaces places)
    {
        int skipped = text.StartsWith("\uFEFF"u8) ? 3 : 0;
        var reader = new Utf8JsonReader(text[skipped..], new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, MaxDepth = 1000, AllowTrailingCommas = true });
        try
        {
            if (reader.Read())
                Walk(ref reader, root, places, skipped);
        }
        catch (JsonException)
        {
            // Read by a more lenient reader than this one: the rest has no places.
        }
    }

    static void Walk(ref Utf8JsonReader reader, Node? node, NodePlaces places, int skipped)
    {
        int start = (int)reader.TokenStartIndex;
        if (reader.TokenType == JsonTokenType.StartArray)
        {
            var array = node as NodeArray;
            for (int i = 0; reader.Read() && reader.TokenType != JsonTokenType.EndArray; i++)
                Walk(ref reader, array is not null && i < array.Count ? array[i] : null, places, skipped);
        }
        else if (reader.TokenType == JsonTokenType.StartObject)
        {
            while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
            {
                string name = reader.GetString()!;
                reader.Read();
                Walk(ref reader, node is NodeObject o && o.TryGetMember(name, out var member) ? member : null, places, skipped);
            }
        }
        if (node is not null)
            places.Add(node, start + skipped, (int)reader.BytesConsumed - start);
    }
}
