using System.Collections;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Classes derived from the framework's collections of objects: each format that takes the base takes them, in their order.
/// </summary>
public class DerivedFromUntypedTests
{
    public class Pile : Stack;
    public class Line : Queue;
    public class Row : ArrayList;
    public class Table : Hashtable;
    public class Index : SortedList;
    public class Based : CollectionBase;
    public class Keyed : DictionaryBase;

    public static TheoryData<object> Collections =>
        [Filled<Pile>(), Filled<Line>(), Filled<Row>(), Filled<Table>(), Filled<Index>(), Filled<Based>(), Filled<Keyed>()];

    static object Filled<T>() where T : new()
    {
        var made = new T();
        foreach (int i in new[] { 3, 1, 2 })
        {
            if (made is Stack stack)
                stack.Push(i);
            else if (made is Queue queue)
                queue.Enqueue(i);
            else if (made is IDictionary map)
                map[$"k{i}"] = i;
            else
                ((IList)made).Add(i);
        }
        return made;
    }

    [Theory]
    [MemberData(nameof(Collections))]
    public void Come_back_as_they_were(object value)
    {
        foreach (var options in JsonCheck.Tiers())
        {
            byte[] text = Json.Serialize(value, value.GetType(), options);
            Assert.Equal(JsonSerializer.Serialize(value, value.GetType()), System.Text.Encoding.UTF8.GetString(text));
            object back = Json.Deserialize(text, value.GetType(), options)!;
            Assert.IsType(value.GetType(), back);
            Assert.Equal(Items(value).Select(Text), Items(back).Select(Text));
        }
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions
            {
                Convention = CompactOptions.Default.Convention is PlainConvention plain
                    ? plain.WithTier(tier)
                    : Convention.Plain.WithTier(tier)
            };
            Check(Compact.Deserialize(Compact.Serialize(value, value.GetType(), compact), value.GetType(), compact));
        }
        Check(DeepCopy.Of(value, value.GetType()));

        void Check(object? copy)
        {
            Assert.IsType(value.GetType(), copy);
            Assert.Equal(Items(value), Items(copy!));
        }
    }

    // What stands behind object comes back from Json as the text's element: the numbers are compared by what they say.
    static string? Text(object? item) => item?.ToString();

    // A Hashtable has its entries in an order that the process's seed of string hashes makes, another one after each growth: they are
    // compared by key.
    static IEnumerable<object?> Items(object collection) =>
        collection is IDictionary map
            ? map.Keys.Cast<object>().OrderBy(k => k).Select(k => (object?)(k, map[k]))
            : ((IEnumerable)collection).Cast<object?>();
}
