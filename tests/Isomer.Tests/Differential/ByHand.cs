using System.Reflection;

namespace Isomer.Tests.Differential;

/// <summary>
/// Members as people write them, where the compiler makes no property by itself: getters that copy or make what they give, setters that
/// copy, refuse, count or fill, accessors of less access, members that hide or override others. What a setter did stays in the object,
/// where it is compared.
/// </summary>
static class ByHand
{
    /// <summary>The text that setters leave: their names in the order of the calls. A field of the type, which no format writes.</summary>
    public const string Log = "_log";

    /// <summary>What setters left in all objects that a value holds.</summary>
    public static string LogsOf(object? value)
    {
        var text = new System.Text.StringBuilder();
        Gather(value, text, new HashSet<object>(ReferenceEqualityComparer.Instance));
        return text.ToString();
    }

    static void Gather(object? value, System.Text.StringBuilder text, HashSet<object> seen)
    {
        // A segment of no array cannot be gone through.
        if (value is null or string or ArraySegment<int> { Array: null } || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
            || (!value.GetType().IsValueType && !seen.Add(value)))
            return;
        if (value is System.Collections.IEnumerable items)
        {
            foreach (object? item in items)
                Gather(item, text, seen);
            return;
        }
        if (value.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) == true
            && !value.GetType().Name.StartsWith("KeyValuePair", StringComparison.Ordinal))
            return;
        for (var level = value.GetType(); level is not null && level != typeof(object)
            && level != typeof(ValueType); level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (field.Name == Log)
                    text.Append(field.GetValue(value)).Append(';');
                else
                    Gather(field.GetValue(value), text, seen);
    }

    /// <summary>Gives a member a body, or leaves it as it is.</summary>
    public static void Write(MemberPlan member, Choices choices)
    {
        if (member.Form is not (MemberForm.Property or MemberForm.GetOnly) || member.Type.Code == "T")
            return;
        string field = "_of" + member.Name, code = member.Type.Code;
        bool many = member.Type.Kind is UseKind.Collection or UseKind.Map && member.Type.Plan is null;
        string? body = member.Form == MemberForm.GetOnly
            ? choices.Below(4) switch
            {
                1 when many => $"{{ get => {field} ??= {Fresh(code)}; }}",
                2 when many => $"{{ get => {field} is null ? null : {Copy(code, field)}; }}",
                3 => $"=> {field};",
                _ => null,
            }
            : choices.Below(14) switch
            {
                1 => $"{{ get => {field}; set => {field} = value; }}",
                2 or 3 => $"{{ get => {field}; set {{ {field} = value; {Log} += \"{member.Name} \"; }} }}",
                4 when member.Type.MayBeNull =>
                    $"{{ get => {field}; set => {field} = value ?? throw new ArgumentNullException(nameof(value)); }}",
                5 when many => $"{{ get => {field} ??= {Fresh(code)}; set => {field} = value; }}",
                6 when many =>
                    $"{{ get => {field} is null ? null : {Copy(code, field)}; set {{ {field} = value; {Log} += \"{member.Name} \"; }} }}",
                7 when many => $"{{ get => {field}; set => {field} = value is null ? null : {Copy(code, "value")}; }}",
                8 when many =>
                    $"{{ get => {field} ??= {Fresh(code)}; set {{ {field} = value is null ? {Fresh(code)} : {Copy(code, "value")}; {Log} += \"{member.Name} \"; }} }}",
                4 or 5 when code == "string" => $"{{ get => {field} ?? \"none\"; set => {field} = value?.Trim(); }}",
                9 => $"{{ get => {field}; {(member.Owner.IsValueType ? "private" : "protected")} set => {field} = value; }}",
                10 => $"{{ get => {field}; internal set => {field} = value; }}",
                11 => $"{{ set => {field} = value; }}",
                12 => $"{{ private get => {field}; set => {field} = value; }}",
                // The first value stays.
                13 when member.Type.MayBeNull =>
                    $"{{ get => {field}; set {{ if ({field} == null) {field} = value; {Log} += \"{member.Name} \"; }} }}",
                _ => null,
            };
        if (body is null)
            return;
        member.Body = body;
        member.Initial = null;
        member.Owner.Further.Add($"private {code} {field};");
        if (body.Contains(Log, StringComparison.Ordinal) && !member.Owner.Further.Contains($"private string {Log};"))
            member.Owner.Further.Add($"private string {Log};");
    }

    /// <summary>A new one of the collection that is declared so.</summary>
    public static string Fresh(string code) =>
        code.EndsWith("[]", StringComparison.Ordinal) ? $"Array.Empty<{code[..^2]}>()" : $"new {ClassOf(code)}()";

    static string Copy(string code, string of) => code.EndsWith("[]", StringComparison.Ordinal) ? $"({code}){of}.Clone()"
        : code.StartsWith("Collection<", StringComparison.Ordinal) ? $"new {code}(new List<{Inside(code)}>({of}))"
        : code.StartsWith("IReadOnlyDictionary<", StringComparison.Ordinal) ? $"new Dictionary<{Inside(code)}>({of})"
        : $"new {ClassOf(code)}({of})";

    static string ClassOf(string code) => code.Split('<')[0] switch
    {
        "ISet" => $"HashSet<{Inside(code)}>",
        "IDictionary" or "IReadOnlyDictionary" => $"Dictionary<{Inside(code)}>",
        ['I', ..] => $"List<{Inside(code)}>",
        _ => code,
    };

    static string Inside(string code) => code[(code.IndexOf('<', StringComparison.Ordinal) + 1)..^1];

    /// <summary>
    /// A member in place of one of the base: hidden by one of any type, or overridden. Null where the base has none that is fit.
    /// </summary>
    public static MemberPlan? InPlaceOf(TypePlan plan, Func<TypeUse> another, Choices choices)
    {
        var hidden = plan.Base!.Members.Where(m => !plan.Members.Exists(own => own.Name == m.Name) && m.Form != MemberForm.PrivateProperty)
            .ToList();
        if (hidden.Count == 0)
            return null;
        var member = hidden[choices.Below(hidden.Count)];
        bool overrides = choices.Once(2) && member.Form is MemberForm.Property or MemberForm.Init or MemberForm.GetOnly
            && member.Body is null && member.Modifier is "" or "virtual ";
        if (!overrides)
            return new MemberPlan(member.Name, choices.Once(2) ? another() : member.Type,
                choices.Of(MemberForm.Property, MemberForm.Field, MemberForm.GetOnly), plan)
            { Modifier = "new " };
        member.Modifier = "virtual ";
        var own = new MemberPlan(member.Name, member.Type, member.Form, plan) { Modifier = "override " };
        if (member.Form == MemberForm.Property)
            own.Body = choices.Below(4) switch
            {
                1 => $"{{ get => base.{member.Name}; }}",
                2 => $"{{ set => base.{member.Name} = value; }}",
                3 => $"{{ get => base.{member.Name}; set => base.{member.Name} = value; }}",
                _ => null,
            };
        return own;
    }

    /// <summary>Makes some properties of a base abstract, which each class that derives from it then has.</summary>
    public static void MakeAbstract(TypePlan plan, Choices choices)
    {
        plan.IsAbstract = true;
        foreach (var member in plan.Members)
        {
            if (member is not { Form: MemberForm.Property, Body: null, Modifier: "" } || !choices.Once(3)
                || plan.Derived.Exists(d => d.Members.Exists(m => m.Name == member.Name)))
                continue;
            member.Modifier = "abstract ";
            foreach (var derived in plan.Derived)
                derived.Members.Add(new MemberPlan(member.Name, member.Type, member.Form, derived) { Modifier = "override " });
        }
    }

    /// <summary>A constructor that takes some of the members, by their names with a small first letter.</summary>
    public static void GiveConstructor(TypePlan plan, string? attribute, Choices choices)
    {
        var taken = plan.Members.Where(
            m => m.Modifier is "" && m.Form is not (MemberForm.Computed or MemberForm.PrivateProperty)
                && m.Body?.StartsWith("=>", StringComparison.Ordinal) != true
            && (m.Body is null || m.Form == MemberForm.Property) && char.IsAsciiLetter(m.Name[0]) && choices.Below(3) > 0).ToList();
        if (taken.Count == 0 || taken.DistinctBy(m => m.Name, StringComparer.OrdinalIgnoreCase).Count() < taken.Count)
            return;
        plan.HasParameters = true;
        int optional = choices.Once(3) ? choices.Below(taken.Count) : taken.Count;
        // A parameter of a record is a property that can be read; one alone of the record itself would be the constructor that copies.
        if (plan.Keyword is "record" or "record struct"
            && taken.TrueForAll(m => m.Body is null || m.Body.Contains("get", StringComparison.Ordinal)) && choices.Once(2)
            && !(taken.Count == 1 && taken[0].Type.Code == plan.Name))
        {
            // By the names of the members, which are there already.
            if (attribute is not null)
                plan.Attributes.Add($"[method: {attribute}]");
            plan.Parameters += $"({string.Join(", ", taken.Select((m, i) => $"{m.Type.Code} {m.Name}{(i < optional ? "" : " = default")}"))})";
            foreach (var member in taken.Where(m => m.Body is null))
                member.Initial = member.Name;
            return;
        }
        string parameters = string.Join(", ", taken.Select((m, i) => $"{m.Type.Code} {NameOf(m)}{(i < optional ? "" : " = default")}"));
        plan.Further.Add(
            $"{(attribute is null ? "" : $"[{attribute}] ")}public {plan.Name}({parameters}) {{ {string.Concat(taken.Select(m => $"this.{m.Name} = {NameOf(m)}{(m.Type.MayBeNull && choices.Once(8) ? $" ?? throw new ArgumentNullException(\"{m.Name}\")" : "")}; "))}}}");

        static string NameOf(MemberPlan member) => char.ToLowerInvariant(member.Name[0]) + member.Name[1..];
    }

    /// <summary>An interface, of which the class has a member explicitly.</summary>
    public static TypePlan Implement(TypePlan plan, Choices choices)
    {
        string code = choices.Of("int", "string");
        var made = new TypePlan("TI" + plan.Name[1..], "interface", null);
        made.Further.Add($"{code} Hidden {{ get; set; }}");
        plan.Interfaces.Add(made.Name);
        plan.Further.Add(
            $"{code} {made.Name}.Hidden {{ get => throw new InvalidOperationException(); set => throw new InvalidOperationException(); }}");
        return made;
    }
}
