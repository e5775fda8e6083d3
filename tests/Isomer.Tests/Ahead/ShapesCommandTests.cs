using System.Runtime.Loader;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>`isomer shapes` over an assembly on disk: which roots it finds, what it writes, what it refuses.</summary>
public class ShapesCommandTests
{
    const string Code = """
        [assembly: IsomerShape(typeof(List<Shapes.Order>), Families = ShapeFamilies.Plain)]
        [assembly: IsomerShape(typeof(Dictionary<string, int>), Families = ShapeFamilies.All)]
        namespace Shapes
        {
            [IsomerShape(Families = ShapeFamilies.Plain | ShapeFamilies.Lossless | ShapeFamilies.XmlAttributes)] public class Order { public int Id { get; set; } public Line? Line; }
            public class Line { public decimal Price { get; set; } }
            [IsomerShape] class Hidden { public int X { get; set; } [IsomerShape] class Inner { public int Y { get; set; } } }
            [IsomerShape(typeof(Box<int>))] public class Box<T> { public T? Value { get; set; } }
            public class Unmarked { }
        }
        """;

    [Fact]
    public void Shapes_are_made_of_the_types_that_ask_for_them()
    {
        using var folder = new TemporaryFolder();
        string name = "App" + Guid.NewGuid().ToString("N");
        string dll = folder.Write(name + ".dll", Versions.Compile(name, Code));
        var made = Tool.Run("shapes", dll);
        Assert.True(made.Code == 0, made.Error);
        Assert.Contains("shapes of 6 types in", made.Error, StringComparison.Ordinal);

        var context = new AssemblyLoadContext(name);
        var app = context.LoadFromAssemblyPath(dll);
        ReadyUnderTest.Load(File.ReadAllBytes(folder[name + ".Isomer.dll"]), context);
        static bool Has(ShapeFamilies family, Type type) => ReadyMade.Serves(type, family);
        var order = app.GetType("Shapes.Order", true)!;
        Assert.All((ShapeFamilies[])[ShapeFamilies.Plain, ShapeFamilies.Lossless, ShapeFamilies.XmlAttributes],
            family => Assert.True(Has(family, order), $"{family}: {string.Join("\n", ReadyMade.Refused)}"));
        Assert.True(Has(ShapeFamilies.Plain, typeof(List<>).MakeGenericType(order)));
        Assert.True(Has(ShapeFamilies.Plain, app.GetType("Shapes.Hidden+Inner", true)!) && Has(ShapeFamilies.Plain, app.GetType("Shapes.Box`1", true)!.MakeGenericType(typeof(int))));
        Assert.False(Has(ShapeFamilies.Protobuf, order));
        Assert.False(Has(ShapeFamilies.Plain, app.GetType("Shapes.Unmarked", true)!));
        Assert.DoesNotContain(ReadyMade.Refused, r => r.StartsWith(name, StringComparison.Ordinal));
        object value = Json.Deserialize("""{"Id":7,"Line":{"Price":2.50}}"""u8, order)!;
        Assert.Equal("""{"Id":7,"Line":{"Price":2.50}}""", Json.ToText(value, order));
    }

    [Theory]
    [InlineData("public class Nothing { }", "asks for shapes. Mark one with [IsomerShape]")]
    [InlineData("[IsomerShape] public class Open<T> { }", "is not closed")]
    [InlineData("[assembly: IsomerShape]", "names no type")]
    [InlineData("[IsomerShape(Families = ShapeFamilies.Protobuf)] public class Bad { public int X { get; set; } public Action? Do { get; set; } } ", "Bad, Protobuf: ")]
    public void What_cannot_be_made_is_told_when_the_application_is_built(string code, string words)
    {
        using var folder = new TemporaryFolder();
        string dll = folder.Write("Bad.dll", Versions.Compile("Bad", code));
        var made = Tool.Run("shapes", dll);
        Assert.Equal(2, made.Code);
        Assert.Contains(words, made.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(folder["Bad.Isomer.dll"]));
    }
}
