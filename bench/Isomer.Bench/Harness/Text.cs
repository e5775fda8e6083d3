using System.Globalization;

namespace Isomer.Bench.Harness;

/// <summary>Aligned tables and short numbers, the same in every culture.</summary>
public static class Text
{
    /// <summary>The first column is text; the others are numbers, unless listed.</summary>
    public static void Table(TextWriter output, IReadOnlyList<string[]> rows, params ReadOnlySpan<int> leftColumns)
    {
        int columns = rows.Max(r => r.Length);
        var widths = new int[columns];
        foreach (string[] row in rows)
        {
            for (int c = 0; c < row.Length; c++)
                widths[c] = Math.Max(widths[c], row[c].Length);
        }
        for (int r = 0; r < rows.Count; r++)
        {
            var line = new System.Text.StringBuilder("  ");
            for (int c = 0; c < rows[r].Length; c++)
            {
                bool left = c == 0 || leftColumns.Contains(c);
                line.Append(left ? rows[r][c].PadRight(widths[c] + 2) : rows[r][c].PadLeft(widths[c]) + "  ");
            }
            output.WriteLine(line.ToString().TrimEnd());
            if (r == 0)
                output.WriteLine("  " + new string('-', widths.Sum() + 2 * (columns - 1)));
        }
    }

    public static string Nanoseconds(double value) => value switch
    {
        double.NaN => "-",
        < 1e3 => Three(value) + " ns",
        < 1e6 => Three(value / 1e3) + " us",
        < 1e9 => Three(value / 1e6) + " ms",
        _ => Three(value / 1e9) + " s",
    };

    /// <summary>The width of an interval as a percentage on each side.</summary>
    public static string Spread(Interval i) =>
        string.Create(CultureInfo.InvariantCulture, $"-{100 * (1 - i.Low / i.Value):0.0}% +{100 * (i.High / i.Value - 1):0.0}%");

    public static string Bytes(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    public static string Ratio(double value) =>
        double.IsNaN(value) ? "-" : value.ToString(value < 10 ? "0.00" : "0.0", CultureInfo.InvariantCulture);

    public static string Percent(double value) => Math.Round(100 * value, 1).ToString("+0.0;-0.0;0.0", CultureInfo.InvariantCulture) + " %";

    static string Three(double value) =>
        value.ToString(value < 10 ? "0.00" : value < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
