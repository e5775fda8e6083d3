using System.ComponentModel;
using System.Data;
using System.Xml;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What the framework refuses as a row comes and ours does not, for ours asks when all rows are there (docs/tables.md): what is computed of
/// a row that is not whole yet, or of as many as have come; what a row that is deleted has by its relations, where a DiffGram brings one of
/// its key (<see cref="DeletedRowTests"/>); and rows of a key that cannot be compared. So the framework is asked again: it reads into
/// tables without expressions, which get them then, and without such keys.
/// </summary>
static class EarlyRefusals
{
    /// <summary>Whether it is one of these.</summary>
    /// <param name="e">What the framework threw.</param>
    /// <param name="ours">What ours has read.</param>
    /// <param name="target">A new one to read into, with all that it computes.</param>
    /// <param name="read">How the framework reads.</param>
    /// <param name="differ">What differs of two.</param>
    public static bool Is<T>(Exception e, T ours, T target, Action<T> read, Func<T, T, string?> differ) where T : IListSource
    {
        if (e is not DeletedRowInaccessibleException
            && e.StackTrace?.Contains("System.Data.DataTable.InsertRow", StringComparison.Ordinal) != true)
            return false;
        RemoveKeys(target);
        RemoveKeys(ours);
        List<(DataColumn Column, string Expression)> computed =
            [.. TablesOf(target).SelectMany(static t => t.Columns.Cast<DataColumn>()).Where(static c => c.Expression.Length > 0)
                .Select(static c => (c, c.Expression))];
        // Those first that others are not computed of.
        for (int pass = 0; pass <= computed.Count; pass++)
            foreach (var (column, _) in computed.Reverse<(DataColumn Column, string Expression)>())
                RichTables.Quietly(() => column.Expression = "");
        if (computed.Exists(static c => c.Column.Expression.Length > 0))
            return false;
        if (Differential.Outcome.Of(() =>
        {
            read(target);
            return target;
        }).Refusal is not null)
            return false;
        // One may need another, which may be null without it.
        for (int before = computed.Count + 1; computed.Count < before;)
        {
            before = computed.Count;
            computed.RemoveAll(static c => Xunit.Record.Exception(() => c.Column.Expression = c.Expression) is null);
        }
        return computed.Count == 0 && differ(target, ours) is null;
    }

    /// <summary>Removes the keys of what cannot be compared; whether there were any.</summary>
    public static bool RemoveKeys(IListSource value)
    {
        bool any = false;
        foreach (var table in TablesOf(value))
            foreach (var key in table.Constraints.OfType<UniqueConstraint>().Where(IsOfTheIncomparable).ToList())
                any |= Xunit.Record.Exception(() => table.Constraints.Remove(key)) is null;
        return any;
    }

    static bool IsOfTheIncomparable(UniqueConstraint key) =>
        Array.Exists(key.Columns, static c => !typeof(IComparable).IsAssignableFrom(c.DataType));

    static IEnumerable<DataTable> TablesOf(IListSource value) =>
        (value as DataSet ?? ((DataTable)value).DataSet)?.Tables.Cast<DataTable>() ?? [(DataTable)value];

    /// <summary>
    /// Whether the framework's reader, behind our guards, does not come to the end: it is no XML, or has a document type.
    /// </summary>
    public static bool IsNoXml(byte[] document, bool isFragment = false)
    {
        try
        {
            var stream = new MemoryStream(document);
            using var reader = new XmlTextReader(stream, isFragment ? XmlNodeType.Element : XmlNodeType.Document, null)
            {
                DtdProcessing = DtdProcessing.Prohibit,
                XmlResolver = null,
            };
            while (reader.Read())
            {
            }
            return false;
        }
        catch (XmlException)
        {
            return true;
        }
    }
}
