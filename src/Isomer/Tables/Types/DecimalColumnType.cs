using System.Globalization;

namespace Isomer.Tabular;

/// <summary>
/// Decimals. JSON writes a negative zero without its sign, as System.Text.Json does: a column that has one is of texts, where it is not
/// packed.
/// </summary>
internal sealed class DecimalColumnType() : ColumnType<decimal>("Decimal", v => v.Decimals, (v, a) => v.Decimals = a)
{
    protected internal override void Pack(TableValues values, decimal[] items)
    {
        if (Array.Exists(items, static i => decimal.IsNegative(i) && i == 0))
            values.Strings = Array.ConvertAll(items, Text);
        else
            base.Pack(values, items);
    }

    protected override decimal[] Unpack(TableValues values) =>
        values is { Decimals: null, Strings: { } texts } ? Array.ConvertAll(texts, Read) : base.Unpack(values);

    /// <summary>The framework writes a negative zero without its sign.</summary>
    static string Text(decimal value)
    {
        string text = value.ToString(CultureInfo.InvariantCulture);
        return decimal.IsNegative(value) && text[0] != '-' ? $"-{text}" : text;
    }

    static decimal Read(string? text) =>
        decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out decimal value)
            ? value == 0 && text[0] == '-' && !decimal.IsNegative(value) ? -value : value
            : throw new WireFormatException("A text among decimals is none.");
}
