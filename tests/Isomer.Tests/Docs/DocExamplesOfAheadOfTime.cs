using Xunit;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/ahead-of-time.md; samples/Aot is an application that has more of it.</summary>
public class DocExamplesOfAheadOfTime
{
    public class Line
    {
        public decimal Price { get; set; }
    }

    [IsomerShape]
    public class Order
    {
        public int Id { get; set; }
        public List<Line> Lines { get; set; } = [];
    }

    /// <summary>Nothing is changed by the attribute alone, and nothing is told where there is nothing.</summary>
    [Fact]
    public void The_attribute_alone_changes_nothing()
    {
        Assert.Equal("""{"Id":7,"Lines":[]}""", Json.ToText(new Order { Id = 7 }));
        Assert.False(ReadyMade.Serves(typeof(Order), ShapeFamilies.Plain));
    }
}
