using System.Collections;
using System.Data;
using System.Runtime.Serialization;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0050 // the entries are the framework's own way to take rows whole

/// <summary>
/// Rows of packed columns into a table whole: the framework keeps the arrays that were unpacked, as it does with those of its own binary
/// form, and no row is made of boxes and taken apart again. Without computed columns and rows being edited. Nobody is told of such a row,
/// also in a class, as by BinaryFormatter; the indexes of keys that a class has are made anew behind it.
/// </summary>
/// <remarks>
/// 8,000 rows of 19 columns, microseconds of the processor: a DataSet in the binary RemotingFormat is read in 34,800 and written in 58,500,
/// in Compact in 10,700 and 9,000. Of the reading the framework takes 3,400 to make rows of stores that are ready, so ten times binary's
/// speed is out of reach for any payload (`bench columns` prints the bound of its run: 4.2 times on a busy machine). Its other ways take
/// longer: Rows.Add of ready arrays of values 9,300, LoadDataRow 7,000, with a primary key 8,600; the key's index costs 900.
/// bench/results/2026-11-25-tables.txt.
/// </remarks>
internal static class StoredRows
{
    /// <summary>False, with nothing done, where rows must be added one by one.</summary>
    public static bool TryLoad(DataTable table, Table part, DataColumn[] columns, ColumnTypes types, int records)
    {
        if (records == 0 || table.Rows.Count > 0 || table.Columns.Count != columns.Length
            || (table.Constraints.Count > 0 && !HiddenState.TryResetIndexes(table)))
            return false;
        foreach (char state in part.States)
            if (state is not ('U' or 'A' or 'M' or 'D'))
                return false;
        var (stores, nulls) = (new ArrayList(), new ArrayList());
        for (int i = 0; i < columns.Length; i++)
        {
            // Rows that are added one by one move the next number on.
            if (part.Columns[i] is not { Expression: null, Values: { Packed: not null } values } from
                || (columns[i].AutoIncrement && from.AutoNumber?.Next is null)
                || HiddenState.EmptyStoreOf(columns[i], records) is not { } store || store.Length != records
                || !types.Named(from.Type).CanStore(values, store)
                || (store is DateTime[] && columns[i].DateTimeMode == DataSetDateTime.Local))
                return false;
            stores.Add(store);
        }
        for (int i = 0; i < columns.Length; i++)
        {
            var store = (Array)stores[i]!;
            var areNull = new BitArray(records);
            try
            {
                types.Named(part.Columns[i]!.Type).Store(part.Columns[i]!.Values!, store, areNull);
            }
            catch (WireFormatException e)
            {
                throw new WireFormatException($"Column '{part.Columns[i]!.Name}': {e.Message}");
            }
            if (store is DateTime[] dates && !AreOf(columns[i].DateTimeMode, dates, areNull))
                return false;
            nulls.Add(areNull);
        }
        return TryLoad(table, columns, Entries(part.States, records, stores, nulls))
            && (table.Constraints.Count == 0 || HiddenState.TryResetIndexes(table));
    }

    /// <summary>
    /// Dates of no zone would be turned from UTC to the local one, unless their column says that they have none: which is changed at any
    /// time.
    /// </summary>
    public static bool TryLoad(DataTable table, DataColumn[] columns, SerializationInfo entries)
    {
        var zoned = Array.FindAll(columns, c => c.DataType == typeof(DateTime) && c.DateTimeMode == DataSetDateTime.UnspecifiedLocal);
        foreach (var column in zoned)
            column.DateTimeMode = DataSetDateTime.Unspecified;
        bool isLoaded = HiddenState.TryLoad(table, entries);
        foreach (var column in zoned)
            column.DateTimeMode = DataSetDateTime.UnspecifiedLocal;
        return isLoaded;
    }

    /// <summary>Whether all dates are of the column's kind: when they are set, the framework makes them so.</summary>
    static bool AreOf(DataSetDateTime mode, DateTime[] dates, BitArray areNull)
    {
        var kind = mode == DataSetDateTime.Utc ? DateTimeKind.Utc : DateTimeKind.Unspecified;
        for (int i = 0; i < dates.Length; i++)
            if (dates[i].Kind != kind && !areNull[i])
                return false;
        return true;
    }

    /// <summary>What the framework calls its parts in its own binary form.</summary>
    public static SerializationInfo Entries(ReadOnlySpan<char> states, int records, ArrayList stores, ArrayList nulls)
    {
        var bits = new BitArray(states.Length * 3);
        for (int i = 0; i < states.Length; i++)
        {
            if (states[i] is 'M' or 'D')
                bits[i * 3] = true;
            if (states[i] is 'A' or 'D')
                bits[(i * 3) + 1] = true;
        }
        var entries = new SerializationInfo(typeof(DataTable), new FormatterConverter());
        entries.AddValue("DataTable_0.Rows.Count", states.Length);
        entries.AddValue("DataTable_0.Records.Count", records);
        entries.AddValue("DataTable_0.RowStates", bits);
        entries.AddValue("DataTable_0.Records", stores);
        entries.AddValue("DataTable_0.NullBits", nulls);
        entries.AddValue("DataTable_0.RowErrors", new Hashtable());
        entries.AddValue("DataTable_0.ColumnErrors", new Hashtable());
        return entries;
    }
}
