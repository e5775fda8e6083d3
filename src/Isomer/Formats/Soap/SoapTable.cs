using System.Collections.Immutable;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>The members of a class as elements: their names, ready to be copied and compared.</summary>
internal sealed class SoapTable : FormatterTable
{
    static readonly int Slot = ModelSlot.Next();

    SoapTable(TypeModel model, ObjectModel members, FormatterNames names) : base(model, members, names)
    {
        Tags = [.. Members.Select(static m => SoapText.NameOf(m.Name))];
    }

    /// <summary>
    /// The table of a class or struct that is its own fields, or of the class that was announced, if these are the fields that carry it.
    /// </summary>
    public static SoapTable Of(TypeModel fields, SurrogateModel? announced, SoapNaming naming)
    {
        TypeModel model = announced is not null && ReferenceEquals(announced.Carrier, fields) ? announced : fields;
        return naming.Tables is { } tables ? tables.GetValue(model, m => new SoapTable(m, (ObjectModel)fields, naming.Names))
            : (SoapTable?)model.GetSlot(Slot) ?? (SoapTable)model.SetSlot(Slot, new SoapTable(model, (ObjectModel)fields, naming.Names));
    }

    /// <summary>The names of the members.</summary>
    public ImmutableArray<byte[]> Tags { get; }

    /// <summary>
    /// The member of this name, at best the next one: of a name that comes several times (a class hides a field of its base) the first that
    /// has not been taken. -1 if there is none, -2 if all of that name have been.
    /// </summary>
    public int Find(ReadOnlySpan<byte> name, int next, in SoapFrame frame)
    {
        if (next < Tags.Length && !frame.IsTaken(next) && !Members[next].IsCache && name.SequenceEqual(Tags[next]))
            return next;
        int found = -1;
        string? text = null;
        for (int i = 0; i < Members.Length; i++)
        {
            if (!name.SequenceEqual(Tags[i]) && !(Members[i].HasAlias && Members[i].IsCalled(text ??= SoapText.NameOf(name))))
                continue;
            if (Members[i].IsCache)
                continue;
            if (!frame.IsTaken(i))
                return i;
            found = -2;
        }
        return found;
    }
}
