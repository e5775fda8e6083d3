namespace Isomer.Formats;

/// <summary>A message, a layer of one, or a collection that is being read.</summary>
internal struct ProtobufFrame
{
    public const int FirstSize = 16;

    /// <summary>The limit of what is around it.</summary>
    public int End;

    /// <summary>Of a message: it ends where its bytes do, and nothing has to be done then.</summary>
    public bool IsPlain;

    /// <summary>The number of the group that it is, or 0.</summary>
    public int Group;

    /// <summary>Of a message: which layer of the hierarchy. The object's own frame has 0.</summary>
    public int Layer;

    /// <summary>Where reading goes on once the wrapped value that is being read has ended; 0 for none.</summary>
    public int After;

    /// <summary>Of a message that came in several pieces: where they are, which one is being read, where to go on after the last.</summary>
    public List<ProtobufPiece>? Pieces;

    public int Piece;

    public int Resume;

    /// <summary>The members that have to be gathered: which have been met, which have been given.</summary>
    public ulong Seen;

    public ulong Done;

    /// <summary>Of a collection: its field, and the number that its items have.</summary>
    public ProtobufField Field;

    public int Number;

    /// <summary>The tag of an item, if it is one byte, else -1; and how items with that tag are read.</summary>
    public int ItemTag;

    public int ItemHow;

    /// <summary>The wire type of an item whose tag has been read already, or -1.</summary>
    public int AtHand;

    /// <summary>The end of the packed items that are being read; 0 for none.</summary>
    public int PackedEnd;

    /// <summary>Whether items are looked for in all the rest of the message.</summary>
    public bool Jumps;

    /// <summary>Whether it stands in a message of its own, and where that ends.</summary>
    public bool IsWrapped;

    public int ResumePiece;

    /// <summary>Of a map: where the entry ends that is being read, and the limit around it; and the entry's value.</summary>
    public int EntryEnd;

    public int EntryOuter;

    public int ValueAt;

    public int ValueWire;
}

/// <summary>Where a piece of a message stands.</summary>
internal readonly record struct ProtobufPiece(int Start, int End);
