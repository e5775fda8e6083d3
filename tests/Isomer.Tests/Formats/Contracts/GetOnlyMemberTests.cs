using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Properties without a setter: what the originals carry is carried, and nothing that the input has for one is dropped.</summary>
public class GetOnlyMemberTests
{
    public class Ints { public int[] P { get; } = [1, 2]; }
    public class NoInts { public int[]? P { get; } }
    public class Texts { public string?[] P { get; } = ["a", null]; }
    public class Objects { public object[] P { get; } = [1, "a"]; }
    public class Jagged { public byte[][] P { get; } = [[1], [2]]; }
    public class Dates { public DateTime[] P { get; } = [new(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc)]; }
    public class Optional { public int?[] P { get; } = [1, null]; }
    public class Items { public Item[] P { get; } = [new() { A = 3 }]; }
    public class Item { public int A; }
    [DataContract] public class MarkedInts { [DataMember] public int[] P { get; } = [1, 2]; }
    [DataContract] public class MarkedMade { List<int>? _p; [DataMember] public List<int> P => _p ??= []; }
    [DataContract] public class MarkedList { [DataMember] public List<int> P { get; } = [1]; }
    [DataContract] public class MarkedMap { [DataMember] public Dictionary<string, int>? P { get; } }
    public class NoList { public List<int>? P { get; } }
    public class AList { public List<int> P { get; } = [1]; }
    public class OneItem { public IEnumerable<int> P { get; } = [1]; }
    public class AnInterface { public IList<int> P { get; } = new List<int> { 1 }; }
    public class FixedInterface { public IList<int> P { get; } = new int[] { 1 }; }
    public class AMap { public Dictionary<string, int> P { get; } = []; }
    public class NoMap { public Dictionary<string, int>? P { get; } }
    public class Untyped { public ArrayList P { get; } = [1]; }
    public class Bag { public System.Collections.Concurrent.ConcurrentBag<int> P { get; } = [1]; public int X; }
    public class Bytes { public byte[] P { get; } = [1]; public int X; }
    public class Text { public string P { get; } = "a"; public int X; }
    public class Stacked { public Stack<int> P { get; } = new([1]); public int X; }
    public class Structs { public System.Collections.Immutable.ImmutableArray<int> P { get; } = [1]; public int X; }
    public class Matrix { public int[,] P { get; } = new int[1, 1]; public int X; }

    public class Nodes { public System.Xml.XmlNode[] P { get; } = [new System.Xml.XmlDocument().CreateElement("e")]; public int X; }

    [CollectionDataContract] public class MarkedQueue : Queue<int>;
    public class AMarkedQueue { public MarkedQueue P { get; } = new(); }

    /// <summary>It is a collection by its mark alone, and what it holds would be lost.</summary>
    [Fact]
    public void What_is_marked_as_a_collection_and_takes_no_items_is_refused()
    {
        Assert.Throws<InvalidDataContractException>(
            () => new DataContractSerializer(typeof(AMarkedQueue)).WriteObject(new MemoryStream(), new AMarkedQueue()));
        Assert.Contains("to which nothing can be added",
            Assert.ThrowsAny<NotSupportedException>(() => ContractXml.Serialize(new AMarkedQueue())).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidDataContractException>(
            () => new DataContractJsonSerializer(typeof(AMarkedQueue)).WriteObject(new MemoryStream(), new AMarkedQueue()));
        Assert.Contains("to which nothing can be added",
            Assert.ThrowsAny<NotSupportedException>(() => ContractJson.Serialize(new AMarkedQueue())).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void They_are_written_and_read_as_the_originals_do()
    {
        var oracle = new ContractOracle();
        oracle.Check(new Ints());
        oracle.Check(new NoInts());
        oracle.Check(new Texts());
        oracle.Check(new Objects());
        oracle.Check(new Jagged());
        oracle.Check(new Dates());
        oracle.Check(new Optional());
        oracle.Check(new Items());
        oracle.Check(new MarkedInts());
        oracle.Check(new MarkedMade());
        oracle.Check(new MarkedList());
        oracle.Check(new MarkedMap());
        oracle.Check(new NoList());
        oracle.Check(new AList());
        oracle.Check(new OneItem());
        oracle.Check(new AnInterface());
        oracle.Check(new FixedInterface());
        oracle.Check(new AMap());
        oracle.Check(new NoMap());
        oracle.Check(new Untyped());
        oracle.Check(new Bag());
        oracle.Check(new Bytes());
        oracle.Check(new Text());
        oracle.Check(new Stacked());
        oracle.Check(new Structs());
        oracle.Check(new Matrix());
        oracle.Check(new Nodes());
        oracle.Done();
    }

    [Fact]
    public void References_are_kept_around_them()
    {
        var oracle = new ContractOracle("xb") { Preserves = true };
        oracle.Check(new Ints());
        oracle.Check(new Objects());
        oracle.Check(new AList());
        oracle.Done();
    }

    static string Xml(Type type, string content) =>
        $"<GetOnlyMemberTests.{type.Name} xmlns=\"http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts\" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:a=\"http://schemas.microsoft.com/2003/10/Serialization/Arrays\">{content}</GetOnlyMemberTests.{type.Name}>";

    [Theory]
    [InlineData(typeof(Ints))]
    [InlineData(typeof(NoInts))]
    [InlineData(typeof(NoList))]
    [InlineData(typeof(AList))]
    [InlineData(typeof(AnInterface))]
    [InlineData(typeof(FixedInterface))]
    [InlineData(typeof(MarkedList))]
    [InlineData(typeof(MarkedMade))]
    public void Items_for_them_are_taken_or_refused(Type type)
    {
        var oracle = new ContractOracle();
        foreach (int count in (int[])[0, 1, 2, 3])
        {
            oracle.CheckRead('x', Xml(type, $"<P>{string.Concat(Enumerable.Range(7, count).Select(i => $"<a:int>{i}</a:int>"))}</P>"),
                type);
            oracle.CheckRead('j', $$"""{"P":[{{string.Join(',', Enumerable.Range(7, count))}}]}""", type);
        }
        oracle.CheckRead('x', Xml(type, "<P i:nil=\"true\"/>"), type);
        oracle.CheckRead('j', """{"P":null}""", type);
        oracle.CheckRead('x', Xml(type, ""), type);
        oracle.CheckRead('j', "{}", type);
        oracle.Done();
    }

    [Theory]
    [InlineData(typeof(NoMap))]
    [InlineData(typeof(MarkedMap))]
    [InlineData(typeof(AMap))]
    public void So_are_entries(Type type)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', Xml(type, "<P><a:KeyValueOfstringint><a:Key>k</a:Key><a:Value>1</a:Value></a:KeyValueOfstringint></P>"),
            type);
        oracle.CheckRead('j', """{"P":[{"Key":"k","Value":1}]}""", type);
        oracle.CheckRead('x', Xml(type, "<P/>"), type);
        oracle.CheckRead('j', """{"P":[]}""", type);
        oracle.Done();
    }

    public class Wrapped { public ReadOnlyCollection<int> P { get; } = new([1]); }

    /// <summary>The original writes it and refuses to read it.</summary>
    [Fact]
    public void What_could_never_be_read_is_refused_with_the_remedy()
    {
        var error = Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Wrapped()));
        Assert.Contains("Wrapped.P", error.Message, StringComparison.Ordinal);
        Assert.Contains("[IgnoreDataMember]", error.Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(new Wrapped()));
    }

    [Fact]
    public void An_error_names_the_member_and_the_remedy()
    {
        var error = Assert.Throws<WireFormatException>(() => ContractJson.FromText<NoList>("""{"P":[1]}"""));
        Assert.Contains("NoList.P", error.Message, StringComparison.Ordinal);
        Assert.Contains("give it a setter", error.Message, StringComparison.Ordinal);
        Assert.Equal("$.P", error.Path);
    }
}
