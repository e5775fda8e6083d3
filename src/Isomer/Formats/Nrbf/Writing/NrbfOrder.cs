using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// What BinaryFormatter does when it begins an object of a type: it tells the object so, asks it or a surrogate for entries, or takes what
/// its fields hold; and which of its members are begun when it is written.
/// </summary>
internal sealed class NrbfOrder
{
    static readonly int Slot = ModelSlot.Next();

    NrbfOrder() => (Model, Callbacks) = (null!, Callbacks.None);

    NrbfOrder(TypeModel model)
    {
        Model = model;
        Fields = (model is SurrogateModel { Surrogate: IFieldsSurrogate } carried ? carried.Carrier : model) as ObjectModel;
        IsBegun = Fields is not null || model is SurrogateModel { Surrogate: IFieldsSurrogate };
        Callbacks = (model as ObjectModel)?.Callbacks ?? Callbacks.None;
        HasEffects = !Callbacks.IsNoneAtWriting || model is SurrogateModel { Surrogate: IFieldsSurrogate { HasEffects: true } };
        IsWritten = HasEffects;
        if (Fields is null)
            return;
        var members = new List<NrbfOrderedMember>();
        for (int i = 0; i < Fields.Members.Length; i++)
        {
            var member = Fields.Members[i];
            var type = Nullable.GetUnderlyingType(member.Type) ?? member.Type;
            if (!member.CanGet || member.IsOptional || type == typeof(string) || type.IsArray || type.IsEnum
                || NrbfPrimitives.Of(type) != NrbfPrimitive.None || member.Model is SurrogateModel { Surrogate: not IFieldsSurrogate })
                continue;
            if (!type.IsValueType)
            {
                members.Add(new(i, false));
                continue;
            }
            var held = Of(member.Convention.ModelOf(type));
            IsWritten |= held.IsWritten;
            if (held.HasEffects || held.Members.Length > 0)
                members.Add(new(i, true));
        }
        Members = [.. members];
        HasOptional = Fields.Members.Any(static m => m.IsOptional);
    }

    /// <summary>Nothing is begun.</summary>
    public static NrbfOrder None { get; } = new();

    public static NrbfOrder Of(TypeModel model) =>
        (NrbfOrder?)model.GetSlot(Slot) ?? (NrbfOrder)model.SetSlot(Slot, new NrbfOrder(model));

    public TypeModel Model { get; }

    /// <summary>The fields that are written, the type's own or its carrier's; null where it is entries, or no class at all.</summary>
    public ObjectModel? Fields { get; }

    /// <summary>Whether anything is taken of an object of it: of strings, arrays and numbers nothing is.</summary>
    public bool IsBegun { get; }

    /// <summary>Methods of a type that is its own fields.</summary>
    public Callbacks Callbacks { get; }

    /// <summary>Whether code of the program's own runs when an object of it is begun.</summary>
    public bool HasEffects { get; }

    /// <summary>Whether it runs so when an object of it is written, for a struct that stands in it has some.</summary>
    public bool IsWritten { get; }

    /// <summary>The members that are begun, in their order.</summary>
    public NrbfOrderedMember[] Members { get; } = [];

    /// <summary>Whether the type itself decides of a member whether to write it, which is asked twice and in its place.</summary>
    public bool HasOptional { get; }
}

/// <summary>A struct in the place of an interface has callbacks, and the order of the payload was not kept before it.</summary>
internal sealed class NrbfOutOfOrder : Exception;

/// <summary>A member that is begun.</summary>
/// <param name="Index">Its place among the members of the model.</param>
/// <param name="IsInline">Whether it is declared as a struct, which stands in its place.</param>
internal readonly record struct NrbfOrderedMember(int Index, bool IsInline);

/// <summary>An object that was begun: what is written of it, whatever becomes of it before that.</summary>
/// <param name="Value">The object.</param>
/// <param name="Order">That of its type.</param>
/// <param name="Content">A copy of it, or its carrier.</param>
internal sealed record NrbfBegun(object Value, NrbfOrder Order, object Content);

/// <summary>What a payload knows of its order, beside the numbers.</summary>
internal sealed partial class NrbfWriting
{
    readonly Dictionary<int, NrbfBegun> _begun = [];
    readonly List<(int From, int To)> _items = [];
    readonly List<NrbfBegun> _ofTop = [];

    /// <summary>
    /// Whether objects are begun where BinaryFormatter begins them; before the program's own code can run, nobody could tell.
    /// </summary>
    public bool IsInOrder { get; set; }

    /// <summary>Whether it is to be in order from the object on that is being written.</summary>
    public bool IsLate { get; set; }

    /// <summary>The members that were begun of what is being written; null where nothing was.</summary>
    public List<NrbfBegun>? Members { get; set; }

    /// <summary>A list for the members of what is written now. Structs within it have lists of their own.</summary>
    public List<NrbfBegun> NewMembers()
    {
        if (Members is not null)
            return Members = [];
        _ofTop.Clear();
        return Members = _ofTop;
    }

    public int Next => _next;

    public int Count => _objects.Count;

    /// <summary>The number from which on objects count as not met: those of the object that has just been written.</summary>
    public int MetBefore { get; set; } = int.MaxValue;

    /// <summary>Whether the object has been met.</summary>
    public bool IsMet(object value) => _objects.MetAs(value) is var number && number != 0 && number < MetBefore;

    /// <summary>The number of an object that has been met; 0 of another.</summary>
    public int MetAs(object value) => _objects.MetAs(value);

    /// <summary>What was met since were items of an array, which are begun when they are written.</summary>
    public void AddItems(int from) => _items.Add((from, _objects.Count));

    /// <summary>What was begun of an object that is a member of what is written.</summary>
    public NrbfBegun? Find(object value)
    {
        if (Members is not null)
            foreach (var member in Members)
                if (ReferenceEquals(member.Value, value))
                    return member;
        return null;
    }

    /// <summary>An object has been met for the first time: what was begun of it is written when its turn comes.</summary>
    public void Keep(object value, int id)
    {
        if (Find(value) is { } begun)
            _begun.Add(id, begun);
    }

    public void Keep(NrbfBegun begun, int id) => _begun.TryAdd(id, begun);

    /// <summary>What was begun of an object whose turn it is; null if nothing was.</summary>
    public NrbfBegun? Take(int id) => _begun.Remove(id, out var begun) ? begun : null;

    /// <summary>What waits, and was met as a member of another.</summary>
    public List<(object Value, int Number)> WaitingMembers(int before)
    {
        var members = new List<(object, int)>();
        int range = 0;
        for (int i = _objects.Waiting; i < _objects.Count; i++)
        {
            var (value, number) = _objects.At(i);
            if (number >= before)
                break;
            while (range < _items.Count && _items[range].To <= i)
                range++;
            if (range == _items.Count || _items[range].From > i)
                members.Add((value, number));
        }
        return members;
    }

    void ForgetOrder()
    {
        Members = null;
        _ofTop.Clear();
        MetBefore = int.MaxValue;
        if (_begun.Count > 0)
            _begun.Clear();
        _items.Clear();
        if (_items.Capacity > 4096)
            _items.Capacity = 0;
        if (_ofTop.Capacity > 4096)
            _ofTop.Capacity = 0;
    }
}
