using System.Numerics;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Tests.Shapes;

/// <summary>The smallest format that there is: each event is an object on a list. What a format of your own begins with.</summary>
sealed class TapeWriter(List<object?> tape) : FormatWriter
{
    readonly Dictionary<object, int> _seen = new(ReferenceEqualityComparer.Instance);

    public override MemberTable BeginObject(TypeModel model)
    {
        tape.Add("{");
        return new TapeTable(model);
    }

    public override void Member(MemberTable table, int index) => tape.Add(((ObjectModel)table.Model).Members[index].Name);

    public override void EndObject(MemberTable table) => tape.Add("}");

    public override void BeginArray(TypeModel model, int count) => tape.Add(count);

    public override void EndArray(TypeModel model) => tape.Add("]");

    public override void BeginMap(TypeModel model, int count) => tape.Add(count);

    public override void EndMap(TypeModel model, int count) => tape.Add("]");

    public override void Null() => tape.Add(null);

    public override void Present() => tape.Add("!");

    public override void Subtype(TypeModel declared, int index) => tape.Add(index);

    public override bool Reference(object value)
    {
        bool known = _seen.TryGetValue(value, out int id);
        if (known)
            tape.Add(new Back(id));
        else
            _seen.Add(value, _seen.Count);
        return known;
    }

    public override void Dynamic(object? value, TypeModel declared)
    {
        tape.Add(value?.GetType());
        if (value is not null)
            ExactValue(declared.Convention.ModelOf(value.GetType()), value);
    }

    public override void Enum(TypeModel model, long value) => tape.Add(value);

    public override void Boolean(bool value) => tape.Add(value);

    public override void Char(char value) => tape.Add(value);

    public override void SByte(sbyte value) => tape.Add(value);

    public override void Byte(byte value) => tape.Add(value);

    public override void Int16(short value) => tape.Add(value);

    public override void UInt16(ushort value) => tape.Add(value);

    public override void Int32(int value) => tape.Add(value);

    public override void UInt32(uint value) => tape.Add(value);

    public override void Int64(long value) => tape.Add(value);

    public override void UInt64(ulong value) => tape.Add(value);

    public override void Int128(Int128 value) => tape.Add(value);

    public override void UInt128(UInt128 value) => tape.Add(value);

    public override void Half(Half value) => tape.Add(value);

    public override void Single(float value) => tape.Add(value);

    public override void Double(double value) => tape.Add(value);

    public override void Decimal(decimal value) => tape.Add(value);

    public override void BigInteger(BigInteger value) => tape.Add(value);

    public override void String(string? value) => tape.Add(value);

    public override void Bytes(byte[]? value) => tape.Add(value);

    public override void Guid(Guid value) => tape.Add(value);

    public override void DateTime(DateTime value) => tape.Add(value);

    public override void DateTimeOffset(DateTimeOffset value) => tape.Add(value);

    public override void TimeSpan(TimeSpan value) => tape.Add(value);

    public override void DateOnly(DateOnly value) => tape.Add(value);

    public override void TimeOnly(TimeOnly value) => tape.Add(value);
}

/// <summary>The same tape, read.</summary>
sealed class TapeReader(List<object?> tape) : FormatReader
{
    readonly List<object> _objects = [];
    int _next;

    public bool AtEnd => _next == tape.Count;

    object? Take() => tape[_next++];

    T Take<T>() => (T)Take()!;

    public override Head Head(TypeModel model)
    {
        switch (Take())
        {
            case null:
                return Isomer.Shapes.Head.Null;
            case Back:
                _next--;
                return Isomer.Shapes.Head.Reference;
            case int:
                _next--;
                return Isomer.Shapes.Head.Subtype;
            default:
                return Isomer.Shapes.Head.Value;
        }
    }

    public override int Subtype(TypeModel model) => Take<int>();

    public override object Reference() => _objects[Take<Back>().Id];

    public override int Identity()
    {
        _objects.Add(this);
        return _objects.Count - 1;
    }

    public override void Register(int identity, object value) => _objects[identity] = value;

    public override bool TryNull()
    {
        bool isNull = Take() is null;
        return isNull;
    }

    public override MemberTable BeginObject(TypeModel model)
    {
        Take();
        return new TapeTable(model);
    }

    public override int NextMember(MemberTable table, int previous)
    {
        var members = ((ObjectModel)table.Model).Members;
        for (int i = 0; i < members.Length; i++)
        {
            if (members[i].Name.Equals(tape[_next]))
            {
                _next++;
                return i;
            }
        }
        return -1;
    }

    public override void EndObject(MemberTable table) => Take();

    public override int BeginArray(TypeModel model) => Take<int>();

    public override bool NextItem(int index, int count) => index < count;

    public override void EndArray(TypeModel model) => Take();

    public override int BeginMap(TypeModel model) => Take<int>();

    public override bool NextKey(TypeModel model, int index, int count) => index < count;

    public override void EndMap(TypeModel model) => Take();

    public override object? Dynamic(TypeModel declared) =>
        Take() is Type type ? ExactValue(declared.Convention.ModelOf(type)) : null;

    public override void Skip(TypeModel model) => throw new NotSupportedException();

    public override long Enum(TypeModel model) => Take<long>();

    public override bool Boolean() => Take<bool>();

    public override char Char() => Take<char>();

    public override sbyte SByte() => Take<sbyte>();

    public override byte Byte() => Take<byte>();

    public override short Int16() => Take<short>();

    public override ushort UInt16() => Take<ushort>();

    public override int Int32() => Take<int>();

    public override uint UInt32() => Take<uint>();

    public override long Int64() => Take<long>();

    public override ulong UInt64() => Take<ulong>();

    public override Int128 Int128() => Take<Int128>();

    public override UInt128 UInt128() => Take<UInt128>();

    public override Half Half() => Take<Half>();

    public override float Single() => Take<float>();

    public override double Double() => Take<double>();

    public override decimal Decimal() => Take<decimal>();

    public override BigInteger BigInteger() => Take<BigInteger>();

    public override string? String() => (string?)Take();

    public override byte[]? Bytes() => (byte[]?)Take();

    public override Guid Guid() => Take<Guid>();

    public override DateTime DateTime() => Take<DateTime>();

    public override DateTimeOffset DateTimeOffset() => Take<DateTimeOffset>();

    public override TimeSpan TimeSpan() => Take<TimeSpan>();

    public override DateOnly DateOnly() => Take<DateOnly>();

    public override TimeOnly TimeOnly() => Take<TimeOnly>();
}

sealed record Back(int Id);

sealed class TapeTable(TypeModel model) : MemberTable(model);
