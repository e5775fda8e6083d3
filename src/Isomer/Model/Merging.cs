using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Isomer.Model;

/// <summary>
/// What reading does where there is something already. A member that can be set is replaced, or read into where the source
/// merges; one that cannot takes items if it is a collection that does, and else what the input has for it is dropped.
/// </summary>
internal static class Merging
{
    /// <summary>Whether values of this declared type can be read into: objects, and collections that items are added to.</summary>
    public static bool CanMerge(TypeModel model) => !model.Type.IsValueType && model switch
    {
        ObjectModel o => o.Union is null,
        CollectionModel c => c.Build.Kind is BuildKind.List or BuildKind.Add,
        _ => false,
    };

    /// <summary>
    /// Whether values can be read into, also those that a surrogate carries by themselves (a case of a oneof) and structs in nullables.
    /// </summary>
    public static bool CanReadInto(TypeModel model) =>
        CanMerge(model) || model is SurrogateModel { Surrogate.Merges: true } || IsNullableStruct(model);

    /// <summary>Whether it is a nullable of a struct that is filled.</summary>
    public static bool IsNullableStruct(TypeModel model) =>
        model is OptionalModel { Access.IsNullable: true, Value: ObjectModel value } && CanJoin(value);

    /// <summary>
    /// Whether what is read can be added to a value that cannot be read into itself: a collection that is made of all its
    /// items at once, a struct that is filled.
    /// </summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static bool CanJoin(TypeModel model) => model switch
    {
        CollectionModel c =>
            c.Build.Kind is BuildKind.Array or BuildKind.Convert
                && typeof(IEnumerable<>).MakeGenericType(c.ItemType).IsAssignableFrom(c.Type),
        ObjectModel { Type.IsValueType: true, Union: null } o => o.Construction is { IsParameterised: false, Refusal: null },
        _ => false,
    };

    /// <summary>The type that an existing value must have to be read into: what would be made, where an interface is declared.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    public static Type TargetOf(TypeModel model) =>
        model is not CollectionModel collection || !model.Type.IsInterface ? model.Type
        : collection.Build.Kind == BuildKind.List ? typeof(List<>).MakeGenericType(collection.ItemType)
        : collection.Build.Constructor?.DeclaringType
            ?? (collection.Build.Convert is System.Reflection.MethodInfo convert
                ? convert.ReturnType
                : collection.Build.Convert?.DeclaringType)
            ?? model.Type;

    /// <summary>Whether a member that cannot be set takes items none the less.</summary>
    public static bool IsFilled(MemberModel member) =>
        !member.CanSet && member.CanGet && !member.IsNeverRead && !member.Replaces && !member.IsStatic && !IsObjectAlone(member.Model)
            && (member.TakesAll || CanMerge(member.Model));

    /// <summary>An object that is no collection class with members of its own: a getter may give one that others hold too.</summary>
    static bool IsObjectAlone(TypeModel model) => model is ObjectModel { Members: not [{ IsItems: true }, ..] };

    /// <summary>Whether the collection that the member holds is emptied before it is read into, unless the source merges.</summary>
    public static bool IsEmptied(MemberModel member) =>
        IsRefilled(member) || (member.Empties && member.Model is CollectionModel && IsFilled(member));

    /// <summary>
    /// Whether a member that only its own type sets holds a collection, which is emptied and takes the items: it may be of a class of its
    /// own, or held by others. Only where there is none is one set.
    /// </summary>
    public static bool IsRefilled(MemberModel member) =>
        member is { IsSetHidden: true, CanGet: true } and { Replaces: false, Model: CollectionModel } && CanMerge(member.Model);

    /// <summary>
    /// Whether a collection that is read into, and is declared by an interface by which items are added, may be of another class than the
    /// one that stands for that: it takes what was read apart from it. Not where nothing is lost: what was read apart is the object that
    /// others refer to.
    /// </summary>
    public static bool MayBeOther(TypeModel model) =>
        model is CollectionModel { Convention.LosesNothing: false, Type: { IsInterface: true } type } && CanMerge(model)
            && (type == typeof(IList) || type == typeof(IDictionary)
                || (type.IsGenericType && type.GetGenericTypeDefinition() is var open
                    && (open == typeof(ICollection<>) || open == typeof(IList<>) || open == typeof(ISet<>)
                        || open == typeof(IDictionary<,>))));

    /// <summary>
    /// Whether a collection is declared by an interface, so that what an owner makes of it may take no items, or none by that interface: of
    /// a source whose members come in pieces the member then holds the items that were there and those that came, as one that is declared
    /// as an array does.
    /// </summary>
    public static bool MayBeJoined(TypeModel model) => model is CollectionModel { Type.IsInterface: true } && CanMerge(model);

    /// <summary>Whether what the member holds is read into whatever the options say.</summary>
    public static bool AlwaysMerges(MemberModel member) =>
        (member.Merges && (CanReadInto(member.Model) || member.Model is ObjectModel)) || IsRefilled(member);

    /// <summary>
    /// Whether the input's value for it is passed over, whatever it is: nothing takes it. A struct's or surrogate's members may still be
    /// looked at by packed formats, which then drop them.
    /// </summary>
    public static bool IsPassedOver(MemberModel member) => member.IsNeverRead
        || ((!member.CanSet || member.IsSetHidden) && !member.TakesAll && !IsFilledHidden(member)
            && IsUnmakeable(member.Model, MostNested));

    /// <summary>
    /// Whether reading drops what the member holds by <c>ISource.Skip</c>, where the source does not merge: then a format that is read by
    /// the type that wrote it need not have it (<c>SinkTraits.OmitsDropped</c>).
    /// </summary>
    public static bool IsSkipped(ObjectModel model, int index)
    {
        var member = model.Members[index];
        if (!member.CanGet || member.SkipsIfNull || !IsPassedOver(member)
            || (IsHeld(member) && member.Merges && !model.Construction.IsParameterised))
            return false;
        foreach (var argument in model.Construction.Arguments)
            if (argument.MemberIndex == index)
                return false;
        return true;
    }

    /// <summary>Whether an attribute says that the object is read into which a member holds that only its own type sets.</summary>
    static bool IsFilledHidden(MemberModel member) =>
        member is { IsSetHidden: true, CanGet: true, Merges: true, Model: ObjectModel } && CanMerge(member.Model);

    /// <summary>
    /// Whether a value of it is refused where it is written and where it is filled, and not only where it would be made: a struct of which
    /// nothing comes back, and in which there is nothing to fill.
    /// </summary>
    public static bool IsRefused(TypeModel model) => model is ObjectModel { Construction.LosesState: true } o && !o.Members.Any(IsFilled);

    /// <summary>
    /// Whether a member is left out: reading drops what it shows, and in that are values which are refused where they are written.
    /// </summary>
    public static bool IsLeftOut(ObjectModel model, int index) =>
        model.Members[index] is { CanSet: false, IsSetHidden: false } member && model.Convention.LosesNothing
            && IsSkipped(model, index) && HasRefused(member.Model, MostNested);

    /// <summary>Whether the member is written, or at least asked.</summary>
    public static bool IsWritten(ObjectModel model, int index) => model.Members[index].CanGet && !IsLeftOut(model, index);

    static bool HasRefused(TypeModel model, int depth) => depth > 0 && model switch
    {
        OptionalModel o => HasRefused(o.Value, depth - 1),
        CollectionModel c => c.Parts.Any(part => HasRefused(part, depth - 1)),
        _ => IsRefused(model),
    };

    /// <summary>
    /// Whether what the member holds is lost by reading, which a convention that loses nothing refuses at writing: only its own type sets
    /// it, so that it is no computed view of other members, and no value of it can be made.
    /// </summary>
    public static bool IsLost(MemberModel member) => member is { IsSetHidden: true, CanGet: true, IsNeverRead: false, IsExtra: false }
        && member.Convention.LosesNothing && IsPassedOver(member);

    /// <summary>
    /// Whether a member without a setter may hold an object of a class that cannot be made: passed over, unless the source or the member
    /// merges.
    /// </summary>
    public static bool IsHeld(MemberModel member) =>
        member is
        {
            CanSet: false, CanGet: true, IsNeverRead: false, Replaces: false,
            Model: ObjectModel { Construction.Refusal: not null }
        } && CanMerge(member.Model);

    /// <summary>Whether what the input has for the member is dropped, whatever it is: nothing takes it.</summary>
    /// <param name="model">The object's type.</param>
    /// <param name="index">Its member.</param>
    /// <param name="merges">Whether the source reads into what is there (<c>ISource.Merges</c>).</param>
    public static bool IsDropped(ObjectModel model, int index, bool merges)
    {
        var member = model.Members[index];
        if (member.IsExtra || member.IsRequired || (member.CanSet && !member.IsNeverRead) || IsFilled(member)
            || IsPopulated(model, index, merges))
            return false;
        foreach (var argument in model.Construction.Arguments)
            if (argument.MemberIndex == index)
                return false;
        return member.Model is not SurrogateModel { Surrogate.Merges: true } && member.Specified is null;
    }

    /// <summary>
    /// Whether the member has no setter and what it holds, an object or a collection, is read into because an attribute or the source says
    /// so. Not where the object is made when its members are read: a collection takes items all the same then, an object is left as it is.
    /// </summary>
    public static bool IsPopulated(ObjectModel model, int index, bool merges) => !model.Construction.IsParameterised
        && model.Members[index] is { CanGet: true, CanSet: false, IsNeverRead: false, Replaces: false, IsStatic: false } member
        && (merges || member.Merges) && CanMerge(member.Model);

    /// <summary>Whether no value of it can be made.</summary>
    public static bool IsUnmakeable(TypeModel model) => IsUnmakeable(model, MostNested);

    /// <summary>Why no value of it can be made, where none can.</summary>
    public static string WhyUnmakeable(TypeModel model) => model switch
    {
        ObjectModel { Construction.Refusal: { } refusal } => $"a '{model.Type}' cannot be made: {refusal}",
        OptionalModel o => WhyUnmakeable(o.Value),
        CollectionModel { Build.Kind: not BuildKind.None } c => WhyUnmakeable(c.Parts.First(IsUnmakeable)),
        CollectionModel c => $"a '{model.Type}' cannot be made: {c.Build.Refusal}",
        _ => throw new ArgumentException($"A '{model.Type}' can be made.", nameof(model)),
    };

    /// <summary>How many collections within one another are looked through; also what ends one that is its own element.</summary>
    const int MostNested = 4;

    static bool IsUnmakeable(TypeModel model, int depth) => depth > 0 && !model.IsPolymorphic && model switch
    {
        // Where values tell their types, another than the declared one may be made.
        ObjectModel o => o.Construction.Refusal is not null
            && !(o.Type.IsAbstract && o.Convention is { LosesNothing: true, KeepsRuntimeTypes: true }),
        CollectionModel c => c.Build.Kind == BuildKind.None || c.Parts.Any(part => IsUnmakeable(part, depth - 1)),
        OptionalModel { Value: ObjectModel { Construction.LosesState: true } } => true,
        _ => false,
    };
}
