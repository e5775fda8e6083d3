using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Data;
using System.Numerics;
using System.Xml.Serialization;

namespace Isomer.Tests.Safety;

/// <summary>Types that hostile input is read as.</summary>
public static class CostTypes
{
    public sealed class Empty;

    public sealed class Chain
    {
        public Chain? Next { get; set; }
    }

    public sealed class Any
    {
        public int A { get; set; }

        public string? S { get; set; }

        public List<int>? L { get; set; }

        public List<Any>? Items { get; set; }

        public BigInteger B { get; set; }

        public decimal M { get; set; }

        public double D { get; set; }

        public DateTime T { get; set; }

        public byte[]? Bytes { get; set; }

        [XmlIgnore]
        public Dictionary<string, int>? Map { get; set; }

        public object? O { get; set; }
    }

    /// <summary>The same without what XmlSerializer has no form for.</summary>
    public sealed class Doc
    {
        public int A { get; set; }

        public string? S { get; set; }

        public List<int>? L { get; set; }

        public List<Doc>? Items { get; set; }

        public decimal M { get; set; }

        public double D { get; set; }

        public DateTime T { get; set; }

        public byte[]? Bytes { get; set; }

        public object? O { get; set; }
    }

    [ProtobufContract]
    public sealed class Message
    {
        [ProtobufMember(1)]
        public int A { get; set; }

        [ProtobufMember(4)]
        public List<Message>? Items { get; set; }
    }

    public sealed class Nothing
    {
        public int Zero { get; set; }
    }

    public sealed class Holder<T>
    {
        public T? Value { get; set; }

        public int After { get; set; }
    }

    public sealed class Wide
    {
        public int A1 { get; set; }
        public int A2 { get; set; }
        public int A3 { get; set; }
        public int A4 { get; set; }
        public int? A5 { get; set; }
        public string? A6 { get; set; }
        public long A7 { get; set; }
        public double A8 { get; set; }
    }

    static readonly Chain s_chain = Deep(20);

    static Chain Deep(int levels) => levels == 0 ? new Chain() : new Chain { Next = Deep(levels - 1) };

    /// <summary>Every value as an attack on a format: read as what it is, as nodes, and passed over where another type stands.</summary>
    public static IEnumerable<Attack> Of(Format format)
    {
        IEnumerable<Attack>[] all =
        [
            Value<List<List<int>>>("empty lists", n => [.. Enumerable.Range(0, n).Select(_ => new List<int>())]),
            Value<int[][]>("empty arrays", n => [.. Enumerable.Range(0, n).Select(_ => Array.Empty<int>())]),
            Value<List<Empty>>("empty objects", n => [.. Enumerable.Range(0, n).Select(_ => new Empty())]),
            Value<List<Wide>>("wide objects of nothing", n => [.. Enumerable.Range(0, n).Select(_ => new Wide())]),
            Value<List<Chain>>("chains", n => [.. Enumerable.Repeat(s_chain, n)]),
            Value<List<Dictionary<string, int>>>("empty maps", n => [.. Enumerable.Range(0, n).Select(_ => new Dictionary<string, int>())]),
            Value<List<HashSet<int>>>("empty sets", n => [.. Enumerable.Range(0, n).Select(_ => new HashSet<int>())]),
            Value<List<LinkedList<int>>>("empty linked lists", n => [.. Enumerable.Range(0, n).Select(_ => new LinkedList<int>())]),
            Value<List<ImmutableList<int>>>("empty immutable lists",
                n => [.. Enumerable.Range(0, n).Select(_ => ImmutableList<int>.Empty)]),
            Value<Dictionary<string, int>>("names", n => Enumerable.Range(0, n).ToDictionary(i => "k" + i, i => i)),
            Value<SortedDictionary<string, int>>("sorted names", n => new(Enumerable.Range(0, n).ToDictionary(i => "k" + i, i => i))),
            Value<SortedList<int, int>>("sorted numbers", n => new(Enumerable.Range(0, n).ToDictionary(i => i, i => i))),
            Value<Dictionary<long, byte>>("colliding keys",
                n => Enumerable.Range(1, n).ToDictionary(i => ((long)i << 32) | (uint)i, i => (byte)1)),
            Value<HashSet<long>>("colliding items", n => [.. Enumerable.Range(1, n).Select(i => ((long)i << 32) | (uint)i)]),
            Value<ImmutableHashSet<long>>("numbers of an immutable set", n => [.. Enumerable.Range(1, n).Select(i => (long)i)]),
            Value<ImmutableList<int>>("an immutable list", n => [.. Enumerable.Range(1, n)]),
            Value<ImmutableDictionary<int, int>>("an immutable map", n => Enumerable.Range(0, n).ToImmutableDictionary(i => i, i => i)),
            Value<List<string?>>("nulls", n => [.. Enumerable.Repeat<string?>(null, n)]),
            Value<List<string>>("short texts", n => [.. Enumerable.Range(0, n).Select(i => "a")]),
            Value<string>("a long text", n => new string('a', n)),
            Value<string>("a long text of other scripts", n => new string('я', n)),
            Value<string>("a long text of controls", n => new string('\u0001', n)),
            Value<BigInteger>("a long number", n => BigInteger.Pow(10, n)),
            Value<List<BigInteger>>("big numbers", n => [.. Enumerable.Range(0, n).Select(i => (BigInteger)i)]),
            Value<List<bool>>("truths", n => [.. Enumerable.Repeat(true, n)]),
            Value<List<int?>>("optional numbers", n => [.. Enumerable.Range(0, n).Select(i => i % 2 == 0 ? (int?)null : i)]),
            Value<List<long>>("numbers", n => [.. Enumerable.Range(0, n).Select(i => (long)i)]),
            Value<List<double>>("fractions", n => [.. Enumerable.Range(0, n).Select(i => i / 3.0)]),
            Value<List<decimal>>("decimals", n => [.. Enumerable.Range(0, n).Select(i => (decimal)(i % 10))]),
            Value<List<DateTime>>("dates", n => [.. Enumerable.Range(0, n).Select(i => DateTime.UnixEpoch.AddDays(i))]),
            Value<List<TimeSpan>>("times", n => [.. Enumerable.Range(0, n).Select(i => TimeSpan.FromSeconds(i))]),
            Value<byte[]>("bytes", n => new byte[n]),
            Value<List<byte[]>>("empty bytes", n => [.. Enumerable.Range(0, n).Select(_ => Array.Empty<byte>())]),
            Value<object[]>("objects of numbers", n => [.. Enumerable.Range(0, n).Select(i => (object)i)]),
            Value<List<KeyValuePair<int, int>>>("pairs", n => [.. Enumerable.Range(0, n).Select(i => new KeyValuePair<int, int>(i, i))]),
            Value<(int, string)[]>("tuples", n => [.. Enumerable.Range(0, n).Select(i => (i, "a"))]),
            Value<Uri[]>("addresses", n => [.. Enumerable.Range(0, n).Select(i => new Uri("http://a/" + i))]),
            Value<Version[]>("versions", n => [.. Enumerable.Range(0, n).Select(i => new Version(1, 2))]),
            Value<DataTable>("a long table", n => Table(2, n)),
        ];
        return all.SelectMany(a => a);

        IEnumerable<Attack> Value<T>(string name, Func<int, T> make)
        {
            byte[] bytes(int size, Func<int, byte[]> write)
            {
                const int Few = 500;
                double each = Math.Max(write(Few).Length / (double)Few, 0.1);
                return write((int)(size / each));
            }
            yield return new Attack($"{format}: {name}", n => bytes(n, k => format.Serialize(make(k))), b => format.Deserialize<T>(b));
            yield return new Attack($"{format}: {name}, passed over",
                n => bytes(n, k => format.Serialize(new Holder<T> { Value = make(k) })), b => format.Deserialize<Nothing>(b));
            if ((format.Features & FormatFeatures.ReadsNodes) != 0)
                yield return new Attack($"{format}: {name}, as nodes", n => bytes(n, k => format.Serialize(make(k))),
                    b => format.ParseNode(b));
        }
    }

    public static DataTable Table(int columns, int rows)
    {
        var table = new DataTable("T");
        for (int i = 0; i < columns; i++)
            table.Columns.Add("c" + i, typeof(int));
        for (int i = 0; i < rows; i++)
            table.Rows.Add([.. Enumerable.Range(0, columns).Select(c => (object)(i + c))]);
        return table;
    }
}
