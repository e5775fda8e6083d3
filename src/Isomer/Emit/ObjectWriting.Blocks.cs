using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Members together: runs of scalars for text formats, the packed block for binary ones.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed partial class ObjectWriting
{
    void EmitRun(MemberRun run)
    {
        var (single, end) = (body.Label(), body.Label());
        body.LoadTrait(SinkTraits.Runs);
        body.GoIfFalse(single);
        body.Load(table);
        body.Il.Emit(OpCodes.Callvirt, typeof(MemberTable).GetProperty(nameof(MemberTable.TakesRuns))!.GetMethod!);
        body.GoIfFalse(single);
        var cursor = body.Local(typeof(byte).MakeByRefType());
        EmitAnnouncement(nameof(ISink.BeginRun), run.First);
        body.Store(cursor);
        for (int i = run.First; i < run.First + run.Count; i++)
            EmitRunMember(i, model.Members[i], cursor);
        body.Wire();
        body.Load(cursor);
        body.Call(nameof(ISink.EndRun));
        body.Go(end);
        body.Mark(single);
        for (int i = run.First; i < run.First + run.Count; i++)
            EmitMember(i);
        body.Mark(end);
    }

    void EmitRunMember(int index, MemberModel member, LocalBuilder cursor)
    {
        var end = body.Label();
        var value = body.Local(member.Type);
        access.Get(member.Member);
        body.Store(value);
        LoadPlace();
        var inner = Nullable.GetUnderlyingType(member.Type);
        if (inner is null)
        {
            body.Load(value);
            body.CallGeneric(nameof(ISink.Put), 4, member.Type);
        }
        else
        {
            var present = body.Label();
            ValueEmitter.LoadHasValue(body, value, member.Type);
            body.GoIfTrue(present);
            body.Call(nameof(ISink.PutNull));
            body.Go(end);
            body.Mark(present);
            body.LoadAddress(value);
            body.Il.Emit(OpCodes.Call, member.Type.GetMethod("GetValueOrDefault", [])!);
            body.CallGeneric(nameof(ISink.Put), 4, inner);
            body.Mark(end);
        }
        body.Store(cursor);

        void LoadPlace()
        {
            body.Wire();
            body.Load(cursor);
            body.Load(table);
            body.Int(index);
        }
    }

    void EmitBlock()
    {
        var packed = model.Packed;
        if (packed.Size == 0)
            return;
        var block = body.Local(typeof(byte).MakeByRefType());
        body.Wire();
        body.Int(packed.Size);
        body.Call(nameof(ISink.Block));
        body.Store(block);
        LocalBuilder? bits = packed.BitBytes > 0 ? body.Local(typeof(int)) : null;
        if (bits is not null)
        {
            body.Int(0);
            body.Store(bits);
        }
        foreach (var field in packed.Fields)
        {
            var member = model.Members[field.Member];
            if (field.Bit < 0)
            {
                EmitPut(block, field, member, () => access.Get(member.Member));
                continue;
            }
            if (field.Bit % 8 == 0 && field.Bit > 0)
                EmitBits(block, bits!, (field.Bit / 8) - 1);
            body.Load(bits!);
            EmitPutNullable(block, field, member);
            body.Int(field.Bit % 8);
            body.Il.Emit(OpCodes.Shl);
            body.Il.Emit(OpCodes.Or);
            body.Store(bits!);
        }
        if (bits is not null)
            EmitBits(block, bits, packed.BitBytes - 1);
    }

    void EmitBits(LocalBuilder block, LocalBuilder bits, int at)
    {
        body.Load(block);
        body.Int(at);
        body.Load(bits);
        body.CallStatic(typeof(Packed), nameof(Packed.Put), typeof(byte));
        body.Int(0);
        body.Store(bits);
    }

    void EmitPut(LocalBuilder block, PackedField field, MemberModel member, Action load)
    {
        body.Load(block);
        body.Int(field.Offset);
        load();
        if (field.Scalar is Scalar.IntPtr or Scalar.UIntPtr or Scalar.DateTimeOffset)
            body.CallStatic(typeof(Packed), "Put" + field.Scalar);
        else
            body.CallStatic(typeof(Packed), nameof(Packed.Put), member.Type);
    }

    /// <summary>Leaves the presence bit on the stack.</summary>
    void EmitPutNullable(LocalBuilder block, PackedField field, MemberModel member)
    {
        var inner = Nullable.GetUnderlyingType(member.Type)!;
        if (field.Scalar is not (Scalar.IntPtr or Scalar.UIntPtr or Scalar.DateTimeOffset))
        {
            body.Load(block);
            body.Int(field.Offset);
            access.Get(member.Member);
            body.CallStatic(typeof(Packed), nameof(Packed.PutNullable), inner);
            return;
        }
        var value = body.Local(member.Type);
        access.Get(member.Member);
        body.Store(value);
        EmitPut(block, field, member, () =>
        {
            body.LoadAddress(value);
            body.Il.Emit(OpCodes.Call, member.Type.GetMethod("GetValueOrDefault", [])!);
        });
        ValueEmitter.LoadHasValue(body, value, member.Type);
    }
}
