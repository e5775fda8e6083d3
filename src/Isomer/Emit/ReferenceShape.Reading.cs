using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>What may stand where a reference is read, and making the object known that is one.</summary>
internal abstract partial class ReferenceShape
{
    protected override void EmitRead(Body body)
    {
        var exact = body.Label();
        if (!Model.Type.IsValueType)
            EmitReadHead(body, exact);
        else
            EmitReadStruct(body);
        body.Mark(exact);
        body.Wire();
        body.CallShape(Methods.ReadExact);
        body.Return();
    }

    /// <summary>
    /// if (S.TracksStructs) { if (source.Head(Model) == Head.Reference) return (T)source.Reference(); ...Register((object)result); }
    /// </summary>
    void EmitReadStruct(Body body)
    {
        Inline(body);
        if (Model is not ObjectModel { Union: null })
            return;
        var (untracked, fresh) = (body.Label(), body.Label());
        body.LoadTrait(SourceTraits.TracksStructs);
        body.GoIfFalse(untracked);
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.Head));
        body.Int((int)Head.Reference);
        body.Il.Emit(OpCodes.Bne_Un, fresh);
        body.ReturnReference(Model.Type);
        body.Mark(fresh);
        var (identity, value) = (body.Local(typeof(int)), body.Local(Model.Type));
        body.Wire();
        body.Call(nameof(ISource.Identity));
        body.Store(identity);
        body.Wire();
        body.CallShape(Methods.ReadExact);
        body.Store(value);
        body.Wire();
        body.Load(identity);
        body.Load(value);
        body.Il.Emit(OpCodes.Box, Model.Type);
        body.Call(nameof(ISource.Register));
        body.Load(value);
        body.Return();
        body.Mark(untracked);
    }

    /// <summary>Read, but into what is there, if there is something and an exact value comes.</summary>
    protected override void EmitMerge(Body body)
    {
        if (Model is ObjectModel && Merging.CanJoin(Model))
        {
            body.Wire();
            body.ArgumentAddress(1);
            body.CallShape(Methods.Fill);
            body.Argument(1);
            body.Return();
            return;
        }
        if (!Merging.CanMerge(Model))
        {
            base.EmitMerge(body);
            return;
        }
        var (fresh, exact) = (body.Label(), body.Label());
        body.Argument(1);
        if (Merging.TargetOf(Model) is var target && target != Model.Type)
            body.Il.Emit(OpCodes.Isinst, target);
        body.GoIfFalse(fresh);
        EmitReadHead(body, exact, intoArgument: true);
        body.Mark(exact);
        if (Model is CollectionModel)
            EmitEmpty(body);
        body.Wire();
        body.ArgumentAddress(1);
        body.CallShape(Methods.Fill);
        body.Argument(1);
        body.Return();
        body.Mark(fresh);
        EmitMergeOther(body);
        base.EmitMerge(body);
    }

    /// <summary>Reads into what is there and is not of the class that would be made, if that is possible.</summary>
    protected virtual void EmitMergeOther(Body body)
    {
    }

    /// <summary>if (empties) Gathering.Empty(existing, Model)</summary>
    /// <remarks>Only for an exact value: a reference may name this very collection, with what is in it.</remarks>
    protected void EmitEmpty(Body body)
    {
        var fill = body.Label();
        body.Argument(2);
        body.GoIfFalse(fill);
        body.Argument(1);
        body.LoadModel(Model);
        body.CallStatic(typeof(Gathering), nameof(Gathering.Empty));
        body.Mark(fill);
    }

    /// <summary>int identity = S.TracksReferences ? source.Identity() : -1</summary>
    protected static LocalBuilder EmitIdentity(Body body)
    {
        var identity = body.Local(typeof(int));
        var (none, end) = (body.Label(), body.Label());
        body.LoadTrait(SourceTraits.TracksReferences);
        body.GoIfFalse(none);
        body.Wire();
        body.Call(nameof(ISource.Identity));
        body.Store(identity);
        body.Go(end);
        body.Mark(none);
        body.Int(-1);
        body.Store(identity);
        body.Mark(end);
        return identity;
    }

    /// <summary>target = S.PointsForward &amp;&amp; source.Awaited() is { } awaited ? (T)awaited : (new)</summary>
    protected static void EmitNewOrAwaited(Body body, LocalBuilder target, Action make)
    {
        if (target.LocalType.IsValueType)
        {
            make();
            return;
        }
        var (fresh, end) = (body.Label(), body.Label());
        body.LoadTrait(SourceTraits.PointsForward);
        body.GoIfFalse(fresh);
        body.Wire();
        body.Call(nameof(ISource.Awaited));
        body.Il.Emit(OpCodes.Castclass, target.LocalType);
        body.Store(target);
        body.Load(target);
        body.GoIfTrue(end);
        body.Mark(fresh);
        make();
        body.Mark(end);
    }

    /// <summary>if (S.TracksReferences) source.Register(identity, target)</summary>
    protected void EmitRegister(Body body, LocalBuilder identity, Action loadTarget)
    {
        if (Model.Type.IsValueType)
            return;
        var end = body.Label();
        body.LoadTrait(SourceTraits.TracksReferences);
        body.GoIfFalse(end);
        body.Wire();
        body.Load(identity);
        loadTarget();
        body.Call(nameof(ISource.Register));
        body.Mark(end);
    }

    /// <summary>Branches to <paramref name="exact"/> for a plain value; returns from the method otherwise.</summary>
    protected void EmitReadHead(Body body, Label exact, bool intoArgument = false)
    {
        var head = body.Local(typeof(int));
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.Head));
        body.Store(head);
        body.Load(head);
        body.Int((int)Head.Value);
        body.Il.Emit(OpCodes.Beq, exact);

        var notReference = body.Label();
        body.Load(head);
        body.Int((int)Head.Reference);
        body.Il.Emit(OpCodes.Bne_Un, notReference);
        body.ReturnReference(Model.Type);
        body.Mark(notReference);

        if (Model.IsOpen)
        {
            var notDynamic = body.Label();
            body.Load(head);
            body.Int((int)Head.Dynamic);
            body.Il.Emit(OpCodes.Bne_Un, notDynamic);
            body.Wire();
            body.LoadModel(Model);
            body.Call(nameof(ISource.Dynamic));
            body.Il.Emit(OpCodes.Castclass, Model.Type);
            body.Return();
            body.Mark(notDynamic);
        }
        if (!Model.Subtypes.IsEmpty)
            EmitReadSubtypes(body, head, intoArgument);
        body.Il.Emit(OpCodes.Ldnull);
        body.Return();
    }

    /// <summary>if (S.Gathers &amp;&amp; value is Dog dog) { DogShape.Fill(ref source, ref dog); return dog; }</summary>
    void EmitFillSubtype(Body body, TypeModel subtype)
    {
        var (other, existing) = (body.Label(), body.Local(subtype.Type));
        body.LoadTrait(SourceTraits.Gathers);
        body.GoIfFalse(other);
        body.Argument(1);
        body.Il.Emit(OpCodes.Isinst, subtype.Type);
        body.Store(existing);
        body.Load(existing);
        body.GoIfFalse(other);
        body.Wire();
        body.Il.Emit(OpCodes.Ldloca, existing);
        body.CallShape(ShapeOf(subtype).Fill);
        body.Load(existing);
        body.Return();
        body.Mark(other);
    }

    void EmitReadSubtypes(Body body, LocalBuilder head, bool intoArgument)
    {
        var none = body.Label();
        body.Load(head);
        body.Int((int)Head.Subtype);
        body.Il.Emit(OpCodes.Bne_Un, none);
        var cases = body.Labels(Model.Subtypes.Length);
        body.Wire();
        body.LoadModel(Model);
        body.Call(nameof(ISource.Subtype));
        body.Switch(cases);
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.NoSuchSubtype));
        body.Il.Emit(OpCodes.Ldnull);
        body.Return();
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            if (intoArgument && Model.Subtypes[k].Model is ObjectModel { Type.IsValueType: false })
                EmitFillSubtype(body, Model.Subtypes[k].Model);
            // What a surrogate carries is registered here, for its carrier is another object, and a struct, which has a box here alone.
            var subtype = Model.Subtypes[k];
            var identity = subtype.Model is SurrogateModel || subtype.Type.IsValueType ? EmitIdentity(body) : null;
            body.Wire();
            body.CallShape(ShapeOf(subtype.Model).ReadExact);
            // An interface may have struct subtypes; a reference subtype needs no conversion, nor does a case of a union.
            if (subtype.Type.IsValueType)
                body.Il.Emit(OpCodes.Box, subtype.Type);
            if (identity is not null)
            {
                var value = body.Local(subtype.Type.IsValueType ? typeof(object) : subtype.Type);
                body.Store(value);
                EmitRegister(body, identity, () => body.Load(value));
                body.Load(value);
            }
            body.Return();
        }
        body.Mark(none);
    }
}
