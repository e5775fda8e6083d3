using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Formats;
using Isomer.Wire.Text;

namespace Isomer;

/// <summary>What a token is.</summary>
public ref partial struct JsonTokenReader
{
    /// <summary>
    /// The token as it stands in the text: a string or name without its quotes and with its escapes, a comment without what begins and ends
    /// it.
    /// </summary>
    public readonly ReadOnlySpan<byte> Value => MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _start, _valueStart), _valueLength);

    /// <summary>Whether a string or name has escapes, so that <see cref="Value"/> is not what it says.</summary>
    public readonly bool HasEscapes => _kind is JsonTokenKind.String or JsonTokenKind.Name && _hasEscapes;

    /// <summary>A string, name or comment as text; null for null.</summary>
    public readonly string? GetString()
    {
        if (_kind == JsonTokenKind.Null)
            return null;
        if (_kind == JsonTokenKind.Comment)
            return System.Text.Encoding.UTF8.GetString(Value);
        if (_kind is not (JsonTokenKind.String or JsonTokenKind.Name))
            throw NoSuch("a string");
        // Its quote is behind it.
        return Utf8Strings.TryRead(ref Unsafe.Add(ref _start, _valueStart), _valueLength + 1, out string value, out _) ? value
            : throw Error(TokenStart, "A string is no text: it has half of a surrogate pair, or bytes that are no UTF-8.");
    }

    /// <summary>Whether a string or name is this text.</summary>
    public readonly bool ValueEquals(ReadOnlySpan<byte> utf8)
    {
        if (_kind is not (JsonTokenKind.String or JsonTokenKind.Name))
            throw NoSuch("a string");
        // An escape is six times as long as what it stands for, at most.
        return !_hasEscapes
            ? Value.SequenceEqual(utf8)
            : _valueLength >= utf8.Length && _valueLength / 6 <= utf8.Length && GetString() == System.Text.Encoding.UTF8.GetString(utf8);
    }

    /// <summary>Whether a string or name is this text.</summary>
    public readonly bool ValueEquals(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (_kind is not (JsonTokenKind.String or JsonTokenKind.Name))
            throw NoSuch("a string");
        return _hasEscapes
            ? GetString() == text
            : System.Text.Ascii.Equals(Value, text) || (!System.Text.Ascii.IsValid(text) && GetString() == text);
    }

    /// <summary>true or false.</summary>
    public readonly bool GetBoolean() =>
        _kind == JsonTokenKind.True || (_kind == JsonTokenKind.False ? false : throw NoSuch("true or false"));

    /// <summary>A number as this type; false if it is none of it.</summary>
    public readonly bool TryGetInt32(out int value)
    {
        bool fits = TryGetInt64(out long wide) && wide == (int)wide;
        value = fits ? (int)wide : 0;
        return fits;
    }

    /// <summary>A number as this type; false if it is none of it.</summary>
    public readonly bool TryGetInt64(out long value)
    {
        RequireNumber();
        if (Utf8Integers.TryReadInt64(ref Unsafe.Add(ref _start, _valueStart), _valueLength, out value, out int consumed)
            && consumed == _valueLength)
            return true;
        value = 0;
        return false;
    }

    /// <summary>A number as this type; false if it is none of it.</summary>
    public readonly bool TryGetDecimal(out decimal value)
    {
        RequireNumber();
        return decimal.TryParse(Value, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
            CultureInfo.InvariantCulture, out value);
    }

    /// <summary>A number as this type, the nearest one; false if it is too large.</summary>
    public readonly bool TryGetDouble(out double value)
    {
        RequireNumber();
        return double.TryParse(Value, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && double.IsFinite(value);
    }

    /// <summary>A number as this type.</summary>
    public readonly int GetInt32() => TryGetInt32(out int value) ? value : throw NoSuch("an int");

    /// <summary>A number as this type.</summary>
    public readonly long GetInt64() => TryGetInt64(out long value) ? value : throw NoSuch("a long");

    /// <summary>A number as this type.</summary>
    public readonly decimal GetDecimal() => TryGetDecimal(out decimal value) ? value : throw NoSuch("a decimal");

    /// <summary>A number as this type, the nearest one.</summary>
    public readonly double GetDouble() => TryGetDouble(out double value) ? value : throw NoSuch("a double");

    /// <summary>
    /// Reads the value that the token begins, or that stands behind a name, as
    /// <see cref="Json.Deserialize{T}(ReadOnlySpan{byte}, JsonOptions)"/> does, with the liberties of this reader. False, and nothing has
    /// changed, where the data end before it does and more are to come.
    /// </summary>
    public bool TryReadValue<T>(out T? value, JsonOptions? options = null)
    {
        value = default;
        var before = this;
        bool isThere = true;
        while (isThere
            && (_kind is JsonTokenKind.None or JsonTokenKind.Comment
                || (_kind == JsonTokenKind.Name && before._kind == JsonTokenKind.Name)))
            isThere = Read();
        // Behind a comment a name may stand: it is the caller's to look at.
        if (isThere && _kind is JsonTokenKind.EndObject or JsonTokenKind.EndArray or JsonTokenKind.Name)
        {
            var found = _kind;
            this = before;
            throw new InvalidOperationException($"The reader stands at {found}: no value begins there. Look at Kind first.");
        }
        if (!isThere || Skipped() is not { } from)
        {
            this = before;
            return false;
        }
        try
        {
            value = JsonWithin.Deserialize<T>(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _start, from), _at - from),
                (options ?? JsonOptions.Default).Lenient(Liberties));
            return true;
        }
        catch (WireFormatException e) when (Moved(e, _before + from))
        {
            throw;
        }
    }

    readonly JsonLeniency Liberties => !_isLenient ? JsonLeniency.None
        : (_options.AllowsTrailingCommas ? JsonLeniency.TrailingCommas : 0)
            | (_options.AllowsComments || _options.KeepsComments ? JsonLeniency.Comments : 0);

    int? Skipped()
    {
        int from = TokenStart;
        return TrySkip() ? from : null;
    }

    /// <summary>An error of the value's text, told by its place in the whole. To be asked as a filter: it says no.</summary>
    static bool Moved(WireFormatException error, long start)
    {
        foreach (var one in error.WithCollected)
        {
            if (one.Offset >= 0)
                one.Offset += start;
            // These were told of the value's own text.
            if (start > 0)
                (one.Line, one.Column) = (0, 0);
        }
        return false;
    }

    readonly void RequireNumber()
    {
        if (_kind != JsonTokenKind.Number)
            throw NoSuch("a number");
    }

    readonly Exception NoSuch(string what) => _kind is JsonTokenKind.Number ? Error(TokenStart, $"A number is not {what}.")
        : new InvalidOperationException($"The reader stands at {_kind}, which is not {what}. Look at Kind first.");
}
