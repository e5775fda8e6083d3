using System.Globalization;
using System.Text;
using Isomer.Model;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Arrays of chars and of nullables against BinaryFormatter. Chars of an array are one text: a pair of them is one character of four bytes,
/// which was refused.
/// </summary>
public class NrbfArrayTests
{
    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(int?), typeof(DayOfWeek?)] };

    static T OriginalRead<T>(byte[] bytes) => (T)NrbfTests.Original(bytes);

    /// <summary>Random characters of one to four bytes, in lengths around that of the pieces in which they are passed over.</summary>
    static char[] Random(Random random)
    {
        int length = random.Next(4) switch
        {
            0 => random.Next(4),
            1 => 500 + random.Next(30),
            2 => 1015 + random.Next(20),
            _ => random.Next(40)
        };
        int wide = random.Next(1, 60);
        var text = new StringBuilder();
        while (text.Length < length)
            text.Append(random.Next(60) >= wide
                ? new Rune('a' + random.Next(26))
                : random.Next(4) switch
                {
                    0 => new Rune(0xE0 + random.Next(30)),
                    1 => new Rune(0x4E00 + random.Next(999)),
                    2 => new Rune(0),
                    _ => new Rune(0x1F600 + random.Next(60)),
                });
        return text.ToString().ToCharArray();
    }

    [Fact]
    public void Chars_are_those_of_the_original()
    {
        int pairs = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            char[] chars = Random(new Random(seed));
            pairs += chars.Count(char.IsHighSurrogate);
            byte[] original = NrbfTests.Original(chars), ours = Nrbf.Serialize(chars);
            Assert.Equal(original, ours);
            Assert.Equal(OriginalRead<char[]>(original), Nrbf.Deserialize<char[]>(ours));
            // As records, which are nodes too, and passed over as a member that nobody has.
            Assert.Equal(chars, ((NrbfArrayRecord)Nrbf.Read(ours).Root).Items.Cast<char>());
            Assert.Equal(ours, Nrbf.RecordsFormat.WriteNode(Nrbf.RecordsFormat.ParseNode(ours)));
            Assert.Equal(new string(chars),
                string.Concat(((NodeArray)Nrbf.Format.ParseNode(ours)!).Select(static n => ((NodeValue)n!).Value)));
            object[] held = ["before", chars, chars, "behind"];
            byte[] inside = NrbfTests.Original(held);
            Assert.Equal(inside, Nrbf.Serialize(held));
            var back = (object[])Nrbf.Deserialize<object>(inside)!;
            Assert.Equal(chars, back[1]);
            Assert.Same(back[1], back[2]);
            Assert.Equal("behind", back[3]);
        }
        Assert.True(pairs > 1_000, "the generator has lost its pairs");
    }

    /// <summary>The original writes U+FFFD for a half, in silence.</summary>
    [Fact]
    public void A_half_is_refused_where_the_original_loses_it()
    {
        // Attributes are UTF-8 and have no halves.
        foreach (var (chars, at) in ((char[] Chars, int At)[])[(['a', '\uD83D', 'b'], 1), (['a', '\uD83D'], 1), (['\uDE00', '\uD83D'], 0),
            (['\uD83D', '\uDE00', '\uDE00'], 2)])
        {
            Assert.Contains('\uFFFD', OriginalRead<char[]>(NrbfTests.Original(chars)));
            var refused = Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(chars));
            Assert.Contains($"(U+{(int)chars[at]:X4}) at {at.ToString(CultureInfo.InvariantCulture)}", refused.Message,
                StringComparison.Ordinal);
        }
    }

    /// <summary>Bytes that are none, characters that are cut, and an array whose last char is the first half of one.</summary>
    [Fact]
    public void What_is_no_text_is_refused_at_its_place()
    {
        byte[] bytes = NrbfTests.Original("ab\U0001F600cd".ToCharArray());
        int first = bytes.AsSpan().IndexOf("ab"u8), length = first - 5;
        Refused(first + 2, b => b[first + 2] = 0xFF, "is not UTF-8");
        Refused(first + 3, b => b[first + 3] = (byte)'x', "is not UTF-8", first + 2);
        Refused(first + 2, b => b[length] = 3, "ends within a character that takes two");
        for (int end = first; end < bytes.Length - 1; end++)
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<char[]>(bytes.AsSpan(0, end)));

        void Refused(int at, Action<byte[]> damage, string why, int? place = null)
        {
            byte[] damaged = [.. bytes];
            damage(damaged);
            foreach (Action read in (Action[])[() => Nrbf.Deserialize<char[]>(damaged), () => Nrbf.Deserialize<object>(damaged),
                () => Nrbf.Read(damaged)])
            {
                var refused = Assert.Throws<WireFormatException>(read);
                Assert.Contains(why, refused.Message, StringComparison.Ordinal);
                Assert.Equal(place ?? at, refused.Offset);
            }
        }
    }

    /// <summary>A char that stands alone is one unit, here as there.</summary>
    [Fact]
    public void Chars_of_several_dimensions_stand_alone()
    {
        Assert.Throws<ArgumentException>(() => NrbfTests.Original(new char[,] { { '\uD83D', '\uDE00' } }));
        Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(new char[,] { { '\uD83D', '\uDE00' } }));
        Assert.Equal(NrbfTests.Original(new char[,] { { 'a', '中' } }), Nrbf.Serialize(new char[,] { { 'a', '中' } }));
    }

    /// <summary>Nulls in a row are one record in arrays of one dimension, wherever these begin; in those of several each is one.</summary>
    [Theory]
    [InlineData(0), InlineData(1), InlineData(2), InlineData(3), InlineData(7), InlineData(40)]
    public void Nulls_are_written_as_by_the_original(int behind)
    {
        foreach (int first in (int[])[-3, 1, 5])
        {
            var numbers = Array.CreateInstance(typeof(int?), [behind + 4], [first]);
            Same(numbers, static array => array.Cast<int?>());
            numbers.SetValue(5, first + 1);
            Same(numbers, static array => array.Cast<int?>());
            numbers.SetValue(6, first + 3 + behind);
            Same(numbers, static array => array.Cast<int?>());
        }
        var square = new int?[2, behind + 2];
        Same(square, static array => array.Cast<int?>());
        square[1, 1] = 4;
        Same(square, static array => array.Cast<int?>());

        static void Same<T>(Array array, Func<Array, IEnumerable<T>> items)
        {
            byte[] original = NrbfTests.Original(array);
            Assert.Equal(original, Nrbf.Serialize((object)array, s_options));
            var back = (Array)Nrbf.Deserialize<object>(original, s_options)!;
            Assert.Equal(items(array), items(back));
            Assert.Equal(array.GetLowerBound(0), back.GetLowerBound(0));
        }
    }

    [Serializable]
    public class Truths
    {
        public bool[]? Declared;
        public object? Held;
        public IList<bool>? List;
        public bool[][]? Jagged;
    }

    /// <summary>Bools go whole too; any byte but 0 is true, and becomes 1.</summary>
    [Theory]
    [InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection), InlineData(ShapeTier.Auto)]
    public void Bools_are_those_of_the_original(ShapeTier tier)
    {
        foreach (int limit in (int[])[2, 64])
            foreach (int length in (int[])[0, 1, 100, 4095, 4096, 10_000])
            {
                var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), Limits = new Limits { MaxDepth = limit } };
                var random = new Random(length);
                bool[] truths = [.. Enumerable.Range(0, length).Select(_ => random.Next(2) == 0)];
                var graph = new Truths
                { Declared = truths, Held = truths, List = (bool[])truths.Clone(), Jagged = [truths, [true], null!] };
                byte[] original = NrbfTests.Original(graph);
                Assert.Equal(original, Nrbf.Serialize(graph, options));
                var back = Nrbf.Deserialize<Truths>(original, options)!;
                Assert.Equal(truths, back.Declared);
                Assert.Same(back.Declared, back.Held);
                Assert.Same(back.Declared, back.Jagged![0]);
                Assert.Equal(truths, back.List);
                Assert.Equal([true], back.Jagged[1]);
                Assert.Equal(NrbfTests.Original(truths), Nrbf.Serialize(truths, options));
            }
        byte[] odd = NrbfTests.Original(new bool[40]);
        (odd[^2], odd[^7], odd[^30]) = (0xFF, 1, 2);
        bool[] read = Nrbf.Deserialize<bool[]>(odd, new NrbfOptions { Convention = Convention.Fields.WithTier(tier) })!;
        Assert.Equal([11, 34, 39], Enumerable.Range(0, 40).Where(i => read[i]));
        Assert.All(System.Runtime.InteropServices.MemoryMarshal.AsBytes<bool>(read).ToArray(), static b => Assert.True(b <= 1));
    }
}
