using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Conventions;

namespace Isomer.Formats;

internal enum ProtobufOpenKind : byte
{
    /// <summary>A collection, which has no bytes of its own.</summary>
    None,
    Length,
    Group,
}

/// <summary>Something that was begun and has not ended: a message, an entry, a collection.</summary>
internal struct ProtobufOpen
{
    public const int FirstSize = 16;

    public ProtobufField Field;

    /// <summary>Of a collection: the record of its items.</summary>
    public ProtobufRecord Item;

    public ulong Tag;

    /// <summary>Where the content begins, behind the bytes that were left for its length.</summary>
    public int Start;

    /// <summary>The next three in one store: kind, bytes reserved for the length, layer, and whether it is chained.</summary>
    public uint State;

    public readonly ProtobufOpenKind Kind => (ProtobufOpenKind)(byte)State;

    public readonly int Reserved => (byte)(State >> 8);

    /// <summary>Of a layer of a hierarchy: its number, else 0.</summary>
    public readonly int Layer => (byte)(State >> LayerShift);

    public const int LayerShift = 16;

    /// <summary>
    /// Of a message with a oneof: which of its members have been written; the last of them that may have been (or -1), and where it would
    /// begin.
    /// </summary>
    public ulong Set;

    public int Pending;

    public int PendingAt;

    /// <summary>Ends together with the one around it.</summary>
    public readonly bool IsChained => State >> 24 != 0;

    public static uint StateOf(ProtobufOpenKind kind, int reserved, bool isChained) =>
        (uint)kind | ((uint)reserved << 8) | (isChained ? 1u << 24 : 0);
}

/// <summary>Messages with their length before them, groups, and the layers of a hierarchy.</summary>
/// <remarks>
/// A length is not measured beforehand: as many bytes are left for it as the last message of the same field needed, the
/// content is written, and if the guess was wrong it is moved. Of 830 orders 747 are longer than 127 bytes.
/// </remarks>
internal ref partial struct ProtobufSink
{
    /// <summary>With a target, bytes are sent when so many are there and no length is open.</summary>
    const int ChunkSize = 1 << 16;

    /// <summary>
    /// A message as nearly all are. Nothing is called but at the end, so that no register has to be saved. Test3, a message
    /// within a message: 25.9 ns before, 22.3 with this and its like in <see cref="Close"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void OpenMessage()
    {
        var field = _record.Field;
        if (!field.IsPlainMessage || _depth >= _openLimit || !_out.HasRoom(16))
        {
            OpenOther(field);
            return;
        }
        if (_options.Groups)
        {
            ref var open = ref OpenAt(_depth++);
            ulong tag = field.Self.Tag | 1;
            Unsafe.WriteUnaligned(ref _out.Here, tag);
            _out.Advance((int)(tag >> 40) & 0xFF);
            open.Tag = tag;
            open.State = (uint)ProtobufOpenKind.Group;
            return;
        }
        OpenLength(field, layer: 0);
    }

    /// <summary>A message with its length before it, where there is room for its beginning.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void OpenLength(ProtobufField field, int layer)
    {
        ref var open = ref OpenAt(_depth++);
        ulong tag = field.Self.Tag;
        Unsafe.WriteUnaligned(ref _out.Here, tag);
        int reserved = field.LengthHint;
        _out.Advance(((int)(tag >> 40) & 0xFF) + reserved);
        open.Start = _out.Position;
        open.State = (uint)ProtobufOpenKind.Length | ((uint)reserved << 8) | ((uint)layer << ProtobufOpen.LayerShift);
        _lengths++;
        if (!ReferenceEquals(open.Field, field))
            open.Field = field;
    }

    /// <summary>What is open at a depth, which the limit keeps within what there is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref ProtobufOpen OpenAt(int depth) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_open), depth);

    [MethodImpl(MethodImplOptions.NoInlining)]
    void OpenOther(ProtobufField field)
    {
        if (_open.Length == 0)
        {
            TakeOpen();
            _out.Reserve(16);
            OpenMessage();
            return;
        }
        bool wrapped = field.ValueWrap != ProtobufWrap.None;
        if (wrapped)
        {
            OpenWrapper(field, chained: false);
            field = field.Inner.Field;
        }
        ulong tag = field.Self.Tag;
        if (field.IsGroup)
            Open(field, tag, ProtobufOpenKind.Group, wrapped);
        else if (_options.Groups)
            Open(field, tag | 1, ProtobufOpenKind.Group, wrapped);
        else
            Open(field, tag, ProtobufOpenKind.Length, wrapped);
    }

    void OpenWrapper(ProtobufField field, bool chained)
    {
        bool group = (field.Self.Tag & 7) == 3;
        Open(field, field.Self.Tag, group ? ProtobufOpenKind.Group : ProtobufOpenKind.Length, chained);
    }

    ref ProtobufOpen Open(ProtobufField field, ulong tag, ProtobufOpenKind kind, bool chained)
    {
        if (_depth >= _openLimit)
            Grow();
        ref var open = ref _open[_depth++];
        open.Field = field;
        open.Tag = tag;
        open.State = ProtobufOpen.StateOf(kind, 0, chained);
        if (kind != ProtobufOpenKind.None)
        {
            ref byte place = ref _out.Reserve(16);
            Unsafe.WriteUnaligned(ref place, tag);
            int length = (int)(tag >> 40) & 0xFF;
            int reserved = 0;
            if (kind == ProtobufOpenKind.Length)
            {
                reserved = field.LengthHint;
                _lengths++;
            }
            open.State = ProtobufOpen.StateOf(kind, reserved, chained);
            _out.Advance(length + reserved);
            open.Start = _out.Position;
        }
        return ref open;
    }

    /// <summary>The end of a message whose length needs as many bytes as were left, or of a group; of all else by a call.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void Close()
    {
        const uint Length1 = (uint)ProtobufOpenKind.Length | (1 << 8);
        const uint Length2 = (uint)ProtobufOpenKind.Length | (2 << 8);
        ref var open = ref OpenAt(_depth - 1);
        // Layers end as messages do.
        uint state = open.State & ~(0xFFu << ProtobufOpen.LayerShift);
        int position = _out.Position;
        uint length = (uint)(position - open.Start);
        if (position < ChunkSize || !_out.HasTarget)
        {
            if (state == Length1 && length < 0x80)
            {
                Unsafe.Subtract(ref _out.Here, length + 1) = (byte)length;
                _lengths--;
                _depth--;
                return;
            }
            if (state == Length2 && length - 0x80 < 0x4000 - 0x80)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Subtract(ref _out.Here, length + 2),
                    (ushort)((length & 0x7F) | 0x80 | (length >> 7 << 8)));
                _lengths--;
                _depth--;
                return;
            }
            if (state == (uint)ProtobufOpenKind.Group && _out.HasRoom(8))
            {
                _out.Advance(ProtobufValues.PutTag(ref _out.Here, open.Tag + 1));
                _depth--;
                return;
            }
        }
        CloseOther();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void CloseOther()
    {
        bool again;
        do
        {
            ref var open = ref _open[--_depth];
            uint state = open.State;
            again = state >> 24 != 0;
            if ((byte)state == (byte)ProtobufOpenKind.Length)
                PatchLength(ref open, (byte)(state >> 8));
            else if ((byte)state == (byte)ProtobufOpenKind.Group)
                // Its end is its start with wire type 4 in place of 3.
                _out.Advance(ProtobufValues.PutTag(ref _out.Reserve(8), open.Tag + 1));
        }
        while (again);
        if (_lengths == 0 && _out.Position >= ChunkSize)
            _out.Drain();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void PatchLength(ref ProtobufOpen open, int reserved)
    {
        int length = _out.Position - open.Start;
        int needed = length < 0x80 ? 1 : length < 0x4000 ? 2 : ProtobufVarint.Length((ulong)length);
        if (needed != reserved)
            MoveContent(ref open, length, needed);
        ref byte place = ref Unsafe.Subtract(ref _out.Here, length + needed);
        if (needed == 1)
            place = (byte)length;
        else if (needed == 2)
            Unsafe.WriteUnaligned(ref place, (ushort)((length & 0x7F) | 0x80 | (length >> 7 << 8)));
        else
            ProtobufVarint.PutExact(ref place, (ulong)length, needed);
        _lengths--;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void MoveContent(ref ProtobufOpen open, int length, int needed)
    {
        open.Field.LengthHint = needed;
        int shift = needed - open.Reserved;
        _out.Reserve(Math.Max(shift, 0));
        ref byte content = ref Unsafe.Subtract(ref _out.Here, length);
        MemoryMarshal.CreateSpan(ref content, length).CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref content, shift), length));
        _out.Advance(shift);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginSpecial(ProtobufTable table)
    {
        // The root itself takes no room in it otherwise.
        if (_open.Length == 0)
            TakeOpen();
        if (table.Exclusive is not null)
            NothingSet(ref OpenAt(_depth - 1));
        if (table.IsLayered)
            OpenLayers(table);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void MemberOfSpecial(ProtobufTable table, int index)
    {
        if (table.Exclusive is { } exclusive)
        {
            SettleOneOf(table, exclusive);
            if (table.IsLayered)
                CloseLayers(table.LayerOf[index]);
            if (exclusive[index].Own != 0)
            {
                ref var open = ref OpenAt(_depth - 1);
                open.Pending = index;
                open.PendingAt = _out.Position;
            }
            return;
        }
        CloseLayers(table.LayerOf[index]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void EndSpecial(ProtobufTable table)
    {
        if (table.Exclusive is { } exclusive)
            SettleOneOf(table, exclusive);
        if (table.IsLayered)
            CloseLayers(0);
    }

    /// <summary>The exact type's members stand innermost, in a field of its base, which stands in a field of that one's base.</summary>
    void OpenLayers(ProtobufTable table)
    {
        var layers = table.Layers;
        for (int i = 0; i < layers.Length - 1; i++)
        {
            var field = layers[i].NextField!;
            if (field.IsGroup || _options.Groups || _depth >= _openLimit || !_out.HasRoom(16))
                OpenLayer(field, i + 1);
            else
                OpenLength(field, i + 1);
            if (table.Exclusive is not null)
                NothingSet(ref OpenAt(_depth - 1));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void OpenLayer(ProtobufField field, int layer)
    {
        bool group = field.IsGroup || _options.Groups;
        ulong tag = group ? field.Self.Tag | 1 : field.Self.Tag;
        var kind = group ? ProtobufOpenKind.Group : ProtobufOpenKind.Length;
        Open(field, tag, kind, chained: false).State |= (uint)(byte)layer << ProtobufOpen.LayerShift;
    }

    void CloseLayers(int layer)
    {
        while (_depth > 1 && _open[_depth - 1].Layer > layer)
            Close();
    }

    /// <summary>The limit is never above what is allowed, so that it is met here and nowhere else.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void Grow()
    {
        int most = _options.Limits.MaxDepth + CountEntries();
        if (_depth >= most)
            throw new NotSupportedException(
                $"Protobuf: the value nests deeper than Limits.MaxDepth ({_options.Limits.MaxDepth}), or contains itself, which protobuf has no form for.");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException(
                "Protobuf: the value nests deeper than the stack of this thread allows. Write it from a thread with a larger one.");
        if (_open.Length == 0)
            TakeOpen();
        if (_depth >= _open.Length)
            Array.Resize(ref _open, 2 * _open.Length);
        // Every 16 levels the stack is looked at again.
        _openLimit = Math.Min(Math.Min(_open.Length, _depth + ProtobufOpen.FirstSize), most);
    }

    /// <summary>Room for what is open, of which there is none yet.</summary>
    void TakeOpen()
    {
        if (_scratch is null)
        {
            _scratch = ProtobufScratch.Take();
            _open = _scratch.Open;
        }
        if (_open.Length == 0)
            _open = new ProtobufOpen[ProtobufOpen.FirstSize];
        _openLimit = Math.Min(ProtobufOpen.FirstSize, _options.Limits.MaxDepth);
    }

    /// <summary>The entries of maps that are open: reading does not count them, and what was read can be written.</summary>
    readonly int CountEntries()
    {
        int entries = 0;
        for (int i = 1; i < _depth; i++)
            if (_open[i - 1] is { Kind: ProtobufOpenKind.None, Field: { Kind: ProtobufKind.Map } field }
                && ReferenceEquals(_open[i].Field, field))
                entries++;
        return entries;
    }
}
