using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Primitives, strings and enums: text, as what is declared or what the element says it is. A number may be any that fits.
/// </summary>
internal ref partial struct SoapSource
{
    /// <summary>
    /// The text of a value; of a primitive that is an object, that of its field. Empty and true for null, which is zero as in the original.
    /// </summary>
    ReadOnlySpan<byte> Text(Type expected, out bool isNull)
    {
        isNull = IsNull();
        if (isNull)
            return default;
        int node = Follow(_node);
        if (_document[node].End > node + 1)
        {
            // <xsd:int id="ref-1"><m_value>1</m_value></xsd:int>
            int field = node + 1;
            var name = _document.LocalOf(_document[field].Name);
            if (_document[field].End != _document[node].End || _document[field].IsReference
                || !(name.SequenceEqual("m_value"u8) || name.SequenceEqual("value__"u8) || name.SequenceEqual("_ticks"u8)))
                throw new WireFormatException($"An object stands where a value of '{expected}' is expected.")
                { Offset = _document[node].Offset };
            node = field;
            if (_document[node].End > node + 1)
                throw new WireFormatException($"An object stands where a value of '{expected}' is expected.")
                { Offset = _document[node].Offset };
        }
        return _document.TextOf(_in, _document[node]);
    }

    readonly WireFormatException Other(Type expected) => Fail($"The text is no '{expected}'.");

    long Integer(Type expected, long least, long most)
    {
        var text = XmlChars.Trim(Text(expected, out bool isNull));
        if (isNull)
            return 0;
        return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value) && value >= least
            && value <= most ? value : throw Other(expected);
    }

    public bool Boolean()
    {
        var text = XmlChars.Trim(Text(typeof(bool), out bool isNull));
        if (isNull || text.SequenceEqual("false"u8) || text.SequenceEqual("0"u8) || text.SequenceEqual("False"u8))
            return false;
        return text.SequenceEqual("true"u8) || text.SequenceEqual("1"u8) || text.SequenceEqual("True"u8) ? true : throw Other(typeof(bool));
    }

    public char Char()
    {
        var text = Text(typeof(char), out bool isNull);
        if (isNull)
            return default;
        return text.Length <= 3 && SoapText.ToString(text) is [var only] ? only : throw Other(typeof(char));
    }

    public sbyte SByte() => (sbyte)Integer(typeof(sbyte), sbyte.MinValue, sbyte.MaxValue);

    public byte Byte() =>
        _top >= 0 && _state.Frames[_top].Bytes is { } bytes
            ? bytes[_state.Frames[_top].Index]
            : (byte)Integer(typeof(byte), 0, byte.MaxValue);

    public short Int16() => (short)Integer(typeof(short), short.MinValue, short.MaxValue);

    public ushort UInt16() => (ushort)Integer(typeof(ushort), 0, ushort.MaxValue);

    public int Int32() => (int)Integer(typeof(int), int.MinValue, int.MaxValue);

    public uint UInt32() => (uint)Integer(typeof(uint), 0, uint.MaxValue);

    public long Int64() => Integer(typeof(long), long.MinValue, long.MaxValue);

    public ulong UInt64()
    {
        var text = XmlChars.Trim(Text(typeof(ulong), out bool isNull));
        if (isNull)
            return 0;
        return ulong.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out ulong value)
            ? value
            : throw Other(typeof(ulong));
    }

    public float Single()
    {
        var text = XmlChars.Trim(Text(typeof(float), out bool isNull));
        return isNull ? 0 : TryNotFinite(text, out double special) ? (float)special
            : text.Length <= LongestNumber && float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out float value)
                ? value
                : throw Other(typeof(float));
    }

    public double Double()
    {
        var text = XmlChars.Trim(Text(typeof(double), out bool isNull));
        return isNull ? 0 : TryNotFinite(text, out double special) ? special
            : text.Length <= LongestNumber && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
                ? value
                : throw Other(typeof(double));
    }

    const int LongestNumber = 1100;

    static bool TryNotFinite(ReadOnlySpan<byte> text, out double value)
    {
        value = text.SequenceEqual("INF"u8) || text.SequenceEqual("Infinity"u8)
            ? double.PositiveInfinity
            : text.SequenceEqual("-INF"u8) || text.SequenceEqual("-Infinity"u8) ? double.NegativeInfinity : double.NaN;
        return !double.IsNaN(value) || text.SequenceEqual("NaN"u8);
    }

    public decimal Decimal()
    {
        var text = XmlChars.Trim(Text(typeof(decimal), out bool isNull));
        return isNull
            ? 0
            : text.Length <= LongestNumber && decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal value)
                ? value
                : throw Other(typeof(decimal));
    }

    public DateTime DateTime()
    {
        var text = XmlChars.Trim(Text(typeof(DateTime), out bool isNull));
        return isNull
            ? default
            : text.Length <= 64 && XmlDates.TryReadDateTime(text, out var value) ? value : throw Other(typeof(DateTime));
    }

    public TimeSpan TimeSpan()
    {
        int node = _node;
        var text = XmlChars.Trim(Text(typeof(TimeSpan), out bool isNull));
        if (isNull)
            return default;
        if (SoapDurations.TryRead(text, out var value))
            return value;
        // As an object it is its ticks.
        return node >= 0 && _document[Follow(node)].End > Follow(node) + 1
            && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long ticks)
            ? new TimeSpan(ticks)
            : throw Other(typeof(TimeSpan));
    }

    public string? String()
    {
        if (IsNull())
            return null;
        int node = Follow(_node);
        ref readonly var element = ref _document[node];
        if (_state.Find(element.Id) is { } known)
        {
            if (_top >= 0 && FormatterShared.IsCharged(_state.Frames[_top].Copies, typeof(string)))
                CheckShared(known, typeof(string), element.Id);
            return known as string ?? throw Fail($"A '{known.GetType()}' stands where a string is expected.");
        }
        if (TypeAt(node, typeof(string)) is var type && type != typeof(string))
            throw new WireFormatException($"A '{type}' stands where a string is expected.") { Offset = element.Offset };
        string text = StringAt(node);
        Register(element.Id, text);
        return text;
    }

    readonly string StringAt(int node)
    {
        ref readonly var element = ref _document[node];
        if (element.End > node + 1)
            throw new WireFormatException("An object stands where a string is expected.") { Offset = element.Offset };
        if (element.TextLength > _options.Limits.MaxStringLength)
            throw new WireFormatException(
                $"A string of {element.TextLength} bytes is longer than {nameof(Limits)}.{nameof(Limits.MaxStringLength)} allows.")
            { Offset = element.Offset };
        return element.TextLength == 0 ? "" : SoapText.ToString(_document.TextOf(_in, element));
    }

    public readonly byte[]? Bytes() => throw NotOne();

    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        int node = OpenArray(typeof(T[]), out var shape);
        int count = LengthOf(node, shape, typeof(T));
        Push(node, isArray: true, isPart: false, typeof(T));
        T[] items = new T[count];
        for (int i = 0; NextItem(i, count); i++)
            items[i] = Item<T>();
        Pop();
        return items;
    }

    T Item<T>() where T : unmanaged =>
        typeof(T) == typeof(int) ? (T)(object)Int32()
        : typeof(T) == typeof(double) ? (T)(object)Double()
        : typeof(T) == typeof(float) ? (T)(object)Single()
        : typeof(T) == typeof(long) ? (T)(object)Int64()
        : typeof(T) == typeof(ulong) ? (T)(object)UInt64()
        : typeof(T) == typeof(uint) ? (T)(object)UInt32()
        : typeof(T) == typeof(short) ? (T)(object)Int16()
        : typeof(T) == typeof(ushort) ? (T)(object)UInt16()
        : typeof(T) == typeof(sbyte) ? (T)(object)SByte()
        : typeof(T) == typeof(TimeSpan) ? (T)(object)TimeSpan()
        : (T)(object)Char();

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => target.AddRange(Bulk<T>(model));

    readonly byte[] Base64At(int node) =>
        XmlBase64.TryRead(XmlChars.Trim(_document.TextOf(_in, _document[node])), out byte[] value)
            ? value
            : throw new WireFormatException("The text is not base64.") { Offset = _document[node].Offset };

    /// <summary>Names of its values, or its number.</summary>
    public long Enum(TypeModel model)
    {
        // One that is not public is known by its name.
        var (carried, name) = FieldMembers.IsCarrier(model.Type) ? FieldMembers.Carried(model.Type) : (model.Type, null);
        var type = carried ?? model.Type;
        if (!IsNull() && TypeAt(Follow(_node), type) is var there && there != type && there.FullName != name
            && !SoapScalars.IsInteger(there))
            throw Fail($"A '{there}' stands where a '{type}' is expected.");
        var text = XmlChars.Trim(Text(type, out bool isNull));
        if (isNull)
            return 0;
        return text.Length <= LongestNumber
            && System.Enum.TryParse(model.Type, SoapText.ToString(text), ignoreCase: true, out object? value)
            ? BoxedScalars.BitsOf((Enum)value)
            : throw Other(type);
    }

    /// <summary>A primitive as an object: its text, or the fields that it has in .NET Framework.</summary>
    object Boxed(ScalarModel model, int node)
    {
        _node = node;
        if (model.Scalar is Scalar.Decimal or Scalar.DateTime && _document[node].End > node + 1)
            return Parts(model, node);
        return model.Scalar switch
        {
            Scalar.Boolean => Boolean(),
            Scalar.Byte => Byte(),
            Scalar.Char => Char(),
            Scalar.Decimal => Decimal(),
            Scalar.Double => Double(),
            Scalar.Int16 => Int16(),
            Scalar.Int32 => Int32(),
            Scalar.Int64 => Int64(),
            Scalar.SByte => SByte(),
            Scalar.Single => Single(),
            Scalar.TimeSpan => TimeSpan(),
            Scalar.DateTime => DateTime(),
            Scalar.UInt16 => UInt16(),
            Scalar.UInt32 => UInt32(),
            Scalar.UInt64 => UInt64(),
            _ => StringAt(node),
        };
    }

    object Parts(ScalarModel model, int node)
    {
        Span<int> bits = stackalloc int[4];
        object? value = null;
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
        {
            _node = child;
            string name = SoapText.ToString(_document.LocalOf(_document[child].Name));
            if (model.Scalar == Scalar.Decimal)
                bits[Array.IndexOf(["lo", "mid", "hi", "flags"], name) is >= 0 and var place
                    ? place
                    : throw Fail($"'{Short(name)}' is no part of a decimal.")] = Int32();
            // The last says most: the kind too.
            else if (name == "dateData")
                value = Dated(UInt64());
            else if (name == "ticks")
                value ??= Dated((ulong)Int64() & 0x3FFF_FFFF_FFFF_FFFF);
            else
                throw Fail($"'{Short(name)}' is no part of a date.");
        }
        _node = node;
        return model.Scalar == Scalar.Decimal ? new decimal(bits) : value ?? throw Other(typeof(DateTime));
    }

    readonly DateTime Dated(ulong bits) =>
        (long)(bits & 0x3FFF_FFFF_FFFF_FFFF) <= System.DateTime.MaxValue.Ticks
            ? Unsafe.BitCast<ulong, DateTime>(bits)
            : throw Fail("A date is behind the last one.");

    public readonly Int128 Int128() => throw NotOne();

    public readonly UInt128 UInt128() => throw NotOne();

    public readonly Half Half() => throw NotOne();

    public readonly BigInteger BigInteger() => throw NotOne();

    public readonly Guid Guid() => throw NotOne();

    public readonly DateTimeOffset DateTimeOffset() => throw NotOne();

    public readonly DateOnly DateOnly() => throw NotOne();

    public readonly TimeOnly TimeOnly() => throw NotOne();

    static InvalidOperationException NotOne() => new("The type is no primitive of SOAP: the convention sees it as a struct with fields.");
}
