using System.Data;
using System.Data.SqlTypes;
using System.Globalization;
using System.Numerics;

namespace Isomer.Tests.OfTables;

/// <summary>DataSets of all column types, states, keys, relations and errors, from a seed.</summary>
/// <param name="seed">The seed.</param>
/// <param name="plain">Whether all cells and properties are immutable, no column is computed and no row being edited.</param>
/// <param name="document">Whether it is what most documents are: one namespace, usual types, rows that have parents.</param>
/// <param name="only">The types of columns, where it may not be any; strings then have no length.</param>
sealed class RandomTables(int seed, bool plain = false, bool document = false, IReadOnlyCollection<Type>? only = null)
{
    static readonly Type[] s_usual =
    [
        typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
        typeof(ulong), typeof(float), typeof(double),
        typeof(decimal), typeof(string), typeof(byte[]), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan),
    ];

    readonly Random _random = new(seed);

    static readonly Type[] s_mutable = [typeof(byte[]), typeof(char[]), typeof(Uri), typeof(CultureInfo), typeof(object)];

    Type[] Chosen =>
        [.. Types.Keys.Where(t => !plain || (t.Namespace != "System.Data.SqlTypes" && !s_mutable.Contains(t)))
            .Where(t => (only ?? (document ? s_usual : null))?.Contains(t) != false)];

    /// <summary>Every type that a column may have without being registered, and how a value of it is made.</summary>
    public static readonly Dictionary<Type, Func<Random, object>> Types = new()
    {
        [typeof(bool)] = r => r.Next(2) == 0,
        [typeof(char)] = r => (char)r.Next(32, 0xD7FF),
        [typeof(sbyte)] = r => (sbyte)r.Next(-128, 128),
        [typeof(byte)] = r => (byte)r.Next(256),
        [typeof(short)] = r => (short)r.Next(),
        [typeof(ushort)] = r => (ushort)r.Next(),
        [typeof(int)] = r => r.Next(int.MinValue, int.MaxValue),
        [typeof(uint)] = r => (uint)r.NextInt64(),
        [typeof(long)] = r => r.NextInt64(long.MinValue, long.MaxValue),
        [typeof(ulong)] = r => (ulong)r.NextInt64() * 2,
        [typeof(Int128)] = r => new Int128((ulong)r.NextInt64() * 2, (ulong)r.NextInt64()),
        [typeof(UInt128)] = r => new UInt128((ulong)r.NextInt64() * 2, (ulong)r.NextInt64()),
        [typeof(BigInteger)] = r => new BigInteger(Bytes(r, 20)),
        [typeof(Half)] = r => (Half)(r.NextDouble() * 100),
        [typeof(float)] = r => (float)(r.NextDouble() * 1e10),
        [typeof(double)] = r => r.Next(9) == 0 ? -0.0 : r.NextDouble() * Math.Pow(10, r.Next(-300, 300)),
        [typeof(decimal)] = r => new decimal(r.Next(), r.Next(), r.Next(3) == 0 ? r.Next() : 0, r.Next(2) == 0, (byte)r.Next(29)),
        [typeof(string)] = Text,
        [typeof(byte[])] = r => Bytes(r, 12),
        [typeof(char[])] = r => Text(r).ToCharArray(),
        [typeof(Guid)] = r => new Guid(Bytes(r, 16, 16)),
        [typeof(DateTime)] = r => new DateTime(r.NextInt64(DateTime.MaxValue.Ticks), (DateTimeKind)r.Next(2)),
        [typeof(DateTimeOffset)] = r =>
            new DateTimeOffset(r.NextInt64(TimeSpan.TicksPerDay * 2, DateTime.MaxValue.Ticks - (TimeSpan.TicksPerDay * 2)),
                TimeSpan.FromMinutes(r.Next(-840, 841))),
        [typeof(TimeSpan)] = r => new TimeSpan(r.NextInt64(long.MinValue, long.MaxValue)),
        [typeof(DateOnly)] = r => DateOnly.FromDayNumber(r.Next(DateOnly.MaxValue.DayNumber)),
        [typeof(TimeOnly)] = r => new TimeOnly(r.NextInt64(TimeOnly.MaxValue.Ticks)),
        [typeof(Uri)] = r => new Uri("https://example.org/" + r.Next(1000)),
        [typeof(CultureInfo)] = r => CultureInfo.GetCultureInfo(r.Next(2) == 0 ? "de-DE" : ""),
        [typeof(object)] = r => Types!.Where(t => t.Key != typeof(object)).ElementAt(r.Next(Types!.Count - 1)).Value(r),
        [typeof(SqlBoolean)] = r => new SqlBoolean(r.Next(2) == 0),
        [typeof(SqlByte)] = r => new SqlByte((byte)r.Next(256)),
        [typeof(SqlInt16)] = r => new SqlInt16((short)r.Next()),
        [typeof(SqlInt32)] = r => new SqlInt32(r.Next()),
        [typeof(SqlInt64)] = r => new SqlInt64(r.NextInt64()),
        [typeof(SqlSingle)] = r => new SqlSingle(r.NextSingle()),
        [typeof(SqlDouble)] = r => new SqlDouble(r.NextDouble()),
        [typeof(SqlMoney)] = r => new SqlMoney(r.NextInt64(1_000_000_000) / 10_000m),
        [typeof(SqlDecimal)] = r => new SqlDecimal(38, (byte)r.Next(10), r.Next(2) == 0, r.Next(), r.Next(), r.Next(), 0),
        [typeof(SqlDateTime)] = r => new SqlDateTime(new DateTime(1800, 1, 1).AddMilliseconds(r.NextInt64(10_000_000_000_000))),
        [typeof(SqlGuid)] = r => new SqlGuid(Bytes(r, 16, 16)),
        [typeof(SqlString)] = r => new SqlString(Text(r)),
        [typeof(SqlBinary)] = r => new SqlBinary(Bytes(r, 12)),
        [typeof(SqlBytes)] = r => new SqlBytes(Bytes(r, 12)),
        [typeof(SqlChars)] = r => new SqlChars(Text(r).ToCharArray()),
        [typeof(SqlXml)] = r => new SqlXml(System.Xml.XmlReader.Create(new StringReader($"<a b=\"{r.Next()}\">c</a>"))),
    };

    static string Text(Random r) =>
        string.Concat(
            Enumerable.Range(0, r.Next(12))
                .Select(_ => r.Next(6) switch { 0 => "é", 1 => "😀", 2 => "\"", 3 => "\n", _ => ((char)r.Next('a', 'z')).ToString() }));

    static byte[] Bytes(Random r, int most, int least = 0)
    {
        byte[] bytes = new byte[r.Next(least, most + 1)];
        r.NextBytes(bytes);
        return bytes;
    }

    bool OneIn(int n) => _random.Next(n) == 0;

    public DataSet Set()
    {
        var set = new DataSet("Set" + seed) { EnforceConstraints = false };
        if (OneIn(2))
            set.Namespace = "urn:set";
        if (!document && OneIn(3))
            set.Prefix = "p";
        set.CaseSensitive = OneIn(3);
        if (OneIn(2))
            set.Locale = CultureInfo.GetCultureInfo(OneIn(2) ? "" : "sv-SE");
        Properties(set.ExtendedProperties);
        int tables = _random.Next(4);
        for (int i = 0; i < tables; i++)
            set.Tables.Add(Table((document && OneIn(3) ? "T " : "T") + i, set));
        if (tables > 1)
            Relate(set);
        foreach (DataTable table in set.Tables)
            Rows(table, _random.Next(20));
        foreach (DataTable table in set.Tables)
            Compute(table);
        if (OneIn(2))
            set.EnforceConstraints = true;
        foreach (DataTable table in set.Tables)
            Finish(table);
        return set;
    }

    public DataTable Alone()
    {
        var table = Table("Alone", null);
        Rows(table, _random.Next(30));
        Compute(table);
        Finish(table);
        return table;
    }

    DataTable Table(string name, DataSet? set)
    {
        var table = new DataTable(name);
        if (!document && OneIn(3))
            table.Namespace = "urn:table";
        else if (set is not null)
            table.Namespace = set.Namespace;
        if (OneIn(3))
            table.CaseSensitive = OneIn(2);
        if (OneIn(3))
            table.Locale = CultureInfo.GetCultureInfo("fr-FR");
        if (!document && OneIn(4))
            table.Prefix = "q";
        Properties(table.ExtendedProperties);
        var id = table.Columns.Add("id", OneIn(2) ? typeof(int) : typeof(long));
        id.AutoIncrement = true;
        id.AutoIncrementSeed = _random.Next(100);
        id.AutoIncrementStep = 1 + _random.Next(3);
        table.Columns.Add("parent", typeof(int));
        foreach (var type in Chosen.OrderBy(_ => _random.Next()).Take(_random.Next(Types.Count)).ToList())
            Column(table, type);
        if (OneIn(2))
            table.PrimaryKey = [id];
        else if (OneIn(2))
            table.Constraints.Add(new UniqueConstraint("uq" + name, [id, table.Columns["parent"]!]));
        return table;
    }

    void Column(DataTable table, Type type)
    {
        var column = table.Columns.Add((document && OneIn(6) ? "1 & <" : "c") + table.Columns.Count, type);
        if (OneIn(4))
            column.Caption = "caption é";
        if (OneIn(6) && type != typeof(object) && !type.Name.StartsWith("SqlXml", StringComparison.Ordinal))
            column.DefaultValue = Types[type](_random);
        if (OneIn(5))
            column.ColumnMapping = (MappingType)(OneIn(2) ? MappingType.Attribute : MappingType.Hidden);
        if (type == typeof(DateTime))
            column.DateTimeMode = (DataSetDateTime)(1 + _random.Next(4));
        if (type == typeof(string) && OneIn(2) && only is null)
            column.MaxLength = 100;
        if (document && column.ColumnMapping == MappingType.Attribute)
            column.Namespace = "";
        if (!document && OneIn(5))
            column.Namespace = "urn:column";
        if (!document && OneIn(5))
            column.Prefix = "r";
        Properties(column.ExtendedProperties);
    }

    void Relate(DataSet set)
    {
        var parent = set.Tables[0];
        var child = set.Tables[1];
        if (parent.Columns["id"]!.DataType != typeof(int) || parent.CaseSensitive != child.CaseSensitive
            || !Equals(parent.Locale, child.Locale))
            return;
        if (OneIn(2))
            child.Constraints.Add(
                new ForeignKeyConstraint("fk", parent.Columns["id"]!, child.Columns["parent"]!)
                { DeleteRule = Rule.SetNull, UpdateRule = Rule.None, AcceptRejectRule = AcceptRejectRule.Cascade });
        var relation = new DataRelation("rel", parent.Columns["id"]!, child.Columns["parent"]!, OneIn(2));
        set.Relations.Add(relation);
        if (child.Namespace == parent.Namespace)
            relation.Nested = OneIn(2);
        Properties(relation.ExtendedProperties);
    }

    void Rows(DataTable table, int count)
    {
        for (int i = 0; i < count; i++)
        {
            var row = table.NewRow();
            row["parent"] = document && table.DataSet is { Relations.Count: > 0 } set && table == set.Tables[1]
                && set.Tables[0].Rows.Count > 0 && !OneIn(4)
                ? set.Tables[0].Rows[_random.Next(set.Tables[0].Rows.Count)] is { RowState: not DataRowState.Deleted } parent
                    ? parent["id"]
                    : DBNull.Value : DBNull.Value;
            Fill(row);
            table.Rows.Add(row);
            switch (_random.Next(4))
            {
                case 0:
                    row.AcceptChanges();
                    break;
                case 1:
                    row.AcceptChanges();
                    Fill(row);
                    if (row.RowState == DataRowState.Unchanged)
                        row.SetModified();
                    break;
                case 2 when OneIn(2):
                    row.AcceptChanges();
                    row.Delete();
                    break;
            }
        }
    }

    void Fill(DataRow row)
    {
        foreach (DataColumn column in row.Table.Columns)
            if (column.Ordinal > 1)
                row[column] = OneIn(5) ? DBNull.Value : Value(column);
    }

    object Value(DataColumn column)
    {
        object value = Types[column.DataType](_random);
        return value;
    }

    void Compute(DataTable table)
    {
        if (!plain && OneIn(2))
            table.Columns.Add("twice", typeof(long), "id * 2");
        if (OneIn(3))
            table.DisplayExpression = "id + 1";
        if (OneIn(3))
            table.Columns[table.Columns.Count - 1].ReadOnly = true;
    }

    void Finish(DataTable table)
    {
        foreach (DataRow row in table.Rows)
        {
            if (!plain && row.RowState != DataRowState.Deleted && OneIn(8))
            {
                row.BeginEdit();
                Edit(row);
            }
            if (OneIn(6))
                row.RowError = "row is wrong";
            if (OneIn(6))
                row.SetColumnError(_random.Next(table.Columns.Count), "this is wrong");
        }
    }

    void Edit(DataRow row)
    {
        foreach (DataColumn column in row.Table.Columns)
            if (column.Ordinal > 1 && !column.ReadOnly && OneIn(2))
                row[column] = Value(column);
    }

    void Properties(PropertyCollection properties)
    {
        if (!OneIn(3))
            return;
        properties["text"] = Text(_random);
        if (!plain)
            properties[_random.Next()] = Types[typeof(object)](_random);
        properties["none"] = null;
    }
}
