using System.Globalization;

namespace Isomer.Cli.Lab.Report;

/// <summary>A row of a bar chart.</summary>
sealed record BarRow(string Name, Family Family, double Value, double Low, double High, bool Tie, string Hint);

/// <summary>A point of a scatter chart.</summary>
sealed record Spot(string Name, Family Family, double X, double Y, string Hint);

/// <summary>A line of a line chart; published ones are dashed.</summary>
sealed record Series(string Name, Family Family, IReadOnlyList<(double X, double Y)> Points, bool IsPublished = false);

/// <summary>The charts that are no bars, as SVG by our own hand: the same picture in the page, on paper and with scripts off.</summary>
static class Charts
{
    /// <summary>So narrow that a phone shows it without scrolling, in letters that can be read.</summary>
    const double Width = 400;

    /// <summary>Size against time: lower left is better; the line joins those that nobody beats in both.</summary>
    public static string Pareto(string id, string title, IReadOnlyList<Spot> spots, out string key)
    {
        const double Height = 400, Left = 52, Right = 16, Top = 12, Bottom = 346;
        var svg = new Svg(id, title,
            "Bytes on the horizontal axis, microseconds of writing and reading on the vertical one, both logarithmic; lower left is better. "
            + string.Join("; ", spots.Select(s => $"{s.Name} {s.Hint}")), Width, Height);
        var x = new Axis(spots.Select(s => s.X), Left, Width - Right, isLog: true);
        var y = new Axis(spots.Select(s => s.Y), Bottom, Top, isLog: true);
        Grid(svg, x, Top, Bottom, "bytes");
        GridY(svg, y, Left, Width - Right, "write + read, us", Height);
        List<Spot> front = [];
        foreach (Spot s in spots.OrderBy(s => s.X).ThenBy(s => s.Y))
        {
            if (front.Count == 0 || s.Y < front[^1].Y)
                front.Add(s);
        }
        if (front.Count > 1)
            svg.Path(front.Select(s => (x.At(s.X), y.At(s.Y))), "p");
        var labels = new Labels(Top, Bottom, Left, Width);
        foreach (Spot s in spots)
            labels.Occupy(x.At(s.X), y.At(s.Y));
        Spot[] sorted = [.. spots.OrderBy(s => s.Y)];
        for (int i = 0; i < sorted.Length; i++)
        {
            Spot s = sorted[i];
            svg.Mark(s.Family, x.At(s.X), y.At(s.Y), $"{s.Name}: {s.Hint}");
            bool isBold = s.Family == Family.Ours;
            if (labels.TryPlace(x.At(s.X), y.At(s.Y), Number(i), isBold, out var place))
                svg.Label(place.X, place.Y, Number(i), isBold ? "t b" : "t", place.Anchor);
        }
        key = Key(sorted.Select(s => (s.Name, s.Family, s.Hint)));
        return svg.ToString();
    }

    /// <summary>How something grows; logarithmic on both axes.</summary>
    public static string Lines(string id, string title, string unitX, string unitY, IReadOnlyList<Series> series, out string key)
    {
        const double Left = 52, Right = 44, Top = 12, Line = 14;
        double height = Math.Max(400, Top + (Line * (series.Count + 1)) + 54), bottom = height - 54;
        string[] dashes = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];
        var svg = new Svg(id, title, $"Lines on logarithmic axes, {unitX} and {unitY}: " + string.Join("; ", series.Select(s =>
            string.Create(CultureInfo.InvariantCulture, $"{s.Name} from {Axis.Short(s.Points[0].Y)} to {Axis.Short(s.Points[^1].Y)}"))),
                Width, height);
        var x = new Axis(series.SelectMany(s => s.Points.Select(p => p.X)), Left, Width - Right, isLog: true);
        var y = new Axis(series.SelectMany(s => s.Points.Select(p => p.Y)), bottom, Top, isLog: true);
        Grid(svg, x, Top, bottom, unitX);
        GridY(svg, y, Left, Width - Right, unitY, height);
        var ends = new List<(double Y, Series Series)>();
        foreach (Series s in series)
        {
            int among = series.Where(o => o.Family == s.Family && o.IsPublished == s.IsPublished).TakeWhile(o => o != s).Count();
            svg.Path(s.Points.Select(p => (x.At(p.X), y.At(p.Y))), "l " + s.Family.Css + (s.IsPublished ? " pub" : ""),
                s.IsPublished ? "3 4" : dashes[among % dashes.Length] is { Length: > 0 } dash ? dash : null);
            foreach (var (px, py) in s.Points)
                svg.Mark(s.Family, x.At(px), y.At(py),
                    string.Create(CultureInfo.InvariantCulture, $"{s.Name}: {px:#,0} {unitX}, {py:#,0.##} {unitY}"));
            ends.Add((y.At(s.Points[^1].Y), s));
        }
        // Numbers where their lines end, or as near to that as they have room: down first, then up again from the picture's edge.
        (double Y, Series Series)[] sorted = [.. ends.OrderBy(e => e.Y)];
        double[] labels = [.. sorted.Select(e => e.Y)];
        for (int i = 1; i < labels.Length; i++)
            labels[i] = Math.Max(labels[i], labels[i - 1] + Line);
        for (int i = labels.Length - 1; i >= 0; i--)
            labels[i] = Math.Min(labels[i], i == labels.Length - 1 ? bottom : labels[i + 1] - Line);
        for (int i = 0; i < labels.Length; i++)
        {
            var (at, s) = sorted[i];
            svg.Line(x.At(s.Points[^1].X) + 6, at, Width - Right + 18, labels[i], "g");
            svg.Label(Width - Right + 22, labels[i] + 4, Number(i), s.Family == Family.Ours ? "t b" : "t");
        }
        key = Key(
            sorted.Select(
                e => (e.Series.Name, e.Series.Family,
                    string.Create(CultureInfo.InvariantCulture,
                        $"{e.Series.Points[^1].Y:#,0.##} {unitY} at {e.Series.Points[^1].X:#,0}"))));
        return svg.ToString();
    }

    static string Number(int i) => (i + 1).ToString(CultureInfo.InvariantCulture);

    /// <summary>Whose the numbers are, in their order.</summary>
    static string Key(IEnumerable<(string Name, Family Family, string Hint)> items) =>
        "<ol class=\"key\">"
            + string.Concat(
                items.Select(i => $"<li><span class=\"{i.Family.Css}-t\">{Svg.Text(i.Name)}</span> <small>{Svg.Text(i.Hint)}</small></li>"))
                    + "</ol>";

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

    static void GridY(Svg svg, Axis axis, double left, double right, string unit, double height)
    {
        foreach (double tick in axis.MinorTicks())
            svg.Line(left, axis.At(tick), right, axis.At(tick), "n");
        foreach (double tick in axis.Ticks())
        {
            svg.Line(left - 4, axis.At(tick), right, axis.At(tick), "g");
            svg.Label(left - 8, axis.At(tick) + 4, Axis.Short(tick), "t s", "end");
        }
        svg.Label(4, height - 4, "vertical: " + unit, "t s");
    }
}

/// <summary>Finds places for labels that cover neither marks nor each other.</summary>
sealed class Labels(double top, double bottom, double edge, double width)
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
                [(9, 4 + (ring * 9), "start"), (-9, 4 + (ring * 9), "end"), (9, 4 - (ring * 9), "start"), (-9, 4 - (ring * 9), "end"),
                    (0, -9 - (ring * 9), "middle"), (0, 18 + (ring * 9), "middle")])
            {
                double left = x + dx - (anchor == "end" ? length : anchor == "middle" ? length / 2 : 0);
                var box = (Left: left, Top: y + dy - LineHeight + 2, Right: left + length, Bottom: y + dy + 2);
                bool isFree = box.Left > edge && box.Right < width && box.Top > top - 8 && box.Bottom < bottom
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
