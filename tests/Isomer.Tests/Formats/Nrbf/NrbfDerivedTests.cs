using System.Collections;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using Isomer.Tests.Core;
using Isomer.Tests.Differential;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Classes that derive from the framework's collections, beyond what BinaryFormatter of this runtime can do with them (NrbfGraphs has
/// that).
/// </summary>
public class NrbfDerivedTests
{
    static NrbfOptions Options(ShapeTier tier) => NrbfTests.Options with { Convention = Convention.Fields.WithTier(tier) };

    /// <summary>The original writes them, and does not find a constructor when it reads them.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Without_a_constructor_for_entries_they_are_read_as_their_base(ShapeTier tier)
    {
        byte[] payload = NrbfTests.Original(new object[] { new PlainRegistry { [1] = "a" }, new PlainTable { ["k"] = 2 } });
        object[] back = Nrbf.Deserialize<object[]>(payload, Options(tier));
        Assert.Equal("a", Assert.IsType<PlainRegistry>(back[0])[1]);
        Assert.Equal(2, Assert.IsType<PlainTable>(back[1])["k"]);
        Assert.Equal(payload,
            Nrbf.Serialize(new object[] { new PlainRegistry { [1] = "a" }, new PlainTable { ["k"] = 2 } }, Options(tier)));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void The_bases_of_the_first_edition_have_its_fields(ShapeTier tier)
    {
        var items = new OldItems { Name = "n" };
        items.Inner.Add(1);
        items.Inner.Add(items);
        var map = new OldMap { Edition = 2 };
        map.Inner.Add("k", items);
        byte[] payload = Nrbf.Serialize(new object[] { items, map }, Options(tier));
        string text = Encoding.Latin1.GetString(payload);
        Assert.Contains("\u0013CollectionBase+list", text, StringComparison.Ordinal);
        Assert.Contains("\u0018DictionaryBase+hashtable", text, StringComparison.Ordinal);
        object[] back = Nrbf.Deserialize<object[]>(payload, Options(tier));
        var backItems = Assert.IsType<OldItems>(back[0]);
        Assert.Equal("n", backItems.Name);
        Assert.Equal(1, backItems.Inner[0]);
        Assert.Same(backItems, backItems.Inner[1]);
        Assert.Same(backItems, Assert.IsType<OldMap>(back[1]).Inner["k"]);
        Assert.Equal(2, ((OldMap)back[1]).Edition);
    }

    /// <summary>.NET Framework's List keeps its fields to itself: they are there once, under the name of the base.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void The_fields_of_a_base_come_once_or_twice(ShapeTier tier)
    {
        var places = new Places { Title = "t" };
        places.Add(new Place { X = 5 });
        byte[] payload = NrbfTests.Original(places);
        string text = Encoding.Latin1.GetString(payload);
        // The three that .NET 10 writes before those of List are called something that nobody has.
        foreach (string name in (string[])["_items", "_version"])
            text = Replaced(text, (char)name.Length + name, (char)name.Length + name.Replace('_', '?'));
        var back = Nrbf.Deserialize<Places>(Encoding.Latin1.GetBytes(text), Options(tier));
        Assert.Equal(5, Assert.Single(back).X);
        Assert.Equal((77, "t"), (back.OwnSize, back.Title));
    }

    static string Replaced(string text, string old, string name) =>
        text.IndexOf(old, StringComparison.Ordinal) is >= 0 and var at
            ? text[..at] + name + text[(at + old.Length)..]
            : throw new ArgumentException(old);

    [Serializable]
    public class Beside<T> : List<int>
    {
        public T? Own;
    }

    [Serializable] public class OfBoolean : Beside<bool>;
    [Serializable] public class OfChar : Beside<char>;
    [Serializable] public class OfSByte : Beside<sbyte>;
    [Serializable] public class OfByte : Beside<byte>;
    [Serializable] public class OfInt16 : Beside<short>;
    [Serializable] public class OfUInt16 : Beside<ushort>;
    [Serializable] public class OfInt32 : Beside<int>;
    [Serializable] public class OfUInt32 : Beside<uint>;
    [Serializable] public class OfInt64 : Beside<long>;
    [Serializable] public class OfUInt64 : Beside<ulong>;
    [Serializable] public class OfSingle : Beside<float>;
    [Serializable] public class OfDouble : Beside<double>;
    [Serializable] public class OfDecimal : Beside<decimal>;
    [Serializable] public class OfDateTime : Beside<DateTime>;

    static readonly object[] s_primitives = [
        true, 'A', (sbyte)65, (byte)65, (short)65, (ushort)65, 65, 65u, 65L, 65ul, 65.5f, 65.5, 65.5m, new DateTime(2020, 1, 2)];

    static Type With(object value) => typeof(NrbfDerivedTests).GetNestedType("Of" + value.GetType().Name)!;

    /// <summary>A number of the class's own was written as one type and stands in a field of another since: each pair, as there.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Own_numbers_become_wider_as_there(ShapeTier tier)
    {
        int taken = 0;
        foreach (object value in s_primitives)
        {
            object written = Activator.CreateInstance(With(value))!;
            written.GetType().GetField("Own")!.SetValue(written, value);
            byte[] payload = NrbfTests.Original(written);
            foreach (var type in s_primitives.Select(With))
            {
                var options = Options(tier) with { KnownTypes = [type] };
                var binder = new AskedBinder(_ => type);
                var (expected, actual) = (
                    Outcome.Of(() => new BinaryFormatter { Binder = binder }.Deserialize(new MemoryStream(payload))),
                    Outcome.Of(() => new IsomerBinaryFormatter(options) { Binder = binder }.Deserialize(new MemoryStream(payload))));
                Assert.True(expected.Refusal is null == actual.Refusal is null, $"{value.GetType()} as {type}: {expected}, {actual}");
                if (expected.Refusal is not null)
                    continue;
                taken++;
                var own = type.GetField("Own")!;
                Assert.Equal(own.GetValue(expected.Result), own.GetValue(actual.Result));
            }
        }
        Assert.InRange(taken, s_primitives.Length + 1, s_primitives.Length * s_primitives.Length / 2);
    }

    /// <summary>What their base's constructor would take from the entries: room for a hundred million.</summary>
    [Theory, InlineData("Registry"), InlineData("Table"), InlineData("Names"), InlineData("PlainRegistry")]
    public void Room_is_not_taken_from_entries(string which)
    {
        object graph = which switch
        {
            "Registry" => new Registry { ["a"] = new() },
            "Table" => new Table { ["a"] = 1 },
            "Names" => new Names { 1 },
            _ => new PlainRegistry { [1] = "a" }
        };
        byte[] payload = NrbfTests.Original(graph);
        Nrbf.Deserialize<object>(payload, NrbfTests.Options);
        // The number stands among the primitives behind the names; every Int32 of 3 that is there is made greater.
        int changed = 0;
        for (int i = payload.AsSpan().IndexOf((byte)8); i + 4 < payload.Length; i++)
            if (BitConverter.ToInt32(payload, i) == (which == "Names" ? 1 : 3) && i > 150 && payload[i - 1] != 9 && payload[i - 1] != 6)
            {
                byte[] lie = [.. payload];
                BitConverter.TryWriteBytes(lie.AsSpan(i), 100_000_000);
                long before = GC.GetAllocatedBytesForCurrentThread();
                var error = Record.Exception(() => Nrbf.Deserialize<object>(lie, NrbfTests.Options));
                Assert.True(error is null or WireFormatException, error?.ToString());
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200_000 + (payload.Length * 100));
                changed += error is null ? 1 : 0;
            }
        Assert.True(changed > 0, "none was the room");
    }
}
