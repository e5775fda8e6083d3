using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Arrays and lists of numbers: a packed run of what the wire has as memory has is one copy, anything else item by item.</summary>
internal ref partial struct ProtobufSource
{
    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        BeginArray(model);
        bool copies = ProtobufBulk.IsAsInMemory<T>(_frames[_depth - 1].Field);
        T[] result;
        if (!NextItem(0, -1))
        {
            result = new T[0];
        }
        else if (copies && PackedItems<T>(0) is > 0 and var packed)
        {
            result = GC.AllocateUninitializedArray<T>(packed);
            CopyPacked(result.AsSpan());
            // Runs that follow are rare, and each is added to what there is.
            for (int count = packed; NextItem(count, -1); count = result.Length)
            {
                int more = PackedItems<T>(count);
                Array.Resize(ref result, count + Math.Max(more, 1));
                if (more > 0)
                    CopyPacked(result.AsSpan(count));
                else
                    result[count] = BulkItems.Read<ProtobufSource, T>(ref this);
            }
        }
        else
        {
            var gather = default(Gather<T>);
            ReadItems(ref gather);
            result = gather.ToArray();
        }
        EndArray(model);
        return result;
    }

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged
    {
        BeginArray(model);
        bool copies = ProtobufBulk.IsAsInMemory<T>(_frames[_depth - 1].Field);
        if (NextItem(0, -1))
        {
            int packed = copies ? PackedItems<T>(0) : 0;
            int count = 0;
            while (packed > 0)
            {
                int before = target.Count;
                CollectionsMarshal.SetCount(target, before + packed);
                CopyPacked(CollectionsMarshal.AsSpan(target)[before..]);
                count += packed;
                packed = NextItem(count, -1) ? PackedItems<T>(count) : -1;
            }
            if (packed == 0)
            {
                var gather = default(Gather<T>);
                ReadItems(ref gather, count);
                gather.AddTo(target);
            }
        }
        EndArray(model);
    }

    /// <summary>The item at hand and all that follow.</summary>
    void ReadItems<T>(ref Gather<T> gather, int index = 0) where T : unmanaged
    {
        do
            gather.Add(BulkItems.Read<ProtobufSource, T>(ref this));
        while (NextItem(++index, -1));
    }

    /// <summary>How many items the packed run has at whose first one the position is; 0 where there is none.</summary>
    readonly int PackedItems<T>(int before) where T : unmanaged
    {
        ref var frame = ref Frame(_depth - 1);
        // The run was found to end with an item.
        int items = (frame.PackedEnd - _pos) / Unsafe.SizeOf<T>();
        return items <= 0 ? 0 : items <= _maxItems - before ? items : throw TooMany();
    }

    void CopyPacked<T>(Span<T> target) where T : unmanaged
    {
        int bytes = target.Length * Unsafe.SizeOf<T>();
        Bytes(_pos, bytes).CopyTo(MemoryMarshal.AsBytes(target));
        _pos += bytes;
    }
}
