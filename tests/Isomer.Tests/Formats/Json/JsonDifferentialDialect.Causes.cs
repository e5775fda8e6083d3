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
    /// <summary>
    /// Whether all that differs is in structs that a constructor makes, where ours makes a new one of what the text says alone. Each that is not what it is there must be what the original makes of it
    /// without Populate, by the option or by attributes: in the same place, where there are as many structs then; lists to which items were added hold more.
    /// </summary>
    bool IsOfPopulatedStruct(Finding finding)
    {
        if (!(finding.Options.Text + finding.Code).Contains("Populate", StringComparison.Ordinal) || !DifferOnlyIn(finding, field => IsMade(field.DeclaringType!)))
            return false;
        var (theirs, ours) = (Held(OriginalRead(finding.Document!, finding.Type, finding.Options)), Held(OurReadAgain(finding)));
        const string Populate = "(JsonObjectCreationHandling.Populate)";
        var options = new JsonSerializerOptions(Theirs(finding.Options)) { PreferredObjectCreationHandling = JsonObjectCreationHandling.Replace };
        if (theirs.Count != ours.Count)
            return false;
        // Where it cannot be asked, that nothing else differs has to do.
        if (ByOtherCode(finding, finding.Code.Replace(Populate, "(JsonObjectCreationHandling.Replace)", StringComparison.Ordinal), options) is not { } made)
            return true;
        if (made.Refusal is not null)
            return false;
        var replaced = Held(made.Result);
        for (int i = 0; i < ours.Count; i++)
            if (!AreEqual(theirs[i], ours[i]) && !(replaced.Count == ours.Count ? AreEqual(replaced[i], ours[i]) : replaced.Exists(r => AreEqual(r, ours[i]))))
                return false;
        return true;

        bool AreEqual(object left, object right) => Difference(new Outcome(left, null), new Outcome(right, null)) is null;

        static bool IsMade(Type type) => type.IsValueType && type.GetConstructors().Any(c => c.IsDefined(typeof(JsonConstructorAttribute), false) && c.GetParameters().Length > 0);

        static List<object> Held(object? value)
        {
            var held = new List<object>();
            Objects.Change(value, (_, content) =>
            {
                if (content is not null && IsMade(content.GetType()))
                    held.Add(content);
                return content;
            });
            return held;
        }
    }

    /// <summary>What the original makes of the document by other code of the types, as values of the types themselves; null where that is no C#, or where values of it cannot be moved.</summary>
    static Outcome? ByOtherCode(Finding finding, string code, JsonSerializerOptions options)
    {
        try
        {
            var type = Objects.Moved(finding.Type, PlanCompiler.Compile([code], collectible: true));
            var read = Outcome.Of(() => JsonSerializer.Deserialize(finding.Document, type, options));
            return read.Refusal is not null ? read : new Outcome(Canonical(Objects.Moved(read.Result, Objects.RootOf(finding.Type).Assembly), Ours(finding.Options), turnsStacks: true), null);
        }
        catch (Exception e) when (e is InvalidOperationException or MissingMethodException or TargetInvocationException or ArgumentException)
        {
            return null;
        }
    }

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
        return (DifferOnlyIn(finding, field => names.Contains(Objects.NameOf(field))) && IsWhatTheBaseTakes(finding))
            || (finding.Difference.StartsWith("only", StringComparison.Ordinal) && IsRefusedAt(finding.Original!.Refusal ?? finding.Ours!.Refusal!) && Without(finding.Document!) is { } altered && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(altered)));

        bool IsRefusedAt(Exception refusal) => Regex.Match(refusal.Message, @"Path: (\$[^ |]*)") is { Success: true } path && Regex.Matches(path.Groups[1].Value, @"[^.\[\]']+").Any(step => called.Contains(Plain(step.Value)));

        string? Without(byte[] json)
        {
            var root = JsonTree.Parse(Encoding.UTF8.GetString(json).TrimStart('\ufeff'), isLenient: true);
            root?.Remove((name, _) => called.Contains(Plain(name)));
            return root?.ToString();
        }
    }

    [GeneratedRegex(@"override [^\n]* \w+ \{ (get|set) => base\.\w+( = value)?; \}")]
    private static partial Regex OneAccessor();

    /// <summary>
    /// Whether the original makes what ours makes of the document by types without the overrides, so that it sees the base's accessors. What an override says by attributes cannot be taken
    /// out with it, nor one of an abstract member: there it is not asked.
    /// </summary>
    static bool IsWhatTheBaseTakes(Finding finding)
    {
        string[] lines = finding.Code.Split('\n');
        if (lines.Any(l => OneAccessor().IsMatch(l) && l.Contains('[', StringComparison.Ordinal)) || ByOtherCode(finding, string.Join('\n', lines.Where(l => !OneAccessor().IsMatch(l))), Theirs(finding.Options)) is not { } original)
            return true;
        return Outcome.Difference(original, finding.Ours!) is not { } difference || JsonDifferentialDeviations.ReasonOf(finding with { Original = original, Difference = difference }) is not null;
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
            // Of a dictionary the values: a pair of both is a type of the framework's, in which nothing is looked for.
            if ((value is IDictionary map ? map.Values : value) is IEnumerable items)
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
