using System.Net;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Cookies, lists of them and containers, which programs kept beside their settings.</summary>
public class NrbfCookieTests
{
    static NrbfOptions Options(ShapeTier tier) => new() { Convention = Convention.Fields.WithTier(tier) };

    static Cookie Rich() => new("name", "value", "/p", "x.org")
    {
        Expires = new DateTime(2090, 1, 2, 3, 4, 5, DateTimeKind.Local),
        HttpOnly = true,
        Secure = true,
        Port = "\"80,443\"",
        Comment = "for tests",
        CommentUri = new Uri("http://x.org/why"),
        Discard = true,
    };

    static CookieContainer Container()
    {
        var container = new CookieContainer(100, 30, 2000);
        container.Add(Rich());
        container.Add(new Cookie("c", "d", "/p", "x.org"));
        container.Add(new Cookie("c", "d", "/p/q", "y.org"));
        container.Add(new Uri("http://h.org/"), new Cookie("e", "f"));
        return container;
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Cookies_and_collections_have_the_originals_bytes(ShapeTier tier)
    {
        foreach (object graph in (object[])[new Cookie(), new Cookie("a", null), Rich(), new CookieCollection(),
            new CookieCollection { Rich(), new Cookie("b", "c", "/", ".y.org") }])
        {
            byte[] original = NrbfTests.Original(graph);
            Assert.Equal(original, Nrbf.Serialize(graph, Options(tier)));
            object read = Nrbf.Deserialize<object>(original, Options(tier))!;
            Assert.Equal(original, NrbfTests.Original(read));
            var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier), DateStyle = SoapDateStyle.KeepsKind };
            Assert.Equal(graph.ToString(), Soap.Deserialize<object>(Soap.Serialize(graph, soap), soap)!.ToString());
        }
    }

    static void Same(CookieContainer expected, CookieContainer? read)
    {
        Assert.NotNull(read);
        Assert.Equal((expected.Count, expected.Capacity, expected.PerDomainCapacity, expected.MaxCookieSize),
            (read.Count, read.Capacity, read.PerDomainCapacity, read.MaxCookieSize));
        foreach (string uri in (string[])["https://x.org/p", "http://x.org:80/p", "http://y.org/p/q/r", "http://h.org/",
            "http://other.org/"])
            Assert.Equal(expected.GetCookieHeader(new Uri(uri)), read.GetCookieHeader(new Uri(uri)));
        read.Add(new Cookie("later", "1", "/", "z.org"));
        Assert.Equal(expected.Count + 1, read.Count);
    }

    /// <summary>The framework keeps views of its lists of paths, which are written as null here: the only bytes that differ.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Containers_are_read_from_the_originals_bytes_and_by_it(ShapeTier tier)
    {
        Assert.Equal(4, Container().Count);
        Same(Container(), Nrbf.Deserialize<CookieContainer>(NrbfTests.Original(Container()), Options(tier)));
        Same(Container(), (CookieContainer)Nrbf.Deserialize<object>(NrbfTests.Original(Container()), Options(tier))!);
        byte[] ours = Nrbf.Serialize(Container(), Options(tier));
        Same(Container(), Nrbf.Deserialize<CookieContainer>(ours, Options(tier)));
        Same(Container(), (CookieContainer)new BinaryFormatter().Deserialize(new MemoryStream(ours)));
        var soap = new SoapOptions { Convention = Convention.Fields.WithTier(tier) };
        Same(Container(), Soap.Deserialize<CookieContainer>(Soap.Serialize(Container(), soap), soap));
    }

    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Lists_that_lock(ShapeTier tier)
    {
        var list = System.Collections.SortedList.Synchronized(new System.Collections.SortedList { ["a"] = 1, ["b"] = 2 });
        byte[] original = NrbfTests.Original(list);
        Assert.Equal(original, Nrbf.Serialize(list, Options(tier)));
        var read = (System.Collections.SortedList)Nrbf.Deserialize<object>(original, Options(tier))!;
        Assert.True(read.IsSynchronized);
        Assert.Equal((2, 2), ((int)read["b"]!, read.Count));
    }

    /// <summary>
    /// Names that no cookie has, ports that are none, variants beyond the last: a cookie that could be made, or the error of the payload.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_no_cookie_has_is_refused(ShapeTier tier)
    {
        byte[] name = NrbfTests.Original(Rich());
        name.AsSpan()[name.AsSpan().LastIndexOf("name"u8)..][..4].Fill((byte)';');
        Assert.Contains("name", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Cookie>(name, Options(tier))).ToString(),
            StringComparison.OrdinalIgnoreCase);
        byte[] port = NrbfTests.Original(Rich());
        port.AsSpan()[port.AsSpan().IndexOf("80,443"u8)..][..6].Fill((byte)'x');
        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Cookie>(port, Options(tier)));
        foreach (object graph in (object[])[Rich(), new CookieCollection { Rich() }, Container()])
        {
            byte[] payload = NrbfTests.Original(graph);
            int refused = 0;
            for (int i = 17; i < payload.Length; i += graph is CookieContainer ? 7 : 1)
                foreach (byte value in (byte[])[1, 255])
                {
                    byte[] damaged = [.. payload];
                    damaged[i] = value;
                    var error = Record.Exception(() => Nrbf.Deserialize<object>(damaged, Options(tier)));
                    Assert.True(error is null or WireFormatException, error?.Message);
                    refused += error is null ? 0 : 1;
                }
            Assert.True(refused > 200);
        }
    }

    /// <summary>Adding a cookie to a container looks through those of its path: a payload says itself how many there may be.</summary>
    [Fact]
    public void Very_many_cookies_of_one_path_are_refused()
    {
        var container = new CookieContainer(10_000, 10_000, 4096);
        for (int i = 0; i < 4_200; i++)
            container.Add(new Cookie("c" + i, "v", "/", "x.org"));
        byte[] payload = Nrbf.Serialize(container);
        Assert.Contains("4096", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<CookieContainer>(payload)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// Of keys that fall upon one place a Hashtable shows first by which came first: two thirds of these pairs do not. Names of one domain
    /// may be one text or two equal ones. What was read is written as it is read again, all the same.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void Domains_come_in_the_same_order_each_time(ShapeTier tier)
    {
        for (int i = 0; i < 60; i++)
        {
            var container = new CookieContainer();
            foreach (string domain in (string[])["x", "a"])
            {
                var cookie = new Cookie("n", "v", domain == "x" ? "/p" : "/", $"{domain}{i}.org");
                container.Add(cookie);
                if (i % 2 == 1)
                    DomainKey(container.GetAllCookies().Single(c => c.Domain == cookie.Domain)) = new string($"y{i}.org");
            }
            byte[] once = Again(Nrbf.Serialize(container, Options(tier)));
            Assert.Equal(once, Again(once));
        }

        byte[] Again(byte[] payload) =>
            Nrbf.Serialize(Nrbf.Deserialize<CookieContainer>(payload, Options(tier)), Options(tier));
    }

    /// <summary>Found by Isomer.Fuzz: a list in the place of a domain has another hash each time, and so another place.</summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void What_is_no_domain_is_refused(ShapeTier tier)
    {
        var container = Container();
        var domains = Domains(container);
        domains.Add(new object[] { "x.org" }, domains["x.org"]);
        domains.Remove("x.org");
        byte[] payload = Nrbf.Serialize(container, Options(tier));
        Assert.Contains("which is no domain",
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<CookieContainer>(payload, Options(tier))).Message,
            StringComparison.Ordinal);
    }

    [System.Runtime.CompilerServices.UnsafeAccessor(System.Runtime.CompilerServices.UnsafeAccessorKind.Field, Name = "m_domainKey")]
    static extern ref string DomainKey(Cookie value);

    [System.Runtime.CompilerServices.UnsafeAccessor(System.Runtime.CompilerServices.UnsafeAccessorKind.Field, Name = "m_domainTable")]
    static extern ref System.Collections.Hashtable Domains(CookieContainer value);
}
