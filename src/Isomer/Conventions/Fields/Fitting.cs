using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>Values that were read as what they are, where a field is declared.</summary>
internal static class Fitting
{
    /// <summary>
    /// The value as the declared type: null is a struct's default, numbers may be wider than they were written, and an enum's number may
    /// have been a number.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "The default of a struct that is a field.")]
    public static object? Of(object? value, Type declared, out bool fits)
    {
        fits = true;
        if (value is null)
            return declared.IsValueType && Nullable.GetUnderlyingType(declared) is null
                ? RuntimeHelpers.GetUninitializedObject(declared)
                : null;
        if (declared.IsInstanceOfType(value))
            return value;
        declared = Nullable.GetUnderlyingType(declared) ?? declared;
        var to = Type.GetTypeCode(declared);
        object? wider = value.GetType().IsEnum || !IsWider(Type.GetTypeCode(value.GetType()), to) ? null : Number(value, to);
        if (wider is not null && declared.IsEnum)
            wider = Enum.ToObject(declared, wider);
        fits = wider is not null;
        return wider;
    }

    static object Number(object value, TypeCode to)
    {
        if (value is char character)
            value = (ushort)character;
        return to switch
        {
            TypeCode.Char => value is byte small ? (char)small : (char)(ushort)value,
            // A float of a long is rounded once, as it is where a field is set.
            TypeCode.Single when value is long or ulong => value is long number ? (float)number : (float)(ulong)value,
            _ => Convert.ChangeType(value, to, System.Globalization.CultureInfo.InvariantCulture),
        };
    }

    /// <summary>Whether a field of one primitive type takes the other, as reflection sets it.</summary>
    static bool IsWider(TypeCode from, TypeCode to) => from switch
    {
        _ when from == to => from is not (TypeCode.Object or TypeCode.DateTime or TypeCode.String or TypeCode.DBNull or TypeCode.Decimal),
        TypeCode.SByte => to is TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64 or TypeCode.Single or TypeCode.Double,
        TypeCode.Byte => to is TypeCode.Char or TypeCode.Int16 or (>= TypeCode.UInt16 and <= TypeCode.Double),
        TypeCode.Int16 => to is TypeCode.Int32 or TypeCode.Int64 or TypeCode.Single or TypeCode.Double,
        TypeCode.UInt16 => to is TypeCode.Char or (>= TypeCode.Int32 and <= TypeCode.Double),
        TypeCode.Char => to is >= TypeCode.UInt16 and <= TypeCode.Double,
        TypeCode.Int32 => to is TypeCode.Int64 or TypeCode.Single or TypeCode.Double,
        TypeCode.UInt32 => to is TypeCode.Int64 or TypeCode.UInt64 or TypeCode.Single or TypeCode.Double,
        TypeCode.Int64 or TypeCode.UInt64 => to is TypeCode.Single or TypeCode.Double,
        TypeCode.Single => to is TypeCode.Double,
        _ => false,
    };
}
