using System.Globalization;

namespace Isomer.Cli.Lab.Report;

/// <summary>A row of a bar chart.</summary>
sealed record BarRow(string Name, Family Family, double Value, double Low, double High, bool Tie, string Hint);

/// <summary>A point of a scatter chart.</summary>
sealed record Spot(string Name, Family Family, double X, double Y, string Hint);

/// <summary>A line of a line chart; published ones are dashed.</summary>
sealed record Series(string Name, Family Family, IReadOnlyList<(double X, double Y)> Points, bool IsPublished = false);

/// <summary>The charts, as SVG by our own hand: the same picture in the page, on paper and with scripts off.</summary>
static class Charts
{
    const double Width = 760;
    const double Row = 21;

    /// <summary>Bars from zero, or, on a logarithmic axis, which has no zero, points; both with their 95 % intervals.</summary>
    public static string Bars(string id, string title, string unit, IReadOnlyList<BarRow> rows, bool isLog)
    {
        const double Left = 210, Right = 70, Top = 8;
        double bottom = Top + (rows.Count * Row);
        var svg = new Svg(id, title, $"{(isLog ? "Points on a logarithmic axis" : "Bars")} in {unit} with 95 % intervals, the fastest first: "
            + string.Join("; ", rows.Select(r => $"{r.Name} {r.Hint}")), Width, bottom + 38);
        var axis = new Axis(rows.SelectMany(r => (double[])[r.Value, r.Low, r.High]), Left, Width - Right, isLog);
        Grid(svg, axis, Top, bottom, unit);
        for (int i = 0; i < rows.Count; i++)
        {
            BarRow r = rows[i];
            double y = Top + (i * Row) + (Row / 2);
            svg.Label(Left - 8, y + 4, r.Name, r.Family == Family.Ours ? "t b" : "t", "end");
            double end = axis.At(r.Value);
            if (isLog)
                svg.Line(Left, y, end, y, "g");
            else
                svg.Bar(Left, y - 6, end - Left, 12, "m " + r.Family.Css, $"{r.Name}: {r.Hint}");
            svg.Line(axis.At(r.Low), y, axis.At(r.High), y, "w");
            svg.Line(axis.At(r.Low), y - 4, axis.At(r.Low), y + 4, "w");
            svg.Line(axis.At(r.High), y - 4, axis.At(r.High), y + 4, "w");
            if (isLog)
                svg.Mark(r.Family, end, y, $"{r.Name}: {r.Hint}");
            svg.Label(Math.Max(end, axis.At(r.High)) + 8, y + 4, Results.Show.Us(r.Value) + (r.Tie ? " =" : ""), "t s");
        }
        return svg.ToString();
    }

    /// <summary>Size against time: lower left is better; the line joins those that nobody beats in both.</summary>
    /// <param name="nameless">Those for whose names there is no room: the caller says them below.</param>
    public static string Pareto(string id, string title, IReadOnlyList<Spot> spots, out IReadOnlyList<string> nameless)
    {
        const double Height = 430, Left = 66, Right = 150, Top = 12, Bottom = 376;
        var svg = new Svg(id, title, "Bytes on the horizontal axis, microseconds of writing and reading on the vertical one, both logarithmic; lower left is better. "
            + string.Join("; ", spots.Select(s => $"{s.Name} {s.Hint}")), Width, Height);
        var x = new Axis(spots.Select(s => s.X), Left, Width - Right, isLog: true);
        var y = new Axis(spots.Select(s => s.Y), Bottom, Top, isLog: true);
        Grid(svg, x, Top, Bottom, "bytes");
        GridY(svg, y, Left, Width - Right, "write + read, us");
        List<Spot> front = [];
        foreach (Spot s in spots.OrderBy(s => s.X).ThenBy(s => s.Y))
        {
            if (front.Count == 0 || s.Y < front[^1].Y)
                front.Add(s);
        }
        if (front.Count > 1)
            svg.Path(front.Select(s => (x.At(s.X), y.At(s.Y))), "p");
        var labels = new Labels(Top, Bottom, Width);
        var left = new List<string>();
        foreach (Spot s in spots)
            labels.Occupy(x.At(s.X), y.At(s.Y));
        foreach (Spot s in spots.OrderBy(s => y.At(s.Y)))
        {
            svg.Mark(s.Family, x.At(s.X), y.At(s.Y), $"{s.Name}: {s.Hint}");
            bool isBold = s.Family == Family.Ours;
            if (labels.TryPlace(x.At(s.X), y.At(s.Y), s.Name, isBold, out var place))
                svg.Label(place.X, place.Y, s.Name, isBold ? "t b" : "t", place.Anchor);
            else
                left.Add(s.Name);
        }
        nameless = left;
        return svg.ToString();
    }

    /// <summary>How something grows; logarithmic on both axes.</summary>
    public static string Lines(string id, string title, string unitX, string unitY, IReadOnlyList<Series> series)
    {
        const double Left = 66, Right = 210, Top = 12, Bottom = 376, Line = 14;
        double height = Math.Max(430, Top + (Line * (series.Count + 1)));
        string[] dashes = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];
        var svg = new Svg(id, title, $"Lines on logarithmic axes, {unitX} and {unitY}: " + string.Join("; ", series.Select(s =>
            string.Create(CultureInfo.InvariantCulture, $"{s.Name} from {Axis.Short(s.Points[0].Y)} to {Axis.Short(s.Points[^1].Y)}"))), Width, height);
        var x = new Axis(series.SelectMany(s => s.Points.Select(p => p.X)), Left, Width - Right, isLog: true);
        var y = new Axis(series.SelectMany(s => s.Points.Select(p => p.Y)), Bottom, Top, isLog: true);
        Grid(svg, x, Top, Bottom, unitX);
        GridY(svg, y, Left, Width - Right, unitY);
        var ends = new List<(double Y, Series Series)>();
        foreach (Series s in series)
        {
            int among = series.Where(o => o.Family == s.Family && o.IsPublished == s.IsPublished).TakeWhile(o => o != s).Count();
            svg.Path(s.Points.Select(p => (x.At(p.X), y.At(p.Y))), "l " + s.Family.Css + (s.IsPublished ? " pub" : ""), s.IsPublished ? "3 4" : dashes[among % dashes.Length] is { Length: > 0 } dash ? dash : null);
            foreach (var (px, py) in s.Points)
                svg.Mark(s.Family, x.At(px), y.At(py), string.Create(CultureInfo.InvariantCulture, $"{s.Name}: {px:#,0} {unitX}, {py:#,0.##} {unitY}"));
            ends.Add((y.At(s.Points[^1].Y), s));
        }
        // Names where their lines end, or as near to that as they have room: down first, then up again from the picture's edge.
        (double Y, Series Series)[] sorted = [.. ends.OrderBy(e => e.Y)];
        double[] labels = [.. sorted.Select(e => e.Y)];
        for (int i = 1; i < labels.Length; i++)
            labels[i] = Math.Max(labels[i], labels[i - 1] + Line);
        for (int i = labels.Length - 1; i >= 0; i--)
            labels[i] = Math.Min(labels[i], i == labels.Length - 1 ? height - Line : labels[i + 1] - Line);
        for (int i = 0; i < labels.Length; i++)
        {
            var (at, s) = sorted[i];
            double label = labels[i];
            double right = x.At(s.Points[^1].X);
            svg.Line(right + 6, at, Width - Right + 14, label, "g");
            svg.Label(Width - Right + 18, label + 4, s.Name, s.Family == Family.Ours ? "t b" : "t");
        }
        return svg.ToString();
    }

    static void Grid(Svg svg, Axis axis, double top, double bottom, string unit)
    {
        foreach (double tick in axis.MinorTicks())
            svg.Line(axis.At(tick), top, axis.At(tick), bottom, "n");
        foreach (double tick in axis.Ticks())
        {
            svg.Line(axis.At(tick), top, axis.At(tick), bottom + 4, "g");
            svg.Label(axis.At(tick), bottom + 17, Axis.Short(tick), "t s", "middle");
        }
        svg.Label((axis.At(axis.Ticks().First()) + axis.At(axis.Ticks().Last())) / 2, bottom + 33, unit, "t s", "middle");
    }

    static void GridY(Svg svg, Axis axis, double left, double right, string unit)
    {
        foreach (double tick in axis.MinorTicks())
            svg.Line(left, axis.At(tick), right, axis.At(tick), "n");
        foreach (double tick in axis.Ticks())
        {
            svg.Line(left - 4, axis.At(tick), right, axis.At(tick), "g");
            svg.Label(left - 8, axis.At(tick) + 4, Axis.Short(tick), "t s", "end");
        }
        svg.Label(4, 411, "vertical: " + unit, "t s");
    }
}

/// <summary>Finds places for labels that cover neither marks nor each other.</summary>
sealed class Labels(double top, double bottom, double width)
{
    // Of DejaVu Sans, which is a wide one.
    const double CharacterWidth = 6.9;
    const double BoldWidth = 7.7;
    const double LineHeight = 13;
    readonly List<(double Left, double Top, double Right, double Bottom)> _taken = [];

    public void Occupy(double x, double y) => _taken.Add((x - 6, y - 6, x + 6, y + 6));

    public bool TryPlace(double x, double y, string text, bool isBold, out (double X, double Y, string Anchor) place)
    {
        double length = text.Length * (isBold ? BoldWidth : CharacterWidth);
        for (int ring = 0; ring < 12; ring++)
        {
            foreach (var (dx, dy, anchor) in ((double, double, string)[])
                [(9, 4 + (ring * 9), "start"), (-9, 4 + (ring * 9), "end"), (9, 4 - (ring * 9), "start"), (-9, 4 - (ring * 9), "end"), (0, -9 - (ring * 9), "middle"), (0, 18 + (ring * 9), "middle")])
            {
                double left = x + dx - (anchor == "end" ? length : anchor == "middle" ? length / 2 : 0);
                var box = (Left: left, Top: y + dy - LineHeight + 2, Right: left + length, Bottom: y + dy + 2);
                bool isFree = box.Left > 60 && box.Right < width && box.Top > top - 8 && box.Bottom < bottom
                    && _taken.TrueForAll(t => t.Right < box.Left || t.Left > box.Right || t.Bottom < box.Top || t.Top > box.Bottom);
                if (!isFree)
                    continue;
                _taken.Add(box);
                place = (x + dx, y + dy, anchor);
                return true;
            }
        }
        place = default;
        return false;
    }
}
