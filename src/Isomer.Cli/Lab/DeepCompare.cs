using System.Collections;
using System.Data;
using System.Globalization;
using System.Reflection;

namespace Isomer.Cli.Lab;

/// <summary>
/// Where two values differ, whatever they are: public properties and fields, items, entries, tables. The lab's gate: no
/// contestant is timed before what it read is what was written, to the type of each value.
/// </summary>
static class DeepCompare
{
    /// <summary>The first difference, or null.</summary>
    public static string? Difference(object? expected, object? actual, ISet<string>? forgiven = null) =>
        new Walk(forgiven).Find("$", expected, actual, 0);
}

/// <summary>
/// One comparison. What many text formats lose and their users live with (the kind of a DateTime, null collections, line ends) is
/// forgiven where the caller wants to know what was: a contestant is then measured, and it says so beside it.
/// </summary>
sealed class Walk(ISet<string>? forgiven)
{
    const int MaxDepth = 200;
    readonly HashSet<(object, object)> _open = [];

    bool Forgives(bool condition, string what)
    {
        if (!condition || forgiven is null)
            return false;
        forgiven.Add(what);
        return true;
    }

    /// <summary>As XML ends lines: no other characters are ends of lines to it.</summary>
    static string Normalised(string text) => text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n');

    static bool IsSameClockOrInstant(DateTime a, DateTime b) => a.Ticks == b.Ticks || a.ToUniversalTime() == b.ToUniversalTime();

    public string? Find(string path, object? a, object? b, int depth)
    {
        if (ReferenceEquals(a, b) || depth > MaxDepth)
            return null;
        if (a is null || b is null)
        {
            return Forgives(a is null && b is ICollection { Count: 0 }, "a null collection comes back empty") ? null
                : $"{path}: {Show(a)} became {Show(b)}";
        }
        if (a.GetType() != b.GetType())
            return $"{path}: {Name(a.GetType())} became {Name(b.GetType())}";
        switch (a)
        {
            case DateTime x when x.Kind != ((DateTime)b).Kind || x.Ticks != ((DateTime)b).Ticks:
                return Forgives(IsSameClockOrInstant(x, (DateTime)b), "the kind of a DateTime changes (unspecified becomes local)")
                    ? null
                    : $"{path}: {x:O} became {(DateTime)b:O}";
            case string x
                when x != (string)b && Forgives(Normalised(x) == Normalised((string)b), "line ends are normalised"):
                return null;
            case decimal or double or float or string or DateTime or Type or Enum:
            case IConvertible or Guid or TimeSpan or DateTimeOffset or DateOnly or TimeOnly or Half or Int128 or UInt128
                or System.Numerics.BigInteger or Uri or Version:
                return a.Equals(b) ? null : $"{path}: {Show(a)} became {Show(b)}";
        }
        if (!a.GetType().IsValueType && !_open.Add((a, b)))
            return null;
        try
        {
            return a switch
            {
                DataSet set => OfTables(path, set, (DataSet)b),
                IDictionary map => OfMap(path, map, (IDictionary)b, depth),
                IEnumerable items => OfItems(path, items, (IEnumerable)b, depth),
                _ => OfMembers(path, a, b, depth),
            };
        }
        finally
        {
            _open.Remove((a, b));
        }
    }

    string? OfMembers(string path, object a, object b, int depth)
    {
        foreach (MemberInfo member in a.GetType().GetMembers(BindingFlags.Public | BindingFlags.Instance))
        {
            string? found = member switch
            {
                PropertyInfo p when p.CanRead && p.GetIndexParameters().Length == 0 =>
                    Find($"{path}.{p.Name}", p.GetValue(a), p.GetValue(b), depth + 1),
                FieldInfo f => Find($"{path}.{f.Name}", f.GetValue(a), f.GetValue(b), depth + 1),
                _ => null,
            };
            if (found is not null)
                return found;
        }
        return null;
    }

    string? OfItems(string path, IEnumerable a, IEnumerable b, int depth)
    {
        IEnumerator x = a.GetEnumerator(), y = b.GetEnumerator();
        for (int i = 0; ; i++)
        {
            bool left = x.MoveNext(), right = y.MoveNext();
            if (!left || !right)
                return left == right ? null : $"{path}: {(left ? "fewer" : "more")} than {i} items came back";
            if (Find(string.Create(CultureInfo.InvariantCulture, $"{path}[{i}]"), x.Current, y.Current, depth + 1) is { } found)
                return found;
        }
    }

    string? OfMap(string path, IDictionary a, IDictionary b, int depth)
    {
        if (a.Count != b.Count)
            return $"{path}: {a.Count} entries became {b.Count}";
        foreach (DictionaryEntry entry in a)
        {
            if (!b.Contains(entry.Key))
                return $"{path}: the key {Show(entry.Key)} ({Name(entry.Key.GetType())}) did not come back";
            if (Find($"{path}[{Show(entry.Key)}]", entry.Value, b[entry.Key], depth + 1) is { } found)
                return found;
        }
        return null;
    }

    string? OfTables(string path, DataSet a, DataSet b)
    {
        if (a.Tables.Count != b.Tables.Count)
            return $"{path}: {a.Tables.Count} tables became {b.Tables.Count}";
        foreach (DataTable left in a.Tables)
        {
            DataTable? right = b.Tables[left.TableName];
            if (right is null || left.Rows.Count != right.Rows.Count)
                return $"{path}: table {left.TableName} has {left.Rows.Count} rows, came back with {right?.Rows.Count ?? 0}";
            foreach (DataColumn column in left.Columns)
            {
                if (right.Columns[column.ColumnName]?.DataType != column.DataType)
                    return $"{path}: column {column.ColumnName} of {Name(column.DataType)} came back as {right.Columns[column.ColumnName]?.DataType.Name ?? "none"}";
            }
            (DataColumn, DataColumn)[] columns = [.. left.Columns.Cast<DataColumn>().Select(c => (c, right.Columns[c.ColumnName]!))];
            for (int i = 0; i < left.Rows.Count; i++)
            {
                if (left.Rows[i].RowState != right.Rows[i].RowState)
                    return $"{path}: row {i} was {left.Rows[i].RowState}, came back {right.Rows[i].RowState}";
                foreach (var (column, other) in columns)
                {
                    object was = left.Rows[i][column], came = right.Rows[i][other];
                    if (!was.Equals(came)
                        && Find(string.Create(CultureInfo.InvariantCulture, $"{path}: row {i}, {column.ColumnName}"), was, came,
                            0) is { } found)
                        return found;
                }
            }
        }
        return null;
    }

    static string Show(object? value) => value switch
    {
        null => "null",
        string s => s.Length > 40 ? $"\"{s.AsSpan(0, 40)}...\"" : $"\"{s}\"",
        DateTime t => t.ToString("O", CultureInfo.InvariantCulture),
        IFormattable f => f.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "",
    };

    static string Name(Type type) =>
        type.IsGenericType ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>" : type.Name;
}
