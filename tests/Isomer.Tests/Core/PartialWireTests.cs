using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What Protobuf is not asked to carry in the tests of the core, and that it is asked for everything else.</summary>
public class PartialWireTests
{
    public sealed class Holder<T>
    {
        public T? Value { get; set; }
        public T? Other { get; set; }
    }

    public class Base
    {
        public int A { get; set; }
    }

    public sealed class Derived : Base
    {
        public int B { get; set; }
    }

    static bool Carries<T>(T value, Func<PlainConvention, PlainConvention>? shape = null, Setup? setup = null) =>
        new ProtobufUnderTest().Carries(value, Wires.Tiers(shape)[0], setup ?? Setup.Default);

    [Fact]
    public void Carried()
    {
        Assert.True(Carries(5));
        Assert.True(Carries("text"));
        Assert.True(Carries(new List<int> { 1, 0 }));
        Assert.True(Carries(new Holder<int?> { Value = 0 }));
        Assert.True(Carries(new Holder<List<string>> { Value = ["a", ""] }));
        Assert.True(Carries(new Dictionary<string, Holder<int[]>> { ["a"] = new() { Value = [1, 2] } }));
        Assert.True(Carries((1, new DateTime(2024, 1, 2, 0, 0, 0, DateTimeKind.Utc), 1.50m)));
        Assert.True(Carries(new List<List<int>> { new() { 1 } }));
    }

    [Fact]
    public void Not_carried()
    {
        Assert.False(Carries<string?>(null), "null at the root is no message");
        Assert.False(Carries(new List<string?> { "a", null }), "a null item has no form");
        Assert.False(Carries(new Dictionary<string, string?> { ["a"] = null }), "an entry without a value has the default");
        Assert.False(Carries(new Holder<int[]> { Value = [] }), "an empty collection leaves no trace");
        Assert.False(Carries(new Holder<object> { Value = 1 }), "nothing says what an object is");
        Assert.False(Carries<Base>(new Derived(), c => c.WithSubtype<Base, Derived>("d")), "hierarchies need numbers");
        Assert.False(Carries(new Holder<int>(), null, new Setup { References = References.Preserve }), "there are no references");
    }

    /// <summary>A derived type was cut down to its base without a word.</summary>
    [Fact]
    public void A_derived_type_without_a_number_is_refused()
    {
        var options = new ProtobufOptions { Convention = Convention.Plain.WithSubtype<Base, Derived>("d") };
        var e = Assert.Throws<NotSupportedException>(() => Protobuf.Serialize<Base>(new Derived { B = 1 }, options));
        Assert.Contains("ProtobufInclude", e.Message, StringComparison.Ordinal);
        Assert.Equal([0x08, 0x05], Protobuf.Serialize(new Base { A = 5 }, options));
    }
}
