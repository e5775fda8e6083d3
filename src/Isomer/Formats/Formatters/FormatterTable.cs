using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// What a payload of .NET's formatters says of a class beside its values: its name and those of its members, and what each member is
/// declared as.
/// </summary>
internal class FormatterTable : MemberTable
{
    static readonly int Slot = ModelSlot.Next();

    protected FormatterTable(TypeModel model, ObjectModel members, FormatterNames names) : base(members)
    {
        // A struct that is carried has no announcement of its own: its carrier says whose fields it has.
        var type = Type = model is ObjectModel && FieldMembers.IsCarrier(model.Type)
            && FieldMembers.Carried(model.Type).Type is { IsValueType: true } carried ? carried : model.Type;
        Name = names.Of(type);
        Members = [.. members.Members.Select((m, i) => new FormatterMember(m, i, type, names))];
        Names = [.. Members.Select(static m => m.Name)];
        OptionalCount = Members.Count(static m => m.IsOptional);
        Named = [.. Members.Where(static m => m.TypeName is not null)];
        IsForetold = OptionalCount > 0 || members.Members.Any(static m => Foretelling.IsTold(m));
        IsCarrier = members.Type != type;
        Copies = (IsCarrier || FieldMembers.IsCarrier(model.Type)) && !KeepsItsParts(type)
            ? FieldMembers.IsNode(model.Type) ? FormatterCopies.Nodes : FormatterCopies.All
            : FormatterCopies.None;
        Room = RoomOf(type);
        // The original writes these as entries, whatever carries them here.
#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
        AreEntries = typeof(ISerializable).IsAssignableFrom(type);
#pragma warning restore SYSLIB0050
    }

    /// <summary>
    /// The table of a class or struct that is its own fields, or of the class that was announced, if these are the fields that carry it.
    /// </summary>
    public static FormatterTable Of(TypeModel fields, SurrogateModel? announced, FormatterNames names)
    {
        TypeModel model = announced is not null && ReferenceEquals(announced.Carrier, fields) ? announced : fields;
        return names.Tables is null
            ? (FormatterTable?)model.GetSlot(Slot)
                ?? (FormatterTable)model.SetSlot(Slot, new FormatterTable(model, (ObjectModel)fields, names))
            : Renamed(model, fields, names);
    }

    // Apart: what a lambda takes with it is allocated where the method begins.
    static FormatterTable Renamed(TypeModel model, TypeModel fields, FormatterNames names) =>
        names.Tables!.GetValue(model, m => new FormatterTable(m, (ObjectModel)fields, names));

    /// <summary>The type whose name is written.</summary>
    public Type Type { get; }

    public FormatterName Name { get; }

    public FormatterMember[] Members { get; }

    public string[] Names { get; }

    /// <summary>The members whose type has a name: all but primitives and strings.</summary>
    public FormatterMember[] Named { get; }

    /// <summary>Whether anything is told of the members before they are written.</summary>
    public bool IsForetold { get; }

    /// <summary>
    /// For each name of a payload the index of the member, or -1. A name that comes several times (a class hides a field of its base) is
    /// that of the members of that name in turn.
    /// </summary>
    public int[] Map(string[] names)
    {
        int[] map = new int[names.Length];
        bool[] taken = new bool[Members.Length];
        for (int i = 0; i < names.Length; i++)
        {
            // Most stand in their order.
            map[i] = i < Members.Length && !taken[i] && Members[i].IsCalled(names[i]) && Array.IndexOf(Names, names[i]) == i
                ? i : Array.FindIndex(Members, m => !taken[m.Index] && m.IsCalled(names[i]));
            if (map[i] >= 0)
                taken[map[i]] = true;
        }
        return map;
    }

    /// <summary>Whether they are entries, which say what they are in every style.</summary>
    public bool AreEntries { get; }

    /// <summary>How many of the members the type itself decides to write or not.</summary>
    public int OptionalCount { get; }

    /// <summary>Whether the members are the fields of a carrier, of which the value is made when all of it is there.</summary>
    public bool IsCarrier { get; }

    /// <summary>Whether what the members hold is copied (<see cref="FormatterShared"/>). Many streams may read one array.</summary>
    public FormatterCopies Copies { get; }

    /// <summary>How much memory a value of the type takes at once, whatever it holds; 0 where it is little.</summary>
    public int Room { get; }

    // A queue that threads share has room for 32 items at once, each with a number beside it.
    static int RoomOf(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ConcurrentQueue<>)
            && type.GetGenericArguments()[0] is { IsValueType: true, IsPrimitive: false } item
            ? (int)Math.Min(32L * (RuntimeHelpers.SizeOf(item.TypeHandle) + 8), int.MaxValue) : 0;

    // Many streams, segments, views and weak references may have one part; copies of one number share its bits (what is made of them is
    // kept by the array).
    static bool KeepsItsParts(Type type) =>
        type == typeof(MemoryStream) || type == typeof(WeakReference) || type == typeof(System.Numerics.BigInteger)
            || type == typeof(System.Data.SqlTypes.SqlBinary) || FrameworkViews.IsView(type)
        || (type.IsGenericType
            && (type.GetGenericTypeDefinition() == typeof(ArraySegment<>) || type.GetGenericTypeDefinition() == typeof(WeakReference<>)));
}

/// <summary>A member of a class, as it is declared.</summary>
internal sealed class FormatterMember
{
    readonly string[] _aliases;

    public FormatterMember(MemberModel member, int index, Type carried, FormatterNames names)
    {
        Name = names.MemberOf(carried, member.Name);
        IsCache = member.Details is FieldCacheAttribute { IsRead: false };
        IsCarriedByUser = member.Model is SurrogateModel { Surrogate: not IFieldsSurrogate };
        Declared = (member.Details as FieldCacheAttribute)?.DeclaredIn(carried)
            ?? (IsCarriedByUser ? CarriedByUser.CarrierOf(member.Model).Type : member.Type);
        IsOptional = member.IsOptional;
        _aliases = [.. Name != member.Name ? [member.Name] : (string[])[], .. member.Aliases];
        Index = index;
        TypeName = FormatterNames.HasName(Declared) ? names.Of(Declared) : null;
    }

    /// <summary>Whether it holds nothing but a cache, which is passed over when it is read.</summary>
    public bool IsCache { get; }

    /// <summary>Whether a surrogate of the user's carries it: its carrier stands in its place, and its own type is told nowhere.</summary>
    public bool IsCarriedByUser { get; }

    public string Name { get; }

    public Type Declared { get; }

    /// <summary>Its place among the members of the model.</summary>
    public int Index { get; }

    /// <summary>Whether the type itself decides to write it or not.</summary>
    public bool IsOptional { get; }

    /// <summary>The name of the declared type, whose library may have to be told; null of primitives and strings.</summary>
    public FormatterName? TypeName { get; }

    /// <summary>Whether it has another name beside its own.</summary>
    public bool HasAlias => _aliases.Length > 0;

    /// <summary>Whether a payload's name is this member's.</summary>
    public bool IsCalled(string name) => !IsCache && (name == Name || Array.IndexOf(_aliases, name) >= 0);
}
