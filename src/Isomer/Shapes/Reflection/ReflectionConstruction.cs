using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// The reflection tier's objects that a constructor makes: what it takes is read first, then it is called, and what it did not take is set.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ReflectionConstruction<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>Reads an object whose beginning has been read.</summary>
    public static object Read(ref TSource source, ObjectModel model, MemberTable table, int identity)
    {
        var (values, present) = (new object?[model.Members.Length], new bool[model.Members.Length]);
        Collect(ref source, model, table, values, present);
        return Construct(ref source, model, identity, values, present);
    }

    /// <summary>
    /// A struct that its constructor makes, read into one that is there: made anew, of what the input has and, where that has nothing, of
    /// what the other holds.
    /// </summary>
    public static object Renew(ref TSource source, ObjectModel model, object existing)
    {
        if (model.Construction.Refusal is { } refusal)
            Refusals.NotReadable(model, refusal);
        var table = source.BeginObject(model);
        int identity = ReflectionReader<TSink, TSource>.Identity(ref source);
        var (values, present) = (new object?[model.Members.Length], new bool[model.Members.Length]);
        for (int i = 0; i < values.Length; i++)
        {
            var member = model.Members[i];
            bool isTaken = member.CanSet || Merging.IsFilled(member) || model.Construction.Arguments.Any(a => a.MemberIndex == i);
            present[i] = member.CanGet && isTaken;
            if (present[i])
                values[i] = member.Get(existing);
        }
        Collect(ref source, model, table, values, present);
        return Construct(ref source, model, identity, values, present);
    }

    /// <summary>By the constructor, and what it does not take by setters.</summary>
    static object Construct(ref TSource source, ObjectModel model, int identity, object?[] values, bool[] present)
    {
        object?[] arguments = [.. model.Construction.Arguments.Select(a => ArgumentOf(a, values, present))];
        object target = Restoring.MayRefuseDefault(model) && Restoring.IsDefault(model, arguments, AreAllRead(model, present))
            ? RuntimeHelpers.GetUninitializedObject(model.Type) : model.Construction.Method!.Call(null, arguments)!;
        ReflectionReader<TSink, TSource>.Register(ref source, model, identity, target);
        foreach (var callback in model.Callbacks.Reading)
            callback.CallBack(target);
        if (model.Construction.Arguments.Any(a => a.MemberIndex >= 0 && model.Members[a.MemberIndex].IsRestored))
            Restoring.Restore(model, target, arguments,
                [.. model.Construction.Arguments.Select(a => a.MemberIndex >= 0 && present[a.MemberIndex])]);
        Assign(model, values, present, target, !source.Merges);
        foreach (var callback in model.Callbacks.Read)
            callback.CallBack(target);
        return target;
    }

    static bool AreAllRead(ObjectModel model, bool[] present)
    {
        foreach (var argument in model.Construction.Arguments)
            if (argument.MemberIndex >= 0 && !present[argument.MemberIndex])
                return false;
        return true;
    }

    /// <summary>What the constructor did not take. The object has been read, and nothing but this could tell which setter threw.</summary>
    static void Assign(ObjectModel model, object?[] values, bool[] present, object target, bool replaces)
    {
        int at = -1;
        try
        {
            for (int i = 0; i < values.Length; i++)
            {
                var member = model.Members[i];
                if (!present[i] || model.Construction.Arguments.Any(a => a.MemberIndex == i))
                    continue;
                at = i;
                if (Merging.IsRefilled(member))
                    values[i] = Gathering.Refill(values[i], member.Get(target), member.Model);
                else if (Merging.IsEmptied(member))
                    Gathering.PourOrRefill(values[i], member.Get(target), member.Model, replaces);
                else if (Merging.IsFilled(member))
                    ReflectionReader<TSink, TSource>.Pour(values[i], member.Get(target), member);
                if (member.CanSet || Merging.IsFilled(member))
                    ReflectionReader<TSink, TSource>.Set(member, target, values[i]);
            }
        }
        catch (Exception e) when (RefusedMembers.Note(e, model, at))
        {
            throw;
        }
    }

    static object? ArgumentOf(ArgumentModel argument, object?[] values, bool[] present)
    {
        if (argument.MemberIndex >= 0 && present[argument.MemberIndex])
            return values[argument.MemberIndex];
        var type = argument.Type;
        return argument.Default
            ?? (type.IsValueType && Nullable.GetUnderlyingType(type) is null ? RuntimeHelpers.GetUninitializedObject(type) : null);
    }

    static void Collect(ref TSource source, ObjectModel model, MemberTable table, object?[] values, bool[] present)
    {
        if ((TSource.Traits & SourceTraits.Packs) != 0 && source.Packed(table))
        {
            // All of a block are there; of what is null it has no value, and an object that is filled may have had one.
            foreach (var field in model.Packed.Fields)
                (values[field.Member], present[field.Member]) = (null, true);
            ReflectionReader<TSink, TSource>.ReadBlock(ref source, model, values);
            foreach (int index in model.Packed.Rest)
            {
                var member = model.Members[index];
                if ((!member.IsOptional && Merging.IsWritten(model, index)) || source.OptionalMember())
                    CollectMember(ref source, model, index, values, present);
            }
        }
        else
        {
            ulong[] seen = new ulong[(model.Members.Length / 64) + 1];
            for (int i = -1; (i = source.NextMember(table, i)) >= 0;)
            {
                if (i == model.Members.Length)
                {
                    values[model.ExtraIndex] = ReflectionReader<TSink, TSource>.ReadExtra(
                        ref source, table, model.Members[model.ExtraIndex], values[model.ExtraIndex]);
                    present[model.ExtraIndex] = true;
                    continue;
                }
                CollectMember(ref source, model, i, values, present);
                seen[i / 64] |= 1UL << i;
            }
            ReflectionReader<TSink, TSource>.CheckRequired(model, seen);
        }
        source.EndObject(table);
    }

    static void CollectMember(ref TSource source, ObjectModel model, int index, object?[] values, bool[] present)
    {
        var member = model.Members[index];
        if (Merging.IsPassedOver(member) && !model.Construction.Arguments.Any(a => a.MemberIndex == index))
        {
            source.Skip(member.Model);
            return;
        }
        bool further = (TSource.Traits & SourceTraits.Gathers) != 0 && values[index] is not null && !member.Replaces
            && (Merging.CanMerge(member.Model) || Merging.CanJoin(member.Model));
        values[index] = further
            ? ReflectionReader<TSink, TSource>.ReadFurther(ref source, member.Model, values[index]!)
            : ReflectionReader<TSink, TSource>.Read(ref source, member.Model);
        present[index] = (TSource.Traits & SourceTraits.Gathers) == 0 || source.OptionalMember();
    }
}
