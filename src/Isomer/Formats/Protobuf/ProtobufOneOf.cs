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
                if (j != i && layerOf[j] == layerOf[i] && IsIn(records[j].Field) && records[j].Field.Facts.OneOf == records[i].Field.Facts.OneOf && CanBeTakenBack(model.Members[j]))
                    others.Add(j);
            (result ??= new int[]?[records.Length])[i] = [.. others];
        }
        return result;
    }

    static bool IsIn(ProtobufField field) => field.Facts.OneOf is not null && field.Kind is ProtobufKind.Scalar or ProtobufKind.Message;

    /// <summary>Not so where the type itself knows which one is set, as with a discriminated union: setting one is enough.</summary>
    static bool CanBeTakenBack(MemberModel member) => member.Specified is null && member.CanSet && (member.Model.IsNullable || member.ShouldWrite is null);
}

/// <summary>Members of a oneof.</summary>
internal ref partial struct ProtobufSource
{
    /// <summary>The next member that the one at hand takes back, given as null or zero; -1 when all have been, and it is its own turn.</summary>
    int TakeBack(ProtobufTable own, ref ProtobufFrame frame, int index, int tagAt)
    {
        int[] others = own.OneOfs![index]!;
        if (frame.State.TakenBack >= others.Length)
        {
            frame.State.TakenBack = 0;
            return -1;
        }
        int other = others[frame.State.TakenBack++];
        // Should it come again, it is as new.
        if (own.Gathers[other] != ProtobufGather.None)
        {
            frame.State.Done &= ~(1UL << own.GatherBit[other]);
            frame.State.Seen &= ~(1UL << own.GatherBit[other]);
        }
        _pos = tagAt;
        _record = ref own.Records[other];
        _how = ((ObjectModel)own.Model).Members[other].Model.IsNullable ? IsNull : Absent;
        return other;
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
