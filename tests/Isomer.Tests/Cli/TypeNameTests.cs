using Isomer.Cli;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What `--type` takes: names as C# has them, wherever the type lies.</summary>
public sealed class TypeNameTests
{
    public sealed class NamedOuter
    {
        public sealed class Inner
        {
            public int Value { get; set; }
        }

        public sealed class Of<T>
        {
            public sealed class Deep<U>
            {
                public T? First { get; set; }

                public U? Second { get; set; }
            }
        }
    }

    /// <summary>Names as C# has them.</summary>
    [Theory]
    [InlineData("Isomer.Tests.Cli.TypeNameTests.NamedOuter.Inner", typeof(NamedOuter.Inner))]
    [InlineData("Isomer.Tests.Cli.TypeNameTests+NamedOuter.Inner[]", typeof(NamedOuter.Inner[]))]
    [InlineData("TypeNameTests.NamedOuter.Inner", typeof(NamedOuter.Inner))]
    [InlineData("NamedOuter.Inner", typeof(NamedOuter.Inner))]
    [InlineData("TypeNameTests.NamedOuter.Of<int>.Deep<string>", typeof(NamedOuter.Of<int>.Deep<string>))]
    [InlineData("List<TypeNameTests.NamedOuter.Inner?>", typeof(List<NamedOuter.Inner>))]
    [InlineData("(int, string)", typeof((int, string)))]
    [InlineData("(int Id, string? Name)[]", typeof((int, string)[]))]
    [InlineData("((int, int)?, List<(long, Guid)>)", typeof(((int, int)?, List<(long, Guid)>)))]
    [InlineData("(int, int, int, int, int, int, int, int, string)", typeof((int, int, int, int, int, int, int, int, string)))]
    [InlineData("ValueTuple<int, string>", typeof((int, string)))]
    [InlineData("IEnumerable<int>", typeof(IEnumerable<int>))]
    [InlineData("IReadOnlyDictionary<string, IList<int>>", typeof(IReadOnlyDictionary<string, IList<int>>))]
    [InlineData("ISet<int?>", typeof(ISet<int?>))]
    [InlineData("ImmutableList<DateTime>", typeof(System.Collections.Immutable.ImmutableList<DateTime>))]
    [InlineData("Environment.SpecialFolder", typeof(Environment.SpecialFolder))]
    [InlineData("DataSet", typeof(System.Data.DataSet))]
    [InlineData("DateOnly?", typeof(DateOnly?))]
    public void Types_are_named_as_in_csharp(string name, Type type) =>
        Assert.Equal(type.ToString(),
            Isomer.Cli.Payloads.UserTypes.Find(new FileInfo(typeof(NamedOuter).Assembly.Location), name).ToString());

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("(int)")]
    [InlineData("(int, )")]
    [InlineData("(int, string")]
    [InlineData("List<>")]
    [InlineData("List<int")]
    [InlineData("No.Such.Type")]
    [InlineData("Nullable<string>")]
    [InlineData("int, string")]
    [InlineData("NamedOuter.No")]
    public void What_names_no_type_is_told(string name)
    {
        foreach (FileInfo? file in (FileInfo?[])[null, new FileInfo(typeof(NamedOuter).Assembly.Location)])
        {
            CliException e = Assert.Throws<CliException>(() => Isomer.Cli.Payloads.UserTypes.Find(file, name));
            Assert.Equal(ExitCode.Usage, e.Code);
            Assert.Matches(name.Trim().Length == 0 ? "--type names no type" : "There is no type '", e.Message);
        }
    }

    /// <summary>Through them as through others: a tuple's items, an interface's items.</summary>
    [Fact]
    public void Values_go_by_tuples_and_interfaces()
    {
        ToolResult items = Tool.RunWith("[1,2,3]", "convert", "-", "-", "--to", "compact", "--type", "IEnumerable<int>");
        Assert.True(items.Code == 0, items.Error);
        Assert.Equal([1, 2, 3], Compact.Deserialize<List<int>>(items.Bytes));
        ToolResult one = Tool.RunWith("[1,2,3]", "convert", "-", "-", "--to", "compact", "--type", "IReadOnlyList<int>", "--items");
        Assert.Contains("3 items", one.Error, StringComparison.Ordinal);
        string tuple = Json.ToText((7, "x"));
        ToolResult pair = Tool.RunWith(tuple, "convert", "-", "-", "--to", "compact", "--type", "(int Id, string Name)");
        Assert.True(pair.Code == 0, pair.Error);
        Assert.Equal((7, "x"), Compact.Deserialize<(int, string)>(pair.Bytes));
    }
}
