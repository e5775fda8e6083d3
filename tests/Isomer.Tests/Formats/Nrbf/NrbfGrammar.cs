using System.Globalization;
using System.Text;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Random types of the kind that BinaryFormatter takes: fields of every access, of one name on several levels, [OptionalField],
/// [NonSerialized], entries (ISerializable), objects that stand for others, callbacks, generic and nested types, structs, enums of every
/// base.
/// </summary>
sealed class NrbfGrammar : Grammar
{
    // No weak references: the original leaves them without a handle where it refuses a payload, and the collector then ends the process.
    static readonly string[] Leaves =
    [
        "int", "string", "object", "bool", "byte", "sbyte", "short", "ushort", "uint", "long", "ulong", "float", "double", "decimal",
        "char", "DateTime", "TimeSpan", "Guid", "DateTimeOffset", "Version", "Uri",
        "nint", "nuint", "System.Numerics.BigInteger", "System.Numerics.Complex", "DayOfWeek", "IComparable", "ValueType", "Enum", "Array",
        "IList", "IEnumerable", "System.Text.StringBuilder", "BitArray",
        "ArrayList", "Hashtable", "Queue", "Stack", "SortedList", "DictionaryEntry", "System.Collections.Specialized.StringCollection",
        "DBNull", "StringComparer", "Exception", "System.Drawing.Point", "System.Drawing.RectangleF",
        "System.Collections.Specialized.ListDictionary", "System.Collections.Specialized.HybridDictionary",
        "System.Collections.Specialized.StringDictionary", "System.Collections.Specialized.OrderedDictionary", "EventArgs",
    ];

    static readonly string[] Around =
    [
        "{0}[]", "List<{0}>", "Dictionary<string, {0}>", "{0}[,]", "{0}[][]", "HashSet<{0}>", "Queue<{0}>", "Stack<{0}>", "LinkedList<{0}>",
        "Collection<{0}>", "ReadOnlyCollection<{0}>", "ObservableCollection<{0}>",
        "IList<{0}>", "IEnumerable<{0}>", "ICollection<{0}>", "IDictionary<int, {0}>", "Dictionary<int, {0}>",
        "SortedDictionary<string, {0}>", "SortedList<int, {0}>", "Dictionary<{0}, int>", "KeyValuePair<int, {0}>",
        "Tuple<{0}, string>", "ValueTuple<int, {0}>", "{0}[,][]", "ArraySegment<{0}>", "ReadOnlyDictionary<string, {0}>",
    ];

    static readonly HashSet<string> Structs =
    [
        "int", "bool", "byte", "sbyte", "short", "ushort", "uint", "long", "ulong", "float", "double", "decimal", "char", "DateTime",
        "TimeSpan", "Guid", "DateTimeOffset", "nint", "nuint", "System.Numerics.BigInteger",
        "System.Numerics.Complex", "DayOfWeek", "DictionaryEntry", "System.Drawing.Point", "System.Drawing.RectangleF",
    ];

    enum Kind { Class, Struct, Enum, Entries, Generic, StandIn, Collection, Map }

    static readonly string[] Lists = ["List<{0}>", "Collection<{0}>", "ArrayList", "Queue<{0}>", "Stack", "SortedList<int, {0}>",
        "ObservableCollection<{0}>", "SortedList", "System.Collections.Specialized.StringCollection",
        "System.ComponentModel.BindingList<{0}>"];

    static readonly string[] Tables = ["Dictionary<string, {0}>", "Hashtable", "HashSet<int>", "LinkedList<{0}>",
        "System.Collections.Specialized.OrderedDictionary"];

    sealed record Planned(TypePlan Plan, Kind Kind, int Number)
    {
        public string Use(Func<string> argument) => Kind == Kind.Generic ? $"{Plan.Name}<{argument()}>" : Plan.Name;
    }

    public override List<TypePlan> Make(Choices choices)
    {
        var all = new List<Planned>();
        for (int i = 0; i == 0 || (i < 6 && choices.Below(4) > 0); i++)
        {
            var kind = i == 0
                ? choices.Of(Kind.Class, Kind.Entries)
                : choices.Of(Kind.Class, Kind.Struct, Kind.Enum, Kind.Entries, Kind.Generic, Kind.Class, Kind.StandIn, Kind.Collection,
                    Kind.Map);
            var bases = all.Where(p => p.Kind == kind && kind is Kind.Class or Kind.Entries or Kind.Collection).ToList();
            var based = bases.Count > 0 && choices.Once(2) ? bases[choices.Below(bases.Count)] : null;
            all.Add(new(
                new("T" + i + (kind == Kind.Generic ? "X" : ""), kind switch { Kind.Struct => "struct", Kind.Enum => "enum", _ => "class" },
                    based?.Plan), kind, i));
        }
        foreach (var planned in all)
            Fill(planned, all, choices);
        return [.. all.Select(static p => p.Plan)];
    }

    void Fill(Planned planned, List<Planned> all, Choices choices)
    {
        var plan = planned.Plan;
        plan.Attributes.Add("[Serializable]");
        if (planned.Kind == Kind.Enum)
        {
            plan.Underlying = choices.Of("int", "byte", "sbyte", "short", "ushort", "uint", "long", "ulong");
            plan.Names.AddRange(["A", "B", "C = 100"]);
            return;
        }
        if (planned.Kind == Kind.Generic)
            plan.Parameters = "<T>";
        if (planned.Kind is Kind.Collection or Kind.Map && plan.Base is null)
            plan.Interfaces.Add(
                string.Format(CultureInfo.InvariantCulture, choices.Of(planned.Kind == Kind.Map ? Tables : Lists),
                    choices.Of("int", "string", "object", all[0].Plan.Name)));
        var fields = new List<(string Name, string Type)>();
        for (int i = 0; i < 7 && choices.Below(5) > 0; i++)
        {
            string type = planned.Kind == Kind.Generic && choices.Once(3)
                ? choices.Of("T", "T[]", "List<T>")
                : Use(all, choices, 0, planned);
            string access = planned.Kind == Kind.Struct
                ? choices.Of("public", "private")
                : choices.Of("public", "private", "protected", "internal");
            // A private field may have the name of one of another level; of others BinaryFormatter mixes the values up.
            string name = access == "private" ? "p" + i : $"f{i}_{planned.Number}";
            string mark = choices.Once(8) ? "[NonSerialized] " : choices.Once(8) ? "[OptionalField] " : "";
            if (mark.Length == 0 && planned.Kind != Kind.Struct && choices.Once(6))
                plan.Further.Add($"public {type} {name = "A" + name} {{ get; set; }}");
            else
                plan.Further.Add($"{mark}{access} {(choices.Once(8) && planned.Kind != Kind.Struct ? "readonly " : "")}{type} {name};");
            if (!mark.StartsWith("[Non", StringComparison.Ordinal))
                fields.Add((name, type));
        }
        string className = plan.Name;
        if (planned.Kind is Kind.Entries or Kind.Map || (planned.Kind == Kind.Struct && choices.Once(5)))
            Entries(planned, className, fields, choices);
        else if (planned.Kind == Kind.StandIn)
        {
            plan.Interfaces.Add("IObjectReference");
            plan.Further.Add(
                $"public static readonly {className} It = new {className}(); public object GetRealObject(StreamingContext c) => It;");
        }
        if (planned.Kind is Kind.Class && choices.Once(4))
        {
            plan.Further.Add("[NonSerialized] public string called;");
            foreach (string on in (string[])["OnSerializing", "OnSerialized", "OnDeserializing", "OnDeserialized"])
                plan.Further.Add($"[{on}] void Do{on}(StreamingContext c) {{ called += \"{on[..5]}{on[^3..]}\"; }}");
        }
        if (planned.Kind is Kind.Class && plan.Base is null && choices.Once(5))
        {
            plan.Interfaces.Add("IDeserializationCallback");
            plan.Further.Add("[NonSerialized] public int graphs; void IDeserializationCallback.OnDeserialization(object o) { graphs++; }");
        }
        if (choices.Once(5) && planned.Kind == Kind.Class)
            plan.Further.Add(
                $"[Serializable] public class Nested{planned.Number} {{ public int n; public object o; }} public Nested{planned.Number} nested{planned.Number};");
    }

    static void Entries(Planned planned, string className, List<(string Name, string Type)> fields, Choices choices)
    {
        var plan = planned.Plan;
        var (adds, gets) = (new StringBuilder(), new StringBuilder());
        bool isDerived = plan.Base is not null || planned.Kind == Kind.Map, isStruct = planned.Kind == Kind.Struct;
        foreach (var (name, type) in fields)
        {
            bool isTyped = choices.Once(2);
            adds.Append(CultureInfo.InvariantCulture,
                $" i.AddValue(\"{name}_{planned.Number}\", {name}{(isTyped ? $", typeof({type})" : "")});");
            // Readonly fields and properties are set as they are where they can be.
            gets.Append(CultureInfo.InvariantCulture, $" {name} = ({type})i.GetValue(\"{name}_{planned.Number}\", typeof({type}));");
        }
        if (!isDerived)
            plan.Interfaces.Add("ISerializable");
        if (!isStruct)
            plan.Further.Add($"public {className}() {{ }}");
        plan.Further.Add(
            $"{(isStruct ? "private" : "protected")} {className}(SerializationInfo i, StreamingContext c){(isDerived ? " : base(i, c)" : isStruct ? " : this()" : "")} {{{gets} }}");
        plan.Further.Add(
            $"public {(isStruct ? "" : isDerived ? "override " : "virtual ")}void GetObjectData(SerializationInfo i, StreamingContext c) {{{(isDerived ? " base.GetObjectData(i, c);" : "")}{adds} }}");
    }

    static string Use(List<Planned> all, Choices choices, int depth, Planned within)
    {
        switch (choices.Below(depth > 2 ? 2 : 8))
        {
            default:
                return choices.Of(Leaves);
            case 1:
                return choices.Of("int", "string", "object");
            case 2 or 3:
                var plan = all[choices.Below(all.Count)];
                // A struct holds only structs that stand behind it, lest it holds itself.
                if (plan.Kind == Kind.Struct && within.Kind == Kind.Struct && plan.Number <= within.Number)
                    goto default;
                return plan.Use(() => Use(all, choices, depth + 1, within));
            case 4 or 5 or 6:
                string form = choices.Of(Around), item = Use(all, choices, depth + 1, within);
                // A jagged array's brackets are read from left to right.
                if (form.Contains("[,]", StringComparison.Ordinal) && item.EndsWith(']'))
                    form = "List<{0}>";
                return string.Format(CultureInfo.InvariantCulture, form, item);
            case 7:
                var structs = all.Where(p => p.Kind is Kind.Enum || (p.Kind is Kind.Struct && within.Kind != Kind.Struct))
                    .Select(static p => p.Plan.Name).Concat(Structs).ToList();
                return structs[choices.Below(structs.Count)] + "?";
        }
    }
}
