using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Isomer.Model;

/// <summary>
/// A trimmed application has lost the members that only a serializer would have used, and nothing at run time tells which: a
/// property may have lost its getter and still have its setter. Written without them it would be `{}`, read without them nothing. So no
/// type with members is modelled there until the application says that it keeps the members of its types, or has shapes of it that were
/// made beforehand.
/// </summary>
internal static class Trimming
{
    /// <summary>The runtime configuration option by which an application says that it roots its types (docs/trimming.md).</summary>
    internal const string Kept = "Isomer.MembersAreKept";

    /// <summary>What the trimmer's warning says at each call of a facade.</summary>
    internal const string Members =
        "Members that only a serializer uses are lost by trimming. Keep the assemblies of your types whole: docs/trimming.md.";

    /// <summary>What the warning of the ahead-of-time compiler says.</summary>
    internal const string Code = "Code for a type is made while the program runs, and generic code over structs may be missing where that cannot be: docs/trimming.md.";

    /// <summary>Why the members and the generic classes over the parts of a model are there.</summary>
    internal const string OfModel =
        "A type has a model where nothing was trimmed, or where a ready-made shape keeps it and its parts: AotCorpusTests, PublishedTests.";

    /// <summary>Why an array can be made of a type of items that a payload or a value leads to.</summary>
    internal const string Items =
        "What items are of is named by a model or a table. Arrays of references share their code, those of scalars are kept here.";

    /// <summary>Why the framework's columns may be made of types that are known at run time.</summary>
    internal const string Columns =
        "Columns are of the framework's own types, which it looks at by code of its own, or of types that the application registered.";

    /// <summary>Why expressions of columns may be set.</summary>
    internal const string Expressions =
        "An expression names columns and functions; of types it reaches those that Convert takes by name, scalars.";

    /// <summary>
    /// Why the calls behind a facade do not warn: each call of the facade does. Nodes, which take this way too, have nothing to lose.
    /// </summary>
    internal const string Told = "Called by a facade, each of whose calls warns, or with nodes and scalars of this library.";

    /// <summary>
    /// Why models and shapes may be asked for where the trimmer sees no members: without shapes made beforehand, no type with members is
    /// modelled in an application that was trimmed and does not keep them, and where no code can be made nothing is emitted.
    /// </summary>
    internal const string Checked =
        "What may have lost members is refused by Trimming.Check unless ready-made shapes keep it: TrimmingTests, AotCorpusTests.";

    static readonly bool MembersAreKept = AppContext.TryGetSwitch(Kept, out bool kept) && kept;

    /// <summary>
    /// True after trimming: the trimmer, and the ahead-of-time compiler, put `true` in place of the body (ILLink.Substitutions.xml).
    /// </summary>
    [ExcludeFromCodeCoverage]
    internal static bool WasDone => false;

    /// <summary>
    /// True where the trimmer itself was told of <see cref="Kept"/> (<c>Trim="true"</c>) and so kept this library whole, which it otherwise
    /// does only for an application that can make code (ILLink.Descriptors.xml).
    /// </summary>
    [ExcludeFromCodeCoverage]
    internal static bool WasAskedToKeep => false;

    /// <summary>Throws for a type whose members may be gone.</summary>
    internal static void Check(Type type)
    {
        if (MayLack(type))
            throw Refusal(type);
    }

    /// <summary>
    /// Throws for a class of users' whose members may be gone: one that is a collection may have members beside its items, one that
    /// serializes itself methods that are called around it. What the framework's have of these, shapes name or nobody asks for.
    /// </summary>
    internal static void CheckUsers(Type type)
    {
        if (WasDone && !type.IsArray && !IsOfFramework(type))
            Check(type);
    }

    /// <summary>
    /// Whether no shape names the type where nothing but shapes keeps members: what kind of thing it is cannot be told then. A LinkedList
    /// whose Add is gone serializes itself, a HashSet without its Comparer has the usual one.
    /// </summary>
    internal static bool IsUnnamed(Type type) =>
        WasDone && !RuntimeFeature.IsDynamicCodeSupported && !WasAskedToKeep
        && type is { IsArray: false, IsEnum: false, IsInterface: false, IsAbstract: false }
        && type != typeof(object) && type.Assembly != typeof(Trimming).Assembly && Nullable.GetUnderlyingType(type) is null
        && !Ahead.ReadyShapes.Names(type);

    /// <summary>Whether the type is one of the framework's, whatever it is generic over.</summary>
    internal static bool IsOfFramework(Type type) => type.Assembly == typeof(object).Assembly
        || type.Assembly.GetName().Name!.StartsWith("System.", StringComparison.Ordinal);

    /// <summary>Whether the trimmer may have taken members of the type.</summary>
    internal static bool MayLack(Type type) => WasDone && !IsWhole(type) && !Ahead.ReadyShapes.Keeps(type);

    /// <summary>Why a type cannot be used that the trimmer may have taken something of.</summary>
    internal static NotSupportedException Refusal(Type type, Exception? cause = null) => new(
        $"Type '{type}' cannot be serialized: this application was trimmed, so members of it may be gone that only a serializer uses. " +
        "Have its shape made when the application is built ([IsomerShape], docs/ahead-of-time.md); or keep the assemblies of your types whole " +
        $"(<TrimmerRootAssembly Include=\"{type.Assembly.GetName().Name}\" />) and say so " +
        $"(<RuntimeHostConfigurationOption Include=\"{Kept}\" Value=\"true\" Trim=\"true\" />); or do not trim.",
        cause);

    /// <summary>What is kept of the type that a surrogate carries. Without methods: those of string alone would be 100 KB.</summary>
    internal const DynamicallyAccessedMemberTypes Carried = DynamicallyAccessedMemberTypes.PublicConstructors
        | DynamicallyAccessedMemberTypes.NonPublicConstructors | DynamicallyAccessedMemberTypes.PublicFields
        | DynamicallyAccessedMemberTypes.NonPublicFields | DynamicallyAccessedMemberTypes.PublicProperties
        | DynamicallyAccessedMemberTypes.NonPublicProperties;

    /// <summary>What is kept of a carrier of ours: whether a field is written is asked of a method (HasItems).</summary>
    internal const DynamicallyAccessedMemberTypes CarriedFields = Carried | DynamicallyAccessedMemberTypes.PublicMethods;

    static readonly ConcurrentDictionary<Type, bool> s_carriers = [];

    /// <summary>The framework's classes whose members an application has that says it keeps those of its own.</summary>
    static readonly HashSet<Type> s_ofFramework = MembersAreKept && (RuntimeFeature.IsDynamicCodeSupported || WasAskedToKeep)
        ? KeptOfFramework()
        : [];

    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(KeyValuePair<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(ValueTuple<,,,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Tuple<,,,,,,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.All, typeof(Version))]
    static HashSet<Type> KeptOfFramework() =>
    [
        typeof(KeyValuePair<,>), typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>),
        typeof(ValueTuple<,,,,>), typeof(ValueTuple<,,,,,>), typeof(ValueTuple<,,,,,,>), typeof(ValueTuple<,,,,,,,>), typeof(Tuple<>),
        typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>), typeof(Tuple<,,,,>), typeof(Tuple<,,,,,>), typeof(Tuple<,,,,,,>),
        typeof(Tuple<,,,,,,,>), typeof(Version),
    ];

    /// <summary>Notes a type of this library whose members the trimmer keeps, because it is named here.</summary>
    internal static void Keep([DynamicallyAccessedMembers(Carried)] Type type)
    {
        if (WasDone && type.Assembly == typeof(Trimming).Assembly)
            s_carriers.TryAdd(type, true);
    }

    static bool IsWhole(Type type) => type.Assembly == typeof(Trimming).Assembly
        ? RuntimeFeature.IsDynamicCodeSupported || WasAskedToKeep || s_carriers.ContainsKey(type)
        : IsOfFramework(type) ? s_ofFramework.Contains(type.IsGenericType ? type.GetGenericTypeDefinition() : type)
        : MembersAreKept;
}
