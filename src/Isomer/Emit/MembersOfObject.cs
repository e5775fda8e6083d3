using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>target.X = value; what cannot be set but read into is read into; the rest is read and dropped.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MembersOfObject(Body body, MemberAccess access) : MemberTarget(body)
{
    public override bool RunsCode(MemberModel member) => member.SetsByCode;

    public override void Get(MemberModel member) => access.Get(member.Member);

    public override void Set(int index, MemberModel member, Action load)
    {
        if (member.CanSet)
        {
            access.Set(member.Member, load);
        }
        else
        {
            load();
            Body.Il.Emit(OpCodes.Pop);
        }
        EmitSpecified(member, access);
    }

    public override void Read(int index, MemberModel member)
    {
        bool joins = member.CanSet && Merging.CanJoin(member.Model);
        if (Merging.IsHeld(member))
        {
            EmitMergeHeld(index, member);
            return;
        }
        if (!member.CanGet || member.Replaces || !(joins || Merging.CanReadInto(member.Model) || Merging.IsFilled(member))
            || Merging.IsPassedOver(member))
        {
            base.Read(index, member);
            return;
        }
        // X = source.Merges ? Shape.Merge(ref source, target.X) : Shape.Read(ref source); a get-only collection always merges:
        // (EmitMergeInto).
        // What can only be joined asks for S.Gathers in place of source.Merges.
        if (Merging.IsFilled(member))
        {
            EmitMergeInto(member);
            return;
        }
        if (Merging.AlwaysMerges(member) && member.Model is not OptionalModel)
        {
            EmitMerge(index, member);
            return;
        }
        if (Merging.IsNullableStruct(member.Model))
        {
            EmitMergeNullable(index, member, ((OptionalModel)member.Model).Value);
            return;
        }
        var value = Body.Local(member.Type);
        var (read, end, held) = (Body.Label(), Body.Label(), Body.Label());
        if (joins)
        {
            Body.LoadTrait(SourceTraits.Gathers);
            if (member.Model is ObjectModel)
            {
                Body.Wire();
                Body.Call("get_" + nameof(ISource.Merges));
                Body.Il.Emit(OpCodes.Or);
            }
        }
        else
        {
            Body.Wire();
            Body.Call("get_" + nameof(ISource.Merges));
        }
        Body.GoIfFalse(read);
        if (Merging.MayBeJoined(member.Model))
            LoadKept(member, empties: false);
        else
            LoadMerged(member);
        Body.Store(value);
        if (member.KeepsWhatItHolds)
            EmitGoIfHeld(member, value, held);
        Body.Go(end);
        Body.Mark(read);
        ValueEmitter.Read(Body, member.Model);
        Body.Store(value);
        Body.Mark(end);
        Set(index, member, () => Body.Load(value));
        if (!member.KeepsWhatItHolds)
            return;
        var done = Body.Label();
        Body.Go(done);
        Body.Mark(held);
        EmitSpecified(member, access);
        Body.Mark(done);
    }

    /// <summary>if (value != null &amp;&amp; target.X == value) goto held; an object only if not S.Gathers</summary>
    void EmitGoIfHeld(MemberModel member, LocalBuilder value, Label held)
    {
        var other = Body.Label();
        if (member.Model is ObjectModel)
        {
            Body.LoadTrait(SourceTraits.Gathers);
            Body.Il.Emit(OpCodes.Brtrue, other);
        }
        Body.Load(value);
        Body.GoIfFalse(other);
        access.Get(member.Member);
        Body.Load(value);
        Body.Il.Emit(OpCodes.Beq, held);
        Body.Mark(other);
    }

    /// <summary>
    /// X = Shape.Merge(ref source, target.X, false). Of a collection that only its own type sets:
    /// var old = target.X; X = (T)Gathering.Keep(Shape.Merge(ref source, old, !source.Merges), old, model, !source.Merges);
    /// with false in place of !source.Merges for a collection that is declared by an interface; of a read-only one what was merged, without
    /// Keep. If S.Gathers, (T)Gathering.KeepOrJoin((merged), old, model).
    /// </summary>
    void EmitMerge(int index, MemberModel member)
    {
        if (Merging.IsRefilled(member))
            SetUnlessHeld(() => LoadKept(member, empties: true));
        else if (Merging.MayBeJoined(member.Model))
            SetUnlessHeld(() => LoadKept(member, empties: false));
        else
            SetUnlessHeld(() => LoadMerged(member));

        void SetUnlessHeld(Action load)
        {
            if (member is not { CanSet: true, KeepsWhatItHolds: true })
            {
                Set(index, member, load);
                return;
            }
            var (value, held, done) = (Body.Local(member.Type), Body.Label(), Body.Label());
            load();
            Body.Store(value);
            EmitGoIfHeld(member, value, held);
            Set(index, member, () => Body.Load(value));
            Body.Go(done);
            Body.Mark(held);
            EmitSpecified(member, access);
            Body.Mark(done);
        }
    }

    void LoadMerged(MemberModel member)
    {
        Body.Wire();
        access.Get(member.Member);
        Body.Int(0);
        Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
    }

    void LoadKept(MemberModel member, bool empties)
    {
        var old = Body.Local(member.Type);
        access.Get(member.Member);
        Body.Store(old);
        Body.Wire();
        Body.Load(old);
        LoadEmpties();
        Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
        var read = Body.Local(member.Type);
        Body.Store(read);
        var (whole, end) = (Body.Label(), Body.Label());
        Body.LoadTrait(SourceTraits.Gathers);
        Body.GoIfFalse(whole);
        LoadBoth();
        Body.CallStatic(typeof(Gathering), nameof(Gathering.KeepOrJoin));
        Body.Il.Emit(OpCodes.Castclass, member.Type);
        Body.Store(read);
        Body.Go(end);
        Body.Mark(whole);
        if (empties || Merging.MayBeOther(member.Model))
        {
            LoadBoth();
            LoadEmpties();
            Body.CallStatic(typeof(Gathering), nameof(Gathering.Keep));
            Body.Il.Emit(OpCodes.Castclass, member.Type);
            Body.Store(read);
        }
        Body.Mark(end);
        Body.Load(read);

        void LoadBoth()
        {
            Body.Load(read);
            Body.Load(old);
            Body.LoadModel(member.Model);
        }

        void LoadEmpties()
        {
            if (empties)
                EmitDoesNotMerge();
            else
                Body.Int(0);
        }
    }

    /// <summary>
    /// X = (S.Gathers || source.Merges) &amp;&amp; target.X is { } old ? source.TryNull() ? null : Shape.Merge(ref source, old) : (read)
    /// </summary>
    void EmitMergeNullable(int index, MemberModel member, TypeModel model)
    {
        var (old, value) = (Body.Local(member.Type), Body.Local(member.Type));
        var (read, some, end) = (Body.Label(), Body.Label(), Body.Label());
        if (!member.Merges)
        {
            Body.LoadTrait(SourceTraits.Gathers);
            Body.Wire();
            Body.Call("get_" + nameof(ISource.Merges));
            Body.Il.Emit(OpCodes.Or);
            Body.GoIfFalse(read);
        }
        access.Get(member.Member);
        Body.Store(old);
        Body.Il.Emit(OpCodes.Ldloca, old);
        Body.Il.Emit(OpCodes.Call, member.Type.GetProperty("HasValue")!.GetMethod!);
        Body.GoIfFalse(read);
        Body.Wire();
        Body.Call(nameof(ISource.TryNull));
        Body.GoIfFalse(some);
        Body.LoadDefault(member.Type, null);
        Body.Store(value);
        Body.Go(end);
        Body.Mark(some);
        Body.Wire();
        Body.Il.Emit(OpCodes.Ldloca, old);
        Body.Il.Emit(OpCodes.Call, member.Type.GetMethod("GetValueOrDefault", [])!);
        Body.Int(0);
        Body.CallShape(Body.Shape.ShapeOf(model).Merge);
        Body.Il.Emit(OpCodes.Newobj, member.Type.GetConstructor([model.Type])!);
        Body.Store(value);
        Body.Go(end);
        Body.Mark(read);
        ValueEmitter.Read(Body, member.Model);
        Body.Store(value);
        Body.Mark(end);
        Set(index, member, () => Body.Load(value));
    }

    /// <summary>
    /// if (source.Merges) Shape.Merge(ref source, target.X); else source.Skip(model). Where the member itself says that it merges, the
    /// first alone.
    /// </summary>
    void EmitMergeHeld(int index, MemberModel member)
    {
        if (member.Merges)
        {
            EmitMergeInto(member);
            return;
        }
        var (skip, end) = (Body.Label(), Body.Label());
        Body.Wire();
        Body.Call("get_" + nameof(ISource.Merges));
        Body.GoIfFalse(skip);
        EmitMergeInto(member);
        Body.Go(end);
        Body.Mark(skip);
        base.Read(index, member);
        Body.Mark(end);
    }

    /// <summary>
    /// var old = target.X; var read = Shape.Merge(ref source, old, false); if (read != old) Gathering.Pour(read, old, model);
    /// What is emptied: Merge(ref source, old, !source.Merges), and Gathering.PourOrRefill(read, old, model, !source.Merges) in place of
    /// the last.
    /// </summary>
    void EmitMergeInto(MemberModel member)
    {
        var (old, read, same) = (Body.Local(member.Type), Body.Local(member.Type), Body.Label());
        bool empties = Merging.IsEmptied(member);
        access.Get(member.Member);
        Body.Store(old);
        if (member.SkipsIfNull && !member.Type.IsValueType)
        {
            // if (old == null) source.Skip(model); else ...
            var some = Body.Label();
            Body.Load(old);
            Body.GoIfTrue(some);
            Body.Wire();
            Body.LoadModel(member.Model);
            Body.Call(nameof(ISource.Skip));
            Body.Go(same);
            Body.Mark(some);
        }
        if (Merging.CanMerge(member.Model))
        {
            Body.Wire();
            Body.Load(old);
            if (empties)
                EmitDoesNotMerge();
            else
                Body.Int(0);
            Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
        }
        else
        {
            ValueEmitter.Read(Body, member.Model);
        }
        Body.Store(read);
        Body.Load(read);
        Body.Load(old);
        Body.Il.Emit(OpCodes.Beq, same);
        if (empties)
        {
            Body.Load(read);
            Body.Load(old);
            Body.LoadModel(member.Model);
            EmitDoesNotMerge();
            Body.CallStatic(typeof(Gathering), nameof(Gathering.PourOrRefill));
            Body.Il.Emit(OpCodes.Pop);
        }
        else
        {
            EmitPour(() => Body.Load(read), () => Body.Load(old), member);
        }
        Body.Mark(same);
        EmitSpecified(member, access);
    }

    public override void Extra(int index, MemberModel member, LocalBuilder table)
    {
        var entries = Body.Local(member.ExtraForm is null ? typeof(IDictionary<string, object?>) : typeof(object));
        Body.Wire();
        Body.Load(table);
        access.Get(member.Member);
        Body.CallForWire(typeof(Extras), member.ExtraForm is null ? nameof(Extras.Read) : nameof(Extras.ReadOther));
        Body.Store(entries);
        if (!member.CanSet)
            return;
        access.Set(member.Member, () =>
        {
            Body.Load(entries);
            Body.Il.Emit(OpCodes.Castclass, member.Type);
        });
    }
}
