using System.Collections.Immutable;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Fields in any order and number: collections add up, messages merge, scalars are replaced; in linear time.</summary>
public class ProtobufPieces
{
    [ProtoContract]
    public class Many
    {
        [ProtoMember(1)]
        public List<int>? List { get; set; }

        [ProtoMember(2)]
        public int[]? Array { get; set; }

        [ProtoMember(3)]
        public ImmutableList<int>? Immutable { get; set; }

        [ProtoMember(4)]
        public ImmutableArray<int> Struct { get; set; }

        [ProtoMember(5)]
        public Dictionary<int, int>? Map { get; set; }

        [ProtoMember(6)]
        public Stack<int>? Stack { get; set; }

        [ProtoMember(7)]
        public HashSet<int> Set { get; } = [];

        [ProtoMember(8)]
        public Many? Inner { get; set; }

        [ProtoMember(9)]
        public int Scalar { get; set; }

        [ProtoMember(10)]
        public int[][]? Jagged { get; set; }
    }

    [Fact]
    public void Pieces_of_collections_add_up()
    {
        Reads("0801 4801 0802 4802 0803", new Many { List = [1, 2, 3], Scalar = 2, Struct = [] });
        Reads("1001 4801 1002 4802 1003 1004 4803 1005", new Many { Array = [1, 2, 3, 4, 5], Scalar = 3, Struct = [] });
        Reads("1001 4801 12020203 4802 1004", new Many { Array = [1, 2, 3, 4], Scalar = 2, Struct = [] });
        Reads("1801 4801 1802 1803 4802 1804", new Many { Immutable = [1, 2, 3, 4], Scalar = 2, Struct = [] });
        Reads("2001 4801 2002 2003 4802 2004", new Many { Struct = [1, 2, 3, 4], Scalar = 2 });
        Reads("2A0408011001 4801 2A0408021002 2A0408011003", new Many { Map = new() { [1] = 3, [2] = 2 }, Scalar = 1, Struct = [] });
        Reads("1001 1801 1002 1802 1003 1803", new Many { Array = [1, 2, 3], Immutable = [1, 2, 3], Struct = [] });
        Reads("52020801 4801 520408020803", new Many { Jagged = [[1], [2, 3]], Scalar = 1, Struct = [] });
    }

    [Fact]
    public void Messages_merge()
    {
        Reads("42020801 4801 42020802", new Many { Inner = new() { List = [1, 2], Struct = [] }, Scalar = 1, Struct = [] });
        Reads("42021001 4801 42021002 42041003 4805",
            new Many { Inner = new() { Array = [1, 2, 3], Scalar = 5, Struct = [] }, Scalar = 1, Struct = [] });
        Reads("42044202 1001 4801 4206 4804 42021002",
            new Many { Inner = new() { Inner = new() { Array = [1, 2], Struct = [] }, Scalar = 4, Struct = [] }, Scalar = 1, Struct = [] });
        Reads("43 1001 44 4801 4202 1002", new Many { Inner = new() { Array = [1, 2], Struct = [] }, Scalar = 1, Struct = [] });
    }

    [ProtoContract]
    public struct Point
    {
        [ProtoMember(1)]
        public int X;

        [ProtoMember(2)]
        public int Y;
    }

    [ProtoContract]
    public record Record([property: ProtoMember(1)] int X, [property: ProtoMember(2)] int Y, [property: ProtoMember(3)] int[]? Items);

    [ProtoContract]
    public class Holders
    {
        [ProtoMember(1)]
        public Point Point { get; set; }

        [ProtoMember(2)]
        public Point? Nullable { get; set; }

        [ProtoMember(3)]
        public Record? Record { get; set; }

        [ProtoMember(4)]
        public (int A, int B) Tuple { get; set; }

        [ProtoMember(5)]
        public KeyValuePair<int, int> Pair { get; set; }

        [ProtoMember(6)]
        public int Scalar { get; set; }

        [ProtoMember(7)]
        public readonly int[]? Fixed;

        public Holders()
        {
        }

        public Holders(int[] items) => Fixed = items;
    }

    [Fact]
    public void Structs_records_and_tuples_merge()
    {
        Reads("0A020801 3001 0A021002", new Holders { Point = new() { X = 1, Y = 2 }, Scalar = 1 });
        Reads("12020801 3001 12021002", new Holders { Nullable = new() { X = 1, Y = 2 }, Scalar = 1 });
        Reads("1A020801 3001 1A021002 1A021803 3002 1A021804", new Holders { Record = new(1, 2, [3, 4]), Scalar = 2 });
        Reads("22020801 3001 22021002", new Holders { Tuple = (1, 2), Scalar = 1 });
        Reads("2A020801 3001 2A021002", new Holders { Pair = new(1, 2), Scalar = 1 });
        Reads("3801 3001 3802", new Holders([1, 2]) { Scalar = 1 });
        Reads("0801 1801 1002 1802", new Record(1, 2, [1, 2]));
    }

    [Fact]
    public void Filling_merges_into_what_is_there()
    {
        foreach (var tier in Tiers())
        {
            var target = new Many { List = [1], Array = [1], Struct = [1], Scalar = 1, Inner = new() { Scalar = 1, List = [7] } };
            Assert.Same(target, Protobuf.Fill(target, FromHex("0802 1002 2002 42020808"), tier));
            Assert.Equal([1, 2], target.List);
            Assert.Equal([1, 2], target.Array);
            Assert.Equal([1, 2], target.Struct);
            Assert.Equal([7, 8], target.Inner.List);
            Assert.Equal(1, target.Inner.Scalar);
        }
    }

    [ProtoContract]
    public class Fixed
    {
        [ProtoMember(1)] public int X { get; }
        [ProtoMember(2)] public int Y { get; }

        [Creator]
        public Fixed(int x, int y) => (X, Y) = (x, y);
    }

    [ProtoContract, ProtoInclude(5, typeof(Dog))]
    public class Animal
    {
        [ProtoMember(1)] public int Age { get; set; }
    }

    [ProtoContract]
    public class Dog : Animal
    {
        [ProtoMember(1)] public int Bark { get; set; }
    }

    [ProtoContract]
    public class Zoo
    {
        [ProtoMember(1)] public Fixed? Fixed { get; set; }
        [ProtoMember(2)] public Animal? Animal { get; set; }
        [ProtoMember(3)] public Point Point { get; set; }
        [ProtoMember(4)] public Point? Maybe { get; set; }
        [ProtoMember(5)] public Record? Record { get; set; }
        [ProtoMember(6)] public (int A, int B) Tuple { get; set; }
    }

    [Fact]
    public void A_layer_in_one_of_several_pieces_is_read()
    {
        Reads("12022A00 12020805", new Zoo { Animal = new Dog { Age = 5 } });
        Reads("12020805 12042A020801 12020806 12042A020802", new Zoo { Animal = new Dog { Age = 6, Bark = 2 } });
    }

    [Fact]
    public void Filling_merges_messages_of_every_kind()
    {
        foreach (var tier in Tiers())
        {
            var zoo = new Zoo
            {
                Fixed = new(1, 2),
                Animal = new Dog { Age = 1, Bark = 2 },
                Point = new() { X = 1, Y = 2 },
                Maybe = new() { X = 1, Y = 2 },
                Record = new(1, 2, [3]),
                Tuple = (1, 2)
            };
            var dog = zoo.Animal;
            Protobuf.Fill(zoo, FromHex("0A020805 12022A00 12020805 1A020805 22020805 2A020805 32020805"), tier);
            Assert.Equal((5, 2), (zoo.Point.X, zoo.Point.Y));
            Assert.Equal((5, 2), (zoo.Record!.X, zoo.Record.Y));
            Assert.Equal((5, 2), zoo.Tuple);
            Assert.Equal("(5, 2) (5, 2) (5, 2) True",
                $"{(zoo.Maybe!.Value.X, zoo.Maybe.Value.Y)} {(zoo.Fixed!.X, zoo.Fixed.Y)} {(zoo.Animal.Age, ((Dog)zoo.Animal).Bark)} {ReferenceEquals(dog, zoo.Animal)}");
        }
    }

    [ProtoContract]
    public class Overwriting
    {
        [ProtoMember(1, OverwriteList = true)]
        public List<int> List { get; set; } = [9];

        [ProtoMember(2)]
        public List<int> Added { get; set; } = [9];

        [ProtoMember(3, OverwriteList = true)]
        public int[] Array { get; set; } = [9];

        [ProtoMember(4)]
        public int Scalar { get; set; }
    }

    [Fact]
    public void Overwriting_replaces_what_was_there_with_all_pieces() =>
        Reads("0801 1001 1801 2001 0802 1002 1802", new Overwriting { List = [1, 2], Added = [9, 1, 2], Array = [1, 2], Scalar = 1 });

    /// <summary>Each of these would take minutes if every piece were joined to all before it.</summary>
    [Fact]
    public void A_hundred_thousand_pieces_are_read_in_linear_time()
    {
        byte[] arrays = [.. Enumerable.Range(0, 100_000).SelectMany(_ => FromHex("1001 4801"))];
        byte[] nested = [.. Enumerable.Range(0, 100_000).SelectMany(_ => FromHex("42021001 4801"))];
        byte[] deeper = [.. Enumerable.Range(0, 100_000).SelectMany(_ => FromHex("420442021001 4801"))];
        byte[] unknown = [.. Enumerable.Range(0, 100_000).SelectMany(_ => FromHex("0801 8002 01"))];
        long start = Environment.TickCount64;
        Assert.Equal(100_000, Protobuf.Deserialize<Many>(arrays).Array!.Length);
        Assert.Equal(100_000, Protobuf.Deserialize<Many>(nested).Inner!.Array!.Length);
        Assert.Equal(100_000, Protobuf.Deserialize<Many>(deeper).Inner!.Inner!.Array!.Length);
        Assert.Equal(100_000, Protobuf.Deserialize<Many>(unknown).List!.Count);
        Assert.InRange(Environment.TickCount64 - start, 0, 5000);
    }

    [ProtoContract]
    public class WrappedBetween
    {
        [ProtoMember(1), NullWrappedValue] public int? First { get; set; }
        [ProtoMember(2)] public string? Second { get; set; }
        [ProtoMember(3), NullWrappedValue] public int? Third { get; set; }
        [ProtoMember(4)] public int Fourth { get; set; }
    }

    [Fact]
    public void What_follows_a_wrapped_value_is_read()
    {
        foreach (var options in ProtobufCheck.Tiers())
        {
            var value = Protobuf.Deserialize<WrappedBetween>(
                Convert.FromHexString("0A020805" + "120161" + "1A040806" + "1001" + "2007"), options);
            Assert.Equal((5, "a", 6, 7), (value.First, value.Second, value.Third, value.Fourth));
        }
    }

    /// <summary>Collections behind interfaces that take no items, or none by that interface; the array says what they hold.</summary>
    [ProtoContract]
    public class Behind
    {
        [ProtoMember(1)] public int[] Array { get; set; } = [7, 8];
        [ProtoMember(2)] public IList<int> Fixed { get; set; } = new[] { 7, 8 };
        [ProtoMember(3)] public ICollection<int> ReadOnly { get; set; } = new List<int> { 7, 8 }.AsReadOnly();
        [ProtoMember(4)] public IReadOnlyList<int> Other { get; set; } = new System.Collections.ObjectModel.Collection<int> { 7, 8 };
        [ProtoMember(5)] public IReadOnlyCollection<int> Immutable { get; set; } = ImmutableArray.Create(7, 8);
        [ProtoMember(6)] public IEnumerable<int> Linked { get; set; } = new LinkedList<int>([7, 8]);
        [ProtoMember(7)] public IList<int> Grows { get; set; } = new System.Collections.ObjectModel.Collection<int> { 7, 8 };
        [ProtoMember(8)] public IList<int> List { get; set; } = new List<int> { 7, 8 };
        [ProtoMember(9)] public ISet<int> Set { get; set; } = ImmutableHashSet.Create(7, 8);
        [ProtoMember(10)] public IReadOnlyDictionary<int, int> Map { get; set; } = ImmutableDictionary<int, int>.Empty.Add(7, 1).Add(8, 2);
        [ProtoMember(11)]
        public IDictionary<int, int> Entries { get; set; } =
            new System.Collections.ObjectModel.ReadOnlyDictionary<int, int>(new Dictionary<int, int> { [7] = 1, [8] = 2 });
        [ProtoMember(12)] public IEnumerable<int> Endless { get; set; } = Numbers();
        [ProtoMember(13)] public int Scalar { get; set; }

        static IEnumerable<int> Numbers()
        {
            for (int i = 0; ; i++)
                yield return i;
        }
    }

    [Fact]
    public void What_is_behind_an_interface_holds_what_an_array_would()
    {
        var random = new Random(11);
        foreach (var tier in Tiers())
            for (int round = 0; round < 40; round++)
            {
                // Pieces of one, two or several items, packed or not, with others between them.
                var payload = new List<byte>();
                for (int pieces = random.Next(4); pieces > 0; pieces--)
                {
                    byte[] items = [.. Enumerable.Range(0, random.Next(3)).Select(_ => (byte)random.Next(12))];
                    bool packed = random.Next(2) == 0;
                    foreach (int field in Enumerable.Range(1, 9))
                        payload.AddRange(packed ? [(byte)(field << 3 | 2), (byte)items.Length, .. items]
                            : items.SelectMany(i => new[] { (byte)(field << 3), i }));
                    foreach (int field in new[] { 10, 11 })
                        payload.AddRange(items.SelectMany(i => new[] { (byte)(field << 3 | 2), (byte)4, (byte)8, i, (byte)16, i }));
                    payload.AddRange([104, 1]);
                }
                var fresh = Protobuf.Deserialize<Behind>([.. payload], tier)!;
                foreach (var back in new[] { fresh, Protobuf.Fill(new Behind(), [.. payload], tier) })
                {
                    foreach (var list in new IEnumerable<int>[] { back.Fixed, back.ReadOnly, back.Other, back.Immutable, back.Linked,
                        back.Grows, back.List })
                        Assert.Equal(back.Array, list);
                    Assert.Equal(back.Array.Distinct().Order(), back.Set.Order());
                    var map = new SortedDictionary<int, int> { [7] = 1, [8] = 2 };
                    foreach (int item in back.Array.Skip(2))
                        map[item] = item;
                    Assert.Equal(map, new SortedDictionary<int, int>(back.Map.ToDictionary()));
                    Assert.Equal(map, new SortedDictionary<int, int>(back.Entries));
                }
                Assert.IsType<System.Collections.ObjectModel.Collection<int>>(fresh.Grows);
            }
    }

    /// <summary>What tells no count may never end: it is replaced, as ever.</summary>
    [Fact]
    public void What_is_endless_is_replaced()
    {
        foreach (var tier in Tiers())
            Assert.Equal([1, 2], Protobuf.Deserialize<Behind>(FromHex("6001 6801 6002"), tier)!.Endless);
    }

    /// <summary>The bytes that a stream has given so far depend on its buffer, and say nothing of the input.</summary>
    [Fact]
    public void A_length_beyond_arrays_is_told_alike_of_bytes_and_streams()
    {
        byte[] payload = FromHex("6801 0A FFFFFFFF0F 0102");
        string text = Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Behind>(payload)).Message;
        Assert.Contains("4294967295", text, StringComparison.Ordinal);
        Assert.Equal(text,
            Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Behind>(new MemoryStream(payload))).Message);
        Assert.Equal(text, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Behind>(
            new MemoryStream([.. payload, .. new byte[100_000]]))).Message);
    }
}
