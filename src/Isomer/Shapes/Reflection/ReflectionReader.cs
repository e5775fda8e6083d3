using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Reads boxed values by their models: the reflection tier's half of <see cref="IShape{T}"/>. Collections are in ReflectionCollections,
/// objects that a constructor makes of what was read in ReflectionConstruction.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ReflectionReader<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>Reads a value of the declared type.</summary>
    public static object? Read(ref TSource source, TypeModel model)
    {
        switch (model)
        {
            case ScalarModel scalar:
                return BoxedScalars.Read(ref source, scalar.Scalar);
            case EnumModel e:
                return BoxedScalars.EnumOf(e.Type, e.Underlying, source.Enum(e));
            case OptionalModel optional:
                if (source.TryNull())
                    return optional.Access.IsNullable || !model.Type.IsValueType ? null : RuntimeHelpers.GetUninitializedObject(model.Type);
                object? inner = Read(ref source, optional.Value);
                return optional.Access.IsNullable ? inner : optional.Access.Some!.Call(null, inner);
            case DynamicModel:
                return Checked(source.Dynamic(model), model);
            case SurrogateModel surrogate:
                return (TSource.Traits & SourceTraits.TracksCarried) != 0 && !model.Type.IsValueType ? ReadTracked(ref source, surrogate)
                    : surrogate.AnnouncesNull && source.TryNull() ? null : ReadCarrier(ref source, surrogate);
        }
        if (model.Type.IsValueType && model is not ObjectModel { Union: not null })
            return (TSource.Traits & SourceTraits.TracksStructs) != 0 && model is ObjectModel
                ? ReadStruct(ref source, model)
                : ReadExact(ref source, model);
        return Read(ref source, model, null);
    }

    static object ReadStruct(ref TSource source, TypeModel model)
    {
        if (source.Head(model) == Head.Reference)
            return source.Reference();
        int identity = source.Identity();
        object value = ReadExact(ref source, model)!;
        source.Register(identity, value);
        return value;
    }

    /// <summary>What has a head, into what is there if something is there and an exact value comes.</summary>
    static object? Read(ref TSource source, TypeModel model, object? existing, bool empties = false)
    {
        switch (source.Head(model))
        {
            case Head.Value:
                if (existing is null)
                    return ReadExact(ref source, model);
                // Only here, for a reference may name this very collection, with what is in it.
                if (empties)
                    Gathering.Empty(existing, model);
                return Fill(ref source, model, existing);
            case Head.Reference:
                object known = source.Reference();
                return model.Type.IsInstanceOfType(known) ? known : throw WrongReference(known, model);
            case Head.Dynamic:
                return Checked(source.Dynamic(model), model);
            case Head.Subtype:
                int index = source.Subtype(model);
                if ((uint)index >= (uint)model.Subtypes.Length)
                    Refusals.NoSuchSubtype(model);
                var subtype = model.Subtypes[index].Model;
                if (subtype is not SurrogateModel && !subtype.Type.IsValueType)
                    return (TSource.Traits & SourceTraits.Gathers) != 0 && subtype is ObjectModel && subtype.Type.IsInstanceOfType(existing)
                        ? Fill(ref source, subtype, existing!)
                        : ReadExact(ref source, subtype);
                int identity = Identity(ref source);
                object? carried = ReadExact(ref source, subtype);
                // The box of a struct is what is declared, so that it has an identity though its type has none.
                if (carried is not null)
                    Register(ref source, model, identity, carried);
                return carried;
            default:
                if (model.Type.IsValueType)
                    Refusals.NoSuchSubtype(model);
                return null;
        }
    }

    /// <summary>A value that is announced already.</summary>
    public static object? ReadExact(ref TSource source, TypeModel model)
    {
        switch (model)
        {
            case ObjectModel o when Codecs<TSink, TSource>.Promoted(o) is { } codec:
                return codec.ReadExactObject(ref source);
            case ObjectModel o:
                return ReadObject(ref source, o);
            case CollectionModel collection:
                return ReflectionCollections<TSink, TSource>.Read(ref source, collection, null);
            case SurrogateModel { Surrogate.IsInPlace: true } made:
                return ReadInPlace(ref source, made);
            case SurrogateModel surrogate:
                return ReadCarrier(ref source, surrogate);
            default:
                return Read(ref source, model);
        }
    }

    /// <summary>Into what is there.</summary>
    public static object Fill(ref TSource source, TypeModel model, object target)
    {
        if (model is ObjectModel o)
        {
            if (Merging.IsRefused(o))
                Refusals.LosesState(o);
            var table = source.BeginObject(o);
            Register(ref source, o, Identity(ref source), target);
            ReadMembers(ref source, o, table, target);
            return target;
        }
        return model is CollectionModel collection
            ? ReflectionCollections<TSink, TSource>.Read(ref source, collection, target)
            : ReadExact(ref source, model)!;
    }

    public static int Identity(ref TSource source) => (TSource.Traits & SourceTraits.TracksReferences) != 0 ? source.Identity() : -1;

    public static void Register(ref TSource source, TypeModel model, int identity, object value)
    {
        if ((TSource.Traits & SourceTraits.TracksReferences) != 0 && !model.Type.IsValueType)
            source.Register(identity, value);
    }

    static object? ReadTracked(ref TSource source, SurrogateModel model)
    {
        switch (source.BeginCarried(model))
        {
            case Head.Reference:
                object known = source.Reference();
                return model.Type.IsInstanceOfType(known) ? known : throw WrongReference(known, model);
            case Head.Null:
                return null;
        }
        int identity = model.Surrogate.IsInPlace ? -1 : source.Identity();
        object? value = model.Surrogate.IsInPlace ? ReadInPlace(ref source, model) : ReadCarrier(ref source, model);
        source.EndCarried(model, identity, value);
        return value;
    }

    static object ReadInPlace(ref TSource source, SurrogateModel model)
    {
        object target = InPlace.Begin(ref source, model);
        object carrier = Read(ref source, model.Carrier)!;
        if (model.Surrogate.IsCompletedLater && (TSource.Traits & SourceTraits.PointsForward) != 0)
            source.Completed(model, target, carrier);
        else
            InPlace.End(model, target, carrier);
        return target;
    }

    /// <summary>At once, as emitted code casts: what comes behind it is not looked at first.</summary>
    static object? Checked(object? value, TypeModel model) =>
        value is null || model.Type == typeof(object) || model.Type.IsInstanceOfType(value) ? value : throw WrongReference(value, model);

    static InvalidCastException WrongReference(object known, TypeModel model) =>
        new($"A '{known.GetType()}' stands where a '{model.Type}' is expected.");

    public static object ReadExtra(ref TSource source, MemberTable table, MemberModel extra, object? entries) =>
        extra.ExtraForm is null
            ? Extras.Read(ref source, table, (IDictionary<string, object?>?)entries)
            : Extras.ReadOther(ref source, table, entries);

    static object? ReadCarrier(ref TSource source, SurrogateModel model)
    {
        object? carrier = Read(ref source, model.Carrier);
        if (carrier is not null || model.Surrogate.HandlesNull || (model.Type.IsValueType && model.Carrier.Type.IsValueType))
            return model.Surrogate.FromCarrierObject(carrier!);
        if (!model.Surrogate.TakesNull)
            Refusals.NullCarrier(model);
        return model.Type.IsValueType ? RuntimeHelpers.GetUninitializedObject(model.Type) : null;
    }

    static object ReadObject(ref TSource source, ObjectModel model)
    {
        var construction = model.Construction;
        if (construction.Refusal is { } refusal)
            Refusals.NotReadable(model, refusal);
        var table = source.BeginObject(model);
        int identity = Identity(ref source);
        if (construction.IsParameterised)
            return ReflectionConstruction<TSink, TSource>.Read(ref source, model, table, identity);
        object target = Awaited(ref source, model)
            ?? (construction.Method is { } make ? make.Make() : RuntimeHelpers.GetUninitializedObject(model.Type));
        Register(ref source, model, identity, target);
        ReadMembers(ref source, model, table, target);
        return target;
    }

    static void ReadMembers(ref TSource source, ObjectModel model, MemberTable table, object target)
    {
        foreach (var callback in model.Callbacks.Reading)
            callback.CallBack(target);
        if ((TSource.Traits & SourceTraits.Packs) != 0 && source.Packed(table))
        {
            object?[] values = new object?[model.Members.Length];
            ReadBlock(ref source, model, values);
            SetBlock(model, values, target);
            foreach (int index in model.Packed.Rest)
            {
                var member = model.Members[index];
                if ((!member.IsOptional && Merging.IsWritten(model, index)) || source.OptionalMember())
                    ReadMember(ref source, member, target);
            }
            foreach (var field in model.Packed.Fields)
                if (model.Members[field.Member].HasLastWord)
                    Set(model.Members[field.Member], target, values[field.Member]);
        }
        else
        {
            ulong[] seen = new ulong[(model.Members.Length / 64) + 1];
            List<(MemberModel Member, object? Value)>? late = null;
            for (int i = -1; (i = source.NextMember(table, i)) >= 0;)
            {
                if (i == model.Members.Length)
                {
                    var extra = model.Members[model.ExtraIndex];
                    object entries = ReadExtra(ref source, table, extra, extra.Get(target));
                    if (extra.CanSet)
                        extra.Set(target, entries);
                    continue;
                }
                ReadMember(ref source, model.Members[i], target);
                if (model.Members[i].HasLastWord)
                    (late ??= []).Add((model.Members[i], model.Members[i].Get(target)));
                seen[i / 64] |= 1UL << i;
            }
            foreach (var (member, value) in late ?? [])
                Set(member, target, value);
            CheckRequired(model, seen);
        }
        source.EndObject(table);
        if ((TSource.Traits & SourceTraits.PointsForward) != 0 && !model.Callbacks.Read.IsEmpty && !model.Type.IsValueType)
        {
            source.Completed(model, target, null);
            return;
        }
        foreach (var callback in model.Callbacks.Read)
            callback.CallBack(target);
    }

    /// <summary>What has been referred to and is read now; null if it is to be made.</summary>
    public static object? Awaited(ref TSource source, TypeModel model) =>
        (TSource.Traits & SourceTraits.PointsForward) != 0 && !model.Type.IsValueType ? source.Awaited() : null;

    static void ReadMember(ref TSource source, MemberModel member, object target)
    {
        if (Merging.IsPassedOver(member) && !(Merging.IsHeld(member) && (source.Merges || member.Merges)))
            source.Skip(member.Model);
        else
            ReadSettable(ref source, member, target);
    }

    static void ReadSettable(ref TSource source, MemberModel member, object target)
    {
        // Asked before the value is read: a source may answer for each member.
        bool mayBeHeld = member is { CanSet: true, KeepsWhatItHolds: true, Replaces: false }
            && ((TSource.Traits & SourceTraits.Gathers) != 0 ? member.Model is not ObjectModel
                : source.Merges || Merging.AlwaysMerges(member));
        object? value = ReadValue(ref source, member, target);
        bool specified = (TSource.Traits & SourceTraits.Gathers) == 0 || source.OptionalMember();
        if (!mayBeHeld || value is null || member.Get(target) != value)
            Set(member, target, value, specified);
        else if (member.Specified is System.Reflection.PropertyInfo { SetMethod: not null } or System.Reflection.FieldInfo)
            member.Specified.Set(target, specified);
    }

    /// <summary>What can be added to and has been met before.</summary>
    public static object? ReadFurther(ref TSource source, TypeModel model, object existing)
    {
        if (Merging.CanMerge(model))
            return Merging.TargetOf(model).IsInstanceOfType(existing) || Gathering.TakesEntries(model, existing)
                ? Read(ref source, model, existing)
                : Read(ref source, model);
        if (model is not CollectionModel collection)
            return Fill(ref source, model, existing);
        object? read = Read(ref source, model);
        return read is null || IsDefault(read) ? existing : IsDefault(existing) ? read : Joining.Boxed(collection, existing, read);

        static bool IsDefault(object value) =>
            value.GetType().IsValueType && value.Equals(RuntimeHelpers.GetUninitializedObject(value.GetType()));
    }

    static object? ReadValue(ref TSource source, MemberModel member, object target)
    {
        if ((TSource.Traits & SourceTraits.Gathers) != 0 && member.CanGet && member.CanSet && !member.Replaces
            && Merging.CanJoin(member.Model) && member.Get(target) is { } first)
            return ReadFurther(ref source, member.Model, first);
        if (((TSource.Traits & SourceTraits.Gathers) != 0 || source.Merges || member.Merges) && member.CanGet && member.CanSet
            && !member.Replaces && Merging.IsNullableStruct(member.Model) && member.Get(target) is { } some)
            return source.TryNull() ? null : Fill(ref source, ((OptionalModel)member.Model).Value, some);
        bool filled = Merging.IsFilled(member);
        bool merges = filled
            || (member.CanGet && !member.Replaces && member.Model is not OptionalModel
                && (Merging.CanReadInto(member.Model) || IsStruct(member.Model))
            && (source.Merges || Merging.AlwaysMerges(member)));
        bool empties = !source.Merges && Merging.IsEmptied(member);
        if (!merges || member.Get(target) is not { } existing)
        {
            if (filled && member.SkipsIfNull)
            {
                source.Skip(member.Model);
                return null;
            }
            object? made = Read(ref source, member.Model);
            if (filled && member.TakesAll)
                Gathering.PourAll(made, null, member.Model, member.ToString());
            return made;
        }
        if (!filled && member.Model is SurrogateModel { Surrogate: var surrogate } carried)
            return Read(ref source, carried.Carrier, surrogate.CarrierInObject(existing)) is { } carrier
                ? surrogate.JoinObject(existing, carrier)
                : null;
        if (IsStruct(member.Model))
            return Fill(ref source, member.Model, existing);
        object? value = Merging.CanMerge(member.Model)
                && (Merging.TargetOf(member.Model).IsInstanceOfType(existing) || Gathering.TakesEntries(member.Model, existing))
            ? Read(ref source, member.Model, existing, empties)
            : Read(ref source, member.Model);
        if (filled && empties)
            Gathering.Refill(value, existing, member.Model);
        else if (filled)
            Pour(value, existing, member);
        if ((TSource.Traits & SourceTraits.Gathers) != 0 && !filled && (Merging.IsRefilled(member) || Merging.MayBeJoined(member.Model)))
            return Gathering.KeepOrJoin(value, existing, member.Model);
        return Merging.IsRefilled(member) || (!filled && Merging.MayBeOther(member.Model))
            ? Gathering.Keep(value, existing, member.Model, empties)
            : value;
    }

    static bool IsStruct(TypeModel model) => model is ObjectModel && Merging.CanJoin(model);

    public static void Pour(object? value, object? existing, MemberModel member)
    {
        if (member.TakesAll)
            Gathering.PourAll(value, existing, member.Model, member.ToString());
        else
            Gathering.Pour(value, existing, member.Model);
    }

    public static void Set(MemberModel member, object target, object? value, bool specified = true)
    {
        if (member.CanSet)
            member.Set(target, value);
        if (member.Specified is System.Reflection.PropertyInfo { SetMethod: not null } or System.Reflection.FieldInfo)
            member.Specified.Set(target, specified);
    }

    public static void ReadBlock(ref TSource source, ObjectModel model, object?[] values)
    {
        var packed = model.Packed;
        if (packed.Size == 0)
            return;
        ref byte block = ref source.Block(packed.Size);
        foreach (var field in packed.Fields)
        {
            if (field.Bit >= 0 && (Unsafe.Add(ref block, field.Bit / 8) & (1 << (field.Bit % 8))) == 0)
                continue;
            object value = BoxedScalars.Get(ref block, field.Offset, field.Scalar);
            var type = Nullable.GetUnderlyingType(model.Members[field.Member].Type) ?? model.Members[field.Member].Type;
            values[field.Member] = type.IsEnum ? Enum.ToObject(type, value) : value;
        }
    }

    static void SetBlock(ObjectModel model, object?[] values, object target)
    {
        int at = -1;
        try
        {
            foreach (var field in model.Packed.Fields)
            {
                at = field.Member;
                Set(model.Members[at], target, values[at]);
            }
        }
        catch (Exception e) when (RefusedMembers.Note(e, model, at))
        {
            throw;
        }
    }

    public static void CheckRequired(ObjectModel model, ulong[] seen)
    {
        for (int i = 0; i < model.Members.Length; i += 64)
            if ((seen[i / 64] & model.RequiredMask(i)) != model.RequiredMask(i))
                Refusals.Missing(model, seen[i / 64], i);
    }
}
