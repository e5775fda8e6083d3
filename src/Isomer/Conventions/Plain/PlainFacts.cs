using System.Collections.Immutable;
using System.Reflection;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>What System.Text.Json's attributes on a type say that only JSON asks for; kept with the model of the type.</summary>
/// <param name="RefusesUnknown">[JsonUnmappedMemberHandling]: whether members that the type does not have are refused; null leaves it to
/// the options.</param>
/// <param name="IgnoresOtherDiscriminators">[JsonPolymorphic(IgnoreUnrecognizedTypeDiscriminators = true)].</param>
/// <param name="Numbers">[JsonNumberHandling] of the members that have none of their own.</param>
/// <param name="Ignored">The members that attributes leave out.</param>
internal sealed record PlainFacts(bool? RefusesUnknown, bool IgnoresOtherDiscriminators, JsonNumbers? Numbers,
    ImmutableArray<MemberModel> Ignored)
{
    static readonly int NumbersSlot = ModelSlot.Next();

    static volatile bool s_anyCollection;

    /// <summary>Whether any collection class with [JsonNumberHandling] has been met; until then none need be asked.</summary>
    public static bool AnyCollectionWithNumbers => s_anyCollection;

    /// <summary>What is known of a type beside its members; null where there is nothing.</summary>
    public static PlainFacts? Of(Type type, List<MemberModel> ignored)
    {
        if (!Marks.IsMarked(type))
            return ignored.Count == 0 ? null : new PlainFacts(null, false, null, [.. ignored]);
        bool? refuses = type.GetCustomAttribute<JsonUnmappedMemberHandlingAttribute>(false)?.UnmappedMemberHandling is { } unmapped
            ? unmapped == JsonUnmappedMemberHandling.Disallow
            : null;
        bool others = type.GetCustomAttribute<JsonPolymorphicAttribute>(false)?.IgnoreUnrecognizedTypeDiscriminators == true;
        var numbers = NumbersOf(type);
        return refuses is null && !others && numbers is null && ignored.Count == 0
            ? null
            : new PlainFacts(refuses, others, numbers, [.. ignored]);
    }

    /// <summary>[JsonNumberHandling] of a type or member; the two enums have the same values.</summary>
    public static JsonNumbers? NumbersOf(MemberInfo member) =>
        (JsonNumbers?)member.GetCustomAttribute<JsonNumberHandlingAttribute>(false)?.Handling;

    /// <summary>[JsonObjectCreationHandling]: whether what is there is read into (true) or replaced (false).</summary>
    public static bool? MergesOf(MemberInfo member) => Marks.IsMarked(member)
        && member.GetCustomAttribute<JsonObjectCreationHandlingAttribute>(false)?.Handling is { } handling
        ? handling == JsonObjectCreationHandling.Populate
        : null;

    /// <summary>
    /// Refuses [JsonObjectCreationHandling(Populate)] on a member of an object that is made from its members, as System.Text.Json does:
    /// nothing is there yet to be read into.
    /// </summary>
    public static void CheckPopulated(ImmutableArray<MemberModel> members, ImmutableArray<string> ignored)
    {
        foreach (var member in members)
            if (member.Merges && MergesOf(member.Member) == true
                && !ForeignAttributes.IsIgnored(typeof(JsonObjectCreationHandlingAttribute), ignored))
                throw new NotSupportedException(
                    $"Member '{member}' bears [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)], but its object is made by a constructor with parameters, after its members are read: "
                    + "there is nothing to read into. Remove the attribute, or give the type a constructor without parameters ([JsonConstructor] or [Creator] chooses one).");
    }

    /// <summary>
    /// Refuses [JsonObjectCreationHandling(Populate)] on a member that nobody can get, and on one of items that come one by one, as
    /// System.Text.Json does, at writing too: what is there could not be read into. Json asks it, for what the attribute says is of that
    /// text; to other formats it is a member that is set.
    /// </summary>
    public static void CheckGot(MemberModel member)
    {
        if (member.IsPopulatedUnseen)
            throw new NotSupportedException(
                $"Member '{member}' bears [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)], but has no getter that all may call: what is there cannot be "
                + "read into. Give it one, mark it with [JsonInclude], or remove the attribute.");
        if (member is { IsToldPopulated: true, IsNeverRead: false, Model: SurrogateModel { Surrogate.AsyncItems: not null } })
            throw new NotSupportedException(
                $"Member '{member}' bears [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)], but holds items that come one by one: nothing can be added to what is there. "
                + "Remove the attribute, or declare the member as a collection.");
    }

    /// <summary>
    /// Why a member cannot be read, if an attribute says that what is there is read into and it is a struct that a constructor makes: a new
    /// one would be made of what the text says, so that what the text does not name would be lost. Nothing is lost at writing. Null for
    /// others.
    /// </summary>
    public static string? WhyNotRead(MemberModel member)
    {
        if (member is not ({ IsToldPopulated: true } or { IsPopulatedByType: true }) || member.IsNeverRead
            || MadeStructIn(member.Model) is not { } made)
            return null;
        string populate = "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]";
        string remedy = member.IsToldPopulated
            ? "Remove the attribute"
            : "Put [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] on the member, remove the attribute from its type";
        return $"Member '{member}' {(member.IsToldPopulated ? $"bears {populate}" : $"is of a type that bears {populate}")}, but a constructor with parameters makes its struct: a new one would be made of what the text names, "
            + $"and the rest of what is there would be lost. {remedy}, or "
            + (IsOfFramework(made)
                ? $"declare the member as a type of your own in place of '{made}', which cannot be changed."
                : "give the struct a constructor without parameters that [JsonConstructor] or [Creator] chooses.");
    }

    static bool IsOfFramework(Type type) =>
        type.Assembly == typeof(object).Assembly || type.Assembly.GetName().Name?.StartsWith("System.", StringComparison.Ordinal) == true;

    static Type? MadeStructIn(TypeModel model) => model switch
    {
        ObjectModel { Type.IsValueType: true, Construction.IsParameterised: true } => model.Type,
        OptionalModel { Access.IsNullable: true, Value: { } value } => MadeStructIn(value),
        _ => null,
    };

    /// <summary>Whether a member or type bears [JsonObjectCreationHandling(Populate)], and that is obeyed.</summary>
    public static bool IsToldPopulated(MemberInfo member, ImmutableArray<string> ignored) =>
        MergesOf(member) == true && !ForeignAttributes.IsIgnored(typeof(JsonObjectCreationHandlingAttribute), ignored);

    /// <summary>
    /// The types of derived objects that are not declared: [JsonPolymorphic(UnknownDerivedTypeHandling = ...)]; null leaves it to the
    /// convention.
    /// </summary>
    public static UnknownSubtypes? UnknownSubtypesOf(Type type) =>
        Marks.Find(type, "System.Text.Json.Serialization.JsonPolymorphicAttribute") is { } mark
            && Marks.Sets(mark, nameof(JsonPolymorphicAttribute.UnknownDerivedTypeHandling), out object? handling)
            ? (JsonUnknownDerivedTypeHandling)(int)handling! switch
            {
                JsonUnknownDerivedTypeHandling.FallBackToBaseType => UnknownSubtypes.WriteAsBase,
                JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor => UnknownSubtypes.WriteAsNearest,
                _ => UnknownSubtypes.Refuse,
            }
            : null;

    /// <summary>To be called for each collection class that the convention meets.</summary>
    public static void Note(Type type)
    {
        if (Marks.IsMarked(type) && NumbersOf(type) is not null)
            s_anyCollection = true;
    }

    /// <summary>
    /// [JsonNumberHandling] of a collection class; asked once. As System.Text.Json has it, it says something of numbers that are its items,
    /// and nothing of those in collections within it.
    /// </summary>
    public static JsonNumbers? NumbersOf(TypeModel collection) =>
        ((Lasting?)collection.GetSlot(NumbersSlot)
            ?? collection.SetSlot(NumbersSlot, new Lasting(HoldsNumbers(collection) ? NumbersOf(collection.Type) : null))).Numbers;

    /// <summary>
    /// Whether it is a number or a collection of numbers, or of objects, which may be some. Items that come one by one are a collection,
    /// too.
    /// </summary>
    public static bool HoldsNumbers(TypeModel model) =>
        HeldBy(model) is
        {
            WithoutNullable: ScalarModel { Scalar: >= Scalar.SByte and <= Scalar.Decimal and not Scalar.Char }
            or DynamicModel
        };

    /// <summary>The items of a collection, or of what is carried as a list; else the model itself.</summary>
    public static TypeModel HeldBy(TypeModel model) =>
        (model is SurrogateModel { Surrogate.AsyncItems: not null } items ? items.Carrier : model) switch
        {
            SequenceModel sequence => sequence.Element,
            MapModel map => map.Value,
            var single => single,
        };

    sealed record Lasting(JsonNumbers? Numbers);
}
