using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Conventions;

/// <summary>What a struct holds, by its fields: whether anyone sees them or not.</summary>
internal static class StructState
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    /// <summary>Whether it has fields at all.</summary>
    public static bool HasAny(Type type) => type.GetFields(Own).Length > 0;

    /// <summary>Whether its bytes are not all that it is.</summary>
    public static bool HoldsReferences(Type type)
    {
        foreach (var field in type.GetFields(Own))
        {
            var held = field.FieldType;
            if (held.IsPointer || held.IsFunctionPointer || held.IsPrimitive || held.IsEnum)
                continue;
            if (!held.IsValueType || HoldsReferences(held))
                return true;
        }
        return false;
    }

    /// <summary>Whether each field is at its default: what lies between them says nothing, and the type's own Equals may say what it likes.</summary>
    public static bool IsDefault(object value, Type type)
    {
        // It shows its first item alone as a field.
        if (type.IsDefined(typeof(InlineArrayAttribute), false))
            return IsZero(value, type);
        foreach (var field in type.GetFields(Own))
        {
            if (field.GetValue(value) is not { } held)
                continue;
            var own = field.FieldType;
            if (!own.IsValueType || own.IsPointer || (own.IsPrimitive || own.IsEnum ? !held.Equals(RuntimeHelpers.GetUninitializedObject(own)) : !IsDefault(held, own)))
                return false;
        }
        return true;
    }

    static bool IsZero(object value, Type type) => !MemoryMarshal.CreateReadOnlySpan(ref BytesOf(value), RuntimeHelpers.SizeOf(type.TypeHandle)).ContainsAnyExcept((byte)0);

    /// <summary>The struct in its box, as it lies in memory.</summary>
    public static ref byte BytesOf(object boxed) => ref Unsafe.As<Box>(boxed).First;

    /// <summary>What a box looks like in memory.</summary>
    sealed class Box
    {
#pragma warning disable CS0649 // the runtime put it there
        public byte First;
#pragma warning restore CS0649
    }
}
