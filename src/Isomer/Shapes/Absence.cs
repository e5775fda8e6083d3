using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>Whether a value counts as its member's default.</summary>
internal static class Absence
{
    /// <summary>The type's own default.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsDefault<T>(T value) => EqualityComparer<T>.Default.Equals(value, default);

    /// <summary>The value of [DefaultValue].</summary>
    public static bool IsValue<T>(T value, object constant) =>
        constant is T expected && EqualityComparer<T>.Default.Equals(value, expected);
}
