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
    const int FirstSize = 16;

    [ThreadStatic]
    static ProtobufOpen[]? t_spare;

    public ProtobufField Field;

    /// <summary>Of a collection: the record of its items.</summary>
    public ProtobufRecord Item;

    public ulong Tag;

    /// <summary>Where the content begins, behind the bytes that were left for its length.</summary>
    public int Start;

    public byte Reserved;

    public ProtobufOpenKind Kind;

    /// <summary>Of a layer of a hierarchy: its number, else 0.</summary>
    public byte Layer;

    /// <summary>Ends together with the one around it.</summary>
    public bool IsChained;

    public static ProtobufOpen[] Grow(ProtobufOpen[] current)
    {
        if (current.Length == 0 && t_spare is { } spare)
        {
            t_spare = null;
            return spare;
        }
        Array.Resize(ref current, Math.Max(2 * current.Length, FirstSize));
        return current;
    }

    public static void Return(ProtobufOpen[] array)
    {
        if (array.Length is 0 or > 1024)
            return;
        t_spare = array;
    }
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    void OpenMessage()
    {
        var field = _record.Field;
        bool wrapped = field.ValueWrap != ProtobufWrap.None;
        if (wrapped)
        {
            OpenWrapper(field, chained: false);
            field = field.Inner.Field;
        }
        ulong tag = field.Self.Tag;
        if (field.IsGroup)
            Open(field, tag, ProtobufOpenKind.Group, wrapped);
        else if (_groups)
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
        if (_depth >= _maxDepth)
            TooDeep();
        if ((_depth & 31) == 31)
            CheckStack();
        if (_depth >= _open.Length)
            _open = ProtobufOpen.Grow(_open);
        ref var open = ref _open[_depth++];
        open.Field = field;
        open.Kind = kind;
        open.IsChained = chained;
        open.Layer = 0;
        open.Tag = tag;
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
            open.Reserved = (byte)reserved;
            _out.Advance(length + reserved);
            open.Start = _out.Position;
        }
        return ref open;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void Close()
    {
        bool again;
        do
        {
            ref var open = ref _open[--_depth];
            again = open.IsChained;
            if (open.Kind == ProtobufOpenKind.Length)
                PatchLength(ref open);
            else if (open.Kind == ProtobufOpenKind.Group)
                // Its end is its start with wire type 4 in place of 3.
                _out.Advance(ProtobufValues.PutTag(ref _out.Reserve(8), open.Tag + 1));
        }
        while (again);
        if (_target is not null && _lengths == 0 && _out.Position >= ChunkSize)
            _out.Drain(_target);
    }

    void PatchLength(ref ProtobufOpen open)
    {
        int length = _out.Position - open.Start;
        int needed = length < 0x80 ? 1 : ProtobufVarint.Length((ulong)length);
        if (needed != open.Reserved)
            MoveContent(ref open, length, needed);
        ref byte place = ref Unsafe.Subtract(ref _out.Here, length + needed);
        if (needed == 1)
            place = (byte)length;
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

    /// <summary>The exact type's members stand innermost, in a field of its base, which stands in a field of that one's base.</summary>
    void OpenLayers(ProtobufTable table)
    {
        for (int i = 0; i < table.Layers.Length - 1; i++)
        {
            var field = table.Layers[i].NextField!;
            bool group = field.IsGroup || _groups;
            ulong tag = group ? field.Self.Tag | 1 : field.Self.Tag;
            Open(field, tag, group ? ProtobufOpenKind.Group : ProtobufOpenKind.Length, chained: false).Layer = (byte)(i + 1);
        }
    }

    void CloseLayers(int layer)
    {
        while (_depth > 1 && _open[_depth - 1].Layer > layer)
            Close();
    }

    readonly void TooDeep() => throw new NotSupportedException($"Protobuf: the value nests deeper than Limits.MaxDepth ({_maxDepth}), or contains itself, which protobuf has no form for.");

    static void CheckStack()
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new NotSupportedException("Protobuf: the value nests deeper than the stack of this thread allows. Write it from a thread with a larger one.");
    }
}
