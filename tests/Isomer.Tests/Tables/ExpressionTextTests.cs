using System.Data;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Which functions of an expression go over rows: those of the framework, in any case (a mutant of the list lived).</summary>
public class ExpressionTextTests
{
    [Theory]
    [InlineData("Sum"), InlineData("Avg"), InlineData("Min"), InlineData("Max"), InlineData("Count"), InlineData("StDev"), InlineData("Var")]
    public void Aggregates_are_the_frameworks(string name)
    {
        foreach (string written in new[] { name, name.ToUpperInvariant(), name.ToLowerInvariant(), name + " " })
        {
            string expression = $"{written}(a)";
            var table = new DataTable();
            table.Columns.Add("a", typeof(int));
            foreach (int value in new[] { 1, 2, 4 })
                table.Rows.Add(value);
            // It is the same for each row, for it goes over all of them.
            var column = table.Columns.Add("b", typeof(double), expression);
            Assert.Single(table.Rows.Cast<DataRow>().Select(r => r[column]).Distinct());
            var text = ExpressionText.Of(expression);
            Assert.True(text.AggregatesItself, expression);
            Assert.True(Assert.Single(text.References).IsAggregated, expression);
        }
    }

    [Theory]
    [InlineData("Len(a)"), InlineData("Trim(a)"), InlineData("IsNull(a, 1)"), InlineData("Abs(a)"), InlineData("Convert(a, 'System.String')")]
    [InlineData("IIF(a, 1, 2)"), InlineData("Substring(a, 1, 2)"), InlineData("(a)"), InlineData("Sum + (a)"), InlineData("Suma(a)")]
    [InlineData("Su(a)"), InlineData("Sun(a)"), InlineData("Avf(a)"), InlineData("Mid(a)"), InlineData("Mix(a)"), InlineData("Counts(a)")]
    [InlineData("Stdew(a)"), InlineData("Vat(a)"), InlineData("Mam(a)"), InlineData("Coun(a)")]
    public void Others_are_none(string expression)
    {
        var text = ExpressionText.Of(expression);
        Assert.False(text.AggregatesItself, expression);
        Assert.All(text.References, r => Assert.False(r.IsAggregated, expression));
        Assert.True(text.LooksAtRow, expression);
    }
}
