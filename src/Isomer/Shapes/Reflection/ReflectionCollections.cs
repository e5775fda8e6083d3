using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Reads collections of boxed items.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ReflectionCollections<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>A sequence or map, into an existing one where there is one that can take items.</summary>
    public static object Read(ref TSource source, CollectionModel model, object? existing)
    {
        var build = model.Build;
        if (build.Kind == BuildKind.None)
            Refusals.NotReadable(model, build.Refusal!);
        var comparer = (TSource.Traits & SourceTraits.KeepsComparers) != 0 && model.KeepsComparer
            ? source.Comparer()
            : ComparerCode.Default;
        if (model is SequenceModel { Block: not Scalar.None } bulk
            && (TSource.Traits & (bulk.Bulk == Scalar.None ? SourceTraits.BulksChecked : SourceTraits.Bulks)) != 0)
            return ReadBulk(ref source, bulk, existing);

        int count = Begin(ref source, model);
        if ((TSource.Traits & SourceTraits.KeepsComparers) != 0 && Absence.IsTold(count) && model.TellsComparer)
        {
            comparer = Absence.ComparerOf(count);
            count = Absence.OwnCount(Begin(ref source, model));
        }
        if ((TSource.Traits & SourceTraits.KeepsDefaultArrays) != 0 && count == Absence.NoArray)
            return RuntimeHelpers.GetUninitializedObject(model.Type);
        int identity = ReflectionReader<TSink, TSource>.Identity(ref source);
        return build.Kind switch
        {
            BuildKind.List => ReadList(ref source, (SequenceModel)model, count, identity, (IList?)existing),
            BuildKind.Add => ReadInto(ref source, model, count, identity, existing ?? Make(model, comparer)),
            // Of known length it can be referred to by its own items.
            BuildKind.Array when count >= 0 => ReadArray(ref source, (SequenceModel)model, count, identity),
            _ => ReadConverted(ref source, model, count, identity, comparer),
        };
    }

    static int Begin(ref TSource source, CollectionModel model) =>
        model is SequenceModel ? source.BeginArray(model) : source.BeginMap(model);

    /// <summary>
    /// By itself, for most collections are lists: with the delegates of the other kinds an empty one took 250 bytes more than the list.
    /// </summary>
    static IList ReadList(ref TSource source, SequenceModel model, int count, int identity, IList? existing)
    {
        var target = existing ?? (IList)MakeList(model);
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, target);
        // What is there may be a KeyedCollection, or an OrderedDictionary, which are lists too.
        var guard = existing is null ? null : GuardedAdding.Of(existing, refuses: true);
        for (int i = 0; source.NextItem(i, count); i++)
            Add(target, ReflectionReader<TSink, TSource>.Read(ref source, model.Element), guard);
        source.EndArray(model);
        return target;
    }

    static void Add(IList target, object? item, GuardedAdding? guard)
    {
        var (key, value) = guard?.PartsOf(item) ?? default;
        guard?.Ask(key, value);
        target.Add(item);
        guard?.Count(key);
    }

    static object ReadInto(ref TSource source, CollectionModel model, int count, int identity, object target)
    {
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, target);
        var add = Gathering.TakesEntries(model, target) && !Merging.TargetOf(model).IsInstanceOfType(target)
            ? Adding.To((IDictionary)target) : Adding.To(model.Build, target);
        Rekeyed? noted = null;
        ReadItems(ref source, model, count, (key, value, referred) =>
        {
            if (!referred || BoxedRekeying.Note(ref noted, model, target, key, value))
                add(key, value);
        });
        if (noted is not null)
            source.Completed(model, target, noted);
        return target;
    }

    static Array ReadArray(ref TSource source, SequenceModel model, int count, int identity)
    {
        var known = (Array?)ReflectionReader<TSink, TSource>.Awaited(ref source, model) ?? Array.CreateInstance(model.ItemType, count);
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, known);
        int i = 0;
        for (; source.NextItem(i, count); i++)
        {
            if (i == known.Length)
                known = Resized(known, model, Math.Max(i * 2, 4));
            known.SetValue(ReflectionReader<TSink, TSource>.Read(ref source, model.Element), i);
        }
        source.EndArray(model);
        // The input told another number than it has.
        if (i != count)
            ReflectionReader<TSink, TSource>.Register(ref source, model, identity, known = Resized(known, model, i));
        return known;
    }

    static Array Resized(Array array, SequenceModel model, int length)
    {
        var resized = Array.CreateInstance(model.ItemType, length);
        Array.Copy(array, resized, Math.Min(array.Length, length));
        return resized;
    }

    static object ReadConverted(ref TSource source, CollectionModel model, int count, int identity, ComparerCode comparer)
    {
        var items = new ArrayList();
        var parts = (TSource.Traits & SourceTraits.TracksReferences) != 0 && model.Rekeys ? new List<(object? Key, object? Value)>() : null;
        int referred = Referred(ref source, model);
        bool isUnchecked = KeyWalk.IsMadeUnchecked(model);
        ReadItems(ref source, model, count, (key, value, _) =>
        {
            if (isUnchecked)
                KeyWalk.Check(key, KeyWalk.Unknown);
            items.Add(model is MapModel ? Activator.CreateInstance(model.ItemType, key, value) : key);
            parts?.Add((key, value));
        });
        var array = items.ToArray(model.ItemType);
        object result = model.Build.Kind == BuildKind.Array ? array : model.Build.Convert!.Convert(array, comparer);
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, result);
        if (Referred(ref source, model) != referred)
            source.Completed(model, result, BoxedRekeying.Of(model, result, parts!));
        return result;
    }

    /// <summary>Changes where a key refers to what was read before; see <see cref="Rekeyed"/>.</summary>
    static int Referred(ref TSource source, CollectionModel model) =>
        (TSource.Traits & SourceTraits.TracksReferences) != 0 && model.Rekeys ? source.Referred() : 0;

    static object ReadBulk(ref TSource source, SequenceModel model, object? existing)
    {
        int identity = ReflectionReader<TSink, TSource>.Identity(ref source);
        var items = BoxedScalars.ReadBulk(ref source, model);
        object result;
        if (items is null)
            return RuntimeHelpers.GetUninitializedObject(model.Type);
        if (model.Build.Kind == BuildKind.List)
        {
            var list = (IList?)existing ?? (IList)MakeList(model);
            var guard = existing is null ? null : GuardedAdding.Of(existing, refuses: true);
            foreach (object item in items)
                Add(list, item, guard);
            result = list;
        }
        else
        {
            result = model.Build.Kind == BuildKind.Array ? items : model.Build.Convert!.Convert(items, ComparerCode.Default);
        }
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, result);
        return result;
    }

    /// <summary>Each item with null, or each key and value; and whether the item or the key has referred to something.</summary>
    static void ReadItems(ref TSource source, CollectionModel model, int count, Action<object?, object?, bool> add)
    {
        if (model is SequenceModel sequence)
        {
            for (int i = 0; source.NextItem(i, count); i++)
            {
                int before = Referred(ref source, model);
                object? item = ReflectionReader<TSink, TSource>.Read(ref source, sequence.Element);
                add(item, null, Referred(ref source, model) != before);
            }
            source.EndArray(model);
            return;
        }
        var map = (MapModel)model;
        for (int i = 0; source.NextKey(map, i, count); i++)
        {
            int before = Referred(ref source, model);
            object? key = ReflectionReader<TSink, TSource>.Read(ref source, map.Key);
            bool referred = Referred(ref source, model) != before;
            source.MapValue(map);
            add(key, ReflectionReader<TSink, TSource>.Read(ref source, map.Value), referred);
        }
        source.EndMap(map);
    }

    static object MakeList(CollectionModel model) =>
        Activator.CreateInstance(
            (Type?)model.GetSlot(ListTypes.Slot) ?? (Type)model.SetSlot(ListTypes.Slot, typeof(List<>).MakeGenericType(model.ItemType)))!;

    static object Make(CollectionModel model, ComparerCode comparer)
    {
        var build = model.Build;
        if ((TSource.Traits & SourceTraits.KeepsComparers) != 0 && (model.KeepsComparer || model.TellsComparer)
            && build.ComparerConstructor is { } constructor)
            return constructor.Call(null, Comparers.Of(comparer))!;
        return build.Constructor is null ? RuntimeHelpers.GetUninitializedObject(model.Type) : build.Constructor.Make();
    }
}

/// <summary>Where the class of a list is kept with its model: to close it anew for each took as much memory as the list.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ListTypes
{
    public static readonly int Slot = ModelSlot.Next();
}
