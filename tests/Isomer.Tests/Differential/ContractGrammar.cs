using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Isomer.Tests.Differential;

/// <summary>
/// Types as data contracts see them: marked [DataContract], [Serializable] or not at all, with all that their attributes may say.
/// </summary>
public sealed partial class ContractGrammar(bool keepsUnknown) : Grammar
{
    protected override bool WritesByHand => true;

    protected override bool WritesXml => true;

    protected override bool DeclaresBases => true;

    enum Style { Plain, Contract, Serializable }

    readonly ConditionalWeakTable<TypePlan, object> _styles = [];

    protected override IReadOnlyList<string> Scalars { get; } =
        ["int", "string", "bool", "double", "long", "decimal", "DateTime", "Guid", "byte", "char", "float", "short", "uint", "ulong",
            "sbyte", "ushort", "TimeSpan", "DateTimeOffset", "byte[]", "Uri", "DateOnly", "TimeOnly", "XmlQualifiedName", "Version",
            "DBNull", "KeyValuePair<string, int>", "ArraySegment<int>", "XmlElement", "XmlNode[]", NodeValues.Linq];

    protected override IReadOnlyList<string> Collections { get; } =
        ["List<{0}>", "{0}[]", "IList<{0}>", "IEnumerable<{0}>", "ICollection<{0}>", "HashSet<{0}>", "Collection<{0}>", "LinkedList<{0}>",
            "Queue<{0}>", "IReadOnlyList<{0}>"];

    protected override IReadOnlyList<string> Maps { get; } =
        ["Dictionary<string, {0}>", "IDictionary<string, {0}>", "Dictionary<int, {0}>", "SortedDictionary<string, {0}>",
            "Dictionary<Guid, {0}>"];

    protected override IReadOnlyList<MemberForm> Forms { get; } =
        [MemberForm.Property, MemberForm.Field, MemberForm.Property, MemberForm.Init, MemberForm.PrivateSetter, MemberForm.GetOnly,
            MemberForm.ReadOnlyField, MemberForm.PrivateProperty];

    public override List<TypePlan> Make(Choices choices)
    {
        var plans = base.Make(choices);
        if (choices.Once(5))
            for (int i = choices.Below(2); i >= 0; i--)
                TakeName(plans, choices);
        return plans;
    }

    [GeneratedRegex("(?<![A-Za-z])Name(space)? = \"[^\"]*\"(, )?")]
    private static partial Regex Named();

    /// <summary>Gives a contract of the case the name of another type of the case, or of a collection of some.</summary>
    static void TakeName(List<TypePlan> plans, Choices choices)
    {
        var contracts = plans.Where(p => !p.IsGeneric && ContractOf(p) is not null).ToList();
        if (contracts.Count == 0)
            return;
        var taker = contracts[choices.Below(contracts.Count)];
        var others = plans.Where(p => p != taker && p.Keyword != "interface" && !p.IsGeneric).ToList();
        if (others.Count == 0)
            return;
        var other = others[choices.Below(others.Count)];
        string said = ContractOf(other) ?? "";
        string name = Regex.Match(said, "(?<![A-Za-z])Name = \"([^\"]*)\"") is { Success: true } own ? own.Groups[1].Value : other.Name;
        string space = Regex.Match(said, "Namespace = \"[^\"]*\"").Value;
        const string Arrays = "Namespace = \"http://schemas.microsoft.com/2003/10/Serialization/Arrays\"";
        (name, space) = choices.Below(8) switch
        {
            5 => ("ArrayOf" + name, space),
            6 => (choices.Of("ArrayOfint", "ArrayOfstring", "ArrayOfanyType", "ArrayOfKeyValueOfstringint"), Arrays),
            7 => ("ArrayOfKeyValueOfstring" + name, Arrays),
            _ => (name, space)
        };
        string contract = ContractOf(taker)!;
        string kept = Regex.Match(Named().Replace(contract, ""), @"\((.*)\)").Groups[1].Value.TrimEnd(' ', ',');
        string[] all = [$"Name = \"{name}\"", space, kept];
        taker.Attributes[taker.Attributes.IndexOf(contract)] =
            $"{contract.Split('(', ']')[0]}({string.Join(", ", all.Where(a => a.Length > 0))})]";
    }

    /// <summary>The attribute that makes a type a contract and may name it; null where it has none.</summary>
    static string? ContractOf(TypePlan plan) =>
        plan.Attributes.Find(a => a.StartsWith("[DataContract", StringComparison.Ordinal)
            || a.StartsWith("[CollectionDataContract", StringComparison.Ordinal));

    Style StyleOf(TypePlan plan, Choices choices)
    {
        if (_styles.TryGetValue(plan, out object? known))
            return (Style)known;
        var style = plan.Base is { } parent
            ? StyleOf(parent, choices)
            : choices.Of(Style.Contract, Style.Plain, Style.Contract, Style.Serializable);
        _styles.Add(plan, style);
        return style;
    }

    protected override void Mark(MemberPlan member, Choices choices)
    {
        var style = StyleOf(member.Owner, choices);
        bool isField = member.Form is MemberForm.Field or MemberForm.ReadOnlyField;
        member.Attributes = style switch
        {
            Style.Contract when !choices.Once(8) => $"[DataMember{Says(member, choices)}]",
            Style.Plain when choices.Once(10) => "[IgnoreDataMember]",
            Style.Serializable when isField && choices.Once(10) => "[NonSerialized]",
            Style.Serializable when isField && choices.Once(6) => "[OptionalField]",
            _ => "",
        };
    }

    /// <summary>
    /// A collection in a struct that nobody can set: the original takes the struct for an object there, reads what is no memory of its own,
    /// and may end the process.
    /// </summary>
    protected override MemberPlan Member(TypePlan plan, int at, List<TypePlan> plans, Choices choices)
    {
        var made = base.Member(plan, at, plans, choices);
        return plan.IsValueType && made.Form is MemberForm.GetOnly && made.Type.Kind is UseKind.Collection or UseKind.Map
            ? new(made.Name, made.Type, MemberForm.Property, plan)
            : made;
    }

    static string Says(MemberPlan member, Choices choices)
    {
        var says = new List<string>();
        if (choices.Once(6))
            says.Add($"Name = \"{choices.Of("n", "a b", "é", "1", "x:y", "_x0020_")}{member.Name}\"");
        if (choices.Once(4))
            says.Add($"Order = {choices.Below(3)}");
        if (choices.Once(8))
            says.Add("IsRequired = true");
        if (choices.Once(5))
            says.Add("EmitDefaultValue = false");
        return says.Count == 0 ? "" : $"({string.Join(", ", says)})";
    }

    string[] OfCollections(UseKind kind) =>
        ["", "ItemName = \"i\"", "Namespace = \"urn:c\"", "Name = \"c\"", "Name = \"c\", Namespace = \"\", ItemName = \"i i\"",
            .. kind != UseKind.Map ? (string[])[]
                : ["KeyName = \"k\", ValueName = \"v\"", "ItemName = \"i\", ValueName = \"Key\", KeyName = \"Value\""],
            .. keepsUnknown ? (string[])["IsReference = true"] : []];

    static readonly string[] s_callbacks = ["OnDeserializing", "OnDeserialized", "OnSerializing", "OnSerialized"];

    /// <summary>
    /// Callbacks leave their names where setters do; what is [Serializable] writes those, which would then be others each time.
    /// </summary>
    void CallBack(TypePlan plan, Choices choices)
    {
        foreach (string when in StyleOf(plan, choices) == Style.Serializable ? s_callbacks[..2] : s_callbacks)
            if (choices.Once(2))
                plan.Further.Add($"[{when}] void {when}{plan.Name}(StreamingContext context) {{ {ByHand.Log} += \"{when} \"; }}");
        if (!plan.Further.Contains($"private string {ByHand.Log};"))
            plan.Further.Add($"private string {ByHand.Log};");
    }

    protected override void Mark(TypePlan plan, Choices choices)
    {
        if (plan.IsEnum)
        {
            if (!choices.Once(4))
                return;
            plan.Attributes.Add("[DataContract]");
            for (int i = 0; i < plan.Names.Count; i++)
                plan.Names[i] = (choices.Once(4) ? "" : choices.Once(3) ? $"[EnumMember(Value = \"v {i}\")] " : "[EnumMember] ")
                    + plan.Names[i];
            return;
        }
        if (plan.Collects is { } collects)
        {
            if (collects != UseKind.Class && choices.Once(3))
            {
                string[] said = OfCollections(collects);
                plan.Attributes.Add($"[CollectionDataContract({said[choices.Below(said.Length)]})]");
            }
            return;
        }
        // What it does not know is kept, and written again.
        if (keepsUnknown && plan is { Keyword: "class", Base: null, IsGeneric: false } && StyleOf(plan, choices) == Style.Contract
            && choices.Once(4))
        {
            plan.Interfaces.Add("IExtensibleDataObject");
            plan.Further.Add("public ExtensionDataObject ExtensionData { get; set; }");
        }
        if (plan.Keyword == "class" && choices.Once(6))
            CallBack(plan, choices);
        switch (StyleOf(plan, choices))
        {
            case Style.Contract:
                var says = new List<string>();
                if (choices.Once(5))
                    says.Add($"Name = \"{choices.Of("n", "a b", "é")}{plan.Name}\"");
                if (choices.Once(4))
                    says.Add($"Namespace = \"{choices.Of("urn:a", "", "http://schemas.datacontract.org/2004/07/Other")}\"");
                // JSON has no references.
                if (keepsUnknown && plan is { IsValueType: false, Base: null } && choices.Once(6))
                    says.Add("IsReference = true");
                plan.Attributes.Add($"[DataContract{(says.Count == 0 ? "" : $"({string.Join(", ", says)})")}]");
                break;
            case Style.Serializable:
                plan.Attributes.Add("[Serializable]");
                break;
        }
        if (plan is { Keyword: "class", Derived.Count: > 0 } && choices.Once(6))
        {
            plan.Attributes.Add($"[KnownType(\"KnownOf{plan.Name}\")]");
            string known = string.Join(", ", plan.Derived.Select(d => $"typeof({d.Name})"));
            plan.Further.Add($"public static IEnumerable<Type> KnownOf{plan.Name}() => new[] {{ {known} }};");
            return;
        }
        foreach (var derived in plan.Derived)
            if (!choices.Once(4))
                plan.Attributes.Add($"[KnownType(typeof({derived.Name}))]");
    }
}
