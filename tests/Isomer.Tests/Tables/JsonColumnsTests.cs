using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Rows in JSON whose columns are found in a first pass: a type only where it holds every digit.</summary>
public class JsonColumnsTests
{
    static async Task<DataTable> Read(string lines)
    {
        await using var reader = await Tables.ReadJsonLinesAsync(new MemoryStream(Encoding.UTF8.GetBytes(lines)),
            cancellationToken: TestContext.Current.CancellationToken);
        var table = new DataTable();
        for (int i = 0; i < reader.FieldCount; i++)
            table.Columns.Add(reader.GetName(i), reader.GetFieldType(i));
        object[] values = new object[reader.FieldCount];
        while (reader.Read())
        {
            reader.GetValues(values);
            table.Rows.Add(values);
        }
        return table;
    }

    [Theory]
    [InlineData("1,-2,null", typeof(long))]
    [InlineData("1,1.5", typeof(double))]
    [InlineData("1e-7,1.5", typeof(double))]
    [InlineData("868617158210577.6842,0.1", typeof(decimal))]
    [InlineData("868617158210577.6842,1e300", typeof(object))]
    [InlineData("1.2345678901234567890123456789012345,0.1", typeof(string))]
    [InlineData("123456789012345678901234567890", typeof(System.Numerics.BigInteger))]
    [InlineData("9007199254740993,0.5", typeof(decimal))]
    [InlineData("18446744073709551615,1e20", typeof(object))]
    [InlineData("123456789.123456789,123456789012345678901234567890", typeof(string))]
    [InlineData("0.1234567890123456789,\"x\"", typeof(object))]
    [InlineData("1e400,\"x\"", typeof(object))]
    [InlineData("0.1,\"x\",9007199254740.993", typeof(object))]
    [InlineData("\"2020-01-02T03:04:05.12345678\"", typeof(string))]
    [InlineData("\"2020-01-02T03:04:05+02:00\",\"2020-01-02T03:04:05-05:30\"", typeof(DateTimeOffset))]
    [InlineData("\"2020-01-02T03:04:05+02:00\",\"2020-01-02T03:04:05\"", typeof(string))]
    [InlineData("\"2020-01-02T03:04:05Z\",\"2020-01-02T03:04:05\"", typeof(string))]
    [InlineData("true,false", typeof(bool))]
    [InlineData("\"2020-01-02T03:04:05\"", typeof(DateTime))]
    [InlineData("\"2020-01-02\"", typeof(string))]
    [InlineData("1,\"a\"", typeof(object))]
    [InlineData("null", typeof(string))]
    public async Task Types_are_found(string values, Type type)
    {
        string[] all = values.Split(',');
        var table = await Read(string.Concat(all.Select(v => $"{{\"a\":{v}}}\n")));
        Assert.Equal(type, table.Columns[0].DataType);
        for (int i = 0; i < all.Length; i++)
        {
            object value = table.Rows[i][0];
            string text = Json.ToText(value is DBNull ? null : value, JsonOptions.Default with { Escaping = JsonEscaping.Relaxed });
            // What was read is written as it was; a number as a text, where no type has its digits, in quotes.
            Assert.True(
                text == all[i] || text == $"\"{all[i]}\""
                    || (value is double number && number == double.Parse(all[i], System.Globalization.CultureInfo.InvariantCulture)),
                        $"{all[i]} became {text}");
        }
    }

    [Fact]
    public async Task Members_that_some_rows_have_are_columns_of_all()
    {
        var table = await Read("{\"a\":1}\n{\"b\":\"x\",\"a\":2}\n{}\n");
        Assert.Equal(["a", "b"], table.Columns.Cast<DataColumn>().Select(c => c.ColumnName));
        Assert.Equal([1L, DBNull.Value, 2L, "x", DBNull.Value, DBNull.Value], table.Rows.Cast<DataRow>().SelectMany(r => r.ItemArray));
    }

    [Fact]
    public async Task What_is_no_row_is_refused()
    {
        Assert.Contains("Row 1: 'b' is one of kind Array",
            (await Assert.ThrowsAsync<WireFormatException>(() => Read("{\"a\":1}\n{\"b\":[1]}\n"))).Message, StringComparison.Ordinal);
        Assert.Contains("Row 0 is no object", (await Assert.ThrowsAsync<WireFormatException>(() => Read("1\n"))).Message,
            StringComparison.Ordinal);
        var many = await Assert.ThrowsAsync<WireFormatException>(
            () => Read("{" + string.Join(",", Enumerable.Range(0, 16_385).Select(i => $"\"c{i}\":1")) + "}\n"));
        Assert.Contains("more than 16384 columns", many.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<NotSupportedException>(
            () => Tables.ReadJsonAsync(new Forward("[]"u8.ToArray()), cancellationToken: TestContext.Current.CancellationToken)
                .AsTask());
    }

    sealed class Forward(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }
}
