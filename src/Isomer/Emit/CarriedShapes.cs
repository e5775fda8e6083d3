using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// The shape of what has no announcement of its own: a scalar, enum, nullable or dynamic value as a root. Its methods are
/// the value where it stands.
/// </summary>
/// <remarks>
/// <code>
/// public static void Write&lt;S&gt;(ref S sink, int value) => sink.Int32(value);        // sink.Dynamic(value, Model)
/// public static int Read&lt;S&gt;(ref S source) => source.Int32();                      // (Node)source.Dynamic(Model)
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ValueShape(ShapeAssembly assembly, TypeModel model, Func<TypeModel, ShapeMethods> find)
    : ShapeBuilder(assembly, model, find)
{
    protected override void EmitWrite(Body body)
    {
        if (Model is DynamicModel)
        {
            body.Wire();
            body.Argument(1);
            if (Model.Type.IsValueType)
                body.Il.Emit(OpCodes.Box, Model.Type);
            body.LoadModel(Model);
            body.Call(nameof(ISink.Dynamic));
        }
        else
        {
            ValueEmitter.Write(body, Model, () => body.Argument(1));
        }
        body.Return();
    }

    protected override void EmitWriteExact(Body body) => EmitWrite(body);

    protected override void EmitRead(Body body)
    {
        if (Model is DynamicModel)
        {
            body.Wire();
            body.LoadModel(Model);
            body.Call(nameof(ISource.Dynamic));
            if (Model.Type != typeof(object))
                body.Il.Emit(OpCodes.Unbox_Any, Model.Type);
        }
        else
        {
            ValueEmitter.Read(body, Model);
        }
        body.Return();
    }

    protected override void EmitReadExact(Body body) => EmitRead(body);
}

/// <summary>The shape of an F# option: none is null, some is the value.</summary>
/// <remarks>
/// <code>
/// if (value == null) sink.Null(); else { sink.Present(); (value.Value) }       // ValueOption: if (!value.IsSome)
/// return source.TryNull() ? default : FSharpOption&lt;T&gt;.Some((value));
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class OptionalShape(ShapeAssembly assembly, OptionalModel model, Func<TypeModel, ShapeMethods> find)
    : ShapeBuilder(assembly, model, find)
{
    readonly bool _isNullable = model.Access.IsNullable;

    protected override void EmitWrite(Body body)
    {
        if (_isNullable)
        {
            ValueEmitter.Write(body, model, () => body.Argument(1));
            body.Return();
            return;
        }
        var some = body.Label();
        if (model.Access.HasValue is { } hasValue)
        {
            body.ArgumentAddress(1);
            body.CallOn(model.Type, hasValue);
        }
        else
        {
            body.Argument(1);
        }
        body.GoIfTrue(some);
        body.Wire();
        body.Call(nameof(ISink.Null));
        body.Return();
        body.Mark(some);
        body.Wire();
        body.Call(nameof(ISink.Present));
        ValueEmitter.WriteSome(body, model.Value, () =>
        {
            body.ArgumentReceiver(1, model.Type);
            body.CallOn(model.Type, model.Access.Get!);
        });
        body.Return();
    }

    protected override void EmitWriteExact(Body body) => EmitWrite(body);

    protected override void EmitRead(Body body)
    {
        if (_isNullable)
        {
            ValueEmitter.Read(body, model);
            body.Return();
            return;
        }
        var some = body.Label();
        body.Wire();
        body.Call(nameof(ISource.TryNull));
        body.GoIfFalse(some);
        body.LoadDefault(model.Type, null);
        body.Return();
        body.Mark(some);
        ValueEmitter.Read(body, model.Value);
        body.Il.Emit(OpCodes.Call, model.Access.Some!);
        body.Return();
    }

    protected override void EmitReadExact(Body body) => EmitRead(body);
}

/// <summary>The shape of a type that is carried as another.</summary>
/// <remarks>
/// <code>
/// if (value == null) { (a null carrier), or sink.Null(); return; }       // unless the surrogate handles null, here and below
/// sink.Present();                                     // only where the carrier cannot be null itself
/// (Surrogate.ToCarrier(value), or its packed form if S.Columns)
///
/// if (source.TryNull()) return null;                  // likewise
/// var carrier = (read); return carrier == null ? null : Surrogate.FromCarrier(carrier);
///
/// // Before both, of a class:
/// if (S.TracksCarried) { if (!sink.BeginCarried(Model, value)) { (Surrogate.ToCarrier(value)) sink.EndCarried(Model); } return; }
///
/// if (S.TracksCarried) {
///     var head = source.BeginCarried(Model);
///     if (head == Head.Reference) return (T)source.Reference();
///     if (head == Head.Null) return null;
///     // Where the value is made in its place, it is known before its carrier is read, and -1 told here.
///     int identity = source.Identity();
///     var value = (as above); source.EndCarried(Model, identity, value); return value;
/// }
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SurrogateShape(ShapeAssembly assembly, SurrogateModel model, Func<TypeModel, ShapeMethods> find)
    : ShapeBuilder(assembly, model, find)
{
    readonly Type _surrogateType = typeof(Surrogate<,>).MakeGenericType(model.Type, model.Surrogate.CarrierType);

    protected override void EmitWrite(Body body)
    {
        if (!model.Type.IsValueType)
        {
            EmitWriteTracked(body);
            var present = body.Label();
            if (!model.Surrogate.HandlesNull)
            {
                body.Argument(1);
                body.GoIfTrue(present);
                if (model.AnnouncesNull)
                {
                    body.Wire();
                    body.Call(nameof(ISink.Null));
                }
                else
                {
                    ValueEmitter.Write(body, model.Carrier, () => body.LoadDefault(model.Carrier.Type, null));
                }
                body.Return();
            }
            body.Mark(present);
            if (model.AnnouncesNull)
            {
                body.Wire();
                body.Call(nameof(ISink.Present));
            }
        }
        EmitCarrier(body);
        body.Return();
    }

    protected override void EmitWriteExact(Body body)
    {
        EmitCarrier(body);
        body.Return();
    }

    void EmitWriteTracked(Body body)
    {
        var (untracked, fresh) = (body.Label(), body.Label());
        body.LoadTrait(SinkTraits.TracksCarried);
        body.GoIfFalse(untracked);
        if (model.Surrogate.HandlesNull)
        {
            body.Argument(1);
            body.GoIfFalse(untracked);
        }
        body.Wire();
        body.LoadModel(model);
        body.Argument(1);
        body.Call(nameof(ISink.BeginCarried));
        body.GoIfFalse(fresh);
        body.Return();
        body.Mark(fresh);
        EmitCarrier(body);
        body.Wire();
        body.LoadModel(model);
        body.Call(nameof(ISink.EndCarried));
        body.Return();
        body.Mark(untracked);
    }

    void EmitCarrier(Body body)
    {
        var carrier = body.Local(model.Carrier.Type);
        body.LoadConstant(model.Surrogate, _surrogateType);
        body.Argument(1);
        if (model.Surrogate.Packs)
        {
            var (readable, end) = (body.Label(), body.Label());
            body.LoadTrait(SinkTraits.Columns);
            body.GoIfFalse(readable);
            body.Il.Emit(OpCodes.Callvirt, _surrogateType.GetMethod("ToPackedCarrier", BindingFlags.NonPublic | BindingFlags.Instance)!);
            body.Go(end);
            body.Mark(readable);
            body.Il.Emit(OpCodes.Callvirt, _surrogateType.GetMethod("ToCarrier")!);
            body.Mark(end);
        }
        else
        {
            body.Il.Emit(OpCodes.Callvirt, _surrogateType.GetMethod("ToCarrier")!);
        }
        body.Store(carrier);
        ValueEmitter.WriteSome(body, model.Carrier, () => body.Load(carrier));
    }

    protected override void EmitRead(Body body)
    {
        if (!model.Type.IsValueType)
            EmitReadTracked(body);
        if (model.AnnouncesNull)
        {
            var present = body.Label();
            body.Wire();
            body.Call(nameof(ISource.TryNull));
            body.GoIfFalse(present);
            body.Il.Emit(OpCodes.Ldnull);
            body.Return();
            body.Mark(present);
        }
        EmitReadCarrier(body);
        body.Return();
    }

    protected override void EmitReadExact(Body body)
    {
        if (model.Surrogate.IsInPlace)
            EmitReadInPlace(body);
        else
            EmitReadCarrier(body);
        body.Return();
    }

    /// <summary>What is made in its place before its carrier is read.</summary>
    /// <code>
    /// var target = InPlace.Begin(ref source, Model);
    /// var carrier = (read);
    /// if (S.PointsForward) source.Completed(Model, target, carrier); else Surrogate.Make(target, carrier);
    /// </code>
    /// <remarks>Only where the surrogate waits, or is called back, is the source told; it is left on the stack.</remarks>
    void EmitReadInPlace(Body body)
    {
        var (target, carrier) = (body.Local(model.Type), body.Local(model.Carrier.Type));
        body.Wire();
        body.LoadModel(model);
        body.CallForWire(typeof(InPlace), nameof(InPlace.Begin));
        body.Il.Emit(OpCodes.Castclass, model.Type);
        body.Store(target);
        ValueEmitter.Read(body, model.Carrier);
        body.Store(carrier);
        var (here, end) = (body.Label(), body.Label());
        if (model.Surrogate.IsCompletedLater)
        {
            body.LoadTrait(SourceTraits.PointsForward);
            body.GoIfFalse(here);
            body.Wire();
            body.LoadModel(model);
            body.Load(target);
            body.Load(carrier);
            if (model.Carrier.Type.IsValueType)
                body.Il.Emit(OpCodes.Box, model.Carrier.Type);
            body.Call(nameof(ISource.Completed));
            body.Go(end);
            body.Mark(here);
        }
        body.LoadConstant(model.Surrogate, _surrogateType);
        body.Load(target);
        body.Load(carrier);
        body.Il.Emit(OpCodes.Callvirt,
            _surrogateType.GetMethod(nameof(Surrogate<,>.Make), BindingFlags.NonPublic | BindingFlags.Instance)!);
        var access = new MemberAccess(body, model.Type, () => body.Load(target));
        foreach (var callback in model.Surrogate.CalledBack)
            access.Invoke(callback);
        body.Mark(end);
        body.Load(target);
    }

    /// <summary>
    /// if (value != null) { var carrier = Carrier.Merge(ref source, Surrogate.CarrierIn(value)); (as in reading, with Surrogate.Join(value,
    /// carrier)) }
    /// </summary>
    protected override void EmitMerge(Body body)
    {
        var fresh = body.Label();
        if (model.Surrogate.Merges)
        {
            body.Argument(1);
            body.GoIfFalse(fresh);
            EmitFromCarrier(body, () =>
            {
                if (!Merging.CanMerge(model.Carrier))
                {
                    ValueEmitter.Read(body, model.Carrier);
                    return;
                }
                body.Wire();
                body.LoadConstant(model.Surrogate, _surrogateType);
                body.Argument(1);
                body.Il.Emit(OpCodes.Callvirt, _surrogateType.GetMethod("CarrierIn", BindingFlags.NonPublic | BindingFlags.Instance)!);
                body.Int(0);
                body.CallShape(ShapeOf(model.Carrier).Merge);
            }, joins: true);
            body.Return();
            body.Mark(fresh);
        }
        base.EmitMerge(body);
    }

    void EmitReadTracked(Body body)
    {
        var (untracked, fresh, value) = (body.Label(), body.Label(), body.Label());
        var (head, identity, result) = (body.Local(typeof(int)), body.Local(typeof(int)), body.Local(model.Type));
        body.LoadTrait(SourceTraits.TracksCarried);
        body.GoIfFalse(untracked);
        body.Wire();
        body.LoadModel(model);
        body.Call(nameof(ISource.BeginCarried));
        body.Store(head);
        body.Load(head);
        body.Int((int)Head.Reference);
        body.Il.Emit(OpCodes.Bne_Un, fresh);
        body.ReturnReference(model.Type);
        body.Mark(fresh);
        body.Load(head);
        body.Int((int)Head.Null);
        body.Il.Emit(OpCodes.Bne_Un, value);
        body.Il.Emit(OpCodes.Ldnull);
        body.Return();
        body.Mark(value);
        if (model.Surrogate.IsInPlace)
        {
            EmitReadInPlace(body);
            body.Store(result);
            body.Int(-1);
            body.Store(identity);
        }
        else
        {
            body.Wire();
            body.Call(nameof(ISource.Identity));
            body.Store(identity);
            EmitReadCarrier(body);
            body.Store(result);
        }
        body.Wire();
        body.LoadModel(model);
        body.Load(identity);
        body.Load(result);
        body.Call(nameof(ISource.EndCarried));
        body.Load(result);
        body.Return();
        body.Mark(untracked);
    }

    /// <summary>Leaves the value on the stack.</summary>
    void EmitReadCarrier(Body body) => EmitFromCarrier(body, () => ValueEmitter.Read(body, model.Carrier));

    void EmitFromCarrier(Body body, Action loadCarrier, bool joins = false)
    {
        var (carrier, result) = (body.Local(model.Carrier.Type), body.Local(model.Type));
        var (present, end) = (body.Label(), body.Label());
        loadCarrier();
        body.Store(carrier);
        // A struct whose carrier is a nullable says what its null means; nothing else is made of a null.
        bool isNullable = model.Carrier.Type.IsValueType && model.Carrier.CanBeNull && !model.Type.IsValueType;
        if ((!model.Carrier.Type.IsValueType || isNullable) && !model.Surrogate.HandlesNull)
        {
            if (isNullable)
            {
                body.Il.Emit(OpCodes.Ldloca, carrier);
                body.Il.Emit(OpCodes.Call, carrier.LocalType.GetProperty("HasValue")!.GetMethod!);
            }
            else
            {
                body.Load(carrier);
            }
            body.GoIfTrue(present);
            if (!model.Surrogate.TakesNull)
            {
                body.LoadModel(model);
                body.CallStatic(typeof(Refusals), nameof(Refusals.NullCarrier));
            }
            body.LoadDefault(model.Type, null);
            body.Store(result);
            body.Go(end);
            body.Mark(present);
        }
        body.LoadConstant(model.Surrogate, _surrogateType);
        if (joins)
            body.Argument(1);
        body.Load(carrier);
        body.Il.Emit(OpCodes.Callvirt,
            joins
                ? _surrogateType.GetMethod("Join", BindingFlags.NonPublic | BindingFlags.Instance)!
                : _surrogateType.GetMethod("FromCarrier")!);
        body.Store(result);
        body.Mark(end);
        body.Load(result);
    }
}
