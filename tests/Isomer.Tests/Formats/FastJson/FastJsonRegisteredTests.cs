using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// What comes with a registered assembly or type: generic classes closed over known types, and types that members declare. Nothing else.
/// </summary>
public class FastJsonRegisteredTests
{
    public class Holder<T>
    {
        public T? Value { get; set; }

        public object? Any { get; set; }
    }

    public class Limited<T> where T : struct
    {
        public T Value { get; set; }
    }

    public class Order
    {
        public List<Line>? Lines { get; set; }

        public Holder<Extra>? Held { get; set; }

        public System.Diagnostics.Process? Process { get; set; }
    }

    public class Line
    {
        public int N { get; set; }
    }

    public class Extra
    {
        public string? S { get; set; }
    }

    static readonly JsonOptions Mine = Default with { Types = JsonTypes.None.WithAssembly(typeof(FastJsonRegisteredTests).Assembly) };
    static readonly JsonOptions OrderOnly = Types(typeof(Order));

    [Fact]
    public void Generic_classes_over_registered_types_and_scalars()
    {
        foreach (object value in new object[]
        {
            new Holder<int> { Value = 5 }, new Holder<string> { Value = "s" }, new Holder<Line> { Value = new() { N = 1 } },
            new Holder<Holder<Line[]>> { Value = new() { Value = [new() { N = 2 }] } },
            new Holder<int?> { Value = 3 }, new Holder<List<Line>> { Value = [new() { N = 4 }] },
            new Holder<Dictionary<string, Guid>> { Value = new() { ["a"] = Guid.Empty } }, new Limited<long> { Value = 8 },
        })
        {
            object? back = Read<object>(Json.ToText(value, Mine), Mine);
            Assert.Equal(value.GetType(), back!.GetType());
            Assert.Equal(Json.ToText(value, Mine), Json.ToText(back, Mine));
            back = Read<Holder<int>>(Json.ToText(new Holder<int> { Any = value }, Mine), Mine).Any;
            Assert.Equal(value.GetType(), back!.GetType());
        }
    }

    [Fact]
    public void Types_that_registered_types_declare()
    {
        foreach (object value in new object[] { new Line { N = 5 }, new Extra { S = "e" },
            new Holder<Extra> { Value = new() { S = "h" } } })
            Assert.Equal(value.GetType(), Read<object>(Json.ToText(value, OrderOnly), OrderOnly)!.GetType());
    }

    [Theory]
    [InlineData("System.Diagnostics.Process")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1[[System.Diagnostics.Process]]")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1[[System.Text.StringBuilder]]")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1[[System.Int32],[System.Int32]]")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Limited`1[[System.String]]")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1[[System.Int32]]*")]
    [InlineData("System.Collections.Generic.List`1[[System.Int32]]")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1[[System.Collections.Generic.List`1]]")]
    public void Nothing_else(string name) =>
        Assert.Contains("not among those", Refuses<object>($$"""{"$type":"{{name}}","Value":null}""", Mine).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Nesting_and_number_of_what_is_made_are_bounded()
    {
        string holder = "Isomer.Tests.Formats.FastJson.FastJsonRegisteredTests+Holder`1";
        string deep = "System.Int32";
        for (int i = 0; i < 8; i++)
            deep = $"{holder}[[{deep}]]";
        Refuses<object>($$"""{"$type":"{{deep}}"}""", Mine);
        var options = Default with { Types = JsonTypes.None.WithAssembly(typeof(FastJsonRegisteredTests).Assembly) };
        string[] scalars = ["Boolean", "Byte", "SByte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double",
            "Decimal", "Guid", "DateTime", "TimeSpan", "Char", "DateOnly", "TimeOnly", "String", "Object", "Uri", "DateTimeOffset",
            "String[]", "Int32[]"];
        int refused = 0;
        foreach (string key in scalars)
            foreach (string value in scalars)
                refused += Made(
                    $$"""{"$type":"{{holder}}[[System.Collections.Generic.Dictionary`2[[System.{{key}}],[System.{{value}}]]]]"}""") ? 0 : 1;
        Assert.InRange(refused, 1, (scalars.Length * scalars.Length) - 400);

        bool Made(string text)
        {
            try
            {
                return Json.FromText<object>(text, options) is not null;
            }
            catch (Exception e) when (e is WireFormatException or NotSupportedException)
            {
                return false;
            }
        }
    }
}
