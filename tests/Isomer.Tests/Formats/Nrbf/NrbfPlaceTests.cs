using System.Globalization;
using System.Runtime.Serialization;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the marks of an older age are what is tested

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Boxes that several places share, in random order: entries and fields that are declared as object, ValueType, an interface, the box's own
/// type, and items of arrays of these. Whether a box stands in its place or is referred to depends on the place, and on what was met just
/// before it.
/// </summary>
public class NrbfPlaceTests(ITestOutputHelper output)
{
    public interface IMark;

    [Serializable]
    public struct Spot : IMark
    {
        public int X;
        public object? Held;
        public ValueType? Value;
        public IMark? Mark;
    }

    [Serializable]
    public struct Dot : IMark
    {
        public short Y;
    }

    [Serializable]
    public class Fields : IMark
    {
        public object? A;
        public ValueType? B;
        public IMark? C;
        public Enum? D;
        public IComparable? E;
        public object? F;
        public ValueType? G;
        public IMark? H;
    }

    /// <summary>Adds what it is told to, as the type that it is told.</summary>
    [Serializable]
    public class Entries : ISerializable, IMark
    {
        public Entries()
        {
        }

        Entries(SerializationInfo info, StreamingContext context)
        {
            foreach (var entry in info)
                All.Add((entry.ObjectType, entry.Value));
        }

        public List<(Type Type, object? Value)> All { get; } = [];

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            foreach (var (i, (type, value)) in All.Index())
                info.AddValue("e" + i.ToString(CultureInfo.InvariantCulture), value, type);
        }
    }

    /// <summary>A struct of entries.</summary>
    [Serializable]
    public readonly struct Entry : ISerializable, IMark
    {
        readonly Type _as;

        public Entry(object? held, Type type) => (Held, _as) = (held, type);

        Entry(SerializationInfo info, StreamingContext context) => (Held, _as) = (info.GetValue("held", typeof(object)), typeof(object));

        public object? Held { get; }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("held", Held, _as);
    }

    static readonly NrbfOptions s_options = new()
    {
        KnownTypes = [typeof(Spot), typeof(Dot), typeof(Fields), typeof(Entries), typeof(Entry), typeof(IMark), typeof(DayOfWeek),
            typeof(KeyValuePair<string, int>)]
    };

    /// <summary>
    /// The bytes are BinaryFormatter's, and what is read is what was written. (BinaryFormatter itself reads null behind a struct in its
    /// place as the value before it.)
    /// </summary>
    [Theory]
    [InlineData(ShapeTier.Emitted, 0)]
    [InlineData(ShapeTier.Reflection, 100_000)]
    [InlineData(ShapeTier.Auto, 200_000)]
    public void Boxes_stand_or_are_referred_to_as_in_the_original(ShapeTier tier, int from)
    {
        var options = s_options with { Convention = Convention.Fields.WithTier(tier) };
        int again = 0, inPlace = 0;
        for (int seed = from; seed < from + 2_000; seed++)
        {
            var places = new Places(seed);
            object graph = places.Graph();
            byte[] original = NrbfTests.Original(graph), ours = Nrbf.Serialize(graph, options);
            Assert.True(original.AsSpan().SequenceEqual(ours),
                $"seed {seed}: first difference at {original.AsSpan().CommonPrefixLength(ours)} of {original.Length} and {ours.Length}\n{Convert.ToHexString(original)}\n{Convert.ToHexString(ours)}");
            again += places.Again;
            inPlace += places.Shared;
            Assert.Equal(Text(graph), Text(Nrbf.Deserialize<object>(ours, options)));
        }
        output.WriteLine($"{again} boxes right behind an entry of the same one, {inPlace} shared");
        Assert.True(again > 500 && inPlace > 2_000, "the generator has lost its cases");
    }

    /// <summary>All values, whichever of them are one object.</summary>
    static string Text(object? value) => value switch
    {
        null => "null",
        Array items => $"[{string.Join(", ", items.Cast<object?>().Select(Text))}]",
        Fields f => $"({Text(f.A)}, {Text(f.B)}, {Text(f.C)}, {Text(f.D)}, {Text(f.E)}, {Text(f.F)}, {Text(f.G)}, {Text(f.H)})",
        Entries e => $"{{{string.Join(", ", e.All.Select(static e => Text(e.Value)))}}}",
        Spot s => $"<{s.X}, {Text(s.Held)}, {Text(s.Value)}, {Text(s.Mark)}>",
        Dot d => $".{d.Y}",
        Entry e => $"entry {Text(e.Held)}",
        _ => string.Create(CultureInfo.InvariantCulture, $"{value.GetType().Name} {value}"),
    };

    /// <summary>SOAP writes structs where they stand, whatever was met before.</summary>
    [Fact]
    public void Envelopes_have_boxes_in_their_place()
    {
        object box = new Dot { Y = 7 };
        var graph = new Entries { All = { (typeof(object), box), (typeof(ValueType), box), (typeof(IMark), box) } };
        var options = new SoapOptions { KnownTypes = s_options.KnownTypes };
        var back = Soap.Deserialize<Entries>(Soap.Serialize(graph, options), options)!;
        Assert.Equal([new Dot { Y = 7 }, new Dot { Y = 7 }, new Dot { Y = 7 }], back.All.Select(static e => e.Value));
    }

    /// <summary>A graph of a seed.</summary>
    sealed class Places(int seed)
    {
        readonly Random _random = new(seed);
        readonly List<object> _boxes = [];
        object? _last;

        /// <summary>How often a place that is not declared as object has the box of the one before it.</summary>
        public int Again { get; private set; }

        /// <summary>How often a box was taken that was there.</summary>
        public int Shared { get; private set; }

        public object Graph()
        {
            var all = new object[1 + _random.Next(4)];
            for (int i = 0; i < all.Length; i++)
                all[i] = _random.Next(8) switch
                {
                    0 => new object?[] { Box(typeof(object), 0), Box(typeof(object), 0), Box(typeof(object), 0) },
                    1 => new IMark?[] { (IMark?)Box(typeof(IMark), 0), (IMark?)Box(typeof(IMark), 0), (IMark?)Box(typeof(IMark), 0) },
                    2 or 3 => Filled(),
                    4 => Box(typeof(IMark), 0) ?? "none",
                    _ => Told(),
                };
            return _random.Next(3) == 0 ? all[0] : all;
        }

        Fields Filled() => new()
        {
            A = Box(typeof(object), 0),
            B = (ValueType?)Box(typeof(ValueType), 0),
            C = (IMark?)Box(typeof(IMark), 0),
            D = (Enum?)Box(typeof(Enum), 0),
            E = (IComparable?)Box(typeof(IComparable), 0),
            F = Box(typeof(object), 0),
            G = (ValueType?)Box(typeof(ValueType), 0),
            H = (IMark?)Box(typeof(IMark), 0),
        };

        Entries Told()
        {
            var entries = new Entries();
            for (int i = _random.Next(1, 8); i > 0; i--)
            {
                var type = _random.Next(6) switch
                {
                    0 or 1 => typeof(object),
                    2 => typeof(ValueType),
                    3 => typeof(IMark),
                    4 => typeof(IComparable),
                    _ => typeof(Enum)
                };
                object? box = Box(type, 0);
                // The type of the box itself, too.
                if (box is not null && _random.Next(6) == 0)
                    type = box.GetType();
                entries.All.Add((type, box));
            }
            return entries;
        }

        Entry Told(int depth)
        {
            object? held = Box(typeof(object), depth + 1);
            return new Entry(held, held is ValueType && _random.Next(2) == 0 ? typeof(ValueType) : typeof(object));
        }

        /// <summary>A box that such a place takes: the one before it, one that was made for another place, or a new one.</summary>
        object? Box(Type declared, int depth)
        {
            int choice = _random.Next(10);
            if (choice == 0)
                return _last = null;
            if (choice < 6)
            {
                // What holds others is not taken into others without end.
                object? known = choice < 4 && declared.IsInstanceOfType(_last) && (depth == 0 || _last is not (Spot or Entry)) ? _last
                    : _boxes.Where(b => declared.IsInstanceOfType(b) && (depth == 0 || b is not (Spot or Entry)))
                        .OrderBy(_ => _random.Next()).FirstOrDefault();
                if (known is not null)
                {
                    Shared++;
                    if (declared != typeof(object) && ReferenceEquals(known, _last))
                        Again++;
                    return _last = known;
                }
            }
            object made = New(declared, depth);
            _boxes.Add(made);
            return _last = made;
        }

        object New(Type declared, int depth)
        {
            if (declared == typeof(Enum))
                return _random.Next(2) == 0 ? DayOfWeek.Monday : DayOfWeek.Friday;
            if (declared == typeof(IComparable))
                return _random.Next(5) switch { 0 => Guid.Empty, 1 => 5, 2 => DayOfWeek.Sunday, 3 => 1.5m, _ => new DateTime(2020, 1, 2) };
            if (declared == typeof(IMark) || _random.Next(2) == 0)
                return _random.Next(depth > 2 ? 1 : 4) switch
                {
                    0 => new Dot { Y = (short)_random.Next(100) },
                    1 => Told(depth),
                    _ => new Spot
                    {
                        X = _random.Next(100),
                        Held = Box(typeof(object), depth + 1),
                        Value = (ValueType?)Box(typeof(ValueType), depth + 1),
                        Mark = (IMark?)Box(typeof(IMark), depth + 1)
                    },
                };
            return _random.Next(4) switch
            {
                0 => new KeyValuePair<string, int>("k", 1),
                1 => Guid.Empty,
                2 => DayOfWeek.Monday,
                _ => new DateTime(2021, 3, 4)
            };
        }
    }
}
