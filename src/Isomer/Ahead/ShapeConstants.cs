using Isomer.Model;

namespace Isomer.Ahead;

/// <summary>
/// The objects that the code of a shape may hold on to, in an order that depends on the model alone: what a saved shape names by number.
/// The list is the same
/// where the shape was made and where it runs, for <see cref="Fingerprint"/> tells models that differ.
/// </summary>
internal static class ShapeConstants
{
    /// <summary>The model, those it is made of, its surrogate, its index of subtypes, the defaults of members and parameters.</summary>
    public static List<object?> Of(TypeModel model)
    {
        var found = new List<object?> { model };
        foreach (var part in model.Parts)
            AddWithInner(part, found);
        switch (model)
        {
            case SurrogateModel surrogate:
                found.Add(surrogate.Surrogate);
                break;
            case ObjectModel o:
                found.Add(o.SubtypeIndex);
                foreach (var member in o.Members)
                    found.Add(member.Default);
                foreach (var argument in o.Construction.Arguments)
                    found.Add(argument.Default);
                break;
        }
        return found;
    }

    /// <summary>
    /// What stands in a nullable is written where the nullable stands: its model (of an enum) belongs to the shape around it.
    /// </summary>
    static void AddWithInner(TypeModel model, List<object?> found)
    {
        found.Add(model);
        if (model is OptionalModel optional)
            AddWithInner(optional.Value, found);
    }
}
