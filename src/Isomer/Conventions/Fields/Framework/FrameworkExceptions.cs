using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The framework's exceptions that a payload may name without anyone making them known: those whose entries are text, numbers and other
/// exceptions, and whose constructor for entries keeps these as they are.
/// </summary>
/// <remarks>
/// A closed list, for "derives from Exception" is no rule: the constructors of XmlException and its like put their message together by a
/// format that is in the payload ("{0,999999}" is ten bytes and a megabyte), those of TypeLoadException and MissingMemberException hand
/// what the payload says to the runtime's own code, SecurityException's names methods. Whoever wants these names them among the known
/// types.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class FrameworkExceptions
{
    const string Core = """
        AccessViolation AppDomainUnloaded Application Argument ArgumentNull ArgumentOutOfRange Arithmetic ArrayTypeMismatch Aggregate BadImageFormat CannotUnloadAppDomain ContextMarshal DataMisaligned DivideByZero
        DuplicateWaitObject ExecutionEngine FieldAccess Format IndexOutOfRange InsufficientExecutionStack InsufficientMemory InvalidCast InvalidOperation InvalidProgram InvalidTimeZone MemberAccess MethodAccess
        MulticastNotSupported NotFiniteNumber NotImplemented NotSupported NullReference ObjectDisposed OperationCanceled OutOfMemory Overflow PlatformNotSupported Rank StackOverflow System Timeout TimeZoneNotFound
        TypeInitialization TypeUnloaded UnauthorizedAccess
        Collections.Generic.KeyNotFound ComponentModel.Win32 Globalization.CultureNotFound
        IO.DirectoryNotFound IO.EndOfStream IO.FileLoad IO.FileNotFound IO.IO IO.InvalidData IO.PathTooLong
        Reflection.AmbiguousMatch Reflection.CustomAttributeFormat Reflection.InvalidFilterCriteria Reflection.Target Reflection.TargetInvocation Reflection.TargetParameterCount
        Resources.MissingManifestResource Resources.MissingSatelliteAssembly
        Runtime.InteropServices.COM Runtime.InteropServices.External Runtime.InteropServices.InvalidComObject Runtime.InteropServices.InvalidOleVariantType Runtime.InteropServices.MarshalDirective
        Runtime.InteropServices.SEH Runtime.InteropServices.SafeArrayRankMismatch Runtime.InteropServices.SafeArrayTypeMismatch Runtime.Serialization.Serialization
        Security.Cryptography.Cryptographic Security.Verification
        Text.DecoderFallback Text.EncoderFallback
        Threading.LockRecursion Threading.SemaphoreFull Threading.SynchronizationLock Threading.ThreadInterrupted Threading.ThreadState Threading.WaitHandleCannotBeOpened
        Threading.Tasks.TaskCanceled Threading.Tasks.TaskScheduler
        """;

    /// <summary>
    /// Refuses an exception that is within itself, whose text never ends: a logger that asked for it ended the process. Of those that are
    /// within one another, the last that is made finds the others complete.
    /// </summary>
    public static void CheckEnds(Exception exception)
    {
        // So many exceptions are within one, where they are within it at all.
        const int most = 4096;
        var open = new Stack<Exception>(Within(exception));
        for (int seen = 0; open.TryPop(out var inner); seen++)
        {
            if (ReferenceEquals(inner, exception) || seen == most)
                throw new WireFormatException(
                    $"A '{exception.GetType()}' is within itself, or more than {most} exceptions are within it.");
            foreach (var next in Within(inner))
                open.Push(next);
        }
    }

    static IEnumerable<Exception> Within(Exception exception)
    {
        if (exception is AggregateException many && IsComplete(many))
            return many.InnerExceptions;
        return exception.InnerException is { } inner ? [inner] : [];
    }

    /// <summary>One that is not complete yet has nothing to show, and fails where it is asked.</summary>
    static bool IsComplete(AggregateException exception)
    {
        try
        {
            return exception.InnerExceptions is not null;
        }
        catch (ArgumentNullException)
        {
            return false;
        }
    }

    static readonly HashSet<string> s_core =
        [.. Core.Split((char[])[' ', '\r', '\n'], StringSplitOptions.RemoveEmptyEntries).Select(static n => $"System.{n}Exception")];

    /// <summary>Those of the runtime's own library.</summary>
    public static IReadOnlyCollection<string> OfCore => s_core;

    /// <summary>The exception of this name; null if it is none of them.</summary>
    public static Type? Find(string name)
    {
        if (!name.EndsWith("Exception", StringComparison.Ordinal) || !name.StartsWith("System.", StringComparison.Ordinal))
            return null;
        return name == "System.Exception" ? typeof(Exception) : s_core.Contains(name) ? typeof(object).Assembly.GetType(name) : name switch
        {
            "System.UriFormatException" => typeof(UriFormatException),
            "System.Net.CookieException" => typeof(System.Net.CookieException),
            "System.Net.Sockets.SocketException" => typeof(System.Net.Sockets.SocketException),
            _ => name.StartsWith("System.Data.", StringComparison.Ordinal) ? OfData(name) : null,
        };
    }

    // Apart, so that System.Data is loaded for those only who use it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Type? OfData(string name) => name switch
    {
        "System.Data.DataException" => typeof(System.Data.DataException),
        "System.Data.ConstraintException" => typeof(System.Data.ConstraintException),
        "System.Data.DBConcurrencyException" => typeof(System.Data.DBConcurrencyException),
        "System.Data.DeletedRowInaccessibleException" => typeof(System.Data.DeletedRowInaccessibleException),
        "System.Data.DuplicateNameException" => typeof(System.Data.DuplicateNameException),
        "System.Data.EvaluateException" => typeof(System.Data.EvaluateException),
        "System.Data.InRowChangingEventException" => typeof(System.Data.InRowChangingEventException),
        "System.Data.InvalidConstraintException" => typeof(System.Data.InvalidConstraintException),
        "System.Data.InvalidExpressionException" => typeof(System.Data.InvalidExpressionException),
        "System.Data.MissingPrimaryKeyException" => typeof(System.Data.MissingPrimaryKeyException),
        "System.Data.NoNullAllowedException" => typeof(System.Data.NoNullAllowedException),
        "System.Data.ReadOnlyException" => typeof(System.Data.ReadOnlyException),
        "System.Data.RowNotInTableException" => typeof(System.Data.RowNotInTableException),
        "System.Data.SyntaxErrorException" => typeof(System.Data.SyntaxErrorException),
        "System.Data.VersionNotFoundException" => typeof(System.Data.VersionNotFoundException),
        _ => null,
    };
}
