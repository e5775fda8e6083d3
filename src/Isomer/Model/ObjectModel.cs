using System.Collections.Immutable;
using System.Reflection;

namespace Isomer.Model;

/// <summary>A type with members: class, struct, record, tuple, interface, or one case of a union.</summary>
public sealed class ObjectModel : TypeModel
{
    readonly Lazy<ObjectParts> _parts;
    SubtypeIndex? _index;
    PackedLayout? _packed;
    ImmutableArray<MemberRun> _runs;

    internal ObjectModel(Convention convention, Type type, Func<ObjectModel, ObjectParts> describe) : base(convention, type)
    {
        Trimming.Check(type);
        // Lazy, because a type may contain itself: the model must be found before its members are looked at.
        _parts = new Lazy<ObjectParts>(() => describe(this));
    }

    /// <summary>The members, in the order in which they are written.</summary>
    public ImmutableArray<MemberModel> Members => _parts.Value.Members;

    /// <summary>How an instance comes into being.</summary>
    internal Construction Construction => _parts.Value.Construction;

    /// <summary>Methods to call around writing and reading.</summary>
    internal Callbacks Callbacks => _parts.Value.Callbacks;

    /// <inheritdoc/>
    public override ImmutableArray<Subtype> Subtypes => _parts.Value.Subtypes;

    /// <summary>What to do with a run-time type that is not among the declared ones.</summary>
    public UnknownSubtypes UnknownSubtypes => _parts.Value.UnknownSubtypes;

    /// <summary>
    /// Whether a value of an abstract class or interface without known subtypes is written as what that shows, although
    /// nothing could be read back; else it is an unknown subtype.
    /// </summary>
    internal bool ShowsOpenBases => _parts.Value.ShowsOpenBases;

    internal override bool IsOpen => UnknownSubtypes == UnknownSubtypes.WriteAsRuntimeType && !Type.IsSealed && Union is null;

    /// <summary>The name of the member that tells the subtype in self-describing formats.</summary>
    public string DiscriminatorName => _parts.Value.DiscriminatorName;

    /// <summary>Set for an F# union: how to tell the case of a value. The cases are the <see cref="Subtypes"/>.</summary>
    internal UnionCases? Union => _parts.Value.Union;

    /// <summary>The fixed-width members as one block.</summary>
    public PackedLayout Packed => _packed ??= new PackedLayout(Members);

    /// <summary>
    /// The stretches of two and more members in a row that are scalars of fixed width, or nullables of such, and always
    /// written: a text format reserves for each stretch once.
    /// </summary>
    public ImmutableArray<MemberRun> Runs => _runs.IsDefault ? _runs = FindRuns() : _runs;

    /// <summary>What the convention knows about the type that only formats made for that convention understand.</summary>
    internal override object? Details => base.Details ?? _parts.Value.Details;

    /// <summary>The subtypes by CLR type.</summary>
    internal SubtypeIndex SubtypeIndex => _index ??= new SubtypeIndex(Subtypes);

    /// <summary>The index of the extension dictionary among the members, or -1.</summary>
    public int ExtraIndex => _parts.Value.ExtraIndex;

    /// <summary>Which of the 64 members from this one on are required: the lowest bit is the first.</summary>
    internal ulong RequiredMask(int first)
    {
        ulong mask = 0;
        for (int i = first; i < Math.Min(first + 64, Members.Length); i++)
            mask |= Members[i].IsRequired ? 1UL << i : 0;
        return mask;
    }

    /// <inheritdoc/>
    public override IEnumerable<TypeModel> Parts => Members.Select(m => m.Model).Concat(Subtypes.Select(s => s.Model));

    ImmutableArray<MemberRun> FindRuns()
    {
        var runs = ImmutableArray.CreateBuilder<MemberRun>();
        for (int i = 0, first = 0; i <= Members.Length; i++)
        {
            if (i < Members.Length && IsRun(Members[i]))
                continue;
            if (i - first >= 2)
                runs.Add(new MemberRun(first, i - first));
            first = i + 1;
        }
        return runs.ToImmutable();

        static bool IsRun(MemberModel member) =>
            member.IsAlwaysWritten && member.Model.WithoutNullable is ScalarModel { Scalar: var scalar } && Scalars.IsRun(scalar);
    }
}

/// <summary>A stretch of members.</summary>
/// <param name="First">The index of the first.</param>
/// <param name="Count">How many.</param>
public sealed record MemberRun(int First, int Count);

/// <summary>What a convention finds about a type with members.</summary>
internal sealed record ObjectParts(
    ImmutableArray<MemberModel> Members,
    Construction Construction,
    Callbacks Callbacks,
    ImmutableArray<Subtype> Subtypes,
    UnknownSubtypes UnknownSubtypes = UnknownSubtypes.Refuse,
    int ExtraIndex = -1,
    UnionCases? Union = null,
    string DiscriminatorName = "$type",
    object? Details = null,
    bool ShowsOpenBases = true);

/// <summary>How an instance comes into being.</summary>
/// <param name="Method">The constructor or static factory; null for the default of a struct, or where there is none.</param>
/// <param name="Arguments">What each of its parameters is filled from.</param>
/// <param name="Refusal">Why the type cannot be made, with the remedy; null if it can.</param>
/// <param name="IsUninitialised">The instance comes into being without a constructor, its fields at their default.</param>
internal sealed record Construction(MethodBase? Method, ImmutableArray<ArgumentModel> Arguments, string? Refusal = null,
    bool IsUninitialised = false)
{
    /// <summary>Whether the constructor is known to do nothing but keep what it is given, so that it refuses nothing.</summary>
    public bool OnlyStores { get; init; }

    /// <summary>Whether the refusal is that of a struct whose state would be lost, also where it is written or filled.</summary>
    public bool LosesState { get; init; }

    /// <summary>Whether the members must be read before the object can exist.</summary>
    public bool IsParameterised => Arguments.Length > 0;
}

/// <summary>A parameter of a constructor: the member of the same name, or its default.</summary>
internal sealed record ArgumentModel(ParameterInfo Parameter, int MemberIndex, object? Default)
{
    /// <summary>The type of what is handed over, also where an <c>in</c> parameter takes its address.</summary>
    public Type Type => TypeOf(Parameter);

    /// <inheritdoc cref="Type"/>
    public static Type TypeOf(ParameterInfo parameter) =>
        parameter is { IsIn: true, ParameterType: { IsByRef: true } address } ? address.GetElementType()! : parameter.ParameterType;

    /// <summary>Whether the parameter takes the address of the value: <c>in</c>, <c>ref readonly</c>.</summary>
    public bool IsByAddress => Type != Parameter.ParameterType;
}

/// <summary>
/// Methods of a type to call around writing and reading, base first; each takes nothing or a StreamingContext. A static one is a check of
/// the library's own, which takes the object.
/// </summary>
internal sealed record Callbacks(
    ImmutableArray<MethodInfo> Writing,
    ImmutableArray<MethodInfo> Written,
    ImmutableArray<MethodInfo> Reading,
    ImmutableArray<MethodInfo> Read)
{
    /// <summary>A type without callbacks.</summary>
    public static Callbacks None { get; } = new([], [], [], []);

    /// <summary>Whether nothing is called when an object is written.</summary>
    public bool IsNoneAtWriting => Writing.IsEmpty && Written.IsEmpty;
}

/// <summary>The cases of an F# union: the number of a value's case is its tag.</summary>
internal sealed record UnionCases(MethodInfo Tag);
