using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1051, CA2227

/// <summary>
/// Where a DataSet or a DataTable is declared and a class that derives from it stands, the XML in the string says so (i:type on its root).
/// It comes back as that class, as the original makes it, or is refused: never as the declared one without a word.
/// </summary>
public class ContractJsonNamedTableTests
{
    [DataContract] public class Holder { [DataMember] public DataSet? S; [DataMember] public DataTable? T; [DataMember] public int N; }

    /// <summary>
    /// As the designer writes them, but for its relation: the framework cannot read that back into a class that has it already.
    /// </summary>
    public sealed class ShelfSet : DataSet
    {
        public ShelfSet()
        {
            DataSetName = "Shelf";
            Namespace = "urn:shelf";
            Books = Tables.Add("Books");
            Books.Columns.Add("Id", typeof(int));
            Books.Columns.Add("Name", typeof(string));
        }

        public DataTable Books { get; }
    }

    static readonly Type[] Known = [typeof(ShelfSet), typeof(CustomerTable)];

    static DataSet New(ShelfSet set)
    {
        set.Books.Rows.Add(1, "a");
        return set;
    }

    static byte[] Theirs(Type type, object value, Type[] known)
    {
        var stream = new MemoryStream();
        new DataContractJsonSerializer(type, known).WriteObject(stream, value);
        return stream.ToArray();
    }

    static object? TheirsRead(Type type, byte[] json, Type[] known) =>
        new DataContractJsonSerializer(type, known).ReadObject(new MemoryStream(json));

    static IEnumerable<ContractJsonOptions> Tiers(Type[] known) =>
        ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection]).Select(
            tier => new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier), KnownTypes = known });

    [Fact]
    public void A_known_class_comes_back_as_itself_as_a_member()
    {
        var value = new Holder { S = New(new ShelfSet()), N = 5 };
        byte[] json = Theirs(typeof(Holder), value, Known);
        Assert.Contains("type=", Encoding.UTF8.GetString(json), StringComparison.Ordinal);
        var expected = (Holder)TheirsRead(typeof(Holder), json, Known)!;
        Assert.IsType<ShelfSet>(expected.S);
        foreach (var options in Tiers(Known))
        {
            Assert.Equal(Encoding.UTF8.GetString(json), ContractJson.ToText(value, options));
            var back = ContractJson.Deserialize<Holder>(json, options);
            Assert.Equal(5, back.N);
            Assert.Null(TableDifference.Of(expected.S, Assert.IsType<ShelfSet>(back.S)));
            Assert.Equal("a", ((ShelfSet)back.S!).Books.Rows[0]["Name"]);
        }
    }

    [Fact]
    public void And_as_a_root_and_an_item()
    {
        byte[] root = Theirs(typeof(DataSet), New(new ShelfSet()), Known),
            items = Theirs(typeof(List<DataSet>), new List<DataSet> { New(new ShelfSet()), new("plain") }, Known);
        Assert.IsType<ShelfSet>(TheirsRead(typeof(DataSet), root, Known));
        foreach (var options in Tiers(Known))
        {
            Assert.IsType<ShelfSet>(ContractJson.Deserialize<DataSet>(root, options));
            var back = ContractJson.Deserialize<List<DataSet>>(items, options);
            Assert.Equal([typeof(ShelfSet), typeof(DataSet)], back.Select(s => s.GetType()));
        }
    }

    /// <summary>Also of a table, whose class is known by [KnownType] as well as by options.</summary>
    [Fact]
    public void Tables()
    {
        var table = new CustomerTable();
        table.Rows.Add(1, "a");
        byte[] json = Theirs(typeof(Holder), new Holder { T = table }, Known);
        var expected = (Holder)TheirsRead(typeof(Holder), json, Known)!;
        foreach (var options in Tiers(Known))
        {
            var back = ContractJson.Deserialize<Holder>(json, options);
            Assert.Equal(expected.T!.GetType(), back.T!.GetType());
            Assert.Equal("a", back.T.Rows[0]["Name"]);
        }
    }

    /// <summary>The original refuses a name that is not known, and one of a class that cannot stand there.</summary>
    [Fact]
    public void Another_class_is_refused()
    {
        byte[] unknown = Theirs(typeof(Holder), new Holder { S = New(new ShelfSet()) }, Known);
        byte[] other =
            Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(unknown).Replace("ShelfSet", "CustomerTable", StringComparison.Ordinal));
        Assert.ThrowsAny<SerializationException>(() => TheirsRead(typeof(Holder), unknown, []));
        Assert.ThrowsAny<Exception>(() => TheirsRead(typeof(Holder), other, Known));
        foreach (var options in Tiers([]))
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Holder>(unknown, options));
        foreach (var options in Tiers(Known))
            Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<Holder>(other, options));
    }
}
