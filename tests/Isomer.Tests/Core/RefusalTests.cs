using System.Reflection;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>A type that cannot be modelled fails on first use, and the message says which, where, and what to do.</summary>
public class RefusalTests
{
    public class Holder<T> { public int First { get; set; } public T? Bad { get; set; } }
    public class InList<T> { public Dictionary<string, List<T>>? Deep { get; set; } }
    public unsafe class Pointer { public int* P { get; set; } }
    public unsafe class FunctionPointer { public delegate*<void> P { get; set; } }
    public class Same { [Member("x")] public int A { get; set; } [Member("x")] public int B { get; set; } }
    public class SameAlias { [Member(Aliases = ["B"])] public int A { get; set; } public int B { get; set; } }
    public class TwoCreators
    {
        [Creator] public TwoCreators(int a) => A = a; [Creator]
        public TwoCreators(string b) => B = b; public int A { get; }
        public string? B { get; }
    }
    public class Unmatched { public Unmatched(int other) => A = other; public int A { get; } }
    public class Endless<T> { public Endless<List<T>>? Next { get; set; } public T? Value { get; set; } }
    public class Converted { [System.Text.Json.Serialization.JsonConverter(typeof(Unmatched))] public int A { get; set; } }
    public ref struct Ref { public int A { get; set; } }
    public class WithRef { public Ref Value => default; public int A { get; set; } }

    static void Bad<T>(params string[] words)
    {
        Wires.RefusesToWrite(new Holder<T>(), null, [nameof(Holder<>), "Bad", "[Skip]", "Surrogate", .. words]);
        Wires.RefusesToWrite(new InList<T>(), null, [nameof(InList<>), "Deep", "[Skip]", "Surrogate", .. words]);
        Assert.All(Wires.Tiers(null),
            c => Assert.Throws<NotSupportedException>(() => new JsonUnderTest().Read<Holder<T>>("{}"u8.ToArray(), c, Setup.Default)));
    }

    [Fact]
    public void Types_that_are_no_data()
    {
        Bad<Action>("System.Action", "delegate");
        Bad<Func<int, string>>("delegate");
        Bad<Task>("System.Threading.Tasks.Task", "await");
        Bad<Task<int>>("await");
        Bad<ValueTask<int>>("await");
        Bad<Stream>("System.IO.Stream", "byte[]");
        Bad<MemoryStream>("byte[]");
        Bad<Type>("System.Type");
        Bad<MethodInfo>("unsafe");
        Bad<JsonSerializerOptions>("Node");
        Bad<CancellationToken>("CancellationToken");
    }

    [Fact]
    public void Addresses()
    {
        Wires.RefusesToWrite(new Pointer(), null, nameof(Pointer), "P", "Int32*");
        Wires.RefusesToWrite(new FunctionPointer(), null, nameof(FunctionPointer), "P");
        Wires.RefusesToWrite(new WithRef(), null, nameof(WithRef), "Value", nameof(Ref));
    }

    [Fact]
    public void Open_generics() =>
        Assert.Contains("open generic", Assert.Throws<NotSupportedException>(() => Wires.Emitted.ModelOf(typeof(List<>))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Ever_larger_generics() => Wires.RefusesToWrite(new Endless<int>(), null, nameof(Endless<>), "[Skip]");

    [Fact]
    public void Names_that_clash()
    {
        Wires.RefusesToWrite(new Same(), null, nameof(Same), "'A'", "'B'", "'x'", "[Member]");
        Wires.RefusesToWrite(new SameAlias(), null, nameof(SameAlias), "'B'");
    }

    [Fact]
    public void Constructors_that_do_not_fit()
    {
        Wires.RefusesToWrite(new TwoCreators(1), null, nameof(TwoCreators), "[Creator]");
        Wires.RefusesToRead(new Unmatched(1), null, nameof(Unmatched), "'other'", "[Creator]");
        Wires.RefusesToWrite(new Converted(), null, nameof(Unmatched), "JsonConverter");
    }
}
