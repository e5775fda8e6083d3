using System.Globalization;
using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>Primitives as objects, for records that have no types.</summary>
internal static class NrbfBoxes
{
    public static object Read(ref NrbfBytes bytes, NrbfPrimitive primitive)
    {
        int start = bytes.At;
        return primitive switch
        {
            NrbfPrimitive.Boolean => bytes.Byte() != 0,
            NrbfPrimitive.Byte => bytes.Byte(),
            NrbfPrimitive.SByte => (sbyte)bytes.Byte(),
            NrbfPrimitive.Char => bytes.Char(),
            NrbfPrimitive.Int16 => (short)bytes.Number(2),
            NrbfPrimitive.UInt16 => (ushort)bytes.Number(2),
            NrbfPrimitive.Int32 => bytes.Int32(),
            NrbfPrimitive.UInt32 => (uint)bytes.Int32(),
            NrbfPrimitive.Int64 => bytes.Int64(),
            NrbfPrimitive.UInt64 => (ulong)bytes.Int64(),
            NrbfPrimitive.Single => BitConverter.Int32BitsToSingle(bytes.Int32()),
            NrbfPrimitive.Double => BitConverter.Int64BitsToDouble(bytes.Int64()),
            NrbfPrimitive.TimeSpan => new TimeSpan(bytes.Int64()),
            NrbfPrimitive.DateTime => Date(bytes.Int64(), start),
            _ => bytes.Text() is { Length: <= 128 } text
                && decimal.TryParse(text, NumberStyles.Number, CultureInfo.InvariantCulture, out decimal value)
                ? value : throw new WireFormatException("A decimal is not the text of one.") { Offset = start },
        };
    }

    public static DateTime Date(long bits, int at) => (bits & 0x3FFF_FFFF_FFFF_FFFF) <= DateTime.MaxValue.Ticks
        ? Unsafe.BitCast<long, DateTime>(bits) : throw new WireFormatException("A date is behind the last one.") { Offset = at };

    /// <summary>The name of the type that a place is declared as.</summary>
    public static string NameOf(NrbfMemberType place) => place.TypeName ?? place.Kind switch
    {
        NrbfKind.Primitive => "System." + place.Primitive,
        NrbfKind.PrimitiveArray => $"System.{place.Primitive}[]",
        NrbfKind.String => "System.String",
        NrbfKind.StringArray => "System.String[]",
        NrbfKind.ObjectArray => "System.Object[]",
        _ => "System.Object",
    };
}
