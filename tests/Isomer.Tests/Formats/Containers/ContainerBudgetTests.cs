using System.Collections;
using System.Resources;
using System.Resources.Extensions;
using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter's bytes are what this is about

namespace Isomer.Tests.Formats.Containers;

/// <summary>
/// Payloads within resources, view states and sessions cost what the container is worth, however many they are: parts that many collections
/// name, nulls of runs, one payload after the other.
/// </summary>
public class ContainerBudgetTests
{
    static byte[] Written(Action<BinaryWriter> write)
    {
        var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        write(writer);
        writer.Flush();
        return stream.ToArray();
    }

    static byte[] Resources(byte[][] payloads)
    {
        var stream = new MemoryStream();
        using var writer = new ResourceWriter(stream);
        for (int i = 0; i < payloads.Length; i++)
            writer.AddResourceData("e" + i, "Shop.Order, Shop", payloads[i]);
        writer.Generate();
        return stream.ToArray();
    }

    static byte[] Extensions(byte[][] payloads)
    {
        var stream = new MemoryStream();
        using var writer = new PreserializedResourceWriter(stream);
        for (int i = 0; i < payloads.Length; i++)
            writer.AddBinaryFormattedResource("e" + i, payloads[i], "Shop.Order, Shop");
        writer.Generate();
        return stream.ToArray();
    }

    static byte[] Resx(byte[][] payloads) => Encoding.UTF8.GetBytes("<root><resheader name=\"resmimetype\"/>"
        + string.Concat(
            payloads.Select(
                (p, i) =>
                    $"<data name=\"e{i}\" mimetype=\"application/x-microsoft.net.object.binary.base64\"><value>{Convert.ToBase64String(p)}</value></data>"))
                        + "</root>");

    static byte[] ViewState(byte[][] payloads) => Written(w =>
    {
        // An ArrayList of payloads of BinaryFormatter.
        w.Write((byte[])[0xFF, 1, 22]);
        w.Write7BitEncodedInt(payloads.Length);
        foreach (byte[] payload in payloads)
        {
            w.Write((byte)50);
            w.Write7BitEncodedInt(payload.Length);
            w.Write(payload);
        }
    });

    static byte[] Session(byte[][] payloads) => Written(w =>
    {
        w.Write(20);
        w.Write((byte[])[1, 0]);
        w.Write(payloads.Length);
        w.Write(-1);
        for (int i = 0; i < payloads.Length; i++)
            w.Write("e" + i);
        int end = 0;
        foreach (byte[] payload in payloads)
            w.Write(end += payload.Length + 1);
        foreach (byte[] payload in payloads)
        {
            w.Write((byte)20);
            w.Write(payload);
        }
        w.Write((byte)0xFF);
    });

    static byte[] Statics(byte[][] payloads) => Written(w =>
    {
        w.Write(20);
        w.Write((byte[])[0, 1]);
        w.Write(payloads.Length);
        for (int i = 0; i < payloads.Length; i++)
        {
            w.Write("e" + i);
            w.Write((byte[])[1, 20]);
            w.Write(payloads[i]);
        }
        w.Write((byte)0xFF);
    });

    static readonly Dictionary<string, (Func<byte[][], byte[]> Write, Format Format)> s_containers = new()
    {
        ["resources"] = (Resources, Isomer.Containers.Resources),
        ["resources of the extensions"] = (Extensions, Isomer.Containers.Resources),
        ["resx"] = (Resx, Isomer.Containers.Resx),
        ["view state"] = (ViewState, Isomer.Containers.ViewState),
        ["session"] = (Session, Isomer.Containers.Session),
        ["static objects of a session"] = (Statics, Isomer.Containers.Session),
    };

    public static TheoryData<string> Containers => [.. s_containers.Keys];

    /// <summary>
    /// Memory of a reading in proportion to the container. (A node is about a hundred bytes, a number in a payload one to four.)
    /// </summary>
    static Node Costs(byte[] container, Format format, string what, int most = 250)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var node = format.ParseNode(container)!;
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(allocated < (container.Length * (long)most) + 2_000_000,
            $"{what}: {allocated:N0} bytes of memory for {container.Length:N0}");
        return node;
    }

    /// <summary>
    /// Each in a container of its own, and as the payload alone: 131 KB of lists around one array were eight million nodes.
    /// </summary>
    [Theory, MemberData(nameof(Containers))]
    public void Shared_parts_are_charged(string name)
    {
        var (write, format) = s_containers[name];
        foreach (var (bomb, make) in NrbfSharedPartTests.Bombs())
        {
            byte[] payload = Nrbf.Serialize<object>(make(), new NrbfOptions { KnownTypes = [typeof(System.Data.DataSet)] });
            Costs(write([payload]), format, bomb);
            Costs(write([.. Enumerable.Repeat(payload, 3)]), format, bomb + ", three times");
        }
    }

    /// <summary>
    /// Sixteen lists around one array of 290 bytes: little enough that one payload alone is read, and too much where each of many has as
    /// much for nothing.
    /// </summary>
    static byte[] SmallBomb() => SharedLists(16);

    /// <summary>Lists of one array.</summary>
    static byte[] SharedLists(int lists) => Written(w =>
    {
        w.Write((byte)0);
        foreach (int part in (int[])[1, -1, 1, 0])
            w.Write(part);
        w.Write((byte)16);
        w.Write(1);
        w.Write(lists);
        for (int i = 0; i < lists; i++)
        {
            w.Write((byte)(i == 0 ? 4 : 1));
            w.Write(2 + i);
            if (i == 0)
            {
                w.Write("System.Collections.ArrayList");
                w.Write(3);
                foreach (string member in (string[])["_items", "_size", "_version"])
                    w.Write(member);
                w.Write((byte[])[5, 0, 0, 8, 8]);
            }
            else
            {
                w.Write(2);
            }
            w.Write((byte)9);
            w.Write(100_000);
            w.Write(290);
            w.Write(0);
        }
        w.Write((byte)15);
        w.Write(100_000);
        w.Write(290);
        w.Write((byte)2);
        w.Write(new byte[290]);
        w.Write((byte)11);
    });

    [Theory, MemberData(nameof(Containers))]
    public void Small_shared_parts_of_many_payloads_are_charged(string name)
    {
        byte[] bomb = SmallBomb();
        Assert.InRange(bomb.Length, 600, 800);
        Assert.Equal(16, Assert.IsType<NodeArray>(Nrbf.Format.ParseNode(bomb)).Count);
        var (write, format) = s_containers[name];
        var node = Costs(write([.. Enumerable.Repeat(bomb, 500)]), format, "five hundred");
        Assert.Equal(500, Json.ToText(node).Split("$refused").Length - 1);
    }

    /// <summary>A payload of forty bytes may have 8,192 nulls: five thousand of them may not.</summary>
    [Theory, MemberData(nameof(Containers))]
    public void Nulls_of_many_payloads_are_those_of_one(string name)
    {
        var (write, format) = s_containers[name];
        byte[] nulls = NrbfTests.Original(new object?[8_000]);
        Assert.InRange(nulls.Length, 0, 60);
        // Some are there.
        Assert.Contains("null,null", Json.ToText(Costs(write([nulls]), format, "one")), StringComparison.Ordinal);
        var node = Costs(write([.. Enumerable.Repeat(nulls, 5_000)]), format, "five thousand", 400);
        Assert.Contains("$refused", Json.ToText(node), StringComparison.Ordinal);
    }

    /// <summary>
    /// Room that nothing took, as real lists have it: three of them were refused together in a small container, though each was read by
    /// itself.
    /// </summary>
    [Theory, MemberData(nameof(Containers))]
    public void Room_that_nothing_took_is_read(string name)
    {
        var (write, format) = s_containers[name];
        byte[] room = NrbfTests.Original(new object?[5_000]), list = NrbfTests.Original(new ArrayList(8_000) { 1 });
        string text = Json.ToText(Costs(write([.. Enumerable.Repeat(room, 4), list]), format, "four and one"));
        Assert.DoesNotContain("$refused", text, StringComparison.Ordinal);
        Assert.DoesNotContain("$damaged", text, StringComparison.Ordinal);
    }

    /// <summary>Forty of them are more nulls than a small container has; none of them is damaged, and each is read by itself.</summary>
    [Theory, MemberData(nameof(Containers))]
    public void What_is_too_much_together_is_not_told_as_damaged(string name)
    {
        var (write, format) = s_containers[name];
        byte[] room = NrbfTests.Original(new object?[5_000]);
        string text = Json.ToText(format.ParseNode(write([.. Enumerable.Repeat(room, 40)])));
        Assert.DoesNotContain("$damaged", text, StringComparison.Ordinal);
        Assert.Contains("read the bytes of this one by themselves", text, StringComparison.Ordinal);
        Assert.Equal(5_000, Assert.IsType<NodeArray>(Nrbf.Format.ParseNode(room)).Count);
        Assert.DoesNotContain("more by itself", text, StringComparison.Ordinal);
    }

    /// <summary>What is too much by itself too is told so, and not that its bytes be read by themselves.</summary>
    [Theory, MemberData(nameof(Containers))]
    public void What_is_too_much_by_itself_is_told(string name)
    {
        var (write, format) = s_containers[name];
        byte[] room = NrbfTests.Original(new object?[5_000]), large = NrbfTests.Original(new object?[200_000]);
        if (name == "static objects of a session")
        {
            // Where it ends is found by passing over it: the container as a whole is refused.
            Assert.Throws<WireFormatException>(() => format.ParseNode(write([large])));
            return;
        }
        foreach (byte[][] payloads in (byte[][][])[[large], [large, room], [room, large]])
        {
            string text = Json.ToText(format.ParseNode(write(payloads)));
            Assert.Contains("It has more by itself", text, StringComparison.Ordinal);
            Assert.DoesNotContain("read the bytes of this one by themselves", text, StringComparison.Ordinal);
        }
        Assert.Throws<WireFormatException>(() => Nrbf.Format.ParseNode(large));
        // Arrays that many lists name.
        byte[] shared = SharedLists(3_000);
        Assert.Throws<WireFormatException>(() => Nrbf.Format.ParseNode(shared));
        Assert.Contains("It has more by itself", Json.ToText(format.ParseNode(write([shared]))), StringComparison.Ordinal);
    }

    /// <summary>
    /// A record that is said to be a list may have itself, or one list after another, as a member beside: the count of what they share
    /// ended the process.
    /// </summary>
    [Theory, MemberData(nameof(Containers))]
    public void Lists_that_refer_to_lists_are_counted_once(string name)
    {
        var (write, format) = s_containers[name];
        foreach (byte[] payload in (byte[][])[LinkedLists.Chained(1, isRound: true), LinkedLists.Chained(2, isRound: true),
            LinkedLists.Chained(20_000, isRound: false)])
            Assert.DoesNotContain("$damaged", Json.ToText(Costs(write([payload, payload]), format, $"{payload.Length} bytes")),
                StringComparison.Ordinal);
    }

    /// <summary>The same payloads by themselves. The first has 113 bytes.</summary>
    [Fact]
    public void Lists_that_refer_to_lists_are_read()
    {
        Assert.Equal(113, LinkedLists.Chained(1, isRound: true).Length);
        foreach (byte[] payload in (byte[][])[LinkedLists.Chained(1, isRound: true), LinkedLists.Chained(2, isRound: true),
            LinkedLists.Chained(200_000, isRound: false)])
            Assert.Contains("[]", Json.ToText(Nrbf.Format.ParseNode(payload)!), StringComparison.Ordinal);
    }

    /// <summary>What is honest is all there: as many payloads as there are.</summary>
    [Theory, MemberData(nameof(Containers))]
    public void Honest_payloads_are_read(string name)
    {
        var (write, format) = s_containers[name];
        var shared = new ArrayList { 1, "a" };
        byte[] payload =
            NrbfTests.Original(new object?[] { new List<int> { 1, 2, 3 }, shared, shared, new Hashtable { ["a"] = 1 }, null, null, null });
        string text = Json.ToText(Costs(write([.. Enumerable.Repeat(payload, 400)]), format, "honest"));
        Assert.DoesNotContain("$damaged", text, StringComparison.Ordinal);
        Assert.Equal(400, text.Split("[1,2,3]").Length - 1);
    }

    /// <summary>The payload by itself as nodes, and as records, of which each is there once.</summary>
    [Fact]
    public void Shared_parts_of_nodes_are_charged()
    {
        foreach (var (bomb, make) in NrbfSharedPartTests.Bombs())
        {
            byte[] payload = Nrbf.Serialize<object>(make(), new NrbfOptions { KnownTypes = [typeof(System.Data.DataSet)] });
            foreach (var format in (Format[])[Nrbf.Format, Nrbf.RecordsFormat])
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                var error = Record.Exception(() => format.ParseNode(payload));
                Assert.True(error is null or WireFormatException { Format: "Nrbf", Offset: >= 0 }, $"{bomb}: {error}");
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.True(allocated < (payload.Length * 250L) + 2_000_000,
                    $"{bomb}, {format.Name}: {allocated:N0} bytes of memory for {payload.Length:N0}");
            }
        }
    }
}
