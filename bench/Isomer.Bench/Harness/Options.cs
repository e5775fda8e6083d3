using System.Globalization;

namespace Isomer.Bench.Harness;

/// <summary>The arguments after the command: `--name value` pairs and `--flag`s. An unknown one is an error.</summary>
public sealed class Options
{
    readonly Dictionary<string, string> _values = [];

    public Options(ReadOnlySpan<string> arguments, string[] named, string[] flags)
    {
        for (int i = 0; i < arguments.Length; i++)
        {
            string name = arguments[i].StartsWith("--", StringComparison.Ordinal) ? arguments[i][2..] : "";
            if (flags.Contains(name))
                _values[name] = "";
            else if (named.Contains(name) && i + 1 < arguments.Length)
                _values[name] = arguments[++i];
            else
                throw new ArgumentException($"not understood: {arguments[i]}");
        }
    }

    public bool Has(string name) => _values.ContainsKey(name);

    public string? Text(string name) => _values.GetValueOrDefault(name);

    public double? Number(string name)
    {
        if (Text(name) is not { } text)
            return null;
        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) && value > 0
            ? value
            : throw new ArgumentException($"--{name} needs a positive number, not '{text}'");
    }
}
