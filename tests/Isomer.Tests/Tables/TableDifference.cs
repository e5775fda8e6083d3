using System.Collections;
using System.Data;
using System.Data.SqlTypes;

namespace Isomer.Tests.OfTables;

/// <summary>The first thing in which two DataSets or DataTables differ: everything that they show, and the next automatic number.</summary>
static class TableDifference
{
    /// <summary>
    /// What of a text of ours is the same as what the framework has lost of it: set while two values are compared that may differ in that
    /// alone.
    /// </summary>
    [ThreadStatic]
    static Func<string, string, bool>? s_isLost;

    /// <summary>
    /// The difference, where texts of cells are the same also if they are by this (theirs, or nothing where it is null, then ours).
    /// </summary>
    public static string? ButFor(Func<string, string, bool> isLost, Func<string?> differ)
    {
        s_isLost = isLost;
        try
        {
            return differ();
        }
        finally
        {
            s_isLost = null;
        }
    }

    /// <summary>Whether rows may come in any order: set while two are compared that may differ in that.</summary>
    [ThreadStatic]
    static bool s_inAnyOrder;

    /// <summary>The difference, where the rows of a table are in any order.</summary>
    public static string? InAnyOrder(Func<string?> differ)
    {
        s_inAnyOrder = true;
        try
        {
            return differ();
        }
        finally
        {
            s_inAnyOrder = false;
        }
    }

    static IEnumerable<DataRow?> Ordered(DataTable table)
    {
        var rows = table.Rows.Cast<DataRow?>();
        return s_inAnyOrder ? rows.OrderBy(TextOf, StringComparer.Ordinal) : rows;
    }

    static string TextOf(DataRow? row) =>
        row is null
            ? ""
            : row.RowState + string.Concat(
                ((DataRowVersion[])[DataRowVersion.Original, DataRowVersion.Current]).Where(row.HasVersion)
                    .SelectMany(v => row.Table.Columns.Cast<DataColumn>().Select(c => "\0" + TextOf(row[c, v]))));

    static string? TextOf(object value) => value switch
    {
        byte[] bytes => Convert.ToHexString(bytes),
        char[] text => new string(text),
        _ => Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture),
    };

    public static string? Of(DataSet a, DataSet b) =>
        All(
            Differs("type", a.GetType(), b.GetType()),
            Differs("name", a.DataSetName, b.DataSetName),
            Differs("namespace", a.Namespace, b.Namespace),
            Differs("prefix", a.Prefix, b.Prefix),
            Differs("case", a.CaseSensitive, b.CaseSensitive),
            Differs("locale", a.Locale, b.Locale),
            Differs("constraints", a.EnforceConstraints, b.EnforceConstraints),
            Properties(a.ExtendedProperties, b.ExtendedProperties),
            Differs("tables", a.Tables.Count, b.Tables.Count))
        ?? Each(a.Tables.Cast<DataTable>(), b.Tables.Cast<DataTable>(), "table", (x, y) => Of(x, y))
        ?? Differs("relations", a.Relations.Count, b.Relations.Count)
        ?? Each(a.Relations.Cast<DataRelation>(), b.Relations.Cast<DataRelation>(), "relation", Relations);

    public static string? Of(DataTable a, DataTable b, bool alone = false) =>
        All(
            Differs("type", a.GetType(), b.GetType()),
            Differs("name", a.TableName, b.TableName),
            Differs("namespace", a.Namespace, b.Namespace),
            Differs("prefix", a.Prefix, b.Prefix),
            Differs("case", a.CaseSensitive, b.CaseSensitive),
            Differs("locale", a.Locale, b.Locale),
            Differs("display", a.DisplayExpression, b.DisplayExpression),
            Properties(a.ExtendedProperties, b.ExtendedProperties),
            Differs("key", Names(a.PrimaryKey), Names(b.PrimaryKey)),
            Differs("columns", a.Columns.Count, b.Columns.Count))
        ?? Each(a.Columns.Cast<DataColumn>(), b.Columns.Cast<DataColumn>(), "column", Columns)
        ?? Each(Kept(a, alone), Kept(b, alone), "constraint", Constraints)
        ?? Differs("rows", a.Rows.Count, b.Rows.Count)
        ?? Each(Ordered(a), Ordered(b), "row", Rows);

    static IEnumerable<Constraint> Kept(DataTable table, bool alone) =>
        table.Constraints.Cast<Constraint>()
            .Where(c => !alone || c is UniqueConstraint || c is ForeignKeyConstraint k && k.RelatedTable == table);

    static string? Columns(DataColumn a, DataColumn b) => All(
        Differs("name", a.ColumnName, b.ColumnName),
        Differs("type", a.DataType, b.DataType),
        Differs("null", a.AllowDBNull, b.AllowDBNull),
        Differs("unique", a.Unique, b.Unique),
        Differs("read only", a.ReadOnly, b.ReadOnly),
        Differs("length", a.MaxLength, b.MaxLength),
        Differs("caption", a.Caption, b.Caption),
        Differs("default", a.DefaultValue, b.DefaultValue),
        Differs("auto", a.AutoIncrement, b.AutoIncrement),
        Differs("seed", a.AutoIncrementSeed, b.AutoIncrementSeed),
        Differs("step", a.AutoIncrementStep, b.AutoIncrementStep),
        Differs("expression", a.Expression, b.Expression),
        Differs("mapping", a.ColumnMapping, b.ColumnMapping),
        Differs("mode", a.DateTimeMode, b.DateTimeMode),
        Differs("namespace", a.Namespace, b.Namespace),
        Differs("prefix", a.Prefix, b.Prefix),
        a.AutoIncrement ? Differs("next", Next(a), Next(b)) : null,
        Properties(a.ExtendedProperties, b.ExtendedProperties));

    /// <summary>
    /// Asked of a copy of the schema's column by the framework's own serialization, which would need BinaryFormatter; so of its field.
    /// </summary>
    static object Next(DataColumn column) =>
        typeof(DataColumn).GetProperty("AutoIncrementCurrent",
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!.GetValue(column)!;

    static string? Constraints(Constraint a, Constraint b) => All(
        Differs("type", a.GetType(), b.GetType()),
        Differs("name", a.ConstraintName, b.ConstraintName),
        Properties(a.ExtendedProperties, b.ExtendedProperties),
        a is UniqueConstraint u && b is UniqueConstraint v
            ? All(Differs("columns", Names(u.Columns), Names(v.Columns)), Differs("primary", u.IsPrimaryKey, v.IsPrimaryKey))
            : a is ForeignKeyConstraint f && b is ForeignKeyConstraint g
                ? All(
                    Differs("columns", Names(f.Columns), Names(g.Columns)),
                    Differs("parent", f.RelatedTable.TableName + Names(f.RelatedColumns),
                        g.RelatedTable.TableName + Names(g.RelatedColumns)),
                    Differs("rules", (f.DeleteRule, f.UpdateRule, f.AcceptRejectRule), (g.DeleteRule, g.UpdateRule, g.AcceptRejectRule)))
                : null);

    static string? Relations(DataRelation a, DataRelation b) => All(
        Differs("name", a.RelationName, b.RelationName),
        Differs("parent", a.ParentTable.TableName + Names(a.ParentColumns), b.ParentTable.TableName + Names(b.ParentColumns)),
        Differs("child", a.ChildTable.TableName + Names(a.ChildColumns), b.ChildTable.TableName + Names(b.ChildColumns)),
        Differs("nested", a.Nested, b.Nested),
        Differs("foreign key", a.ChildKeyConstraint?.ConstraintName, b.ChildKeyConstraint?.ConstraintName),
        Differs("parent key", a.ParentKeyConstraint?.ConstraintName, b.ParentKeyConstraint?.ConstraintName),
        Properties(a.ExtendedProperties, b.ExtendedProperties));

    static string? Rows(DataRow? a, DataRow? b)
    {
        // The framework leaves places empty where a DiffGram's rows come in another order than they say.
        if (a is null || b is null)
            return ReferenceEquals(a, b) ? null : "one is null";
        if (Differs("state", a.RowState, b.RowState) is { } state)
            return state;
        foreach (var version in new[] { DataRowVersion.Original, DataRowVersion.Current, DataRowVersion.Proposed })
        {
            if (Differs(version.ToString(), a.HasVersion(version), b.HasVersion(version)) is { } has)
                return has;
            if (!a.HasVersion(version))
                continue;
            for (int i = 0; i < a.Table.Columns.Count; i++)
            {
                object x = a[a.Table.Columns[i], version], y = b[b.Table.Columns[i], version];
                if (!(s_isLost is not null && x is string or DBNull && y is string other && s_isLost(x as string ?? "", other))
                    && Differs($"{version} of {a.Table.Columns[i].ColumnName}", x, y) is { } value)
                    return value;
            }
        }
        return All(
            Differs("row error", a.RowError, b.RowError),
            Differs("has errors", a.HasErrors, b.HasErrors),
            Differs("columns in error", Names(a.GetColumnsInError()), Names(b.GetColumnsInError())),
            Differs("errors", string.Join('|', a.GetColumnsInError().Select(a.GetColumnError)),
                string.Join('|', b.GetColumnsInError().Select(b.GetColumnError))));
    }

    static string? Properties(PropertyCollection a, PropertyCollection b)
    {
        if (a.Count != b.Count)
            return $"properties: {a.Count} and {b.Count}";
        foreach (DictionaryEntry entry in a)
            if (!b.ContainsKey(entry.Key) || !Same(entry.Value, b[entry.Key]))
                return $"property {entry.Key}: {entry.Value} and {b[entry.Key]}";
        return null;
    }

    static string Names(DataColumn[] columns) => string.Join(',', columns.Select(c => c.ColumnName));

    static string? All(params string?[] differences) => differences.FirstOrDefault(d => d is not null);

    static string? Each<T>(IEnumerable<T> a, IEnumerable<T> b, string what, Func<T, T, string?> differ)
    {
        var left = a.ToList();
        var right = b.ToList();
        if (left.Count != right.Count)
            return $"{what}s: {left.Count} and {right.Count}";
        for (int i = 0; i < left.Count; i++)
            if (differ(left[i], right[i]) is { } difference)
                return $"{what} {i}: {difference}";
        return null;
    }

    static string? Differs(string what, object? a, object? b) =>
        Same(a, b) ? null : $"{what}: '{a}' ({a?.GetType().Name}) and '{b}' ({b?.GetType().Name})";

    public static bool Same(object? a, object? b) => (a, b) switch
    {
        (null, null) => true,
        (null, _) or (_, null) => false,
        (INullable x, INullable y) when x.IsNull || y.IsNull => x.IsNull && y.IsNull && x.GetType() == y.GetType(),
        (SqlXml x, SqlXml y) => x.Value == y.Value,
        (SqlBytes x, SqlBytes y) => x.Value.AsSpan().SequenceEqual(y.Value),
        (SqlChars x, SqlChars y) => x.Value.AsSpan().SequenceEqual(y.Value),
        // Where it comes from XML it has no culture, and cannot be compared.
        (SqlString { LCID: 0 } x, SqlString { LCID: 0 } y) => x.Value == y.Value,
        (SqlDecimal x, SqlDecimal y) =>
            x.Precision == y.Precision && x.Scale == y.Scale && x.IsPositive == y.IsPositive && x.Data.AsSpan().SequenceEqual(y.Data),
        (Array x, Array y) => x.GetType() == y.GetType() && x.Cast<object>().SequenceEqual(y.Cast<object>()),
        (decimal x, decimal y) => decimal.GetBits(x).AsSpan().SequenceEqual(decimal.GetBits(y)),
        (DateTime x, DateTime y) => x == y && x.Kind == y.Kind,
        (DateTimeOffset x, DateTimeOffset y) => x.EqualsExact(y),
        (double x, double y) => BitConverter.DoubleToInt64Bits(x) == BitConverter.DoubleToInt64Bits(y),
        // A column of SqlTypes takes what is no number from XML, and no two of that are equal.
        (SqlDouble x, SqlDouble y) => Same(x.Value, y.Value),
        (SqlSingle x, SqlSingle y) => Same(x.Value, y.Value),
        (Uri x, Uri y) => x.OriginalString == y.OriginalString,
        _ => a.GetType() == b.GetType() && a.Equals(b),
    };
}
