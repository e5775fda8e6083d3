using System.ComponentModel;
using System.Data;
using System.Xml.Serialization;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>Texts of cells that are to be written as XML within another payload.</summary>
internal static class TableTexts
{
    /// <summary>
    /// Refuses half a surrogate pair in a cell by its place: XML has none, and what writes it knows no row, or puts U+FFFD in its place.
    /// </summary>
    public static void Check(IListSource value)
    {
        foreach (var table in TableXml.TablesOf((IXmlSerializable)value))
        {
            var columns = Array.FindAll([.. table.Columns.Cast<DataColumn>()], static c => MayHoldText(c.DataType));
            if (columns.Length == 0)
                continue;
            for (int i = 0; i < table.Rows.Count; i++)
            {
                var row = table.Rows[i];
                foreach (var column in columns)
                    foreach (var version in (ReadOnlySpan<DataRowVersion>)[DataRowVersion.Original, DataRowVersion.Current])
                        if (row.HasVersion(version) && IsBroken(row[column, version]))
                            throw new NotSupportedException(
                                $"Row {i} of table '{table.TableName}', column '{column.ColumnName}': the text has half of a surrogate pair, which XML cannot have.");
            }
        }
    }

    // The framework lets no half into a column of chars.
    static bool MayHoldText(Type type) => type == typeof(string) || type == typeof(object) || type == typeof(char[]);

    static bool IsBroken(object value) => value switch
    {
        string text => !Utf8Runs.AreWhole(text),
        char unit => char.IsSurrogate(unit),
        char[] units => !Utf8Runs.AreWhole(units),
        _ => false,
    };
}
