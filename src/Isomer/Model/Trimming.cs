using System.Diagnostics.CodeAnalysis;

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

    /// <summary>Throws for a type whose members may be gone. Isomer's own are kept (ILLink.Descriptors.xml).</summary>
    internal static void Check(Type type)
    {
        if (WasDone && !MembersAreKept && type.Assembly != typeof(Trimming).Assembly && !Ahead.ReadyShapes.Keeps(type))
            throw new NotSupportedException(
                $"Type '{type}' cannot be serialized: this application was trimmed, so members of it may be gone that only a serializer uses. " +
                $"Keep the assemblies of your types whole (<TrimmerRootAssembly Include=\"{type.Assembly.GetName().Name}\" />) and say so " +
                $"(<RuntimeHostConfigurationOption Include=\"{Kept}\" Value=\"true\" />), or do not trim.");
    }
}
