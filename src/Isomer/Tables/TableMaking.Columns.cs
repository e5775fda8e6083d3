using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>Columns, those that a class has made among them, and what may be said of them only when the rows are there.</summary>
internal sealed partial class TableMaking
{
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    DataColumn ColumnOf(DataTable table, Dictionary<string, DataColumn> ofClass, TableColumn part, ColumnType type)
    {
        if (part.Name.Length == 0)
            throw new WireFormatException("A column has no name.");
        if (ofClass.TryGetValue(part.Name, out var known))
        {
            if (known.DataType != type.Type && !IsExact)
                throw new WireFormatException(
                    $"Column '{part.Name}' is of type {part.Type} in the data, and {known.DataType} in the class of the table.");
            ClassColumns.Loosen(known);
            if (IsExact)
                known = ClassColumns.Reset(known, type.Type, ModeOf(part),
                    part.Mapping is { } mapping ? Enumerated<MappingType>(mapping) : MappingType.Element);
            Tell(known, part, type);
            return known;
        }
        var column = new DataColumn(part.Name, type.Type);
        Tell(column, part, type);
        table.Columns.Add(column);
        return column;
    }

    static DataSetDateTime? ModeOf(TableColumn part) => part.DateTimeMode switch
    {
        null => DataSetDateTime.UnspecifiedLocal,
        DateModes.BothKinds => null,
        var mode => Enumerated<DataSetDateTime>(mode.Value),
    };

    /// <summary>What is not told is as usual, or as its class has made it.</summary>
    void Tell(DataColumn column, TableColumn part, ColumnType type)
    {
        if (part.Namespace is not null)
            column.Namespace = part.Namespace;
        if (part.Prefix is not null)
            column.Prefix = part.Prefix;
        if (part.Caption is not null)
            ClassColumns.Call(column, part.Caption);
        if (part.Mapping is { } mapping)
            column.ColumnMapping = Enumerated<MappingType>(mapping);
        if (part.DateTimeMode is { } mode and not DateModes.BothKinds)
            column.DateTimeMode = Enumerated<DataSetDateTime>(mode);
        if (part.MaxLength is { } length)
            column.MaxLength = length;
        if (part.AutoNumber is { } auto)
        {
            ColumnNumbers.Check(part, type);
            if (ClassColumns.HasDefault(column))
                column.DefaultValue = DBNull.Value;
            column.AutoIncrement = auto.Next is null;
            ColumnNumbers.Put(column, auto);
        }
        else if (part.IdleNumber is { } idle)
        {
            ColumnNumbers.Put(column, idle);
        }
        Put(part.Properties, column.ExtendedProperties);
        if (part.Default is not null)
        {
            column.AutoIncrement = false;
            column.DefaultValue = One(part.Default);
        }
    }

    /// <summary>What would have been in the way of the rows.</summary>
    static void Finish(Table part, DataTable table)
    {
        for (int i = 0; i < part.Columns.Length; i++)
        {
            var from = part.Columns[i]!;
            var column = table.Columns[i];
            if (column.AllowDBNull == from.Required)
                column.AllowDBNull = !from.Required;
        }
    }

    static void Number(Table part, DataTable table, Rows rows)
    {
        rows.Finish(part);
        for (int i = 0; i < part.Columns.Length; i++)
            ColumnNumbers.Finish(table.Columns[i], part.Columns[i]!);
    }
}
