using System.Reflection;
using System.Reflection.Emit;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>Making collections: by adding to one, or from an array of all items.</summary>
internal abstract partial class CollectionShape
{
    protected override void EmitReadExact(Body body)
    {
        body.Method.SetImplementationFlags(MethodImplAttributes.NoInlining);
        switch (Build.Kind)
        {
            case BuildKind.None:
                body.LoadModel(Model);
                body.Il.Emit(OpCodes.Ldstr, Build.Refusal!);
                body.CallStatic(typeof(Refusals), nameof(Refusals.NotReadable));
                body.LoadDefault(Model.Type, null);
                break;
            case BuildKind.Array:
                EmitReadItems(body);
                break;
            case BuildKind.Convert:
                EmitConversion(body);
                break;
            default:
                EmitReadByAdding(body);
                break;
        }
        body.Return();
    }

    protected override void EmitFill(Body body)
    {
        if (Build.Kind is not (BuildKind.List or BuildKind.Add) || Model.Type.IsValueType)
        {
            base.EmitFill(body);
            return;
        }
        if (KeepsComparer)
            EmitComparerOrDefault(body);
        var target = body.Local(TargetType);
        body.Argument(1);
        body.Il.Emit(OpCodes.Ldind_Ref);
        if (TargetType != Model.Type)
            body.Il.Emit(OpCodes.Castclass, TargetType);
        body.Store(target);
        var count = body.Local(typeof(int));
        EmitReadBegin(body);
        body.Store(count);
        EmitComparerTold(body, count, null);
        var identity = EmitIdentity(body);
        EmitRegister(body, identity, () => body.Load(target));
        if (Build.Kind == BuildKind.List && Gathers)
            EmitFillOfUnknownCount(body, target, count, identity);
        EmitAddLoop(body, target, count);
        body.Return();
    }

    /// <summary>
    /// What is made: the declared type, or for an interface the class that stands for it; filled through what it adds by.
    /// </summary>
    protected Type TargetType => Build.Kind == BuildKind.List ? typeof(List<>).MakeGenericType(ItemType)
        : !Model.Type.IsInterface ? Model.Type
        : Build.Constructor!.DeclaringType!;

    void EmitReadByAdding(Body body)
    {
        var comparer = EmitComparer(body);
        var count = body.Local(typeof(int));
        var target = body.Local(TargetType);
        EmitReadBegin(body);
        body.Store(count);
        EmitComparerTold(body, count, comparer);
        var identity = EmitIdentity(body);
        if (Build.Kind == BuildKind.List && Gathers)
            EmitListOfUnknownCount(body, count, identity);
        EmitMake(body, target, comparer, count);
        EmitRegister(body, identity, () => body.Load(target));
        EmitAddLoop(body, target, count);
        body.Load(target);
    }

    void EmitMake(Body body, LocalBuilder target, LocalBuilder? comparer, LocalBuilder count)
    {
        if (Build.Kind == BuildKind.List)
        {
            var (unknown, end) = (body.Label(), body.Label());
            body.Load(count);
            body.Int(0);
            body.Il.Emit(OpCodes.Blt, unknown);
            body.Load(count);
            body.Il.Emit(OpCodes.Newobj, TargetType.GetConstructor([typeof(int)])!);
            body.Go(end);
            body.Mark(unknown);
            body.Il.Emit(OpCodes.Newobj, TargetType.GetConstructor([])!);
            body.Mark(end);
        }
        else if (comparer is not null)
        {
            body.Load(comparer);
            body.CallStatic(typeof(Comparers), nameof(Comparers.Of));
            body.Il.Emit(OpCodes.Castclass, Build.ComparerConstructor!.GetParameters()[0].ParameterType);
            body.Il.Emit(OpCodes.Newobj, Build.ComparerConstructor);
        }
        else if (Build.Constructor is not null)
        {
            body.Il.Emit(OpCodes.Newobj, Build.Constructor);
        }
        else
        {
            body.LoadDefault(TargetType, null);
        }
        body.Store(target);
    }

    void EmitAddLoop(Body body, LocalBuilder target, LocalBuilder count)
    {
        var i = body.Local(typeof(int));
        bool isKeyed = !TargetType.IsValueType && KeyedItems.BaseOf(TargetType) is not null;
        var guard = Build.IsGuarded || isKeyed ? body.Local(typeof(HashGuard)) : null;
        var (next, end) = (body.Label(), body.Label());
        body.Int(0);
        body.Store(i);
        if (guard is not null)
        {
            body.Il.Emit(OpCodes.Ldnull);
            body.Store(guard);
        }
        var noting = Rekeys ? new Noting(body) : null;
        body.Mark(next);
        EmitReadNext(body, i, count);
        body.GoIfFalse(end);
        var key = EmitAdd(body, target, noting);
        EmitIncrement(body, i);
        if (guard is not null)
        {
            body.Load(i);
            body.Int(HashGuard.Start);
            body.Il.Emit(OpCodes.Blt, next);
            body.LoadAddress(guard);
            body.Load(key);
            if (isKeyed)
            {
                body.Load(target);
            }
            else if (Build.Capacity is { } capacity)
            {
                body.LoadReceiver(target);
                body.CallOn(TargetType, TargetType.GetProperty("Count")!.GetMethod!);
                body.LoadReceiver(target);
                body.CallOn(TargetType, capacity);
            }
            else
            {
                body.Load(i);
                body.Int(0);
            }
            if (!isKeyed && TargetType.IsValueType)
                body.Il.Emit(OpCodes.Ldnull);
            else if (!isKeyed)
                body.Load(target);
            body.CallStatic(typeof(HashGuard), isKeyed ? nameof(HashGuard.CountKeyed) : nameof(HashGuard.Check), key.LocalType);
        }
        body.Go(next);
        body.Mark(end);
        EmitReadEnd(body);
        noting?.EmitCompleted(Model, target);
    }

    /// <summary>
    /// HashGuard.CheckEnds(key, target), where the collection asks its keys and these may go on to others; CheckKeyed(item, target) where
    /// it knows the items' keys itself.
    /// </summary>
    protected void EmitCheckEnds(Body body, LocalBuilder key, LocalBuilder target)
    {
        bool isKeyed = KeyWalk.IsKeyed(TargetType);
        if (TargetType.IsValueType || !(isKeyed || KeyWalk.IsAsked(Build, TargetType)))
            return;
        body.Load(key);
        body.Load(target);
        body.CallStatic(typeof(HashGuard), isKeyed ? nameof(HashGuard.CheckKeyed) : nameof(HashGuard.CheckEnds), key.LocalType);
    }

    /// <summary>CheckFits(item, target) or CheckEntryFits(key, value, target), where the method that adds takes any object.</summary>
    protected static void EmitCheckFits(Body body, MethodInfo add, LocalBuilder key, LocalBuilder? value, LocalBuilder target)
    {
        if (!UntypedAdding.IsUntyped(add))
            return;
        Load(key);
        if (value is not null)
            Load(value);
        body.Load(target);
        body.CallStatic(typeof(HashGuard), value is null ? nameof(HashGuard.CheckFits) : nameof(HashGuard.CheckEntryFits));

        void Load(LocalBuilder local)
        {
            body.Load(local);
            if (local.LocalType.IsValueType)
                body.Il.Emit(OpCodes.Box, local.LocalType);
        }
    }

    /// <summary>HashGuard.CheckTold(key, value or null, target), where the table refuses a key that comes twice, and tells it.</summary>
    protected void EmitCheckTold(Body body, LocalBuilder key, LocalBuilder? value, LocalBuilder target)
    {
        if (TargetType.IsValueType || !KeyWalk.IsTold(Build, TargetType))
            return;
        body.Load(key);
        if (KeyWalk.IsToldWithValue(TargetType))
            body.Load(value!);
        else
            body.Il.Emit(OpCodes.Ldnull);
        body.Load(target);
        body.CallStatic(typeof(HashGuard), nameof(HashGuard.CheckTold),
            key.LocalType, KeyWalk.IsToldWithValue(TargetType) ? value!.LocalType : typeof(object));
    }

    /// <summary>Where the code of a comparer is put that the count may say; null where it is dropped.</summary>
    LocalBuilder? _told;

    /// <summary>The code of the comparer in a local, where the collection has one; it may come with the count.</summary>
    LocalBuilder? EmitComparer(Body body)
    {
        if (!TellsComparer)
            return KeepsComparer ? EmitComparerOrDefault(body) : null;
        var comparer = body.Local(typeof(ComparerCode));
        body.Int(0);
        body.Store(comparer);
        return comparer;
    }

    /// <summary>
    /// if (S.KeepsComparers &amp;&amp; Absence.IsTold(count)) { comparer = Absence.ComparerOf(count);
    /// count = Absence.OwnCount(source.BeginMap(Model)); }
    /// </summary>
    void EmitComparerTold(Body body, LocalBuilder count, LocalBuilder? comparer)
    {
        if (!TellsComparer)
            return;
        var skip = body.Label();
        body.LoadTrait(SourceTraits.KeepsComparers);
        body.GoIfFalse(skip);
        body.Load(count);
        body.CallStatic(typeof(Absence), nameof(Absence.IsTold));
        body.GoIfFalse(skip);
        if (comparer is not null)
        {
            body.Load(count);
            body.CallStatic(typeof(Absence), nameof(Absence.ComparerOf));
            body.Store(comparer);
        }
        EmitReadBegin(body);
        body.CallStatic(typeof(Absence), nameof(Absence.OwnCount));
        body.Store(count);
        body.Mark(skip);
    }

    /// <summary>The comparer's code, if the format keeps it, in a local.</summary>
    LocalBuilder EmitComparerOrDefault(Body body)
    {
        var comparer = body.Local(typeof(ComparerCode));
        var (none, end) = (body.Label(), body.Label());
        body.LoadTrait(SourceTraits.KeepsComparers);
        body.GoIfFalse(none);
        body.Wire();
        body.Call(nameof(ISource.Comparer));
        body.Store(comparer);
        body.Go(end);
        body.Mark(none);
        body.Int(0);
        body.Store(comparer);
        body.Mark(end);
        return comparer;
    }

    /// <summary>What has come so far, if anything, and what comes now: Joining.Arrays(existing, read), or made of Joining.Items.</summary>
    protected override void EmitMerge(Body body)
    {
        if (!Merging.CanJoin(Model))
        {
            base.EmitMerge(body);
            return;
        }
        var (read, fresh, join) = (body.Local(Model.Type), body.Label(), body.Label());
        EmitIsThere(body, () => body.Argument(1));
        body.GoIfFalse(fresh);
        body.Wire();
        body.CallShape(Methods.Read);
        body.Store(read);
        EmitIsThere(body, () => body.Load(read));
        body.GoIfTrue(join);
        body.Argument(1);
        body.Return();
        body.Mark(join);
        LoadBoxed(() => body.Argument(1));
        LoadBoxed(() => body.Load(read));
        body.CallStatic(typeof(Joining), Build.Kind == BuildKind.Array ? nameof(Joining.Arrays) : nameof(Joining.Items), ItemType);
        if (Build.Kind == BuildKind.Convert)
            EmitConvert(body, null);
        body.Return();
        body.Mark(fresh);
        body.Wire();
        body.CallShape(Methods.Read);
        body.Return();

        void LoadBoxed(Action load)
        {
            load();
            if (Model.Type.IsValueType)
                body.Il.Emit(OpCodes.Box, Model.Type);
        }
    }

    void EmitIsThere(Body body, Action load)
    {
        load();
        if (!Model.Type.IsValueType)
            return;
        body.CallStatic(typeof(Absence), nameof(Absence.IsDefault), Model.Type);
        body.Int(0);
        body.Il.Emit(OpCodes.Ceq);
    }

    void EmitConversion(Body body)
    {
        var comparer = EmitComparer(body);
        _told = comparer;
        var noting = Rekeys ? new Noting(body) : null;
        var items = noting is null ? null : body.Local(ItemType.MakeArrayType());
        noting?.EmitBefore();
        var identity = EmitReadItems(body, register: false);
        if (items is not null)
        {
            body.Store(items);
            body.Load(items);
        }
        EmitConvert(body, comparer);
        if (Model.Type.IsValueType)
            return;
        var result = body.Local(Model.Type);
        body.Store(result);
        EmitRegister(body, identity, () => body.Load(result));
        noting?.EmitChecked((CollectionModel)Model, items!, result);
        body.Load(result);
    }

    /// <summary>Builders.Ending(items), or EndingKeys(entries): the array that is on the stack is left there.</summary>
    void EmitEnding(Body body)
    {
        if (Model is MapModel map)
            body.CallStatic(typeof(Builders), nameof(Builders.EndingKeys), map.KeyType, map.ValueType);
        else
            body.CallStatic(typeof(Builders), nameof(Builders.Ending), ItemType);
    }

    /// <summary>Makes the collection of the array that is on the stack.</summary>
    void EmitConvert(Body body, LocalBuilder? comparer)
    {
        var parameters = Build.Convert!.GetParameters();
        var itemsType = ItemType.MakeArrayType();
        if (parameters[0].ParameterType == typeof(ReadOnlySpan<>).MakeGenericType(ItemType))
            body.Il.Emit(OpCodes.Newobj, parameters[0].ParameterType.GetConstructor([itemsType])!);
        if (KeyWalk.IsMadeUnchecked((CollectionModel)Model))
            EmitEnding(body);
        if (parameters.Length == 2)
        {
            if (comparer is not null)
                body.Load(comparer);
            else
                body.Int(0);
        }
        if (Build.Convert is ConstructorInfo constructor)
            body.Il.Emit(OpCodes.Newobj, constructor);
        else
            body.Il.Emit(OpCodes.Call, (MethodInfo)Build.Convert);
    }
}
