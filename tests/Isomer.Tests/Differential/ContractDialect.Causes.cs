using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Isomer.Conventions;

namespace Isomer.Tests.Differential;

/// <summary>Rules of both forms of contracts that ask the question again with other types.</summary>
public abstract partial class ContractDialect
{
    readonly Dictionary<string, Assembly?> _others = [];

    /// <summary>
    /// What both make of the same value or document by other code of the types, with some of the known types; null where that is no C#, or
    /// where the value cannot be moved to its types.
    /// </summary>
    protected Finding? ByOtherCode(Finding finding, string code, Func<Type, bool> isKnown)
    {
        if (!_others.TryGetValue(code, out var made))
            _others.Add(code, made = Compiled(code, finding.Type.IsCollectible));
        if (made is null)
            return null;
        try
        {
            var type = Objects.Moved(finding.Type, made);
            var options = In(made,
                KnowingOnly(finding.Options, [.. KnownOf(finding.Options).Where(isKnown).Select(t => Objects.Moved(t, made))]));
            object? value = Objects.Moved(finding.Value, made);
            var (original, ours) = finding.Step == "write"
                ? (Outcome.Of(() => OriginalWrite(value, type, options)), Outcome.Of(() => OurWrite(value, type, options)))
                : (Outcome.Of(() => OriginalRead(finding.Document!, type, options)),
                    Outcome.Of(() => OurRead(finding.Document!, type, options)));
            return finding with
            {
                Difference = Difference(original, ours) ?? "",
                Code = code,
                Type = type,
                Options = options,
                Original = original,
                Ours = ours,
                Value = value
            };
        }
        catch (Exception e) when (e is InvalidOperationException or MissingMethodException or TargetInvocationException or ArgumentException
            or NotSupportedException)
        {
            return null;
        }
    }

    /// <summary>The options for types of the same names in another assembly, but for those that are known.</summary>
    protected virtual OptionPair In(Assembly other, OptionPair options) => options;

    /// <summary>The code in which some types are not made known, by attributes that name them or a method.</summary>
    static string WithoutKnown(string code, Func<string, bool> isForgotten)
    {
        code = Regex.Replace(code, @"\s*\[KnownType\(typeof\((\w+)\)\)\]", m => isForgotten(m.Groups[1].Value) ? "" : m.Value);
        return Regex.Replace(code, @"(KnownOf\w+\(\) => new)\[\] \{ ([^}]*) \}", m =>
        {
            string[] all = m.Groups[2].Value.Split(", "), left = [.. all.Where(t => !isForgotten(t["typeof(".Length..^1]))];
            return left.Length == all.Length ? m.Value : $"{m.Groups[1].Value} Type[] {{ {string.Join(", ", left)} }}";
        });
    }

    static Assembly? Compiled(string code, bool isCollectible)
    {
        try
        {
            return PlanCompiler.Compile([code], isCollectible);
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>
    /// Whether the original refuses a data member without a getter of a type that is known, a struct too, or is the base of one that is:
    /// where those are not known it does what ours does, and where both refuse, ours throws what the original throws then, which is what a
    /// type or a writer of the caller's throws.
    /// </summary>
    bool IsOfBlindKnownType(Finding finding, string theirs)
    {
        if (finding.Difference is not ("only the original refuses" or Another)
            || NamedIn(finding, theirs, @"^No get method for property '[^']+' in type '\w+\.(T\d+)") is not { } blind)
            return false;
        var known = TypesOf(finding).Where(blind.IsAssignableFrom).Select(t => t.Name).ToHashSet();
        string code = WithoutKnown(finding.Code, known.Contains);
        bool IsKept(Type type) => !known.Contains(Objects.RootOf(type).Name);
        if ((code == finding.Code && KnownOf(finding.Options).All(IsKept))
            || ByOtherCode(finding, code, IsKept) is not { Original: { } original } without)
            return false;
        if (finding.Difference == Another)
            return original.Refusal is { } refusal
                && (AreAlike(refusal, finding.Ours!.Refusal!)
                    || IsOfBlindKnownType(without with { Ours = finding.Ours, Difference = Another }, refusal.Message));
        return Difference(original, finding.Ours!) is not { } difference
            || IsTold(without with { Ours = finding.Ours, Difference = difference, IsOursOfDocument = false });
    }

    /// <summary>
    /// Whether ours has read what the original refuses, and it is the original that cannot show it, for it looks at a data member without a
    /// getter of a type that is known: where such types are not known the original refuses the document as it did, and so does ours, or
    /// another rule excuses that ours reads it.
    /// </summary>
    bool IsOfBlindShown(Finding finding, string ours)
    {
        if (finding.Difference != Another || finding.Step == "write"
            || NamedIn(finding, ours, @"^No get method for property '[^']+' in type '\w+\.(T\d+)") is not { } blind)
            return false;
        var known = TypesOf(finding).Where(blind.IsAssignableFrom).Select(t => t.Name).ToHashSet();
        string code = WithoutKnown(finding.Code, known.Contains);
        return ByOtherCode(finding, code, t => !known.Contains(Objects.RootOf(t).Name)) is { } without
            && without.Original!.Refusal is { } refusal && AreAlike(refusal, finding.Original!.Refusal!)
            && (without.Difference.Length == 0 || IsTold(without));
    }

    /// <summary>
    /// Whether ours refuses two known types of one contract name, at which the original does not look: where one of them is not known ours
    /// does what the original does with both.
    /// </summary>
    bool IsOfKnownOfOneName(Finding finding, string ours)
    {
        if (finding.Difference is not ("only ours refuses" or Another)
            || Regex.Match(ours, @"The known types '([^']*)' and '([^']*)' have the same contract name") is not { Success: true } named)
            return false;
        // Both refuse them for that, each with an exception of its own.
        if (finding.Difference == Another && Regex.Match(finding.Original!.Refusal!.Message,
            @"^Type '(.*)' cannot be added to list of known types since another type '(.*)' with the same data contract name")
                is { Success: true } both
            && new HashSet<string> { both.Groups[1].Value, both.Groups[2].Value }
                .SetEquals([named.Groups[1].Value, named.Groups[2].Value]))
            return true;
        string one = named.Groups[1].Value is var first && TypesOf(finding).Any(t => t.ToString() == first) ? first : named.Groups[2].Value;
        // Where both refuse, ours refuses the document then.
        return Forgetting(finding, one) is { } without && Difference(finding.Original!, without.Original!) is null
            && (without.Difference.Length == 0 || IsTold(without))
            && (finding.Difference != Another
                || without.Ours!.Refusal is WireFormatException or System.Runtime.Serialization.SerializationException);
    }

    /// <summary>
    /// Whether the original refuses two known collections of the same items: where one of them is not known it does what ours does with
    /// both.
    /// </summary>
    bool IsOfKnownCollectionsOfOneName(Finding finding, string theirs) =>
        finding.Difference == "only the original refuses" && Regex.Match(theirs,
            @"^Type '(.*)' cannot be added to list of known types since another type '(.*)' with the same data contract name")
                is { Success: true } named
            && ((string[])[named.Groups[1].Value, named.Groups[2].Value]).Any(one =>
                Forgetting(finding, one) is { Original: { } original } without
                    && (Difference(original, finding.Ours!) is not { } difference
                        || IsTold(without with { Ours = finding.Ours, Difference = difference, IsOursOfDocument = false })));

    /// <summary>
    /// What both make where a type is not known, neither by the options nor by an attribute; null where it is not made known by those.
    /// </summary>
    protected Finding? Forgetting(Finding finding, string type)
    {
        string code = WithoutKnown(finding.Code, name => type.EndsWith("." + name, StringComparison.Ordinal));
        bool IsKept(Type known) => known.ToString() != type && known.FullName != type;
        return code == finding.Code && KnownOf(finding.Options).All(IsKept) ? null : ByOtherCode(finding, code, IsKept);
    }

    /// <summary>
    /// Whether the original takes what follows a collection without a setter that holds null for one without a setter: where those
    /// properties have setters it does what ours does with them as they are, and of the document without those that are nil or empty it
    /// makes what ours makes of it.
    /// </summary>
    bool IsOfNullWithoutSetter(Finding finding, string theirs)
    {
        if (finding.Difference is not ("only the original refuses" or Another)
            || !(theirs.Contains("No set method for property '' in type ''", StringComparison.Ordinal)
                || theirs.Contains("Unable to cast object of type", StringComparison.Ordinal)))
            return false;
        var collections = CollectionsWithoutSetter(finding);
        string code = Regex.Replace(finding.Code, @"( (\w+)) \{ get; \}",
            m => collections.Contains(m.Groups[2].Value) ? m.Groups[1].Value + " { get; set; }" : m.Value);
        code = Regex.Replace(code,
            @"(public [^\n({;=]* \w+) (?:\{ get => ([^;\n]*); \}|=> ([^;\n]*);)", "$1 { get => $2$3; set { } }");
        // What the writer or a type throws then ours throws as it is.
        if (finding.Difference == Another)
            return code != finding.Code && ByOtherCode(finding, code, _ => true) is { Original.Refusal: { } thrown }
                && AreAlike(thrown, finding.Ours!.Refusal!);
        // Also where the original reads it, and cannot show what it has read.
        if (code != finding.Code && ByOtherCode(finding, code, _ => true) is { Original: { Refusal: null } original } other
            && (Difference(original, finding.Ours!) is not { } difference
                || IsTold(other with { Ours = finding.Ours, Difference = difference })))
            return true;
        return finding.Step != "write" && WithoutNulls(finding) is { } without && MakesTheSameOf(finding, without);
    }

    /// <summary>The document without what is null or empty in it for a property that nobody can set; null where there is none.</summary>
    protected virtual byte[]? WithoutNulls(Finding finding)
    {
        if (Parsed(finding) is not { } root)
            return null;
        var nil = root.Descendants().Where(e =>
            (!e.HasElements || e.Attribute(Instance + "nil")?.Value.Trim() is "true" or "1")
            && IsWithoutSetter(finding.Code, e)).ToList();
        nil.ForEach(e => e.Remove());
        return nil.Count > 0 ? Printed(root) : null;
    }

    static readonly XNamespace Instance = "http://www.w3.org/2001/XMLSchema-instance";

    protected static bool AreAlike(Exception left, Exception right) => left.GetType() == right.GetType() && left.Message == right.Message;

    /// <summary>
    /// Whether the original tells of a required member that is left out before it comes to what user code throws, and ours, which tells of
    /// it at the end of the object, comes to that first: of types without required members the original throws what ours throws.
    /// </summary>
    bool IsOfLaterRequired(Finding finding, string theirs)
    {
        string code = finding.Code.Replace("IsRequired = true", "IsRequired = false", StringComparison.Ordinal);
        return finding is { Step: "write", Difference: Another }
            && theirs.Contains("the member's IsRequired setting is 'true'", StringComparison.Ordinal) && code != finding.Code
            && ByOtherCode(finding, code, _ => true) is { Original.Refusal: { } refusal } && AreAlike(refusal, finding.Ours!.Refusal!);
    }

    /// <summary>
    /// Whether the original refuses a type with `IsReference` and a required member where it is known, or read, and ours where it is
    /// declared: of types without required members one makes what the other makes.
    /// </summary>
    bool IsOfRequiredReference(Finding finding, string theirs, string ours)
    {
        if (finding.Difference is "only ours refuses" or Another
            && ours.Contains("bears IsReference = true: a reference to it has no members", StringComparison.Ordinal))
            return ByOtherCode(finding, finding.Code.Replace("IsRequired = true", "IsRequired = false", StringComparison.Ordinal), _ => true)
                is { } lenient && Difference(finding.Original!, lenient.Original!) is null
                && (lenient.Difference.Length == 0 || IsTold(lenient));
        if (finding.Difference is not ("only the original refuses" or Another)
            || !theirs.Contains("has the IsRequired setting of 'True", StringComparison.Ordinal))
            return false;
        string code = finding.Code.Replace("IsRequired = true", "IsRequired = false", StringComparison.Ordinal);
        return code != finding.Code && ByOtherCode(finding, code, _ => true) is { Original: { } original } other
            && (finding.Difference == Another
                ? original.Refusal is { } refusal && AreAlike(refusal, finding.Ours!.Refusal!)
                : Difference(original, finding.Ours!) is not { } difference
                    || IsTold(other with { Ours = finding.Ours, Difference = difference, IsOursOfDocument = false }));
    }

    /// <summary>
    /// Whether the original refuses to read a class with a member that nobody can set, which SerializeReadOnlyTypes lets be written: where
    /// those members have setters that do nothing it makes what ours makes.
    /// </summary>
    bool IsOfReadOnly(Finding finding, string theirs)
    {
        if (finding.Difference is not ("only the original refuses" or Another) || finding.Step == "write"
            || !theirs.Contains("No set method for property '", StringComparison.Ordinal)
            || theirs.Contains("No set method for property ''", StringComparison.Ordinal))
            return false;
        var collections = CollectionsWithoutSetter(finding);
        string code = s_readOnly.Replace(finding.Code, m =>
            collections.Contains(m.Groups[2].Value) ? m.Value : $"{m.Groups[1].Value} {m.Groups[2].Value} {{ get => {GivenBy(m)}; set {{ }} }}");
        return code != finding.Code && ByOtherCode(finding, code, _ => true) is { Original: { } original } other
            && (finding.Difference == Another
                ? original.Refusal is { } refusal && AreAlike(refusal, finding.Ours!.Refusal!)
                : Difference(original, finding.Ours!) is not { } difference
                    || IsTold(other with { Ours = finding.Ours, Difference = difference, IsOursOfDocument = false }));
    }

    /// <summary>What the property gives; an object of a contract is made without what its constructor sets.</summary>
    static string GivenBy(Match property) =>
        property.Groups[4].Success ? property.Groups[4].Value : property.Groups[5].Success ? property.Groups[5].Value
        : property.Groups[3].Success && !property.Groups[1].Value.Contains("[DataMember", StringComparison.Ordinal)
            ? property.Groups[3].Value
            : "default";

    static readonly Regex s_readOnly = new(
        @"(?<=^|\n)( *(?:\[[^\n]*\] )?(?:public|private) [^\n({;=]*?) (\w+) (?:\{ get; \}(?: = ([^;\n]*);)?|\{ get => ([^;\n]*); \}|=> ([^;\n]*);)(?=\r?\n|$)");

    /// <summary>
    /// The names of properties that are collections; with a setter what is no collection would be a member that it is not.
    /// </summary>
    static HashSet<string> CollectionsWithoutSetter(Finding finding) =>
        TypesOf(finding).SelectMany(t => t.GetProperties(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(p => !p.PropertyType.IsGenericParameter
                && ContractKinds.Of(p.PropertyType, out _, out _) is ContractKind.Collection or ContractKind.Map)
            .Select(p => p.Name).ToHashSet();

    /// <summary>
    /// Whether ours refuses a struct with a data member without a getter that is declared in what is written or read: in its members,
    /// theirs, and those of known types. With a getter both do the same.
    /// </summary>
    bool IsOfBlindStruct(Finding finding, string ours)
    {
        if (finding.Difference is not ("only ours refuses" or Another)
            || Regex.Match(ours, @"\b(T\d+)(?:`\d\[[^']*\])?\.([^'.]+)' is a data member without a getter") is not { Success: true } named
            || TypesOf(finding).FirstOrDefault(t => t.Name.Split('`')[0] == named.Groups[1].Value) is not { IsValueType: true } blind
            || !IsDeclared(finding, blind))
            return false;
        string code =
            Regex.Replace(finding.Code, $@"( {Regex.Escape(named.Groups[2].Value)} \{{) (set => (\w+) = value; \}})", "$1 get => $3; $2");
        return code != finding.Code && ByOtherCode(finding, code, _ => true) is { } seen && (seen.Difference.Length == 0 || IsTold(seen));
    }

    /// <summary>Whether a type stands in a member, or is an item, of what the root or a known type declares.</summary>
    bool IsDeclared(Finding finding, Type type)
    {
        var (seen, own) = (new HashSet<Type>(), TypesOf(finding).ToList());
        var known = KnownOf(finding.Options)
            .Concat(own.Where(t => finding.Code.Contains($"[KnownType(typeof({t.Name}))]", StringComparison.Ordinal)));
        // A struct that is known alone is declared nowhere.
        var left = new Queue<Type>(known.Where(t => t != type).Prepend(finding.Type));
        while (left.TryDequeue(out var at))
        {
            if (!seen.Add(at))
                continue;
            if ((at.IsGenericType && !type.IsConstructedGenericType ? at.GetGenericTypeDefinition() : at) == type)
                return true;
            if (at.GetElementType() is { } element)
                left.Enqueue(element);
            foreach (var argument in at.GetGenericArguments())
                left.Enqueue(argument);
            if (at.BaseType is { } above)
                left.Enqueue(above);
            foreach (var contract in at.GetInterfaces().Where(i => i.IsGenericType))
                left.Enqueue(contract);
            if (own.Contains(at.IsGenericType ? at.GetGenericTypeDefinition() : at))
                foreach (var member in at.GetMembers(
                    BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                    if (((member as PropertyInfo)?.PropertyType ?? (member as FieldInfo)?.FieldType) is { } declared)
                        left.Enqueue(declared);
        }
        return false;
    }
}
