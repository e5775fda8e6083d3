using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace Isomer.Formats;

/// <summary>Dates, durations, decimals and Guids, in all the forms of the three levels.</summary>
internal ref partial struct ProtobufSource
{
    /// <summary>A day, in line; all else by a call, or types of many dates would make too much code.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DateTime DateTime()
    {
        if (!TryPair(0x10, out ulong value, out uint scale))
            return OtherDateTime();
        return scale == 0 && EpochDay + ProtobufVarint.UnZigZag(value) is var day && (ulong)day <= (ulong)System.DateOnly.MaxValue.DayNumber
            ? new DateTime(day * System.TimeSpan.TicksPerDay)
            : DateTimeOf(value, scale, 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    DateTime OtherDateTime()
    {
        switch (_how)
        {
            case Absent or Root:
                return default;
            case 1 + 1:
                return FromEpoch(Take<long>(), DateTimeKind.Unspecified);
        }
        if (_record.Encoding == ProtobufEncoding.WellKnown)
        {
            var (seconds, nanos, mark) = ReadTimestamp();
            return FromEpoch(TicksOf(seconds, nanos),
                mark switch { 1 => DateTimeKind.Unspecified, 2 => DateTimeKind.Local, _ => DateTimeKind.Utc });
        }
        var (value, scale, kind) = ReadSmall();
        return DateTimeOf(value, scale, kind);
    }

    const long EpochDay = ProtobufValues.EpochTicks / System.TimeSpan.TicksPerDay;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static DateTime DateTimeOf(ulong value, ulong scale, ulong kind)
    {
        if (kind > 2)
            throw ProtobufErrors.Behind($"{kind} is not the kind of a DateTime.");
        if (scale == ProtobufValues.MinMax)
            return System.DateTime.SpecifyKind(MinOrMax(value) ? System.DateTime.MaxValue : System.DateTime.MinValue, (DateTimeKind)kind);
        return FromEpoch(Scaled(value, scale), (DateTimeKind)kind);
    }

    static DateTime FromEpoch(long ticks, DateTimeKind kind)
    {
        long all = unchecked(ticks + ProtobufValues.EpochTicks);
        return ticks >= -ProtobufValues.EpochTicks && ticks <= System.DateTime.MaxValue.Ticks - ProtobufValues.EpochTicks
            ? new DateTime(all, kind)
            : throw ProtobufErrors.Behind("The value is before or after all that a DateTime can be.");
    }

    public TimeSpan TimeSpan()
    {
        switch (_how)
        {
            case Absent or Root:
                return default;
            case 1 + 1:
                return new TimeSpan(Take<long>());
        }
        if (_record.Encoding == ProtobufEncoding.WellKnown)
        {
            var (seconds, nanos, _) = ReadTimestamp();
            return new TimeSpan(TicksOf(seconds, nanos));
        }
        var (value, scale, _) = ReadSmall();
        if (scale == ProtobufValues.MinMax)
            return MinOrMax(value) ? System.TimeSpan.MaxValue : System.TimeSpan.MinValue;
        return new TimeSpan(Scaled(value, scale));
    }

    public DateTimeOffset DateTimeOffset()
    {
        if (_how is Absent or Root)
            return default;
        var (seconds, nanos, offset) = ReadTimestamp();
        long minutes = ProtobufVarint.UnZigZag(offset);
        var utc = FromEpoch(TicksOf(seconds, nanos), DateTimeKind.Utc);
        if (minutes is < -840 or > 840
            || (ulong)(utc.Ticks + (minutes * System.TimeSpan.TicksPerMinute)) > (ulong)System.DateTime.MaxValue.Ticks)
            throw ProtobufErrors.Behind($"{minutes} minutes is not the offset of a DateTimeOffset.");
        return new DateTimeOffset(utc).ToOffset(System.TimeSpan.FromMinutes(minutes));
    }

    static bool MinOrMax(ulong value) => ProtobufVarint.UnZigZag(value) switch
    {
        1 => true,
        -1 => false,
        var other => throw ProtobufErrors.Behind($"{other} is neither the least nor the greatest value."),
    };

    static long Scaled(ulong value, ulong scale)
    {
        long unit = scale switch
        {
            0 => System.TimeSpan.TicksPerDay,
            1 => System.TimeSpan.TicksPerHour,
            2 => System.TimeSpan.TicksPerMinute,
            3 => System.TimeSpan.TicksPerSecond,
            4 => System.TimeSpan.TicksPerMillisecond,
            5 => 1,
            _ => throw ProtobufErrors.Behind($"{scale} is not a scale of time."),
        };
        long high = Math.BigMul(ProtobufVarint.UnZigZag(value), unit, out long low);
        return high == low >> 63 ? low : throw ProtobufErrors.Behind("A time is out of range.");
    }

    static long TicksOf(long seconds, int nanos)
    {
        if (seconds is < -922_337_203_685 or > 922_337_203_685 || nanos is <= -1_000_000_000 or >= 1_000_000_000)
            throw ProtobufErrors.Behind("A time is out of range.");
        long ticks = unchecked((seconds * System.TimeSpan.TicksPerSecond) + (nanos / 100));
        return (seconds < 0) == (ticks < 0) || seconds == 0 || ticks == 0 ? ticks : throw ProtobufErrors.Behind("A time is out of range.");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    (long Seconds, int Nanos, ulong Offset) ReadTimestamp()
    {
        Settle();
        var parts = _record.Field.Parts;
        if (parts is null || IsFirst(parts))
            return TryTimes(out ulong first, out ulong second) ? ((long)first, (int)second, 0) : Checked(ReadAnySmall(default));
        return Checked(ReadFurther(parts));
    }

    static (long Seconds, int Nanos, ulong Offset) Checked(ProtobufSmall value) =>
        (long)value.Second is >= -1_000_000_000 and <= 1_000_000_000
            ? ((long)value.First, (int)(long)value.Second, value.Third)
            : throw ProtobufErrors.Behind("The nanoseconds of a time are out of range.");

    /// <summary>
    /// A Timestamp or Duration as nearly all are, whose seconds and nanoseconds each take one load of eight bytes; see
    /// <see cref="TryPair"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TryTimes(out ulong seconds, out ulong nanos)
    {
        int at = _pos;
        seconds = nanos = 0;
        if (_how is not (Natural or 1 + 2) || at + 24 > _length)
            return false;
        ref byte place = ref Unsafe.Add(ref _start, at);
        uint head = Unsafe.ReadUnaligned<ushort>(ref place);
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref place, 2));
        ulong stops = ~word & 0x8080_8080_8080_8080;
        int length = (int)(head & 0xFF);
        if (head >> 8 != 0x08 || stops == 0 || length > _end - at - 1)
            return false;
        seconds = Number(word, stops);
        int used = 2 + (BitOperations.TrailingZeroCount(stops) >> 3);
        if (length != used)
        {
            word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref place, used + 1));
            // At most four bytes and a bit of the fifth: a billion.
            stops = ~(word >> 8) & 0x80_8080_8080;
            if ((byte)word != 0x10 || stops == 0 || length != used + 2 + (BitOperations.TrailingZeroCount(stops) >> 3))
                return false;
            nanos = Number(word >> 8, stops);
            if (nanos > 1_000_000_000)
                return false;
        }
        _pos = at + 1 + length;
        return true;
    }

    /// <summary>All bits of a varint up to the first stop bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ulong Number(ulong word, ulong stops)
    {
        word &= stops ^ (stops - 1);
        return Bmi2.X64.IsSupported ? Bmi2.X64.ParallelBitExtract(word, 0x7F7F_7F7F_7F7F_7F7F) : Compact(word);
    }

    /// <summary>
    /// A message of a varint in field 1 and maybe a small one in the field of another tag, as nearly all dates and decimals
    /// are: read by one load of eight bytes, whose stop bits tell the length. They were a seventh of reading the orders.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TryPair(byte tag, out ulong first, out uint second)
    {
        int at = At;
        first = second = 0;
        if (_how > Natural || at + 16 > _length)
            return false;
        ref byte place = ref Unsafe.Add(ref _start, at);
        uint head = Unsafe.ReadUnaligned<ushort>(ref place);
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref place, 2));
        ulong stops = ~word & 0x8080_8080_8080_8080;
        int length = (int)(head & 0xFF);
        if (head >> 8 != 0x08 || stops == 0 || length > _end - at - 1)
            return false;
        first = Number(word, stops);
        int used = 2 + (BitOperations.TrailingZeroCount(stops) >> 3);
        if (length != used)
        {
            uint tail = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref place, used + 1));
            if (length != used + 2 || (tail & 0x80FF) != tag)
                return false;
            second = tail >> 8;
        }
        _pos = at + 1 + length;
        return true;
    }

    /// <summary>Eight times seven bits to 56: pairs, pairs of pairs, both halves.</summary>
    static ulong Compact(ulong word)
    {
        word &= 0x7F7F_7F7F_7F7F_7F7F;
        word = (word & 0x007F_007F_007F_007F) | ((word & 0x7F00_7F00_7F00_7F00) >> 1);
        word = (word & 0x0000_3FFF_0000_3FFF) | ((word & 0x3FFF_0000_3FFF_0000) >> 2);
        return (word & 0x0FFF_FFFF) | ((word & 0x0FFF_FFFF_0000_0000) >> 4);
    }

    /// <summary>A message of at most three integers, which are what all of these are.</summary>
    ProtobufSmall ReadSmall()
    {
        Settle();
        return ReadAnySmall(default);
    }

    /// <summary>A message of at most three integers, over what pieces before it said.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    ProtobufSmall ReadAnySmall(ProtobufSmall value)
    {
        if (_how == Gathered)
            return ReadGathered(value);
        if (_how is not (Natural or 1 + 2 or 1 + 3))
            throw WrongWire("a message");
        bool group = _how == 1 + 3;
        int outer = _end;
        if (!group)
            _end = ReadLength() is var length ? _pos + length : 0;
        if (ReadParts(ref value, group ? _record.Field.Number : 0) != group)
            throw new WireFormatException($"The group of field {_record.Field.Number} does not end.");
        _end = outer;
        return value;
    }

    /// <summary>
    /// In line, for a decimal that a call returns comes in two registers, is stored in two halves and then loaded as a whole, which
    /// waits until both are in memory: 20 us of reading the orders.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public decimal Decimal() => TryPair(0x18, out ulong number, out uint flags) && flags <= (28 << 1 | 1)
        ? Unsafe.BitCast<Vector128<ulong>, decimal>(Vector128.Create((flags << 31) | ((flags >> 1) << 16), number))
        : OtherDecimal(number, flags);

    [MethodImpl(MethodImplOptions.NoInlining)]
    decimal OtherDecimal(ulong low, uint signScale)
    {
        ulong high = 0;
        ulong flags = signScale;
        if (flags == 0)
        {
            if (_how is Absent or Root)
                return 0;
            if (_record.Encoding == ProtobufEncoding.Text)
                return DecimalOf(ReadBytes());
            (low, high, flags) = ReadSmall();
        }
        if (high > uint.MaxValue || flags > (28 << 1 | 1))
            throw WrongDecimal();
        return Unsafe.BitCast<ProtobufValues.DecimalParts, decimal>(new()
        {
            Low = low,
            High = (uint)high,
            Flags = ((uint)flags << 31) | (((uint)flags >> 1) << 16),
        });
    }

    static WireFormatException WrongDecimal() => ProtobufErrors.Behind("The parts of a decimal are out of range.");

    static decimal DecimalOf(ReadOnlySpan<byte> text)
    {
        if (text.Length == 0)
            return 0;
        return text.Length <= 40 && decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal value)
            ? value
            : throw ProtobufErrors.Behind($"'{Encoding.UTF8.GetString(text[..Math.Min(text.Length, 40)])}' is not a decimal.");
    }

    public Guid Guid()
    {
        Settle();
        if (_how is Absent or Root)
            return default;
        if (_record.Encoding is ProtobufEncoding.Text or ProtobufEncoding.GuidBytes)
            return GuidOf(ReadBytes());
        if (_how is not (Natural or 1 + 2 or 1 + 3))
            throw WrongWire("a Guid");
        int outer = _end;
        var piece = ReadPiece(_record.Field.Number, _how == 1 + 3 ? 3 : 2);
        int after = _pos;
        (_pos, _end) = (piece.Start, piece.End);
        Span<ulong> halves = stackalloc ulong[2];
        halves.Clear();
        while (_pos < _end)
        {
            var (number, wire) = ReadTag();
            if (number <= 2 && wire == 1)
                halves[number - 1] = Take<ulong>();
            else
                SkipValue(number, wire);
        }
        (_pos, _end) = (after, outer);
        return Unsafe.ReadUnaligned<Guid>(ref Unsafe.As<ulong, byte>(ref halves[0]));
    }

    static Guid GuidOf(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length == 0)
            return default;
        if (bytes.Length == 16)
            return new Guid(bytes, bigEndian: true);
        return bytes.Length is 32 or 36 && System.Guid.TryParse(Encoding.ASCII.GetString(bytes), out var value)
            ? value
            : throw ProtobufErrors.Behind("A Guid is 16 bytes, or 32 or 36 characters.");
    }
}
