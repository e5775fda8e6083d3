using System.Buffers;
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Xunit;

namespace Isomer.Tests.Formats.Nrbf;

/// <summary>
/// Unmarked types are taken, but none whose fields the framework trusts: a Memory over an object that is no array read whatever lay behind
/// it, and a handle was an address.
/// </summary>
public class FieldsOfProcessTests
{
    public class Holding<T>
    {
        public T? Held;
    }

    [Fact]
    public void Are_refused_at_writing_and_reading()
    {
        Refused<Memory<long>>(new long[2]);
        Refused<ReadOnlyMemory<string>>(new string[1]);
        Refused<ReadOnlySequence<byte>>(default);
        Refused<GCHandle>(default);
        Refused<ThreadLocal<int>>(new ThreadLocal<int>());
        Refused<ConcurrentBag<int>>([1]);
        Refused<ConditionalWeakTable<object, object>>([]);
        Refused<Memory<long>?>(null);
    }

    static void Refused<T>(T value)
    {
        var convention = Convention.Fields.WithUnmarkedTypes();
        var nrbf = new NrbfOptions { Convention = convention };
        var soap = new SoapOptions { Convention = convention, WritesGenerics = true };
        foreach (Action act in (Action[])[
            () => Isomer.Nrbf.Serialize(new Holding<T> { Held = value }, nrbf),
            () => Isomer.Nrbf.Serialize(new Holding<T[]> { Held = [value] }, nrbf),
            () => Isomer.Soap.Serialize(new Holding<T> { Held = value }, soap),
            () => Isomer.Nrbf.Deserialize<Holding<T>>(Isomer.Nrbf.Serialize(new Holding<int>(), nrbf), nrbf)])
            Assert.Contains("addresses, or numbers", Assert.Throws<NotSupportedException>(act).ToString(), StringComparison.Ordinal);
    }
}
