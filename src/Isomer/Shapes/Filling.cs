using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Reading into an object that is there. One rule in all formats: Fill takes what Deserialize takes for the declared type of the call
/// (or the target's, where the call declares `object`). Null is refused; a type that the payload names must be the target's; a payload that
/// names none is taken for one of the target's type, so that a base's members can be set in an object of a derived class.
/// </summary>
internal static class Filling<TSink, TSource>
    where TSink : struct, ISink, allows ref struct
    where TSource : struct, ISource, allows ref struct
{
    /// <summary>The type that a call declares.</summary>
    public static Type Declared<T>(T target) => typeof(T) == typeof(object) ? target!.GetType() : typeof(T);

    /// <summary>
    /// Reads what comes next, declared as the model, into the target; gives back the target, the filled copy of a struct, or what
    /// <see cref="End"/> fills the target with.
    /// </summary>
    public static object Into(ref TSource source, TypeModel declared, object target)
    {
        if (declared is SurrogateModel { Surrogate.Fills: true } carried)
            return Codecs<TSink, TSource>.Of(carried.Carrier).ReadObject(ref source) ?? throw Null();
        // Of what carries itself the target is filled, and then asked what stands in its place: itself, as a rule.
        if (declared is SurrogateModel { Surrogate: IReplacing replacing, Carrier: ObjectModel itself })
            return replacing.Replace(Into(ref source, itself, target)) is var given && declared.Type.IsInstanceOfType(given)
                ? given
                : throw Another(given.GetType(), target);
        // What is no object and no collection cannot be filled: it is read, and the target given up.
        if (declared is not (ObjectModel or SequenceModel or MapModel))
            return Codecs<TSink, TSource>.Of(declared).ReadObject(ref source) ?? throw Null();
        if (IsMadeAnew(declared))
            return Renew(ref source, declared, target);
        // Of what an interface declares, shapes fill the class that stands for it.
        bool isOther = declared is CollectionModel { Build.Kind: BuildKind.List or BuildKind.Add }
            && !Merging.TargetOf(declared).IsInstanceOfType(target);
        if (isOther && target is IList { IsReadOnly: true } or IList { IsFixedSize: true })
            throw TakesNothing(target);
        bool isList = (declared is CollectionModel { Build.Kind: BuildKind.List } && target is IList)
            || Gathering.TakesEntries(declared, target);
        if (isOther && !isList)
            return Pour(Codecs<TSink, TSource>.Of(declared).ReadObject(ref source), target, declared);
        // A struct has no head, but a union has.
        if (declared.Type.IsValueType && declared is not ObjectModel { Union: not null })
            return Codecs<TSink, TSource>.Of(declared).FillObject(ref source, target);
        switch (source.Head(declared))
        {
            case Head.Null:
                throw Null();
            case Head.Reference:
                throw Another(source.Reference().GetType(), target);
            case Head.Dynamic:
                throw Another(source.Dynamic(declared)?.GetType(), target);
            case Head.Subtype:
                var subtype = declared.Subtypes[source.Subtype(declared)];
                return subtype.Type == target.GetType()
                    ? Codecs<TSink, TSource>.Of(subtype.Model).FillObject(ref source, target)
                    : throw Another(subtype.Type, target);
            default:
                return isOther ? FillList(ref source, declared, target)
                    : Codecs<TSink, TSource>.Of(ModelOf(declared, target)).FillObject(ref source, target);
        }
    }

    /// <summary>A set, or a map, takes what was read apart from it.</summary>
    static object Pour(object? read, object target, TypeModel model) =>
        read is null ? throw Null()
        : Gathering.PourOrRefill(read, target, model, empties: false) ? target
        : throw TakesNothing(target);

    static WireFormatException TakesNothing(object target) =>
        new($"The target is a '{target.GetType()}', to which nothing can be added. Fill a collection that takes items, or deserialize.");

    /// <summary>A list of whatever class, into which the reflection tier reads: its items may refer to it.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static object FillList(ref TSource source, TypeModel model, object target) =>
        ReflectionReader<TSink, TSource>.Fill(ref source, model, target);

    /// <summary>Reads what <see cref="IsMadeAnew"/>. It is rare, and so the reflection tier does it for all.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static object Renew(ref TSource source, TypeModel model, object target) =>
        ReflectionConstruction<TSink, TSource>.Renew(ref source, (ObjectModel)model, target);

    /// <summary>
    /// Whether a constructor alone sets a member of a struct, so that it cannot be set in the one that is there. Formats that lose nothing
    /// set any field, and leave out what the constructor computes of its parameters, such as a hash: the constructor is to run.
    /// </summary>
    public static bool IsMadeAnew(TypeModel declared)
    {
        if (declared is ObjectModel { Type.IsValueType: true, Union: null } model)
            foreach (var argument in model.Construction.Arguments)
                if (argument.MemberIndex >= 0 && (model.Convention.LosesNothing || !model.Members[argument.MemberIndex].CanSet))
                    return true;
        return false;
    }

    /// <summary>When the payload has ended: what carries the target goes into it, which one with more behind must not change.</summary>
    public static object End(TypeModel declared, object target, object read)
    {
        if (declared is not SurrogateModel { Surrogate: { Fills: true } surrogate })
            return read;
        surrogate.FillObject(target, read);
        return target;
    }

    static TypeModel ModelOf(TypeModel declared, object target)
    {
        var type = target.GetType();
        if (type == declared.Type || declared is not ObjectModel { Union: null })
            return declared;
        // A layout of fixed places is that of the declared type alone.
        if ((TSource.Traits & SourceTraits.Packs) != 0)
            throw Another(declared.Type, target);
        foreach (var subtype in declared.Subtypes)
            if (subtype.Type == type)
                return subtype.Model;
        return declared.Convention.ModelOf(type);
    }

    static WireFormatException Null() => new("The payload is null, which cannot be read into an object.");

    static WireFormatException Another(Type? holds, object target) =>
        new($"The payload holds a '{holds}', the target is a '{target.GetType()}'.");
}
