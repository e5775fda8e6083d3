using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// A reader that knows how its columns keep dates. A column of the framework's takes the clock that a date shows and drops whether it was
/// in UTC, unless its DateTimeMode says otherwise, and no reader of the framework tells that of a column: so a moment in UTC became a local
/// one on its way from one form to another.
/// </summary>
internal interface IDateModes
{
    /// <summary>How a column keeps dates; null where nothing says it, or it is as by default, where no date is in UTC.</summary>
    DataSetDateTime? ModeOf(int ordinal);

    /// <summary>Whether the column has dates among those rows that come first, and all of them are in UTC.</summary>
    bool BeginsInUtc(int ordinal);
}

/// <summary>How columns of rows keep dates.</summary>
internal static class DateModes
{
    /// <summary>What a reader says of its column; null where it says nothing.</summary>
    public static DataSetDateTime? Told(IDataReader reader, int ordinal) => (reader as IDateModes)?.ModeOf(ordinal);

    /// <summary>What a reader says of its column, or else its first dates do, for one who must know it before the rows.</summary>
    public static DataSetDateTime Of(IDataReader reader, int ordinal) =>
        reader is not IDateModes modes ? DataSetDateTime.UnspecifiedLocal
        : modes.ModeOf(ordinal) ?? (modes.BeginsInUtc(ordinal) ? DataSetDateTime.Utc : DataSetDateTime.UnspecifiedLocal);

    /// <summary>
    /// A date among moments in UTC that does not say that it is one may be any; one that is, among those that do not, would be the clock
    /// that it shows and nothing else.
    /// </summary>
    public static void Check(string column, DataSetDateTime mode, DateTime date, long row)
    {
        if (mode == DataSetDateTime.Utc && date.Kind == DateTimeKind.Unspecified)
            throw new NotSupportedException(
                $"Row {row}, column '{column}': {date:O} does not say that it is in UTC, as the dates before it do, so what moment it is cannot be told. Give all of them one kind in the query.");
        if (mode is DataSetDateTime.UnspecifiedLocal or DataSetDateTime.Unspecified && date.Kind == DateTimeKind.Utc)
            throw new NotSupportedException(
                $"Row {row}, column '{column}': {date:O} is in UTC, and nothing at the column's beginning says that it keeps such moments (no mode, and not all dates there are in UTC), so that it is one would be lost. "
                + "Give all of them one kind in the query, the first rows too, or name the columns with their modes (a DataTable's DateTimeMode) where rows are read by such.");
    }

    /// <summary>
    /// What a column of a reader says in place of a mode whose dates are in UTC and not. The dates themselves do not tell that where they
    /// are read: by a zone of the options, or numbers since 1970, those of a table's usual column are in UTC too.
    /// </summary>
    public const int BothKinds = -1;

    /// <summary>
    /// Of a column of a reader that had dates of both kinds, before it has rows: those in UTC would be lost in a table. A zone of the
    /// options may have made them of one kind: all in UTC, they stay such.
    /// </summary>
    public static void Take(DataColumn column, TableValues values, ColumnType type, int records)
    {
        var dates = values.Packed is null ? values.DateTimes : null;
        var cursor = dates is null ? type.Open(values, records) : null;
        bool hasUtc = false, hasOther = false;
        for (int i = 0; i < (dates?.Length ?? records); i++)
        {
            cursor?.Next();
            if (cursor?.IsNull == true)
                continue;
            bool isUtc = (dates is null ? (DateTime)cursor!.Value : dates[i]).Kind == DateTimeKind.Utc;
            hasUtc |= isUtc;
            hasOther |= !isUtc;
        }
        if (!hasUtc)
            return;
        if (hasOther)
            throw new WireFormatException(
                "Some dates are in UTC and some are not: a DataTable's column keeps all of them one way, so which are in UTC would be lost. Read the rows as a DbDataReader, or write them with dates of one kind.");
        column.DateTimeMode = DataSetDateTime.Utc;
    }

    /// <summary>As a part has it: null for what is usual.</summary>
    public static int? Part(DataSetDateTime mode) => mode == DataSetDateTime.UnspecifiedLocal ? null : (int)mode;

    /// <summary>Whether some dates are in UTC and some are not.</summary>
    public static bool AreOfBothKinds(ReadOnlySpan<DateTime> dates)
    {
        bool hasUtc = false, hasOther = false;
        foreach (var date in dates)
        {
            hasUtc |= date.Kind == DateTimeKind.Utc;
            hasOther |= date.Kind != DateTimeKind.Utc;
        }
        return hasUtc && hasOther;
    }

    /// <summary>Whether there are dates, and all of them are in UTC.</summary>
    public static bool AreUtc(ReadOnlySpan<DateTime> dates)
    {
        foreach (var date in dates)
            if (date.Kind != DateTimeKind.Utc)
                return false;
        return dates.Length > 0;
    }
}
