namespace OwnFormat;

/// <summary>Values: whatever form a number has, it is taken if the type can hold it exactly.</summary>
sealed partial class CborReader
{
    public override bool Boolean() =>
        ReadValueHead() is var head && head is { Major: Major.Simple, Info: 20 or 21 }
            ? head.Info == 21
            : throw Unexpected(head, "a boolean");

    public override char Char() => input.Peek() >> 5 != Major.Text ? (char)UInt16()
        : ReadText() is { Length: 1 } text ? text[0] : throw input.Error("Expected one character.");

    public override long Int64()
    {
        var head = ReadHead();
        return head is { Major: <= Major.Negative, Argument: <= long.MaxValue }
            ? head.Major == Major.Unsigned ? (long)head.Argument : ~(long)head.Argument
            : ReadInteger(head) is var big && big >= long.MinValue && big <= long.MaxValue
                ? (long)big
                : throw input.Error($"The number {big} is out of range.", head.At);
    }

    public override ulong UInt64()
    {
        var head = ReadHead();
        return head.Major == Major.Unsigned ? head.Argument
            : ReadInteger(head) is var big && big.Sign >= 0 && big <= ulong.MaxValue
                ? (ulong)big
                : throw input.Error($"The number {big} is out of range.", head.At);
    }

    public override BigInteger BigInteger() => ReadInteger(ReadHead());

    BigInteger ReadInteger(CborHead head)
    {
        ulong tag = 0;
        for (; head.Major == Major.Tag; head = ReadHead())
            tag = head.Argument;
        if (tag is 2 or 3)
        {
            var magnitude = new BigInteger(ReadBytes(head), isUnsigned: true, isBigEndian: true);
            return tag == 3 ? -1 - magnitude : magnitude;
        }
        return head.Major == Major.Unsigned
            ? head.Argument
            : head.Major == Major.Negative ? -1 - (BigInteger)head.Argument : throw Unexpected(head, "a whole number");
    }

    public override double Double()
    {
        var head = ReadHead();
        while (head is { Major: Major.Tag, Argument: not (2 or 3 or 4) })
            head = ReadHead();
        return IsFloat(head)
            ? FloatOf(head)
            : head is { Major: Major.Tag, Argument: 4 } ? (double)ReadFraction(head) : (double)ReadInteger(head);
    }

    static bool IsFloat(CborHead head) => head is { Major: Major.Simple, Info: 25 or 26 or 27 };

    static double FloatOf(CborHead head) => head.Info switch
    {
        25 => (double)BitConverter.UInt16BitsToHalf((ushort)head.Argument),
        26 => BitConverter.UInt32BitsToSingle((uint)head.Argument),
        _ => BitConverter.UInt64BitsToDouble(head.Argument),
    };

    public override decimal Decimal()
    {
        var head = ReadHead();
        while (head is { Major: Major.Tag, Argument: not (2 or 3 or 4) })
            head = ReadHead();
        try
        {
            return IsFloat(head)
                ? (decimal)FloatOf(head)
                : head is { Major: Major.Tag, Argument: 4 } ? ReadFraction(head) : (decimal)ReadInteger(head);
        }
        catch (OverflowException e)
        {
            throw new WireFormatException("The number is no decimal.", e);
        }
    }

    decimal ReadFraction(CborHead tag)
    {
        if (ReadHead() is not { Major: Major.Array, Argument: 2, IsIndefinite: false })
            throw input.Error("Tag 4 has an array of exponent and mantissa.", tag.At);
        long exponent = Int64();
        var mantissa = ReadInteger(ReadHead());
        if (exponent is < -400 or > 28)
            throw new OverflowException();
        if (exponent >= 0)
            return (decimal)(mantissa * System.Numerics.BigInteger.Pow(10, (int)exponent));
        // More places than a decimal has must be zeros.
        for (; exponent < -28; exponent++)
            mantissa = System.Numerics.BigInteger.DivRem(mantissa, 10) is var (whole, rest) && rest.IsZero
                ? whole
                : throw new OverflowException();
        // The decimal of the mantissa has no places, and then as many as the exponent says.
        Span<int> parts = stackalloc int[4];
        decimal.GetBits((decimal)mantissa, parts);
        return new decimal(parts[0], parts[1], parts[2], mantissa.Sign < 0, (byte)-exponent);
    }

    public override string? String() => TryNull() ? null : ReadText();
    public override byte[]? Bytes() => TryNull() ? null : ReadBytes(ReadValueHead());
    public override Guid Guid() =>
        ReadBytes(ReadValueHead()) is { Length: 16 } bytes ? new Guid(bytes, bigEndian: true) : throw input.Error("A Guid has 16 bytes.");
    public override DateTime DateTime() => IsNumber() ? DateTimeOffset().UtcDateTime : Parse<DateTime>(FormatText.TryRead);

    /// <summary>A text, or (tag 1) the seconds since 1970.</summary>
    public override DateTimeOffset DateTimeOffset()
    {
        if (!IsNumber())
            return Parse<DateTimeOffset>(FormatText.TryRead);
        // Added as whole numbers: a double has no room for the ticks of two thousand years.
        double ticks = Math.Round(Double() * System.TimeSpan.TicksPerSecond);
        return ticks >= -System.DateTime.UnixEpoch.Ticks && ticks < (System.DateTime.MaxValue - System.DateTime.UnixEpoch).Ticks
            ? new DateTimeOffset((long)ticks + System.DateTime.UnixEpoch.Ticks, System.TimeSpan.Zero)
            : throw input.Error("The instant is out of range.");
    }

    /// <summary>Behind the tags: whether a number follows.</summary>
    bool IsNumber()
    {
        int at = input.Position;
        var head = ReadValueHead();
        input.Position = at;
        return head.Major <= Major.Negative || IsFloat(head);
    }

    public override TimeSpan TimeSpan() => Parse<TimeSpan>(FormatText.TryRead);
    public override DateOnly DateOnly() => Parse<DateOnly>(FormatText.TryRead);
    public override TimeOnly TimeOnly() => Parse<TimeOnly>(FormatText.TryRead);
    delegate bool Reads<T>(ReadOnlySpan<byte> text, out T value);

    T Parse<T>(Reads<T> read) =>
        read(s_utf8.GetBytes(ReadText()), out var value) ? value : throw input.Error($"The text is no {typeof(T).Name}.");
}
