using Isomer.Ahead;
using Isomer.Model;

namespace Isomer;

/// <summary>What became of shapes that were made ahead of time (docs/ahead-of-time.md): for a test of an application, or its log.</summary>
public static class ReadyMade
{
    /// <summary>
    /// What was found and is not obeyed until now, and why: types that are not what they were when their shapes were made, assemblies
    /// that could not be loaded. All goes on
    /// without them where code can be made; empty where all is well.
    /// </summary>
    public static IReadOnlyList<string> Refused => ReadyShapes.Refused;

    /// <summary>
    /// Whether values of a type are written and read under a convention of one's own by shapes that were made ahead of time: of a plain one
    /// in Json.
    /// </summary>
    /// <param name="type">The type, as a root.</param>
    /// <param name="convention">The value of the property that an [IsomerShape] names.</param>
    public static bool Serves(Type type, Convention convention)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(convention);
        return AreServed(Families.RootsOf(convention, ShapeFamilies.Plain, type));
    }

    /// <summary>
    /// Whether values of a type are written and read by a shape that was made ahead of time; not if the type cannot be under that family at
    /// all.
    /// </summary>
    /// <param name="type">The type, as a root.</param>
    /// <param name="family">One family: as its formats have it by default.</param>
    public static bool Serves(Type type, ShapeFamilies family)
    {
        ArgumentNullException.ThrowIfNull(type);
        return AreServed(Families.RootsOf(family, type));
    }

    /// <summary>Not if the type can have no model: models are made as they are asked for.</summary>
    static bool AreServed(IEnumerable<TypeModel> roots)
    {
        try
        {
            return roots.All(static root => ReadyShapes.Of(root) is not null);
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }
}
