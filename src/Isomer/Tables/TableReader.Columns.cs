using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <content>What is said of the columns.</content>
internal sealed partial class TableReader
{
    // The key, and what else is unique by itself.
    string[] _key = [];
    string[] _unique = [];

    public override string GetName(int ordinal) => _columns[ordinal].Name;

    [return: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.PublicProperties)]
    [UnconditionalSuppressMessage("Trimming", "IL2073", Justification = Trimming.Columns)]
    public override Type GetFieldType(int ordinal) => _columnTypes[ordinal].Type;

    public DataSetDateTime? ModeOf(int ordinal) =>
        _columns[ordinal].DateTimeMode is { } mode && Enum.IsDefined((DataSetDateTime)mode) ? (DataSetDateTime)mode : null;

    public bool BeginsInUtc(int ordinal) =>
        _cursors[ordinal] is ColumnCursor<DateTime> { IsOfItems: true } dates && DateModes.AreUtc(dates.All);

    public override string GetDataTypeName(int ordinal) => _columnTypes[ordinal].Name;

    public override int GetOrdinal(string name)
    {
        int at = Array.FindIndex(_columns, c => c.Name == name);
        if (at < 0)
            at = Array.FindIndex(_columns, c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase));
        return at >= 0 ? at : throw new IndexOutOfRangeException($"There is no column '{name}'.");
    }

    /// <summary>
    /// Of the first table, by names: who asks for some of the columns, or in another order, has the key where all of it is there.
    /// </summary>
    void TakeKeys(Table table)
    {
        foreach (var constraint in table.Constraints ?? [])
            if (constraint is { Parent: null, Columns: { Length: > 0 } places }
                && Array.TrueForAll(places, p => (uint)p < (uint)table.Columns.Length))
            {
                string[] names = Array.ConvertAll(places, p => table.Columns[p]!.Name);
                if (constraint.IsPrimaryKey)
                    _key = names;
                if (names.Length == 1)
                    _unique = [.. _unique, names[0]];
            }
    }

    /// <summary>So much of it that DataTable.Load makes the same columns and their key, as of the framework's reader of a table.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2111", Justification = "A column that holds types, of which nothing is asked.")]
    public override DataTable GetSchemaTable()
    {
        var schema = new DataTable("SchemaTable") { Locale = CultureInfo.InvariantCulture };
        schema.Columns.Add(SchemaTableColumn.ColumnName, typeof(string));
        schema.Columns.Add(SchemaTableColumn.ColumnOrdinal, typeof(int));
        schema.Columns.Add(SchemaTableColumn.DataType, typeof(Type));
        schema.Columns.Add(SchemaTableColumn.AllowDBNull, typeof(bool));
        schema.Columns.Add(SchemaTableColumn.ColumnSize, typeof(int));
        schema.Columns.Add(SchemaTableColumn.IsUnique, typeof(bool));
        schema.Columns.Add(SchemaTableColumn.IsKey, typeof(bool));
        schema.Columns.Add(SchemaTableColumn.IsLong, typeof(bool));
        schema.Columns.Add(SchemaTableOptionalColumn.IsReadOnly, typeof(bool));
        schema.Columns.Add(SchemaTableOptionalColumn.IsAutoIncrement, typeof(bool));
        schema.Columns.Add(SchemaTableOptionalColumn.AutoIncrementSeed, typeof(long));
        schema.Columns.Add(SchemaTableOptionalColumn.AutoIncrementStep, typeof(long));
        bool hasKey = Array.TrueForAll(_key, k => Array.Exists(_columns, c => c.Name == k));
        for (int i = 0; i < _columns.Length; i++)
        {
            var column = _columns[i];
            schema.Rows.Add(column.Name, i, _columnTypes[i].Type, !column.Required, column.MaxLength ?? -1, _unique.Contains(column.Name),
                hasKey && _key.Contains(column.Name), false, column.ReadOnly, column.AutoNumber is not null,
                column.AutoNumber?.Seed ?? 0, column.AutoNumber?.Step ?? 1);
        }
        return schema;
    }
}
