using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Adds what has been read to what a member has already, for collections that are made of all their items at once. Each
/// call copies both: a source that gathers gives such a member in two pieces at most, so that reading stays linear.
/// </summary>
internal static class Joining
{
    /// <summary>Both arrays in one.</summary>
    public static T[] Arrays<T>(T[] first, T[] last) => first.Length == 0 ? last : [.. first, .. last];

    /// <summary>The items of both, to make a collection of.</summary>
    public static T[] Items<T>(IEnumerable<T> first, IEnumerable<T> last) => [.. first, .. last];

    /// <summary>The items of both, boxed, for the reflection tier.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static object Boxed(CollectionModel model, object first, object last)
    {
        var items = (Array)typeof(Joining).GetMethod(nameof(Items))!.MakeGenericMethod(model.ItemType).Call(null, first, last)!;
        return model.Build.Kind == BuildKind.Array ? items : model.Build.Convert!.Convert(items, ComparerCode.Default);
    }
}
