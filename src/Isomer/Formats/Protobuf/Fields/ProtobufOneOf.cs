using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Members of which at most one is set. Each that comes takes back the others: these are given first, as null. So the last one in
/// the input is the one that stays, also where an object is filled that has one already. Types without a oneof pay nothing.
/// </summary>
internal static class ProtobufOneOf
{
    /// <summary>For each member of a oneof the indices of the others that can be taken back; null if the type has no oneof.</summary>
    public static int[]?[]? Others(ObjectModel model, ProtobufRecord[] records, byte[] layerOf)
    {
        int[]?[]? result = null;
        for (int i = 0; i < records.Length; i++)
        {
            if (!IsIn(records[i].Field))
                continue;
            var others = new List<int>();
            for (int j = 0; j < records.Length; j++)
                if (j != i && layerOf[j] == layerOf[i] && IsIn(records[j].Field)
                    && records[j].Field.Facts.OneOf == records[i].Field.Facts.OneOf && CanBeTakenBack(model.Members[j]))
                    others.Add(j);
            (result ??= new int[]?[records.Length])[i] = [.. others];
        }
        return result;
    }

    /// <summary>
    /// For each member of a oneof a bit, and those of the others that must not be written beside it; null if the type has none.
    /// From the 65th on they are not looked at.
    /// </summary>
    public static (ulong Own, ulong Others)[]? Exclusive(ProtobufRecord[] records, byte[] layerOf)
    {
        int[] all = [.. Enumerable.Range(0, records.Length).Where(i => IsIn(records[i].Field)).Take(64)];
        if (all.Length == 0)
            return null;
        var result = new (ulong, ulong)[records.Length];
        for (int i = 0; i < all.Length; i++)
        {
            ulong others = 0;
            for (int j = 0; j < all.Length; j++)
                others |= j != i && layerOf[all[j]] == layerOf[all[i]]
                    && records[all[j]].Field.Facts.OneOf == records[all[i]].Field.Facts.OneOf ? 1UL << j : 0;
            result[all[i]] = (1UL << i, others);
        }
        return result;
    }

    /// <summary>What is said when two of a oneof are set.</summary>
    public static NotSupportedException BothSet(ProtobufTable table, int index, ulong bit)
    {
        var members = ((ObjectModel)table.Model).Members;
        int other = Array.FindIndex(table.Exclusive!, e => e.Own == bit);
        return new NotSupportedException(
            $"Of the oneof '{table.Records[index].Field.Facts.OneOf}' of '{table.Model.Type}' both '{members[other].ClrName}' and '{members[index].ClrName}' are set, and whoever reads the bytes would see the last one only. Set one of them to null.");
    }

    static bool IsIn(ProtobufField field) => field.Facts.OneOf is not null && field.Kind is ProtobufKind.Scalar or ProtobufKind.Message;

    /// <summary>Not so where the type itself knows which one is set, as with a discriminated union: setting one is enough.</summary>
    static bool CanBeTakenBack(MemberModel member) => member.CanSet && (member.Model.IsNullable || member.ShouldWrite is null);
}

/// <summary>Members of a oneof.</summary>
internal ref partial struct ProtobufSource
{
    /// <summary>
    /// The next member that the one at hand takes back, given as null or zero; -1 when all have been, and it is its own turn.
    /// </summary>
    int TakeBack(ProtobufTable own, ref ProtobufFrame frame, int index, int tagAt)
    {
        int[] others = own.OneOfs![index]!;
        var members = ((ObjectModel)own.Model).Members;
        while (frame.State.TakenBack < others.Length)
        {
            int other = others[frame.State.TakenBack++];
            // Should it come again, it is as new.
            if (own.Gathers[other] != ProtobufGather.None)
            {
                frame.State.Done &= ~(1UL << own.GatherBit[other]);
                frame.State.Seen &= ~(1UL << own.GatherBit[other]);
            }
            if (own.Records[other].Field.Parts is { } parts)
                ForgetParts(ref frame, parts);
            // Another case of the same member: what is set now takes its place.
            if (members[other].Member == members[index].Member)
                continue;
            _pos = tagAt;
            _record = ref own.Records[other];
            _how = members[other].Model.IsNullable ? IsNull : Absent;
            _takesBack = true;
            return other;
        }
        frame.State.TakenBack = 0;
        _takesBack = false;
        return -1;
    }

    /// <summary>Whether a field of this number ends what came before of a oneof's member.</summary>
    static bool EndsOneOf(ProtobufTable own, int[] others, int number)
    {
        foreach (int other in others)
            if (own.Records[other].Field.Number == number)
                return true;
        return false;
    }
}

/// <summary>Members of a oneof: that at most one is written.</summary>
internal ref partial struct ProtobufSink
{
    static void NothingSet(ref ProtobufOpen open) => (open.Set, open.Pending) = (0, -1);

    /// <summary>
    /// Whether the last member of a oneof was written is known when the next one comes: a zero that is left out is none. Two that
    /// were are refused, for readers take the last one only.
    /// </summary>
    void SettleOneOf(ProtobufTable table, (ulong Own, ulong Others)[] exclusive)
    {
        ref var open = ref OpenAt(_depth - 1);
        int index = open.Pending;
        if (index < 0)
            return;
        open.Pending = -1;
        if (_out.Position == open.PendingAt)
            return;
        var (own, others) = exclusive[index];
        if ((open.Set & others) is var both and not 0)
            throw ProtobufOneOf.BothSet(table, index, both & (~both + 1));
        open.Set |= own;
    }
}
