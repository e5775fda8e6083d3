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

    /// <summary>The innermost method of the user's that was running; none where Isomer's own was called by it.</summary>
    static MethodBase? ThrownIn(Exception e)
    {
        foreach (StackFrame frame in new StackTrace(e, fNeedFileInfo: false).GetFrames())
        {
            if (frame.GetMethod() is not { } method)
                continue;
            Assembly? assembly = method.DeclaringType?.Assembly;
            if (assembly is not null && AssemblyLoadContext.GetLoadContext(assembly) is UserTypes)
                return method;
            if (assembly == typeof(Format).Assembly || assembly == typeof(TypeFault).Assembly)
                return null;
        }
        return null;
    }
}
