using Isomer.Calls;

namespace Isomer.Tests.Differential;

/// <summary>
/// Makes random types. What a family of serializers allows and marks (which scalars, collections, attributes) a subclass says
/// by overriding; the base knows only C#.
/// </summary>
public class Grammar
{
    /// <summary>Scalars, the simplest first.</summary>
    protected virtual IReadOnlyList<string> Scalars { get; } =
        ["int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong",
            "sbyte", "ushort", "TimeSpan", "DateTimeOffset", "byte[]", "Uri"];

    protected virtual IReadOnlyList<string> Collections { get; } = ["List<{0}>", "{0}[]", "IList<{0}>", "IEnumerable<{0}>",
        "ICollection<{0}>", "HashSet<{0}>", "Collection<{0}>"];

    /// <summary>Maps from string; a subclass may say other keys.</summary>
    protected virtual IReadOnlyList<string> Maps { get; } = ["Dictionary<string, {0}>", "IDictionary<string, {0}>", "Dictionary<int, {0}>"];

    protected virtual IReadOnlyList<MemberForm> Forms { get; } = [MemberForm.Property, MemberForm.Field, MemberForm.Property,
        MemberForm.Init, MemberForm.PrivateSetter, MemberForm.GetOnly, MemberForm.ReadOnlyField, MemberForm.Computed];

    protected virtual IReadOnlyList<string> Keywords { get; } = ["class", "enum", "class", "struct", "record", "record struct", "class"];

    /// <summary>Does the family have members that are `object`?</summary>
    protected virtual bool HasAny => true;

    /// <summary>
    /// Are there members and collections that are written by hand, generic types, abstract bases, constructors with parameters?
    /// </summary>
    protected virtual bool WritesByHand => false;

    /// <summary>Are there types that write their own XML?</summary>
    protected virtual bool WritesXml => false;

    /// <summary>The collections by hand that the family takes.</summary>
    protected virtual IReadOnlyList<string> CollectionsWritten { get; } =
        ["list add", "list", "list twice", "collection", "collection add", "set", "queue", "stack", "linked", "enumerable", "explicit",
            "interface"];

    /// <summary>Is the base, or interface, of a collection by hand declared too, which then holds one of that class?</summary>
    protected virtual bool DeclaresBases => false;

    /// <summary>Does the family call constructors with parameters?</summary>
    protected virtual bool HasConstructors => false;

    /// <summary>The attribute by which the family calls a type's constructor that has parameters; null where it needs none.</summary>
    protected virtual string? ConstructorAttribute(TypePlan plan) => null;

    protected virtual int MostTypes => 6;

    protected virtual int MostMembers => 8;

    /// <summary>Attributes of a type, once all types and members stand.</summary>
    protected virtual void Mark(TypePlan plan, Choices choices) { }

    /// <summary>Attributes of a member; members of a type come in their order.</summary>
    protected virtual void Mark(MemberPlan member, Choices choices) { }

    protected virtual string EnumName(string name, int at, Choices choices) =>
        choices.Once(4) ? $"{name} = {choices.Of(at, 1 << at, -1 - at, at * 1000)}" : name;

    /// <summary>The types of a case, the root first.</summary>
    public virtual List<TypePlan> Make(Choices choices)
    {
        var plans = new List<TypePlan>();
        // Whether there is another one is asked before each, so that the shrinker can take one out.
        for (int i = 0; i == 0 || i < MostTypes && choices.Below(4) > 0; i++)
        {
            string keyword = i == 0 ? "class" : choices.Of([.. Keywords]);
            if (WritesByHand && i > 0 && keyword == "class" && choices.Once(5))
            {
                plans.Add(
                    new TypePlan("T" + i, keyword, null)
                    {
                        Collects = WritesXml && choices.Once(2)
                            ? UseKind.Class
                            : Maps.Count > 0 && choices.Once(4) ? UseKind.Map : UseKind.Collection
                    });
                continue;
            }
            var bases = plans.Where(
                p => p.Keyword == keyword && keyword is "class" or "record" && p.Keyword == keyword && p.Collects is null).ToList();
            var based = keyword is "class" or "record" && bases.Count > 0 && choices.Once(3) ? bases[choices.Below(bases.Count)] : null;
            var plan = new TypePlan("T" + i, keyword, based);
            based?.Derived.Add(plan);
            plans.Add(plan);
        }
        if (WritesByHand)
            foreach (var plan in plans.Skip(1))
                if (!plan.IsEnum && plan.Collects is null && plan.Base is null && plan.Derived.Count == 0 && choices.Once(8))
                    (plan.IsGeneric, plan.Parameters) = (true, "<T>");
        // Their bases are known before members are declared so.
        foreach (var plan in DeclaresBases ? [.. plans.OrderBy(p => p.Collects is null)] : plans)
        {
            if (plan.Collects == UseKind.Class)
            {
                XmlByHand.Write(plan, choices);
                continue;
            }
            if (plan.Collects is { } collects)
            {
                CollectionsByHand.Write(plan, Use([.. plans.Where(p => p != plan && p.Collects is null)], choices, 1, null).Code,
                    collects == UseKind.Map, CollectionsWritten, choices);
                continue;
            }
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
                plan.Members.Add(
                    WritesByHand && plan.Base is { } above && choices.Once(5)
                        && ByHand.InPlaceOf(plan, () => Use(plans, choices, 0, null), choices) is { } other
                        ? other
                        : Member(plan, i, plans, choices));
        }
        if (WritesByHand)
            plans.AddRange([.. plans.Where(p => !p.IsEnum && p.Collects is null).SelectMany(p => Bodies(p, choices)).ToList()]);
        foreach (var plan in plans.Where(p => p.Keyword != "interface"))
        {
            foreach (var member in plan.Members)
                Mark(member, choices);
            Mark(plan, choices);
        }
        return plans;
    }

    static IEnumerable<TypePlan> Below(TypePlan plan) => plan.Derived.SelectMany(d => Below(d).Prepend(d));

    /// <summary>Writes what is written by hand, now that all members stand; more types may come of it.</summary>
    IEnumerable<TypePlan> Bodies(TypePlan plan, Choices choices)
    {
        foreach (var member in plan.Members)
            if (member.Modifier is "" or "new " && choices.Once(3))
                ByHand.Write(member, choices);
        foreach (var member in plan.Members)
            if (member is { Modifier: "", Form: MemberForm.Property or MemberForm.Field or MemberForm.Init, Body: null } && choices.Once(16)
                && !Below(plan).Any(d => d.Members.Exists(m => m.Name == member.Name)))
                member.Modifier = "required ";
        if (plan.Derived.Count > 0 && plan.Keyword == "class" && plan.Name != "T0" && choices.Once(5))
            ByHand.MakeAbstract(plan, choices);
        if (HasConstructors && plan is { Base: null, Derived.Count: 0, IsGeneric: false } && plan.Name != "T0" && choices.Once(5))
            ByHand.GiveConstructor(plan, ConstructorAttribute(plan), choices);
        if (choices.Once(12) && plan.Keyword == "class")
            yield return ByHand.Implement(plan, choices);
    }

    protected virtual MemberPlan Member(TypePlan plan, int at, List<TypePlan> plans, Choices choices)
    {
        var form = choices.Of([.. Forms]);
        if (plan.IsValueType && form == MemberForm.ReadOnlyField)
            form = MemberForm.Field;
        var type = Use(plans, choices, 0, plan.IsValueType ? plan : null);
        if (plan.IsGeneric && choices.Once(3))
            type = new TypeUse("T", UseKind.Other);
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
                // What writes its own XML is one type among several, and each has many ways to go wrong.
                var written = WritesXml ? plans.FindAll(p => p.Collects == UseKind.Class) : [];
                var plan = written.Count > 0 && choices.Once(3) ? written[choices.Below(written.Count)] : plans[choices.Below(plans.Count)];
                if (plan.IsValueType && within is not null && plans.IndexOf(plan) <= plans.IndexOf(within))
                    goto default;
                if (plan.Collects is { } collects)
                    return DeclaresBases && collects != UseKind.Class && plan.Interfaces.Count > 0 && choices.Once(3)
                        ? new(plan.Interfaces[0], collects)
                        : new(plan.Name, collects, null, plan);
                var kind = plan.IsEnum ? UseKind.Enum : plan.IsValueType ? UseKind.Struct : UseKind.Class;
                if (plan.IsGeneric)
                    return new(
                        $"{plan.Name}<{(depth > 1 || within is not null ? "int" : Use([.. plans.Where(p => p.IsEnum)], choices, 3, within).Code)}>",
                        kind, null, plan);
                return new(plan.Name, kind, null, plan);
            case 3 when Collections.Count > 0 || Maps.Count > 0:
            case 4 when Collections.Count > 0 || Maps.Count > 0:
                bool map = Maps.Count > 0 && choices.Once(3) || Collections.Count == 0;
                string form = choices.Of([.. map ? Maps : Collections]);
                var item = Use(plans, choices, depth + 1, form.Contains("[]") ? within : null);
                // int[][] of lists reads from left to right, so an array's brackets go behind the item's first word.
                return new(string.Format(System.Globalization.CultureInfo.InvariantCulture, form, item.Code),
                    map ? UseKind.Map : UseKind.Collection, item);
            case 5 or 6:
                var inner = depth > 0 && !choices.Once(2) ? Scalar("int") : Use([.. plans.Where(p => p.IsValueType)], choices, 3, within);
                bool takes = inner.Kind is UseKind.Number or UseKind.Enum or UseKind.Struct
                    || inner.Kind == UseKind.Other && inner.Code is not ("byte[]" or "Uri") && !inner.Code.EndsWith(']');
                return takes && !inner.Code.EndsWith('?') ? inner with { Code = inner.Code + "?" } : inner;
            case 7 when HasAny:
                return new("object", UseKind.Any);
        }
    }

    protected virtual TypeUse Scalar(string code) => new(code, code switch
    {
        "string" => UseKind.Text,
        "int" or "long" or "double" or "decimal" or "byte" or "float" or "short" or "uint" or "ulong" or "sbyte" or "ushort" =>
            UseKind.Number,
        _ => UseKind.Other,
    });
}
