using System.Globalization;
using System.Net;
using System.Text;

namespace Isomer.Cli.Lab.Report;

/// <summary>A picture under construction. Colours come from the page's style sheet, by class: light and dark are its business.</summary>
sealed class Svg
{
    readonly StringBuilder _body = new();
    readonly string _id;
    readonly string _title;
    readonly string _description;

    public Svg(string id, string title, string description, double width, double height)
    {
        (_id, _title, _description) = (Id(id), title, description);
        (Width, Height) = (width, height);
    }

    public double Width { get; }

    public double Height { get; }

    public static string N(double value) => Math.Round(value, 1).ToString(CultureInfo.InvariantCulture);

    public static string Text(string text) => WebUtility.HtmlEncode(text);

    /// <summary>What can stand in an id and behind a #, whatever it was made of.</summary>
    public static string Id(string text) => string.Concat(text.Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-'));

    public void Line(double x1, double y1, double x2, double y2, string css) =>
        _body.Append(CultureInfo.InvariantCulture, $"<line x1=\"{N(x1)}\" y1=\"{N(y1)}\" x2=\"{N(x2)}\" y2=\"{N(y2)}\" class=\"{css}\"/>");

    public void Bar(double x, double y, double width, double height, string css, string hint) =>
        _body.Append(CultureInfo.InvariantCulture,
            $"<rect x=\"{N(x)}\" y=\"{N(y)}\" width=\"{N(Math.Max(width, 0.8))}\" height=\"{N(height)}\" class=\"{css}\"><title>{Text(hint)}</title></rect>");

    public void Label(double x, double y, string text, string css = "t", string anchor = "start") =>
        _body.Append(CultureInfo.InvariantCulture,
            $"<text x=\"{N(x)}\" y=\"{N(y)}\" class=\"{css}\"{(anchor == "start" ? "" : $" text-anchor=\"{anchor}\"")}>{Text(text)}</text>");

    public void Path(IEnumerable<(double X, double Y)> points, string css, string? dash = null) =>
        _body.Append(CultureInfo.InvariantCulture,
            $"<polyline points=\"{string.Join(' ', points.Select(p => N(p.X) + "," + N(p.Y)))}\" class=\"{css}\"{(dash is null ? "" : $" stroke-dasharray=\"{dash}\"")}/>");

    /// <summary>A mark whose shape says the family too: colour alone must not.</summary>
    public void Mark(Family family, double x, double y, string hint)
    {
        const double R = 4.5;
        string shape = family.Shape switch
        {
            'o' => $"<circle cx=\"{N(x)}\" cy=\"{N(y)}\" r=\"{N(R)}\"",
            's' => $"<rect x=\"{N(x - R + 0.5)}\" y=\"{N(y - R + 0.5)}\" width=\"{N((2 * R) - 1)}\" height=\"{N((2 * R) - 1)}\"",
            't' => $"<polygon points=\"{N(x)},{N(y - R - 1)} {N(x + R + 1)},{N(y + R)} {N(x - R - 1)},{N(y + R)}\"",
            'd' => $"<polygon points=\"{N(x)},{N(y - R - 1)} {N(x + R + 1)},{N(y)} {N(x)},{N(y + R + 1)} {N(x - R - 1)},{N(y)}\"",
            _ => $"<polygon points=\"{N(x - R - 1)},{N(y - R)} {N(x + R + 1)},{N(y - R)} {N(x)},{N(y + R + 1)}\"",
        };
        _body.Append(CultureInfo.InvariantCulture,
            $"{shape} class=\"m {family.Css}\"><title>{Text(hint)}</title>{(shape[1] == 'c' ? "</circle>" : shape[1] == 'r' ? "</rect>" : "</polygon>")}");
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"<svg viewBox=\"0 0 {N(Width)} {N(Height)}\" role=\"img\" aria-labelledby=\"{_id}-t {_id}-d\"><title id=\"{_id}-t\">{Text(_title)}</title><desc id=\"{_id}-d\">{Text(_description)}</desc>{_body}</svg>");
}

/// <summary>Kinds of contestants: a colour, and a shape for those who do not see it.</summary>
sealed record Family(string Css, char Shape, string Title)
{
    public static readonly Family Ours = new("f-ours", 'o', "Isomer");
    public static readonly Family Json = new("f-json", 's', "other JSON");
    public static readonly Family Xml = new("f-xml", 't', "XML");
    public static readonly Family Binary = new("f-bin", 'd', "BinaryFormatter");
    public static readonly Family Protobuf = new("f-proto", 'v', "protocol buffers");

    public static IReadOnlyList<Family> All { get; } = [Ours, Json, Xml, Binary, Protobuf];

    public static Family Of(string name, bool ours) => ours ? Ours
        : name.Contains("protobuf", StringComparison.OrdinalIgnoreCase) || name.StartsWith("proto#", StringComparison.Ordinal) ? Protobuf
        : name.StartsWith("BinaryFormatter", StringComparison.Ordinal) || name.StartsWith("Soap", StringComparison.Ordinal) ? Binary
        : name.Contains("Json", StringComparison.OrdinalIgnoreCase) || name.StartsWith("ServiceStack", StringComparison.Ordinal) ? Json
        : Xml;
}

/// <summary>A scale from values to places.</summary>
sealed class Axis
{
    readonly bool _isLog;
    readonly double _from;
    readonly double _to;
    readonly double _start;
    readonly double _end;

    public Axis(IEnumerable<double> values, double start, double end, bool isLog)
    {
        double[] all = [.. values.Where(v => double.IsFinite(v) && (!isLog || v > 0))];
        (_isLog, _start, _end) = (isLog, start, end);
        if (isLog)
        {
            (_from, _to) = all.Length == 0
                ? (0, 1)
                : (Math.Floor(Math.Log10(all.Min()) * 1.0001), Math.Ceiling(Math.Log10(all.Max()) * 0.9999));
            if (_to <= _from)
                _to = _from + 1;
        }
        else
        {
            _from = 0;
            double most = all.Length == 0 ? 1 : all.Max();
            double step = Step(most);
            _to = Math.Ceiling(most / step) * step;
        }
    }

    static double Step(double most)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(Math.Max(most, 1e-9))));
        return most / power <= 2 ? power / 2 : most / power <= 5 ? power : power * 2;
    }

    public double At(double value) =>
        _start + ((_end - _start) * ((_isLog ? Math.Log10(Math.Max(value, Math.Pow(10, _from))) : value) - _from) / (_to - _from));

    public IEnumerable<double> Ticks()
    {
        if (_isLog)
        {
            for (double power = _from; power <= _to + 1e-9; power++)
                yield return Math.Pow(10, power);
            yield break;
        }
        double step = Step(_to);
        for (double value = 0; value <= _to * 1.0001; value += step)
            yield return value;
    }

    /// <summary>Between the powers of ten.</summary>
    public IEnumerable<double> MinorTicks()
    {
        if (!_isLog || _to - _from > 4)
            yield break;
        for (double power = _from; power < _to; power++)
        {
            yield return 2 * Math.Pow(10, power);
            yield return 5 * Math.Pow(10, power);
        }
    }

    public static string Short(double value)
    {
        CultureInfo c = CultureInfo.InvariantCulture;
        return value switch
        {
            >= 1e6 => (value / 1e6).ToString("0.##", c) + " M",
            >= 1e3 => (value / 1e3).ToString("0.##", c) + " k",
            _ => value.ToString("0.####", c),
        };
    }
}
