using System.Data;

namespace Isomer.Tabular;

/// <summary>The letters of rows' states, and how many records a row of each has.</summary>
internal static class RowStates
{
    public static int Records(char state) => state switch
    {
        'U' or 'A' or 'D' => 1,
        'M' or 'u' or 'a' or 'd' => 2,
        'm' => 3,
        _ => throw new WireFormatException($"'{state}' is no state of a row: U, A, M and D are, and u, a, m and d of rows being edited."),
    };

    /// <summary>How many records the rows of these states have together.</summary>
    public static long AllRecords(string? states)
    {
        long records = 0;
        foreach (char state in states ?? "")
            records += Records(state);
        return records;
    }

    /// <summary>Of which versions the records of a row are, one after the other.</summary>
    public static ReadOnlySpan<DataRowVersion> Versions(char state) => state switch
    {
        'U' or 'A' => [DataRowVersion.Current],
        'D' => [DataRowVersion.Original],
        'M' => [DataRowVersion.Original, DataRowVersion.Current],
        'd' => [DataRowVersion.Original, DataRowVersion.Proposed],
        'm' => [DataRowVersion.Original, DataRowVersion.Current, DataRowVersion.Proposed],
        _ => [DataRowVersion.Current, DataRowVersion.Proposed],
    };

    /// <summary>Up to and with the record of the current values.</summary>
    public static int Current(char state) => state is 'M' or 'm' ? 2 : 1;
}
