using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Where the members go that are read: into an object that exists, or into locals until it can.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract class MemberTarget(Body body)
{
    protected Body Body { get; } = body;

    /// <summary>Takes a member's value, which <paramref name="load"/> pushes.</summary>
    public abstract void Set(int index, MemberModel member, Action load);

    /// <summary>Reads a member's value and takes it; source.Skip(model) where nothing could take it.</summary>
    public virtual void Read(int index, MemberModel member)
    {
        if (!Merging.IsPassedOver(member) || IsNeeded(index))
        {
            Set(index, member, () => ValueEmitter.Read(Body, member.Model));
            return;
        }
        Body.Wire();
        Body.LoadModel(member.Model);
        Body.Call(nameof(ISource.Skip));
    }

    /// <summary>Whether the object cannot be made without this member.</summary>
    protected virtual bool IsNeeded(int index) => false;

    /// <summary>target.XSpecified = true; where members come in pieces, one may also be taken back: = source.OptionalMember()</summary>
    protected void EmitSpecified(MemberModel member, MemberAccess access)
    {
        if (member.Specified is not (PropertyInfo { SetMethod: not null } or FieldInfo))
            return;
        access.Set(member.Specified, LoadIsThere);
    }

    /// <summary>!source.Merges</summary>
    protected void EmitDoesNotMerge()
    {
        Body.Wire();
        Body.Call("get_" + nameof(ISource.Merges));
        Body.Int(0);
        Body.Il.Emit(OpCodes.Ceq);
    }

    protected void LoadIsThere()
    {
        var (given, end) = (Body.Label(), Body.Label());
        Body.LoadTrait(SourceTraits.Gathers);
        Body.GoIfFalse(given);
        Body.Wire();
        Body.Call(nameof(ISource.OptionalMember));
        Body.Go(end);
        Body.Mark(given);
        Body.Int(1);
        Body.Mark(end);
    }

    /// <summary>Gathering.Pour(from, into, model), or Gathering.PourAll(from, into, model, "Type.Member")</summary>
    protected void EmitPour(Action loadFrom, Action loadInto, MemberModel member)
    {
        loadFrom();
        loadInto();
        Body.LoadModel(member.Model);
        if (member.TakesAll)
            Body.Il.Emit(OpCodes.Ldstr, member.ToString());
        Body.CallStatic(typeof(Gathering), member.TakesAll ? nameof(Gathering.PourAll) : nameof(Gathering.Pour));
    }

    /// <summary>Whether what the type itself has as code runs where <see cref="Set"/> takes the member's value.</summary>
    public virtual bool RunsCode(MemberModel member) => false;

    /// <summary>Reads an unknown member into the extension dictionary.</summary>
    public abstract void Extra(int index, MemberModel member, LocalBuilder table);
}

/// <summary>target.X = value; what cannot be set but read into is read into; the rest is read and dropped.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MembersOfObject(Body body, MemberAccess access) : MemberTarget(body)
{
    public override bool RunsCode(MemberModel member) => member.SetsByCode;

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
        Body.Wire();
        access.Get(member.Member);
        Body.Int(0);
        Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
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
    /// </summary>
    void EmitMerge(int index, MemberModel member)
    {
        if (!Merging.IsRefilled(member))
        {
            SetUnlessHeld(LoadMerged);
            return;
        }
        var old = Body.Local(member.Type);
        access.Get(member.Member);
        Body.Store(old);
        SetUnlessHeld(LoadKept);

        void LoadKept()
        {
            Body.Wire();
            Body.Load(old);
            EmitDoesNotMerge();
            Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
            Body.Load(old);
            Body.LoadModel(member.Model);
            EmitDoesNotMerge();
            Body.CallStatic(typeof(Gathering), nameof(Gathering.Keep));
            Body.Il.Emit(OpCodes.Castclass, member.Type);
        }

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

        void LoadMerged()
        {
            Body.Wire();
            access.Get(member.Member);
            Body.Int(0);
            Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
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

/// <summary>Into a local for each member, then to the constructor's parameters and the remaining members.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MembersInLocals : MemberTarget
{
    readonly ObjectModel _model;
    readonly LocalBuilder[] _values;
    readonly LocalBuilder?[] _present;
    readonly HashSet<int> _arguments;

    public MembersInLocals(Body body, ObjectModel model) : base(body)
    {
        _model = model;
        _arguments = [.. model.Construction.Arguments.Select(a => a.MemberIndex)];
        _values = [.. model.Members.Select(m => body.Local(m.Type))];
        _present = [
            .. model.Members.Select(
                (m, i) => _arguments.Contains(i) || !(m.CanSet || Merging.IsFilled(m)) ? null : body.Local(typeof(bool)))];
    }

    protected override bool IsNeeded(int index) => _arguments.Contains(index);

    /// <summary>Parameters that have a default start with it.</summary>
    public void EmitDefaults()
    {
        foreach (var argument in _model.Construction.Arguments)
        {
            if (argument.MemberIndex < 0 || argument.Default is null)
                continue;
            Body.LoadDefault(argument.Type, argument.Default);
            Body.Store(_values[argument.MemberIndex]);
        }
    }

    public override void Set(int index, MemberModel member, Action load)
    {
        load();
        Body.Store(_values[index]);
        if (_present[index] is not { } present)
            return;
        LoadIsThere();
        Body.Store(present);
    }

    /// <summary>x = S.Gathers ? Shape.Merge(ref source, x) : Shape.Read(ref source), of what can be added to.</summary>
    public override void Read(int index, MemberModel member)
    {
        if (member.Replaces || !(Merging.CanMerge(member.Model) || Merging.CanJoin(member.Model))
            || (Merging.IsPassedOver(member) && !IsNeeded(index)))
        {
            base.Read(index, member);
            return;
        }
        var (read, end) = (Body.Label(), Body.Label());
        Body.LoadTrait(SourceTraits.Gathers);
        Body.GoIfFalse(read);
        Set(index, member, () =>
        {
            Body.Wire();
            Body.Load(_values[index]);
            Body.Int(0);
            Body.CallShape(Body.Shape.ShapeOf(member.Model).Merge);
        });
        Body.Go(end);
        Body.Mark(read);
        base.Read(index, member);
        Body.Mark(end);
    }

    public override void Extra(int index, MemberModel member, LocalBuilder table)
    {
        Body.Wire();
        Body.Load(table);
        Body.Load(_values[index]);
        Body.CallForWire(typeof(Extras), member.ExtraForm is null ? nameof(Extras.Read) : nameof(Extras.ReadOther));
        Body.Il.Emit(OpCodes.Castclass, member.Type);
        Body.Store(_values[index]);
        if (_present[index] is not { } present)
            return;
        Body.Int(1);
        Body.Store(present);
    }

    /// <summary>Pushes the constructor's arguments.</summary>
    public void EmitArguments()
    {
        foreach (var argument in _model.Construction.Arguments)
        {
            var value = argument.MemberIndex >= 0 ? _values[argument.MemberIndex] : null;
            if (value is null)
            {
                Body.LoadDefault(argument.Type, argument.Default);
                if (!argument.IsByAddress)
                    continue;
                Body.Store(value = Body.Local(argument.Type));
            }
            Body.Il.Emit(argument.IsByAddress ? OpCodes.Ldloca : OpCodes.Ldloc, value);
        }
    }

    /// <summary>(T)Gathering.Refill(values[i], target.X, model)</summary>
    void EmitRefill(int index, MemberModel member, MemberAccess access)
    {
        Body.Load(_values[index]);
        access.Get(member.Member);
        Body.LoadModel(member.Model);
        Body.CallStatic(typeof(Gathering), nameof(Gathering.Refill));
        Body.Il.Emit(OpCodes.Castclass, member.Type);
    }

    /// <summary>
    /// if (hasLabel) { target.Label = label; target.LabelSpecified = true; }, and where the type's own code runs: at = 1; before each. The
    /// object has been read and its source is behind it, so that nothing else could tell which of them threw.
    /// </summary>
    public void EmitAssignments(MemberAccess access)
    {
        bool runsCode = Enumerable.Range(0, _values.Length)
            .Any(i => _present[i] is not null && (_model.Members[i].SetsByCode || !_model.Members[i].CanSet));
        var at = runsCode ? RefusedMember.Begin(Body) : null;
        for (int i = 0; i < _values.Length; i++)
        {
            if (_present[i] is not { } present)
                continue;
            var (index, member, absent) = (i, _model.Members[i], Body.Label());
            Body.Load(present);
            Body.GoIfFalse(absent);
            if (at is not null)
                RefusedMember.At(Body, at, index);
            if (Merging.IsRefilled(member))
                access.Set(member.Member, () => EmitRefill(index, member, access));
            else if (Merging.IsEmptied(member))
            {
                // Gathering.PourOrRefill(values[i], target.X, model, !source.Merges)
                Body.Load(_values[index]);
                access.Get(member.Member);
                Body.LoadModel(member.Model);
                EmitDoesNotMerge();
                Body.CallStatic(typeof(Gathering), nameof(Gathering.PourOrRefill));
                Body.Il.Emit(OpCodes.Pop);
            }
            else if (member.CanSet)
                access.Set(member.Member, () => Body.Load(_values[index]));
            else
                EmitPour(() => Body.Load(_values[index]), () => access.Get(member.Member), member);
            EmitSpecified(member, access);
            Body.Mark(absent);
        }
        if (at is not null)
            RefusedMember.End(Body, _model, at);
    }
}
