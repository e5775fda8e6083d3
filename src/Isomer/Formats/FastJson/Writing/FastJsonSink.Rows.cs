using System.Data;
using System.Data.SqlTypes;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// The rows of a table as an array of arrays, of the current values: written through a cursor that stays in a register, without an
/// event for each cell. Behind each cell and row goes a comma; the last one becomes the bracket.
/// </summary>
internal ref partial struct FastJsonSink
{
    /// <summary>Longer text makes its own room.</summary>
    const int ShortText = 48;

    /// <summary>A short text of which every character is escaped, and what stands around it; more than any scalar.</summary>
    const int CellRoom = (ShortText * 6) + 64;

    /// <param name="table">The table.</param>
    /// <param name="rows">The model of object[][]; its item's, object[], is the rows'.</param>
    public void WriteRows(DataTable table, SequenceModel rows)
    {
        var columns = OptimizedTables.Columns(table);
        BeginArray(rows, table.Rows.Count);
        // The rows are a level of their own.
        _json.Enter();
        if (columns.Length == 0)
            OptimizedTables.RefuseDeleted(table);
        try
        {
            WriteRows(table, columns, ((SequenceModel)rows.Element).Element);
        }
        catch (DeletedRowInaccessibleException)
        {
            // No row is asked for its state, 12 ns each: the framework looks anyway before it shows a value.
            OptimizedTables.RefuseDeleted(table);
            throw;
        }
        _json.Leave();
        EndArray(rows);
    }

    void WriteRows(DataTable table, (DataColumn Column, Scalar Scalar)[] columns, TypeModel cell)
    {
        ref byte to = ref Output.Reserve(CellRoom);
        ref byte end = ref Output.End;
        bool any = false;
        // In order: an index is a walk down the framework's tree, 10 ns a row. Without foreach, whose finally would keep the cursor in
        // memory.
        for (var rows = table.Rows.GetEnumerator(); rows.MoveNext(); any = true)
        {
            var row = Unsafe.As<DataRow>(rows.Current!);
            to = (byte)'[';
            to = ref Unsafe.Add(ref to, 1);
            for (int c = 0; c < columns.Length; c++)
            {
                object value = row[columns[c].Column];
                if (value is string { Length: <= ShortText } text)
                {
                    to = (byte)'"';
                    int length = Utf8Strings.Write(ref Unsafe.Add(ref to, 1), text, _profile.Json.Escaping);
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, length + 1), (ushort)(',' << 8 | '"'));
                    to = ref Unsafe.Add(ref to, length + 3);
                }
                else
                {
                    ref byte behind = ref PutCell(ref to, columns[c].Scalar, value);
                    if (Unsafe.IsNullRef(ref behind))
                    {
                        Output.AdvanceTo(ref to);
                        WriteCell(columns[c].Scalar, value, cell);
                        behind = ref Output.Reserve(CellRoom);
                        end = ref Output.End;
                    }
                    behind = (byte)',';
                    to = ref Unsafe.Add(ref behind, 1);
                }
                if (Unsafe.ByteOffset(ref to, ref end) < CellRoom)
                {
                    Output.AdvanceTo(ref to);
                    to = ref Output.Reserve(CellRoom);
                    end = ref Output.End;
                }
            }
            if (columns.Length > 0)
                to = ref Unsafe.Subtract(ref to, 1);
            Unsafe.WriteUnaligned(ref to, (ushort)(',' << 8 | ']'));
            to = ref Unsafe.Add(ref to, 2);
        }
        Output.AdvanceTo(ref any ? ref Unsafe.Subtract(ref to, 1) : ref to);
    }

    /// <summary>A value that fits into <see cref="CellRoom"/>; no place if it is none of these, or has no form here.</summary>
    readonly ref byte PutCell(ref byte to, Scalar scalar, object value)
    {
        if (value is DBNull)
            return ref _json.PutNull(ref to);
        switch (scalar)
        {
            case Scalar.Int32: return ref Put(ref to, (int)value);
            case Scalar.Boolean: return ref Unsafe.Add(ref to, JsonSink.PutBoolean(ref to, (bool)value));
            case Scalar.Guid: return ref Put(ref to, (Guid)value);
            case Scalar.DateTime: return ref Put(ref to, (DateTime)value);
            case Scalar.Decimal: return ref Put(ref to, (decimal)value);
            case Scalar.Double: return ref Put(ref to, (double)value);
            case Scalar.Int64: return ref Put(ref to, (long)value);
            case Scalar.Single: return ref Put(ref to, (float)value);
            case Scalar.Byte: return ref Put(ref to, (byte)value);
            case Scalar.Int16: return ref Put(ref to, (short)value);
            case Scalar.TimeSpan: return ref Put(ref to, (TimeSpan)value);
            case Scalar.DateTimeOffset: return ref Put(ref to, (DateTimeOffset)value);
            default: return ref Unsafe.NullRef<byte>();
        }
    }

    /// <summary>Any other value, by the sink's events.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void WriteCell(Scalar scalar, object value, TypeModel cell)
    {
        Output.Reserve(JsonSink.Room);
        if (value is string text)
            String(text);
        else if (scalar != Scalar.None)
            BoxedScalars.Write(ref this, scalar, value);
        else if (value is INullable { IsNull: true })
            Null();
        else
            Dynamic(value, cell);
    }
}
