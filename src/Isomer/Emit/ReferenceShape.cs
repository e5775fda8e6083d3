using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// What the kinds share whose values may be references: null, subtypes and back-references around an exact value.
/// </summary>
/// <remarks>
/// <code>
/// public static void Write&lt;S&gt;(ref S sink, T value)          // a class; a struct only calls WriteExact
/// {
///     if (value == null) { sink.Null(); return; }
///     if (value.GetType() == typeof(Dog)) { if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;
///                                           sink.Subtype(Model, 0); ShapeDog.WriteExact(ref sink, (Dog)value); return; }
///     if (value.GetType() != typeof(T)) throw ...;              // only where T is not sealed and has members
///     if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;
///     sink.Present();
///     WriteExact(ref sink, value);
/// }
/// public static T Read&lt;S&gt;(ref S source)
/// {
///     switch (source.Head(Model))
///     {
///         case Head.Value: return ReadExact(ref source);
///         case Head.Subtype: switch (source.Subtype(Model)) { case 0: return ShapeDog.ReadExact(ref source); }
///         case Head.Reference: return (T)source.Reference();
///         default: return null;
///     }
/// }
/// </code>
/// </remarks>
internal abstract class ReferenceShape(ShapeAssembly assembly, TypeModel model, Func<TypeModel, ShapeMethods> find) : ShapeBuilder(assembly, model, find)
{
    const int LongestChain = 8;

    protected override void EmitWrite(Body body)
    {
        if (!Model.Type.IsValueType)
            EmitWriteHead(body);
        else
            Inline(body);
        body.Wire();
        body.Argument(1);
        body.CallShape(Methods.WriteExact);
        body.Return();
    }

    protected override void EmitRead(Body body)
    {
        var exact = body.Label();
        if (!Model.Type.IsValueType)
            EmitReadHead(body, exact);
        else
            Inline(body);
        body.Mark(exact);
        body.Wire();
        body.CallShape(Methods.ReadExact);
        body.Return();
    }

    /// <summary>Read, but into what is there, if there is something and an exact value comes.</summary>
    protected override void EmitMerge(Body body)
    {
        if (!MemberAccess.CanMerge(Model))
        {
            base.EmitMerge(body);
            return;
        }
        var (fresh, exact) = (body.Label(), body.Label());
        body.Argument(1);
        if (MemberAccess.MergeTarget(Model) is var target && target != Model.Type)
            body.Il.Emit(OpCodes.Isinst, target);
        body.GoIfFalse(fresh);
        EmitReadHead(body, exact);
        body.Mark(exact);
        body.Wire();
        body.ArgumentAddress(1);
        body.CallShape(Methods.Fill);
        body.Argument(1);
        body.Return();
        body.Mark(fresh);
        base.EmitMerge(body);
    }

    /// <summary>Pushes the identity to register a new object under, into a local; -1 where the format has none.</summary>
    protected static LocalBuilder EmitIdentity(Body body)
    {
        var identity = body.Local(typeof(int));
        var (none, end) = (body.Label(), body.Label());
        body.LoadTrait("TracksReferences");
        body.GoIfFalse(none);
        body.Wire();
        body.Call("Identity");
        body.Store(identity);
        body.Go(end);
        body.Mark(none);
        body.Int(-1);
        body.Store(identity);
        body.Mark(end);
        return identity;
    }

    /// <summary>if (S.TracksReferences) source.Register(identity, target)</summary>
    protected void EmitRegister(Body body, LocalBuilder identity, Action loadTarget)
    {
        if (Model.Type.IsValueType)
            return;
        var end = body.Label();
        body.LoadTrait("TracksReferences");
        body.GoIfFalse(end);
        body.Wire();
        body.Load(identity);
        loadTarget();
        body.Call("Register");
        body.Mark(end);
    }

    void EmitWriteHead(Body body)
    {
        var present = body.Label();
        body.Argument(1);
        body.GoIfTrue(present);
        body.Wire();
        body.Call("Null");
        body.Return();
        body.Mark(present);

        EmitSubtypes(body);
        EmitUnlessReferenced(body);
        body.Wire();
        body.Call("Present");
        if (Model.Subtypes.IsEmpty)
            Inline(body);
    }

    /// <summary>The head is small and belongs into its caller; the body (WriteExact) never does. See docs/design.md.</summary>
    static void Inline(Body body) => body.Method.SetImplementationFlags(System.Reflection.MethodImplAttributes.AggressiveInlining);

    void EmitSubtypes(Body body)
    {
        var subtypes = Model.Subtypes;
        if (subtypes.Length > LongestChain)
        {
            EmitSubtypeSwitch(body, ((ObjectModel)Model).SubtypeIndex);
        }
        else
        {
            for (int k = 0; k < subtypes.Length; k++)
            {
                var next = body.Label();
                EmitTypeTest(body, subtypes[k].Type);
                body.GoIfFalse(next);
                EmitSubtype(body, k);
                body.Mark(next);
            }
        }
        if (Model is not ObjectModel { Type.IsSealed: false, UnknownSubtypes: UnknownSubtypes.Refuse, Type: var type })
            return;
        var known = body.Label();
        if (!type.IsAbstract && !type.IsInterface)
        {
            EmitTypeTest(body, type);
            body.GoIfTrue(known);
        }
        else if (subtypes.IsEmpty)
        {
            // Nothing could be read back, but what the declared type shows can be written, as System.Text.Json does.
            return;
        }
        body.Argument(1);
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.UnknownSubtype));
        body.Mark(known);
    }

    /// <summary>switch (Index.Find(value.GetType())) { case 0: ... }: a chain of comparisons costs more from here on.</summary>
    void EmitSubtypeSwitch(Body body, SubtypeIndex index)
    {
        var (cases, none) = (Model.Subtypes.Select(_ => body.Label()).ToArray(), body.Label());
        body.LoadConstant(index, typeof(SubtypeIndex));
        body.Argument(1);
        body.Il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetType")!);
        body.Il.Emit(OpCodes.Callvirt, typeof(SubtypeIndex).GetMethod(nameof(SubtypeIndex.Find))!);
        body.Il.Emit(OpCodes.Switch, cases);
        body.Go(none);
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            EmitSubtype(body, k);
        }
        body.Mark(none);
    }

    void EmitSubtype(Body body, int k)
    {
        var subtype = Model.Subtypes[k];
        EmitUnlessReferenced(body);
        body.Wire();
        body.LoadModel(Model);
        body.Int(k);
        body.Call("Subtype");
        body.Wire();
        body.Argument(1);
        body.Il.Emit(OpCodes.Unbox_Any, subtype.Type);
        body.CallShape(ShapeOf(subtype.Model).WriteExact);
        body.Return();
    }

    static void EmitTypeTest(Body body, Type type)
    {
        body.Argument(1);
        body.Il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetType")!);
        body.Il.Emit(OpCodes.Ldtoken, type);
        body.Il.Emit(OpCodes.Call, typeof(Type).GetMethod("GetTypeFromHandle")!);
        body.Il.Emit(OpCodes.Ceq);
    }

    static void EmitUnlessReferenced(Body body)
    {
        var go = body.Label();
        body.LoadTrait("TracksReferences");
        body.GoIfFalse(go);
        body.Wire();
        body.Argument(1);
        body.Call("Reference");
        body.GoIfFalse(go);
        body.Return();
        body.Mark(go);
    }

    /// <summary>Branches to <paramref name="exact"/> for a plain value; returns from the method otherwise.</summary>
    protected void EmitReadHead(Body body, Label exact)
    {
        var head = body.Local(typeof(int));
        body.Wire();
        body.LoadModel(Model);
        body.Call("Head");
        body.Store(head);
        body.Load(head);
        body.Int((int)Head.Value);
        body.Il.Emit(OpCodes.Beq, exact);

        var notReference = body.Label();
        body.Load(head);
        body.Int((int)Head.Reference);
        body.Il.Emit(OpCodes.Bne_Un, notReference);
        body.Wire();
        body.Call("Reference");
        body.Il.Emit(OpCodes.Castclass, Model.Type);
        body.Return();
        body.Mark(notReference);

        if (!Model.Subtypes.IsEmpty)
            EmitReadSubtypes(body, head);
        body.Il.Emit(OpCodes.Ldnull);
        body.Return();
    }

    void EmitReadSubtypes(Body body, LocalBuilder head)
    {
        var none = body.Label();
        body.Load(head);
        body.Int((int)Head.Subtype);
        body.Il.Emit(OpCodes.Bne_Un, none);
        var cases = body.Labels(Model.Subtypes.Length);
        body.Wire();
        body.LoadModel(Model);
        body.Call("Subtype");
        body.Il.Emit(OpCodes.Switch, cases);
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.NoSuchSubtype));
        body.Il.Emit(OpCodes.Ldnull);
        body.Return();
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            // What a surrogate carries is registered here, for its carrier is another object.
            var identity = Model.Subtypes[k] is { Model: SurrogateModel, Type.IsValueType: false } ? EmitIdentity(body) : null;
            body.Wire();
            body.CallShape(ShapeOf(Model.Subtypes[k].Model).ReadExact);
            if (identity is not null)
            {
                var value = body.Local(Model.Subtypes[k].Type);
                body.Store(value);
                EmitRegister(body, identity, () => body.Load(value));
                body.Load(value);
            }
            // An interface may have struct subtypes; a reference subtype needs no conversion, nor does a case of a union.
            if (Model.Subtypes[k].Type.IsValueType)
                body.Il.Emit(OpCodes.Box, Model.Subtypes[k].Type);
            body.Return();
        }
        body.Mark(none);
    }
}
