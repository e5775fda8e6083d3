using System.Buffers.Binary;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Errors of records and nodes say where: whatever a payload lacks or has instead, the error has a path, and where an object has begun the
/// path is of the member or item that could not be read.
/// </summary>
public class NrbfRecordPathTests
{
    [Serializable]
    public struct Money
    {
        public int Units;
        public decimal Amount;
        public long Tail;
    }

    [Serializable]
    public class Order
    {
        public int Id;
        public string? Name;
        public decimal Price;
        public double Weight;
        public object? Boxed;
        public Money Paid;
        public object?[]? Lines;
        public byte[]? Bytes;
    }

    static Order Sample(Random random) => new()
    {
        Id = 0x11223344,
        Name = "the name",
        Price = 1234.5678m,
        Weight = BitConverter.Int64BitsToDouble(0x0102030405060708),
        Boxed = "the box",
        Paid = new Money { Units = 0x21314151, Amount = 8765.4321m, Tail = 0x1122334455667788 },
        Lines = [null, 0x31415161, "third line", .. Enumerable.Range(0, random.Next(3)).Select(_ => (object?)null), 0x51617181],
        Bytes = [1, 2, 3, 9, 8, 7, 6, 5],
    };

    static byte[] Of(long value, int width)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        return bytes[..width];
    }

    /// <summary>Each value's bytes, which stand in the payload once, and where it is. (The array is read behind.)</summary>
    static (byte[] Bytes, string Path)[] Marks(Order order) =>
    [
        (Of(order.Id, 4), "$.Id"), ("the name"u8.ToArray(), "$.Name"), ("1234.5678"u8.ToArray(), "$.Price"),
        (Of(0x0102030405060708, 8), "$.Weight"), ("the box"u8.ToArray(), "$.Boxed"), (Of(0x21314151, 4), "$.Paid.Units"),
        ("8765.4321"u8.ToArray(), "$.Paid.Amount"), (Of(0x1122334455667788, 8), "$.Paid.Tail"), (Of(0x31415161, 4), "$[1]"),
        ("third line"u8.ToArray(), "$[2]"), (Of(0x51617181, 4), $"$[{order.Lines!.Length - 1}]"),
    ];

    static IEnumerable<Func<byte[], object?>> Ways() =>
        [static p => Walk(Nrbf.Read(p)), static p => Nrbf.Format.ParseNode(p), static p => Nrbf.RecordsFormat.ParseNode(p)];

    /// <summary>All that is in the records.</summary>
    static object Walk(NrbfDocument document)
    {
        foreach (object value in document.Objects)
            _ = value switch
            {
                NrbfClassRecord record => record.MemberNames.Select(n => record[n]).Count(),
                NrbfArrayRecord array => array.Items.Count,
                _ => 0,
            };
        return document.Root;
    }

    [Theory, InlineData(1), InlineData(2), InlineData(3)]
    public void A_payload_that_ends_says_where(int seed)
    {
        var order = Sample(new Random(seed));
        byte[] payload = NrbfTests.Original(order);
        foreach (var (bytes, path) in Marks(order))
        {
            int at = payload.AsSpan().IndexOf(bytes);
            Assert.True(at > 0, path);
            foreach (var way in Ways())
                Assert.Equal(path, Assert.Throws<WireFormatException>(() => way(payload[..(at + (bytes.Length / 2))])).Path);
            // Who reads objects is told the same.
            byte[] cut = payload[..(at + (bytes.Length / 2))];
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Order>(cut)).Path);
        }
    }

    /// <summary>What is found only when a value is asked for.</summary>
    [Fact]
    public void A_value_that_is_none_says_where()
    {
        var order = Sample(new Random(1));
        order.Lines![2] = new Money { Amount = 777.125m };
        order.Lines[1] = 999.25m;
        byte[] payload = NrbfTests.Original(order);
        foreach (var (text, path, whole) in ((string, string, string)[])[("1234.5678", "$.Price", "$.Price"),
            ("999.25", "$[1]", "$.Lines[1]"), ("777.125", "$.Amount", "$.Lines[2].Amount")])
        {
            byte[] changed = [.. payload];
            changed[changed.AsSpan().IndexOf(Encoding.ASCII.GetBytes(text)) + 1] = (byte)'x';
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Walk(Nrbf.Read(changed))).Path);
            Assert.Contains(Assert.Throws<WireFormatException>(() => Nrbf.Format.ParseNode(changed)).Path, (string[])[path, whole]);
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Nrbf.RecordsFormat.ParseNode(changed)).Path);
        }
        // Dates are looked at when they are asked for.
        order.Lines[1] = new DateTime(0x0102030405060708);
        order.Boxed = new DateTime(0x0102030405060709);
        payload = NrbfTests.Original(order);
        foreach (var (ticks, path) in ((long, string)[])[(0x0102030405060708, "$[1]"), (0x0102030405060709, "$.Boxed")])
        {
            byte[] changed = [.. payload];
            // The last of them: the weight has the bytes of the first.
            changed[changed.AsSpan().LastIndexOf(Of(ticks, 8)) + 7] = 0x3F;
            foreach (var way in Ways())
                Assert.Equal(path, Assert.Throws<WireFormatException>(() => way(changed)).Path);
        }
    }

    [Fact]
    public void Nodes_that_nest_too_deep_say_where()
    {
        object?[] inner = ["x"];
        for (int i = 0; i < 80; i++)
            inner = [null, inner];
        string path = Assert.Throws<WireFormatException>(() => Nrbf.Format.ParseNode(Nrbf.Serialize(inner))).Path!;
        Assert.StartsWith("$[1][1][1][1]", path, StringComparison.Ordinal);
        Assert.Equal(64, path.Count(static c => c == '['));
    }

    /// <summary>Every prefix, and bytes that were changed.</summary>
    [Theory, InlineData(1), InlineData(2)]
    public void Every_error_has_a_path(int seed)
    {
        var random = new Random(seed);
        byte[] payload = NrbfTests.Original(new object?[] { Sample(random), new List<string> { "a" }, new Order { Boxed = new Money() } });
        int errors = 0;
        for (int i = 0; i < payload.Length + 6000; i++)
        {
            byte[] changed = i < payload.Length ? payload[..i] : [.. payload];
            if (i >= payload.Length)
                for (int change = random.Next(1, 4); change > 0; change--)
                    changed[random.Next(17, changed.Length)] = (byte)random.Next(random.Next(2) == 0 ? 24 : 256);
            foreach (var way in Ways())
                try
                {
                    way(changed);
                }
                catch (WireFormatException e)
                {
                    errors++;
                    Assert.StartsWith("$", e.Path ?? e.Message, StringComparison.Ordinal);
                }
        }
        Assert.True(errors > 2000, $"{errors} errors.");
    }

    [Serializable]
    public class Deep
    {
        public object? A;
    }

    /// <summary>A class is told once, and its name may stand in each of a hundred steps: 1 MB of payload made a path of 200 MB.</summary>
    [Fact]
    public void A_long_name_does_not_fill_the_path()
    {
        Deep root = new();
        for (int i = 0; i < 150; i++)
            root = new Deep { A = root };
        byte[] payload = Nrbf.Serialize(root);
        // The member's name, 1 byte of length and 1 of text, becomes one of 100,000: of each class that is told here there is one.
        int at = payload.AsSpan().IndexOf("\u0001A"u8);
        byte[] name = [0xA0, 0x8D, 0x06, .. Enumerable.Repeat((byte)'n', 100_000)];
        payload = [.. payload[..at], .. name, .. payload[(at + 2)..^20], 77];
        foreach (var read in new Action[]
        {
            () => Nrbf.Read(payload), () => Nrbf.Format.ParseNode(payload),
            () => Nrbf.Deserialize<Deep>(payload, new NrbfOptions { KnownTypes = [typeof(Deep)] }),
        })
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            var error = Assert.Throws<WireFormatException>(read);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
            Assert.InRange(error.Message.Length, 1, 50_000);
        }
    }
}
