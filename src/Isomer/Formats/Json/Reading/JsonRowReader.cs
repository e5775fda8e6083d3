using Isomer.Model;
using Isomer.Tabular;

namespace Isomer.Formats;

/// <summary>Reads tables in the form of rows straight into cells: no node for a scalar, no string for a name that came before.</summary>
internal static class JsonRowReader
{
    /// <summary>An array is a table, an object a set of them.</summary>
    public static IRowsCarrier? Read(ref JsonSource source)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(typeof(System.Data.DataTable));
        switch (source.PeekByte())
        {
            case (byte)'[':
                return ReadTable(ref source);
            case (byte)'{':
                return ReadSet(ref source);
            default:
                return JsonNodeReader.Read(ref source) is { } node
                    ? throw new WireFormatException(
                        $"Rows are an array of objects, and tables an object of these; found {CellRows.Kind(node)}.")
                    : null;
        }
    }

    static SetCells ReadSet(ref JsonSource source)
    {
        var set = new SetCells();
        source.EnterNode();
        source.Take();
        for (bool first = true; NextName(ref source, first); first = false)
        {
            string name = source.Name();
            if (source.PeekByte() != (byte)'[')
                throw new WireFormatException(
                    $"The rows of table '{name}' are an array; found {CellRows.Kind(JsonNodeReader.Read(ref source))}.");
            var rows = ReadTable(ref source);
            int known = set.Tables.FindIndex(t => t.Name == name);
            if (known >= 0 && source.RefusesDuplicates)
                source.FailDuplicate(name);
            // The last of two wins, in the place of the first.
            if (known >= 0)
                set.Tables[known] = (name, rows);
            else
                set.Tables.Add((name, rows));
            TableGuard.CheckTables(set.Tables.Count);
        }
        source.Take();
        source.LeaveNode();
        return set;
    }

    static CellRows ReadTable(ref JsonSource source)
    {
        var rows = new CellRows();
        source.EnterNode();
        source.Take();
        for (int i = 0; source.NextItem(i, -1); i++)
        {
            if (source.PeekByte() != (byte)'{')
                throw CellRows.NoRow(i, JsonNodeReader.Read(ref source));
            ReadRow(ref source, rows);
        }
        source.LeaveNode();
        return rows;
    }

    static void ReadRow(ref JsonSource source, CellRows rows)
    {
        source.EnterNode();
        source.Take();
        int next = 0;
        for (bool first = true; NextName(ref source, first); first = false)
        {
            // Rows mostly have their members in the order of the first.
            source.ReadName(source.PeekByte());
            int column = source.IsLastNamePlain && rows.Is(next, source.LastName) ? next : rows.Column(source.ExtraName());
            source.Expect((byte)':');
            if (!rows.Put(column, source.Cell()) && source.RefusesDuplicates)
                source.FailDuplicate(rows.Names[column]);
            next = column + 1;
        }
        source.Take();
        source.LeaveNode();
        rows.EndRow();
    }

    /// <summary>Moves to the next name of an object; false at its end, which is not taken.</summary>
    public static bool NextName(ref JsonSource source, bool first)
    {
        byte next = source.PeekByte();
        if (next == (byte)'}' || first)
            return next != (byte)'}';
        if (next != (byte)',')
            source.FailHere("',' or '}'");
        source.Take();
        return !source.TrailingCommas || source.PeekByte() != (byte)'}';
    }
}
