using Isomer.Tests.FSharp;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>F#'s own types, recognised without a reference to FSharp.Core.</summary>
public class FSharpTests
{
    [Fact]
    public void Records()
    {
        Wires.RoundTrip(Values.person);
        Wires.RoundTrip(Values.other);
        Wires.RoundTrip(Values.record);
        Wires.RoundTrip(Values.sparse);
        Wires.RoundTrip(Values.mutable_);
        Wires.RoundTrip(Values.order);
        Wires.RoundTrip(Values.unit_);
        Assert.Equal("""{"Name":"Ann","Age":41,"Mail":"a@b"}""", Wires.ToJson(Values.person));
    }

    [Fact]
    public void Unions()
    {
        Assert.All(Values.shapes, s => Wires.RoundTrip(s));
        Wires.RoundTrip(Values.shapes);
        Wires.RoundTrip(Values.colours);
        Wires.RoundTrip(Values.single);
        Wires.RoundTrip(Values.structs);
        Wires.RoundTrip(Values.wrapped);
        Wires.RoundTrip(Values.expression);
        Wires.RoundTrip<Shape?>(null);
        Wires.RoundTrip<StructUnion?>(null);
        Wires.RoundTrip<StructUnion?>(StructUnion.NewNumber(1));
        Wires.RoundTrip(new Dictionary<string, Shape?> { ["a"] = Shape.Empty, ["b"] = null });
        Wires.RoundTrip(new Dictionary<Shape, int> { [Shape.NewCircle(1)] = 1 });
        Assert.Equal("""[{"$type":"Circle","radius":1.5},{"$type":"Empty"}]""", Wires.ToJson(new[] { Values.shapes[0], Shape.Empty }));
    }

    [Fact]
    public void Hidden_types()
    {
        RoundTripAny(Values.hiddenObject);
        RoundTripAny(Values.secret);
    }

    static void RoundTripAny(object value) =>
        typeof(FSharpTests).GetMethod(nameof(RoundTrip), System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!
            .MakeGenericMethod(value.GetType()).Invoke(null, System.Reflection.BindingFlags.DoNotWrapExceptions, null, [value], null);

    static void RoundTrip<T>(T value) => Wires.RoundTrip(value);

    [Fact]
    public void Options_lists_maps_and_sets()
    {
        Wires.RoundTrip(Values.options);
        Wires.RoundTrip(Values.valueOptions);
        Wires.RoundTrip(FSharpOption<string>.Some("x"));
        Wires.RoundTrip<FSharpOption<string>?>(null);
        Wires.RoundTrip(FSharpValueOption<Person>.Some(Values.person));
        Wires.RoundTrip(new List<FSharpOption<Person>?> { FSharpOption<Person>.Some(Values.person), null });
        Wires.RoundTrip(ListModule.OfArray([1, 2, 3]));
        Wires.RoundTrip(FSharpList<string>.Empty);
        Wires.RoundTrip(SetModule.OfArray(["b", "a"]));
        Wires.RoundTrip(MapModule.OfArray([Tuple.Create("a", 1), Tuple.Create("b", 2)]));
        Wires.RoundTrip(MapModule.OfArray([Tuple.Create(Values.person, Values.shapes)]));
        Wires.RoundTrip(FSharpResult<int, string>.NewError("e"));
        Wires.RoundTrip(FSharpChoice<int, string>.NewChoice1Of2(4));
    }

    [Fact]
    public void Cases_that_do_not_exist_are_refused()
    {
        Wires.RefusesJson<Shape>("""{"$type":"Triangle"}""");
        Wires.RefusesJson<Shape>("""{"radius":1}""");
        Wires.RefusesJson<StructUnion>("""{"n":1}""");
        Wires.RefusesJson<StructUnion>("null");
    }

    /// <summary>Emitted code took what followed a mark of null for a case.</summary>
    [Fact]
    public void Null_is_no_case_of_a_struct()
    {
        var value = new[] { StructUnion.NewNumber(1), StructUnion.NewText("ab"), StructUnion.NewNumber(0) };
        byte[] bytes = Compact.Serialize(value);
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] other = [.. bytes];
            other[i] = 0;
            string[] outcomes = [.. Wires.Tiers(null).Select(c => Outcome(other, new CompactOptions { Convention = c }))];
            Assert.Equal(outcomes[0], outcomes[1]);
        }

        static string Outcome(byte[] bytes, CompactOptions options)
        {
            try
            {
                return string.Join(",", Compact.Deserialize<StructUnion[]>(bytes, options));
            }
            catch (WireFormatException e)
            {
                return e.Message;
            }
        }
    }

    [Fact]
    public void Shared_ones_stay_shared()
    {
        var shape = Shape.NewCircle(1);
        var copies = Wires.Copies(new[] { shape, shape, Shape.Empty, Shape.Empty }, null, new Setup { References = References.Preserve });
        Assert.All(copies, c => Assert.Same(c[0], c[1]));
    }
}
