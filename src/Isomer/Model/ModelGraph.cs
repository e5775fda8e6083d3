namespace Isomer.Model;

/// <summary>
/// All models that one is made of. Walked before anything of it is written or read, so that a type that cannot be modelled
/// fails on first use, wherever it stands, whether or not the value reaches it.
/// </summary>
internal static class ModelGraph
{
    // A generic type may ask for ever larger ones of itself: Node<T> { Node<List<T>> Next; }.
    const int DeepestGeneric = 32;
    const int MostModels = 50_000;

    static readonly int Slot = ModelSlot.Next();

    /// <summary>Throws if a type that the root needs cannot be modelled.</summary>
    public static void Check(TypeModel root)
    {
        if (root.GetSlot(Slot) is not null)
            return;
        foreach (var model in Reach(root, static m => m.GetSlot(Slot) is not null))
            model.SetSlot(Slot, model);
    }

    /// <summary>The root and the models it needs, less those that are known.</summary>
    public static List<TypeModel> Reach(TypeModel root, Func<TypeModel, bool> isKnown)
    {
        var found = new List<TypeModel>();
        var seen = new HashSet<TypeModel>(ReferenceEqualityComparer.Instance);
        var open = new Stack<Step>();
        open.Push(new Step(root, null));
        while (open.TryPop(out var next))
        {
            var (model, by) = next;
            if (!seen.Add(model) || isKnown(model))
                continue;
            CheckSize(model, seen.Count);
            CheckCarriers(model);
            found.Add(model);
            if (model is ObjectModel o)
            {
                foreach (var member in MembersOf(o, by))
                    open.Push(new Step(member.Model, member));
                foreach (var subtype in o.Subtypes)
                    open.Push(new Step(subtype.Model, by));
                continue;
            }
            foreach (var part in PartsOf(model, by))
                open.Push(new Step(part, by));
        }
        return found;
    }

    /// <summary>
    /// A model to look at, and the member that it was reached by. A class, not a tuple: a stack of structs is compiled at the
    /// first call (1 ms of 40), for no precompiled code has it.
    /// </summary>
    sealed record Step(TypeModel Model, MemberModel? By);

    static System.Collections.Immutable.ImmutableArray<MemberModel> MembersOf(ObjectModel model, MemberModel? by)
    {
        try
        {
            return model.Members;
        }
        catch (NotSupportedException e) when (by is not null && !e.Message.StartsWith("Member '", StringComparison.Ordinal))
        {
            throw new NotSupportedException($"Member '{by}': {e.Message}", e);
        }
    }

    static TypeModel[] PartsOf(TypeModel model, MemberModel? by)
    {
        try
        {
            return [.. model.Parts];
        }
        catch (NotSupportedException e) when (by is not null)
        {
            throw new NotSupportedException($"Member '{by}', in a '{model.Type}': {e.Message}", e);
        }
    }

    static void CheckSize(TypeModel model, int count)
    {
        if (count > MostModels || Nesting(model.Type, 0) > DeepestGeneric)
            throw new NotSupportedException(
                $"'{model.Type.Name}' is made of ever larger generic types, without end. Leave out the member that nests it into itself ([Skip]), or give that a Surrogate.");
    }

    static int Nesting(Type type, int depth)
    {
        if (depth > DeepestGeneric)
            return depth;
        if (type.HasElementType)
            return Nesting(type.GetElementType()!, depth + 1);
        int deepest = depth;
        foreach (var argument in type.IsGenericType ? type.GetGenericArguments() : [])
            deepest = Math.Max(deepest, Nesting(argument, depth + 1));
        return deepest;
    }

    static void CheckCarriers(TypeModel model)
    {
        var carrier = model;
        for (int i = 0; carrier is SurrogateModel surrogate; i++)
        {
            if (i > DeepestGeneric)
                throw new NotSupportedException($"The surrogates of '{model.Type}' carry one another in a circle. Remove one of them.");
            carrier = surrogate.Carrier;
        }
    }
}
