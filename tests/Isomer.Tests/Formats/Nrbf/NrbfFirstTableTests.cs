using System.Collections;
using System.Collections.Specialized;
using System.Globalization;
using System.Text;
using Xunit;

#pragma warning disable CS0618, SYSLIB0050, SYSLIB0051 // tables of the first edition, and the pattern of their age

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Tables with a comparer and a provider of hash codes, as .NET 1.x made them: the framework's own are read and written, others are of the
/// closed set or refused.
/// </summary>
public class NrbfFirstTableTests
{
    [Serializable]
    public class Titled : Hashtable
    {
        public Titled(IHashCodeProvider provider, IComparer comparer) : base(provider, comparer)
        {
        }

        protected Titled(System.Runtime.Serialization.SerializationInfo info, System.Runtime.Serialization.StreamingContext context)
            : base(info, context)
        {
        }
    }

    public static TheoryData<ShapeTier, bool> Ways =>
        new() { { ShapeTier.Emitted, false }, { ShapeTier.Reflection, false }, { ShapeTier.Emitted, true },
            { ShapeTier.Reflection, true } };

    static (Func<object, byte[]> Write, Func<byte[], object> Read) Way(ShapeTier tier, bool isSoap)
    {
        var nrbf = new NrbfOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Titled)] };
        var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier), KnownTypes = [typeof(Titled)] };
        return isSoap
            ? (v => Soap.Serialize(v, soap), b => Soap.Deserialize<object>(b, soap))
            : (v => Nrbf.Serialize(v, nrbf), b => Nrbf.Deserialize<object>(b, nrbf));
    }

    [Theory, MemberData(nameof(Ways))]
    public void Those_that_ignore_case_come_back(ShapeTier tier, bool isSoap)
    {
        var (write, read) = Way(tier, isSoap);
        var german = CultureInfo.GetCultureInfo("de-DE");
        foreach (var make in (Func<Hashtable>[])
        [
            () => new(CaseInsensitiveHashCodeProvider.DefaultInvariant, CaseInsensitiveComparer.DefaultInvariant),
            () => new(new CaseInsensitiveHashCodeProvider(german), new CaseInsensitiveComparer(german)),
            () => new Titled(CaseInsensitiveHashCodeProvider.DefaultInvariant, CaseInsensitiveComparer.DefaultInvariant),
            () => CollectionsUtil.CreateCaseInsensitiveHashtable(),
        ])
        {
            var made = make();
            (made["Key"], made["Other"]) = (1, "x");
            byte[] payload = write(made);
            var back = (Hashtable)read(payload);
            Assert.Equal((made.GetType(), 2, 1, "x"), (back.GetType(), back.Count, back["KEY"], back["oTHER"]));
            // Texts have other hashes in each process, and two that fall together may change places: numbers do not. A class of one's own
            // has the room of its base's constructor.
            var numbers = make();
            (numbers[1], numbers[2]) = ("a", "b");
            payload = write(numbers);
            if (made is not Titled)
                Assert.Equal(payload, write(read(payload)));
        }
        var sorted = CollectionsUtil.CreateCaseInsensitiveSortedList();
        sorted["b"] = 1;
        sorted["A"] = 2;
        Assert.Equal((2, 1), (((SortedList)read(write(sorted)))["a"], ((SortedList)read(write(sorted)))["B"]));
    }

    /// <summary>One with an order alone is written by BinaryFormatter of this runtime, too.</summary>
    [Theory, MemberData(nameof(Ways))]
    public void One_with_an_order_alone_is_BinaryFormatters(ShapeTier tier, bool isSoap)
    {
        var (write, read) = Way(tier, isSoap);
        var table = new Hashtable(null, Comparer.DefaultInvariant) { ["Key"] = 1, ["key"] = 2 };
        byte[] payload = write(table);
        if (!isSoap)
            Assert.Equal(Convert.ToHexString(NrbfTests.Original(table)), Convert.ToHexString(payload));
        var back = (Hashtable)read(payload);
        Assert.Equal((1, 2, 2), (back["Key"], back["key"], back.Count));
        // Texts have other hashes in each process, and two that fall together may change places: numbers do not.
        var numbers = new Hashtable(null, Comparer.DefaultInvariant) { [1] = "a", [2] = "b" };
        Assert.Equal(write(numbers), write(read(write(numbers))));
    }

    /// <summary>As .NET 1.1 wrote them: cultures by their numbers alone.</summary>
    [Theory, InlineData(0x409, "en-US"), InlineData(0x7F, "")]
    public void One_of_the_first_edition(int number, string culture)
    {
        string lcid = Convert.ToHexString(BitConverter.GetBytes(number));
        var payload = new NrbfPayload();
        payload.Class(1, "System.Collections.Hashtable", 0, ("LoadFactor", "000B"), ("Version", "0008"),
            ("Comparer", "03 System.Collections.CaseInsensitiveComparer"),
            ("HashCodeProvider", "03 System.Collections.CaseInsensitiveHashCodeProvider"), ("HashSize", "0008"), ("Keys", "05"),
            ("Values", "05"));
        payload.Hex("EC51383F" + "01000000" + "0902000000" + "0903000000" + "0B000000" + "0904000000" + "0905000000");
        payload.Class(2, "System.Collections.CaseInsensitiveComparer", 0, ("m_compareInfo", "03 System.Globalization.CompareInfo"))
            .Hex("0906000000");
        payload.Class(3, "System.Collections.CaseInsensitiveHashCodeProvider", 0, ("m_text", "03 System.Globalization.TextInfo"))
            .Hex("0907000000");
        payload.Hex("1004000000" + "01000000").Text(8, "Key").Hex("1005000000" + "01000000" + "0808" + "05000000");
        payload.Class(6, "System.Globalization.CompareInfo", 0, ("win32LCID", "0008"), ("culture", "0008")).Hex(lcid + lcid);
        payload.Class(7, "System.Globalization.TextInfo", 0, ("m_nDataItem", "0008"), ("m_useUserOverride", "0001"),
            ("m_win32LangID", "0008")).Hex("00000000" + "00" + lcid);
        byte[] bytes = payload.End();
        var table = Nrbf.Deserialize<Hashtable>(bytes);
        Assert.Equal((1, 5), (table.Count, table["KEY"]));
        var hosted = Nrbf.Read(Nrbf.Serialize(table)).Root;
        Assert.Equal(culture,
            ((NrbfClassRecord)((NrbfClassRecord)((NrbfClassRecord)hosted)["HashCodeProvider"]!)["m_text"]!)["m_cultureName"]);
        for (int at = 17; at < bytes.Length; at++)
            foreach (byte value in (byte[])[0, 1, 9, 10, 255])
            {
                byte[] damaged = [.. bytes];
                damaged[at] = value;
                var error = Record.Exception(() => Nrbf.Deserialize<Hashtable>(damaged));
                Assert.True(error is null or WireFormatException, error?.ToString());
            }
    }

    /// <summary>Of a provider that ignores case and an order that does not, all ways to write one word are keys of one hash.</summary>
    [Theory, MemberData(nameof(Ways))]
    public void Keys_of_one_hash_are_refused(ShapeTier tier, bool isSoap)
    {
        var (write, read) = Way(tier, isSoap);
        foreach (var table in (Hashtable[])
        [
            new(CaseInsensitiveHashCodeProvider.DefaultInvariant, Comparer.DefaultInvariant),
            new Titled(CaseInsensitiveHashCodeProvider.DefaultInvariant, Comparer.DefaultInvariant),
        ])
        {
            for (int i = 0; i < 1024; i++)
                table[string.Concat(Enumerable.Range(0, 10).Select(b => (i >> b & 1) == 0 ? 'a' : 'A'))] = i;
            byte[] payload = write(table);
            Assert.Contains("collide", Assert.Throws<WireFormatException>(() => read(payload)).Message, StringComparison.Ordinal);
        }
        var large = new Hashtable(CaseInsensitiveHashCodeProvider.DefaultInvariant, CaseInsensitiveComparer.DefaultInvariant);
        for (int i = 0; i < 5000; i++)
            large["key" + i] = i;
        Assert.Equal(4321, ((Hashtable)read(write(large)))["KEY4321"]);
    }

    /// <summary>A comparer of payloads throws where keys cannot be compared; that is an error of the payload.</summary>
    [Theory, MemberData(nameof(Ways))]
    public void Keys_that_cannot_be_compared_are_an_error(ShapeTier tier, bool isSoap)
    {
        var (write, read) = Way(tier, isSoap);
        byte[] payload = write(new Hashtable(null, Comparer.DefaultInvariant) { [1] = 7, [2] = 8 });
        Assert.Equal(8, ((Hashtable)read(payload))[2]);
        // The key 2 becomes 1u, which has the hash of 1 and no order beside it.
        byte[] hostile = isSoap
            ? Encoding.UTF8.GetBytes(
                Encoding.UTF8.GetString(payload).Replace("\"xsd:int\">2<", "\"xsd:unsignedInt\">1<", StringComparison.Ordinal))
            : Convert.FromHexString(Convert.ToHexString(payload).Replace("080802000000", "080F01000000", StringComparison.Ordinal));
        Assert.NotEqual(Convert.ToHexString(payload), Convert.ToHexString(hostile));
        Assert.Throws<WireFormatException>(() => read(hostile));
    }
}
