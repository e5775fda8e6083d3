namespace Isomer.Tabular;

/// <summary>
/// What packed columns may become in memory. Both ends know: who writes more than that fills up with zeros at the end of a column, so that
/// whatever is written can be read, and what is refused is made by nobody.
/// </summary>
internal static class PackedBounds
{
    /// <summary>Cells that cost nothing, in all tables of a set together: one byte with a run may stand for thousands.</summary>
    const long FreeCells = 1 << 14;

    /// <summary>
    /// Beyond these a byte for each four: a cell is unpacked, kept in another array and, where rows are added one by one, boxed in between.
    /// </summary>
    const int CellsPerByte = 4;

    /// <summary>Of texts that are put together (parts, front): characters, and what else an object takes, as characters.</summary>
    const int FreeChars = 512, CharsPerByte = 32;

    public const int CharsPerText = 12;

    /// <summary>The most characters of texts in a column of so many bytes.</summary>
    public static long MostChars(int bytes) => FreeChars + ((long)bytes * CharsPerByte);

    /// <summary>The fewest bytes of a column whose texts have so many characters.</summary>
    public static int BytesFor(long chars) =>
        chars <= FreeChars ? 0 : checked((int)((chars - FreeChars + CharsPerByte - 1) / CharsPerByte));

    /// <summary>How many zeros are missing from columns of so many cells and bytes.</summary>
    static long Missing(long cells, long bytes) =>
        cells <= FreeCells ? 0 : Math.Max(0, ((cells - FreeCells + CellsPerByte - 1) / CellsPerByte) - bytes);

    /// <summary>Fills up the last packed column of tables that would be refused.</summary>
    public static void Fill(ReadOnlySpan<Table?> tables)
    {
        var (cells, bytes, last) = Sum(tables);
        if (last is not null && Missing(cells, bytes) is > 0 and var missing)
        {
            byte[] packed = last.Packed!;
            Array.Resize(ref packed, checked((int)(packed.Length + missing)));
            last.Packed = packed;
        }
    }

    /// <summary>Refuses tables whose packed columns are too many cells for their bytes.</summary>
    public static void Check(ReadOnlySpan<Table?> tables)
    {
        var (cells, bytes, _) = Sum(tables);
        Check(cells, bytes);
    }

    /// <summary>Values of 16 bytes count twice.</summary>
    static int Weight(string? type) =>
        type is "Decimal" or "Guid" or "Int128" or "UInt128" or "DateTimeOffset" or "SqlMoney" or "SqlGuid" ? 2 : 1;

    static (long Cells, long Bytes, TableValues? Last) Sum(ReadOnlySpan<Table?> tables)
    {
        long cells = 0, bytes = 0;
        TableValues? last = null;
        foreach (var table in tables)
        {
            long records = -1;
            foreach (var column in table?.Columns ?? [])
            {
                if (column?.Values is not { Packed: { } packed } values)
                    continue;
                if (records < 0)
                {
                    // A row is an object of the framework's of about 150 bytes, and a letter: it counts as a byte's cells besides.
                    records = RowStates.AllRecords(table!.States);
                    cells += CellsPerByte * (long)(table.States?.Length ?? 0);
                }
                cells += records * Weight(column.Type);
                bytes += packed.Length;
                last = values;
            }
        }
        return (cells, bytes, last);
    }

    /// <summary>Refuses columns that are too many cells for their bytes.</summary>
    static void Check(long cells, long bytes)
    {
        if (Missing(cells, bytes) > 0)
            throw new WireFormatException(
                $"Packed columns have {cells} cells in {bytes} bytes: more than {FreeCells} and {CellsPerByte} for each byte.");
    }
}
