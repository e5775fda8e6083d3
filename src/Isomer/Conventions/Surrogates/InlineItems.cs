using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Structs that are several items in a row, of which reflection sees the first: those with [InlineArray], and the buffer behind
/// <c>fixed byte Name[16]</c>. Formats that give back all that they took carry them as arrays of exactly so many items.
/// </summary>
internal static class InlineItems
{
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static Surrogate? SurrogateFor(Type type) =>
        type.IsValueType && (type.IsDefined(typeof(InlineArrayAttribute), false) || IsFixedBuffer(type))
            && type.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance) is [{ FieldType: var item }]
            && Refused.WhyNot(item) is null
            ? (Surrogate)Activator.CreateInstance(typeof(InlineItemsSurrogate<,>).MakeGenericType(type, item))!
            : null;

    /// <summary>The compiler's own struct behind a fixed buffer.</summary>
    static bool IsFixedBuffer(Type type) => type.IsNested && type.IsDefined(typeof(UnsafeValueTypeAttribute), false)
        && type.IsDefined(typeof(CompilerGeneratedAttribute), false);
}

internal sealed class InlineItemsSurrogate<T, TItem> : Surrogate<T, TItem[]> where T : struct
{
    public override TItem[] ToCarrier(T value) => Items(ref value).ToArray();

    public override T FromCarrier(TItem[] carrier)
    {
        var value = default(T);
        var items = Items(ref value);
        if (carrier.Length != items.Length)
            throw new WireFormatException($"A '{typeof(T)}' has {items.Length} items, and {carrier.Length} stand here.");
        carrier.CopyTo(items);
        return value;
    }

    static Span<TItem> Items(ref T value) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<T, TItem>(ref value), Unsafe.SizeOf<T>() / Unsafe.SizeOf<TItem>());
}
