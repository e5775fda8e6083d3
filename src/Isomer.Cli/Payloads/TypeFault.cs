using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;

namespace Isomer.Cli.Payloads;

/// <summary>
/// What a type of the user's threw: its setter, its constructor, its getter. That is neither the payload's fault nor the tool's.
/// </summary>
static class TypeFault
{
    /// <summary>Which member threw what; null where no code of the user's did.</summary>
    public static string? Of(Exception e)
    {
        // The innermost is the cause: what a constructor of a static class throws is wrapped, and so is what is called by reflection.
        for (Exception? cause = e; cause is not null; cause = cause.InnerException)
        {
            if (cause is { InnerException: not null } and (TypeInitializationException or TargetInvocationException or WireFormatException))
                continue;
            if (ThrownIn(cause) is { } method)
                return $"{method.DeclaringType?.FullName}.{method.Name.TrimStart('.')} threw {cause.GetType().Name}: {cause.Message.ReplaceLineEndings(" ")}";
        }
        return null;
    }

    /// <summary>
    /// The innermost method of the user's that was running; none where Isomer's own was called by it. Of a type of the framework it is the
    /// accessor that a shape called: what else of the framework throws was called by us.
    /// </summary>
    static MethodBase? ThrownIn(Exception e)
    {
        MethodBase? accessor = null;
        foreach (StackFrame frame in new StackTrace(e, fNeedFileInfo: false).GetFrames())
        {
            if (frame.GetMethod() is not { } method)
                continue;
            Assembly? assembly = method.DeclaringType?.Assembly;
            if (assembly is not null && AssemblyLoadContext.GetLoadContext(assembly) is UserTypes)
                return method;
            bool isOurs = assembly == typeof(Format).Assembly || assembly == typeof(TypeFault).Assembly;
            if (accessor is not null && (assembly is null || assembly.IsDynamic || (isOurs && IsOfShapes(method))))
                return accessor;
            if (isOurs)
                return null;
            if (IsAccessor(method))
                accessor = method;
            // By reflection it is called through these.
            else if (assembly is { IsDynamic: false } && method.DeclaringType!.Namespace != "System.Reflection"
                && method.DeclaringType != typeof(RuntimeMethodHandle))
                accessor = null;
        }
        return null;
    }

    /// <summary>A property's of a class that is no collection or the like, which are used by us.</summary>
    static bool IsAccessor(MethodBase method) =>
        method is { IsSpecialName: true, IsStatic: false, DeclaringType: { IsGenericType: false, Assembly.IsDynamic: false } }
            && ((method.Name.StartsWith("get_", StringComparison.Ordinal) && method.GetParameters().Length == 0)
                || (method.Name.StartsWith("set_", StringComparison.Ordinal) && method.GetParameters().Length == 1));

    /// <summary>Whether it is what calls members by reflection.</summary>
    static bool IsOfShapes(MethodBase method) =>
        method.DeclaringType!.Namespace is { } space
            && (space.StartsWith("Isomer.Shapes", StringComparison.Ordinal) || space.StartsWith("Isomer.Model", StringComparison.Ordinal)
                || space.StartsWith("Isomer.Emit", StringComparison.Ordinal));
}
