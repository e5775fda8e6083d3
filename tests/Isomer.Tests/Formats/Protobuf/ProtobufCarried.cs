using System.Data;
using Isomer.Tests.OfTables;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>What no contract can be written for: tables as members, and the ends of time.</summary>
public class ProtobufCarried
{
    [ProtoContract]
    public class Report
    {
        [ProtoMember(1)]
        public DataTable? Table { get; set; }

        [ProtoMember(2)]
        public DateTime When { get; set; }
    }

    [Fact]
    public void A_table_is_a_member_of_a_contract()
    {
        var table = new DataTable("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("text", typeof(string));
        table.Rows.Add(1, "a");
        table.Rows.Add(DBNull.Value, DBNull.Value);
        foreach (var tier in ProtobufCheck.Tiers())
        {
            var back = Protobuf.Deserialize<Report>(Protobuf.Serialize(new Report { Table = table }, tier), tier);
            Assert.Null(TableDifference.Of(table, back.Table!, true));
        }
    }

    /// <summary>protobuf-net loses it there.</summary>
    [Fact]
    public void The_least_and_the_greatest_date_keep_their_kind()
    {
        foreach (var tier in ProtobufCheck.Tiers(c => c.WithDateTimeKind()))
        {
            foreach (var kind in Enum.GetValues<DateTimeKind>())
            {
                foreach (var date in new[] { DateTime.MinValue, DateTime.MaxValue, DateTime.UnixEpoch })
                {
                    var when = DateTime.SpecifyKind(date, kind);
                    var back = Protobuf.Deserialize<Report>(Protobuf.Serialize(new Report { When = when }, tier), tier);
                    Assert.Equal((when, kind), (back.When, back.When.Kind));
                }
            }
        }
    }
}
