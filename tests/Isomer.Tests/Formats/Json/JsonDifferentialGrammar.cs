using Isomer.Calls;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats;

/// <summary>Random types with System.Text.Json's attributes, wherever it takes them.</summary>
sealed class JsonDifferentialGrammar : PlainGrammar
{
    protected override bool WritesByHand => true;

    protected override bool HasConstructors => true;

    /// <summary>Without it a struct is made by none, and what only its constructor sets is lost.</summary>
    protected override string? ConstructorAttribute(TypePlan plan) => plan.IsValueType ? "JsonConstructor" : null;

    protected override IReadOnlyList<string> Collections =>
        [.. base.Collections, "Stack<{0}>", "ObservableCollection<{0}>", "ConcurrentQueue<{0}>", "IReadOnlyCollection<{0}>",
            "ConcurrentStack<{0}>"];

    protected override void Mark(MemberPlan member, Choices choices)
    {
        var type = member.Type;
        bool settable = member.Form is MemberForm.Property or MemberForm.Field or MemberForm.Init;
        // What has no setter is filled here and not there: both are told what to do.
        bool isFilled = !settable || member.Body?.Contains("protected", StringComparison.Ordinal) == true
            || member.Body?.Contains("internal", StringComparison.Ordinal) == true
            || member.Body?.Contains("private", StringComparison.Ordinal) == true;
        if (isFilled && type.Kind is UseKind.Collection or UseKind.Map)
            Add("[JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)]");
        // The types are compiled without annotations; these say of one member what those would.
        if (type.Kind is UseKind.Text or UseKind.Class or UseKind.Collection && type.MayBeNull && !type.Code.EndsWith('?')
            && choices.Once(6))
            Add(choices.Of("[System.Diagnostics.CodeAnalysis.DisallowNull]", "[System.Diagnostics.CodeAnalysis.NotNull]",
                "[System.Diagnostics.CodeAnalysis.DisallowNull, System.Diagnostics.CodeAnalysis.NotNull]"));
        // An object without a setter is of interest where there is one; not where making it would make another of its owner's class.
        if (member.Form == MemberForm.GetOnly && member.Body is null && type.Kind == UseKind.Class
            && type.Plan is { IsMade: true, Base: null, Derived.Count: 0, Keyword: "class" } made
            && int.Parse(made.Name[1..]) > int.Parse(member.Owner.Name[1..]) && !member.Owner.IsValueType)
        {
            member.Initial = "new()";
            if (choices.Once(2))
                Add("[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]");
            return;
        }
        if (choices.Below(2) == 0)
            return;
        switch (choices.Below(10))
        {
            case 0:
                Add($"[JsonPropertyName(\"{choices.Of("n", "a b", "é", "x<y", "quite_a_long_name_that_does_not_fit_into_one_record_of_64_bytes_at_all", "$n")}{member.Name}\")]");
                break;
            case 1:
                string condition = choices.Of("Always", "Never", "WhenWriting", "WhenReading", "WhenWritingDefault", "WhenWritingNull");
                if (condition != "WhenWritingNull" || type.MayBeNull)
                    Add($"[JsonIgnore(Condition = JsonIgnoreCondition.{condition})]");
                break;
            case 2 when member.Form is MemberForm.PrivateSetter or MemberForm.Property or MemberForm.Field:
                Add("[JsonInclude]");
                break;
            case 3:
                Add($"[JsonPropertyOrder({choices.Of(1, -1, 2, 0)})]");
                break;
            case 4 when settable:
                Add("[JsonRequired]");
                break;
            case 5 or 6
                when type.Kind == UseKind.Number || (type.Kind is UseKind.Collection or UseKind.Map && type.Item?.Kind == UseKind.Number):
                Add($"[JsonNumberHandling({Numbers(choices)})]");
                break;
            case 7 when type.Kind == UseKind.Enum:
                Add("[JsonConverter(typeof(JsonStringEnumConverter))]");
                break;
            case 8 when settable && !member.Attributes.Contains("JsonObjectCreationHandling", StringComparison.Ordinal)
                && (type.Kind == UseKind.Class
                    || (!type.Code.EndsWith(']')
                        && (type.Code.StartsWith("List<", StringComparison.Ordinal)
                            || type.Code.StartsWith("Dictionary<", StringComparison.Ordinal)))):
                Add($"[JsonObjectCreationHandling(JsonObjectCreationHandling.{choices.Of("Populate", "Replace")})]");
                if (type.Kind != UseKind.Class && !member.Owner.IsValueType)
                    member.Initial ??= "new()";
                break;
        }

        void Add(string attribute) => member.Attributes += attribute;
    }

    static string Numbers(Choices choices) => choices.Of(
        "JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString", "JsonNumberHandling.AllowReadingFromString",
        "JsonNumberHandling.Strict", "JsonNumberHandling.AllowNamedFloatingPointLiterals", "JsonNumberHandling.WriteAsString");

    protected override void Mark(TypePlan plan, Choices choices)
    {
        if (plan.IsEnum)
        {
            if (choices.Once(4))
                plan.Attributes.Add("[JsonConverter(typeof(JsonStringEnumConverter))]");
            return;
        }
        if (choices.Once(6))
            plan.Attributes.Add($"[JsonNumberHandling({Numbers(choices)})]");
        // What these say is of objects alone: on a collection they are refused there and mean nothing here.
        if (plan.Collects is not null)
            return;
        if (choices.Once(8))
            plan.Attributes.Add($"[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.{choices.Of("Disallow", "Skip")})]");
        else if (choices.Once(6) && plan.Keyword == "class" && plan.Base is null && plan.Derived.Count == 0)
            plan.Further.Add("[JsonExtensionData] public Dictionary<string, object> Ext { get; set; }");
        if (choices.Once(10) && !plan.IsValueType)
            plan.Attributes.Add("[JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)]");
        if (plan.Derived.Count == 0 || !choices.Once(2))
            return;
        bool numbered = choices.Once(4);
        if (choices.Once(3))
            plan.Attributes.Add(
                $"[JsonPolymorphic(TypeDiscriminatorPropertyName = \"{choices.Of("$type", "$kind", "kind")}\", IgnoreUnrecognizedTypeDiscriminators = {choices.Of("false", "true")}, UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.{choices.Of("FailSerialization", "FallBackToBaseType", "FallBackToNearestAncestor")})]");
        int at = 0;
        foreach (var derived in All(plan).Where(d => !d.IsAbstract))
            plan.Attributes.Add($"[JsonDerivedType(typeof({derived.Name}), {(numbered ? at++ : $"\"{derived.Name}\"")})]");
    }

    static IEnumerable<TypePlan> All(TypePlan plan) => plan.Derived.SelectMany(d => All(d).Prepend(d));
}
