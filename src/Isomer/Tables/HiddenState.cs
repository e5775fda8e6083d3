using System.Data;
using System.Runtime.CompilerServices;

namespace Isomer.Tabular;

/// <summary>
/// What the framework knows about tables but does not show: the next number of an auto-increment column, and whether a table's
/// culture and case sensitivity were set or are the set's, the number of a row. Where a later framework has no such member, the best guess.
/// </summary>
internal static class HiddenState
{
    static bool s_absent;

    public static object? NextNumber(DataColumn column) => Try(() => GetAutoIncrementCurrent(column));

    public static void SetNextNumber(DataColumn column, object value) => Try<object?>(() =>
    {
        SetAutoIncrementCurrent(column, value);
        return null;
    });

    /// <summary>Puts back what the original record of a row has in a computed column, which the framework would compute anew.</summary>
    public static void SetOriginal(DataColumn column, DataRow row, object value) => Try<object?>(() =>
    {
        SetRecord(column, OldRecord(row), value);
        return null;
    });

    /// <summary>The number by which a DiffGram names a row; -1 where it cannot be known.</summary>
    public static long NumberOf(DataRow row) => s_absent ? -1 : RowId(row);

    /// <summary>Whether rows have numbers that can be known.</summary>
    public static bool HasNumbers(DataTable table) => table.Rows.Count == 0 || TryTruth(() => RowId(table.Rows[0]) >= 0) == true;

    /// <summary>Whether the set was read from a schema without an element of its own.</summary>
    public static bool HasTopLevelTable(DataSet set) => TryTruth(() => TopLevelTable(set)) ?? true;

    public static bool HasOwnLocale(DataSet set) => TryTruth(() => ShouldSerializeLocale(set)) ?? !Equals(set.Locale, System.Globalization.CultureInfo.CurrentCulture);

    public static bool HasOwnLocale(DataTable table) => TryTruth(() => ShouldSerializeLocale(table)) ?? (table.DataSet is { } set && !Equals(set.Locale, table.Locale));

    public static bool HasOwnCase(DataTable table) => TryTruth(() => ShouldSerializeCaseSensitive(table)) ?? table.CaseSensitive != (table.DataSet?.CaseSensitive == true);

    static T? Try<T>(Func<T> get) where T : class?
    {
        if (!s_absent)
        {
            try
            {
                return get();
            }
            catch (MissingMemberException)
            {
                s_absent = true;
            }
        }
        return null;
    }

    static bool? TryTruth(Func<bool> get) => (bool?)Try(() => (object)get());

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_AutoIncrementCurrent")]
    static extern object GetAutoIncrementCurrent(DataColumn column);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_AutoIncrementCurrent")]
    static extern void SetAutoIncrementCurrent(DataColumn column, object value);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeLocale(DataSet set);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeLocale(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    static extern bool ShouldSerializeCaseSensitive(DataTable table);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_Item")]
    static extern void SetRecord(DataColumn column, int record, object value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_rowID")]
    static extern ref long RowId(DataRow row);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_fTopLevelTable")]
    static extern ref bool TopLevelTable(DataSet set);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_oldRecord")]
    static extern ref int OldRecord(DataRow row);
}
