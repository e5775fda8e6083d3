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

    /// <summary>Whether the trimmer may have taken members of the type.</summary>
    internal static bool MayLack(Type type) => WasDone && !IsWhole(type) && !Ahead.ReadyShapes.Keeps(type);

    /// <summary>Why a type cannot be used that the trimmer may have taken something of.</summary>
    internal static NotSupportedException Refusal(Type type, Exception? cause = null) => new(
        $"Type '{type}' cannot be serialized: this application was trimmed, so members of it may be gone that only a serializer uses. " +
        "Have its shape made when the application is built ([IsomerShape], docs/ahead-of-time.md); or keep the assemblies of your types whole " +
        $"(<TrimmerRootAssembly Include=\"{type.Assembly.GetName().Name}\" />) and say so " +
        $"(<RuntimeHostConfigurationOption Include=\"{Kept}\" Value=\"true\" Trim=\"true\" />); or do not trim.",
        cause);

    /// <summary>What the carrier of a surrogate keeps (a scalar's constant part is small; methods of a string would not be).</summary>
    internal const DynamicallyAccessedMemberTypes Carried = DynamicallyAccessedMemberTypes.PublicConstructors
        | DynamicallyAccessedMemberTypes.NonPublicConstructors | DynamicallyAccessedMemberTypes.PublicFields
        | DynamicallyAccessedMemberTypes.NonPublicFields | DynamicallyAccessedMemberTypes.PublicProperties
        | DynamicallyAccessedMemberTypes.NonPublicProperties;

    static readonly ConcurrentDictionary<Type, bool> s_carriers = [];

    /// <summary>Notes a type of this library whose members the trimmer keeps, because it is named here.</summary>
    internal static void Keep([DynamicallyAccessedMembers(Carried)] Type type)
    {
        if (WasDone && type.Assembly == typeof(Trimming).Assembly)
            s_carriers.TryAdd(type, true);
    }

    static bool IsWhole(Type type) => type.Assembly == typeof(Trimming).Assembly
        ? RuntimeFeature.IsDynamicCodeSupported || WasAskedToKeep || s_carriers.ContainsKey(type)
        : MembersAreKept;
}
