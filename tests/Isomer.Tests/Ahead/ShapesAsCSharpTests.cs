using System.Collections.Immutable;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Isomer.Ahead;
using Isomer.Cli.Ahead.AsCSharp;
using Isomer.Emit;
using Isomer.Model;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// Emitted code as C# (docs/decisions/92-emitted-code-as-csharp.md). One file for each kind of shape says what is emitted; and that the C#
/// is what runs is shown by compiling it: with it in place of the saved assembly all formats write and read what they do without.
/// </summary>
public class ShapesAsCSharpTests
{
    public enum Color { Red, Green }

    public class Line
    {
        public string? Product { get; set; }
        public decimal Price { get; set; }
        public short Quantity { get; set; }
    }

    public class Order
    {
        public int Id { get; set; }
        public DateTime At { get; set; }
        public Color Color;
        public int? Rebate { get; set; }
        public Line? First { get; set; }
        public List<Line>? Lines { get; set; }
    }

    public class Place(double x, double y, string? label)
    {
        public double X { get; } = x;
        public double Y { get; } = y;
        public string? Label { get; } = label;
        public int Visits { get; set; }
    }

    public struct Point
    {
        public int X;
        public int Y;
    }

    public class Told
    {
        public int Value { get; set; }

        [OnSerializing] public void Writing(StreamingContext context) => Value++;

        [OnSerialized] public void Written(StreamingContext context) => Value--;

        [OnDeserializing] public void Reading(StreamingContext context) => Value = 5;

        [OnDeserialized] public void Read(StreamingContext context) => Value += 10;
    }

    [JsonDerivedType(typeof(Dog), "dog"), KnownType(typeof(Dog)), System.Xml.Serialization.XmlInclude(typeof(Dog))]
    public class Animal
    {
        public string? Name { get; set; }
    }

    public class Dog : Animal
    {
        public int Legs { get; set; }
    }

    public class Kept
    {
        public List<int> Numbers { get; } = [];
        public Dictionary<string, Line> Lines { get; } = [];
    }

    /// <summary>Each kind of shape, by a type that has it, and values.</summary>
    static readonly (string Kind, Type Type, object?[] Values)[] s_kinds =
    [
        ("Object", typeof(Line), [null, new Line(), new Line { Product = "a", Price = 1.50m, Quantity = -3 }]),
        ("ObjectOfObjects", typeof(Order),
            [new Order(), new Order { Id = 7, At = new(2026, 11, 30, 0, 0, 0, DateTimeKind.Utc), Color = Color.Green, Rebate = 5,
                First = new Line { Quantity = 1 }, Lines = [new Line { Price = 1 }, new Line()] }]),
        ("Constructor", typeof(Place), [new Place(1, 2, "here") { Visits = 3 }, new Place(0, -0.5, null)]),
        ("Struct", typeof(Point), [new Point { X = 1, Y = -1 }, new Point()]),
        ("Callbacks", typeof(Told), [new Told { Value = 1 }]),
        ("Union", typeof(Animal), [new Animal { Name = "a" }, new Dog { Name = "d", Legs = 4 }, null]),
        ("Getters", typeof(Kept), [new Kept { Numbers = { 1, 2 }, Lines = { ["a"] = new Line { Product = "p" } } }, new Kept()]),
        ("List", typeof(List<Line>), [new List<Line> { new() { Quantity = 4 }, new() }, new List<Line>(), null]),
        ("Array", typeof(Line[]), [new[] { new Line { Product = "x" } }, Array.Empty<Line>()]),
        ("Builder", typeof(ImmutableList<int>), [ImmutableList.Create(1, 2, 3), ImmutableList<int>.Empty]),
        ("Map", typeof(Dictionary<string, Line>), [new Dictionary<string, Line> { ["a"] = new() { Quantity = 1 } }, null]),
        ("Optional", typeof(Point?), [new Point { X = 5 }, null]),
        ("Scalar", typeof(Color), [Color.Red, Color.Green]),
        ("Surrogate", typeof(Lazy<int>), [new Lazy<int>(5)]),
    ];

    public static TheoryData<string> Kinds => [.. s_kinds.Select(k => k.Kind)];

    static readonly string[] s_folders = [AppContext.BaseDirectory];

    /// <summary>With ISOMER_UPDATE_SHAPES=1 the file becomes what is emitted.</summary>
    [Theory, MemberData(nameof(Kinds))]
    public void What_is_emitted_is_what_the_file_of_its_kind_says(string kind)
    {
        var type = s_kinds.Single(k => k.Kind == kind).Type;
        var saved = new SavedShapes("Shapes");
        saved.Add(Families.RootOf(ShapeFamilies.Plain, type));
        var bytes = new MemoryStream();
        saved.Save(bytes);
        string text = ShapesText.Of(bytes.ToArray(),
            saved.Each.Where(s => s.Value.Type == type).ToDictionary(s => s.Key, s => s.Value), s_folders).ReplaceLineEndings("\n");
        string file = Path.Combine(Tool.Root, "tests", "Isomer.Tests", "Ahead", "Emitted", $"{kind}.txt");
        if (Environment.GetEnvironmentVariable("ISOMER_UPDATE_SHAPES") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }
        Assert.True(File.Exists(file), $"{file} is missing: run once with ISOMER_UPDATE_SHAPES=1.");
        Assert.Equal(File.ReadAllText(file).ReplaceLineEndings("\n"), text);
    }

    // Without Nrbf, whose shapes reach into private fields of the framework's classes: C# has no word for that.
    public static TheoryData<string> Formats => [.. Provider.All.Select(p => p.Name).Where(n => n != "Nrbf")];

    [Theory, MemberData(nameof(Formats))]
    public void The_text_compiled_writes_and_reads_what_the_emitted_code_does(string format)
    {
        var provider = Provider.All.Single(p => p.Name == format);
        provider.Prepare(s_kinds.Select(k => k.Type).Where(t => IsSaid(format, t)), "AsCSharp", Recompiled.Of);
        int written = 0;
        foreach (var (kind, type, values) in s_kinds.Where(k => provider.Types.Contains(k.Type)))
        {
            var shape = ReadyShapes.Of(provider.Root(provider.Ready, type));
            Assert.NotNull(shape);
            Assert.Equal(Recompiled.Name, shape.GetType().GetGenericArguments()[1].Assembly.GetName().Name);
            foreach (object? value in values)
            {
                byte[] emitted;
                try
                {
                    emitted = provider.Write(provider.Emitted, value, type);
                }
                catch (NotSupportedException e)
                {
                    var refusal = Assert.ThrowsAny<NotSupportedException>(() => provider.Write(provider.Ready, value, type));
                    Assert.Equal(e.Message, refusal.Message);
                    continue;
                }
                byte[] ready = provider.Write(provider.Ready, value, type);
                Assert.True(emitted.AsSpan().SequenceEqual(ready), $"{kind}: {Convert.ToHexString(emitted)}, {Convert.ToHexString(ready)}");
                byte[] again = provider.Write(provider.Emitted, provider.Read(provider.Ready, emitted, type), type);
                Assert.Equal(provider.Write(provider.Emitted, provider.Read(provider.Emitted, emitted, type), type), again);
                written++;
            }
        }
        // Most of these types have no numbers for Protobuf.
        Assert.True(written >= (format == "Protobuf" ? 5 : 15), $"{written} were written.");
    }

    /// <summary>IL sets fields behind properties that have no setter, for which C# has no word.</summary>
    static bool IsSaid(string format, Type type) =>
        format is not ("Compact" or "Graph") || (type != typeof(Place) && type != typeof(Kept));
}
