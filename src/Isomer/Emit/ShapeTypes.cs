using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>
/// The shapes of models: emitted on first use, with all that they are made of in one go, and kept with the model.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ShapeTypes
{
    static readonly int Slot = ModelSlot.Next();

    // One for all conventions: they share the dynamic assembly.
    static readonly Lock Gate = new();

    /// <summary>The shape of a model: a struct that implements IShape of its type.</summary>
    public static Type Of(TypeModel model)
    {
        if (model.GetSlot(Slot) is Type known)
            return known;
        lock (Gate)
            return model.GetSlot(Slot) as Type ?? Emit(model);
    }

    static Type Emit(TypeModel root)
    {
        var models = Reachable(root);
        bool passes = models.Exists(IsPassing) || (s_hasPassing && Passes(root));
        if (passes)
        {
            s_hasPassing = true;
            // What lasts gets shapes that last, first: in an assembly of the context they would keep it, and no other shape could call
            // them.
            foreach (var model in models)
                if (!IsPassing(model) && model.GetSlot(Slot) is null && !Passes(model))
                    Emit(model);
            models = Reachable(root);
        }
        var assembly = ShapeAssembly.For(models.SelectMany(TypesIn), passes);
        var batch = new Dictionary<TypeModel, ShapeBuilder>(ReferenceEqualityComparer.Instance);
        foreach (var model in models)
            batch.Add(model, ShapeBuilder.Define(assembly, model, Find));
        foreach (var shape in batch.Values)
            shape.Emit();
        // Nothing is kept before all of it has worked.
        foreach (var shape in batch.Values)
            shape.Create();
        foreach (var (model, shape) in batch)
        {
            model.SetSlot(Slot, shape.Created);
            // What was left for its constructor would keep the context alive if the shape were never used.
            if (shape.Created.IsCollectible)
                RuntimeHelpers.RunClassConstructor(shape.Created.TypeHandle);
        }
        return batch[root].Created;

        ShapeMethods Find(TypeModel model) =>
            batch.TryGetValue(model, out var shape) ? shape.Methods : ShapeMethods.Of((Type)model.GetSlot(Slot)!);
    }

    /// <summary>The models that need a shape because the root has one, less those that have one already.</summary>
    static List<TypeModel> Reachable(TypeModel root)
    {
        var found = ModelGraph.Reach(root, static m => m.GetSlot(Slot) is not null);
        return NeedingShapes(root, found);
    }

    /// <summary>Scalars, enums and nullables are written where they stand; only as a root or subtype do they need a shape.</summary>
    internal static List<TypeModel> NeedingShapes(TypeModel root, List<TypeModel> reached)
    {
        var subtypes = reached.OfType<ObjectModel>().SelectMany(o => o.Subtypes).Select(s => s.Model)
            .ToHashSet<TypeModel>(ReferenceEqualityComparer.Instance);
        return reached.FindAll(m => m == root || !ValueEmitter.IsInline(m) || subtypes.Contains(m));
    }

    /// <summary>
    /// Whether some shapes go away with a context: a list of object calls the shape of object, which such types may have been registered
    /// with.
    /// </summary>
    static bool s_hasPassing;

    /// <summary>Whether the shape of a model calls one that goes away, be that made already or not.</summary>
    static bool Passes(TypeModel model) => ModelGraph.Reach(model, static _ => false).Exists(IsPassing);

    /// <summary>Whether the shape of a model goes away with a context.</summary>
    static bool IsPassing(TypeModel model) => TypesIn(model).Any(static t => t.IsCollectible);

    /// <summary>The types that the shape of a model names.</summary>
    internal static IEnumerable<Type> TypesIn(TypeModel model) => model switch
    {
        ObjectModel o =>
            [o.Type, .. o.Members.Select(m => m.Type), .. o.Members.Select(m => m.Member.DeclaringType!),
                .. o.Subtypes.Select(s => s.Type)],
        SurrogateModel s => [s.Type, s.Surrogate.CarrierType, s.Surrogate.GetType()],
        CollectionModel c => [c.Type, c.ItemType, .. c.Build.Convert is { } convert ? [convert.DeclaringType!] : Type.EmptyTypes],
        OptionalModel o => [o.Type, o.ValueType],
        _ => [model.Type],
    };
}
