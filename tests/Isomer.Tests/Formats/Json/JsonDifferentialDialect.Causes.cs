using System.Collections;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats;

/// <summary>Rules that find out whether a difference has the cause that docs/json.md tells.</summary>
sealed partial class JsonDifferentialDialect
{
    /// <summary>Whether a field is what only the constructor of a struct sets.</summary>
    static bool IsMade(FieldInfo field) => field.DeclaringType is { IsValueType: true } type
        && type.GetConstructors().Any(c => c.IsDefined(typeof(JsonConstructorAttribute), false) && c.GetParameters().Any(p => string.Equals(p.Name, Objects.NameOf(field), StringComparison.OrdinalIgnoreCase)))
        && Objects.MemberOf(field) is PropertyInfo { SetMethod: not { IsPublic: true } } or FieldInfo { IsInitOnly: true };

    /// <summary>
    /// Whether all that differs is what only a constructor sets in structs which are filled, where ours has what the text has. The original never gives such a member another value, so that
    /// no document or option says it otherwise: each value of ours must be one that stands in the text.
    /// </summary>
    bool IsOfPopulatedStruct(Finding finding)
    {
        if (!(finding.Options.Text + finding.Code).Contains("Populate", StringComparison.Ordinal) || !DifferOnlyIn(finding, IsMade))
            return false;
        var theirs = Held(OriginalRead(finding.Document!, finding.Type, finding.Options));
        var ours = Held(OurRead(finding.Document!, finding.Type, finding.Options));
        if (theirs.Count != ours.Count)
            return false;
        using var document = JsonDocument.Parse(finding.Document, new JsonDocumentOptions { MaxDepth = 500, AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip });
        var said = Values(document.RootElement).ToList();
        return theirs.Zip(ours).All(pair => Difference(new Outcome(pair.First, null), new Outcome(pair.Second, null)) is null
            || JsonSerializer.SerializeToElement(pair.Second, Theirs(finding.Options)) is var element && said.Exists(s => JsonElement.DeepEquals(s, element)));

        static List<object?> Held(object? value)
        {
            var held = new List<object?>();
            Objects.Change(value, (field, content) =>
            {
                if (IsMade(field))
                    held.Add(content);
                return content;
            });
            return held;
        }
    }

    static IEnumerable<JsonElement> Values(JsonElement element) => (element.ValueKind switch
    {
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Values),
        JsonValueKind.Object => element.EnumerateObject().SelectMany(m => Values(m.Value)),
        _ => [],
    }).Prepend(element);

    /// <summary>
    /// Whether ours does what the original does where it sees what an override declares, and what differs is in the members that are overridden so: in their fields, or in what is
    /// written of them, or in what the text has for them.
    /// </summary>
    bool IsOfOneAccessor(Finding finding)
    {
        var names = Regex.Matches(finding.Code, @"override [^\n]* (\w+) \{ (get|set) => base\.\w+( = value)?; \}").Select(m => m.Groups[1].Value).ToHashSet();
        if (names.Count == 0 || finding.Options.Text.Contains("WithoutForeignRules", StringComparison.Ordinal))
            return false;
        var seen = finding.Options with { Ours = Ours(finding.Options) with { Convention = ((PlainConvention)Ours(finding.Options).Convention).WithoutForeignRules() } };
        var ours = Outcome.Of(() => finding.Step == "write" ? OurWrite(finding.Value, finding.Type, seen) : OurRead(finding.Document!, finding.Type, seen));
        if (Difference(finding.Original!, ours) is { } difference && JsonDifferentialDeviations.ReasonOf(finding with { Ours = ours, Difference = difference }) is null)
            return false;
        var called = NamesOf(finding, m => names.Contains(m.Name));
        if (finding.Step == "write")
            return finding.Original!.Result is byte[] left && finding.Ours!.Result is byte[] right && Without(left) is { } theirs && theirs == Without(right);
        return DifferOnlyIn(finding, field => names.Contains(Objects.NameOf(field)))
            || (finding.Difference.StartsWith("only", StringComparison.Ordinal) && IsRefusedAt(finding.Original!.Refusal ?? finding.Ours!.Refusal!) && Without(finding.Document!) is { } altered && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(altered)));

        bool IsRefusedAt(Exception refusal) => Regex.Match(refusal.Message, @"Path: (\$[^ |]*)") is { Success: true } path && Regex.Matches(path.Groups[1].Value, @"[^.\[\]']+").Any(step => called.Contains(Plain(step.Value)));

        string? Without(byte[] json)
        {
            var root = JsonTree.Parse(Encoding.UTF8.GetString(json).TrimStart('\ufeff'), isLenient: true);
            root?.Remove((name, _) => called.Contains(Plain(name)));
            return root?.ToString();
        }
    }

    /// <summary>The names of some members of a case, as <see cref="Plain"/> has them.</summary>
    static HashSet<string> NamesOf(Finding finding, Func<MemberInfo, bool> isOf) => Objects.TypesOf(finding)
        .SelectMany(t => t.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)).Where(isOf)
        .SelectMany(m => (string?[])[m.Name, m.GetCustomAttribute<JsonPropertyNameAttribute>(false)?.Name]).OfType<string>().Select(Plain).ToHashSet();

    /// <summary>A name under any policy.</summary>
    static string Plain(string name) => name.Replace("_", "", StringComparison.Ordinal).Replace("-", "", StringComparison.Ordinal).ToLowerInvariant();

    /// <summary>
    /// Whether the original reads into a member that is ignored at reading: what differs is in such members, or without what the text has for them it makes what ours makes of
    /// the text.
    /// </summary>
    bool IsOfIgnoredAtReading(Finding finding)
    {
        static bool IsIgnored(MemberInfo? member) => member?.GetCustomAttribute<JsonIgnoreAttribute>(false)?.Condition == JsonIgnoreCondition.WhenReading;
        if (!(finding.Options.Text + finding.Code).Contains("Populate", StringComparison.Ordinal) || !finding.Code.Contains("WhenReading", StringComparison.Ordinal) || finding.Document is null || finding.Step == "write")
            return false;
        if (DifferOnlyIn(finding, field => IsIgnored(Objects.MemberOf(field))))
            return true;
        var names = NamesOf(finding, IsIgnored);
        return JsonTree.Parse(Encoding.UTF8.GetString(finding.Document).TrimStart('\ufeff'), isLenient: true) is { } root && root.Remove((name, _) => names.Contains(Plain(name))) > 0
            && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(root.ToString()), JsonDifferentialDeviations.ReasonOf);
    }

    /// <summary>
    /// Whether all that differs is the items of classes that have an Add of their own, which their interface does not call: where what the original read is taken out of each and put in again by
    /// that Add, both are the same.
    /// </summary>
    bool IsOfOwnAdd(Finding finding)
    {
        if (finding.Step == "write" || finding.Original!.Refusal is not null || finding.Ours!.Refusal is not null || finding.Document is not { } document || !Regex.IsMatch(finding.Code, @"public (new )?void Add\("))
            return false;
        var original = OriginalRead(document, finding.Type, finding.Options);
        AddAgain(original, new HashSet<object>(ReferenceEqualityComparer.Instance));
        return Difference(new Outcome(original, null), finding.Ours) is null;

        // The one that the interface does not call.
        static MethodInfo? OwnAdd(Type type) =>
            type.GetInterfaces().FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ICollection<>)) is { } collection
            && type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).FirstOrDefault(m => m.Name == "Add" && m.GetParameters().Length == 1) is { } add
            && !type.GetInterfaceMap(collection).TargetMethods.Contains(add) ? add : null;

        static void AddAgain(object? value, HashSet<object> seen)
        {
            if (value is null or string || value.GetType() is { IsPrimitive: true } or { IsEnum: true } || (!value.GetType().IsValueType && !seen.Add(value)))
                return;
            if (value is IEnumerable items)
                foreach (object? item in items)
                    AddAgain(item, seen);
            for (var level = value.GetType(); level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true; level = level.BaseType)
                foreach (var field in level.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                    AddAgain(field.GetValue(value), seen);
            if (OwnAdd(value.GetType()) is { } add)
            {
                object?[] all = [.. ((IEnumerable)value).Cast<object?>()];
                value.GetType().GetMethod("Clear")!.Invoke(value, null);
                foreach (object? item in all)
                    add.Invoke(value, [item]);
            }
        }
    }
}
