using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Reads collections of boxed items.</summary>
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
        var comparer = (TSource.Traits & SourceTraits.KeepsComparers) != 0 && model.KeepsComparer ? source.Comparer() : ComparerCode.Default;
        if (model is SequenceModel { Block: not Scalar.None } bulk && (TSource.Traits & (bulk.Bulk == Scalar.None ? SourceTraits.BulksChecked : SourceTraits.Bulks)) != 0)
            return ReadBulk(ref source, bulk, existing);

        int count = model is SequenceModel ? source.BeginArray(model) : source.BeginMap(model);
        int identity = ReflectionReader<TSink, TSource>.Identity(ref source);
        return build.Kind switch
        {
            BuildKind.List => ReadList(ref source, (SequenceModel)model, count, identity, (IList)(existing ?? MakeList(model))),
            BuildKind.Add => ReadInto(ref source, model, count, identity, existing ?? Make(model, comparer)),
            // Of known length it can be referred to by its own items.
            BuildKind.Array when count >= 0 => ReadArray(ref source, (SequenceModel)model, count, identity),
            _ => ReadConverted(ref source, model, count, identity, comparer),
        };
    }

    /// <summary>By itself, for most collections are lists: with the delegates of the other kinds an empty one took 250 bytes more than the list.</summary>
    static IList ReadList(ref TSource source, SequenceModel model, int count, int identity, IList target)
    {
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, target);
        for (int i = 0; source.NextItem(i, count); i++)
            target.Add(ReflectionReader<TSink, TSource>.Read(ref source, model.Element));
        source.EndArray(model);
        return target;
    }

    static object ReadInto(ref TSource source, CollectionModel model, int count, int identity, object target)
    {
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, target);
        ReadItems(ref source, model, count, Adder(model.Build, target));
        return target;
    }

    static Array ReadArray(ref TSource source, SequenceModel model, int count, int identity)
    {
        var known = (Array?)ReflectionReader<TSink, TSource>.Awaited(ref source, model) ?? Array.CreateInstance(model.ItemType, count);
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, known);
        for (int i = 0; source.NextItem(i, count); i++)
            known.SetValue(ReflectionReader<TSink, TSource>.Read(ref source, model.Element), i);
        source.EndArray(model);
        return known;
    }

    static object ReadConverted(ref TSource source, CollectionModel model, int count, int identity, ComparerCode comparer)
    {
        var items = new ArrayList();
        ReadItems(ref source, model, count, (key, value) => items.Add(model is MapModel ? Activator.CreateInstance(model.ItemType, key, value) : key));
        var array = items.ToArray(model.ItemType);
        object result = model.Build.Kind == BuildKind.Array ? array : model.Build.Convert!.Convert(array, comparer);
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, result);
        return result;
    }

    static object ReadBulk(ref TSource source, SequenceModel model, object? existing)
    {
        int identity = ReflectionReader<TSink, TSource>.Identity(ref source);
        var items = BoxedScalars.ReadBulk(ref source, model);
        object result;
        if (model.Build.Kind == BuildKind.List)
        {
            var list = (IList)(existing ?? MakeList(model));
            foreach (object item in items)
                list.Add(item);
            result = list;
        }
        else
        {
            result = model.Build.Kind == BuildKind.Array ? items : model.Build.Convert!.Convert(items, ComparerCode.Default);
        }
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, result);
        return result;
    }

    static void ReadItems(ref TSource source, CollectionModel model, int count, Action<object?, object?> add)
    {
        if (model is SequenceModel sequence)
        {
            for (int i = 0; source.NextItem(i, count); i++)
                add(ReflectionReader<TSink, TSource>.Read(ref source, sequence.Element), null);
            source.EndArray(model);
            return;
        }
        var map = (MapModel)model;
        for (int i = 0; source.NextKey(map, i, count); i++)
        {
            object? key = ReflectionReader<TSink, TSource>.Read(ref source, map.Key);
            source.MapValue(map);
            add(key, ReflectionReader<TSink, TSource>.Read(ref source, map.Value));
        }
        source.EndMap(map);
    }

    static object MakeList(CollectionModel model) =>
        Activator.CreateInstance((Type?)model.GetSlot(ListTypes.Slot) ?? (Type)model.SetSlot(ListTypes.Slot, typeof(List<>).MakeGenericType(model.ItemType)))!;

    static object Make(CollectionModel model, ComparerCode comparer)
    {
        var build = model.Build;
        if ((TSource.Traits & SourceTraits.KeepsComparers) != 0 && model.KeepsComparer && build.ComparerConstructor is { } constructor)
            return constructor.Call(null, Comparers.Of(comparer))!;
        return build.Constructor is null ? RuntimeHelpers.GetUninitializedObject(model.Type) : build.Constructor.Make();
    }

    static Action<object?, object?> Adder(Build build, object target)
    {
        var add = build.Add!;
        if (!build.IsGuarded)
            return Plain();
        var guard = (IKeyGuard)Activator.CreateInstance(typeof(KeyGuard<>).MakeGenericType(add.GetParameters()[0].ParameterType))!;
        var count = build.Capacity is null ? null : target.GetType().GetProperty("Count")!.GetMethod;
        var plain = Plain();
        int items = 0;
        return (key, value) =>
        {
            plain(key, value);
            if (++items >= HashGuard.Start)
                guard.Check(key, count is null ? items : (int)count.Call(target)!, (int)(build.Capacity?.Call(target) ?? 0));
        };

        Action<object?, object?> Plain() => add.GetParameters().Length == 2
            ? (key, value) => add.Call(target, key, value)
            : (value, _) => add.Call(target, value);
    }
}

/// <summary>HashGuard for a key type that is known only at run time. Outside of the generic class, whose parameter may be a ref struct.</summary>
internal interface IKeyGuard
{
    void Check(object? key, int count, int capacity);
}

internal sealed class KeyGuard<TKey> : IKeyGuard
{
    HashGuard? _guard;

    public void Check(object? key, int count, int capacity) => HashGuard.Check(ref _guard, (TKey)key!, count, capacity);
}

/// <summary>Where the class of a list is kept with its model: to close it anew for each took as much memory as the list.</summary>
internal static class ListTypes
{
    public static readonly int Slot = ModelSlot.Next();
}
