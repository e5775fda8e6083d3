using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Values that a surrogate makes in their place: each exists, and is known under its identity, before what it is made of is read.
/// </summary>
internal static class InPlace
{
    /// <summary>The object without a constructor, or the one that has been referred to.</summary>
    public static object Begin<TSource>(ref TSource source, TypeModel model) where TSource : struct, ISource, allows ref struct
    {
        int identity = (TSource.Traits & SourceTraits.TracksReferences) != 0 ? source.Identity() : -1;
        object target = ((TSource.Traits & SourceTraits.PointsForward) != 0 ? source.Awaited() : null)
            ?? ((SurrogateModel)model).Surrogate.Begin();
        if ((TSource.Traits & SourceTraits.TracksReferences) != 0)
            source.Register(identity, target);
        return target;
    }

    /// <summary>Makes the object of its carrier, and calls it back.</summary>
    public static void End(SurrogateModel model, object target, object carrier)
    {
        model.Surrogate.MakeObject(target, carrier);
        foreach (var callback in model.Surrogate.CalledBack)
            callback.CallBack(target);
    }
}
