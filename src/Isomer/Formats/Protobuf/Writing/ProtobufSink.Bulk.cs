using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// Arrays and lists of numbers: where the wire has them as memory has (double, float, fixed32 and fixed64, packed), all at once. Item by
/// item a packed double[] took twice Google's time; the length is known beforehand, so that nothing is moved for it either.
/// </summary>
internal ref partial struct ProtobufSink
{
    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        var field = _record.Field;
        if (ProtobufBulk.IsAsInMemory<T>(field) && field.IsPacked && field.PacksAlways(items.Length, _options))
        {
            PutPacked(field, MemoryMarshal.AsBytes(items));
            return;
        }
        BeginArray(model, items.Length);
        for (int i = 0; i < items.Length; i++)
        {
            Item(i);
            BulkItems.Write(ref this, items[i]);
        }
        EndArray(model);
    }

    void PutPacked(ProtobufField field, ReadOnlySpan<byte> bytes)
    {
        // A collection counts as a level, whether it has a place among what is open or not.
        if (_depth >= _openLimit)
            Grow();
        ref byte place = ref _out.Reserve(32);
        int length = ProtobufValues.PutTag(ref place, field.Whole.Tag);
        _out.Advance(length + ProtobufVarint.Put(ref Unsafe.Add(ref place, length), (ulong)bytes.Length));
        if (_out.HasTarget && _lengths == 0 && bytes.Length >= OutputBuffer.LargeSize)
        {
            // Nothing that is open waits for its length: from the array straight to where it is wanted.
            _out.Drain(bytes);
        }
        else
        {
            _out.Write(bytes);
        }
    }
}

internal static class ProtobufBulk
{
    /// <summary>Whether items of this field stand on the wire as they lie in memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAsInMemory<T>(ProtobufField field) where T : unmanaged
    {
        if (!BitConverter.IsLittleEndian || field.CollectionWrap != ProtobufWrap.None || field.Kind != ProtobufKind.Sequence)
            return false;
        if (typeof(T) == typeof(double))
            return field.Item.Field is { WireType: 1, Encoding: ProtobufEncoding.Natural };
        if (typeof(T) == typeof(float))
            return field.Item.Field is { WireType: 5, Encoding: ProtobufEncoding.Natural };
        if (typeof(T) == typeof(int) || typeof(T) == typeof(uint))
            return field.Item.Field is { WireType: 5, Encoding: ProtobufEncoding.Fixed };
        return (typeof(T) == typeof(long) || typeof(T) == typeof(ulong))
            && field.Item.Field is { WireType: 1, Encoding: ProtobufEncoding.Fixed };
    }
}
