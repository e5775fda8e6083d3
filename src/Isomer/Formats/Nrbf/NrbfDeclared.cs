using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What the members of a class are that the payload does not say it of (FormatterTypeStyle.TypesWhenNeeded): what the type of the closed
/// set declares. A primitive is then written as it is; anything else is a record.
/// </summary>
internal sealed class NrbfDeclared(NrbfOptions options, TypeModel root)
{
    public void Find(string name, string[] members, NrbfKind[] kinds, NrbfPrimitive[] primitives, int at)
    {
        if (members is ["_busyCount"]
            && name.StartsWith("System.Collections.ObjectModel.ObservableCollection`1+SimpleMonitor", StringComparison.Ordinal))
        {
            // What a collection is watched by, of which nothing is made.
            primitives[0] = NrbfPrimitive.Int32;
            return;
        }
        var type = options.Types.Find(name, root) ?? throw new WireFormatException(
            $"The payload does not say what the members of its '{name}' are (FormatterTypeStyle.TypesWhenNeeded), and no type of that name is known{(root.Type == typeof(object) ? "" : $" where '{root.Type}' is read")}. Name it among {nameof(NrbfOptions)}.{nameof(NrbfOptions.KnownTypes)}.")
        { Offset = at };
        var declared = Members(options.Convention.ModelOf(type));
        bool[] taken = new bool[declared.Length];
        for (int i = 0; i < members.Length; i++)
        {
            int found = 0;
            while (found < declared.Length && (taken[found] || declared[found].Name != members[i]))
                found++;
            if (found == declared.Length)
                throw new WireFormatException(
                    $"The payload does not say what the member '{members[i]}' of its '{name}' is, and '{type}' has none of that name.")
                { Offset = at };
            taken[found] = true;
            primitives[i] = NrbfPrimitives.Of(declared[found].Type);
            kinds[i] = primitives[i] == NrbfPrimitive.None ? NrbfKind.Object : NrbfKind.Primitive;
        }
    }

    (string Name, Type Type)[] Members(TypeModel model) => model switch
    {
        ScalarModel { Scalar: Scalar.Decimal } => [("flags", typeof(int)), ("hi", typeof(int)), ("lo", typeof(int)), ("mid", typeof(int))],
        ScalarModel { Scalar: Scalar.DateTime } => [("ticks", typeof(long)), ("dateData", typeof(ulong))],
        ScalarModel { Scalar: Scalar.TimeSpan } => [("_ticks", typeof(long))],
        ScalarModel => [("m_value", model.Type)],
        EnumModel => [("value__", Enum.GetUnderlyingType(model.Type))],
        SurrogateModel { Surrogate: IDerived { Plan: var plan } } =>
            [.. plan.Places.Select(p => (options.Names.MemberOf(plan.Type, p.Name), p.Declared))],
        SurrogateModel { Carrier: ObjectModel carrier } carried => Members(FormatterTable.Of(carrier, carried, options.Names)),
        ObjectModel => Members(FormatterTable.Of(model, null, options.Names)),
        _ => [],
    };

    static (string Name, Type Type)[] Members(FormatterTable table) => [.. table.Members.Select(static m => (m.Name, m.Declared))];
}
