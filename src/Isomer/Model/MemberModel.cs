using System.Collections.Immutable;
using System.Reflection;
using Isomer.Conventions;
using Isomer.Shapes;

namespace Isomer.Model;

/// <summary>When a member is left out at writing.</summary>
public enum Omit
{
    /// <summary>As the format's options say.</summary>
    ByOptions,
    /// <summary>Never, whatever the options say.</summary>
    Never,
    /// <summary>When it is null.</summary>
    WhenNull,
    /// <summary>When it is at its default.</summary>
    WhenDefault,
}

/// <summary>One member of a type, as a convention sees it.</summary>
public sealed class MemberModel
{
    TypeModel? _model;

    internal MemberModel(Convention convention, MemberInfo member, Type type)
    {
        Convention = convention;
        Member = member;
        Type = type;
        Name = member.Name;
    }

    internal Convention Convention { get; }

    /// <summary>The field or property.</summary>
    public MemberInfo Member { get; }

    /// <summary>Its name in code; of the field behind a property, the property's.</summary>
    internal string ClrName =>
        Member.Name is ['<', ..] name && name.IndexOf('>', StringComparison.Ordinal) is var end and > 1 ? name[1..end] : Member.Name;

    /// <summary>The type that the member is declared with.</summary>
    public Type Type { get; }

    /// <summary>Its name on the wire, before any naming policy of the format.</summary>
    public string Name { get; init; }

    /// <summary>Whether the name was given explicitly, so that naming policies leave it alone.</summary>
    public bool IsNamed { get; init; }

    /// <summary>
    /// Whether a member before it has the same name, as one that is declared new has: found by place only, as a second one of that name.
    /// </summary>
    internal bool IsHidden { get; init; }

    /// <summary>Other names under which it is accepted at reading.</summary>
    public ImmutableArray<string> Aliases { get; init; } = [];

    /// <summary>Whether it can be assigned at reading (a property has a usable setter, a field is not constant).</summary>
    public bool CanSet { get; init; }

    /// <summary>Whether it belongs to the type, not to the object: some conventions write such members. Input never sets them.</summary>
    internal bool IsStatic =>
        Member is FieldInfo { IsStatic: true } or (PropertyInfo { GetMethod.IsStatic: true } and not FunctionProperty);

    /// <summary>Whether it can be read at writing.</summary>
    public bool CanGet { get; init; } = true;

    /// <summary>Whether absence at reading is an error.</summary>
    public bool IsRequired { get; init; }

    /// <summary>When it is left out at writing.</summary>
    public Omit Omit { get; init; }

    /// <summary>The value that counts as default, from [DefaultValue]; null stands for the type's own default.</summary>
    public object? Default { get; init; }

    /// <summary>A method without parameters that says whether to write it (ShouldSerializeX).</summary>
    public MethodInfo? ShouldWrite { get; init; }

    /// <summary>Asked with the object and the member's value whether to write it (<see cref="MemberRule.WrittenWhen"/>).</summary>
    internal Func<object, object?, bool>? WrittenWhen { get; init; }

    /// <summary>A bool member that says whether it is to be written and is set when it was read (XSpecified).</summary>
    public MemberInfo? Specified { get; init; }

    /// <summary>A surrogate for this member alone.</summary>
    public Surrogate? Surrogate { get; init; }

    /// <summary>Whether this is the extension dictionary of its owner.</summary>
    public bool IsExtra { get; init; }

    /// <summary>Its form, if it is the extension dictionary and no <c>IDictionary&lt;string, object?&gt;</c>.</summary>
    internal ExtraForm? ExtraForm { get; init; }

    /// <summary>Whether what is read replaces what was there, also where the source would add to it.</summary>
    public bool Replaces { get; init; }

    /// <summary>
    /// Whether what the input has for it, a collection without a setter, goes into the one that it holds or is an error, and is never
    /// dropped: also an array, whose places are filled, and one that it does not hold.
    /// </summary>
    internal bool TakesAll { get; init; }

    /// <summary>
    /// Whether it is a collection without a setter that is emptied before it takes items, unless the source merges: what the constructor
    /// put there, and what a member that is another view of one collection read into it, would come back twice.
    /// </summary>
    internal bool Empties { get; init; }

    /// <summary>
    /// Whether what the input has for a collection without a setter is passed over unread where it holds none, as XmlSerializer does.
    /// </summary>
    internal bool SkipsIfNull { get; init; }

    /// <summary>
    /// Whether setting it runs code: a setter that is more than its field, or may be overridden, and the one of its companion.
    /// </summary>
    internal bool SetsByCode =>
        (CanSet && Setter is not FieldInfo)
            || (Specified is PropertyInfo { SetMethod: not null } && ReflectionAccess.SetterOf(Specified) is not FieldInfo);

    /// <summary>Whether it stands for the items of a collection class that has members of its own.</summary>
    internal bool IsItems { get; init; }

    /// <summary>Whether what is there is read into, also where the source would replace it.</summary>
    internal bool Merges { get; init; }

    /// <summary>
    /// Whether only code of the type itself could set it: a private setter, a get-only property's or readonly field. A constructor is
    /// chosen as if it could not be set, and a collection that is there takes the items, for it may be one that others hold too.
    /// </summary>
    internal bool IsSetHidden { get; init; }

    /// <summary>
    /// Whether it is a field that no member shows, which is set when the setters of all members have run: one of them may have changed it.
    /// </summary>
    internal bool HasLastWord { get; init; }

    /// <summary>
    /// Whether the constructor that takes it may keep another value than it is given, of which its getter then tells: what was read is
    /// given back to it (<c>Restoring</c>).
    /// </summary>
    internal bool IsRestored { get; set; }

    /// <summary>The field that the getter of a restored member hands out as it is, where nothing else sets it.</summary>
    internal FieldInfo? HandedOut { get; set; }

    /// <summary>
    /// Whether the input's value for it is passed over, though it may be settable: the convention says that it is never read.
    /// </summary>
    internal bool IsNeverRead { get; init; }

    /// <summary>
    /// Whether an attribute says that what it holds is read into, though nobody can get that: what Json refuses
    /// (<c>PlainFacts.CheckGot</c>).
    /// </summary>
    internal bool IsPopulatedUnseen { get; init; }

    /// <summary>
    /// Whether an attribute on it says that what it holds is read into, which Json refuses to read of a struct that a constructor makes
    /// (<c>PlainFacts.WhyNotRead</c>).
    /// </summary>
    internal bool IsToldPopulated { get; init; }

    /// <summary>Whether it says nothing of that and an attribute on its type says that what it holds is read into.</summary>
    internal bool IsPopulatedByType { get; init; }

    /// <summary>What the convention found beside: facts for the formats of its own family, which they cast to.</summary>
    internal object? Details { get; init; }

    /// <summary>Whether null, too, is a value that its surrogate converts, where it can be null.</summary>
    internal bool HandlesNull =>
        Model is SurrogateModel { Surrogate.HandlesNull: true } && (Model.CanBeNull || Nullable.GetUnderlyingType(Type) is not null);

    /// <summary>A model for this member alone, where what may stand here is another matter than the model of its type.</summary>
    internal TypeModel? OwnModel { get => null; init => _model = value; }

    /// <summary>Whether the type itself decides, value by value, to write it.</summary>
    public bool IsOptional => ShouldWrite is not null || Specified is not null || WrittenWhen is not null;

    /// <summary>Whether every object has a value of it to write: what a block or a run of members asks for.</summary>
    internal bool IsAlwaysWritten => CanGet && !IsOptional && !IsExtra;

    /// <summary>What the interpreter reads it through.</summary>
    internal MemberInfo Getter => field ??= ReflectionAccess.GetterOf(Member);

    /// <summary>
    /// Whether it is a collection, or an object, behind a setter with code of its own, which may clear what the getter gives and then add
    /// what is set: where items or members were read into what the getter gave, and it gives that still, the setter is not called, as the
    /// originals do not call it; protobuf-net, which gathers, calls it for an object.
    /// </summary>
    internal bool KeepsWhatItHolds => (_keeps != 0 ? _keeps : _keeps = Keeps() ? 1 : 2) == 1;

    // One word, which threads may share: not known yet, yes, no.
    int _keeps;

    bool Keeps() => Model is CollectionModel or ObjectModel && !Type.IsValueType && CanGet
        && Member is PropertyInfo { SetMethod: { } setter }
        && !setter.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), false);

    /// <summary>What the interpreter sets it through.</summary>
    internal MemberInfo Setter => field ??= ReflectionAccess.SetterOf(Member);

    /// <summary>The model of its type.</summary>
    public TypeModel Model => _model ??= FindModel();

    /// <inheritdoc/>
    public override string ToString() => $"{Member.DeclaringType}.{Member.Name}";

    TypeModel FindModel()
    {
        if (Surrogate is not null)
            return new SurrogateModel(Convention, Type, Surrogate);
        try
        {
            return Convention.ModelOf(Type);
        }
        catch (NotSupportedException e)
        {
            throw new NotSupportedException($"Member '{this}': {e.Message}", e);
        }
    }
}
