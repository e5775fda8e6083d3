using System.Data;
using System.Globalization;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Sets of what <see cref="RandomTables"/> leaves out: relations between any tables and of several columns, nested over levels and within
/// themselves, foreign keys with rules and parents that are there, columns that are the text of their row, unique and required ones,
/// expressions over relations and of texts, names that no XML has, tables of one name, rows of all states that were edited in turns.
/// </summary>
/// <param name="random">Where all is drawn from; of 0 comes the smallest set.</param>
/// <param name="only">The types of columns, where it may not be any; strings then have no length.</param>
/// <param name="hasEnums">Whether tables may have columns of <see cref="EnumColumns"/>.</param>
sealed class RichTables(Random random, IReadOnlyList<Type>? only = null, bool hasEnums = false)
{
    static readonly Type[] s_all = [.. RandomTables.Types.Keys];

    // Two thirds of all columns: rows of nothing else are read by ours alone.
    static readonly Type[] s_usual =
    [
        typeof(string), typeof(int), typeof(decimal), typeof(DateTime), typeof(bool), typeof(double), typeof(long), typeof(byte[]),
        typeof(Guid), typeof(TimeSpan), typeof(DateTimeOffset), typeof(short), typeof(byte), typeof(float),
        typeof(char), typeof(sbyte), typeof(ushort), typeof(uint), typeof(ulong),
    ];

    static readonly string[] s_names = ["a", "b", "c", "d", "A", "name with space", "x.y", "1st", "é", "_x0020_", "xml", "a-b", "T0", "id",
        "hiddena", "type", "schema", "a:b", "[x]", "a_Text", "diffgram", "before"];

    static readonly string[] s_cultures = ["", "sv-SE", "tr-TR", "de-DE", "ja-JP"];

    // Whether elements have one namespace and no prefix, as nearly all documents.
    readonly bool _usual = random.Next(3) < 2;

    readonly RichQuirks _quirks = new(random, only);

    bool Once(int n) => random.Next(n) == n - 1;

    T Of<T>(params IReadOnlyList<T> items) => items[random.Next(items.Count)];

    public DataSet Set()
    {
        var set = new DataSet(Once(5) ? Of("a set", "é", "T0", "x.y") : "S") { EnforceConstraints = false };
        if (Once(2))
            set.Namespace = "urn:set";
        if (!_usual && Once(3))
            set.Prefix = "p";
        set.CaseSensitive = Once(4);
        if (Once(3))
            set.Locale = CultureInfo.GetCultureInfo(Of(s_cultures));
        Properties(set.ExtendedProperties);
        for (int i = random.Next(5); i > 0; i--)
            Table(set);
        for (int i = set.Tables.Count == 0 ? 0 : random.Next(set.Tables.Count + 2); i > 0; i--)
            Relate(set);
        _quirks.Relate(set);
        _quirks.Bare(set);
        Fill(set);
        foreach (DataTable table in set.Tables)
            if (table.Columns.Contains("id"))
            {
                if (Once(3))
                    Compute(table);
                _quirks.Compute(table);
            }
        foreach (DataTable table in set.Tables)
            _quirks.Late(table);
        if (Once(2))
            Quietly(() => set.EnforceConstraints = true);
        // The framework writes a row within itself without an end.
        if (Xunit.Record.Exception(() => Isomer.Tabular.TableNesting.Check(set)) is not null)
            foreach (var relation in set.Relations.Cast<DataRelation>().ToList())
            {
                Quietly(() => relation.Nested = false);
                // Of one over hidden columns that cannot be set.
                if (relation.Nested)
                    set.Relations.Remove(relation);
            }
        return set;
    }

    /// <summary>Gives rows to a set that has tables: one of a class of its own, say.</summary>
    public void Fill(DataSet set)
    {
        foreach (DataTable table in set.Tables)
            Rows(table, random.Next(Once(8) ? 40 : 5));
        foreach (DataTable table in set.Tables)
            foreach (var row in table.Rows.Cast<DataRow>().ToList())
            {
                Change(row);
                // A row without any values, which no writer can show.
                if (!row.HasVersion(DataRowVersion.Original) && !row.HasVersion(DataRowVersion.Current))
                    Quietly(() => table.Rows.Remove(row));
            }
    }

    /// <summary>What the framework refuses of a random set is left out of it.</summary>
    internal static void Quietly(Action change)
    {
        try
        {
            change();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
        }
    }

    /// <summary>One that cannot be computed or stand there is in the table all the same when the framework has refused it.</summary>
    internal static void Add(DataTable table, DataColumn column)
    {
        try
        {
            table.Columns.Add(column);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            Quietly(() => table.Columns.Remove(column));
        }
    }

    void Table(DataSet set)
    {
        var table = new DataTable("T" + set.Tables.Count.ToString(CultureInfo.InvariantCulture)) { Namespace = set.Namespace };
        if (Once(6))
            table.TableName = Of("a table", "é", "x.y", "1", "_x0020_", "t0", "T0", "xml", "a");
        if (!_usual && Once(3))
            table.Namespace = Of("urn:table", "", "urn:set");
        if (!_usual && Once(5))
            table.Prefix = "q";
        if (Once(6))
            table.CaseSensitive = Once(2);
        if (Once(6))
            table.Locale = CultureInfo.GetCultureInfo(Of(s_cultures));
        Quietly(() => set.Tables.Add(table));
        if (table.DataSet is null)
            return;
        Properties(table.ExtendedProperties);
        var key = table.Columns.Add("id", Once(4) ? typeof(long) : _quirks.KeyType(typeof(int)));
        if (Once(2) && key.DataType.IsPrimitive && key.DataType != typeof(bool))
        {
            (key.AutoIncrement, key.AutoIncrementSeed, key.AutoIncrementStep) = (true, random.Next(10), Once(4) ? -1 : 1 + random.Next(3));
            _quirks.Counter(key);
        }
        if (Once(2))
            table.Columns.Add("up", key.DataType);
        bool isText = Once(8);
        if (isText)
            foreach (DataColumn column in table.Columns)
                column.ColumnMapping = MappingType.Attribute;
        for (int i = random.Next(5); i > 0; i--)
            Column(table, isText);
        if (!isText)
            _quirks.Table(table);
        if (!isText && hasEnums && Once(5))
            EnumColumns.Add(table, random);
        if (isText)
            Add(table, new DataColumn("text", Of(typeof(string), typeof(int), typeof(DateTime)), null, MappingType.SimpleContent));
        if (Once(2))
            Quietly(() => table.PrimaryKey = Once(5) && table.Columns.Count > 2 ? [key, table.Columns[2]] : [key]);
        if (Once(5))
            Quietly(() => table.Constraints.Add(new UniqueConstraint(Once(2) ? "u" : null, [key, table.Columns[table.Columns.Count - 1]])));
        _quirks.Keys(table);
    }

    void Column(DataTable table, bool isText)
    {
        var type = only is not null ? Of(only) : Of(random.Next(6) < 5 ? s_usual : s_all);
        string name = Once(4) ? Of(s_names) : "c" + table.Columns.Count.ToString(CultureInfo.InvariantCulture);
        if (table.Columns.Contains(name))
            return;
        var column = table.Columns.Add(name, type);
        if (isText || Once(4))
            Quietly(() => column.ColumnMapping = Once(3) ? MappingType.Hidden : MappingType.Attribute);
        if (Once(8))
            column.Caption = "caption é";
        if (Once(8) && type != typeof(object) && type != typeof(System.Data.SqlTypes.SqlXml))
            Quietly(() => column.DefaultValue = RandomTables.Types[type](random));
        if (type == typeof(DateTime))
            column.DateTimeMode =
                Of(DataSetDateTime.UnspecifiedLocal, DataSetDateTime.Unspecified, DataSetDateTime.Local, DataSetDateTime.Utc);
        if (type == typeof(string) && Once(5) && only is null)
            column.MaxLength = 100;
        if (Once(10))
            column.AllowDBNull = false;
        if (Once(12) && type != typeof(System.Data.SqlTypes.SqlXml))
            Quietly(() => column.Unique = true);
        if (Once(12))
            column.ReadOnly = true;
        if (_usual && column.ColumnMapping == MappingType.Attribute && Once(2))
            column.Namespace = "";
        if (!_usual && Once(5))
            column.Namespace = Of("urn:column", "", "urn:set");
        if (!_usual && Once(5))
            column.Prefix = "r";
        _quirks.Column(column);
        Properties(column.ExtendedProperties);
    }

    void Relate(DataSet set)
    {
        var parent = set.Tables[random.Next(set.Tables.Count)];
        var child = Once(8) ? parent : set.Tables[random.Next(set.Tables.Count)];
        string name = "rel" + set.Relations.Count.ToString(CultureInfo.InvariantCulture);
        DataColumn from = parent.Columns["id"]!, to = (child.Columns["up"] ?? child.Columns["id"])!;
        if (from == to || from.DataType != to.DataType)
            return;
        DataColumn[] parents = [from], children = [to];
        if (Once(8)
            && parent.Columns.Cast<DataColumn>()
                .FirstOrDefault(
                    c => c != from
                        && child.Columns.Cast<DataColumn>().Any(d => d != to && d != c && d.DataType == c.DataType)) is { } second)
            (parents, children) = ([from, second],
                [to, child.Columns.Cast<DataColumn>().First(d => d != to && d != second && d.DataType == second.DataType)]);
        Quietly(() =>
        {
            if (Once(4))
                child.Constraints.Add(
                    new ForeignKeyConstraint("fk" + name, parents, children)
                    {
                        DeleteRule = Of(Rule.Cascade, Rule.None, Rule.SetNull, Rule.SetDefault),
                        UpdateRule = Of(Rule.Cascade, Rule.None),
                        AcceptRejectRule = Accepting(parent, child, Of(AcceptRejectRule.None, AcceptRejectRule.Cascade))
                    });
            var relation = new DataRelation(name, parents, children, Once(2));
            set.Relations.Add(relation);
            Properties(relation.ExtendedProperties);
            relation.Nested = Once(2);
        });
    }

    /// <summary>
    /// From table to table in one direction: around a circle of them the framework's AcceptChanges goes from each row to each, again and
    /// again, in time that doubles with every row.
    /// </summary>
    internal static AcceptRejectRule Accepting(DataTable parent, DataTable child, AcceptRejectRule rule) =>
        parent.DataSet!.Tables.IndexOf(parent) < child.DataSet!.Tables.IndexOf(child) ? rule : AcceptRejectRule.None;

    void Rows(DataTable table, int count)
    {
        for (int i = 0; i < count; i++)
        {
            // Numbers that count may have come to their end.
            DataRow? row = null;
            Quietly(() => row = table.NewRow());
            if (row is null)
                return;
            foreach (DataColumn column in table.Columns)
                if (column.Expression.Length == 0 && !(column.AutoIncrement && Once(2)))
                    Quietly(() =>
                        row[column] = column.ColumnName == "id" && row.Table.ChildRelations.Count > 0
                            ? Convert.ChangeType(i + 1, column.DataType, CultureInfo.InvariantCulture)
                            : Cell(column, true));
            Quietly(() => table.Rows.Add(row));
        }
    }

    object Cell(DataColumn column, bool isNew)
    {
        // A child's parent is there three times in four.
        foreach (DataRelation relation in column.Table!.ParentRelations)
            if (relation.ChildColumns[0] == column && relation.ParentTable.Rows.Count > 0 && random.Next(4) < 3)
                return relation.ParentTable.Rows[random.Next(
                    relation.ParentTable.Rows.Count)] is { RowState: not DataRowState.Deleted } parent
                        ? parent[relation.ParentColumns[0]]
                        : DBNull.Value;
        if (Once(6))
            return DBNull.Value;
        if (column.DataType.IsEnum)
            return EnumColumns.Value(column.DataType, random);
        if (_quirks.Cell(column) is { } odd)
            return odd;
        if (!isNew && Once(6) && column.DataType == typeof(string))
            return Of("", " ", "\n", " x ", "a\r\nb", "\t", "]]>", "&#32;", new string('y', 300));
        return RandomTables.Types[column.DataType](random);
    }

    void Change(DataRow row)
    {
        for (int i = random.Next(4); i > 0; i--)
            Quietly(() =>
            {
                if (row.RowState == DataRowState.Detached || _quirks.Change(row))
                    return;
                switch (random.Next(8))
                {
                    case 0:
                        row.AcceptChanges();
                        break;
                    case 1 or 2 when row.Table.Columns[random.Next(row.Table.Columns.Count)] is { ReadOnly: false } column:
                        row[column] = Cell(column, false);
                        break;
                    case 3 when Once(2):
                        row.Delete();
                        break;
                    case 4 when Once(3):
                        row.BeginEdit();
                        break;
                    case 5:
                        row.RowError = Of("row is wrong", " ", "<é>");
                        break;
                    case 6:
                        row.SetColumnError(random.Next(row.Table.Columns.Count), Of("this is wrong", "\n", "&"));
                        break;
                    default:
                        row.EndEdit();
                        break;
                }
            });
    }

    void Compute(DataTable table)
    {
        string child = table.ChildRelations.Count > 0 ? table.ChildRelations[0].RelationName : "",
            parent = table.ParentRelations.Count > 0 ? table.ParentRelations[0].RelationName : "";
        Add(table, new DataColumn("twice", typeof(long), "id * 2"));
        Quietly(() =>
            Add(table,
                new DataColumn("computed", typeof(string),
                    Of("'a' + id", "IIF(id > 2, 'many', 'few')", $"Parent({parent}).id", $"Count(Child({child}).id)",
                        "[" + table.Columns[table.Columns.Count - 1].ColumnName + "]", "ISNULL(up, -1)"))
                {
                    ColumnMapping = Of(MappingType.Element, MappingType.Attribute, MappingType.Hidden),
                }));
        if (Once(3))
            Quietly(() => Add(table, new DataColumn("sum", typeof(long), $"Sum(Child({child}).id) + Max(id)")));
        if (Once(3))
            Quietly(() => table.DisplayExpression = "id + 1");
    }

    void Properties(PropertyCollection properties)
    {
        _quirks.Properties(properties);
        if (!Once(8))
            return;
        properties[Of("text", "a b", "é")] = Of("value", "", "<&>");
        if (Once(3))
            properties[random.Next(100)] = random.Next(100);
        if (Once(3))
            properties["none"] = null;
    }
}
