using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/from-fastjson.md, and of Graph in docs/json.md.</summary>
public class DocExamplesOfFastJson
{
    public class Animal
    {
        public string? Name { get; set; }
    }

    public class Cat : Animal
    {
        public int Legs { get; set; }
    }

    public class Dog : Animal
    {
        public bool Tail { get; set; }
    }

    public class Zoo
    {
        public List<Animal> Animals { get; set; } = [];
    }

    [Fact]
    public void OfFastJson()
    {
        var zoo = new Zoo { Animals = { new Cat { Legs = 4 }, new Dog { Tail = true } } };
        Animal animal = zoo.Animals[0];

        var options = JsonOptions.FastJson with { Types = JsonTypes.None.With<Cat>().With<Dog>() };

        string text = Json.ToText(zoo, options);
        Zoo back = Json.FromText<Zoo>(text, options);
        Assert.Equal(4, ((Cat)back.Animals[0]).Legs);
        var mine = JsonOptions.FastJson with { Types = JsonTypes.None.WithAssembly(typeof(Zoo).Assembly) };
        var renamed = JsonOptions.FastJson with { Types = JsonTypes.None.With(typeof(Cat), "Old.Namespace.Kitty") };
        Assert.IsType<Zoo>(Json.FromText<object>(text, mine));
        Assert.IsType<Cat>(Json.FromText<object>("{'$type':'Old.Namespace.Kitty'}", renamed));

        Animal copy = DeepCopy.Of(animal);
        Json.Fill(animal, """{"Name":"Tom"}"""u8, options);
        dynamic d = Json.ParseNode("{name: 'Tom', legs: [1, 2]}", options)!.AsDynamic(ignoreCase: true);
        string name = d.NAME;
        string nice = Json.Beautify(text);

        Assert.IsType<Cat>(copy);
        Assert.Equal(("Tom", "Tom"), (animal.Name, name));
        Assert.Equal(Json.Minify(nice), text);
    }

    [Fact]
    public void OfFastJsonUntyped()
    {
        var zoo = new Zoo { Animals = { new Cat { Legs = 4 }, new Dog { Tail = true } } };

        var options = JsonOptions.FastJson with { Types = JsonTypes.None.With<Zoo>().With<Cat>().With<Dog>() };

        string text = Json.ToText(zoo, options);
        Zoo back = Json.FromText<Zoo>(text, options);
        object? any = Json.FromText<object>(text, options);

        Assert.Equal(4, ((Cat)back.Animals[0]).Legs);
        Assert.IsType<Dog>(((Zoo)any!).Animals[1]);
    }

    [Fact]
    public void OfGraph()
    {
        var options = JsonOptions.Graph with { Types = JsonTypes.None.With<Cat>() };

        object?[] values = [1, 2L, 3m, new DateOnly(2024, 5, 6), new List<int> { 7 }, new Cat { Legs = 4 }];
        string text = Json.ToText(values, options);
        object?[] back = Json.FromText<object?[]>(text, options);

        Assert.Equal("""[1,{"$type":"long","$value":2},{"$type":"decimal","$value":3},{"$type":"DateOnly","$value":"2024-05-06"},{"$type":"List<int>","$value":[7]},{"$type":"Cat","Legs":4,"Name":null}]""", text);
        Assert.Equal(values.Select(v => v!.GetType()), back.Select(v => v!.GetType()));
    }
}
