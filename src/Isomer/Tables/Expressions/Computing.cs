using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Gives columns their expressions when all rows are there: in the order in which one needs the other, each computed once, and only after
/// the work was counted. Every form of table comes by here; what the framework would do by itself is computed with every row, in any order,
/// and follows names by recursion as often as they are written.
/// </summary>
/// <remarks>
/// What is counted, per column: its tokens (E) and those of all that it looks at, as often as it does, for so often the framework goes
/// there (c1 = c0 + c0, c2 = c1 + c1, ... are 2^n); the depth of all these together, for it goes there by recursion; rows times tokens,
/// aggregates times the rows that they add up, and the characters of texts that are put together.
/// </remarks>
internal sealed class Computing
{
    // About half a second each of the framework's work.
    const long MaxNames = 10_000_000;
    const long MaxSteps = 20_000_000;
    public const int StepsPerValue = 32;
    // A stack of 256 KB holds 2,500 levels of names and operators.
    const int MaxDepth = 2_048;
    // Cells that are computed, of which each takes the framework about 200 bytes, where the data has few of its own.
    const int FreeCells = 8_192;
    const int CellsPerValue = 16;
    const int FreeCharacters = 1 << 20;
    const int UsualLength = 32;

    readonly List<Column> _columns = [];
    readonly Dictionary<DataColumn, Column> _byColumn = [];
    readonly Dictionary<DataColumn, (long Total, long Longest)> _lengths = [];
    readonly Dictionary<(DataTable, string), DataColumn?> _byName = [];
    readonly IReadOnlyList<DataTable> _tables;
    readonly long _maxSteps;
    long _steps;
    long _names;

    Computing(IEnumerable<DataTable> tables)
    {
        _tables = [.. tables];
        _maxSteps = MaxSteps + (StepsPerValue * _tables.Sum(t => (long)t.Rows.Count * t.Columns.Count));
    }

    sealed class Column(HeldExpression held)
    {
        public DataColumn Target { get; } = held.Column;

        /// <summary>What the column is to show, whatever it was bound by.</summary>
        public string Shown { get; } = held.Expression;

        public ExpressionText Text { get; } = held.Binding();

        public bool IsOpen { get; set; }

        public bool IsDone { get; set; }

        /// <summary>Tokens, and those of what it looks at.</summary>
        public long Names { get; set; }

        public int Depth { get; set; }

        /// <summary>Characters of all its values, and of the longest one at most.</summary>
        public long Total { get; set; }

        public long Longest { get; set; }
    }

    /// <summary>Sets the expressions of columns of one set, or of one table.</summary>
    /// <param name="wanted">The columns and what each is computed of.</param>
    /// <param name="keepsOriginals">Whether the original values of rows stay what they are.</param>
    public static void Set(IReadOnlyList<HeldExpression> wanted, bool keepsOriginals = false)
    {
        if (wanted.Count == 0)
            return;
        var table = wanted[0].Column.Table!;
        var computing = new Computing(table.DataSet?.Tables.Cast<DataTable>() ?? [table]);
        foreach (var held in wanted)
            computing.Want(held);
        var order = new List<Column>(wanted.Count);
        foreach (var column in computing._columns)
            computing.Count(column, order);
        computing.CheckCells();
        using var hidden = new HiddenOriginals();
        if (keepsOriginals)
            foreach (var changed in order.Select(static c => c.Target.Table!).Distinct())
                hidden.Hide(changed);
        foreach (var column in order)
            Set(column);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static void Set(Column column)
    {
        try
        {
            column.Target.Expression = column.Text.Text;
            if (column.Text.Text != column.Shown)
                HiddenState.SetExpressionText(column.Target, column.Shown);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw new WireFormatException(
                $"The expression of column '{column.Target.ColumnName}' of table '{column.Target.Table!.TableName}' cannot be computed: {e.Message}",
                e);
        }
    }

    void Want(HeldExpression held)
    {
        TableGuard.CheckExpression($"of table '{held.Column.Table!.TableName}'", held.Expression);
        var wanted = new Column(held);
        if (_byColumn.TryAdd(held.Column, wanted))
            _columns.Add(wanted);
        TableGuard.CheckExpressions(_columns.Count);
    }

    /// <summary>Counts a column after all that it looks at. There are at most a thousand, and the stack is asked.</summary>
    void Count(Column column, List<Column> order)
    {
        if (column.IsDone)
            return;
        if (column.IsOpen)
            throw Refuse(column, "needs its own value");
        if (!System.Runtime.CompilerServices.RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Refuse(column, "looks at too many columns that are computed one of the other");
        column.IsOpen = true;
        var table = column.Target.Table!;
        long rows = table.Rows.Count;
        long names = column.Text.Tokens;
        int depth = 0;
        long total = rows * (column.Text.Literals + UsualLength);
        long longest = column.Text.Literals + UsualLength;
        long steps = rows * column.Text.Tokens;
        foreach (var reference in column.Text.References)
        {
            foreach (var (found, relation) in Find(column, reference))
            {
                long reached = found.Table!.Rows.Count;
                if (_byColumn.TryGetValue(found, out var computed))
                {
                    Count(computed, order);
                    names += computed.Names;
                    depth = Math.Max(depth, computed.Depth);
                }
                var (all, most) = computed is null ? LengthsOf(found) : (computed.Total, computed.Longest);
                total += reference.Relatives == Relatives.None && !reference.IsAggregated ? all : rows * most;
                longest += most;
                // An aggregate of the own table is computed once if nothing else is looked at, else for each row; children are each of one
                // parent where parents are told apart.
                steps += reference.IsAggregated && reference.Relatives == Relatives.None ? column.Text.LooksAtRow ? rows * reached : reached
                    : reference.Relatives != Relatives.Child ? 0
                    : rows + (relation!.ParentColumns.Length == 1 && relation.ParentColumns[0].Unique
                        || relation.ParentKeyConstraint is not null ? reached : rows * reached);
                if (names > MaxNames || steps > _maxSteps)
                    break;
            }
        }
        _names += names;
        // Texts are put together one operator after the other.
        _steps += steps + (total / UsualLength * column.Text.Depth);
        // What becomes a number is no long text.
        if (column.Target.DataType.IsValueType)
            (total, longest) = (rows * UsualLength, UsualLength);
        (column.Names, column.Depth, column.Total, column.Longest) = (names, depth + column.Text.Depth, total, longest);
        if (column.Depth > MaxDepth)
            throw Refuse(column, $"is {column.Depth} levels of columns and operators deep, more than {MaxDepth}");
        if (_names > MaxNames)
            throw Refuse(column, $"and those before it look at columns more than {MaxNames} times, if each is followed to the end");
        if (_steps > _maxSteps)
            throw Refuse(column, $"and those before it would take more than {_maxSteps} steps: the time would be too long");
        column.IsDone = true;
        order.Add(column);
    }

    /// <summary>
    /// The columns that a name may mean: found by the framework's own look-up, which goes through all where none is called exactly so.
    /// </summary>
    IEnumerable<(DataColumn, DataRelation?)> Find(Column column, Reference reference)
    {
        var table = column.Target.Table!;
        if (reference.Relatives == Relatives.None)
        {
            if (In(table, reference.Column) is { } own)
                yield return (own, null);
            yield break;
        }
        var relations = reference.Relatives == Relatives.Parent ? table.ParentRelations : table.ChildRelations;
        _names += relations.Count;
        foreach (DataRelation relation in relations)
        {
            if (!string.IsNullOrEmpty(reference.Relation)
                && !string.Equals(relation.RelationName, reference.Relation, StringComparison.OrdinalIgnoreCase))
                continue;
            if (In(reference.Relatives == Relatives.Parent ? relation.ParentTable : relation.ChildTable, reference.Column) is { } found)
                yield return (found, relation);
        }
    }

    DataColumn? In(DataTable table, string name)
    {
        if (_byName.TryGetValue((table, name), out var known))
            return known;
        // What the framework's comparison by culture costs, for our look-up and for its own.
        var found = table.Columns[name];
        if (found?.ColumnName != name)
            _names += 20L * table.Columns.Count;
        if (_names > MaxNames)
            throw new WireFormatException(
                $"The expressions of table '{table.TableName}' name too many columns that are not called exactly so.");
        return _byName[(table, name)] = found;
    }

    /// <summary>Characters of a column's values: all together, and of the longest.</summary>
    (long Total, long Longest) LengthsOf(DataColumn column)
    {
        if (_lengths.TryGetValue(column, out var known))
            return known;
        long total = 0;
        long longest = 0;
        var type = column.DataType;
        if (type.IsPrimitive || type == typeof(decimal) || type == typeof(Guid) || type == typeof(DateTime) || type == typeof(TimeSpan)
            || type == typeof(DateTimeOffset))
        {
            longest = UsualLength;
        }
        else
        {
            foreach (DataRow row in column.Table!.Rows)
                for (var version = DataRowVersion.Original; version
                    <= DataRowVersion.Proposed; version = (DataRowVersion)((int)version << 1))
                    if (version is DataRowVersion.Original or DataRowVersion.Current or DataRowVersion.Proposed && row.HasVersion(version))
                    {
                        long length = LengthOf(row[column, version]);
                        total += length;
                        longest = Math.Max(longest, length);
                    }
        }
        return _lengths[column] = (Math.Max(total, column.Table!.Rows.Count * (long)UsualLength), longest);
    }

    static long LengthOf(object value) => value switch
    {
        string text => text.Length,
        char[] text => text.Length,
        byte[] bytes => bytes.Length,
        System.Data.SqlTypes.SqlString { IsNull: false } text => text.Value.Length,
        BigInteger number => number.GetByteCount() * 3,
        _ => UsualLength,
    };

    /// <summary>Computed cells take memory that no value in the data stands for, and texts that are put together more of it.</summary>
    void CheckCells()
    {
        var stored = _tables.SelectMany(t => t.Columns.Cast<DataColumn>()).Where(c => !_byColumn.ContainsKey(c)).ToList();
        long values = stored.Sum(c => (long)c.Table!.Rows.Count);
        long cells = _columns.Sum(c => (long)c.Target.Table!.Rows.Count);
        CheckCells(cells, values);
        long texts = _columns.Where(c => !c.Target.DataType.IsValueType).Sum(c => c.Total);
        if (texts > FreeCharacters && stored.Sum(c => LengthsOf(c).Total) is var given && texts > FreeCharacters + (CellsPerValue * given))
            throw new WireFormatException(
                $"Expressions put texts of up to {texts} characters together out of {given}, more than {CellsPerValue} of each.");
    }

    /// <summary>How many cells may be computed. (Asked before there are rows too: each has room for all of its columns.)</summary>
    public static void CheckCells(long cells, long values)
    {
        if (cells > FreeCells + (CellsPerValue * values))
            throw new WireFormatException($"Expressions compute {cells} values out of {values}, more than {CellsPerValue} of each.");
    }

    static WireFormatException Refuse(Column column, string why) =>
        new($"The expression of column '{column.Target.ColumnName}' of table '{column.Target.Table!.TableName}' {why}.");
}
