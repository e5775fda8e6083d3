using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// The shape of an F# union: its tag says which case's shape goes on. Class and struct unions alike announce the case.
/// </summary>
/// <remarks>
/// <code>
/// public static void Write&lt;S&gt;(ref S sink, Figure value)
/// {
///     if (value == null) { sink.Null(); return; }                             // these two only of a class
///     if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;
///     WriteExact(ref sink, value);
/// }
/// public static void WriteExact&lt;S&gt;(ref S sink, Figure value)
/// {
///     int tag = value.Tag;
///     sink.Subtype(Model, tag);
///     switch (tag) { case 0: ShapeCircle.WriteExact(ref sink, (Circle)value); return; ... }
/// }
/// public static Figure ReadExact&lt;S&gt;(ref S source)                          // of a struct; a class only throws: see Read
/// {
///     if (source.Head(Model) == Head.Subtype)
///         switch (source.Subtype(Model)) { case 0: return ShapeCircle.ReadExact(ref source); ... }
///     throw ...;
/// }
/// </code>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class UnionShape(ShapeAssembly assembly, ObjectModel model, Func<TypeModel, ShapeMethods> find)
    : ReferenceShape(assembly, model, find)
{
    protected override void EmitWrite(Body body)
    {
        if (!Model.Type.IsValueType)
        {
            EmitNull(body);
            EmitUnlessReferenced(body);
        }
        body.Wire();
        body.Argument(1);
        body.CallShape(Methods.WriteExact);
        body.Return();
    }

    protected override void EmitWriteExact(Body body)
    {
        var tag = body.Local(typeof(int));
        body.ArgumentReceiver(1, Model.Type);
        body.CallOn(Model.Type, model.Union!.Tag);
        body.Store(tag);
        body.Wire();
        body.LoadModel(Model);
        body.Load(tag);
        body.Call(nameof(ISink.Subtype));
        var cases = body.Labels(Model.Subtypes.Length);
        body.Load(tag);
        body.Switch(cases);
        body.Return();
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            body.Wire();
            body.Argument(1);
            if (Model.Subtypes[k].Type != Model.Type)
                body.Il.Emit(OpCodes.Castclass, Model.Subtypes[k].Type);
            body.CallShape(ShapeOf(Model.Subtypes[k].Model).WriteExact);
            body.Return();
        }
    }

    /// <summary>The case must be announced: there is no plain value of a union. A class has its cases in Read.</summary>
    protected override void EmitReadExact(Body body)
    {
        var cases = Model.Type.IsValueType ? body.Labels(Model.Subtypes.Length) : [];
        var none = body.Label();
        if (Model.Type.IsValueType)
        {
            body.Wire();
            body.LoadModel(Model);
            body.Call(nameof(ISource.Head));
            body.Int((int)Head.Subtype);
            body.Il.Emit(OpCodes.Bne_Un, none);
            body.Wire();
            body.LoadModel(Model);
            body.Call(nameof(ISource.Subtype));
            body.Switch(cases);
        }
        body.Mark(none);
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.NoSuchSubtype));
        body.LoadDefault(Model.Type, null);
        body.Return();
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            body.Wire();
            body.CallShape(ShapeOf(Model.Subtypes[k].Model).ReadExact);
            body.Return();
        }
    }
}
