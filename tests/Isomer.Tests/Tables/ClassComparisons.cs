using System.Data;
using System.Globalization;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Tests.Differential;
using Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0051 // the form in which it was written

namespace Isomer.Tests.OfTables;

/// <summary>A class of a set whose constructor does what is drawn for it.</summary>
[Serializable]
public class DrawnSet : DataSet
{
    [ThreadStatic]
    internal static Action<DataSet>? Constructor;

    public DrawnSet() => Constructor?.Invoke(this);

    protected DrawnSet(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }
}

/// <summary>A class of a table whose constructor does what is drawn for it.</summary>
[Serializable]
public class DrawnTable : DataTable
{
    [ThreadStatic]
    internal static Action<DataTable>? Constructor;

    public DrawnTable() => Constructor?.Invoke(this);

    protected DrawnTable(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }
}

/// <summary>
/// What a constructor makes of a set, and an application changes in it, drawn by lot. Who draws the same numbers does the same things: in a
/// class and in a plain set.
/// </summary>
/// <param name="seed">Of what is drawn.</param>
sealed class SetChange(int seed)
{
    static readonly Type[] s_types =
    [
        typeof(int), typeof(string), typeof(DateTime), typeof(long), typeof(decimal), typeof(bool), typeof(Guid), typeof(byte[]),
        typeof(System.Data.SqlTypes.SqlInt32),
    ];

    static readonly string[] s_names = ["a", "b", "c", "d", "e"], s_spaces = ["", "urn:x", "urn:y"];

    readonly Random _random = new(seed);

    /// <summary>What the framework refuses is not done, or in part: by a plain set, too.</summary>
    /// <param name="set">What is changed.</param>
    /// <param name="isOfStructure">Whether it is not the rows.</param>
    public void Do(DataSet set, bool isOfStructure)
    {
        var table = Of<DataTable>(set.Tables);
        var column = table is null ? null : Of<DataColumn>(table.Columns);
        try
        {
            if (!isOfStructure)
                ChangeRows(set, table, column);
            else if (_random.Next(4) switch { 0 => 0, 1 => 1, _ => 2 } is var kind && (kind == 0 || table is null))
                ChangeSet(set, table);
            else if (kind == 1 || column is null)
                ChangeTable(set, table!, column);
            else
                ChangeColumn(table!, column);
        }
        catch (Exception e) when (e is ArgumentException or DataException or InvalidOperationException or FormatException
            or NullReferenceException or InvalidCastException or OverflowException or NotSupportedException)
        {
        }
    }

    T? Of<T>(System.Collections.ICollection all) where T : class =>
        all.Count == 0 ? null : all.Cast<T>().ElementAt(_random.Next(all.Count));

    string Name() => s_names[_random.Next(s_names.Length)];

    bool Once(int times) => _random.Next(times) == 0;

    public static DataTable NewTable(string name)
    {
        var table = new DataTable(name);
        table.Columns.Add("a", typeof(int));
        return table;
    }

    void ChangeSet(DataSet set, DataTable? table)
    {
        var relation = Of<DataRelation>(set.Relations);
        switch (_random.Next(14))
        {
            case 0 or 1 or 2:
                string name = "TUV"[_random.Next(3)].ToString();
                // Two of one name in several namespaces are not found again by it.
                if (!set.Tables.Contains(name))
                    set.Tables.Add(NewTable(name));
                break;
            case 3 or 4 when table is not null:
                var parent = Of<DataTable>(set.Tables)!;
                set.Relations.Add(new DataRelation("R" + _random.Next(2), Of<DataColumn>(parent.Columns)!, Of<DataColumn>(table.Columns)!,
                    !Once(3)));
                break;
            case 5 when relation is not null:
                relation.Nested = Once(2) && relation.ParentTable != relation.ChildTable;
                break;
            case 6 when relation is not null:
                if (Once(2))
                    set.Relations.Remove(relation);
                else
                    relation.RelationName = "R" + _random.Next(3);
                break;
            case 7 when relation is not null:
                Change(relation.ExtendedProperties);
                break;
            case 8:
                Change(set.ExtendedProperties);
                break;
            case 9:
                set.Namespace = s_spaces[_random.Next(3)];
                break;
            case 10:
                (set.CaseSensitive, set.EnforceConstraints) = (Once(2), !Once(3));
                break;
            case 11:
                set.Locale = CultureInfo.GetCultureInfo(Once(2) ? "tr-TR" : "de-DE");
                break;
            case 12 when table is not null:
                set.Tables.Remove(table);
                if (Once(2))
                    set.Tables.Add(table);
                break;
            default:
                set.DataSetName = Once(2) ? "N" : "M";
                break;
        }
    }

    void ChangeTable(DataSet set, DataTable table, DataColumn? column)
    {
        var constraint = Of<Constraint>(table.Constraints);
        switch (_random.Next(13))
        {
            case 0 or 1 or 2:
                table.Columns.Add(Name(), s_types[_random.Next(s_types.Length)]);
                break;
            case 3 when column is not null:
                table.PrimaryKey = Once(4) ? []
                    : Once(3) && Of<DataColumn>(table.Columns) is { } other && other != column ? [column, other] : [column];
                break;
            case 4 when column is not null:
                table.Constraints.Add("K" + _random.Next(2), column, Once(2));
                break;
            case 5 when constraint is not null:
                table.Constraints.Remove(constraint);
                break;
            case 6 when constraint is ForeignKeyConstraint key:
                (key.DeleteRule, key.UpdateRule, key.AcceptRejectRule) =
                    ((Rule)_random.Next(4), (Rule)_random.Next(4), (AcceptRejectRule)_random.Next(2));
                break;
            case 7 when constraint is not null:
                Change(constraint.ExtendedProperties);
                break;
            case 8:
                Change(table.ExtendedProperties);
                break;
            case 9:
                string name = Once(4) ? table.TableName.ToLowerInvariant() : "TUV"[_random.Next(3)].ToString();
                if (name.Equals(table.TableName, StringComparison.OrdinalIgnoreCase) || !set.Tables.Contains(name))
                    table.TableName = name;
                break;
            case 10:
                table.Namespace = Once(3) ? null : s_spaces[_random.Next(3)];
                break;
            case 11:
                table.CaseSensitive = Once(2);
                break;
            default:
                table.Locale = Once(3) ? null! : CultureInfo.GetCultureInfo(Once(2) ? "tr-TR" : "de-DE");
                break;
        }
    }

    void ChangeColumn(DataTable table, DataColumn column)
    {
        switch (_random.Next(18))
        {
            case 0:
                column.Unique = !Once(3);
                break;
            case 1:
                Change(column.ExtendedProperties);
                break;
            case 2:
                column.MaxLength = Once(2) ? -1 : 5 + _random.Next(9);
                break;
            case 3:
                column.Caption = Once(3) ? column.ColumnName.ToUpperInvariant() : "C" + _random.Next(3);
                break;
            case 4:
                column.DefaultValue = Once(3) ? DBNull.Value : Value(column.DataType);
                break;
            case 5 when column.DataType == typeof(int) || column.DataType == typeof(long) || column.DataType == typeof(decimal):
                // Of a column that does not count formats of our own tell no seed.
                (column.AutoIncrementSeed, column.AutoIncrementStep) = (0, 1);
                column.AutoIncrement = !Once(3);
                if (column.AutoIncrement)
                    (column.AutoIncrementSeed, column.AutoIncrementStep) = (_random.Next(4), 1 + _random.Next(3));
                break;
            case 6:
                column.ReadOnly = Once(2);
                break;
            case 7:
                column.AllowDBNull = Once(2);
                break;
            case 8 or 9:
                column.ColumnMapping = (MappingType)(1 + _random.Next(4));
                break;
            case 10:
                column.DateTimeMode = (DataSetDateTime)(1 + _random.Next(4));
                break;
            case 11:
                (column.Namespace, column.Prefix) = (Once(3) ? null : s_spaces[_random.Next(3)], Once(2) ? "" : "p");
                break;
            case 12:
                column.Expression = _random.Next(4) switch { 0 => "", 1 => "Len('abc')", 2 => "a + 1", _ => "a * 2" };
                break;
            case 13:
                column.ColumnName = Once(4) ? column.ColumnName.ToUpperInvariant() : Name();
                break;
            case 14 when Of<DataColumn>(table.Columns) is { } other && other != column:
                var (mine, its) = (column.ColumnName, other.ColumnName);
                (column.ColumnName, other.ColumnName, column.ColumnName) = ("between", mine, its);
                break;
            case 15:
                table.Columns.Remove(column);
                break;
            case 16:
                column.DefaultValue = DBNull.Value;
                column.AutoIncrement = false;
                column.MaxLength = -1;
                column.DataType = s_types[_random.Next(s_types.Length)];
                break;
            default:
                column.SetOrdinal(_random.Next(table.Columns.Count));
                break;
        }
    }

    void Change(PropertyCollection properties)
    {
        if (Once(2))
            properties["p" + _random.Next(2)] = "v" + _random.Next(3);
        else
            properties.Clear();
    }

    void ChangeRows(DataSet set, DataTable? table, DataColumn? column)
    {
        if (table is null)
            return;
        var row = Of<DataRow>(table.Rows);
        switch (_random.Next(10))
        {
            case 0:
                set.AcceptChanges();
                break;
            case 1 when row is not null && column is not null:
                row[column] = Value(column.DataType);
                break;
            case 2:
                row?.Delete();
                break;
            case 3 when row is not null:
                row.RowError = "e";
                break;
            default:
                var added = table.NewRow();
                foreach (DataColumn each in table.Columns)
                    if (!each.ReadOnly && !each.AutoIncrement && !Once(8))
                        added[each] = Value(each.DataType) is DateTime date && each.DateTimeMode == DataSetDateTime.Utc
                            ? DateTime.SpecifyKind(date, DateTimeKind.Utc)
                            : Value(each.DataType);
                table.Rows.Add(added);
                break;
        }
    }

    object Value(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Int32 => _random.Next(6),
        TypeCode.String => "s" + _random.Next(5),
        TypeCode.DateTime => new DateTime(2020, 1, 1 + _random.Next(20)),
        TypeCode.Int64 => (long)_random.Next(6),
        TypeCode.Decimal => (decimal)_random.Next(6),
        TypeCode.Boolean => Once(2),
        _ when type == typeof(Guid) => new Guid(_random.Next(9), 0, 0, new byte[8]),
        _ when type == typeof(byte[]) => new[] { (byte)_random.Next(9) },
        _ => new System.Data.SqlTypes.SqlInt32(_random.Next(6)),
    };
}

/// <summary>
/// A class of a set, or of a table, whose constructor does what is drawn, and what is done behind it: it comes back as it was, from Nrbf
/// and Soap at least as BinaryFormatter brings it back. What a plain set loses in this form, too, is let pass.
/// </summary>
sealed class ChangedClasses(string form) : TableComparison
{
    public static string[] Forms { get; } = ["Compact", "Json", "copy", "interpreted", "Nrbf Xml", "Nrbf Binary", "Soap Xml", "Soap Binary"];

    static readonly CompactOptions s_interpreted = new() { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) };

    public override string Name => "classes of sets, " + form;

    public override string? Compare(Choices choices, TableRun run)
    {
        bool isTable = choices.Once(3);
        int[] made = Seeds(choices, 10), changed = Seeds(choices, 5), rows = Seeds(choices, 5);
        // One of each class is kept, which is another in each case.
        ((System.Runtime.CompilerServices.ConditionalWeakTable<Type, object>)typeof(Json).Assembly.GetType("Isomer.Tabular.ClassState")!
            .GetField("s_new", BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!).Clear();
        DrawnSet.Constructor = set => All(set, made, true);
        DrawnTable.Constructor = table => Within(table, set => All(set, made, true));
        try
        {
            object value, plain;
            if (isTable)
            {
                var fresh = new DrawnTable();
                var bare = new DataTable();
                DrawnTable.Constructor(bare);
                if (IsHalfDone(bare))
                    return null;
                (value, plain) = (Changed(fresh, changed, rows), Changed(bare, changed, rows));
                if (IsHalfDone(bare))
                    return null;
            }
            else
            {
                var fresh = new DrawnSet();
                var bare = new DataSet();
                DrawnSet.Constructor(bare);
                if (IsHalfDone(bare))
                    return null;
                (value, plain) = (Changed(fresh, changed, rows), Changed(bare, changed, rows));
                if (IsHalfDone(bare))
                    return null;
            }
            string? difference = Difference(value, out bool isRefused);
            run.Count(isRefused);
            // A copy of a plain table has the culture that its set had; what is told is a table's own.
            return difference is not null && Difference(plain, out _) is null
                && !(isTable && difference.StartsWith("locale", StringComparison.Ordinal))
                ? $"{difference}\n{(value as DataSet ?? Holding((DataTable)value)).GetXmlSchema()}"
                : null;
        }
        finally
        {
            (DrawnSet.Constructor, DrawnTable.Constructor) = (null, null);
        }
    }

    /// <summary>
    /// The framework adds an element beside simple content, throws then, and leaves it there. It also keeps simple content that was
    /// removed, and throws for every element that comes later; names of columns that did not come; and the index of a key that it
    /// refused, in which rows throw once the key's column has gone.
    /// </summary>
    static bool IsHalfDone(DataSet set) => set.Tables.Cast<DataTable>().Any(IsHalfDone);

    static bool IsHalfDone(DataTable table) => s_xmlText.GetValue(table) is DataColumn content && (content.Table != table
        || table.Columns.Cast<DataColumn>().Any(c => c.ColumnMapping == MappingType.Element
            || (c != content && c.ColumnMapping == MappingType.SimpleContent))
        || table.ChildRelations.Cast<DataRelation>().Any(static r => r.Nested))
        || "abcde".Any(n => table.Columns.Contains(n.ToString())
            && table.Columns.Cast<DataColumn>().All(c => !c.ColumnName.Equals(n.ToString(), StringComparison.OrdinalIgnoreCase)))
        || ((System.Collections.ICollection)s_indexes.GetValue(table)!).Count
            > table.Constraints.Count + table.ChildRelations.Count + table.ParentRelations.Count;

    static readonly FieldInfo s_xmlText = typeof(DataTable).GetField("_xmlText", BindingFlags.NonPublic | BindingFlags.Instance)!,
        s_indexes = typeof(DataTable).GetField("_indexes", BindingFlags.NonPublic | BindingFlags.Instance)!;

    static int[] Seeds(Choices choices, int most)
    {
        int[] seeds = new int[choices.Below(most + 1)];
        for (int i = 0; i < seeds.Length; i++)
            seeds[i] = choices.Below(1 << 20);
        return seeds;
    }

    static void All(DataSet set, int[] seeds, bool isOfStructure)
    {
        if (isOfStructure && set.Tables.Count == 0)
            set.Tables.Add(SetChange.NewTable("T"));
        foreach (int seed in seeds)
            new SetChange(seed).Do(set, isOfStructure);
    }

    static DataSet Holding(DataTable table)
    {
        var set = new DataSet();
        set.Tables.Add(table);
        return set;
    }

    /// <summary>A table alone is changed within a set, and taken out of it.</summary>
    static void Within(DataTable table, Action<DataSet> change)
    {
        if (table.TableName.Length == 0)
            table.TableName = "T";
        var set = Holding(table);
        change(set);
        set.Relations.Clear();
        foreach (DataTable other in set.Tables)
            for (int i = other.Constraints.Count - 1; i >= 0; i--)
                if (other.Constraints[i] is ForeignKeyConstraint)
                    other.Constraints.RemoveAt(i);
        if (table.DataSet is not null)
            set.Tables.Remove(table);
    }

    static object Changed(DataSet set, int[] changed, int[] rows)
    {
        All(set, changed, true);
        All(set, rows, false);
        return set;
    }

    static object Changed(DataTable table, int[] changed, int[] rows)
    {
        Within(table, set => Changed(set, changed, rows));
        return table;
    }

    string? Difference(object value, out bool isRefused)
    {
        isRefused = false;
        var type = value.GetType();
        var remoting = form.EndsWith("Binary", StringComparison.Ordinal) ? SerializationFormat.Binary : SerializationFormat.Xml;
        if (value is DataSet set)
            set.RemotingFormat = remoting;
        else
            ((DataTable)value).RemotingFormat = remoting;
        object? expected = value;
        if (form.Contains(' ', StringComparison.Ordinal))
            try
            {
                expected = NrbfTests.Original(NrbfTests.Original(value));
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                isRefused = true;
                // Which the framework's refusal may leave in a set of its own.
                if (value is DataTable { DataSet: { } left } table)
                    left.Tables.Remove(table);
            }
        object? back;
        try
        {
            back = Back(value, type);
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            if (value is DataTable { DataSet: { } left } table)
                left.Tables.Remove(table);
            return isRefused ? null : e.Message;
        }
        string? difference = Differs(expected, back);
        return difference is null || Differs(value, back) is null ? null : difference;
    }

    static string? Differs(object a, object? b) => b is null ? "null" : a is DataSet set
        ? TableDifference.Of(set, (DataSet)b)
        : TableDifference.Of((DataTable)a, (DataTable)b);

    object? Back(object value, Type type)
    {
        switch (form)
        {
            case "Compact":
                return Compact.Deserialize(Compact.Serialize(value, type), type);
            case "Json":
                return Json.Deserialize(Json.Serialize(value, type), type);
            case "copy":
                return DeepCopy.Of(value, type);
            case "interpreted":
                return Compact.Deserialize(Compact.Serialize(value, type, s_interpreted), type, s_interpreted);
            case "Nrbf Xml" or "Nrbf Binary":
                var nrbf = new NrbfOptions { KnownTypes = [type] };
                return Nrbf.Deserialize(Nrbf.Serialize(value, type, nrbf), type, nrbf);
            default:
                var soap = new SoapOptions { KnownTypes = [type] };
                return Soap.Deserialize(Soap.Serialize(value, type, soap), type, soap);
        }
    }
}
