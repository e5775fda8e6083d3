using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// A reader that knows how its columns keep dates. A column of the framework's takes the clock that a date shows and drops whether it was in UTC, unless its DateTimeMode says otherwise, and no reader of the framework tells that of a column:
/// so a moment in UTC became a local one on its way from one form to another.
/// </summary>
internal interface IDateModes
{
    /// <summary>How a column keeps dates; what it is by default where that is not known.</summary>
    DataSetDateTime ModeOf(int ordinal);
}

/// <summary>How columns of rows keep dates.</summary>
internal static class DateModes
{
    /// <summary>What a reader says of its column.</summary>
    public static DataSetDateTime Of(IDataReader reader, int ordinal) => (reader as IDateModes)?.ModeOf(ordinal) ?? DataSetDateTime.UnspecifiedLocal;

    /// <summary>As a part has it: null for what is usual.</summary>
    public static int? Part(DataSetDateTime mode) => mode == DataSetDateTime.UnspecifiedLocal ? null : (int)mode;

    /// <summary>Whether there are dates, and all of them are in UTC.</summary>
    public static bool AreUtc(ReadOnlySpan<DateTime> dates)
    {
        foreach (var date in dates)
            if (date.Kind != DateTimeKind.Utc)
                return false;
        return dates.Length > 0;
    }
}
