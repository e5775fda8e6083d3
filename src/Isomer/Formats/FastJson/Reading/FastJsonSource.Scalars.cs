using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Scalars in all forms that fastJSON writes, and what it takes besides where nothing is lost by it: numbers in strings, true for
/// 1, text for numbers. What it would wrap or cut (300 for a byte, 1.5 for an int, "4x2") is refused.
/// </summary>
internal ref partial struct FastJsonSource
{
    public bool Boolean()
    {
        byte next = _json.Peek();
        if (next is (byte)'t' or (byte)'f' || _json.IsAtKey)
            return _json.Boolean();
        int at = _json.Position;
        if (next is not ((byte)'"' or (byte)'\''))
            return _json.Decimal() > 0;
        string text = _json.String()!;
        switch (text.ToUpperInvariant())
        {
            case "1" or "TRUE" or "YES" or "ON":
                return true;
            case "0" or "FALSE" or "NO" or "OFF" or "":
                return false;
            default:
                _json.Position = at;
                throw _json.Error($"'{text}' is not true or false.");
        }
    }

    public char Char() => _json.Char();

    /// <summary>true and false, where a number is expected, are 1 and 0.</summary>
    bool TryTruth(out int value)
    {
        byte next = _json.Peek();
        value = next == (byte)'t' ? 1 : 0;
        if (next is not ((byte)'t' or (byte)'f'))
            return false;
        _json.Boolean();
        return true;
    }

    public sbyte SByte() => TryTruth(out int truth) ? (sbyte)truth : _json.SByte();

    public byte Byte() => TryTruth(out int truth) ? (byte)truth : _json.Byte();

    public short Int16() => TryTruth(out int truth) ? (short)truth : _json.Int16();

    public ushort UInt16() => TryTruth(out int truth) ? (ushort)truth : _json.UInt16();

    public int Int32() => TryTruth(out int truth) ? truth : _json.Int32();

    public uint UInt32() => TryTruth(out int truth) ? (uint)truth : _json.UInt32();

    public long Int64() => TryTruth(out int truth) ? truth : TryLostPointer() ? 0 : _json.Int64();

    public ulong UInt64() => TryTruth(out int truth) ? (ulong)truth : TryLostPointer() ? 0 : _json.UInt64();

    /// <summary>nint and nuint, which are carried as 64 bits, are of those that fastJSON drops; a long is not.</summary>
    bool TryLostPointer()
    {
        if (_json.Peek() != (byte)'{')
            return false;
        int at = _json.Position;
        if (TryLost() && NameOfType() is var name
            && (name.StartsWith("System.IntPtr", StringComparison.Ordinal) || name.StartsWith("System.UIntPtr", StringComparison.Ordinal)))
            return true;
        _json.Position = at;
        return false;
    }

    public Int128 Int128() => TryLost() ? default : _json.Int128();

    public UInt128 UInt128() => TryLost() ? default : _json.UInt128();

    public Half Half() => TryLost() ? default : _json.Half();

    public float Single() => _json.Single();

    public double Double() => _json.Double();

    public decimal Decimal() => _json.Decimal();

    public BigInteger BigInteger() => TryLost() ? default : _json.BigInteger();

    public DateOnly DateOnly() => TryLost() ? default : _json.DateOnly();

    public TimeOnly TimeOnly() => TryLost() ? default : _json.TimeOnly();

    public string? String()
    {
        if (_isKey)
            return Key();
        byte next = _json.Peek();
        if (next is (byte)'"' or (byte)'\'' or (byte)'n' || _json.IsAtBareKey)
            return _json.String();
        if (next == (byte)'{' && TryLost())
            return null;
        if (next is (byte)'{' or (byte)'[')
            _json.Fail("a string");
        int at = _json.Position;
        _json.SkipValue();
        return Encoding.ASCII.GetString(_json.Text[at.._json.Position]);
    }

    public byte[]? Bytes()
    {
        if (_json.Peek() != (byte)'[')
            return _json.Bytes();
        var bytes = new List<byte>();
        _json.Enter();
        _json.Position++;
        while (_json.NextItem(bytes.Count, -1))
            bytes.Add(Byte());
        _json.Leave();
        return [.. bytes];
    }

    public Guid Guid()
    {
        var content = _json.Quoted(out byte[]? rented);
        ref byte start = ref MemoryMarshal.GetReference(content);
        bool valid = content.Length == Utf8Base64.GuidLength
            ? Utf8Base64.TryReadGuid(ref start, out Guid value)
            : (Utf8Guids.TryRead(ref start, content.Length, out value, out int consumed) && consumed == content.Length)
                || System.Guid.TryParse(Encoding.ASCII.GetString(content), out value);
        JsonSource.Return(rented);
        return valid ? value : throw _json.Error("A string is not a Guid, neither as text nor as base64.");
    }

    public TimeSpan TimeSpan() =>
        _json.Peek() == (byte)'{'
            ? new TimeSpan(OldTime(OldSpanType).Ticks)
            : _json.Peek() is (byte)'"' or (byte)'\'' && !IsQuotedNumber() ? _json.TimeSpan() : new TimeSpan(_json.Int64());

    /// <summary>Whether a string holds digits only.</summary>
    readonly bool IsQuotedNumber()
    {
        var rest = _json.Text[(_json.Position + 1)..];
        int end = rest.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return end > 0 && rest[end] == (byte)'"';
    }

    /// <summary>With Z it is that instant, in the Kind that the rules ask for; without it what it says, of no Kind.</summary>
    public DateTime DateTime()
    {
        var value = ReadDate(out var offset);
        if (offset is not { } known)
            return value;
        try
        {
            var utc = System.DateTime.SpecifyKind(value - known, DateTimeKind.Utc);
            return _profile.Rules.UtcDates ? utc : utc.ToLocalTime();
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw _json.Error("A date is beyond the range of DateTime.", e);
        }
    }

    public DateTimeOffset DateTimeOffset()
    {
        if (_json.Peek() == (byte)'{')
            return OldDate();
        var value = ReadDate(out var offset);
        try
        {
            return offset is { } known ? new DateTimeOffset(value, known) : new DateTimeOffset(value);
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw _json.Error("A date is beyond the range of DateTimeOffset.", e);
        }
    }

    DateTime ReadDate(out TimeSpan? offset)
    {
        var content = _json.Quoted(out byte[]? rented);
        bool valid = FastJsonDates.TryRead(content, out var value, out offset);
        JsonSource.Return(rented);
        return valid ? value : throw _json.Error("A string is not a date and time.");
    }

    public long Enum(TypeModel model)
    {
        if (_json.Peek() is not ((byte)'"' or (byte)'\''))
            return _json.Enum(model);
        int at = _json.Position;
        string text = _json.String()!;
        if (FastJsonEnums.TryParse((EnumModel)model, text, out long value))
            return value;
        _json.Position = at;
        throw _json.Error($"'{text}' is not a '{model.Type}'.");
    }
}
