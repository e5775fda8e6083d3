using System.Text;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// A struct of which nothing comes back, and in which there is something to fill: it is written, and filled, and refused where it would be
/// made (<see cref="FollowedObjectTests"/> has those in which there is nothing).
/// </summary>
public class FilledViewTests
{
    public class Shelf
    {
        public List<int> Kept { get; } = [];
        public View Mine => new(this);
    }

    public readonly struct View(Shelf owner)
    {
        readonly Shelf _owner = owner;
        public List<int> Numbers => _owner.Kept;
    }

    [Fact]
    public void Views_are_filled()
    {
        foreach (var tier in Wires.Tiers(null))
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            string text = Json.ToText(new View(new() { Kept = { 1, 2 } }), graph);
            Assert.Equal("""{"Numbers":[1,2]}""", text);
            var shelf = new Shelf();
            Json.Fill(shelf.Mine, Encoding.UTF8.GetBytes(text), graph);
            Assert.Equal([1, 2], shelf.Kept);
            Assert.Throws<NotSupportedException>(() => Json.FromText<View>(text, graph));
            Assert.Equal([1, 2], Json.FromText<Shelf>(Json.ToText(shelf, graph), graph)!.Kept);
        }
    }
}
