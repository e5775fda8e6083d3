using System.Data;
using System.Globalization;
using System.Numerics;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What most sets do not have and any may: tables without columns, keys of odd types, several columns and names, counters from the ends of
/// their types, foreign keys without relations, expressions over functions and literals, properties and defaults of all types, values at
/// the ends of theirs. <see cref="RichTables"/> asks it at each turn.
/// </summary>
/// <param name="random">Where all is drawn from; of 0 comes nothing odd.</param>
/// <param name="only">The types of columns, where it may not be any.</param>
sealed class RichQuirks(Random random, IReadOnlyList<Type>? only)
{
    static readonly string[] s_odd = ["k 1", "é", "a:b", "_x0041_", "<&>", "'", "\"", " ", "]", "x\ny", "K1", "k1", "ß", "😀"];

    static readonly Type[] s_counting = [typeof(short), typeof(decimal), typeof(BigInteger), typeof(System.Data.SqlTypes.SqlInt32),
        typeof(System.Data.SqlTypes.SqlInt64), typeof(System.Data.SqlTypes.SqlDecimal)];

    static readonly Type[] s_keys = [typeof(string), typeof(Guid), typeof(DateTime), typeof(byte), typeof(bool), typeof(double),
        typeof(byte[]), typeof(DateTimeOffset), typeof(TimeSpan), typeof(char), .. s_counting];

    // Once in three sets something odd is made, so that what it hides elsewhere is still seen.
    readonly bool _isOdd = random.Next(3) == 2;

    bool Once(int n) => _isOdd && random.Next(n) == n - 1;

    T Of<T>(params IReadOnlyList<T> items) => items[random.Next(items.Count)];

    bool MayBe(Type type) => only is null || only.Contains(type);

    /// <summary>A table without any column, with or without rows.</summary>
    public void Bare(DataSet set)
    {
        if (!Once(8))
            return;
        var table = new DataTable(Of("bare", "Bare", "b c")) { Namespace = set.Namespace };
        set.Tables.Add(table);
        for (int i = random.Next(3); i > 0; i--)
            table.Rows.Add(table.NewRow());
        if (random.Next(2) == 1)
            table.AcceptChanges();
    }

    public Type KeyType(Type usual) => Once(4) && Of(s_keys) is var type && MayBe(type) ? type : usual;

    public void Table(DataTable table)
    {
        if (Once(4))
            table.MinimumCapacity = random.Next(200);
        if (Once(5) && Of(s_counting) is var type && MayBe(type))
        {
            var column = table.Columns.Add("count", type);
            RichTables.Quietly(() => column.AutoIncrement = true);
            Counter(column);
        }
    }

    /// <summary>Seeds and steps at the ends of their types.</summary>
    public void Counter(DataColumn column)
    {
        if (!Once(3))
            return;
        RichTables.Quietly(
            () => column.AutoIncrementSeed =
                Of(-1L, 0, short.MaxValue - 1, int.MaxValue - 1L, int.MinValue, long.MaxValue - 1, long.MinValue));
        RichTables.Quietly(() => column.AutoIncrementStep = Of(-1L, 1, 1000, int.MaxValue, long.MinValue, -7));
    }

    public void Column(DataColumn column)
    {
        if (Once(6))
            column.Caption = Of(s_odd);
        if (Once(6) && column.DataType == typeof(string) && only is null)
            column.MaxLength = Of(0, 1, 12, int.MaxValue);
        if (Once(6) && column.DataType != typeof(System.Data.SqlTypes.SqlXml))
            RichTables.Quietly(
                () => column.DefaultValue = column.DataType == typeof(object)
                    ? Of<object>(1, "text", 2.5m, true, 'c')
                    : End(column.DataType) ?? column.DefaultValue);
    }

    /// <summary>What columns become when their rows are there, some of them in the midst of an edit.</summary>
    public void Late(DataTable table)
    {
        if (!Once(5) || table.Columns.Count == 0)
            return;
        var column = Of(table.Columns.Cast<DataColumn>().ToList());
        RichTables.Quietly(() => column.ReadOnly = !column.ReadOnly);
        // docs/tables.md: what is computed and never null must be in the document.
        if (random.Next(3) == 2 && column.Expression.Length == 0)
            RichTables.Quietly(() => column.AllowDBNull = false);
    }

    /// <summary>A primary key, or a unique one, of any columns in any order.</summary>
    public void Keys(DataTable table)
    {
        if (Once(4))
            RichTables.Quietly(() => table.PrimaryKey = Some(table, 1 + random.Next(3)));
        if (Once(4))
            RichTables.Quietly(() =>
            {
                var key = new UniqueConstraint(Of(s_odd), Some(table, 1 + random.Next(3)));
                table.Constraints.Add(key);
                Properties(key.ExtendedProperties);
            });
        Properties(table.ExtendedProperties);
    }

    DataColumn[] Some(DataTable table, int count)
    {
        // Of what cannot be compared the framework makes a key only while there are no rows.
        var columns = table.Columns.Cast<DataColumn>().Where(static c => typeof(IComparable).IsAssignableFrom(c.DataType)).ToList();
        DataColumn[] some = new DataColumn[Math.Min(count, columns.Count)];
        for (int i = 0; i < some.Length; i++)
        {
            some[i] = columns[random.Next(columns.Count)];
            columns.Remove(some[i]);
        }
        return some;
    }

    /// <summary>A foreign key without a relation, or a relation of any columns of the same types.</summary>
    public void Relate(DataSet set)
    {
        if (!Once(2) || set.Tables.Count == 0)
            return;
        DataTable parent = Of(set.Tables.Cast<DataTable>().ToList()), child = Of(set.Tables.Cast<DataTable>().ToList());
        List<DataColumn> from = [], to = [];
        for (int i = 1 + random.Next(3); i > 0; i--)
            if (parent.Columns.Cast<DataColumn>().Where(c => !from.Contains(c)).ToList() is { Count: > 0 } free && Of(free) is var column
                && child.Columns.Cast<DataColumn>().Where(c => c != column && c.DataType == column.DataType && !to.Contains(c))
                    .ToList() is { Count: > 0 } alike)
            {
                from.Add(column);
                to.Add(Of(alike));
            }
        if (from.Count == 0)
            return;
        RichTables.Quietly(() =>
        {
            if (random.Next(2) == 0)
            {
                var key = new ForeignKeyConstraint(Of(s_odd), [.. from], [.. to])
                {
                    DeleteRule = Of(Rule.Cascade, Rule.None, Rule.SetNull, Rule.SetDefault),
                    UpdateRule = Of(Rule.Cascade, Rule.None, Rule.SetNull, Rule.SetDefault),
                    AcceptRejectRule = RichTables.Accepting(parent, child, Of(AcceptRejectRule.None, AcceptRejectRule.Cascade))
                };
                child.Constraints.Add(key);
                Properties(key.ExtendedProperties);
            }
            else
            {
                var relation = new DataRelation(Of(s_odd), [.. from], [.. to], random.Next(2) == 1);
                set.Relations.Add(relation);
                relation.Nested = random.Next(3) == 2;
                Properties(relation.ExtendedProperties);
            }
        });
    }

    /// <summary>A value at an end of its type, or in an odd form; null where there is none.</summary>
    public object? Cell(DataColumn column) => Once(4) ? End(column.DataType) : null;

    object? End(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Char => Of('\0', '\n', ' ', '\uFFFF', '<'),
        TypeCode.Int16 => Of(short.MinValue, short.MaxValue),
        TypeCode.Int32 => Of(int.MinValue, int.MaxValue),
        TypeCode.Int64 => Of(long.MinValue, long.MaxValue),
        TypeCode.UInt64 => ulong.MaxValue,
        TypeCode.Single => Of(float.NaN, float.PositiveInfinity, float.NegativeInfinity, -0f, float.Epsilon, float.MaxValue),
        TypeCode.Double => Of(double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, double.MaxValue),
        TypeCode.Decimal => Of(decimal.MinValue, decimal.MaxValue, 0.00m, 1.10m, 0.0000000000000000000000000001m),
        TypeCode.DateTime =>
            Of(DateTime.MinValue, DateTime.MaxValue, new DateTime(2020, 3, 29, 2, 30, 0),
                new DateTime(2020, 10, 25, 2, 30, 0, DateTimeKind.Local), new DateTime(2020, 10, 25, 0, 30, 0, DateTimeKind.Utc),
                new DateTime(2020, 1, 1, 0, 0, 0, 1, DateTimeKind.Local)),
        TypeCode.String =>
            Of("", " ", "\u0001", "\uFFFE", "a\0b", "\u2028", "]]>", "\r", "\r\n", "&amp;", "<?x?>", "e\u0301", "\u00A0", "\u0085"),
        _ => type == typeof(byte[])
            ? Array.Empty<byte>()
            : type == typeof(char[])
                ? Of<char[]>([], ['\n'], [' '])
                : type == typeof(TimeSpan) ? Of(TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.Zero)
            : type == typeof(DateTimeOffset)
                ? Of(DateTimeOffset.MinValue, DateTimeOffset.MaxValue, new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(14)))
                : type == typeof(Guid) ? Guid.Empty
            : type == typeof(BigInteger)
                ? Of(BigInteger.Zero, BigInteger.MinusOne, BigInteger.Pow(10, 60))
                : type == typeof(Half) ? Of(Half.NaN, Half.MaxValue, Half.NegativeInfinity)
            : type == typeof(Uri)
                ? Of<Uri>(new Uri("relative path", UriKind.Relative), new Uri("", UriKind.Relative), new Uri("file:///a%20b"))
                : type == typeof(System.Data.SqlTypes.SqlString) ? new System.Data.SqlTypes.SqlString(Of("", " ", "\n", "\u0001"))
            : type == typeof(object)
                && End(Of(typeof(string), typeof(int), typeof(decimal), typeof(DateTime), typeof(char), typeof(double), typeof(byte[]),
                    typeof(Guid), typeof(TimeSpan))) is { } value ? value : null,
    };

    /// <summary>True where the row has been changed in a way of its own.</summary>
    public bool Change(DataRow row)
    {
        if (!Once(4) || row.RowState == DataRowState.Detached)
            return false;
        switch (random.Next(7))
        {
            case 0:
                row.SetAdded();
                break;
            case 1:
                row.SetModified();
                break;
            case 2:
                row.RejectChanges();
                break;
            case 3:
                row.CancelEdit();
                break;
            case 4:
                row.ClearErrors();
                break;
            case 5:
                row.Table.AcceptChanges();
                break;
            default:
                row.ItemArray = [.. row.ItemArray.Select(static v => v is int or long ? v : DBNull.Value)];
                break;
        }
        return true;
    }

    public void Compute(DataTable table)
    {
        if (!Once(2))
            return;
        for (int i = 1 + random.Next(3); i > 0; i--)
        {
            string c = $"[{Of(table.Columns.Cast<DataColumn>().ToList()).ColumnName.Replace("]", "\\]", StringComparison.Ordinal)}]";
            string expression = Of("id + 1", $"LEN({c})", $"ISNULL({c}, 'x')", $"SUBSTRING({c}, 1, 2)", $"TRIM({c})", $"{c} IS NULL",
                $"{c} LIKE 'a*'", "id IN (1, 2, NULL)", "NOT (id > 1)", "id % 2 = 0 OR id IS NOT NULL", "#2020-01-02#", "'it''s'", "1.50",
                "-id",
                "id / 2", "id / 0", "true", "NULL", "Avg(id)", "Min(id)", "StDev(id)", "Var(id)", "Count(id)", $"IIF({c} = 'a', 1, NULL)",
                "Parent.id", "Min(Child.id)", $"{c} + ' '", $"{c} = {c}", c, "2147483647 + id", "1e3", "'a' < 'A'", $"Max({c})");
            string name = "e" + table.Columns.Count.ToString(CultureInfo.InvariantCulture);
            RichTables.Add(table,
                new DataColumn(name,
                    Of(typeof(string), typeof(int), typeof(bool), typeof(double), typeof(decimal), typeof(DateTime), typeof(object),
                        typeof(long)) is var type && MayBe(type) ? type : typeof(string), expression)
                { ColumnMapping = Of(MappingType.Element, MappingType.Attribute, MappingType.Hidden) });
            if (random.Next(4) == 3)
                RichTables.Quietly(() => table.DisplayExpression = expression);
        }
    }

    public void Properties(PropertyCollection properties)
    {
        if (!Once(6))
            return;
        for (int i = 1 + random.Next(2); i > 0; i--)
            properties[Of<object>("p", "p q", 7, 2.5, true, new DateTime(2020, 1, 2), Guid.Empty, 'k', 7L, "é", "1")] = Of<object?>("v", "",
                null, 7, 7L, true, 2.5, 1.50m, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), Guid.Empty, 'c', TimeSpan.FromTicks(1),
                "\n", "<&>", "\u0001");
    }
}
