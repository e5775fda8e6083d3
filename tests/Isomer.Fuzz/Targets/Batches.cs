using System.Data.Common;
using Isomer.Tabular;

namespace Isomer.Fuzz.Targets;

/// <summary>Files of batches with an index: read whole, and by columns and conditions, from streams that can seek and others.</summary>
sealed class Batches() : Target("Compact.Batches", Language.Compact)
{
    static readonly RowFilter s_where = RowFilter.AtLeast("id", 1005) & (RowFilter.IsNull("city") | RowFilter.Equal("run", 1));

    public override IEnumerable<byte[]> Seeds => from rows in (int[])[4, 30] select Write(rows);

    public override int Ways => 4;

    static byte[] Write(int rows)
    {
        var stream = new MemoryStream();
        var taking =
            new ReaderTaking(Tables.Packed(rows).CreateDataReader(), new ColumnTypes(Convention.Plain), packs: true, measures: true);
        Isomer.Tables.WriteBatchesAsync(stream, taking, (rows + 2) / 3, CompactOptions.Default, CancellationToken.None).GetAwaiter()
            .GetResult();
        return stream.ToArray();
    }

    public override int Try(Input input, int way) => Refusal($"way {way % Ways}", input.Array.Length, () =>
    {
        Stream stream = (way & 1) == 0 ? new MemoryStream(input.Array) : new Drip(input.Array, 7);
        DbDataReader reader;
        try
        {
            reader = Isomer.Tables.ReadCompactAsync(stream, columns: (way & 2) == 0 ? null : ["price", "id"],
                where: (way & 2) == 0 ? null : s_where).AsTask().GetAwaiter().GetResult();
            using (reader)
                Isomer.Tables.ToRows(reader);
        }
        catch (ArgumentException e) when (e is { ParamName: null })
        {
            // The columns of the file are not those that were asked for.
        }
    }) is null ? 1 : 2;
}
