using System.Diagnostics.CodeAnalysis;
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
///     (more than eight: switch (index.Find(value.GetType())) { case 0: ... })
///     if (value.GetType() != typeof(T)) throw ...;              // only where T is not sealed and has members
///     (where the model is open: if (S.KeepsRuntimeTypes) { sink.Dynamic(value, Model); return; } else throw ...)
///     if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;
///     sink.Present();
///     WriteExact(ref sink, value);
/// }
/// public static T Read&lt;S&gt;(ref S source)
/// {
///     var head = source.Head(Model);
///     if (head == Head.Value) return ReadExact(ref source);
///     if (head == Head.Reference) return (T)source.Reference();
///     if (head == Head.Dynamic) return (T)source.Dynamic(Model);       // only where the model is open
///     if (head == Head.Subtype) { switch (source.Subtype(Model)) { case 0: return ShapeDog.ReadExact(ref source); } throw ...; }
///     return null;
/// }
/// public static T Merge&lt;S&gt;(ref S source, T existing, bool empties)
/// {
///     if (existing == null) return Read(ref source);            // or, where T is an interface, is no List&lt;X&gt;
///     (as Read, but for an exact value)
///         if (empties) Gathering.Empty(existing, Model);         // of a collection
///         Fill(ref source, ref existing); return existing;
/// }
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal abstract partial class ReferenceShape(ShapeAssembly assembly, TypeModel model, Func<TypeModel, ShapeMethods> find)
    : ShapeBuilder(assembly, model, find)
{
    const int LongestChain = 8;

    protected override void EmitWrite(Body body)
    {
        if (!Model.Type.IsValueType)
            EmitWriteHead(body);
        else
            EmitWriteStruct(body);
        body.Wire();
        body.Argument(1);
        body.CallShape(Methods.WriteExact);
        body.Return();
    }

    void EmitWriteStruct(Body body)
    {
        Inline(body);
        if (Model is not ObjectModel { Union: null })
            return;
        var go = body.Label();
        body.LoadTrait(SinkTraits.TracksStructs);
        body.GoIfFalse(go);
        body.Wire();
        body.Argument(1);
        body.Il.Emit(OpCodes.Box, Model.Type);
        body.Call(nameof(ISink.Reference));
        body.GoIfFalse(go);
        body.Return();
        body.Mark(go);
    }

    void EmitWriteHead(Body body)
    {
        EmitNull(body);
        EmitSubtypes(body);
        EmitUnlessReferenced(body);
        body.Wire();
        body.Call(nameof(ISink.Present));
        if (Model.Subtypes.IsEmpty)
            Inline(body);
    }

    /// <summary>if (value == null) { sink.Null(); return; }</summary>
    protected static void EmitNull(Body body)
    {
        var present = body.Label();
        body.Argument(1);
        body.GoIfTrue(present);
        body.Wire();
        body.Call(nameof(ISink.Null));
        body.Return();
        body.Mark(present);
    }

    /// <summary>
    /// The head is small and belongs into its caller; the body (WriteExact) never does. See docs/decisions/03-heads-inline-bodies-not.md.
    /// </summary>
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
        if (Model.IsOpen)
        {
            EmitRuntimeType(body);
            return;
        }
        if (Model is ObjectModel { UnknownSubtypes: UnknownSubtypes.WriteAsNearest })
            EmitNearest(body);
        // The base says which it is too, if it is declared among them.
        if (Model is ObjectModel { UnknownSubtypes: UnknownSubtypes.WriteAsBase, SubtypeIndex: var declared }
            && declared.Find(Model.Type) is >= 0 and var self)
        {
            EmitSubtype(body, self);
            return;
        }
        if (Model is not ObjectModel { Type.IsSealed: false, UnknownSubtypes: UnknownSubtypes.Refuse, Type: var type })
            return;
        var known = body.Label();
        if (!type.IsAbstract && !type.IsInterface)
        {
            EmitTypeTest(body, type);
            body.GoIfTrue(known);
        }
        else if (subtypes.IsEmpty && ((ObjectModel)Model).ShowsOpenBases)
        {
            // Nothing could be read back, but what the declared type shows can be written, as System.Text.Json does.
            return;
        }
        body.Argument(1);
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.UnknownSubtype));
        body.Mark(known);
    }

    /// <summary>if (value.GetType() != typeof(T)) { if (S.KeepsRuntimeTypes) { sink.Dynamic(value, Model); return; } throw ...; }</summary>
    void EmitRuntimeType(Body body)
    {
        var (known, refused) = (body.Label(), body.Label());
        if (!Model.Type.IsAbstract && !Model.Type.IsInterface)
        {
            EmitTypeTest(body, Model.Type);
            body.GoIfTrue(known);
        }
        body.LoadTrait(SinkTraits.KeepsRuntimeTypes);
        body.GoIfFalse(refused);
        body.Wire();
        body.Argument(1);
        body.LoadModel(Model);
        body.Call(nameof(ISink.Dynamic));
        body.Return();
        body.Mark(refused);
        // A collection is what it holds; its own class is lost where it cannot be told, as in every other convention.
        if (Model is ObjectModel)
        {
            body.Argument(1);
            body.LoadModel(Model);
            body.CallStatic(typeof(Refusals), nameof(Refusals.UnknownSubtype));
        }
        body.Mark(known);
    }

    /// <summary>if (value is Puppy) ... if (value is Dog) ...: for run-time types that are not declared; the most derived first.</summary>
    void EmitNearest(Body body)
    {
        for (int k = Model.Subtypes.Length - 1; k >= 0; k--)
        {
            var next = body.Label();
            body.Argument(1);
            body.Il.Emit(OpCodes.Isinst, Model.Subtypes[k].Type);
            body.GoIfFalse(next);
            EmitSubtype(body, k);
            body.Mark(next);
        }
    }

    /// <summary>switch (Index.Find(value.GetType())) { case 0: ... }: a chain of comparisons costs more from here on.</summary>
    void EmitSubtypeSwitch(Body body, SubtypeIndex index)
    {
        var (cases, none) = (body.Labels(Model.Subtypes.Length), body.Label());
        body.LoadConstant(index, typeof(SubtypeIndex));
        body.Argument(1);
        body.Il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetType")!);
        body.Il.Emit(OpCodes.Callvirt, typeof(SubtypeIndex).GetMethod(nameof(SubtypeIndex.Find))!);
        body.Switch(cases);
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
        body.Call(nameof(ISink.Subtype));
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

    /// <summary>if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;</summary>
    protected static void EmitUnlessReferenced(Body body)
    {
        var go = body.Label();
        body.LoadTrait(SinkTraits.TracksReferences);
        body.GoIfFalse(go);
        body.Wire();
        body.Argument(1);
        body.Call(nameof(ISink.Reference));
        body.GoIfFalse(go);
        body.Return();
        body.Mark(go);
    }
}
