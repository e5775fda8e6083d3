using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable CA2229, CA1710 // plain classes of users

/// <summary>
/// The first use of a class that derives from a collection, by several threads at once: until 2026-11-27 its fields were laid out once by
/// each of them, into one list, and written as often for the rest of the process.
/// </summary>
public class DerivedFirstUseTests
{
    [Serializable] public class OfList : List<int> { public string? Name; public int Number; }
    [Serializable] public class OfStack : Stack<int> { public string? Name; }

    sealed class Unused : Surrogate<Unused.Never, int>
    {
        public sealed class Never;
        public override int ToCarrier(Never value) => 0;
        public override Never FromCarrier(int carrier) => new();
    }

    [Fact]
    public void Each_thread_writes_the_fields_once()
    {
        object[] values = [new OfList { 1, 2, 3 }, new OfStack { Name = "n" }];
        foreach (object value in values)
        {
            byte[] nrbf = Nrbf.Serialize(value), soap = Soap.Serialize(value, new SoapOptions { WritesGenerics = true });
            for (int round = 0; round < 20; round++)
            {
                // A convention of its own, so that each round is a first use.
                var convention = Convention.Fields.WithSurrogate(new Unused());
                using var start = new Barrier(8);
                var wrong = new List<string>();
                var threads = Enumerable.Range(0, 8).Select(i => new Thread(() =>
                {
                    start.SignalAndWait();
                    bool isNrbf = i % 2 == 0;
                    byte[] written = isNrbf ? Nrbf.Serialize(value, new NrbfOptions { Convention = convention })
                        : Soap.Serialize(value, new SoapOptions { Convention = convention, WritesGenerics = true });
                    if (!written.AsSpan().SequenceEqual(isNrbf ? nrbf : soap))
                        lock (wrong)
                            wrong.Add($"{value.GetType().Name}, {(isNrbf ? "Nrbf" : "Soap")}: {written.Length} bytes");
                })).ToList();
                threads.ForEach(t => t.Start());
                threads.ForEach(t => t.Join());
                Assert.Empty(wrong);
            }
        }
    }
}
