using System.ComponentModel;
using System.Data;
using System.Data.SqlTypes;
using System.Xml.Serialization;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>
/// Texts of a set or table that are to be written as XML. XML has no half of a surrogate pair, and what writes it knows no row, or puts
/// U+FFFD in its place: it is told where the text stands. In names of sets, columns and relations a half is escaped, and comes back.
/// </summary>
internal static class TableTexts
{
    /// <summary>The exception that names the place of the first such text, if it is one that kept the value from being written.</summary>
    public static NotSupportedException? Refusal(IListSource value, Exception thrown)
    {
        // The framework's writers throw the first, and wrap it in the second where XmlSerializer writes a cell.
        bool isOfText = thrown is ArgumentException || (thrown is InvalidOperationException && thrown.InnerException is ArgumentException);
        return isOfText && Places(value).FirstOrDefault() is { } place
            ? new($"{place}: the text has half of a surrogate pair, which XML cannot have.", thrown) : null;
    }

    static IEnumerable<string> Places(IListSource value)
    {
        var set = value as DataSet ?? ((DataTable)value).DataSet;
        // A table alone is looked at first, for the others of its set may not be written.
        foreach (var table in TableXml.TablesOf((IXmlSerializable)value).OrderBy(t => t != value))
            foreach (string place in Places(table))
                yield return place;
        if (set is null)
            yield break;
        foreach (string place in Places(set.ExtendedProperties, $"DataSet '{set.DataSetName}'"))
            yield return place;
        if (IsBroken(set.Namespace) || IsBroken(set.Prefix))
            yield return $"DataSet '{set.DataSetName}', Namespace or Prefix";
        foreach (DataRelation relation in set.Relations)
            foreach (string place in Places(relation.ExtendedProperties, $"Relation '{relation.RelationName}'"))
                yield return place;
    }

    static IEnumerable<string> Places(DataTable table)
    {
        string name = $"table '{table.TableName}'";
        for (int i = 0; i < table.Rows.Count; i++)
        {
            var row = table.Rows[i];
            foreach (DataColumn column in table.Columns)
                foreach (var version in (ReadOnlySpan<DataRowVersion>)[DataRowVersion.Original, DataRowVersion.Current])
                    if (row.HasVersion(version) && IsBroken(row[column, version]))
                        return [$"Row {i} of {name}, column '{column.ColumnName}'"];
            if (IsBroken(row.RowError))
                return [$"Row {i} of {name}, RowError"];
            if (row.HasErrors && Array.Find(row.GetColumnsInError(), c => IsBroken(row.GetColumnError(c))) is { } wrong)
                return [$"Row {i} of {name}, error of column '{wrong.ColumnName}'"];
        }
        return InSchema(table, name);
    }

    static IEnumerable<string> InSchema(DataTable table, string name)
    {
        foreach (DataColumn column in table.Columns)
        {
            string of = $"Column '{column.ColumnName}' of {name}";
            if (IsBroken(column.Caption))
                yield return $"{of}, Caption";
            if (IsBroken(column.DefaultValue))
                yield return $"{of}, DefaultValue";
            if (IsBroken(column.Expression))
                yield return $"{of}, Expression";
            if (IsBroken(column.Namespace) || IsBroken(column.Prefix))
                yield return $"{of}, Namespace or Prefix";
            foreach (string place in Places(column.ExtendedProperties, of))
                yield return place;
        }
        foreach (Constraint constraint in table.Constraints)
            foreach (string place in Places(constraint.ExtendedProperties, $"Constraint '{constraint.ConstraintName}' of {name}"))
                yield return place;
        foreach (string place in Places(table.ExtendedProperties, $"Table '{table.TableName}'"))
            yield return place;
        if (IsBroken(table.Namespace) || IsBroken(table.Prefix))
            yield return $"Table '{table.TableName}', Namespace or Prefix";
        // Identities of rows in a DiffGram begin with it as it is.
        if (IsBroken(table.TableName))
            yield return $"Table '{table.TableName}', TableName";
    }

    static IEnumerable<string> Places(PropertyCollection properties, string of)
    {
        foreach (System.Collections.DictionaryEntry property in properties)
            if (IsBroken(property.Value) || IsBroken(property.Key))
                yield return $"{of}, extended property '{property.Key}'";
    }

    static bool IsBroken(object? value) => value switch
    {
        string text => !Utf8Runs.AreWhole(text),
        char unit => char.IsSurrogate(unit),
        SqlString { IsNull: false } text => !Utf8Runs.AreWhole(text.Value),
        SqlChars { IsNull: false } text => !Utf8Runs.AreWhole(text.Value),
        Uri address => !Utf8Runs.AreWhole(address.OriginalString),
        _ => false,
    };
}
