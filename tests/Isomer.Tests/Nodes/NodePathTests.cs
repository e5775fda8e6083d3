using Xunit;

namespace Isomer.Tests.Nodes;

public class NodePathTests
{
    const string Store = """
        {"store":{"book":[
          {"category":"reference","author":"Rees","title":"Sayings","price":8.95},
          {"category":"fiction","author":"Waugh","title":"Sword","price":12.99},
          {"category":"fiction","author":"Melville","title":"Moby Dick","isbn":"0-553","price":8.99},
          {"category":"fiction","author":"Tolkien","title":"Rings","isbn":"0-395","price":22.99}],
         "bicycle":{"color":"red","price":399}},"a b":{"'":1},"n":[0,1,2,3,4,5,6],"x":{"y":null},"max":9}
        """;

    [Theory]
    [InlineData("$.store.book[*].author", """["Rees","Waugh","Melville","Tolkien"]""")]
    [InlineData("$..author", """["Rees","Waugh","Melville","Tolkien"]""")]
    [InlineData("$.store..price", "[8.95,12.99,8.99,22.99,399]")]
    [InlineData("$..book[2].title", """["Moby Dick"]""")]
    [InlineData("$..book[-1].title", """["Rings"]""")]
    [InlineData("$..book[0,1].title", """["Sayings","Sword"]""")]
    [InlineData("$..book[:2].title", """["Sayings","Sword"]""")]
    [InlineData("$..book[?@.isbn].title", """["Moby Dick","Rings"]""")]
    [InlineData("$..book[?(@.price<10)].title", """["Sayings","Moby Dick"]""")]
    [InlineData("$..book[?@.price < $.max].title", """["Sayings","Moby Dick"]""")]
    [InlineData("$..book[?@.category == 'fiction' && @.price > 10].price", "[12.99,22.99]")]
    [InlineData("$..book[?@.price == 8.95 || @.title == \"Rings\"].price", "[8.95,22.99]")]
    [InlineData("$..book[?!@.isbn].title", """["Sayings","Sword"]""")]
    [InlineData("$..book[?!(@.isbn || @.price < 9)].title", """["Sword"]""")]
    [InlineData("$['a b']['\\'']", "[1]")]
    [InlineData("$[\"a b\"]", """[{"'":1}]""")]
    [InlineData("$.n[1:3]", "[1,2]")]
    [InlineData("$.n[5:]", "[5,6]")]
    [InlineData("$.n[1:5:2]", "[1,3]")]
    [InlineData("$.n[5:1:-2]", "[5,3]")]
    [InlineData("$.n[::-1]", "[6,5,4,3,2,1,0]")]
    [InlineData("$.n[-2:]", "[5,6]")]
    [InlineData("$.n[::0]", "[]")]
    [InlineData("$.n[100]", "[]")]
    [InlineData("$.n[?@ >= 5]", "[5,6]")]
    [InlineData("$.n[?@ != 1.0]", "[0,2,3,4,5,6]")]
    [InlineData("$.x.y", "[null]")]
    [InlineData("$.x[?@ == null]", "[null]")]
    [InlineData("$.x.z", "[]")]
    [InlineData("$.n[?@.a == @.b]", "[0,1,2,3,4,5,6]")]
    [InlineData("$.store.bicycle.*", """["red",399]""")]
    [InlineData("$ .store [ 'bicycle' ] . color", """["red"]""", true)]
    [InlineData("$.store['bicycle','book'][0].price", "[8.95]")]
    [InlineData("$.x..*", "[null]")]
    public void Selects(string path, string expected, bool refused = false)
    {
        var root = Json.ParseNode(Store)!;
        if (refused)
        {
            Assert.Throws<FormatException>(() => root.Select(path).ToList());
            return;
        }
        Assert.Equal(expected, new NodeArray(root.Select(path)).ToString());
        Assert.Equal(path, NodePath.Parse(path).ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("store")]
    [InlineData("$.")]
    [InlineData("$..")]
    [InlineData("$[")]
    [InlineData("$[]")]
    [InlineData("$['a]")]
    [InlineData("$[01]")]
    [InlineData("$[-0]")]
    [InlineData("$[1.5]")]
    [InlineData("$.a b")]
    [InlineData("$[?]")]
    [InlineData("$[?@.a ==]")]
    [InlineData("$[?1]")]
    [InlineData("$[?@..a == 1]")]
    [InlineData("$[?@.a == 1")]
    [InlineData("$[?(@.a]")]
    [InlineData("$.1")]
    [InlineData("$[99999999999999999999]")]
    public void Refuses(string path) => Assert.Throws<FormatException>(() => NodePath.Parse(path));

    [Fact]
    public void FirstAndEditing()
    {
        var root = Json.ParseNode(Store)!;
        Assert.Equal("Rees", (string?)root.SelectFirst("$..author"));
        Assert.Null(root.SelectFirst("$.nothing"));
        foreach (var book in root.Select("$..book[?@.price > 10]"))
            book!["sale"] = true;
        Assert.Equal(2, root.Select("$..book[?@.sale == true]").Count());
        Assert.Throws<FormatException>(() => NodePath.Parse("$[?" + new string('(', 1000)));
    }
}
