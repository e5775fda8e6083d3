using System.Collections;
using System.Data;
using System.Data.Common;
using System.Globalization;

namespace Isomer.Cli.Lab.Data;

/// <summary>A column of one's own query, as the lab races it.</summary>
/// <param name="Name">Of the column, made unique.</param>
/// <param name="Type">Of its values; null if they are of several types.</param>
/// <param name="HasNulls">Whether some are null.</param>
/// <param name="IsInRecord">Whether a record and a DataSet have it.</param>
/// <param name="IsInSet">Whether a DataSet has it, whose columns have fewer types than a record's members.</param>
sealed record QueryColumn(string Name, Type? Type, bool HasNulls, bool IsInRecord, bool IsInSet);

/// <summary>
/// The rows of one's own query. Databases have types that few serializers know: each column is carried as it is, as something near it, or
/// left out, one by one and with the reason, so that a single address or range does not leave the race without contestants.
/// </summary>
sealed class QueryRows
{
    /// <summary>Types that every contestant has, or nearly every one.</summary>
    static readonly HashSet<Type> s_common =
    [
        typeof(bool), typeof(byte), typeof(short), typeof(int), typeof(long), typeof(float), typeof(double), typeof(decimal),
        typeof(string), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(Guid), typeof(byte[]),
    ];

    public required IReadOnlyList<QueryColumn> Columns { get; init; }

    /// <summary>All rows, with the columns that are carried at all.</summary>
    public required List<object?[]> Rows { get; init; }

    /// <summary>What was done to which column, and why.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    public static QueryRows Read(DbDataReader reader)
    {
        var notes = new List<string>();
        var declared = ClrColumns.Of(reader);
        string[] kinds = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetDataTypeName)];
        var unreadable = new string?[declared.Length];
        var rows = new List<object?[]>();
        while (reader.Read())
        {
            var row = new object?[declared.Length];
            for (int i = 0; i < row.Length; i++)
            {
                if (unreadable[i] is null)
                    row[i] = ValueOf(reader, i, declared[i].Type, out unreadable[i]);
            }
            rows.Add(row);
        }
        string[] names = Unique([.. declared.Select(d => d.Name)], notes);
        var columns = new List<(int At, QueryColumn Column)>();
        for (int i = 0; i < declared.Length; i++)
        {
            string column = $"column {names[i]} ({kinds[i]})";
            if (unreadable[i] is not null)
            {
                notes.Add($"{column} is left out: {unreadable[i]}.");
                continue;
            }
            Type[] types = [.. rows.Select(r => TypeOf(r[i])).OfType<Type>().Distinct()];
            Type type = types.Length == 1 ? types[0] : types.Length == 0 ? declared[i].Type : typeof(object);
            if (Nearer(type) is var (nearer, convert, why))
            {
                notes.Add($"{column} goes as {nearer.Name}: {why}.");
                foreach (object?[] row in rows)
                    row[i] = row[i] is { } value ? convert(value) : null;
                type = nearer;
            }
            bool hasNulls = rows.Exists(r => r[i] is null);
            if (types.Length > 1 && Array.Find(types, static t => !s_common.Contains(t) && !IsCommonArray(t)) is { } odd)
            {
                // One such value would put nearly all contestants out.
                notes.Add($"{column} is left out: hardly any contestant has the type {odd.Name}.");
            }
            else if (types.Length > 1)
            {
                notes.Add(
                    $"{column} goes in rows of object alone: its values are of several types ({string.Join(", ", types.Select(t => t.Name))}), a member or column has one.");
                columns.Add((i, new QueryColumn(names[i], null, hasNulls, IsInRecord: false, IsInSet: false)));
            }
            else if (s_common.Contains(type))
            {
                columns.Add((i, new QueryColumn(names[i], type, hasNulls, IsInRecord: true, IsInSet: true)));
            }
            else if (IsCommonArray(type))
            {
                notes.Add(
                    $"{column} goes in rows and records; the DataSet is without it: no column has the type {type.GetElementType()!.Name}[] in most forms.");
                columns.Add((i, new QueryColumn(names[i], type, hasNulls, IsInRecord: true, IsInSet: false)));
            }
            else
            {
                notes.Add($"{column} is left out: hardly any contestant has the type {type.Name}.");
            }
        }
        return new QueryRows
        {
            Columns = [.. columns.Select(c => c.Column)],
            Rows = [.. rows.Select(r => columns.Select(c => r[c.At]).ToArray())],
            Notes = notes,
        };
    }

    static bool IsCommonArray(Type type) => type.IsSZArray && s_common.Contains(type.GetElementType()!);

    /// <summary>Addresses have a class of their own within the framework for those that are constants.</summary>
    static Type? TypeOf(object? value) => value is System.Net.IPAddress ? typeof(System.Net.IPAddress) : value?.GetType();

    /// <summary>A driver may not know a type of its own database: then that column is left out, not the query.</summary>
    static object? ValueOf(DbDataReader reader, int at, Type type, out string? unreadable)
    {
        unreadable = null;
        try
        {
            return ClrColumns.FromStored(reader.GetValue(at), type);
        }
        catch (Exception e) when (e is InvalidCastException or NotSupportedException or FormatException or OverflowException
            or ArgumentOutOfRangeException or NullReferenceException)
        {
            unreadable = "the driver cannot read it (" + e.Message.ReplaceLineEndings(" ").TrimEnd('.') + ")";
            return null;
        }
    }

    /// <summary>What people put in place of a type that serializers do not have; null for one that goes as it is.</summary>
    static (Type Type, Func<object, object> Convert, string Why)? Nearer(Type type)
    {
        if (type == typeof(DateOnly))
            return (typeof(DateTime), v => ((DateOnly)v).ToDateTime(TimeOnly.MinValue), "most contestants have no DateOnly");
        if (type == typeof(TimeOnly))
            return (typeof(TimeSpan), v => ((TimeOnly)v).ToTimeSpan(), "most contestants have no TimeOnly");
        if (type == typeof(char))
            return (typeof(string), v => v.ToString()!, "most contestants write a char as a number");
        if (type == typeof(BitArray))
            return (typeof(string), v => string.Concat(((BitArray)v).Cast<bool>().Select(b => b ? '1' : '0')),
                "as PostgreSQL writes it; no contestant has the type");
        bool isOfDriver = type.Namespace is "NpgsqlTypes" or "System.Net" or "System.Net.NetworkInformation";
        return isOfDriver && !type.IsArray
            ? (typeof(string), v => Convert.ToString(v, CultureInfo.InvariantCulture)!,
                $"no contestant has the type {type.Name.Split('`')[0]}")
            : null;
    }

    static string[] Unique(string[] names, List<string> notes)
    {
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var result = new string[names.Length];
        for (int i = 0; i < names.Length; i++)
        {
            string name = Identifier(names[i], i), free = name;
            for (int n = 2; !taken.Add(free); n++)
                free = string.Create(CultureInfo.InvariantCulture, $"{name}_{n}");
            if (free != names[i])
                notes.Add(
                    $"column {i + 1} ('{names[i]}') is called {free}: {(free == name ? "a member's name has letters, digits and _" : "there is one of this name already")}.");
            result[i] = free;
        }
        return result;
    }

    static string Identifier(string name, int at)
    {
        string valid = string.Concat(name.Select(c => char.IsLetterOrDigit(c) || c == '_' ? c : '_'));
        return valid.Trim('_').Length == 0
            ? string.Create(CultureInfo.InvariantCulture, $"column_{at + 1}")
            : char.IsDigit(valid[0]) ? "_" + valid : valid;
    }

    /// <summary>Article 002's table: untyped, with the columns that it can have.</summary>
    public DataSet ToDataSet(int most = int.MaxValue)
    {
        var set = new DataSet("NewDataSet") { Locale = CultureInfo.InvariantCulture };
        DataTable table = set.Tables.Add("Table");
        int[] places = [.. Enumerable.Range(0, Columns.Count).Where(i => Columns[i].IsInSet)];
        foreach (int i in places)
            table.Columns.Add(Columns[i].Name, Columns[i].Type!);
        foreach (object?[] row in Rows.Take(most))
            table.Rows.Add([.. places.Select(i => row[i])]);
        set.AcceptChanges();
        return set;
    }
}
