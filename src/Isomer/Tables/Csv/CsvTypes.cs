using System.Buffers.Text;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>
/// What the columns of a CSV are, found in a first pass over all of it. A column has a type only if every text in it would be written again
/// as it stands, or says no more than that: 007 and +1 are texts, and so is a column in which one field is.
/// </summary>
internal static class CsvTypes
{
    /// <summary>Returns a table with the columns; the stream is then where it was.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.Columns)]
    public static async ValueTask<DataTable> InferAsync(Stream input, CsvOptions options, CancellationToken cancellationToken)
    {
        if (!input.CanSeek)
            throw new NotSupportedException(
                "The types of columns are found in a first pass, and this stream cannot be read twice: give a DataTable with the columns, or CsvOptions.IsTextOnly.");
        long start = input.Position;
        var records = new CsvInput(input, options);
        string[] names = await CsvBatches.NamesAsync(records, options, cancellationToken).ConfigureAwait(false);
        var columns = new CsvColumn[names.Length];
        do
        {
            while (records.TryNext(names.Length))
                See(records, columns);
        }
        while (await records.FillAsync(cancellationToken).ConfigureAwait(false));
        input.Position = start;
        var table = new DataTable { Locale = System.Globalization.CultureInfo.InvariantCulture };
        for (int i = 0; i < names.Length; i++)
            table.Columns.Add(names[i], columns[i].Type);
        return table;
    }

    static void See(CsvInput records, CsvColumn[] columns)
    {
        var fields = records.Fields;
        for (int i = 0; i < fields.Length; i++)
            if (fields[i].IsQuoted || fields[i].Length > 0)
                columns[i].See(records.TextOf(fields[i]));
    }
}

/// <summary>What a column may be, by the texts that were seen.</summary>
internal struct CsvColumn
{
    [Flags]
    enum Kinds : byte
    {
        None = 0, Boolean = 1, Int64 = 2, Decimal = 4, Double = 8, DateOnly = 16, DateTime = 32, Instant = 64, Guid = 128,
    }

    // So many digits every decimal can have.
    const int DecimalDigits = 28;

    Kinds _impossible;
    bool _any;

    public readonly Type Type
    {
        get
        {
            var possible = _any ? (Kinds)byte.MaxValue & ~_impossible : Kinds.None;
            return possible.HasFlag(Kinds.Boolean) ? typeof(bool)
                : possible.HasFlag(Kinds.Int64) ? typeof(long)
                : possible.HasFlag(Kinds.Decimal) ? typeof(decimal)
                : possible.HasFlag(Kinds.Double) ? typeof(double)
                : possible.HasFlag(Kinds.DateOnly) ? typeof(DateOnly)
                : possible.HasFlag(Kinds.DateTime) ? typeof(DateTime)
                : possible.HasFlag(Kinds.Instant) ? typeof(DateTimeOffset)
                : possible.HasFlag(Kinds.Guid) ? typeof(Guid)
                : typeof(string);
        }
    }

    public void See(ReadOnlySpan<byte> text)
    {
        _any = true;
        if (_impossible != (Kinds)byte.MaxValue)
            _impossible |= ~KindsOf(text);
    }

    static Kinds KindsOf(ReadOnlySpan<byte> text) => text.Length switch
    {
        0 or > 40 => Kinds.None,
        4 or 5 when System.Text.Ascii.EqualsIgnoreCase(text, "true"u8) || System.Text.Ascii.EqualsIgnoreCase(text, "false"u8) =>
            Kinds.Boolean,
        >= 10 when text[0] is >= (byte)'0' and <= (byte)'9' && text[4] == '-' && text[7] == '-' => Date(text),
        36 when text[8] == '-' => GuidField.TryRead(text, out _) ? Kinds.Guid : Kinds.None,
        _ => Number(text),
    };

    static Kinds Date(ReadOnlySpan<byte> text)
    {
        if (text.Length == 10)
            return DayField.TryRead(text, out _) ? Kinds.DateOnly : Kinds.None;
        var zone = CsvDates.HasZone(text);
        var kinds = Kinds.None;
        if ((!zone || text[^1] == 'Z') && DateField.TryRead(text, out _))
            kinds |= Kinds.DateTime;
        if (zone && InstantField.TryRead(text, out _))
            kinds |= Kinds.Instant;
        return kinds;
    }

    static Kinds Number(ReadOnlySpan<byte> text)
    {
        var digits = text[0] == '-' ? text[1..] : text;
        // 007 is a name, 1. and .5 would be written otherwise.
        if (digits.IsEmpty || !IsDigit(digits[0]) || (digits.Length > 1 && digits[0] == '0' && IsDigit(digits[1])))
            return Kinds.None;
        int whole = digits.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        if (whole < 0)
        {
            bool fits = digits.Length <= 18
                ? digits[0] != '0' || digits.Length == text.Length
                : Utf8Parser.TryParse(text, out long _, out int read) && read == text.Length;
            return (fits ? Kinds.Int64 : Kinds.None) | (digits.Length <= DecimalDigits ? Kinds.Decimal : Kinds.None)
                | (digits.Length <= NumberDigits.OfEveryDouble ? Kinds.Double : Kinds.None);
        }
        var fraction = digits[(whole + 1)..];
        if (digits[whole] == '.' && (fraction.IsEmpty || !IsDigit(fraction[0])))
            return Kinds.None;
        bool isPlain = digits[whole] == '.' && !fraction.ContainsAnyExceptInRange((byte)'0', (byte)'9');
        // A decimal keeps each of its digits, zeros too.
        var kinds = isPlain && whole + fraction.Length <= DecimalDigits ? Kinds.Decimal : Kinds.None;
        return kinds | (NumberDigits.AreOfDouble(text) ? Kinds.Double : Kinds.None);
    }

    static bool IsDigit(byte b) => b is >= (byte)'0' and <= (byte)'9';
}
