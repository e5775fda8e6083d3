using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

[FieldsOf(typeof(BigInteger))]
struct BigIntegerFields
{
    public int _sign;
    public uint[]? _bits;
}

/// <summary>A small number is its sign; of any other the sign is 1 or -1, and the bits are its size, the lowest first.</summary>
sealed class BigIntegerSurrogate : FieldsSurrogate<BigInteger, BigIntegerFields>
{
    // As it lies: copies of one number have one array, which is written once.
    public override BigIntegerFields ToCarrier(BigInteger value) => new() { _sign = Sign(ref value), _bits = Bits(ref value) };

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_sign")]
    static extern ref int Sign(ref BigInteger value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_bits")]
    static extern ref uint[]? Bits(ref BigInteger value);

    public override BigInteger FromCarrier(BigIntegerFields carrier)
    {
        if (carrier._bits is not { } bits)
            return carrier._sign;
        if (carrier._sign is not (1 or -1))
            throw Wrong(nameof(carrier._sign), $"is {carrier._sign}, where there are bits");
        // Copies of a large number share their bits here as there: a payload names one array for any number of them.
        var size = bits.Length <= FewBits ? Size(bits) : (BigInteger)s_made.GetValue(bits, static b => Size(b));
        return carrier._sign < 0 ? -size : size;
    }

    const int FewBits = 16;

    static readonly ConditionalWeakTable<uint[], object> s_made = [];

    static BigInteger Size(uint[] bits) => new(MemoryMarshal.AsBytes(bits.AsSpan()), isUnsigned: true);
}

#pragma warning disable SYSLIB0050, SYSLIB0051 // the types of an older age are what this is about

/// <summary>
/// DBNull, of which there is one, is written as a holder of what there is one of. Of a type or an assembly, which it may hold too, nothing
/// is made.
/// </summary>
sealed class DBNullHolderSurrogate : Surrogate<DBNull, SerializationInfo>, IFieldsSurrogate
{
    const int DBNullCode = 2;

    public bool IsEntries => true;

    public ClrName Name => new("System.UnitySerializationHolder", []);

    public override SerializationInfo ToCarrier(DBNull value)
    {
        var entries = new SerializationInfo(typeof(DBNull), new FormatterConverter());
        value.GetObjectData(entries, new StreamingContext(StreamingContextStates.All));
        return entries;
    }

    public override DBNull FromCarrier(SerializationInfo carrier) => carrier.GetInt32("UnityType") == DBNullCode
        ? DBNull.Value : throw new WireFormatException("A holder of types and assemblies is no data: only DBNull is taken from it.");
}
