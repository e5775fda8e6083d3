using System.Reflection.Emit;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Emit;

/// <summary>
/// The shape of an F# union: its tag says which case's shape goes on. Class and struct unions alike announce the case.
/// </summary>
/// <remarks>
/// <code>
/// int tag = value.Tag;
/// if (S.TracksReferences &amp;&amp; sink.Reference(value)) return;
/// sink.Subtype(Model, tag);
/// switch (tag) { case 0: ShapeCircle.WriteExact(ref sink, (Circle)value); return; ... }
/// </code>
/// </remarks>
internal sealed class UnionShape(ShapeAssembly assembly, ObjectModel model, Func<TypeModel, ShapeMethods> find) : ReferenceShape(assembly, model, find)
{
    protected override void EmitWrite(Body body)
    {
        if (!Model.Type.IsValueType)
        {
            var present = body.Label();
            body.Argument(1);
            body.GoIfTrue(present);
            body.Wire();
            body.Call("Null");
            body.Return();
            body.Mark(present);
            var fresh = body.Label();
            body.LoadTrait("TracksReferences");
            body.GoIfFalse(fresh);
            body.Wire();
            body.Argument(1);
            body.Call("Reference");
            body.GoIfFalse(fresh);
            body.Return();
            body.Mark(fresh);
        }
        body.Wire();
        body.Argument(1);
        body.CallShape(Methods.WriteExact);
        body.Return();
    }

    protected override void EmitWriteExact(Body body)
    {
        var tag = body.Local(typeof(int));
        LoadValue();
        body.CallOn(Model.Type, model.Union!.Tag);
        body.Store(tag);
        body.Wire();
        body.LoadModel(Model);
        body.Load(tag);
        body.Call("Subtype");
        var cases = body.Labels(Model.Subtypes.Length);
        body.Load(tag);
        body.Il.Emit(OpCodes.Switch, cases);
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

        void LoadValue()
        {
            if (Model.Type.IsValueType)
                body.ArgumentAddress(1);
            else
                body.Argument(1);
        }
    }

    protected override void EmitRead(Body body)
    {
        if (!Model.Type.IsValueType)
        {
            base.EmitRead(body);
            return;
        }
        body.Wire();
        body.CallShape(Methods.ReadExact);
        body.Return();
    }

    /// <summary>The case must be announced: there is no plain value of a union.</summary>
    protected override void EmitReadExact(Body body)
    {
        var cases = body.Labels(Model.Subtypes.Length);
        if (Model.Type.IsValueType)
        {
            body.Wire();
            body.LoadModel(Model);
            body.Call("Head");
            body.Il.Emit(OpCodes.Pop);
            body.Wire();
            body.LoadModel(Model);
            body.Call("Subtype");
            body.Il.Emit(OpCodes.Switch, cases);
        }
        body.LoadModel(Model);
        body.CallStatic(typeof(Refusals), nameof(Refusals.NoSuchSubtype));
        body.LoadDefault(Model.Type, null);
        body.Return();
        for (int k = 0; k < cases.Length; k++)
        {
            body.Mark(cases[k]);
            if (!Model.Type.IsValueType)
            {
                body.LoadDefault(Model.Type, null);
                body.Return();
                continue;
            }
            body.Wire();
            body.CallShape(ShapeOf(Model.Subtypes[k].Model).ReadExact);
            body.Return();
        }
    }
}
