using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Writes boxed values by their models: the reflection tier's half of <see cref="IShape{T}"/>.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ReflectionWriter<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>Writes a value of the declared type.</summary>
    public static void Write(ref TSink sink, TypeModel model, object? value)
    {
        switch (model)
        {
            case ScalarModel scalar:
                BoxedScalars.Write(ref sink, scalar.Scalar, value);
                break;
            case EnumModel:
                sink.Enum(model, BoxedScalars.BitsOf(value!));
                break;
            case OptionalModel optional:
                WriteOptional(ref sink, optional, value);
                break;
            case DynamicModel:
                sink.Dynamic(value, model);
                break;
            case SurrogateModel surrogate:
                WriteSurrogate(ref sink, surrogate, value);
                break;
            default:
                WriteReference(ref sink, model, value);
                break;
        }
    }

    /// <summary>A value that is announced already.</summary>
    public static void WriteExact(ref TSink sink, TypeModel model, object value)
    {
        switch (model)
        {
            case ObjectModel { Union: { } union } cases:
                int tag = (int)union.Tag.Call(value)!;
                sink.Subtype(cases, tag);
                WriteExact(ref sink, cases.Subtypes[tag].Model, value);
                break;
            case ObjectModel o when Codecs<TSink, TSource>.Promoted(o) is { } codec:
                codec.WriteExactObject(ref sink, value);
                break;
            case ObjectModel o:
                WriteObject(ref sink, o, value);
                break;
            case CollectionModel collection
                when IsLarge(collection, value) && Codecs<TSink, TSource>.PromotedAtOnce(collection) is { } codec:
                codec.WriteExactObject(ref sink, value);
                break;
            case SequenceModel s:
                WriteSequence(ref sink, s, value);
                break;
            case MapModel m:
                WriteMap(ref sink, m, value);
                break;
            case SurrogateModel surrogate:
                WriteSome(ref sink, surrogate.Carrier, CarrierOf(surrogate, value));
                break;
            default:
                Write(ref sink, model, value);
                break;
        }
    }

    /// <summary>Array and List: what can be large and knows it.</summary>
    static bool IsLarge(CollectionModel model, object value) =>
        model.Build.Kind is BuildKind.Array or BuildKind.List && value is ICollection { Count: > Promotion.ManyItems };

    static void WriteOptional(ref TSink sink, OptionalModel model, object? value)
    {
        var access = model.Access;
        if (value is null || (access.HasValue is { } hasValue && !(bool)hasValue.Call(value)!))
        {
            sink.Null();
            return;
        }
        sink.Present();
        WriteSome(ref sink, model.Value, access.IsNullable ? value : access.Get!.Call(value));
    }

    /// <summary>A value where null around it says something else: no array is an empty one.</summary>
    static void WriteSome(ref TSink sink, TypeModel model, object? value) =>
        Write(ref sink, model, (TSink.Traits & SinkTraits.DefaultArraysAreNull) == 0 ? value : model switch
        {
            SequenceModel { MayBeNoArray: true } array => Absence.OrEmptyBoxed(array, value!),
            SurrogateModel { Surrogate.KeepsNoArray: true } segment => Absence.OrEmptySegmentBoxed(segment, value!),
            _ => value,
        });

    static object? CarrierOf(SurrogateModel model, object value) =>
        (TSink.Traits & SinkTraits.Columns) != 0 && model.Surrogate.Packs
            ? model.Surrogate.ToPackedObject(value)
            : model.Surrogate.ToCarrierObject(value);

    static void WriteSurrogate(ref TSink sink, SurrogateModel model, object? value)
    {
        if ((TSink.Traits & SinkTraits.TracksCarried) != 0 && !model.Type.IsValueType && !(value is null && model.Surrogate.HandlesNull))
        {
            if (sink.BeginCarried(model, value))
                return;
            WriteSome(ref sink, model.Carrier, CarrierOf(model, value!));
            sink.EndCarried(model);
            return;
        }
        if (value is null && !model.Surrogate.HandlesNull)
        {
            if (model.AnnouncesNull)
                sink.Null();
            else
                Write(ref sink, model.Carrier, null);
            return;
        }
        if (model.AnnouncesNull)
            sink.Present();
        WriteSome(ref sink, model.Carrier, CarrierOf(model, value!));
    }

    static void WriteReference(ref TSink sink, TypeModel model, object? value)
    {
        if (model.Type.IsValueType)
        {
            if ((TSink.Traits & SinkTraits.TracksStructs) != 0 && model is ObjectModel { Union: null } && sink.Reference(value!))
                return;
            WriteExact(ref sink, model, value!);
            return;
        }
        if (value is null)
        {
            sink.Null();
            return;
        }
        bool isUnion = model is ObjectModel { Union: not null };
        int subtype = isUnion ? -1 : SubtypeOf(model, value);
        if ((TSink.Traits & SinkTraits.KeepsRuntimeTypes) != 0 && model.IsOpen && subtype < 0 && value.GetType() != model.Type)
        {
            sink.Dynamic(value, model);
            return;
        }
        if ((TSink.Traits & SinkTraits.TracksReferences) != 0 && sink.Reference(value))
            return;
        if (subtype >= 0)
        {
            sink.Subtype(model, subtype);
            WriteExact(ref sink, model.Subtypes[subtype].Model, value);
            return;
        }
        if (!isUnion)
            sink.Present();
        WriteExact(ref sink, model, value);
    }

    static int SubtypeOf(TypeModel model, object value)
    {
        var type = value.GetType();
        if (model is not ObjectModel o)
            return -1;
        int subtype = o.SubtypeIndex.Find(type);
        if (subtype < 0 && o.UnknownSubtypes == UnknownSubtypes.WriteAsNearest)
            for (subtype = o.Subtypes.Length - 1; subtype >= 0 && !o.Subtypes[subtype].Type.IsInstanceOfType(value); subtype--)
            {
            }
        // The base says which it is too, if it is declared among them.
        if (subtype < 0 && o.UnknownSubtypes == UnknownSubtypes.WriteAsBase)
            subtype = o.SubtypeIndex.Find(o.Type);
        bool open = o.Type.IsAbstract || o.Type.IsInterface;
        if (subtype < 0 && type != o.Type && !o.Type.IsSealed && IsRefused(o.UnknownSubtypes)
            && !(open && o.Subtypes.IsEmpty && !o.IsOpen && o.ShowsOpenBases))
            Refusals.UnknownSubtype(value, o);
        return subtype;
    }

    static bool IsRefused(UnknownSubtypes unknown) =>
        unknown == UnknownSubtypes.Refuse
            || (unknown == UnknownSubtypes.WriteAsRuntimeType && (TSink.Traits & SinkTraits.KeepsRuntimeTypes) == 0);

    static void Foretell(ref TSink sink, MemberTable table, ObjectModel model, object value)
    {
        for (int i = 0; i < model.Members.Length; i++)
        {
            var member = model.Members[i];
            if (Foretelling.IsTold(member)
                && (!member.IsOptional
                    || sink.OptionalMember(table, i,
                        IsPresent(member, value) && (member.WrittenWhen is not { } asked || asked(value, member.Get(value)))))
                && Foretelling.HasType(member))
                sink.Foretell(table, i, member.Get(value)?.GetType());
        }
    }

    /// <summary>Whether the type itself says that the member is to be written.</summary>
    static bool IsPresent(MemberModel member, object owner) =>
        (member.ShouldWrite is not { } method || (bool)method.CallBack(owner)!)
            && (member.Specified is not { } companion || (bool)companion.Get(owner)!);

    static void WriteObject(ref TSink sink, ObjectModel model, object value)
    {
        if (Merging.IsRefused(model))
            Refusals.LosesState(model);
        if ((TSink.Traits & SinkTraits.PointsForward) == 0 || !WrittenGraph.IsInOrder())
            foreach (var callback in model.Callbacks.Writing)
                callback.CallBack(value);
        var table = sink.BeginObject(model);
        if ((TSink.Traits & SinkTraits.Foretells) != 0)
            Foretell(ref sink, table, model, value);
        if ((TSink.Traits & SinkTraits.Packs) != 0)
        {
            WriteBlock(ref sink, model, value);
            foreach (int index in model.Packed.Rest)
                WriteMember(ref sink, table, model, index, value);
        }
        else
        {
            for (int i = 0; i < model.Members.Length; i++)
                WriteMember(ref sink, table, model, i, value);
            if ((TSink.Traits & SinkTraits.FlattensExtras) != 0 && model.ExtraIndex >= 0)
                WriteExtras(ref sink, table, model.Members[model.ExtraIndex], value);
        }
        sink.EndObject(table);
        if ((TSink.Traits & SinkTraits.PointsForward) != 0)
        {
            WrittenGraph.Written(model.Callbacks.Written, value);
            return;
        }
        foreach (var callback in model.Callbacks.Written)
            callback.CallBack(value);
    }

    static void WriteExtras(ref TSink sink, MemberTable table, MemberModel extra, object value)
    {
        if (extra.ExtraForm is null)
            Extras.Write(ref sink, table, (IDictionary<string, object?>?)extra.Get(value));
        else
            Extras.WriteOther(ref sink, table, extra.Get(value));
    }

    static void WriteBlock(ref TSink sink, ObjectModel model, object value)
    {
        var packed = model.Packed;
        if (packed.Size == 0)
            return;
        ref byte block = ref sink.Block(packed.Size);
        System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref block, packed.Size).Clear();
        foreach (var field in packed.Fields)
        {
            if (model.Members[field.Member].Get(value) is not { } member)
                continue;
            BoxedScalars.Put(ref block, field.Offset, field.Scalar, member);
            if (field.Bit >= 0)
                System.Runtime.CompilerServices.Unsafe.Add(ref block, field.Bit / 8) |= (byte)(1 << (field.Bit % 8));
        }
    }

    static void WriteMember(ref TSink sink, MemberTable table, ObjectModel model, int index, object owner)
    {
        var member = model.Members[index];
        if (!Merging.IsWritten(model, index))
        {
            if ((TSink.Traits & SinkTraits.Packs) != 0)
                sink.OptionalMember(table, index, false);
            return;
        }
        if (member.IsExtra && (TSink.Traits & SinkTraits.FlattensExtras) != 0)
            return;
        if (member.WrittenWhen is { } isWritten)
        {
            bool asked = IsPresent(member, owner);
            object? given = asked ? member.Get(owner) : null;
            if (sink.OptionalMember(table, index, asked && isWritten(owner, given)))
                WriteKept(ref sink, model, index, given);
            return;
        }
        if (member.IsOptional)
        {
            if ((TSink.Traits & SinkTraits.OmitsDefaults) != 0 && member.Default is not null && table.MayOmit && table.OmitsDefault(index)
                && IsDefault(member, member.Member.Get(owner)))
                return;
            if (sink.OptionalMember(table, index, IsPresent(member, owner)))
                WriteKept(ref sink, model, index, member.Get(owner));
            return;
        }
        object? value = member.Get(owner);
        if ((TSink.Traits & SinkTraits.OmitsDefaults) != 0 && table.MayOmit && table.OmitsDefault(index) && IsDefault(member, value))
            return;
        if (value is null && member.HandlesNull && (TSink.Traits & SinkTraits.OmitsDefaults) != 0 && table.OmitsNull(index))
            return;
        if (value is null && !member.HandlesNull)
        {
            if (!IsDropped(model, index))
                sink.NullMember(table, index);
            return;
        }
        sink.Member(table, index);
        WriteKept(ref sink, model, index, value);
    }

    static void WriteKept(ref TSink sink, ObjectModel model, int index, object? value)
    {
        var member = model.Members[index];
        if (Merging.IsLost(member))
            MemberRules.RefuseLost(model, index, value);
        if (!IsDropped(model, index))
            Write(ref sink, member.Model, value);
    }

    static bool IsDropped(ObjectModel model, int index) =>
        (TSink.Traits & SinkTraits.OmitsDropped) != 0 && Merging.IsSkipped(model, index);

    static bool IsDefault(MemberModel member, object? value) =>
        member.Default is { } constant ? constant.Equals(value)
        : member.Type.IsValueType && Nullable.GetUnderlyingType(member.Type) is null
            && value!.Equals(System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(member.Type));

    static void WriteSequence(ref TSink sink, SequenceModel model, object value)
    {
        WriteComparer(ref sink, model, value);
        if ((TSink.Traits & SinkTraits.KeepsDefaultArrays) != 0 && model.MayBeNoArray && Absence.IsNoArray(value))
        {
            sink.BeginArray(model, Absence.NoArray);
            return;
        }
        if (model.Block != Scalar.None && (TSink.Traits & (model.Bulk == Scalar.None ? SinkTraits.BulksChecked : SinkTraits.Bulks)) != 0)
        {
            BoxedScalars.WriteBulk(ref sink, model, ItemsOf(model, value));
            return;
        }
        // A collection that can count itself is enumerated as it is; the others are copied first, as in emitted shapes.
        var items = model.Walk.Kind == WalkKind.ImmutableArray
            ? ItemsOf(model, value)
            : IsOfOwn(model, value) ? Typed(model, value) : value as ICollection ?? ItemsOf(model, value);
        int i = 0;
        if (ToldBy(model, value) is not 0 and var told)
            sink.BeginArray(model, told);
        sink.BeginArray(model, items.Count);
        foreach (object? item in items)
        {
            sink.Item(i++);
            Write(ref sink, model.Shown, item);
        }
        sink.EndArray(model);
    }

    /// <summary>
    /// A class of someone else's may be several enumerables: it is enumerated as the model sees it, not as what its untyped face shows.
    /// </summary>
    static bool IsOfOwn(CollectionModel model, object value) =>
        !model.IsUntyped && value.GetType() is { IsArray: false, Namespace: var space }
            && space?.StartsWith("System", StringComparison.Ordinal) != true;

    static List<object?> Typed(CollectionModel model, object value)
    {
        var items = new List<object?>();
        var enumerator =
            (IEnumerator)typeof(IEnumerable<>).MakeGenericType(model.ItemType).GetMethod(nameof(IEnumerable.GetEnumerator))!.Call(value)!;
        try
        {
            while (enumerator.MoveNext())
                items.Add(enumerator.Current);
        }
        finally
        {
            (enumerator as IDisposable)?.Dispose();
        }
        return items;
    }

    static Array ItemsOf(SequenceModel model, object value)
    {
        if (value is Array array)
            return array;
        if (model.Walk.Kind == WalkKind.ImmutableArray && Absence.IsNoArray(value))
            return Array.CreateInstance(model.ElementType, 0);
        object?[] items = IsOfOwn(model, value) ? [.. Typed(model, value)] : [.. ((IEnumerable)value).Cast<object?>()];
        var result = Array.CreateInstance(model.ElementType, items.Length);
        for (int i = 0; i < items.Length; i++)
            result.SetValue(items[i], i);
        return result;
    }

    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicProperties, typeof(KeyValuePair<,>))]
    static void WriteMap(ref TSink sink, MapModel model, object value)
    {
        WriteComparer(ref sink, model, value);
        var entries = new List<(object Key, object? Value)>();
        if (value is IDictionary untyped && !IsOfOwn(model, value))
        {
            foreach (var (key, item) in Walks.UntypedEntries(untyped))
                entries.Add((key, item));
        }
        else
        {
            foreach (object? entry in IsOfOwn(model, value) ? Typed(model, value) : (IEnumerable)value)
                entries.Add((model.ItemType.GetProperty("Key")!.GetValue(entry)!, model.ItemType.GetProperty("Value")!.GetValue(entry)));
        }
        int i = 0;
        if (ToldBy(model, value) is not 0 and var told)
            sink.BeginMap(model, told);
        sink.BeginMap(model, entries.Count);
        foreach (var (key, item) in entries)
        {
            sink.Key(model, i++);
            Write(ref sink, model.Key, key);
            sink.MapValue(model);
            Write(ref sink, model.Value, item);
        }
        sink.EndMap(model, i);
    }

    static void WriteComparer(ref TSink sink, CollectionModel model, object value)
    {
        if ((TSink.Traits & SinkTraits.KeepsComparers) == 0)
            return;
        if (model.KeepsComparer)
            sink.Comparer(Comparers.CodeOf(model.Walk.Comparer!.Call(value)));
        else
            CollectionComparers.CheckUsualOf(model, value);
    }

    /// <summary>The count that says the comparer of what stands behind an interface; 0 where nothing is said.</summary>
    static int ToldBy(CollectionModel model, object value) =>
        (TSink.Traits & SinkTraits.KeepsComparers) != 0 && (TSink.Traits & SinkTraits.KeepsDefaultArrays) != 0 && model.LooksBehind
            ? CollectionComparers.Told(model, value) : 0;
}
