using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Into a local for each member, then to the constructor's parameters and the remaining members.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class MembersInLocals : MemberTarget
{
    readonly ObjectModel _model;
    readonly LocalBuilder[] _values;
    readonly LocalBuilder?[] _present;
    readonly LocalBuilder?[] _given;
    readonly HashSet<int> _arguments;

    public MembersInLocals(Body body, ObjectModel model) : base(body)
    {
        _model = model;
        _arguments = [.. model.Construction.Arguments.Select(a => a.MemberIndex)];
        _values = [.. model.Members.Select(m => body.Local(m.Type))];
        _present = [
            .. model.Members.Select(
                (m, i) => _arguments.Contains(i) || !(m.CanSet || Merging.IsFilled(m)) ? null : body.Local(typeof(bool)))];
        bool isDefaultAsked = Restoring.MayRefuseDefault(model);
        _given = [
            .. model.Members.Select(
                (m, i) => _arguments.Contains(i) && (m.IsRestored || isDefaultAsked) ? body.Local(typeof(bool)) : null)];
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
        if ((_present[index] ?? _given[index]) is not { } present)
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

    /// <summary>
    /// if (hasX &amp;&amp; Restoring.Differs(x, target.X) || ...)
    ///     target = (T)Restoring.Restore(model, target, new object[] { x, ... }, new bool[] { hasX, ... });
    /// </summary>
    public void EmitRestoring(MemberAccess access, LocalBuilder target)
    {
        if (!Enumerable.Range(0, _given.Length).Any(i => RestoredOf(i) is not null))
            return;
        var (other, end) = (Body.Label(), Body.Label());
        for (int i = 0; i < _given.Length; i++)
        {
            if (RestoredOf(i) is not { } present)
                continue;
            var next = Body.Label();
            Body.Load(present);
            Body.GoIfFalse(next);
            Body.Load(_values[i]);
            access.Get(_model.Members[i].Member);
            Body.CallStatic(typeof(Restoring), nameof(Restoring.Differs), _model.Members[i].Type);
            Body.Il.Emit(OpCodes.Brtrue, other);
            Body.Mark(next);
        }
        Body.Go(end);
        Body.Mark(other);
        Body.LoadModel(_model);
        access.LoadBoxed();
        LoadArguments();
        var arguments = _model.Construction.Arguments;
        Body.Int(arguments.Length);
        Body.Il.Emit(OpCodes.Newarr, typeof(bool));
        for (int i = 0; i < arguments.Length; i++)
        {
            if (arguments[i].MemberIndex < 0 || RestoredOf(arguments[i].MemberIndex) is not { } present)
                continue;
            Body.Il.Emit(OpCodes.Dup);
            Body.Int(i);
            Body.Load(present);
            Body.Il.Emit(OpCodes.Stelem_I1);
        }
        Body.CallStatic(typeof(Restoring), nameof(Restoring.Restore));
        Body.Il.Emit(OpCodes.Unbox_Any, _model.Type);
        Body.Store(target);
        Body.Mark(end);
    }

    /// <summary>Of a member that may be restored, whether it was read.</summary>
    LocalBuilder? RestoredOf(int index) => _model.Members[index].IsRestored ? _given[index] : null;

    /// <summary>
    /// if (name == null &amp;&amp; !Restoring.Differs(n, 0) &amp;&amp; ... &amp;&amp; Restoring.MayBeDefault(model, hasName &amp; hasN)
    ///     &amp;&amp; Restoring.IsDefault(model, new object[] { name, n, ... }, hasName &amp; hasN)) { target = default; goto made; }
    /// </summary>
    public void EmitDefault(LocalBuilder target, Label made)
    {
        var full = Body.Label();
        foreach (var argument in _model.Construction.Arguments)
        {
            if (argument.MemberIndex < 0)
                continue;
            // Other structs are compared where the rest is at its default: their own code would do it.
            if (argument.Type.IsValueType && !argument.Type.IsEnum && Scalars.Of(argument.Type) == Scalar.None)
                continue;
            Body.Load(_values[argument.MemberIndex]);
            if (argument.Type.IsValueType)
            {
                Body.LoadDefault(argument.Type, null);
                Body.CallStatic(typeof(Restoring), nameof(Restoring.Differs), argument.Type);
            }
            Body.Il.Emit(OpCodes.Brtrue, full);
        }
        Body.LoadModel(_model);
        LoadAllRead();
        Body.CallStatic(typeof(Restoring), nameof(Restoring.MayBeDefault));
        Body.GoIfFalse(full);
        Body.LoadModel(_model);
        LoadArguments();
        LoadAllRead();
        Body.CallStatic(typeof(Restoring), nameof(Restoring.IsDefault));
        Body.GoIfFalse(full);
        Body.LoadAddress(target);
        Body.Il.Emit(OpCodes.Initobj, _model.Type);
        Body.Go(made);
        Body.Mark(full);
    }

    void LoadAllRead()
    {
        Body.Int(1);
        foreach (var argument in _model.Construction.Arguments)
        {
            if (argument.MemberIndex < 0)
                continue;
            Body.Load(_given[argument.MemberIndex]!);
            Body.Il.Emit(OpCodes.And);
        }
    }

    /// <summary>Pushes the constructor's arguments as an array.</summary>
    void LoadArguments()
    {
        var arguments = _model.Construction.Arguments;
        Body.Int(arguments.Length);
        Body.Il.Emit(OpCodes.Newarr, typeof(object));
        for (int i = 0; i < arguments.Length; i++)
        {
            Body.Il.Emit(OpCodes.Dup);
            Body.Int(i);
            if (arguments[i].MemberIndex is >= 0 and var index)
                Body.Load(_values[index]);
            else
                Body.LoadDefault(arguments[i].Type, arguments[i].Default);
            Body.Il.Emit(OpCodes.Box, arguments[i].Type);
            Body.Il.Emit(OpCodes.Stelem_Ref);
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
