using Isomer.Cli.Ahead;
using Isomer.Cli.Payloads;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// What `isomer shapes` finds behind generic methods and classes of a program's own, and of types that are handed on as such.
/// </summary>
public class HandedOnTests
{
    static string[] RootsOf(string code, params string[] library)
    {
        using var folder = new TemporaryFolder();
        byte[][] beside = [];
        foreach (string part in library)
        {
            string its = "Lib" + Guid.NewGuid().ToString("N");
            beside = [.. beside, Versions.Compile(its, part, beside)];
            folder.Write(its + ".dll", beside[^1]);
        }
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, "using System.Threading.Tasks; using System.IO;\n" + code
            + "\npublic class A { public int X { get; set; } } public class B { public int X { get; set; } } public struct S { public int X { get; set; } }",
            beside));
        return [.. ShapeRoots.Of(UserTypes.Load(new FileInfo(dll)), Assert.Fail).Select(r => $"{r.Type.Name} {r.Named | r.Called | r.Any}")];
    }

    /// <summary>By each way in which code hands a type parameter on.</summary>
    [Theory]
    [InlineData("static class P { static void Main() => Save(new A()); static byte[] Save<T>(T v) => Json.Serialize(v); }", "A Plain")]
    [InlineData("static class P { static void Main() => Save(new S()); static byte[] Save<T>(T v) => Json.Serialize(v); }", "S Plain")]
    [InlineData("static class P { static void Main() => One(new A()); static void One<T>(T v) => Two(new List<T> { v }, 1); static byte[] Two<T, U>(T v, U u) => Compact.Serialize(v); }",
        "List`1 Lossless")]
    [InlineData("static class P { static void Main() => Save(new A()); static Func<byte[]> Save<T>(T v) { byte[] Local() => Json.Serialize(v); return () => Local(); } }",
        "A Plain")]
    [InlineData("static class P { static void Main() => Save(new A()); static async Task Save<T>(T v) { await Task.Yield(); await Json.SerializeAsync(Stream.Null, v); } }",
        "A Plain")]
    [InlineData("static class P { static void Main() => Each(new[] { new A() }); static IEnumerable<byte[]> Each<T>(IEnumerable<T> v) { foreach (T one in v) yield return Xml.Serialize(one); } }",
        "A XmlAttributes")]
    [InlineData("class Cache<T> { public byte[] Save(T v) => Json.Serialize(v); } static class P { static void Main() => new Cache<A>().Save(new A()); }", "A Plain")]
    [InlineData("class Cache<T> { public static readonly byte[] Bytes = Json.Serialize<T?>(default); } static class P { static void Main() { var b = Cache<A>.Bytes; } }", "A Plain")]
    [InlineData("class Cache<T> { public byte[] Save(T v) => Json.Serialize(v); } class Its : Cache<A[]> { } static class P { static void Main() => new Its().Save([]); }", "A[] Plain")]
    [InlineData("interface IStore { byte[] Save<T>(T v); } class Store : IStore { public byte[] Save<T>(T v) => Json.Serialize(v); } static class P { static IStore s = new Store(); static void Main() => s.Save(new A()); }",
        "A Plain")]
    [InlineData("interface IStore<T> { byte[] Save(T v); } class Store<K, T> : IStore<T> { public byte[] Save(T v) => Json.Serialize(v); } class Mine<T> : IStore<T[]> { public byte[] Save(T[] v) => Compact.Serialize(v[0]); } static class P { static IStore<A[]> s = null!; static void Main() => s.Save([]); }",
        "A Lossless")]
    [InlineData("abstract class Store { public abstract byte[] Save<T>(T v); } class Its<K> : Store { public override byte[] Save<T>(T v) => Json.Serialize(v); } static class P { static Store s = new Its<int>(); static void Main() => s.Save(new A()); }",
        "A Plain")]
    [InlineData("interface IStore { byte[] Save<T>(T v) => Json.Serialize(v); } class Store : IStore { } static class P { static IStore s = new Store(); static void Main() => s.Save(new A()); }",
        "A Plain")]
    [InlineData("static class P { static void Main() => Save(new A()); static byte[] Save<T>(T v) => Protobuf.Serialize(v!, typeof(T)); }", "A Protobuf")]
    [InlineData("static class P { static void Main() => Save(new A(), ContractXml.Format); static byte[] Save<T>(T v, Format f) => f.Serialize(v); }", "A DataContract")]
    // Each call is over another type than the last.
    [InlineData("static class P { static void Main() => Save(new A(), 3); static void Save<T>(T v, int n) { Json.Serialize(v); if (n > 0) Save((v, 1), n - 1); } }",
        "A Plain", "ValueTuple`2 Plain", "ValueTuple`2 Plain", "ValueTuple`2 Plain", "ValueTuple`2 Plain", "ValueTuple`2 Plain", "ValueTuple`2 Plain",
        "ValueTuple`2 Plain", "ValueTuple`2 Plain")]
    [InlineData("static class P { static void Main() { Save(new A()); Json.Serialize(new B()); } static string Save<T>(T v) => v!.ToString()!; }", "B Plain")]
    public void What_generic_code_hands_on_has_shapes(string code, params string[] roots) => Assert.Equal(roots, RootsOf(code));

    /// <summary>
    /// Each item of a stream, the stream as a value, and a list of them. A stream's shape has the code that writes items of a struct.
    /// </summary>
    [Theory]
    [InlineData("Json.SerializeAsync(Stream.Null, Items());", "A Plain", "IAsyncEnumerable`1 Plain", "List`1 Plain")]
    [InlineData("Json.WriteArrayAsync(Stream.Null, Items());", "A Plain")]
    public void Streams_have_shapes(string statements, params string[] roots) => Assert.Equal(roots,
        RootsOf("static class P { static void Main() { " + statements + " } static IAsyncEnumerable<A> Items() => throw new Exception(); }"));

    /// <summary>As languages without a generator have it; a type that stands in another method is none that is handed on.</summary>
    [Theory]
    [InlineData("Json.Deserialize(new byte[0], typeof(A)); new Func<Type>(() => typeof(B))();", "A Plain")]
    [InlineData("var type = typeof(A); Compact.Serialize(new A(), type);", "A Lossless")]
    [InlineData("new ContractXmlSerializer(typeof(A)).ToString();", "A DataContract")]
    [InlineData("Xml.Format.Serialize(new A(), typeof(A));", "A XmlHandle")]
    public void What_is_handed_on_as_a_type_has_shapes(string statements, params string[] roots) =>
        Assert.Equal(roots, RootsOf("static class P { static void Main() { " + statements + " } }"));

    /// <summary>A library's, which the application calls by way of one that does not know of Isomer.</summary>
    [Fact]
    public void Libraries_hand_on_what_others_call_them_with() => Assert.Equal(["A Plain", "B Plain", "InBetween Plain"], RootsOf(
        "static class P { static void Main() { Between.Pass.On(new A()); Store.Wire.Save(new B()); } }",
        "namespace Store { public static class Wire { public static byte[] Save<T>(T value) => Json.Serialize(value); } }",
        "namespace Between { public class InBetween { public int X; } public static class Pass { public static byte[] On<T>(T value) => Store.Wire.Save(value); public static void Own() => On(new InBetween()); } }"));
}
