namespace Isomer.Tests.Differential;

/// <summary>
/// Makes random types. What a family of serializers allows and marks (which scalars, collections, attributes) a subclass says
/// by overriding; the base knows only C#.
/// </summary>
public class Grammar
{
    /// <summary>Scalars, the simplest first.</summary>
    protected virtual IReadOnlyList<string> Scalars { get; } =
        ["int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong", "sbyte", "ushort", "TimeSpan", "DateTimeOffset", "byte[]", "Uri"];

    protected virtual IReadOnlyList<string> Collections { get; } = ["List<{0}>", "{0}[]", "IList<{0}>", "IEnumerable<{0}>", "ICollection<{0}>", "HashSet<{0}>", "Collection<{0}>"];

    /// <summary>Maps from string; a subclass may say other keys.</summary>
    protected virtual IReadOnlyList<string> Maps { get; } = ["Dictionary<string, {0}>", "IDictionary<string, {0}>", "Dictionary<int, {0}>"];

    protected virtual IReadOnlyList<MemberForm> Forms { get; } = [MemberForm.Property, MemberForm.Field, MemberForm.Property, MemberForm.Init, MemberForm.PrivateSetter, MemberForm.GetOnly, MemberForm.ReadOnlyField, MemberForm.Computed];

    protected virtual IReadOnlyList<string> Keywords { get; } = ["class", "enum", "class", "struct", "record", "record struct", "class"];

    /// <summary>Does the family have members that are `object`?</summary>
    protected virtual bool HasAny => true;

    protected virtual int MostTypes => 6;

    protected virtual int MostMembers => 8;

    /// <summary>Attributes of a type, once all types and members stand.</summary>
    protected virtual void Mark(TypePlan plan, Choices choices) { }

    /// <summary>Attributes of a member; members of a type come in their order.</summary>
    protected virtual void Mark(MemberPlan member, Choices choices) { }

    protected virtual string EnumName(string name, int at, Choices choices) => choices.Once(4) ? $"{name} = {choices.Of(at, 1 << at, -1 - at, at * 1000)}" : name;

    /// <summary>The types of a case, the root first.</summary>
    public virtual List<TypePlan> Make(Choices choices)
    {
        var plans = new List<TypePlan>();
        // Whether there is another one is asked before each, so that the shrinker can take one out.
        for (int i = 0; i == 0 || i < MostTypes && choices.Below(4) > 0; i++)
        {
            string keyword = i == 0 ? "class" : choices.Of([.. Keywords]);
            var bases = plans.Where(p => p.Keyword == keyword && keyword is "class" or "record" && p.Keyword == keyword).ToList();
            var based = keyword is "class" or "record" && bases.Count > 0 && choices.Once(3) ? bases[choices.Below(bases.Count)] : null;
            var plan = new TypePlan("T" + i, keyword, based);
            based?.Derived.Add(plan);
            plans.Add(plan);
        }
        foreach (var plan in plans)
        {
            if (plan.IsEnum)
            {
                plan.Underlying = choices.Of("int", "int", "byte", "long", "sbyte");
                if (plan.Underlying is "int" or "long" && choices.Once(4))
                    plan.Attributes.Add("[Flags]");
                for (int i = 0; i == 0 || i < 4 && choices.Below(3) > 0; i++)
                    plan.Names.Add(plan.Underlying is "byte" or "sbyte" ? "E" + i : EnumName("E" + i, i, choices));
                continue;
            }
            for (int i = 0; i < MostMembers && choices.Below(4) > 0; i++)
                plan.Members.Add(Member(plan, i, plans, choices));
        }
        foreach (var plan in plans)
        {
            foreach (var member in plan.Members)
                Mark(member, choices);
            Mark(plan, choices);
        }
        return plans;
    }

    protected virtual MemberPlan Member(TypePlan plan, int at, List<TypePlan> plans, Choices choices)
    {
        var form = choices.Of([.. Forms]);
        if (plan.IsValueType && form == MemberForm.ReadOnlyField)
            form = MemberForm.Field;
        var type = Use(plans, choices, 0, plan.IsValueType ? plan : null);
        var member = new MemberPlan(Name(at, choices) + plan.Name[1..], type, form, plan);
        // A member that nobody can set is of interest where something stands in it.
        if (form is MemberForm.GetOnly or MemberForm.ReadOnlyField or MemberForm.Computed && !plan.IsValueType)
            member.Initial = type.Code.EndsWith("[]", StringComparison.Ordinal) || type.Code.StartsWith('I') ? null
                : type.Kind is UseKind.Collection or UseKind.Map ? "new()"
                : type.Code == "string" ? "\"got\"" : type.Code == "int" ? "7" : null;
        return member;
    }

    protected virtual string Name(int at, Choices choices) => choices.Of("A", "B", "a", "Name", "_x", "é", "Id") + at;

    /// <summary>A type for a member or item. A struct may hold only types that stand behind it, lest it holds itself.</summary>
    protected TypeUse Use(List<TypePlan> plans, Choices choices, int depth, TypePlan? within)
    {
        switch (choices.Below(depth > 2 ? 2 : 10))
        {
            default:
                return Scalar(choices.Of([.. Scalars]));
            case 1 or 2 when plans.Count > 0:
                var plan = plans[choices.Below(plans.Count)];
                if (plan.IsValueType && within is not null && plans.IndexOf(plan) <= plans.IndexOf(within))
                    goto default;
                var kind = plan.IsEnum ? UseKind.Enum : plan.IsValueType ? UseKind.Struct : UseKind.Class;
                return new(plan.Name, kind, null, plan);
            case 3 when Collections.Count > 0 || Maps.Count > 0:
            case 4 when Collections.Count > 0 || Maps.Count > 0:
                bool map = Maps.Count > 0 && choices.Once(3) || Collections.Count == 0;
                string form = choices.Of([.. map ? Maps : Collections]);
                var item = Use(plans, choices, depth + 1, form.Contains("[]") ? within : null);
                // int[][] of lists reads from left to right, so an array's brackets go behind the item's first word.
                return new(string.Format(System.Globalization.CultureInfo.InvariantCulture, form, item.Code), map ? UseKind.Map : UseKind.Collection, item);
            case 5 or 6:
                var inner = depth > 0 && !choices.Once(2) ? Scalar("int") : Use([.. plans.Where(p => p.IsValueType)], choices, 3, within);
                bool takes = inner.Kind is UseKind.Number or UseKind.Enum or UseKind.Struct || inner.Kind == UseKind.Other && inner.Code is not ("byte[]" or "Uri") && !inner.Code.EndsWith(']');
                return takes && !inner.Code.EndsWith('?') ? inner with { Code = inner.Code + "?" } : inner;
            case 7 when HasAny:
                return new("object", UseKind.Any);
        }
    }

    protected virtual TypeUse Scalar(string code) => new(code, code switch
    {
        "string" => UseKind.Text,
        "int" or "long" or "double" or "decimal" or "byte" or "float" or "short" or "uint" or "ulong" or "sbyte" or "ushort" => UseKind.Number,
        _ => UseKind.Other,
    });
}
