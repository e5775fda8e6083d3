using System.Text.Json;
using System.Text.RegularExpressions;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Random types, values, options and edited documents, Json against System.Text.Json.</summary>
public class JsonDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void AsSystemTextJson() => new DifferentialRun(new JsonDifferentialDialect(), output.WriteLine).Run(160, 3);
}

/// <summary>Where the two differ on purpose: each is a line of docs/json.md.</summary>
static class JsonDifferentialDeviations
{
    /// <summary>With numbers out of their quotes.</summary>
    static string Bare(string text) => QuotedNumber.Replace(text, "$1");

    static readonly Regex QuotedNumber = new("\"(-?[0-9][-+.0-9Ee]*|NaN|-?Infinity)\"");

    static readonly Regex Discriminator = new("\\G\\s*\"\\$?(type|kind)\": ?(\"[^\"]*\"|-?[0-9]+),?");

    /// <summary>Whether ours is theirs with more members that tell subtypes.</summary>
    static bool TellsMore(string theirs, string ours)
    {
        int at = 0, there = 0;
        while (at < ours.Length)
        {
            if (there < theirs.Length && theirs[there] == ours[at])
            {
                (at, there) = (at + 1, there + 1);
                continue;
            }
            // What was equal so far may have been the beginning of such a member.
            int from = Math.Max(0, ours.LastIndexOfAny(['{', ','], at - 1) + 1);
            var told = Discriminator.Match(ours, from);
            if (!told.Success || told.Index + told.Length <= at)
                return ours[at..].Trim().Length == 0 && there == theirs.Length;
            there -= at - from;
            at = told.Index + told.Length;
            // An object of which nothing else was left.
            while (at < ours.Length && char.IsWhiteSpace(ours[at]) && !(there < theirs.Length && theirs[there] == ours[at]))
                at++;
        }
        return there == theirs.Length;
    }

    static string Unspaced(string text) => text.Replace("\n", "", StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal);

    /// <summary>
    /// Whether an identity that a $ref names stands there too: which of them is in a value that nothing takes is not looked at.
    /// </summary>
    static bool RefersTo(string document, string refusal) =>
        Regex.Match(refusal, "Reference '(.*)' was not found") is { Success: true } found
        && Regex.IsMatch(document, "\\$id\"\\s*:\\s*\"" + Regex.Escape(found.Groups[1].Value) + "\"");

    /// <summary>Whether a struct of the case, or a pair of the framework's, has members of all these names.</summary>
    static bool IsOfStruct(Finding finding, IEnumerable<string> names) =>
        Objects.TypesOf(finding).Where(t => t.IsValueType).Append(typeof(KeyValuePair<,>)).Any(type =>
    {
        var own = JsonDifferentialDialect.NamesOf(type);
        return names.Where(n => n is not ("$type" or "$kind" or "kind")).All(n => own.Contains(JsonDifferentialDialect.Plain(n)));
    });

    public static string? ReasonOf(Finding finding)
    {
        string text = finding.Document is null ? "" : System.Text.Encoding.UTF8.GetString(finding.Document);
        string theirs = finding.Original?.Refusal?.Message ?? "", ours = finding.Ours?.Refusal?.Message ?? "",
            options = finding.Options.Text;
        bool writes = finding.Step == "write" && finding.Difference == "the bytes differ";
        string written = writes ? finding.Original!.ToString() : "", ourWritten = writes ? finding.Ours!.ToString() : "";
        return finding.Difference switch
        {
            "only the original refuses" when theirs.Contains("Properties that start with '$' are not allowed", StringComparison.Ordinal) =>
                "a name with a dollar that is no metadata",
            "only the original refuses" when theirs.Contains("'$values' metadata property must", StringComparison.Ordinal)
                && (!options.Contains("Preserve", StringComparison.Ordinal)
                    || (finding.Type + finding.Code).Contains("Dictionary", StringComparison.Ordinal)) =>
                        "the name of metadata that the type has not",
            "only the original refuses" when RefersTo(text, theirs) => "identities in a value that nothing takes",
            "only the original refuses"
                when theirs.StartsWith("'/' is invalid after a property name", StringComparison.Ordinal)
                    && options.Contains("Comments", StringComparison.Ordinal) => "a comment before a colon",
            "only the original refuses"
                when theirs.Contains("is marked with JsonObjectCreationHandling.Populate but its type allows polymorphic deserialization",
                    StringComparison.Ordinal) => "Populate of a type that has subtypes",
            "only the original refuses"
                when theirs.Contains(
                    "is marked with JsonObjectCreationHandling.Populate but it is a read-only member and JsonSerializerOptions has IgnoreReadOnly",
                    StringComparison.Ordinal) => "Populate of a member that is not written",
            "only the original refuses"
                when theirs.Contains("is only valid on a number or a collection of numbers", StringComparison.Ordinal)
                    && finding.Code.Contains("[JsonDerivedType", StringComparison.Ordinal) =>
                        "an attribute of a derived class is looked at when that is used",
            "only the original refuses"
                when theirs.Contains("is only valid on a number or a collection of numbers", StringComparison.Ordinal)
                    && finding.Step == "write" && finding.Ours!.ToString() is "[]" or "{}" or "null" =>
                        "an attribute of a type of which there is no object",
            "only the original refuses"
                when theirs.Contains("is marked required but does not specify a setter", StringComparison.Ordinal) =>
                "a required member that is ignored, has no setter that all may call, or is a collection without a getter",
            "only the original refuses"
                when theirs.Contains("Populate is incompatible with reference handling", StringComparison.Ordinal) =>
                "Populate with identities",
            "only ours refuses" when ours.Contains("invalid escape, '\\ud800'", StringComparison.Ordinal) => "half a surrogate pair",
            "only ours refuses" when finding.Step == "write" && options.Contains("Preserve", StringComparison.Ordinal)
                && (ours.Contains("which would be read back as metadata", StringComparison.Ordinal)
                    || ours.Contains("which would be read back as an identity", StringComparison.Ordinal)) => "a key that is an identity's",
            "the bytes differ"
                when writes && finding.Code.Contains("[JsonDerivedType", StringComparison.Ordinal)
                    && finding.Code.Contains("object", StringComparison.Ordinal) && TellsMore(written, ourWritten) =>
                        "the subtype of a value behind object",
            "the bytes differ"
                when writes && options.Contains("Indented", StringComparison.Ordinal) && Regex.IsMatch(finding.Code, "Int128|Half")
                    && Unspaced(written) == Unspaced(ourWritten) => "indented numbers of 128 and 16 bits in quotes",
            { } difference
                when Regex.IsMatch(difference, @"\d+ items became \d+")
                    && (text.Contains("[]", StringComparison.Ordinal) || text.Contains("\"\"", StringComparison.Ordinal))
                    && Regex.IsMatch(finding.Code, @"Set<[^;]*\[\]>") => "empty arrays in a set",
            "the bytes differ"
                when writes && options.Contains("Preserve", StringComparison.Ordinal)
                    && (finding.Type + finding.Code).Contains("object", StringComparison.Ordinal)
                && JsonIdentities.AreThoseOfStructs((byte[])finding.Original!.Result!, (byte[])finding.Ours!.Result!,
                    names => IsOfStruct(finding, names)) => "the identity of a struct behind object",
            _ => null,
        };
    }
}

/// <summary>Compares two texts whose objects are numbered: which of them are is looked at, not by which number.</summary>
static class JsonIdentities
{
    /// <summary>
    /// Whether the first differs from the second in nothing but identities that only it tells, of objects with the names of a struct's
    /// members, and that nothing refers to.
    /// </summary>
    public static bool AreThoseOfStructs(byte[] theirs, byte[] ours, Func<IEnumerable<string>, bool> isOfStruct)
    {
        try
        {
            using var left = JsonDocument.Parse(theirs, new JsonDocumentOptions { MaxDepth = 200 });
            using var right = JsonDocument.Parse(ours, new JsonDocumentOptions { MaxDepth = 200 });
            return Same(left.RootElement, right.RootElement, [], isOfStruct);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>
    /// The second text without the members of its objects that tell a type where the first tells none; null where there are none.
    /// </summary>
    public static byte[]? WithoutToldTypes(byte[] theirs, byte[] ours)
    {
        try
        {
            using var left = JsonDocument.Parse(theirs, new JsonDocumentOptions { MaxDepth = 200 });
            using var right = JsonDocument.Parse(ours, new JsonDocumentOptions { MaxDepth = 200 });
            using var stream = new MemoryStream();
            int removed = 0;
            using (var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { MaxDepth = 200 }))
                Copy(left.RootElement, right.RootElement, writer, ref removed);
            return removed > 0 ? stream.ToArray() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    static void Copy(JsonElement theirs, JsonElement ours, Utf8JsonWriter writer, ref int removed)
    {
        if (theirs.ValueKind != ours.ValueKind || theirs.ValueKind is not (JsonValueKind.Object or JsonValueKind.Array))
        {
            writer.WriteRawValue(ours.GetRawText());
            return;
        }
        if (theirs.ValueKind == JsonValueKind.Array)
        {
            var items = new Queue<JsonElement>(theirs.EnumerateArray());
            writer.WriteStartArray();
            foreach (var item in ours.EnumerateArray())
                Copy(items.TryDequeue(out var there) ? there : default, item, writer, ref removed);
            writer.WriteEndArray();
            return;
        }
        var left = theirs.EnumerateObject().ToList();
        writer.WriteStartObject();
        foreach (var member in ours.EnumerateObject())
        {
            int at = left.FindIndex(m => m.Name == member.Name);
            if (at < 0 && member.Name is ("$type" or "$kind" or "kind"))
            {
                removed++;
                continue;
            }
            writer.WritePropertyName(member.Name);
            Copy(at < 0 ? default : left[at].Value, member.Value, writer, ref removed);
            if (at >= 0)
                left.RemoveAt(at);
        }
        writer.WriteEndObject();
    }

    static bool Same(JsonElement theirs, JsonElement ours, Dictionary<string, string> numbers, Func<IEnumerable<string>, bool> isOfStruct)
    {
        if (theirs.ValueKind != ours.ValueKind)
            return false;
        if (theirs.ValueKind == JsonValueKind.Array)
            return theirs.GetArrayLength() == ours.GetArrayLength()
                && theirs.EnumerateArray().Zip(ours.EnumerateArray()).All(i => Same(i.First, i.Second, numbers, isOfStruct));
        if (theirs.ValueKind != JsonValueKind.Object)
            return theirs.GetRawText() == ours.GetRawText();
        var left = theirs.EnumerateObject().ToList();
        var right = ours.EnumerateObject().ToList();
        int told = left.FindIndex(m => m.Name == "$id");
        if (told >= 0 && !right.Exists(m => m.Name == "$id"))
        {
            left.RemoveAt(told);
            if (!isOfStruct(left.Select(m => m.Name)))
                return false;
        }
        return left.Count == right.Count && left.Zip(right).All(m => m.First.Name == m.Second.Name && m.First.Name switch
        {
            "$id" => numbers.TryAdd(m.First.Value.GetString()!, m.Second.Value.GetString()!),
            "$ref" => numbers.GetValueOrDefault(m.First.Value.GetString()!) == m.Second.Value.GetString(),
            _ => Same(m.First.Value, m.Second.Value, numbers, isOfStruct),
        });
    }
}
