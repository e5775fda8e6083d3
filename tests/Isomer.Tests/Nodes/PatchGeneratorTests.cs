using System.Globalization;
using System.Text.Json.Nodes;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// Random documents and random patches, beside the rules of RFC 6902 and RFC 7396 over System.Text.Json's nodes, written down here once
/// more.
/// </summary>
public class PatchGeneratorTests
{
    static readonly string[] s_names = ["a", "b", "a/b", "m~n", "", "0", "1", "-", "~1", "ä"];

    static JsonNode? Document(Random random, int depth) => random.Next(depth <= 0 ? 4 : 7) switch
    {
        0 => null,
        1 => random.Next(3),
        2 => random.Next(2) == 0,
        3 => "xy"[random.Next(2)].ToString(),
        4 => new JsonArray([.. Enumerable.Range(0, random.Next(4)).Select(_ => Document(random, depth - 1))]),
        _ => new JsonObject(Enumerable.Range(0, random.Next(4)).Select(_ => s_names[random.Next(s_names.Length)]).Distinct()
            .Select(n => KeyValuePair.Create(n, Document(random, depth - 1)))),
    };

    /// <summary>Places that are there, that are beside one, and that are none.</summary>
    static string Place(Random random, JsonNode? root)
    {
        var (path, node) = ("", root);
        while (random.Next(5) > 0)
        {
            string step;
            if (node is JsonArray array)
                step = random.Next(8) switch
                {
                    0 => "-",
                    1 => array.Count.ToString(CultureInfo.InvariantCulture),
                    2 => "01",
                    3 => "+1",
                    _ => random.Next(array.Count + 1).ToString(CultureInfo.InvariantCulture)
                };
            else if (node is JsonObject { Count: > 0 } o && random.Next(4) > 0)
                step = o.ElementAt(random.Next(o.Count)).Key;
            else if (node is JsonObject || random.Next(10) == 0)
                step = s_names[random.Next(s_names.Length)];
            else
                break;
            path += "/" + step.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal);
            node = Step(node, step, out var next) ? next : null;
        }
        return random.Next(60) == 0 ? path + "~" : random.Next(60) == 0 ? "a" + path : path;
    }

    static bool Step(JsonNode? node, string step, out JsonNode? next)
    {
        next = null;
        if (node is JsonObject o)
            return o.TryGetPropertyValue(step, out next);
        if (node is not JsonArray array || !IsIndex(step, out int at) || at >= array.Count)
            return false;
        next = array[at];
        return true;
    }

    static bool IsIndex(string text, out int index)
    {
        index = -1;
        return text is "0" or [>= '1' and <= '9', ..] && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out index);
    }

    sealed class Refusal : Exception;

    static string[] Steps(string pointer)
    {
        if (pointer.Length == 0)
            return [];
        if (pointer[0] != '/'
            || pointer.Replace("~0", "", StringComparison.Ordinal).Replace("~1", "", StringComparison.Ordinal)
                .Contains('~', StringComparison.Ordinal))
            throw new Refusal();
        return [.. pointer[1..].Split('/')
            .Select(static s => s.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal))];
    }

    static JsonNode? Find(JsonNode? root, string[] steps)
    {
        foreach (string step in steps)
            root = Step(root, step, out var next) ? next : throw new Refusal();
        return root;
    }

    static JsonNode? Added(JsonNode? root, string[] steps, JsonNode? value)
    {
        if (steps.Length == 0)
            return value;
        var parent = Find(root, steps[..^1]);
        if (parent is JsonObject o)
            o[steps[^1]] = value;
        else if (parent is JsonArray array
            && (steps[^1] == "-" ? array.Count : IsIndex(steps[^1], out int at) ? at : -1) is var place and >= 0 && place <= array.Count)
            array.Insert(place, value);
        else
            throw new Refusal();
        return root;
    }

    static JsonNode? Removed(JsonNode? root, string[] steps)
    {
        _ = Find(root, steps);
        if (steps.Length == 0)
            return null;
        var parent = Find(root, steps[..^1]);
        if (parent is JsonObject o)
            o.Remove(steps[^1]);
        else
            ((JsonArray)parent!).RemoveAt(int.Parse(steps[^1], CultureInfo.InvariantCulture));
        return root;
    }

    static JsonNode? Applied(JsonNode? root, JsonObject operation)
    {
        string[] path = Steps((string)operation["path"]!), from = operation["from"] is { } text ? Steps((string)text!) : [];
        switch ((string)operation["op"]!)
        {
            case "add":
                return Added(root, path, operation["value"]?.DeepClone());
            case "remove":
                return Removed(root, path);
            case "replace":
                _ = Find(root, path);
                // In its place: an object's member stays where it is.
                if (path.Length > 0 && Find(root, path[..^1]) is JsonObject o)
                {
                    o[path[^1]] = operation["value"]?.DeepClone();
                    return root;
                }
                return Added(Removed(root, path), path, operation["value"]?.DeepClone());
            case "move":
                if (path.Length > from.Length && path.AsSpan().StartsWith(from))
                    throw new Refusal();
                var moved = Find(root, from)?.DeepClone();
                return Added(Removed(root, from), path, moved);
            case "copy":
                return Added(root, path, Find(root, from)?.DeepClone());
            default:
                return JsonNode.DeepEquals(Find(root, path), operation["value"]) ? root : throw new Refusal();
        }
    }

    [Fact]
    public void Patches_make_what_the_rules_say()
    {
        var random = new Random(6902);
        var (made, refused) = (0, 0);
        for (int i = 0; i < 20_000; i++)
        {
            var document = Document(random, 3);
            var patch = new JsonArray();
            for (int k = random.Next(1, 4); k > 0; k--)
            {
                string name = "add remove replace move copy test".Split(' ')[random.Next(6)];
                var operation = new JsonObject { ["op"] = name, ["path"] = Place(random, document) };
                if (name is "move" or "copy")
                    operation["from"] = Place(random, document);
                if (name is "add" or "replace" or "test")
                    operation["value"] = name == "test" && random.Next(2) == 0
                        ? There(document, (string)operation["path"]!)
                        : Document(random, 2);
                patch.Add((JsonNode)operation);
            }
            string given = document?.ToJsonString() ?? "null", text = patch.ToJsonString();
            string? expected = null;
            try
            {
                var result = document?.DeepClone();
                foreach (var operation in patch)
                    result = Applied(result, (JsonObject)operation!);
                expected = result?.ToJsonString() ?? "null";
                made++;
            }
            catch (Refusal)
            {
                refused++;
            }
            var node = Json.ParseNode(given);
            string? actual = null;
            try
            {
                actual = Json.ToText(JsonPatch.Apply(node, Json.ParseNode(text)));
            }
            catch (PatchException)
            {
            }
            Assert.True(expected == actual, $"{given}\n{text}\n{expected ?? "refused"}\n{actual ?? "refused"}");
            // What is patched is as it was, also where the patch fails in the midst.
            Assert.Equal(given, Json.ToText(node));
        }
        Assert.True(made > 3000 && refused > 3000, $"{made} made, {refused} refused");

        static JsonNode? There(JsonNode? root, string path)
        {
            try
            {
                return Find(root, Steps(path))?.DeepClone();
            }
            catch (Refusal)
            {
                return null;
            }
        }
    }

    static JsonNode? Merged(JsonNode? target, JsonNode? patch)
    {
        if (patch is not JsonObject changes)
            return patch?.DeepClone();
        var result = target as JsonObject ?? [];
        foreach (var (name, change) in changes)
        {
            if (change is null)
                result.Remove(name);
            else
                result[name] = Merged(result.TryGetPropertyValue(name, out var there) ? there?.DeepClone() : null, change);
        }
        return result;
    }

    [Fact]
    public void Merge_patches_make_what_the_rules_say()
    {
        var random = new Random(7396);
        for (int i = 0; i < 5000; i++)
        {
            var (document, patch) = (Document(random, 4), Document(random, 4));
            string expected = Merged(document?.DeepClone(), patch)?.ToJsonString() ?? "null";
            var node = Json.ParseNode(document?.ToJsonString() ?? "null");
            Assert.Equal(expected, Json.ToText(MergePatch.Apply(node, Json.ParseNode(patch?.ToJsonString() ?? "null"))));
            Assert.Equal(document?.ToJsonString() ?? "null", Json.ToText(node));
        }
    }

    [Fact]
    public void What_lies_between_two_random_documents_makes_the_one_of_the_other()
    {
        var random = new Random(11);
        for (int i = 0; i < 5000; i++)
        {
            string from = Document(random, 4)?.ToJsonString() ?? "null", to = Document(random, 4)?.ToJsonString() ?? "null";
            var (first, second) = (Json.ParseNode(from), Json.ParseNode(to));
            Assert.Equal(second, JsonPatch.Apply(first, Json.ParseNode(Json.ToText<Node?>(JsonPatch.Between(first, second)))));
        }
    }
}
