using System.Data;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>The rows of a table: an array of arrays in the order of the columns, all of them unchanged.</summary>
internal ref partial struct FastJsonSource
{
    /// <param name="table">The table, whose columns are known.</param>
    /// <param name="rows">The model of object[][]; its item's, object[], is the rows'.</param>
    public void ReadRows(DataTable table, SequenceModel rows)
    {
        var row = (SequenceModel)rows.Element;
        var columns = OptimizedTables.Columns(table);
        object?[] values = new object?[columns.Length];
        bool isKeyed = table.PrimaryKey.Length > 0;
        long read = 0;
        BeginArray(rows);
        table.BeginLoadData();
        for (int i = 0; NextItem(i, -1); i++)
        {
            if (TryNull())
                throw new WireFormatException($"Row {i} of table '{table.TableName}' is null.");
            BeginArray(row);
            int c = 0;
            for (; NextItem(c, -1); c++)
            {
                if (c >= columns.Length)
                    throw new WireFormatException(
                        $"Row {i} of table '{table.TableName}' has more values than the table has columns, {columns.Length}.");
                values[c] = TryCell(columns[c].Scalar) ?? ReadCell(columns[c].Scalar, columns[c].Column, row.Element);
            }
            EndArray(row);
            values.AsSpan(c).Fill(DBNull.Value);
            read += c;
            TableGuard.CheckCells(table.TableName, i, columns.Length, read);
            OptimizedTables.AddUnchanged(table, values, isKeyed);
        }
        EndArray(rows);
        OptimizedTables.Loaded(table);
    }

    /// <summary>The commonest values as this library writes them; null, and nothing read, for any other.</summary>
    object? TryCell(Scalar scalar)
    {
        ref byte here = ref _json.Here;
        int left = _json.Left;
        int length;
        object cell;
        switch (scalar)
        {
            case Scalar.String when left > 1 && here == (byte)'"':
                if (!Utf8Strings.TryRead(ref Unsafe.Add(ref here, 1), left - 1, out string text, out length)
                    || length > _profile.Options.Limits.MaxStringLength)
                    return null;
                length++;
                cell = text;
                break;
            case Scalar.Int32
                when Utf8Integers.TryReadInt32(ref here, left, out int number, out length) && length < left
                    && Unsafe.Add(ref here, length) is (byte)',' or (byte)']':
                cell = number;
                break;
            case Scalar.Guid
                when left > Utf8Base64.GuidLength + 2 && here == (byte)'"' && Unsafe.Add(ref here, Utf8Base64.GuidLength + 1) == (byte)'"'
                && Utf8Base64.TryReadGuid(ref Unsafe.Add(ref here, 1), out Guid guid):
                length = Utf8Base64.GuidLength + 2;
                cell = guid;
                break;
            case Scalar.Boolean when left > 4 && Unsafe.ReadUnaligned<uint>(ref here) == 0x65757274:
                length = 4;
                cell = BoxedScalars.True;
                break;
            default:
                return null;
        }
        _json.Position += length;
        return cell;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    object ReadCell(Scalar scalar, DataColumn column, TypeModel cell) => TryNull() ? DBNull.Value
        : scalar != Scalar.None ? BoxedScalars.Read(ref this, scalar) ?? DBNull.Value
        : Cells.Convert(Dynamic(cell), column);
}
