using System.Dynamic;
using System.Text;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// An ExpandoObject takes time and memory in the square of its members: input may give it no more than cost what any other input may, 100
/// times its size and 1 MB. What exists already may be copied, whatever it has.
/// </summary>
public class ExpandoTests
{
    public class Holder
    {
        public ExpandoObject? E { get; set; }
    }

    static string Text(int members) => "{\"E\":{" + string.Join(",", Enumerable.Range(0, members).Select(i => $"\"m{i:x}\":1")) + "}}";

    static JsonOptions[] Options() =>
    [
        new(), JsonOptions.Graph, JsonOptions.FastJson, new() { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) },
        JsonOptions.FastJson with { Convention = Convention.FastJson.WithTier(ShapeTier.Reflection) },
    ];

    [Fact]
    public void Reading_allocates_no_more_than_100_times_the_input_and_a_megabyte_and_a_half()
    {
        foreach (var options in Options())
        {
            Json.FromText<Holder>(Text(10), options);
            foreach (int members in new[] { 100, 512, 513, 5000, 50_000 })
            {
                byte[] text = Encoding.UTF8.GetBytes(Text(members));
                // The framework keeps the classes of such objects weakly: at its dearest it has none.
                GC.Collect();
                long before = GC.GetAllocatedBytesForCurrentThread();
                var error = Record.Exception(() => Json.Deserialize<Holder>(text, options));
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.InRange(allocated, 0, (100L * text.Length) + (3 << 19));
                Assert.Equal(members > 512, error is WireFormatException);
            }
        }
    }

    [Fact]
    public void Every_format_that_has_it_refuses_too_many()
    {
        var expando = new ExpandoObject();
        for (int i = 0; i < 600; i++)
            ((IDictionary<string, object?>)expando)[$"m{i}"] = 1;
        var holder = new Holder { E = expando };
        var compact = new CompactOptions();
        Assert.Throws<WireFormatException>(() => Compact.Deserialize<Holder>(Compact.Serialize(holder, compact), compact));
        var copy = DeepCopy.Of(holder);
        Assert.Equal(600, copy.E!.Count());
        Assert.Equal(600, DeepCopy.Of(holder, Convention.Plain.WithTier(ShapeTier.Reflection)).E!.Count());
        // The remedy.
        Assert.Equal(600, Json.FromText<Dictionary<string, object>>(Json.ToText(expando)).Count);
    }
}
