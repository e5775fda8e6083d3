using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Collections as data contracts have them: the item type is the contract's, whatever else the class implements.</summary>
internal static partial class Collections
{
    /// <summary>The model of a collection of items, or of a map if there is a value type.</summary>
    public static TypeModel OfContract(Convention convention, Type type, Type item, Type? value)
    {
        if (type.IsArray)
            return new SequenceModel(convention, type, item, new Walk(WalkKind.Array), new Build(BuildKind.Array));
        if (value is not null)
        {
            return Closed(type, typeof(IDictionary<,>)) is not null
                ? new MapModel(convention, type, item, value, WalkOf(type, typeof(KeyValuePair<,>).MakeGenericType(item, value), IsStringKeyed(item)), Adding(MapBuild(type, item, value), item, value))
                : new MapModel(convention, type, item, value, new Walk(WalkKind.Snapshot), UntypedMapBuild(type) is { Kind: BuildKind.Add } build ? build with { Add = typeof(IDictionary).GetMethod("Add") } : UntypedMapBuild(type));
        }
        bool isTyped = Closed(type, typeof(IEnumerable<>)) is { } items && items.GetGenericArguments()[0] == item;
        return isTyped
            ? new SequenceModel(convention, type, item, type.IsInterface ? new Walk(WalkKind.Snapshot) : WalkOf(type, item, IsStringKeyed(item)), SequenceBuild(type, item))
            : new SequenceModel(convention, type, item, new Walk(WalkKind.Snapshot), UntypedBuild(type));
    }

    /// <summary>By Add, not the indexer: of a key that comes twice the framework refuses the second.</summary>
    static Build Adding(Build build, Type key, Type value)
    {
        if (build is not { Kind: BuildKind.Add, Add.Name: "set_Item", Add.DeclaringType: { } declaring })
            return build;
        var add = declaring.GetMethod("Add", Open, [key, value]) ?? typeof(IDictionary<,>).MakeGenericType(key, value).GetMethod("Add");
        return build with { Add = add };
    }
}
