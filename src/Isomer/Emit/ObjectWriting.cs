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
///     Packed.Put&lt;byte&gt;(ref block, 0, (byte)bits);                            // after each eight, and at the end
///     (the members that are not in the block)
/// }
/// else
/// {
///     (all members, in runs where they can)
///     if (S.FlattensExtras) Extras.Write(ref sink, table, value.Rest);             // the extension dictionary, if any;
/// }                                                                                // as a member only if (!S.FlattensExtras)
///
/// sink.Member(table, 0); sink.Int32(value.OrderID);                                // never null
/// var s = value.ShipName; if (s == null) sink.NullMember(table, 1); else { sink.Member(table, 1); sink.String(s); }
/// if (sink.OptionalMember(table, 2, value.ShouldSerializeX())) (value)             // the type decides
/// if (!S.OmitsDropped) (as above)                                                  // of what reading passes over
/// if (S.Packs) sink.OptionalMember(table, 3, false);                               // cannot be got, or is left out: keeps its place
/// if (S.Runs &amp;&amp; table.TakesRuns)                                                  // two and more scalars in a row
/// {
///     ref byte cursor = ref sink.BeginRun(table, 0);
///     cursor = ref sink.Put(ref cursor, table, 0, value.OrderID);
///     cursor = ref x.HasValue ? ref sink.Put(ref cursor, table, 1, x.GetValueOrDefault()) : ref sink.PutNull(ref cursor, table, 1);
///     sink.EndRun(ref cursor);
/// }
/// if (!(S.OmitsDefaults &amp;&amp; table.MayOmit &amp;&amp; table.OmitsDefault(0) &amp;&amp; Absence.IsDefault(value.OrderID))) ...
/// </code>
/// </remarks>
internal sealed partial class ObjectWriting(Body body, ObjectModel model, MemberAccess access, LocalBuilder table)
{
    public void Emit()
    {
        var (unpacked, end) = (body.Label(), body.Label());
        body.LoadTrait(SinkTraits.Packs);
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

    /// <summary>Tells a sink that asks for it the run-time types of members before they come.</summary>
    /// <code>
    /// if (S.Foretells)
    /// {
    ///     sink.Foretell(table, 1, value.ShipName?.GetType());
    ///     sink.Foretell(table, 2, value.Freight.HasValue ? typeof(decimal) : null);
    /// }
    /// </code>
    public void EmitForetelling()
    {
        if (!model.Members.Any(Foretelling.IsTold))
            return;
        var silent = body.Label();
        body.LoadTrait(SinkTraits.Foretells);
        body.GoIfFalse(silent);
        for (int i = 0; i < model.Members.Length; i++)
        {
            var member = model.Members[i];
            if (!Foretelling.IsTold(member))
                continue;
            var next = body.Label();
            if (member.IsOptional)
            {
                EmitOptional(i, member, body.Local(member.Type), next);
            }
            if (!Foretelling.HasType(member))
            {
                body.Mark(next);
                continue;
            }
            var value = body.Local(member.Type);
            access.Get(member.Member);
            body.Store(value);
            body.Wire();
            body.Load(table);
            body.Int(i);
            body.Load(value);
            body.CallStatic(typeof(Foretelling), member.Type.IsValueType ? nameof(Foretelling.OfNullable) : nameof(Foretelling.Of),
                Nullable.GetUnderlyingType(member.Type) ?? member.Type);
            body.Call(nameof(ISink.Foretell));
            body.Mark(next);
        }
        body.Mark(silent);
    }

    void EmitMember(int index)
    {
        var member = model.Members[index];
        if (!Merging.IsWritten(model, index))
        {
            EmitUnreadable(index);
            return;
        }
        var end = body.Label();
        if (member.IsExtra)
        {
            body.LoadTrait(SinkTraits.FlattensExtras);
            body.GoIfTrue(end);
        }
        var value = body.Local(member.Type);
        if (member.IsOptional)
        {
            if (member.Default is not null && member.WrittenWhen is null)
            {
                access.Get(member.Member);
                body.Store(value);
                EmitOmission(index, member, value, end);
            }
            EmitOptional(index, member, value, end);
            if (member.WrittenWhen is null)
            {
                access.Get(member.Member);
                body.Store(value);
            }
            EmitRefusal(index, member, value);
            EmitUnlessDropped(index, end);
            ValueEmitter.Write(body, member.Model, () => body.Load(value));
            body.Mark(end);
            return;
        }
        access.Get(member.Member);
        body.Store(value);
        EmitRefusal(index, member, value);
        EmitUnlessDropped(index, end);
        EmitOmission(index, member, value, end);
        if (member.Model.CanBeNull && !member.HandlesNull)
        {
            EmitNullable(index, member, value, end);
        }
        else
        {
            if (member.HandlesNull)
                EmitOmittedNull(index, member, value, end);
            EmitAnnouncement(nameof(ISink.Member), index);
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
        EmitAnnouncement(nameof(ISink.NullMember), index);
        body.Go(end);
        body.Mark(present);
        EmitAnnouncement(nameof(ISink.Member), index);
        if (optional is { Access.IsNullable: true })
            ValueEmitter.WritePresent(body, optional, value);
        else
            ValueEmitter.Write(body, member.Model, () => body.Load(value));
    }

    /// <summary>
    /// A member that can only be set has nothing to write, and one that is left out is not asked; a positional format still has its place.
    /// </summary>
    void EmitUnreadable(int index)
    {
        var end = body.Label();
        body.LoadTrait(SinkTraits.Packs);
        body.GoIfFalse(end);
        body.Wire();
        body.Load(table);
        body.Int(index);
        body.Int(0);
        body.Call(nameof(ISink.OptionalMember));
        body.Il.Emit(OpCodes.Pop);
        body.Mark(end);
    }

    /// <summary>MemberRules.RefuseLost(Model, 2, x), where reading could not give x back.</summary>
    void EmitRefusal(int index, MemberModel member, LocalBuilder value)
    {
        if (!Merging.IsLost(member))
            return;
        body.LoadModel(model);
        body.Int(index);
        body.Load(value);
        if (member.Type.IsValueType)
            body.Il.Emit(OpCodes.Box, member.Type);
        body.CallStatic(typeof(MemberRules), nameof(MemberRules.RefuseLost));
    }

    /// <summary>if (S.OmitsDropped) goto end; of what reading drops</summary>
    void EmitUnlessDropped(int index, Label end)
    {
        if (!Merging.IsSkipped(model, index))
            return;
        body.LoadTrait(SinkTraits.OmitsDropped);
        body.GoIfTrue(end);
    }

    void EmitAnnouncement(string name, int index)
    {
        body.Wire();
        body.Load(table);
        body.Int(index);
        body.Call(name);
    }

    /// <summary>
    /// if (!sink.OptionalMember(table, 2, value.ShouldSerializeX() &amp;&amp; value.XSpecified)) goto absent;
    /// where the program is asked too: x = value.X only if the type says so, then MemberRules.IsWritten(Model, 2, value, x), and x is what
    /// is written.
    /// </summary>
    void EmitOptional(int index, MemberModel member, LocalBuilder value, Label absent)
    {
        if (member.WrittenWhen is null)
        {
            body.Wire();
            body.Load(table);
            body.Int(index);
            EmitCondition(member);
        }
        else
        {
            var present = EmitAsked(index, member, value);
            body.Wire();
            body.Load(table);
            body.Int(index);
            body.Load(present);
        }
        body.Call(nameof(ISink.OptionalMember));
        body.GoIfFalse(absent);
    }

    LocalBuilder EmitAsked(int index, MemberModel member, LocalBuilder value)
    {
        var (present, end) = (body.Local(typeof(bool)), body.Label());
        if (member.ShouldWrite is null && member.Specified is null)
            body.Int(1);
        else
            EmitCondition(member);
        body.Store(present);
        body.Load(present);
        body.GoIfFalse(end);
        access.Get(member.Member);
        body.Store(value);
        body.LoadModel(model);
        body.Int(index);
        access.LoadBoxed();
        body.Load(value);
        if (member.Type.IsValueType)
            body.Il.Emit(OpCodes.Box, member.Type);
        body.CallStatic(typeof(MemberRules), nameof(MemberRules.IsWritten));
        body.Store(present);
        body.Mark(end);
        return present;
    }

    void EmitCondition(MemberModel member)
    {
        if (member.ShouldWrite is not null)
            access.Invoke(member.ShouldWrite);
        if (member.Specified is not null)
            access.Get(member.Specified);
        if (member.ShouldWrite is not null && member.Specified is not null)
            body.Il.Emit(OpCodes.And);
    }

    void EmitOmission(int index, MemberModel member, LocalBuilder value, Label end)
    {
        if (member.Model.CanBeNull && member.Default is null)
            return;
        var go = body.Label();
        body.LoadTrait(SinkTraits.OmitsDefaults);
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

    /// <summary>if (S.OmitsDefaults &amp;&amp; value == null &amp;&amp; table.OmitsNull(0)) goto end;</summary>
    void EmitOmittedNull(int index, MemberModel member, LocalBuilder value, Label end)
    {
        var go = body.Label();
        body.LoadTrait(SinkTraits.OmitsDefaults);
        body.GoIfFalse(go);
        if (member.Type.IsValueType)
            ValueEmitter.LoadHasValue(body, value, member.Type);
        else
            body.Load(value);
        body.GoIfTrue(go);
        body.Load(table);
        body.Int(index);
        body.Il.Emit(OpCodes.Callvirt, typeof(MemberTable).GetMethod(nameof(MemberTable.OmitsNull))!);
        body.GoIfTrue(end);
        body.Mark(go);
    }

    void EmitExtras()
    {
        if (model.ExtraIndex < 0)
            return;
        var end = body.Label();
        body.LoadTrait(SinkTraits.FlattensExtras);
        body.GoIfFalse(end);
        body.Wire();
        body.Load(table);
        access.Get(model.Members[model.ExtraIndex].Member);
        body.CallForWire(typeof(Extras),
            model.Members[model.ExtraIndex].ExtraForm is null ? nameof(Extras.Write) : nameof(Extras.WriteOther));
        body.Mark(end);
    }
}
