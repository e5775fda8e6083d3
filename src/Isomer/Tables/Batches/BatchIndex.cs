using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// What stands behind the batches of a file: where each is, and what its columns hold. A value like any other, in a payload of its own.
/// </summary>
internal sealed class BatchIndex
{
    /// <summary>The bytes of each frame, with its length in front.</summary>
    public long[] Lengths { get; set; } = [];

    public int[] Rows { get; set; } = [];

    public BatchColumn[] Columns { get; set; } = [];
}

/// <summary>A column in all batches. Null is what is not known: where all is null, where there is NaN, long text, or no order.</summary>
internal sealed class BatchColumn
{
    public string Name { get; set; } = "";

    public string Type { get; set; } = "";

    public int[] Nulls { get; set; } = [];

    public TableValues Least { get; set; } = new();

    public TableValues Greatest { get; set; } = new();
}

/// <summary>
/// Behind the frames: a length of zero, which no frame has, the length of the index as a varint, the index, and eight bytes: how many these
/// were, as u32, and a mark.
/// </summary>
internal static class BatchIndexForm
{
    public const int TrailerLength = 8;

    const uint Mark = 0x58494F53;

    public static void PutTrailer(Span<byte> to, int length)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(to, (uint)length);
        BinaryPrimitives.WriteUInt32LittleEndian(to[4..], Mark);
    }

    /// <summary>The bytes before the trailer that belong to the index; -1 if this is none.</summary>
    public static long LengthBefore(ReadOnlySpan<byte> trailer) =>
        BinaryPrimitives.ReadUInt32LittleEndian(trailer[4..]) == Mark ? BinaryPrimitives.ReadUInt32LittleEndian(trailer) : -1;
}

/// <summary>Gathers what the index says while batches are written.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class BatchIndexWriting
{
    readonly List<long> _lengths = [];
    readonly List<int> _rows = [];
    (string Name, ColumnType Type, List<int> Nulls, ColumnBuilder Least, ColumnBuilder Greatest)[]? _columns;

    public void Add(long length, int rows, IReadOnlyList<(string Name, ColumnType Declared, ColumnBounds Bounds)> columns)
    {
        _lengths.Add(length);
        _rows.Add(rows);
        _columns ??= [.. columns.Select(c => (c.Name, c.Declared, new List<int>(), c.Declared.NewBuilder(), c.Declared.NewBuilder()))];
        for (int i = 0; i < _columns.Length; i++)
        {
            var bounds = columns[i].Bounds;
            _columns[i].Nulls.Add(bounds.Nulls);
            _columns[i].Least.Add(bounds.Least);
            _columns[i].Greatest.Add(bounds.Greatest);
        }
    }

    /// <summary>The bytes behind the frames; null where there is nothing to find: one batch is read anyway.</summary>
    public byte[]? Finish()
    {
        if (_lengths.Count < 2)
            return null;
        var index = new BatchIndex
        {
            Lengths = [.. _lengths],
            Rows = [.. _rows],
            Columns = [
                .. _columns!.Select(
                    c => new BatchColumn
                        { Name = c.Name, Type = c.Type.Name, Nulls = [.. c.Nulls], Least = c.Least.Build(),
                            Greatest = c.Greatest.Build() })],
        };
        var to = new PackedWriter();
        byte[] payload = Compact.Serialize(index);
        to.Varint(0);
        to.Varint((ulong)payload.Length);
        to.Write(payload);
        int length = to.Count;
        BatchIndexForm.PutTrailer(to.Take(BatchIndexForm.TrailerLength), length);
        byte[] bytes = to.ToArray();
        to.Release();
        return bytes;
    }
}

/// <summary>What an index says of each batch. It is input: what it says wrong costs rows, and nothing else.</summary>
internal sealed class BatchStatistics
{
    readonly BatchIndex _index;
    readonly Dictionary<string, ColumnBounds[]> _columns = new(StringComparer.Ordinal);

    public BatchStatistics(BatchIndex index, ColumnTypes types, IReadOnlySet<string> asked)
    {
        _index = index;
        if (index.Rows is null || index.Lengths?.Length != index.Rows.Length || index.Columns is null)
            throw Wrong();
        foreach (var column in index.Columns)
        {
            if (column?.Name is null || column.Least is null || column.Greatest is null || column.Nulls?.Length != index.Rows.Length)
                throw Wrong();
            // The first of a name is the one that is found.
            if (!asked.Contains(column.Name) || _columns.ContainsKey(column.Name))
                continue;
            var type = types.Named(column.Type);
            var least = type.Open(column.Least, index.Rows.Length);
            var greatest = type.Open(column.Greatest, index.Rows.Length);
            var bounds = new ColumnBounds[index.Rows.Length];
            for (int i = 0; i < bounds.Length; i++)
            {
                least.Next();
                greatest.Next();
                bounds[i] = new ColumnBounds(least.IsNull ? null : least.Value, greatest.IsNull ? null : greatest.Value, column.Nulls[i],
                    index.Rows[i]);
            }
            _columns.Add(column.Name, bounds);
        }
    }

    static WireFormatException Wrong() => new("The index behind the batches does not fit together.");

    public int Count => _index.Rows.Length;

    public long LengthOf(int batch) => _index.Lengths[batch];

    public bool MayHold(RowFilter where, int batch) =>
        where.MayHold(name => _columns.TryGetValue(name, out var bounds) ? bounds[batch] : new ColumnBounds(null, null, 1, 2));
}
