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
    /// Whether the values differ for members that are structs which a constructor makes, where ours makes a new one of what the text says
    /// alone: of types whose members of such structs ask for that, and say nothing of Populate, the original makes what ours makes of the
    /// types as they are.
    /// </summary>
    bool IsOfPopulatedStruct(Finding finding)
    {
        if (!finding.Difference.StartsWith("the values differ", StringComparison.Ordinal) || finding.Document is null
            || finding.Step == "write" || !(finding.Options.Text + finding.Code).Contains("Populate", StringComparison.Ordinal))
            return false;
        string[] made = [.. Objects.TypesOf(finding).Where(IsMade).Select(t => t.Name.Split('`')[0])];
        if (made.Length == 0)
            return false;
        const string Handling = "[JsonObjectCreationHandling(JsonObjectCreationHandling.";
        var declared =
            new Regex($@"\bpublic (?:(?:new|required|readonly|override|virtual) )*(?:{string.Join('|', made)})(?:<[^>]*>)?\?? \w");
        string code = string.Join('\n', finding.Code.Split('\n').Select(line => declared.Match(line) is not { Success: true } member ? line
            : line.Replace(Handling + "Populate)]", "", StringComparison.Ordinal) is var plain
                && plain.Contains(Handling, StringComparison.Ordinal) ? plain
            : declared.Replace(plain, m => Handling + "Replace)] " + m.Value)));
        return code != finding.Code && IsWhatTheOriginalDoesOf(finding, code) == true;

        static bool IsMade(Type type) =>
            type.IsValueType
                && type.GetConstructors().Any(c => c.IsDefined(typeof(JsonConstructorAttribute), false) && c.GetParameters().Length > 0);
    }

    /// <summary>
    /// Whether the original does of other code of the types what ours does of them as they are, or what another rule tells. Of two refusals
    /// ours must be at the same place. Null where it cannot be asked: the code is no C#, or values cannot be moved to its types and back.
    /// </summary>
    bool? IsWhatTheOriginalDoesOf(Finding finding, string code)
    {
        if (ByOtherCode(finding, code) is not { } original)
            return null;
        if (original.Refusal is { } theirs && finding.Ours!.Refusal is { } ours)
            return PathOf(theirs) is { } path && path == PathOf(ours);
        return Outcome.Difference(original, finding.Ours!) is not { } difference
            || ((original.Refusal is null || finding.Original!.Refusal is not null)
                && IsTold(finding with { Original = original, Difference = difference, Code = code, IsOursOfDocument = false }));

        static string? PathOf(Exception refusal) =>
            Regex.Match(refusal.Message, @"Path: (\$[^ |]*)") is { Success: true } path ? path.Groups[1].Value.TrimEnd('.') : null;
    }

    /// <summary>
    /// What the original makes by other code of the types: of the document, as values of the types themselves, or of the value. Null where
    /// that is no C#, or where values cannot be moved.
    /// </summary>
    static Outcome? ByOtherCode(Finding finding, string code)
    {
        try
        {
            var (made, own, options) = (PlanCompiler.Compile([code], collectible: true), Objects.RootOf(finding.Type).Assembly,
                Theirs(finding.Options));
            var type = Objects.Moved(finding.Type, made);
            if (finding.Step == "write")
            {
                object? value = Objects.Moved(finding.Value, made);
                return Outcome.Of(() => JsonSerializer.SerializeToUtf8Bytes(value, type, options));
            }
            var read = Outcome.Of(
                () => Canonical(JsonSerializer.Deserialize(finding.Document, type, options), Ours(finding.Options), turnsStacks: true));
            return read.Refusal is not null ? read : new Outcome(Objects.Moved(read.Result, own), null);
        }
        catch (Exception e) when (e is InvalidOperationException or MissingMethodException or TargetInvocationException or ArgumentException
            or NotSupportedException)
        {
            return null;
        }
    }

    [GeneratedRegex(@"(override [^\n]* (\w+)) \{ (?:get => base\.\w+|set => base\.\w+ = value); \}")]
    private static partial Regex OneAccessor();

    /// <summary>
    /// Whether ours does what the original does where it sees what an override declares, and does of the types as they are what the
    /// original does of types whose overrides declare both accessors: in what is written of the members, in what they hold, and in where
    /// they are refused.
    /// </summary>
    bool IsOfOneAccessor(Finding finding, Func<OptionPair, Outcome> ours)
    {
        if (!OneAccessor().IsMatch(finding.Code) || finding.Options.Text.Contains("WithoutForeignRules", StringComparison.Ordinal))
            return false;
        var options = finding.Options with
        {
            Ours =
            Ours(finding.Options) with { Convention = ((PlainConvention)Ours(finding.Options).Convention).WithoutForeignRules() }
        };
        var seen = ours(options);
        if (Outcome.Difference(finding.Original!, seen) is { } difference
            && !IsTold(finding with { Ours = seen, Difference = difference, Options = options }))
            return false;
        return IsWhatTheOriginalDoesOf(finding, OneAccessor().Replace(finding.Code, "$1 { get => base.$2; set => base.$2 = value; }"))
            == true;
    }

    /// <summary>
    /// Whether ours refuses what stands for a collection without a setter, which it fills, and the original passes over: without what the
    /// text has for such members both make the same.
    /// </summary>
    bool IsOfRefusedInUnset(Finding finding)
    {
        if (finding.Difference != "only ours refuses" || finding.Step == "write" || finding.Document is null
            || finding.Ours!.Refusal is not WireFormatException { Path: { } path }
            || JsonTree.Parse(Encoding.UTF8.GetString(finding.Document).TrimStart('\ufeff'), isLenient: true) is not { } root)
            return false;
        var names = NamesOf(finding, m => m is PropertyInfo { SetMethod: null or { IsPublic: false } } property
            && property.PropertyType != typeof(string) && typeof(IEnumerable).IsAssignableFrom(property.PropertyType));
        var on = Regex.Matches(path, @"\.([^.\[]+)|\['([^']*)'\]").Select(m => Plain(m.Groups[1].Value + m.Groups[2].Value)).ToHashSet();
        on.IntersectWith(names);
        return on.Count > 0 && root.Remove((name, _) => on.Contains(Plain(name))) > 0
            && BothMakeTheSameOf(finding, Encoding.UTF8.GetBytes(root.ToString()));
    }

    /// <summary>The names of some members of a case, as <see cref="Plain"/> has them.</summary>
    static HashSet<string> NamesOf(Finding finding, Func<MemberInfo, bool> isOf) =>
        NamesOf(Objects.TypesOf(finding).SelectMany(MembersOf).Where(isOf));

    /// <summary>The names of a type's own members.</summary>
    internal static HashSet<string> NamesOf(Type type) => NamesOf(MembersOf(type));

    static IEnumerable<MemberInfo> MembersOf(Type type) =>
        type.GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly);

    static HashSet<string> NamesOf(IEnumerable<MemberInfo> members) => members
        .SelectMany(m => (string?[])[m.Name, m.GetCustomAttribute<JsonPropertyNameAttribute>(false)?.Name]).OfType<string>().Select(Plain)
            .ToHashSet();

    /// <summary>A name under any policy.</summary>
    internal static string Plain(string name) =>
        name.Replace("_", "", StringComparison.Ordinal).Replace("-", "", StringComparison.Ordinal).ToLowerInvariant();

    /// <summary>
    /// Whether the original reads into a member that is ignored at reading: of types in which such members are ignored always, so that they
    /// keep what they have, it makes what ours makes of the types as they are. Where that cannot be asked, it must make it of the text
    /// without what that has for such members.
    /// </summary>
    bool IsOfIgnoredAtReading(Finding finding)
    {
        static bool IsIgnored(MemberInfo? member) =>
            member?.GetCustomAttribute<JsonIgnoreAttribute>(false)?.Condition == JsonIgnoreCondition.WhenReading;
        if (!(finding.Options.Text + finding.Code).Contains("Populate", StringComparison.Ordinal)
            || !finding.Code.Contains("WhenReading", StringComparison.Ordinal) || finding.Document is null || finding.Step == "write")
            return false;
        if (IsWhatTheOriginalDoesOf(finding,
            finding.Code.Replace("JsonIgnoreCondition.WhenReading", "JsonIgnoreCondition.Always", StringComparison.Ordinal)) is { } answer)
            return answer;
        var names = NamesOf(finding, IsIgnored);
        return JsonTree.Parse(Encoding.UTF8.GetString(finding.Document).TrimStart('\ufeff'), isLenient: true) is { } root
            && root.Remove((name, _) => names.Contains(Plain(name))) > 0
            && MakesTheSameOf(finding, Encoding.UTF8.GetBytes(root.ToString()));
    }

    /// <summary>
    /// Whether the original does not read a class that is an enumerable alone and has an Add: of types in which it is a collection whose
    /// Add is that one, it makes what ours makes of the types as they are.
    /// </summary>
    bool IsOfEnumerable(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Step == "write"
            || !finding.Original!.Refusal!.Message.Contains("could not be instantiated and populated", StringComparison.Ordinal))
            return false;
        string code = Regex.Replace(finding.Code, @"(class T\d+ : )IEnumerable<([^\n]*)>(\s*\{\s*)(?=readonly List<)", m =>
            $"{m.Groups[1]}ICollection<{m.Groups[2]}>{m.Groups[3]}void ICollection<X>.Add(X i) => Add(i); bool ICollection<X>.Contains(X i) => false; void ICollection<X>.CopyTo(X[] a, int at) {{ }} bool ICollection<X>.Remove(X i) => false; int ICollection<X>.Count => _items.Count; bool ICollection<X>.IsReadOnly => false; "
                .Replace("<X>", $"<{m.Groups[2]}>", StringComparison.Ordinal).Replace("(X", $"({m.Groups[2]}", StringComparison.Ordinal));
        return code != finding.Code && IsWhatTheOriginalDoesOf(finding, code) == true;
    }

    /// <summary>
    /// Whether the original refuses a constructor whose parameter has a default and stands for a field, where fields are no members: of
    /// types whose constructors have no parameters for fields it does what ours does of them as they are.
    /// </summary>
    bool IsOfUnmatchedParameter(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || Theirs(finding.Options).IncludeFields
            || !finding.Original!.Refusal!.Message.Contains("Each parameter in the deserialization constructor", StringComparison.Ordinal))
            return false;
        string code = finding.Code;
        foreach (string field in Objects.TypesOf(finding).SelectMany(t => t.GetFields()).Select(f => f.Name).Distinct())
            code = Regex.Replace(code, $@"(public T\d+(?:<\w+>)?\([^)\n]*?)(?:, )?[^,(\n]+ {field} = default(?:, (?=[^)]))?([^\n]*) this\.{field} = {field};",
                m => m.Groups[1].Value + m.Groups[2].Value);
        return code != finding.Code && IsWhatTheOriginalDoesOf(finding, code) == true;
    }

    /// <summary>
    /// Whether the original refuses Populate on a member without a getter, of a type of which there is no object: without that attribute it
    /// does what ours does of the types as they are.
    /// </summary>
    bool IsOfUnusedPopulate(Finding finding)
    {
        if (finding.Difference != "only the original refuses"
            || Regex.Match(finding.Original!.Refusal!.Message,
                @"Property '(\w+)' on type '.*' is marked with JsonObjectCreationHandling\.Populate but it doesn't have a getter") is not { Success: true } named)
            return false;
        string code = Regex.Replace(finding.Code,
            $@"\[JsonObjectCreationHandling\(JsonObjectCreationHandling\.Populate\)\](?=[^\n]* {named.Groups[1].Value} \{{ (private get|set))",
            "");
        return code != finding.Code && IsWhatTheOriginalDoesOf(finding, code) == true;
    }

    /// <summary>
    /// Whether ours tells the subtypes of values behind object, and another rule excuses what is left without those members. What differs
    /// by them alone is found by the text (<see cref="JsonDifferentialDeviations"/>).
    /// </summary>
    bool IsOfToldSubtypes(Finding finding) =>
        finding is { Step: "write", Difference: "the bytes differ" } && finding.Code.Contains("[JsonDerivedType", StringComparison.Ordinal)
            && finding.Code.Contains("object", StringComparison.Ordinal)
        && JsonIdentities.WithoutToldTypes((byte[])finding.Original!.Result!, (byte[])finding.Ours!.Result!) is { } without
        && IsTold(finding with { Ours = new Outcome(without, null) });

    /// <summary>
    /// Whether the original refuses identities in what a constructor is given: of the document without those that nothing refers to it
    /// makes what ours makes of the document.
    /// </summary>
    bool IsOfArgumentIdentity(Finding finding)
    {
        if (finding.Difference != "only the original refuses" || finding.Document is null
            || !finding.Original!.Refusal!.Message.Contains("Reference metadata is not supported when deserializing constructor parameters",
                StringComparison.Ordinal)
            || JsonTree.Parse(Encoding.UTF8.GetString(finding.Document).TrimStart('\ufeff'), isLenient: true) is not { } root)
            return false;
        var referred = root.All.SelectMany(t => t.Members ?? []).Where(m => JsonTree.Said(m.Name) == "$ref")
            .Select(m => JsonTree.Said(m.Value.Raw)).ToHashSet();
        foreach (var tree in root.All)
            if (tree.Members is [(var name, { Raw.Length: > 0 } identity), ..] members && JsonTree.Said(name) == "$id"
                && !referred.Contains(JsonTree.Said(identity.Raw)))
            {
                members.RemoveAt(0);
                // A list is in a member of an object that has its identity.
                if (members is [(var values, { Items: { } items })] && JsonTree.Said(values) == "$values")
                    (tree.Members, tree.Items) = (null, items);
            }
        return MakesTheSameOf(finding, Encoding.UTF8.GetBytes(root.ToString()));
    }

    /// <summary>
    /// Whether all that differs is the items of classes that have an Add of their own, which their interface does not call: where what the
    /// original read is taken out of each and put in again by that Add, both are the same.
    /// </summary>
    bool IsOfOwnAdd(Finding finding)
    {
        if (finding.Step == "write" || finding.Original!.Refusal is not null || finding.Ours!.Refusal is not null
            || finding.Document is not { } document || !Regex.IsMatch(finding.Code, @"public (new )?void Add\("))
            return false;
        var original = Outcome.Of(() => OriginalRead(document, finding.Type, finding.Options));
        // Another rule may have asked the original about other types.
        if (Difference(original, finding.Original) is not null)
            return false;
        AddAgain(original.Result, new HashSet<object>(ReferenceEqualityComparer.Instance));
        return Difference(original, finding.Ours) is null;

        // The one that the interface does not call.
        static MethodInfo? OwnAdd(Type type) =>
            type.GetInterfaces()
                .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ICollection<>)) is { } collection
            && type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                .FirstOrDefault(m => m.Name == "Add" && m.GetParameters().Length == 1) is { } add
            && !type.GetInterfaceMap(collection).TargetMethods.Contains(add) ? add : null;

        static void AddAgain(object? value, HashSet<object> seen)
        {
            if (value is null or string || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
                || (!value.GetType().IsValueType && !seen.Add(value)))
                return;
            // Of a dictionary the values: a pair of both is a type of the framework's, in which nothing is looked for.
            if ((value is IDictionary map ? map.Values : value) is IEnumerable items)
                foreach (object? item in items)
                    AddAgain(item, seen);
            for (var level = value.GetType(); level is not null
                && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true; level = level.BaseType)
                foreach (var field in level.GetFields(
                    BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
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
