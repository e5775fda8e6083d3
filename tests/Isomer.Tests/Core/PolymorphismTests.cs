using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Core;

public class PolymorphismTests
{
    [Subtype(typeof(Dog), 1)]
    [Subtype(typeof(Cat), "cat")]
    [Subtype(typeof(Puppy), 3, "puppy")]
    public abstract class Animal { public string? Name { get; set; } }
    public class Dog : Animal { public int Legs { get; set; } }
    public sealed class Puppy : Dog { public Animal? Mother { get; set; } }
    public sealed class Cat : Animal { public List<Animal>? Kittens { get; set; } }
    public sealed class Snake : Animal { public int Length { get; set; } }

    public class Zoo
    {
        public Animal? Star { get; set; }
        public List<Animal?>? All { get; set; }
        public Dictionary<string, Animal>? ByName { get; set; }
        public Animal[]? Array { get; set; }
        public Dog? Exact { get; set; }
    }

    [Fact]
    public void By_our_attribute()
    {
        Wires.RoundTrip<Animal>(new Dog { Name = "d", Legs = 4 });
        Wires.RoundTrip<Animal?>(null);
        Wires.RoundTrip(new Zoo
        {
            Star = new Puppy { Name = "p", Mother = new Dog { Legs = 3 } },
            All = [new Cat { Kittens = [new Cat(), new Dog()] }, null, new Puppy()],
            ByName = new() { ["a"] = new Cat() },
            Array = [new Dog(), new Cat()],
            Exact = new Dog { Legs = 1 },
        });
        Assert.Equal("""{"$type":"cat","Kittens":null,"Name":"c"}""", Wires.ToJson<Animal>(new Cat { Name = "c" }));
        Assert.Equal("""{"$type":"puppy","Mother":null,"Legs":0,"Name":null}""", Wires.ToJson<Animal>(new Puppy()));
    }

    [Fact]
    public void A_format_that_cannot_tell_run_time_types_refuses_them_also_where_the_convention_is_open()
    {
        foreach (var wire in Wires.All)
            foreach (var convention in Wires.Tiers(c => c.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType)))
            {
                Assert.Contains(nameof(Snake),
                    Assert.Throws<NotSupportedException>(() => wire.Write<Animal>(new Snake(), convention, Setup.Default)).Message);
                Assert.Contains(nameof(Generic<>),
                    Assert.Throws<NotSupportedException>(() => wire.Write<A>(new Generic<long>(), convention, Setup.Default)).Message);
                var back = wire.Read<List<Animal>>(wire.Write(new List<Animal> { new Dog { Legs = 3 } }, convention, Setup.Default),
                    convention, Setup.Default);
                Assert.Equal(3, Assert.IsType<Dog>(Assert.Single(back)).Legs);
            }
    }

    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), 7)]
    [JsonDerivedType(typeof(Shape), "shape")]
    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    public class Shape { public int Id { get; set; } }
    public sealed class Circle : Shape { public double R { get; set; } }
    public sealed class Square : Shape { public double A { get; set; } }

    [KnownType(typeof(B))]
    [KnownType(typeof(Generic<int>))]
    public class A { public int X { get; set; } }
    public class B : A { public int Y { get; set; } }
    public class Generic<T> : A { public T? G { get; set; } }

    [Fact]
    public void By_the_attributes_of_the_framework()
    {
        Wires.RoundTrip(new Shape[] { new Circle { R = 1 }, new Square { A = 2 }, new Shape { Id = 3 } });
        Assert.Equal("""[{"kind":"circle","R":1,"Id":0},{"kind":7,"A":2,"Id":0},{"kind":"shape","Id":3}]""",
            Wires.ToJson(new Shape[] { new Circle { R = 1 }, new Square { A = 2 }, new Shape { Id = 3 } }));
        Wires.RoundTrip(new A[] { new B { X = 1, Y = 2 }, new A { X = 3 }, new Generic<int> { G = 4 } });
    }

    public interface IThing { int Id { get; set; } }
    public sealed class Thing : IThing { public int Id { get; set; } public string? Extra { get; set; } }
    public struct StructThing : IThing { public int Id { get; set; } }
    [SubtypeOf(typeof(IThing), 9, "late")]
    [SubtypeOf(typeof(Animal), "late")]
    public sealed class Late : Animal, IThing { public int Id { get; set; } }
    public class Things { public IThing? One { get; set; } public List<IThing>? Many { get; set; } public object? Any { get; set; } }

    static PlainConvention Registered(PlainConvention c) => c
        .WithSubtype<IThing, Thing>("thing").WithSubtype<IThing, StructThing>(2)
        .WithSubtypesOf(typeof(Late)).WithSubtype<object, Thing>("thing").WithSubtype<object, Dog>("dog", 5);

    [Fact]
    public void Registered_at_run_time()
    {
        Wires.RoundTrip(new Things { One = new Thing { Id = 1, Extra = "e" }, Many = [new Late { Id = 2 }, new StructThing { Id = 3 }] },
            Registered);
        Wires.RoundTrip<Animal>(new Late { Id = 4, Name = "l" }, Registered);
        Wires.RoundTrip<Animal>(new Dog { Legs = 4 }, Registered);
        Wires.RoundTrip(new Things { Any = new Thing { Id = 1, Extra = "e" } }, Registered);
        Wires.RoundTrip<object>(new Dog { Legs = 4 }, Registered);
        Wires.RoundTrip(new List<object?> { "text", true, null, new Dog { Legs = 2 }, 5L, 2.5 }, Registered);
    }

    [Fact]
    public void Objects_keep_plain_values()
    {
        Wires.RoundTrip<object>("text");
        Wires.RoundTrip<object?>(null);
        Wires.RoundTrip(new Things { Any = true });
        Assert.Equal("""{"One":null,"Many":null,"Any":{"A":1,"B":[1,2]}}""",
            Wires.ToJson(new Things { Any = new { A = 1, B = new[] { 1, 2 } } }));
        Assert.Equal("\"127.0.0.1\"", Wires.ToJson<object>(System.Net.IPAddress.Loopback));
    }

    [Fact]
    public void A_type_that_is_not_registered_is_refused_at_writing()
    {
        Wires.RefusesToWrite<Animal>(new Snake(), null, nameof(Snake), nameof(Animal), "[Subtype", "WithSubtype");
        Wires.RefusesToWrite(new Zoo { All = [new Snake()] }, null, nameof(Snake));
        Wires.RefusesToWrite(new Zoo { Exact = new Puppy() }, null, nameof(Puppy), nameof(Dog));
        Wires.RefusesToWrite<IThing>(new Late(), c => c.WithSubtype<IThing, Thing>("thing"), nameof(Late));
        Assert.Equal("""{"Legs":4,"Name":"p"}""",
            Wires.ToJson<Dog>(new Puppy { Legs = 4, Name = "p" }, c => c.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase)));
    }

    [Fact]
    public void A_type_that_is_not_registered_is_refused_at_reading()
    {
        Wires.RefusesJson<Animal>("""{"$type":"Snake","Length":1}""");
        Wires.RefusesJson<Animal>("""{"$type":"System.Diagnostics.Process, System"}""");
        Wires.RefusesJson<Animal>("""{"$type":99}""");
        Wires.RefusesJson<Zoo>("""{"All":[{"$type":"nothing"}]}""");
        Wires.RefusesToRead<IThing>(new Thing { Id = 1 }, null, nameof(IThing), "interface", "[Subtype", "WithSubtype");
    }

    [Fact]
    public void An_abstract_base_needs_its_type_named() =>
        Assert.All(Wires.Tiers(null),
            c => Assert.Throws<WireFormatException>(
                () => new JsonUnderTest().Read<Animal>("""{"Name":"x"}"""u8.ToArray(), c, Setup.Default)));

    [Fact]
    public void Two_of_one_name_are_refused()
    {
        Wires.RefusesToWrite<IThing>(new Thing(), c => c.WithSubtype<IThing, Thing>("x").WithSubtype<IThing, Late>("x"), "'x'",
            nameof(Thing), nameof(Late));
        Wires.RefusesToWrite<IThing>(new Thing(), c => c.WithSubtype<IThing, Thing>(1).WithSubtype<IThing, Late>(1), "number 1");
        Assert.Throws<ArgumentException>(() => Convention.Plain.WithSubtypesOf(typeof(WronglyDeclared)));
    }

    [SubtypeOf(typeof(Animal), "wrong")]
    public class WronglyDeclared;

    [Fact]
    public void A_wide_hierarchy()
    {
        // More subtypes than a chain of comparisons is good for.
        var types = typeof(Wide<>).Assembly.GetTypes()
            .Where(t => t is { IsClass: true, IsPublic: true, ContainsGenericParameters: false, IsAbstract: false }).Take(40).ToArray();
        PlainConvention All(PlainConvention c) => types.Aggregate(c, (convention, t) =>
            (PlainConvention)typeof(PolymorphismTests).GetMethod(nameof(Add),
                System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MakeGenericMethod(
                    typeof(Wide<>).MakeGenericType(t)).Invoke(null, [convention])!);
        foreach (var t in types)
            Wires.RoundTrip((WideBase)Activator.CreateInstance(typeof(Wide<>).MakeGenericType(t))!,
                c => t == types[0] || t == types[^1]
                    ? All(c)
                    : c.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase).WithSubtype<WideBase, Wide<int>>("x"),
                        only: _ => t == types[0] || t == types[^1]);
    }

    public class Anything
    {
        public IComparable? Value { get; set; }
        public IEnumerable<int>? Items { get; set; }
        public object? Any
        {
            get;
            set;
        }
        public Thing? After { get; set; }
    }

    static PlainConvention WithScalars(PlainConvention c) => c
        .WithSubtype<IComparable, int>(1).WithSubtype<IComparable, string>(2).WithSubtype<IComparable, Guid>("guid", 3)
            .WithSubtype<IComparable, DayOfWeek>("day", 4)
        .WithSubtype<object, List<int>>("ints", 1).WithSubtype<object, Guid>("guid", 2).WithSubtype<object, Thing>("thing", 3)
            .WithSubtype<object, BehaviourTests.Money>("money", 4);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public void Scalars_and_collections_as_subtypes(int which)
    {
        var value = new Anything { After = new Thing { Id = 7 } };
        value.Value = which switch { 0 => 5, 1 => "s", 2 => Guid.AllBitsSet, 3 => DayOfWeek.Friday, _ => null };
        value.Any = which switch { 4 => new List<int> { 1, 2 }, 5 => Guid.AllBitsSet, 6 => new BehaviourTests.Money(1, "EUR"), _ => null };
        // JSON can tell such a value's type only in an object, which these are not: an error, not a lost type.
        Wires.RoundTrip(value, WithScalars, only: w => w is not JsonUnderTest);
        foreach (var convention in Wires.Tiers(WithScalars))
        {
            byte[] json;
            try
            {
                json = new JsonUnderTest().Write(value, convention, Setup.Default);
            }
            catch (NotSupportedException)
            {
                continue;
            }
            Assert.Null(new Deep(false).Difference(value, new JsonUnderTest().Read<Anything>(json, convention, Setup.Default)));
        }
    }

    public interface IBase { int Id { get; } string? Text { get; } }
    public interface IDerived : IBase { double More { get; } }
    public sealed class Derived
        : IDerived
    {
        public int Id => 1; public string? Text => "t"; public double More =>
            2; string Hidden { get; } = "h"; public string HiddenOf() => Hidden;
    }

    [Fact]
    public void An_interface_without_subtypes_is_written_as_what_it_shows() =>
        Assert.Equal("""{"More":2,"Id":1,"Text":"t"}""", Wires.ToJson<IDerived>(new Derived()));

    static PlainConvention Add<T>(PlainConvention c)
        where T : WideBase => c.WithSubtype<WideBase, T>("n" + typeof(T).GetGenericArguments()[0].FullName);

    public abstract class WideBase { public int Id { get; set; } }
    public sealed class Wide<T> : WideBase { public string? Own { get; set; } = typeof(T).Name; }
}
