using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What hostile documents may cost: the quotas of the framework's readers as limits, floods refused by default, memory bounded.
/// </summary>
[Collection(Alone.Name)]
public sealed class QuotaTests
{
    [DataContract(Namespace = "", Name = "T")]
    public class T
    {
        [DataMember] public string? S { get; set; }
        [DataMember] public List<int>? L { get; set; }
        [DataMember] public T? N { get; set; }
    }

    [DataContract(Namespace = "", Name = "T")]
    public class Open : IExtensibleDataObject
    {
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    static readonly Limits s_quotas =
        Limits.From(new XmlDictionaryReaderQuotas { MaxDepth = 4, MaxStringContentLength = 200, MaxArrayLength = 3 });

    /// <summary>Each format that a quota is for: writes without limits, reads with some.</summary>
    public static readonly (string Name, Func<T, byte[]> Write, Func<byte[], Limits, object?> Read)[] Formats =
    [
        ("ContractXml", v => ContractXml.Serialize(v), (b, l) => ContractXml.Deserialize<T>(b, new ContractXmlOptions { Limits = l })),
        ("ContractXml binary", v => ContractXml.Serialize(v, ContractXmlOptions.Binary),
            (b, l) => ContractXml.Deserialize<T>(b, ContractXmlOptions.Binary with { Limits = l })),
        ("ContractJson", v => ContractJson.Serialize(v), (b, l) => ContractJson.Deserialize<T>(b, new ContractJsonOptions { Limits = l })),
        ("Xml", v => Xml.Serialize(v), (b, l) => Xml.Deserialize<T>(b, new XmlOptions { Limits = l })),
    ];

    public static TheoryData<string> Names => [.. Formats.Select(f => f.Name)];

    [Theory, MemberData(nameof(Names))]
    public void Each_quota_is_kept(string name)
    {
        var (_, write, read) = Formats.Single(f => f.Name == name);
        void Kept(T within, T beyond)
        {
            Assert.NotNull(read(write(within), s_quotas));
            Assert.Throws<WireFormatException>(() => read(write(beyond), s_quotas));
            Assert.NotNull(read(write(beyond), Limits.Default));
        }
        Kept(new() { S = new string('s', 200) }, new() { S = new string('s', 201) });
        Kept(new() { L = [1, 2, 3] }, new() { L = [1, 2, 3, 4] });
        Kept(new() { N = new() { S = "a" } }, new() { N = new() { N = new() { N = new() { N = new() { N = new() } } } } });
    }

    public static TheoryData<string, string> Floods => new()
    {
        { "a name of 10 MB", $"<T><{new string('n', 10 << 20)}/></T>" },
        { "an attribute's name of 10 MB", $"<T {new string('n', 10 << 20)}=''/>" },
        { "100,000 attributes", $"<T {string.Join(' ', Enumerable.Range(0, 100_000).Select(i => $"a{i}=''"))}/>" },
        { "100,000 declarations", $"<T {string.Join(' ', Enumerable.Range(0, 100_000).Select(i => $"xmlns:a{i}='u{i}'"))}/>" },
        { "declarations on each level", string.Concat(Enumerable.Range(0, 2000).Select(i => $"<T xmlns:a{i}='u{i}'>")) },
        { "a document type", "<!DOCTYPE T [<!ENTITY a 'b'>]><T><S>&a;</S></T>" },
        { "entities of entities",
            "<!DOCTYPE T [<!ENTITY a 'bbbbbbbbbb'><!ENTITY c '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY d '&c;&c;&c;&c;&c;&c;'>]><T><S>&d;</S></T>" },
        { "an external entity", "<!DOCTYPE T [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><T><S>&a;</S></T>" },
        { "an external document type", "<!DOCTYPE T SYSTEM 'http://127.0.0.1:1/x.dtd'><T/>" },
        { "an entity that nobody declared", "<T><S>&a;</S></T>" },
        { "a million elements in each other", new StringBuilder().Insert(0, "<N>", 1_000_000).Insert(0, "<T>").ToString() },
    };

    /// <summary>Refused within a few copies of the input (one that errors show a part of, one for the path).</summary>
    [Theory, MemberData(nameof(Floods))]
    public void Floods_are_refused_in_little_memory(string what, string document)
    {
        Assert.NotEmpty(what);
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        foreach (Action read in (Action[])[() => ContractXml.Deserialize<T>(bytes), () => Xml.Deserialize<T>(bytes),
            () => ContractXml.Format.ParseNode(bytes)])
        {
            Assert.Throws<WireFormatException>(read); // first use
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Throws<WireFormatException>(read);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 4L * bytes.Length + (1 << 20));
        }
    }

    [Fact]
    public void A_million_arrays_in_each_other_are_refused_by_the_infoset()
    {
        using var reader = JsonInfoset.CreateReader(Encoding.UTF8.GetBytes(new string('[', 1_000_000)));
        Assert.ThrowsAny<Exception>(() =>
        {
            while (reader.Read())
            {
            }
        });
    }

    [Fact]
    public void A_thread_keeps_little_of_a_document_that_was_large()
    {
        ReadLarge(1);
        long before = GC.GetTotalMemory(true);
        ReadLarge(10 << 20);
        long kept = GC.GetTotalMemory(true) - before;
        Assert.True(kept < 1 << 20, $"{kept} bytes");
    }

    /// <summary>Apart, so that no local of the test keeps what it made.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ReadLarge(int length)
    {
        var serializer = new ContractXmlSerializer(typeof(Open));
        string name = new('n', length);
        foreach (string text in (string[])[$"<T><{name}/></T>", $"<T xmlns:a='{name}'><a:b/></T>"])
            Assert.NotNull(
                serializer.ReadObject(XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(text), XmlDictionaryReaderQuotas.Max)));
    }
}
