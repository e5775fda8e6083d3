using System.Buffers.Binary;
using System.Collections.ObjectModel;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// A wrapper that wraps itself, or many around one another: asked for its count it recurses without end, which ends the process, and no
/// reader may give it (found by mutated payloads on 2026-11-28).
/// </summary>
public class NrbfEndlessTests
{
    /// <summary>The payload with the one reference to object <paramref name="from"/> leading to <paramref name="to"/>.</summary>
    static byte[] Redirected(byte[] payload, int from, int to)
    {
        byte[] reference = [9, 0, 0, 0, 0], other = [9, 0, 0, 0, 0];
        BinaryPrimitives.WriteInt32LittleEndian(reference.AsSpan(1), from);
        BinaryPrimitives.WriteInt32LittleEndian(other.AsSpan(1), to);
        int at = payload.AsSpan().IndexOf(reference);
        Assert.True(at > 0);
        byte[] changed = [.. payload];
        other.CopyTo(changed, at);
        return changed;
    }

    public static TheoryData<object> Wrappers =>
    [
        new Collection<int>([1]), new ReadOnlyCollection<int>([1]), new ReadOnlyDictionary<int, int>(new Dictionary<int, int> { [1] = 2 }),
        new Collection<string>(["a"]),
    ];

    [Theory, MemberData(nameof(Wrappers))]
    public void A_wrapper_of_itself_is_refused(object wrapper)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [wrapper.GetType()] };
            byte[] payload = Redirected(Nrbf.Serialize(wrapper, options), 2, 1);
            Refuses(() => Nrbf.Deserialize<object>(payload, options));
            Refuses(() => Nrbf.Fill(wrapper, payload, options));
            Assert.NotEmpty((System.Collections.IEnumerable)wrapper);
            // A wrapper around it.
            object[] pair = [wrapper, wrapper];
            Refuses(() => Nrbf.Deserialize<object>(Redirected(Nrbf.Serialize(pair, options), 3, 2), options));
            var soap = new SoapOptions
            { Convention = Convention.Fields.WithTier(tier), KnownTypes = [wrapper.GetType()], WritesGenerics = true };
            string envelope = Encoding.UTF8.GetString(Soap.Serialize(wrapper, soap));
            string itself = envelope.Replace("href=\"#ref-2\"", "href=\"#ref-1\"", StringComparison.Ordinal);
            if (itself != envelope)
                Refuses(() => Soap.Deserialize<object>(Encoding.UTF8.GetBytes(itself), soap));
        }
    }

    static void Refuses(Func<object?> read) =>
        Assert.Contains("wraps itself", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);

    [Fact]
    public void Rings_and_towers_are_refused()
    {
        var options = new NrbfOptions { KnownTypes = [typeof(Collection<int>), typeof(ReadOnlyCollection<int>)] };
        // Of the array 1, two collections 2 and 3 around each other.
        byte[] pair = Nrbf.Serialize(new object[] { new Collection<int>([1]), new Collection<int>([2]) }, options);
        Refuses(() => Nrbf.Deserialize<object>(Redirected(Redirected(pair, 4, 3), 5, 2), options));
        foreach (int levels in new[] { 5, 60, 70, 400, 30_000 })
        {
            IList<int> tower = new List<int> { 1 };
            for (int i = 0; i < levels; i++)
                tower = i % 2 == 0 ? new Collection<int>(tower) : new ReadOnlyCollection<int>(tower);
            byte[] payload = Nrbf.Serialize<object>(tower, options);
            if (levels <= 60)
                Assert.Equal([1], Nrbf.Deserialize<IList<int>>(payload, options));
            else
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, options));
        }
    }
}
