using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests;

public class Smoke
{
    public class P { public int A { get; set; } public string? B { get; set; } public List<P>? Kids { get; set; } public double[]? D { get; set; } public Dictionary<string, int>? M { get; set; } public DateTime? When { get; set; } public decimal Price { get; set; } public DayOfWeek Day { get; set; } }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Json_like_stj(bool reflection)
    {
        var v = new P { A = 5, B = "héllo", Kids = [new P { A = 1 }, null!], D = [1.5, 2], M = new() { ["x"] = 1 }, When = new DateTime(2020, 1, 2), Price = 1.50m, Day = DayOfWeek.Friday };
        var options = reflection ? new JsonOptions { Convention = Conventions.Convention.Plain.WithTier(Conventions.ShapeTier.Reflection) } : null;
        string ours = Encoding.UTF8.GetString(Json.Serialize(v, options));
        string theirs = JsonSerializer.Serialize(v);
        Assert.Equal(theirs, ours);
        var back = Json.Deserialize<P>(Encoding.UTF8.GetBytes(ours), options);
        Assert.Equal(theirs, JsonSerializer.Serialize(back));
    }
}
