using System.Text.RegularExpressions;

namespace Isomer.Tabular;

/// <summary>
/// What input may ask of a table beyond its own size: constraints cost time by rows squared, long expressions
/// overflow the stack of the framework's parser (what they may cost when they are computed is <see cref="Computing"/>'s). Everything else
/// is bounded by the bytes that it takes.
/// </summary>
internal static partial class TableGuard
{
    // A cell takes eight bytes and more, a value in the input six and more.
    const int FreeCells = 1 << 17;
    const int CellsPerValue = 32;
    const int MaxTables = 10_000;
    const int MaxConstraints = 10_000;
    const int MaxProperties = 10_000;
    // About a second of the framework's work.
    const long MaxChecks = 20_000_000;
    const int MaxExpression = 2_000;
    // Each may be computed of the one before, which the framework follows by recursion: 10,000 overflow a stack of 256 KB.
    const int MaxExpressions = 1_000;

    public static void Check(TableSet set)
    {
        if (set.Name is null)
            throw new WireFormatException("A DataSet has no name.");
        CheckTables(set.Tables?.Length ?? 0);
        int constraints = set.Relations?.Length ?? 0;
        foreach (var table in set.Tables ?? throw new WireFormatException("A set has no tables."))
            constraints += table?.Constraints?.Length ?? 0;
        CheckCount(constraints);
        int expressions = 0;
        foreach (var table in set.Tables)
        {
            if (table is null)
                continue;
            CheckParts(table);
            expressions += Expressions(table);
        }
        CheckExpressions(expressions);
        CheckComputed(set.Tables);
        PackedBounds.Check(set.Tables);
    }

    /// <summary>Ten thousand rows of a thousand computed columns are ten million cells before the first is computed.</summary>
    static void CheckComputed(IEnumerable<Table?> tables)
    {
        long cells = 0, values = 0;
        foreach (var table in tables)
        {
            if (table is null)
                continue;
            long rows = table.States?.Length ?? 0, computed = Expressions(table);
            cells += rows * computed;
            values += rows * (table.Columns.Length - computed);
        }
        Computing.CheckCells(cells, values);
    }

    static int Expressions(Table table) => table.Columns.Count(c => c?.Expression is not null);

    /// <summary>How many columns of a set may be computed.</summary>
    public static void CheckExpressions(int count)
    {
        if (count > MaxExpressions)
            throw new WireFormatException($"{count} computed columns are more than {MaxExpressions}.");
    }

    public static void Check(Table? table)
    {
        if (table is null)
            throw new WireFormatException("The input has null in place of a table.");
        CheckParts(table);
        CheckComputed([table]);
        PackedBounds.Check([table]);
    }

    static void CheckParts(Table table)
    {
        if (table.Name is null || table.Columns is null)
            throw new WireFormatException("A table has no name or no columns.");
        int constraints = table.Constraints?.Length ?? 0;
        CheckCount(constraints);
        CheckExpressions(Expressions(table));
        long rows = table.States?.Length ?? 0;
        if (constraints > 64 && constraints * rows > MaxChecks)
            throw new WireFormatException(
                $"Table '{table.Name}' has {constraints} constraints on {rows} rows, which would take too long to check.");
        foreach (var column in table.Columns)
        {
            if (column is null || column.Name is null)
                throw new WireFormatException("A column is null or has no name.");
            if (column.Expression is { } expression)
                CheckExpression($"of table '{table.Name}'", expression);
        }
        if (table.DisplayExpression is { } display)
            CheckExpression($"of table '{table.Name}'", display);
    }

    /// <summary>
    /// Cells that no value stands for, where rows may leave columns out: a thousand rows with a column of their own each would be a
    /// million cells.
    /// </summary>
    public static bool AreFree(long rows, long columns) => rows * columns <= FreeCells;

    /// <inheritdoc cref="AreFree"/>
    public static bool AreEnough(long rows, long columns, long values) => rows * columns <= FreeCells + (CellsPerValue * values);

    /// <inheritdoc cref="AreFree"/>
    public static void CheckCells(string table, long rows, long columns, long values)
    {
        if (!AreEnough(rows, columns, values))
            throw new WireFormatException($"Table '{table}' has {rows} rows of {columns} columns, and only {values} values.");
    }

    /// <summary>Tables in cells of tables are read by recursion.</summary>
    public static void CheckStack()
    {
        if (!System.Runtime.CompilerServices.RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("Tables and arrays nest too deep in one another for the stack of this thread.");
    }

    /// <summary>The framework looks through all tables of a set for each that is added.</summary>
    public static void CheckTables(int count)
    {
        if (count > MaxTables)
            throw new WireFormatException($"{count} tables are more than {MaxTables}.");
    }

    static void CheckCount(int constraints)
    {
        if (constraints > MaxConstraints)
            throw new WireFormatException($"{constraints} constraints and relations are more than {MaxConstraints}.");
    }

    public static void CheckProperties(int count)
    {
        if (count > MaxProperties)
            throw new WireFormatException($"{count} extended properties are more than {MaxProperties}.");
    }

    /// <summary>What is refused of any expression from input.</summary>
    public static void CheckExpression(string where, string expression)
    {
        if (expression.Length > MaxExpression)
            throw new WireFormatException($"An expression {where} has {expression.Length} characters, more than {MaxExpression}.");
        if (Convert().IsMatch(expression))
            throw new WireFormatException($"An expression {where} names a type (Convert), which data may not.");
    }

    [GeneratedRegex(@"\bconvert\s*\(", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Convert();
}
