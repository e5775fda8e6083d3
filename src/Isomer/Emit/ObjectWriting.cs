using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Writes the members of an object between BeginObject and EndObject.</summary>
/// <remarks>
/// <code>
/// if (S.Packs)
/// {
///     ref byte block = ref sink.Block(37);
///     int bits = 0;
///     Packed.Put&lt;int&gt;(ref block, 1, value.OrderID);
///     bits |= Packed.PutNullable&lt;int&gt;(ref block, 5, value.EmployeeID) &lt;&lt; 0;
///     block[0] = (byte)bits;
///     (the members that are not in the block)
/// }
/// else (all members)
///
/// sink.Member(table, 0); sink.Int32(value.OrderID);                                // never null
/// var s = value.ShipName; if (s == null) sink.NullMember(table, 1); else { sink.Member(table, 1); sink.String(s); }
/// if (sink.OptionalMember(table, 2, value.ShouldSerializeX())) (value)             // the type decides
/// if (S.Runs &amp;&amp; table.TakesRuns)                                                  // two and more scalars in a row
/// {
///     ref byte cursor = ref sink.BeginRun(table, 0);
///     cursor = ref sink.RunMember(ref cursor, table, 0); cursor = ref sink.Put(ref cursor, value.OrderID); ...
///     sink.EndRun(ref cursor);
/// }
/// if (!(S.OmitsDefaults &amp;&amp; table.MayOmit &amp;&amp; table.OmitsDefault(0) &amp;&amp; value.OrderID == 0)) ...
/// </code>
/// </remarks>
internal sealed class ObjectWriting(Body body, ObjectModel model, MemberAccess access, LocalBuilder table)
{
    public void Emit()
    {
        var (unpacked, end) = (body.Label(), body.Label());
        body.LoadTrait("Packs");
        body.GoIfFalse(unpacked);
        EmitBlock();
        foreach (int index in model.Packed.Rest)
            EmitMember(index);
        body.Go(end);
        body.Mark(unpacked);
        for (int i = 0; i < model.Members.Length;)
        {
            var run = model.Runs.FirstOrDefault(r => r.First == i);
            if (run is not null)
                EmitRun(run);
            else
                EmitMember(i);
            i += run?.Count ?? 1;
        }
        EmitExtras();
        body.Mark(end);
    }

    void EmitRun(MemberRun run)
    {
        var (single, end) = (body.Label(), body.Label());
        body.LoadTrait("Runs");
        body.GoIfFalse(single);
        body.Load(table);
        body.Il.Emit(OpCodes.Callvirt, typeof(MemberTable).GetProperty(nameof(MemberTable.TakesRuns))!.GetMethod!);
        body.GoIfFalse(single);
        var cursor = body.Local(typeof(byte).MakeByRefType());
        EmitAnnouncement("BeginRun", run.First);
        body.Store(cursor);
        for (int i = run.First; i < run.First + run.Count; i++)
            EmitRunMember(i, model.Members[i], cursor);
        body.Wire();
        body.Load(cursor);
        body.Call("EndRun");
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
        body.Wire();
        body.Load(cursor);
        body.Load(table);
        body.Int(index);
        body.Call("RunMember");
        body.Store(cursor);
        var inner = Nullable.GetUnderlyingType(member.Type);
        if (inner is not null)
        {
            var present = body.Label();
            ValueEmitter.LoadHasValue(body, value, member.Type);
            body.GoIfTrue(present);
            body.Wire();
            body.Load(cursor);
            body.Call("PutNull");
            body.Store(cursor);
            body.Go(end);
            body.Mark(present);
        }
        body.Wire();
        body.Load(cursor);
        if (inner is not null)
        {
            body.LoadAddress(value);
            body.Il.Emit(OpCodes.Call, member.Type.GetMethod("GetValueOrDefault", [])!);
        }
        else
        {
            body.Load(value);
        }
        body.CallGeneric("Put", 2, inner ?? member.Type);
        body.Store(cursor);
        body.Mark(end);
    }

    void EmitBlock()
    {
        var packed = model.Packed;
        if (packed.Size == 0)
            return;
        var block = body.Local(typeof(byte).MakeByRefType());
        body.Wire();
        body.Int(packed.Size);
        body.Call("Block");
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

    void EmitMember(int index)
    {
        var member = model.Members[index];
        if (!member.CanGet)
        {
            EmitUnreadable(index);
            return;
        }
        var end = body.Label();
        if (member.IsExtra)
        {
            body.LoadTrait("FlattensExtras");
            body.GoIfTrue(end);
        }
        var value = body.Local(member.Type);
        if (member.IsOptional)
        {
            body.Wire();
            body.Load(table);
            body.Int(index);
            EmitCondition(member);
            body.Call("OptionalMember");
            body.GoIfFalse(end);
            access.Get(member.Member);
            body.Store(value);
            ValueEmitter.Write(body, member.Model, () => body.Load(value));
            body.Mark(end);
            return;
        }
        access.Get(member.Member);
        body.Store(value);
        EmitOmission(index, member, value, end);
        if (ValueEmitter.CanBeNull(member.Model))
        {
            EmitNullable(index, member, value, end);
        }
        else
        {
            EmitAnnouncement("Member", index);
            ValueEmitter.Write(body, member.Model, () => body.Load(value));
        }
        body.Mark(end);
    }

    void EmitNullable(int index, MemberModel member, LocalBuilder value, Label end)
    {
        var present = body.Label();
        var optional = member.Model as OptionalModel;
        if (optional is { Access.IsNullable: true })
            ValueEmitter.LoadHasValue(body, value, member.Type);
        else
            body.Load(value);
        body.GoIfTrue(present);
        EmitAnnouncement("NullMember", index);
        body.Go(end);
        body.Mark(present);
        EmitAnnouncement("Member", index);
        if (optional is { Access.IsNullable: true })
            ValueEmitter.WritePresent(body, optional, value);
        else
            ValueEmitter.Write(body, member.Model, () => body.Load(value));
    }

    /// <summary>A member that can only be set has nothing to write; a positional format still has its place.</summary>
    void EmitUnreadable(int index)
    {
        var end = body.Label();
        body.LoadTrait("Packs");
        body.GoIfFalse(end);
        body.Wire();
        body.Load(table);
        body.Int(index);
        body.Int(0);
        body.Call("OptionalMember");
        body.Il.Emit(OpCodes.Pop);
        body.Mark(end);
    }

    void EmitAnnouncement(string name, int index)
    {
        body.Wire();
        body.Load(table);
        body.Int(index);
        body.Call(name);
    }

    void EmitCondition(MemberModel member)
    {
        if (member.ShouldWrite is not null)
            access.Invoke(member.ShouldWrite);
        else
            access.Get(member.Specified!);
    }

    void EmitOmission(int index, MemberModel member, LocalBuilder value, Label end)
    {
        if (ValueEmitter.CanBeNull(member.Model) && member.Default is null)
            return;
        var go = body.Label();
        body.LoadTrait("OmitsDefaults");
        body.GoIfFalse(go);
        body.Load(table);
        body.Il.Emit(OpCodes.Callvirt, typeof(MemberTable).GetProperty(nameof(MemberTable.MayOmit))!.GetMethod!);
        body.GoIfFalse(go);
        body.Load(table);
        body.Int(index);
        body.Il.Emit(OpCodes.Callvirt, typeof(MemberTable).GetMethod(nameof(MemberTable.OmitsDefault))!);
        body.GoIfFalse(go);
        body.Load(value);
        if (member.Default is null)
        {
            body.CallStatic(typeof(Absence), nameof(Absence.IsDefault), member.Type);
        }
        else
        {
            body.LoadConstant(member.Default, typeof(object));
            body.CallStatic(typeof(Absence), nameof(Absence.IsValue), member.Type);
        }
        body.GoIfTrue(end);
        body.Mark(go);
    }

    void EmitExtras()
    {
        if (model.ExtraIndex < 0)
            return;
        var end = body.Label();
        body.LoadTrait("FlattensExtras");
        body.GoIfFalse(end);
        body.Wire();
        body.Load(table);
        access.Get(model.Members[model.ExtraIndex].Member);
        body.CallForWire(typeof(Extras), nameof(Extras.Write));
        body.Mark(end);
    }
}
