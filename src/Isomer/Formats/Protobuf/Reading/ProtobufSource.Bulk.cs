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
            if (NextItem(packed, -1))
            {
                // Rare; a list grows by doubling, so that many runs are read in linear time.
                var all = new List<T>(2 * packed);
                all.AddRange(result);
                ReadRuns(all, packed);
                result = [.. all];
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
        if (NextItem(0, -1))
            ReadRuns(target, 0);
        EndArray(model);
    }

    /// <summary>
    /// From the item at hand on: runs are copied, and where one comes that is none, it and all that follow are read one by one.
    /// </summary>
    void ReadRuns<T>(List<T> target, int count) where T : unmanaged
    {
        bool copies = ProtobufBulk.IsAsInMemory<T>(_frames[_depth - 1].Field);
        while (copies && PackedItems<T>(count) is > 0 and var packed)
        {
            int before = target.Count;
            CollectionsMarshal.SetCount(target, before + packed);
            CopyPacked(CollectionsMarshal.AsSpan(target)[before..]);
            count += packed;
            if (!NextItem(count, -1))
                return;
        }
        var gather = default(Gather<T>);
        ReadItems(ref gather, count);
        gather.AddTo(target);
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
