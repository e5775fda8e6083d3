using System.Collections;
using System.Reflection;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the patterns of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>The framework's exceptions that a payload may name without anyone making them known, and those that it may not.</summary>
public class NrbfExceptionTests
{
    /// <summary>Each public exception of the runtime's library that is not in the list, with the reason.</summary>
    static readonly Dictionary<string, string> s_not = new()
    {
        ["TypeLoad"] = "its message is put together by the runtime from numbers of the payload",
        ["DllNotFound"] = "is a TypeLoadException",
        ["EntryPointNotFound"] = "is a TypeLoadException",
        ["TypeAccess"] = "is a TypeLoadException",
        ["MissingMember"] = "its message is made of a signature in bytes",
        ["MissingField"] = "is a MissingMemberException",
        ["MissingMethod"] = "is a MissingMemberException",
        ["Security.Security"] = "names methods and assemblies",
        ["Threading.AbandonedMutex"] = "belongs to a mutex",
        ["Threading.ThreadAbort"] = "is the runtime's own",
        ["Threading.ThreadStart"] = "is the runtime's own",
        ["Runtime.CompilerServices.RuntimeWrapped"] = "holds any object that was thrown",
        ["Runtime.CompilerServices.SwitchExpression"] = "holds any object",
        ["Runtime.AmbiguousImplementation"] = "is newer than the format",
        ["Reflection.ReflectionTypeLoad"] = "holds types",
        ["Diagnostics.Unreachable"] = "is not serializable",
        ["Diagnostics.Tracing.EventSource"] = "is newer than the format",
        ["Diagnostics.Contracts.Contract"] = "is not public in .NET Framework",
        [""] = "is in every set",
    };

    [Fact]
    public void Every_exception_of_the_library_is_in_the_list_or_has_its_reason()
    {
        var ours = Conventions.FrameworkExceptions.OfCore;
        var all = typeof(object).Assembly.GetExportedTypes().Where(static t => typeof(Exception).IsAssignableFrom(t) && !t.IsAbstract)
            .Select(static t => t.FullName!).ToHashSet(StringComparer.Ordinal);
        Assert.Empty(ours.Except(all));
        foreach (string name in all)
            Assert.True(ours.Contains(name) != s_not.ContainsKey(name["System.".Length..^"Exception".Length]), name);
    }

    public static TheoryData<string> Names =>
    [
        .. Conventions.FrameworkExceptions.OfCore.Order(StringComparer.Ordinal),
        "System.UriFormatException", "System.Net.CookieException", "System.Net.Sockets.SocketException", "System.Data.DataException",
        "System.Data.ConstraintException", "System.Data.DBConcurrencyException", "System.Data.DeletedRowInaccessibleException",
        "System.Data.DuplicateNameException", "System.Data.EvaluateException", "System.Data.InRowChangingEventException",
        "System.Data.InvalidConstraintException", "System.Data.InvalidExpressionException",
        "System.Data.MissingPrimaryKeyException", "System.Data.NoNullAllowedException", "System.Data.ReadOnlyException",
        "System.Data.RowNotInTableException", "System.Data.SyntaxErrorException", "System.Data.VersionNotFoundException",
    ];

    static Exception Make(string name)
    {
        var type = Conventions.FrameworkExceptions.Find(name)!;
        Assert.True(type.IsSubclassOf(typeof(Exception)));
        var inner = new InvalidOperationException("inner", new FormatException());
        object?[][] arguments = [["the message", inner], [typeof(int).FullName, inner], ["the message"], [inner], [5], []];
        foreach (object?[] given in arguments)
            if (type.GetConstructor([.. given.Select(static a => a is Exception ? typeof(Exception) : a!.GetType())]) is { } constructor)
                return Filled((Exception)constructor.Invoke(given));
        throw new InvalidOperationException(name);
    }

    static Exception Filled(Exception exception)
    {
        exception.HelpLink = "http://example.org/";
        exception.Source = "Tests";
        exception.HResult = 77;
        exception.Data["key"] = 5;
        exception.Data["other"] = "text";
        return exception;
    }

    [Theory, MemberData(nameof(Names))]
    public void It_is_read_without_being_made_known(string name)
    {
        var exception = Make(name);
        byte[] original = NrbfTests.Original(exception);
        Assert.Equal(original, Nrbf.Serialize(exception));
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier) };
            Same(exception, (Exception)Nrbf.Deserialize<object>(original, options)!);
            Same(exception, Nrbf.Deserialize<Exception>(original, options));
            var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
            Same(exception, Soap.Deserialize<Exception>(Soap.Serialize(exception, soap), soap));
        }
    }

    static void Same(Exception? expected, Exception? read)
    {
        for (; expected is not null; (expected, read) = (expected.InnerException, read.InnerException))
        {
            Assert.Equal(expected.GetType(), read?.GetType());
            Assert.Equal((expected.Message, expected.HResult, expected.Source, expected.HelpLink),
                (read!.Message, read.HResult, read.Source, read.HelpLink));
            Assert.Equal(expected.Data.Cast<DictionaryEntry>(), read.Data.Cast<DictionaryEntry>());
        }
        Assert.Null(read);
    }

    /// <summary>Whatever is in it: what stands there is read or refused, and asking for its message ends.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Damaged_it_is_read_or_refused(string name)
    {
        byte[] payload = NrbfTests.Original(Make(name));
        var random = new Random(payload.Length);
        for (int i = 0; i < 400; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(18) : (byte)random.Next(256);
            // What is made once for a process (code of a type that a damaged name leads to, tables that a collection of garbage took) is no
            // payload's: what allocates more is read again.
            var (first, text) = Allocated(damaged);
            if (first + text >= (payload.Length * 100L) + (1 << 20))
            {
                var (again, textAgain) = Allocated(damaged);
                Assert.True(again + textAgain < (payload.Length * 100L) + (1 << 20),
                    $"{first} and {text} bytes, then {again} and {textAgain}, of {payload.Length}: {Convert.ToHexString(damaged)}");
            }
        }
    }

    static (long Read, long Text) Allocated(byte[] damaged)
    {
        object? read = null;
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Record.Exception(() => read = Nrbf.Deserialize<object>(damaged));
        long middle = GC.GetAllocatedBytesForCurrentThread();
        Assert.True(error is null or WireFormatException, error?.Message);
        if (read is Exception exception)
            Assert.NotNull(exception.ToString());
        return (middle - before, GC.GetAllocatedBytesForCurrentThread() - middle);
    }

    /// <summary>
    /// What is not in the list: one whose constructor puts its message together by a format of the payload, and so would be a bomb.
    /// </summary>
    [Fact]
    public void Those_that_format_are_not_made()
    {
        byte[] payload = NrbfTests.Original(new System.Xml.XmlException("m"));
        Assert.Contains("XmlException", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload)).Message,
            StringComparison.Ordinal);
        Assert.IsType<System.Xml.XmlException>(
            Nrbf.Deserialize<object>(payload, new NrbfOptions { KnownTypes = [typeof(System.Xml.XmlException)] }));
        foreach (string name in s_not.Keys)
            if (name.Length > 0)
                Assert.Null(Conventions.FrameworkExceptions.Find($"System.{name}Exception"));
        Assert.Null(Conventions.FrameworkExceptions.Find("System.Security.Authentication.Exception"));
    }

    [Fact]
    public void Several_within_one()
    {
        var exception = new AggregateException("all", new TimeoutException("a"), new IOException("b", 5),
            new AggregateException(new TaskCanceledException("c")));
        // The runtime keeps the names of types weakly: after a collection the name of the inner one is another string than that of the
        // outer, and no reference to it.
        byte[] original, ours;
        int collections, attempts = 0;
        do
        {
            collections = GC.CollectionCount(0);
            (original, ours) = (NrbfTests.Original(exception), Nrbf.Serialize(exception));
        }
        while (collections != GC.CollectionCount(0) && ++attempts < 100);
        Assert.Equal(original, ours);
        var read = (AggregateException)Nrbf.Deserialize<object>(original)!;
        Assert.Equal(exception.Flatten().InnerExceptions.Select(static e => (e.GetType(), e.Message)),
            read.Flatten().InnerExceptions.Select(static e => (e.GetType(), e.Message)));
    }
}
