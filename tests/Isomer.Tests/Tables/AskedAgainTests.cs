using System.Data;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // the form in which it is written

namespace Isomer.Tests.OfTables;

/// <summary>What is let pass by asking the framework again, and what is not.</summary>
public class AskedAgainTests
{
    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(DataSet), typeof(DataTable)] };

    /// <summary>
    /// A set whose tables nest in a circle, and which has another reason to be refused besides: an attribute of a type that has no form
    /// there. Without the circle both refuse that, where ours could have been the only one.
    /// </summary>
    [Theory, InlineData(typeof(DateOnly), true), InlineData(typeof(int), true), InlineData(typeof(int), false)]
    public void A_circle_is_the_reason_where_both_are_alike_without_it(Type type, bool isRound)
    {
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Xml };
        DataTable a = set.Tables.Add("A"), b = set.Tables.Add("B");
        foreach (var table in (DataTable[])[a, b])
        {
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("up", typeof(int));
        }
        a.Columns.Add(new DataColumn("c", type, null, MappingType.Attribute));
        set.Relations.Add(new DataRelation("ab", a.Columns[0], b.Columns[1]) { Nested = true });
        set.Relations.Add(new DataRelation("ba", b.Columns[0], a.Columns[1]) { Nested = isRound });

        var e = Record.Exception(() => Nrbf.Serialize(set, s_options));
        if (!isRound)
            Assert.Null(e);
        Assert.Equal(isRound, AskedAgain.IsOfCircle(e ?? new NotSupportedException(), set, () => NrbfTests.Original(set),
            () => Nrbf.Serialize(set, s_options), FormattedSets.Bytes));
        // What differs without the circle is no reason, nor is what ours alone refuses then.
        Assert.False(AskedAgain.IsOfCircle(new NotSupportedException(), set, () => NrbfTests.Original(set), () => new byte[1],
            FormattedSets.Bytes));
        if (type == typeof(int))
            Assert.False(AskedAgain.IsOfCircle(new NotSupportedException(), set, () => NrbfTests.Original(set),
                () => throw new NotSupportedException(), FormattedSets.Bytes));
        Assert.Equal(isRound, set.Relations["ba"]!.Nested);
    }
}
