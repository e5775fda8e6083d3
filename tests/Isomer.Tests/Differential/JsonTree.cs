using System.Text;
using System.Text.Json;

namespace Isomer.Tests.Differential;

/// <summary>A JSON document to be edited: each scalar and each name as it is spelled.</summary>
public sealed class JsonTree
{
    public string Raw = "";
    public List<(string Name, JsonTree Value)>? Members;
    public List<JsonTree>? Items;

    /// <summary>The document; null if it is none.</summary>
    public static JsonTree? Parse(string document, bool isLenient = false)
    {
        try
        {
            var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(document),
                new JsonReaderOptions
                {
                    MaxDepth = 500,
                    AllowTrailingCommas = isLenient,
                    CommentHandling = isLenient ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow
                });
            reader.Read();
            return Parse(ref reader);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    static JsonTree Parse(ref Utf8JsonReader reader)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                var members = new List<(string, JsonTree)>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    string name = Quoted(ref reader);
                    reader.Read();
                    members.Add((name, Parse(ref reader)));
                }
                return new JsonTree { Members = members };
            case JsonTokenType.StartArray:
                var items = new List<JsonTree>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                    items.Add(Parse(ref reader));
                return new JsonTree { Items = items };
            case JsonTokenType.String:
                return new JsonTree { Raw = Quoted(ref reader) };
            default:
                return new JsonTree { Raw = Encoding.UTF8.GetString(reader.ValueSpan) };
        }
    }

    static string Quoted(ref Utf8JsonReader reader) => "\"" + Encoding.UTF8.GetString(reader.ValueSpan) + "\"";

    /// <summary>Takes out members of it and of all in it, by name and value; how many there were.</summary>
    public int Remove(Func<string, JsonTree, bool> isOf)
    {
        int removed = Members?.RemoveAll(m => isOf(Said(m.Name), m.Value)) ?? 0;
        foreach (var value in Members?.Select(m => m.Value) ?? Items ?? [])
            removed += value.Remove(isOf);
        return removed;
    }

    /// <summary>What a name means; one with half a surrogate pair means nothing, and stays as it is spelled.</summary>
    public static string Said(string name)
    {
        try
        {
            return JsonSerializer.Deserialize<string>(name)!;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return name;
        }
    }

    /// <summary>This one and all that is in it.</summary>
    public List<JsonTree> All
    {
        get
        {
            var all = new List<JsonTree>();
            Gather(all);
            return all;
        }
    }

    void Gather(List<JsonTree> all)
    {
        all.Add(this);
        foreach (var (_, value) in Members ?? [])
            value.Gather(all);
        foreach (var value in Items ?? [])
            value.Gather(all);
    }

    public void Print(StringBuilder text, Action space)
    {
        if (Members is null && Items is null)
        {
            text.Append(Raw);
            return;
        }
        text.Append(Members is null ? '[' : '{');
        int count = Members?.Count ?? Items!.Count;
        for (int i = 0; i < count; i++)
        {
            if (i > 0)
                text.Append(',');
            space();
            if (Members is { } members)
            {
                text.Append(members[i].Name);
                space();
                text.Append(':');
                space();
                members[i].Value.Print(text, space);
            }
            else
            {
                Items![i].Print(text, space);
            }
            space();
        }
        text.Append(Members is null ? ']' : '}');
    }

    public override string ToString()
    {
        var text = new StringBuilder();
        Print(text, () => { });
        return text.ToString();
    }
}
