using System.Collections;
using System.Data;
using System.Data.SqlTypes;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Tabular;

#pragma warning disable SYSLIB0038, SYSLIB0050 // the interface of an older age is what this is about

/// <summary>
/// The rows of a reader as the entries of a table in its binary form into which they were loaded: columns by name and type, and nothing
/// else. The form has one array for each column, so all values are in memory, as these arrays.
/// </summary>
internal static class ReaderBinary
{
    const int FirstRows = 256;

    public static SerializationInfo Entries(IDataReader reader, string name, CancellationToken cancellationToken)
    {
        // Its RemotingFormat stays what it is: an application that has not allowed the framework's binary form cannot set it.
        var table = new DataTable(name);
        var columns = new DataColumn[reader.FieldCount];
        var stores = new Array[columns.Length];
        var areNull = new List<bool>[columns.Length];
        for (int i = 0; i < columns.Length; i++)
        {
            columns[i] = RowValues.Column(table, reader, i);
            (stores[i], areNull[i]) = (BinaryWriting.StoreOf(columns[i].DataType, FirstRows), []);
        }
        object?[] nulls = [];
        object[] values = new object[columns.Length];
        int rows = 0;
        for (; reader.Read(); rows++)
        {
            if ((rows & 0xFF) == 0)
                cancellationToken.ThrowIfCancellationRequested();
            // Columns of a table that has no row have a default of their own each, where that is an object; with one, that of the store.
            if (rows == 0)
                nulls = NullsOf(table);
            RowValues.Take(reader, values);
            for (int i = 0; i < values.Length; i++)
            {
                if (rows == stores[i].Length)
                    stores[i] = Resized(stores[i], (int)Math.Min(rows * 2L, Array.MaxLength));
                if (values[i] is not (null or DBNull))
                    BinaryWriting.Put(stores[i], rows, columns[i], RowValues.Kept(reader, columns[i], values[i], rows));
                else if (nulls[i] is { } none and not DBNull)
                    BinaryWriting.Put(stores[i], rows, columns[i], none);
                // In a column of type Object a null of its own is a value.
                areNull[i].Add(
                    values[i] is null or DBNull
                    || (values[i] is INullable { IsNull: true } && columns[i].DataType != typeof(object)));
            }
        }
        var entries = new SerializationInfo(typeof(DataTable), new FormatterConverter());
        BinaryWriting.Schema(table, entries, isAlone: true);
        var (all, areNulls) = (new ArrayList(), new ArrayList());
        for (int i = 0; i < columns.Length && rows > 0; i++)
        {
            all.Add(Resized(stores[i], rows));
            areNulls.Add(Bits(areNull[i]));
        }
        BinaryWriting.Rows(entries, 0, new BitArray(rows * 3), rows, all, areNulls, [], []);
        return entries;
    }

    /// <summary>
    /// A class of SqlTypes, or a user's INullable, has an object that is null, which its column keeps in place of none.
    /// </summary>
    static object?[] NullsOf(DataTable table)
    {
        DataRow empty = table.NewRow();
        return [
            .. table.Columns.Cast<DataColumn>()
                .Select(c => !c.DataType.IsValueType && typeof(INullable).IsAssignableFrom(c.DataType) ? empty[c] : null)];
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    static Array Resized(Array store, int rows)
    {
        if (store.Length == rows)
            return store;
        var resized = Array.CreateInstance(store.GetType().GetElementType()!, rows);
        Array.Copy(store, resized, Math.Min(store.Length, rows));
        return resized;
    }

    /// <summary>Each bit is set, be it to false: how often is a number in the bytes.</summary>
    static BitArray Bits(List<bool> areNull)
    {
        var bits = new BitArray(areNull.Count);
        for (int i = 0; i < areNull.Count; i++)
            bits[i] = areNull[i];
        return bits;
    }
}
