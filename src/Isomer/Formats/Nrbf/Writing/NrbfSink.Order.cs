using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>
/// The order of BinaryFormatter, where the program's own code runs: an object is told that it is written, and asked for its entries, when
/// it is begun, and what it holds is taken then. It is begun when its turn comes, and as a member of another when that one's turn comes,
/// with all members in their order, each time that it is met so. Where nothing of the program's own runs nobody can tell when an object was
/// begun, so the order is kept from the first type on that has callbacks, entries of its own or a chosen surrogate.
/// </summary>
internal ref partial struct NrbfSink
{
    /// <summary>Writes all again, in order from the root on: nothing of the program's own ran yet, and nothing was given away.</summary>
    void BeginInOrder(object root)
    {
        _out.Rewind();
        _state.BeginAgain();
        (_due, _known, _carried) = (null, null, null);
        (_id, _nulls, _inline, _isArrayOpen) = (0, 0, 0, false);
        WrittenGraph.Order();
        Begin(root);
        End();
    }

    /// <summary>A member holds this type, of which nothing is known yet.</summary>
    void Watch(Type type)
    {
        if (!OrderOf(_state.Of(type)).HasEffects)
            return;
        // What it does may change the items behind the one that is being written.
        if (_isArrayOpen)
            BeginAgain();
        _state.IsLate = true;
    }

    /// <summary>Begins the payload again, in order, if nothing of it was given away.</summary>
    readonly void BeginAgain()
    {
        if (_out.CanRewind && _long is null)
            throw new NrbfOutOfOrder();
    }

    readonly NrbfOrder OrderOf(NrbfWritten known) => known.Order ??= FindOrder(known.Type);

    /// <summary>Of what cannot be written nothing is begun: its refusal comes where it is met.</summary>
    readonly NrbfOrder FindOrder(Type type)
    {
        try
        {
            return NrbfOrder.Of(_options.Convention.ModelOf(type));
        }
        catch (NotSupportedException)
        {
            return NrbfOrder.None;
        }
    }

    /// <summary>Whether the order is kept from here on, for an object of the type, or a struct in it, has callbacks or entries.</summary>
    bool IsOrdered(NrbfWritten known)
    {
        var type = known.Type;
        if (type.IsArray)
        {
            var element = type.GetElementType()!;
            element = Nullable.GetUnderlyingType(element) ?? element;
            if (!element.IsValueType || element.IsPrimitive || element.IsEnum)
                return false;
            known = _state.Of(element);
        }
        if (!OrderOf(known).IsWritten)
            return false;
        _state.IsInOrder = true;
        WrittenGraph.Order();
        foreach (var (value, number) in _state.WaitingMembers(int.MaxValue))
            if (Begun(value, _state.Of(value.GetType()), isMember: false) is { } begun)
                _state.Keep(begun, number);
        return true;
    }

    /// <summary>An object whose turn it is; false of what is written as always, for it has no members that are begun.</summary>
    bool TopInOrder(object value, int id, NrbfWritten known)
    {
        if (value is Array array)
        {
            var element = known.Type.GetElementType()!;
            if (!known.Type.IsSZArray || !(element.IsValueType || element.IsInterface || element == typeof(ValueType)))
                return false;
            if (element.IsValueType
                && OrderOf(_state.Of(Nullable.GetUnderlyingType(element) ?? element)) is { HasEffects: false, Members.Length: 0 })
                return false;
            ItemsInOrder(array, element);
            return true;
        }
        if ((_state.Take(id) ?? Begun(value, known, isMember: false)) is not { } begun)
            return false;
        Write(begun);
        return true;
    }

    void ItemsInOrder(Array array, Type element)
    {
        var model = _options.Convention.ModelOf(element);
        ArrayHeader(element, array.Length, isCarried: model is SurrogateModel);
        _id = 0;
        _itemsAreTyped = IsCarriedAsPrimitive(model);
        var codec = Codecs<NrbfSink, NrbfSource>.Of(model);
        for (int i = 0; i < array.Length; i++)
        {
            object? item = array.GetValue(i);
            Item(i);
            if (!TryItemInOrder(item, element))
                codec.WriteObject(ref this, item);
        }
        FlushNulls();
    }

    /// <summary>An item of an array that is a struct in its place.</summary>
    bool TryItemInOrder(object? item, Type element)
    {
        if (!_state.IsInOrder || item is null || !element.IsValueType || NrbfPrimitives.Of(item.GetType()) != NrbfPrimitive.None
            || Begun(item, _state.Of(item.GetType()), isMember: false) is not { } begun)
            return false;
        _id = 0;
        Write(begun);
        return true;
    }

    /// <summary>Begins an object; null of what is not begun, or was met before as a member: then nothing is taken of it.</summary>
    NrbfBegun? Begun(object value, NrbfWritten known, bool isMember)
    {
        var order = OrderOf(known);
        if (!order.IsBegun)
            return null;
        // A box may stand in its place, too, whatever refers to it.
        bool isMet = isMember && !known.Type.IsValueType && _state.IsMet(value);
        // A struct in its place was told when it was written, where that could not be begun again.
        bool isTold = _state.MetBefore != int.MaxValue && known.Type.IsValueType && _state.MetAs(value) == 0;
        if (order.HasEffects ? isTold && order.Fields is null : isMet)
            return null;
        if (order.Model is SurrogateModel carried)
        {
            object? carrier = carried.Surrogate.ToCarrierObject(value);
            return isMet || carrier is null ? null : new NrbfBegun(value, order, carrier);
        }
        if (!isTold)
            WrittenGraph.Begun(order.Callbacks, value);
        if (isMet)
            return null;
        object copy = CopyOf(value);
        // It is no object of the program's, and what its class would do at its end is not to be done twice.
        GC.SuppressFinalize(copy);
        return new NrbfBegun(value, order, copy);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "MemberwiseClone")]
    static extern object CopyOf(object value);

    /// <summary>Writes what was begun: all its members are begun before.</summary>
    void Write(NrbfBegun begun)
    {
        var outer = _state.Members;
        bool isApart = BeginMembers(begun, out var inline);
        switch (begun.Content)
        {
            case SerializationInfo entries when begun.Order.Fields is null:
                Entries(entries);
                break;
            case FieldValues fields when begun.Order.Fields is null:
                Fields(fields);
                break;
            default:
                _carried = begun.Order.Model as SurrogateModel;
                if (isApart)
                    MembersInOrder(begun, inline!);
                else
                    Codecs<NrbfSink, NrbfSource>.Of(_carried?.Carrier ?? begun.Order.Model).WriteExactObject(ref this, begun.Content);
                break;
        }
        _state.Members = outer;
    }

    /// <summary>Begins the members of an object; whether it has structs that are to be written as they were begun.</summary>
    bool BeginMembers(NrbfBegun begun, out NrbfBegun?[]? inline)
    {
        var members = _state.NewMembers();
        inline = null;
        switch (begun.Content)
        {
            case SerializationInfo entries when begun.Order.Fields is null:
                foreach (var entry in entries)
                    BeginMember(entry.Value, members);
                return false;
            case FieldValues fields when begun.Order.Fields is null:
                foreach (object? value in fields.Values)
                    BeginMember(value, members);
                return false;
        }
        var fieldsOf = begun.Order.Fields!;
        foreach (var (index, isInline) in begun.Order.Members)
        {
            var member = BeginMember(fieldsOf.Members[index].Get(begun.Content), members);
            if (isInline && member is not null)
                (inline ??= new NrbfBegun?[fieldsOf.Members.Length])[index] = member;
        }
        return inline is not null && !begun.Order.HasOptional;
    }

    NrbfBegun? BeginMember(object? value, List<NrbfBegun> members)
    {
        if (value is null or string or Array or NestedTable)
            return null;
        var known = _state.Of(value.GetType());
        if (NrbfPrimitives.Of(known.Type) != NrbfPrimitive.None || Begun(value, known, isMember: true) is not { } begun)
            return null;
        members.Add(begun);
        return begun;
    }

    /// <summary>The members of an object of which some are structs in their place, which are written as they were begun.</summary>
    void MembersInOrder(NrbfBegun begun, NrbfBegun?[] inline)
    {
        var fields = begun.Order.Fields!;
        var table = BeginObject(fields);
        object?[] values = new object?[fields.Members.Length];
        for (int i = 0; i < values.Length; i++)
        {
            var member = fields.Members[i];
            if (!member.CanGet)
                continue;
            values[i] = member.Get(begun.Content);
            if (Foretelling.IsTold(member))
                Foretell(table, i, values[i]?.GetType());
        }
        for (int i = 0; i < values.Length; i++)
        {
            if (!fields.Members[i].CanGet)
                continue;
            if (values[i] is not { } value)
            {
                NullMember(table, i);
                continue;
            }
            Member(table, i);
            if (inline[i] is { } held)
                Write(held);
            else
                Codecs<NrbfSink, NrbfSource>.Of(fields.Members[i].Model).WriteObject(ref this, value);
        }
        EndObject(table);
    }

    /// <summary>
    /// The object that has just been written holds the first of which something of the program's own is asked. Nothing of that ran yet, so
    /// what waits is as it was when BinaryFormatter would have begun it; then what this object holds is begun.
    /// </summary>
    void OrderLate(object value, int before)
    {
        _state.IsLate = false;
        _state.IsInOrder = true;
        _state.MetBefore = before;
        WrittenGraph.Order();
        foreach (var (waiting, number) in _state.WaitingMembers(before))
            if (Begun(waiting, _state.Of(waiting.GetType()), isMember: false) is { } held)
                _state.Keep(held, number);
        if (value is not Array array)
            BeginLate(value, before);
        else if (value.GetType().GetElementType() is { IsPrimitive: false } element && element != typeof(object))
            foreach (object? item in array)
                if (item is ValueType)
                    BeginLate(item, before);
        _state.MetBefore = int.MaxValue;
        _state.Members = null;
    }

    void BeginLate(object value, int before)
    {
        if (OrderOf(_state.Of(value.GetType())).HasEffects || Begun(value, _state.Of(value.GetType()), isMember: false) is not { } begun)
            return;
        BeginLate(begun, before);
    }

    void BeginLate(NrbfBegun begun, int before)
    {
        BeginMembers(begun, out _);
        var members = _state.Members!;
        foreach (var member in members)
            if (_state.MetAs(member.Value) is var number && number >= before)
                _state.Keep(member, number);
        foreach (var member in members)
            if (member.Value.GetType().IsValueType && _state.MetAs(member.Value) == 0)
                BeginLate(member, before);
    }
}
