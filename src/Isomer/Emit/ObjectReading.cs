using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Reads the members of an object, in the order of the input, to wherever they go.</summary>
/// <remarks>
/// <code>
/// if (S.Packs &amp;&amp; source.Packed(table))
/// {
///     ref byte block = ref source.Block(37);
///     target.OrderID = Packed.Get&lt;int&gt;(ref block, 1);
///     target.EmployeeID = (block[0] &amp; 1) != 0 ? new int?(Packed.Get&lt;int&gt;(ref block, 5)) : null;
///     target.ShipName = source.String();                              // the members that are not in the block
///     if (source.OptionalMember()) target.X = source.Int32();         // likewise, but the type decides whether it is there
/// }
/// else
/// {
///     int i = -1; ulong seen = 0;
///     while ((i = source.NextMember(table, i)) >= 0)
///         switch (i)
///         {
///             case 0: target.OrderID = source.Int32(); seen |= 1; break; ...   // seen: of required members
///             default: target.Rest = Extras.Read(ref source, table, target.Rest); break;
///         }
///     if (seen != 1) Refusals.Missing(Model, seen, 0);
/// }
/// source.EndObject(table);
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ObjectReading(Body body, ObjectModel model, LocalBuilder table, MemberTarget target)
{
    public void Emit()
    {
        var (loop, end) = (body.Label(), body.Label());
        body.LoadTrait(SourceTraits.Packs);
        body.GoIfFalse(loop);
        body.Wire();
        body.Load(table);
        body.Call(nameof(ISource.Packed));
        body.GoIfFalse(loop);
        var late = EmitBlock();
        foreach (int index in model.Packed.Rest)
            EmitPositional(index);
        foreach (var (index, value) in late)
            target.Set(index, model.Members[index], () => body.Load(value));
        body.Go(end);
        body.Mark(loop);
        EmitLoop();
        body.Mark(end);
        body.Wire();
        body.Load(table);
        body.Call(nameof(ISource.EndObject));
    }

    /// <summary>Sets the members of the block; gives back those that are to be set when the setters behind it have run.</summary>
    List<(int Index, LocalBuilder Value)> EmitBlock()
    {
        var packed = model.Packed;
        var late = new List<(int Index, LocalBuilder Value)>();
        if (packed.Size == 0)
            return late;
        bool runsCode = packed.Rest.Any(index => target.RunsCode(model.Members[index]));
        // Where setters are code, one that throws is to be told from the others, which costs a store for each: try { at = 1; target.B =
        // ...; } catch when (Note(e, Model, at))
        var at = packed.Fields.Any(f => target.RunsCode(model.Members[f.Member])) ? RefusedMember.Begin(body) : null;
        var block = body.Local(typeof(byte).MakeByRefType());
        body.Wire();
        body.Int(packed.Size);
        body.Call(nameof(ISource.Block));
        body.Store(block);
        foreach (var field in packed.Fields)
        {
            int index = field.Member;
            var member = model.Members[index];
            if (at is not null && target.RunsCode(member))
                RefusedMember.At(body, at, index);
            bool isLate = runsCode && member.HasLastWord;
            if (field.Bit < 0 && !isLate)
            {
                target.Set(index, member, () => EmitGet(block, field, member.Type));
                continue;
            }
            var value = body.Local(member.Type);
            if (isLate)
                late.Add((index, value));
            if (field.Bit < 0)
            {
                EmitGet(block, field, member.Type);
                body.Store(value);
                continue;
            }
            var (none, end) = (body.Label(), body.Label());
            body.Load(block);
            body.Int(field.Bit / 8);
            body.Il.Emit(OpCodes.Add);
            body.Il.Emit(OpCodes.Ldind_U1);
            body.Int(1 << (field.Bit % 8));
            body.Il.Emit(OpCodes.And);
            body.GoIfFalse(none);
            var inner = Nullable.GetUnderlyingType(member.Type)!;
            EmitGet(block, field, inner);
            body.Il.Emit(OpCodes.Newobj, member.Type.GetConstructor([inner])!);
            body.Store(value);
            body.Go(end);
            body.Mark(none);
            body.LoadAddress(value);
            body.Il.Emit(OpCodes.Initobj, member.Type);
            body.Mark(end);
            if (!isLate)
                target.Set(index, member, () => body.Load(value));
        }
        if (at is not null)
            RefusedMember.End(body, model, at);
        return late;
    }

    void EmitGet(LocalBuilder block, PackedField field, Type type)
    {
        body.Load(block);
        body.Int(field.Offset);
        // Scalars that have patterns which are no values are checked.
        bool isChecked = field.Scalar is Scalar.Boolean or Scalar.DateTime or Scalar.DateTimeOffset or Scalar.DateOnly
            or Scalar.TimeOnly or Scalar.Decimal or Scalar.IntPtr or Scalar.UIntPtr;
        if (isChecked && !type.IsEnum)
            body.CallStatic(typeof(Packed), "Get" + field.Scalar);
        else
            body.CallStatic(typeof(Packed), nameof(Packed.Get), type);
    }

    void EmitPositional(int index)
    {
        var member = model.Members[index];
        if (!member.IsOptional && Merging.IsWritten(model, index))
        {
            target.Read(index, member);
            return;
        }
        var absent = body.Label();
        body.Wire();
        body.Call(nameof(ISource.OptionalMember));
        body.GoIfFalse(absent);
        target.Read(index, member);
        body.Mark(absent);
    }

    void EmitLoop()
    {
        // One local for each 64 members of which some are required.
        var seen = Enumerable.Range(0, (model.Members.Length + 63) / 64)
            .Select(w => model.RequiredMask(w * 64) == 0 ? null : body.Local(typeof(ulong))).ToArray();
        foreach (var word in seen.OfType<LocalBuilder>())
        {
            body.Il.Emit(OpCodes.Ldc_I8, 0L);
            body.Store(word);
        }
        var late = BeginLate();
        var i = body.Local(typeof(int));
        var (next, end) = (body.Label(), body.Label());
        body.Int(-1);
        body.Store(i);
        body.Mark(next);
        body.Wire();
        body.Load(table);
        body.Load(i);
        body.Call(nameof(ISource.NextMember));
        body.Store(i);
        body.Load(i);
        body.Int(0);
        body.Il.Emit(OpCodes.Blt, end);
        var cases = body.Labels(model.Members.Length);
        body.Load(i);
        body.Switch(cases);
        if (model.ExtraIndex >= 0)
            target.Extra(model.ExtraIndex, model.Members[model.ExtraIndex], table);
        body.Go(next);
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            target.Read(k, model.Members[k]);
            if (late.TryGetValue(k, out var kept))
            {
                target.Get(model.Members[k]);
                body.Store(kept.Value);
                body.Int(1);
                body.Store(kept.Is);
            }
            if (model.Members[k].IsRequired)
            {
                body.Load(seen[k / 64]!);
                body.Il.Emit(OpCodes.Ldc_I8, 1L << k);
                body.Il.Emit(OpCodes.Or);
                body.Store(seen[k / 64]!);
            }
            body.Go(next);
        }
        body.Mark(end);
        foreach (var (index, (value, isThere)) in late)
        {
            var absent = body.Label();
            body.Load(isThere);
            body.GoIfFalse(absent);
            target.Set(index, model.Members[index], () => body.Load(value));
            body.Mark(absent);
        }
        for (int w = 0; w < seen.Length; w++)
            EmitCheck(seen[w], w * 64);
    }

    /// <summary>
    /// Where the fields are kept that are set again when all setters have run: if (has_x) target._x = x; behind the loop. Members in locals
    /// are set by their places, where these fields are the last.
    /// </summary>
    Dictionary<int, (LocalBuilder Value, LocalBuilder Is)> BeginLate()
    {
        var late = new Dictionary<int, (LocalBuilder, LocalBuilder)>();
        if (!model.Members.Any(target.RunsCode))
            return late;
        for (int k = 0; k < model.Members.Length; k++)
        {
            if (!model.Members[k].HasLastWord)
                continue;
            late[k] = (body.Local(model.Members[k].Type), body.Local(typeof(bool)));
            body.Int(0);
            body.Store(late[k].Item2);
        }
        return late;
    }

    void EmitCheck(LocalBuilder? seen, int first)
    {
        if (seen is null)
            return;
        var complete = body.Label();
        body.Load(seen);
        body.Il.Emit(OpCodes.Ldc_I8, unchecked((long)model.RequiredMask(first)));
        body.Il.Emit(OpCodes.Beq, complete);
        body.LoadModel(model);
        body.Load(seen);
        body.Int(first);
        body.CallStatic(typeof(Refusals), nameof(Refusals.Missing));
        body.Mark(complete);
    }
}
