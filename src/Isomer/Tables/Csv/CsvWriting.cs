using System.Buffers;
using System.Data;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Tabular;

/// <summary>
/// Rows of a reader as CSV (RFC 4180), piece by piece as they are read:
/// <code>
/// Id,Name,Paid
/// 1,"Smith, Anna",2020-01-02T00:00:00
/// 2,"",
/// </code>
/// Null is nothing, an empty text is a pair of quotes. Numbers and dates are those of no culture: a point, no groups, ISO 8601. Other texts
/// have quotes where they need them: a separator, a quote, a line end, or white space at an end.
/// </summary>
internal sealed class CsvWriting
{
    // So many bytes, about, are written to a stream at once: what the thread's buffer holds without growing.
    const int Piece = 48 << 10;

    // The longest scalar is a date with its offset: 35 characters. Those of any length go by way of text.
    const int Room = 64;

    const byte Formula = (byte)'\'';

    readonly IDataReader _reader;
    readonly CsvOptions _options;
    readonly object[] _values;
    readonly byte _separator;
    readonly byte[] _newLine;
    // Null for UTF-8.
    readonly Encoding? _encoding;
    // What a text has that cannot stand without quotes.
    readonly SearchValues<char> _special;
    long _rows;
    bool _hasBegun;
    bool _isOver;

    public CsvWriting(IDataReader reader, CsvOptions options)
    {
        (_reader, _options) = (reader, options);
        _values = new object[reader.FieldCount];
        _separator = (byte)options.Separator;
        _newLine = Encoding.ASCII.GetBytes(options.NewLine);
        if (options.Encoding is { } asked and not UTF8Encoding)
        {
            _encoding = (Encoding)asked.Clone();
            _encoding.EncoderFallback = EncoderFallback.ExceptionFallback;
        }
        _special = SearchValues.Create([options.Separator, '"', '\r', '\n']);
    }

    /// <summary>The next piece; null behind the last.</summary>
    public byte[]? Next()
    {
        if (_isOver)
            return null;
        var output = new OutputBuffer(default);
        try
        {
            if (!_hasBegun)
                Begin(ref output);
            while (output.Position < Piece && !_isOver)
            {
                _isOver = !_reader.Read();
                if (_isOver)
                    break;
                Write(ref output);
                _rows++;
            }
            return _encoding is null ? output.ToArray() : Encode(output.Written);
        }
        finally
        {
            output.Dispose();
        }
    }

    /// <summary>A piece in the encoding that is asked for: whole rows, so that no character is divided.</summary>
    byte[] Encode(ReadOnlySpan<byte> text)
    {
        try
        {
            return _encoding!.GetBytes(Encoding.UTF8.GetString(text));
        }
        catch (EncoderFallbackException e)
        {
            int unknown = e.CharUnknownHigh != 0 ? char.ConvertToUtf32(e.CharUnknownHigh, e.CharUnknownLow) : e.CharUnknown;
            throw new NotSupportedException(
                $"A text of the first {_rows} rows has U+{unknown:X4}, which the encoding '{_encoding!.WebName}' has not. Write UTF-8, or set another {nameof(CsvOptions)}.{nameof(CsvOptions.Encoding)}.",
                e);
        }
    }

    void Begin(ref OutputBuffer output)
    {
        _hasBegun = true;
        if (_values.Length == 0)
            throw new NotSupportedException("Rows without columns have no form in CSV.");
        // An encoding that is not of Unicode has no mark.
        if (_options.WritesMark && (_encoding is null || !_encoding.Preamble.IsEmpty))
            output.Write("\uFEFF"u8);
        if (!_options.HasHeader)
            return;
        for (int i = 0; i < _values.Length; i++)
        {
            if (i > 0)
                output.Put(_separator);
            WriteText(ref output, _reader.GetName(i), i);
        }
        output.Write(_newLine);
    }

    void Write(ref OutputBuffer output)
    {
        RowValues.Take(_reader, _values);
        for (int i = 0; i < _values.Length; i++)
        {
            if (i > 0)
                output.Put(_separator);
            if (_values[i] is { } value && value != DBNull.Value)
                Write(ref output, value, i);
        }
        output.Write(_newLine);
    }

    void Write(ref OutputBuffer output, object value, int column)
    {
        if (value is string text)
        {
            WriteText(ref output, text, column);
            return;
        }
        int length = WriteScalar(ref output.Reserve(Room), value);
        if (length >= 0)
            output.Advance(length);
        else if (value is byte[] bytes)
            WriteBytes(ref output, bytes);
        else if (value is not System.Data.SqlTypes.INullable)
            WriteText(ref output, TextOf(value, column), column);
        else if (SqlColumnTypes.Plain(value) is { } plain)
            Write(ref output, plain, column);
    }

    /// <summary>Returns how long it is; -1 if it has no such form.</summary>
    static int WriteScalar(ref byte to, object value) => value switch
    {
        int number => Utf8Integers.WriteInt32(ref to, number),
        long number => Utf8Integers.WriteInt64(ref to, number),
        decimal number => Utf8Decimals.Write(ref to, number),
        double number => double.IsFinite(number) ? Utf8Floats.WriteDouble(ref to, number) : -1,
        DateTime date => Utf8Dates.WriteDateTime(ref to, date),
        bool truth => Copy(truth ? "true"u8 : "false"u8, ref to),
        Guid id => Utf8Guids.Write(ref to, id),
        short number => Utf8Integers.WriteInt32(ref to, number),
        byte number => Utf8Integers.WriteUInt32(ref to, number),
        float number => float.IsFinite(number) ? Utf8Floats.WriteSingle(ref to, number) : -1,
        DateTimeOffset date => Utf8Dates.WriteDateTimeOffset(ref to, date),
        uint number => Utf8Integers.WriteUInt32(ref to, number),
        ulong number => Utf8Integers.WriteUInt64(ref to, number),
        ushort number => Utf8Integers.WriteUInt32(ref to, number),
        sbyte number => Utf8Integers.WriteInt32(ref to, number),
        DateOnly date => Utf8Dates.WriteDateOnly(ref to, date),
        TimeOnly time => Utf8Dates.WriteTimeOnly(ref to, time),
        TimeSpan time => Utf8Dates.WriteTimeSpan(ref to, time),
        Int128 number => Utf8Integers.WriteInt128(ref to, number),
        UInt128 number => Utf8Integers.WriteUInt128(ref to, number),
        _ => -1,
    };

    static int Copy(ReadOnlySpan<byte> text, ref byte to)
    {
        text.CopyTo(MemoryMarshal.CreateSpan(ref to, text.Length));
        return text.Length;
    }

    string TextOf(object value, int column) => value switch
    {
        char character => character.ToString(),
        char[] text => new string(text),
        Uri uri => uri.OriginalString,
        CultureInfo culture => culture.Name,
        Enum => value.ToString()!,
        // Of a float what has no digits.
        BigInteger or Half or double or float => ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
        _ => throw new NotSupportedException(
            $"Row {_rows}, column '{_reader.GetName(column)}': a value of type {value.GetType()} has no form in CSV. Leave the column out of the query, or make a text of it there."),
    };

    static void WriteBytes(ref OutputBuffer output, byte[] bytes)
    {
        // No bytes are not null.
        if (bytes.Length == 0)
        {
            output.Write("\"\""u8);
            return;
        }
        int most = System.Buffers.Text.Base64.GetMaxEncodedToUtf8Length(bytes.Length);
        System.Buffers.Text.Base64.EncodeToUtf8(bytes, MemoryMarshal.CreateSpan(ref output.Reserve(most), most), out _, out int written);
        output.Advance(written);
    }

    void WriteText(ref OutputBuffer output, string text, int column)
    {
        bool isFormula = _options.GuardsFormulas && text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t';
        // What begins a file with U+FEFF would be its mark.
        bool isQuoted = isFormula || text.Length == 0 || text[0] == '\uFEFF' || char.IsWhiteSpace(text[0]) || char.IsWhiteSpace(text[^1])
            || text.AsSpan().ContainsAny(_special);
        if (!isQuoted)
        {
            Copy(ref output, text, column);
            return;
        }
        output.Put((byte)'"');
        if (isFormula)
            output.Put(Formula);
        var rest = text.AsSpan();
        for (int at; (at = rest.IndexOf('"')) >= 0; rest = rest[(at + 1)..])
        {
            Copy(ref output, rest[..at], column);
            output.Write("\"\""u8);
        }
        Copy(ref output, rest, column);
        output.Put((byte)'"');
    }

    void Copy(ref OutputBuffer output, ReadOnlySpan<char> text, int column)
    {
        int most = checked(text.Length * 3);
        var to = MemoryMarshal.CreateSpan(ref output.Reserve(most), most);
        if (Utf8.FromUtf16(text, to, out _, out int written, replaceInvalidSequences: false) != OperationStatus.Done)
            throw new NotSupportedException(
                $"Row {_rows}, column '{_reader.GetName(column)}': the text has half of a surrogate pair, which UTF-8 cannot have.");
        output.Advance(written);
    }
}
