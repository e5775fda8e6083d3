namespace Isomer.Formats;

/// <summary>A message, a layer of one, or a collection that is being read.</summary>
internal struct ProtobufFrame
{
    public const int FirstSize = 16;

    /// <summary>The limit of what is around it.</summary>
    public int End;

    /// <summary>Of an object of a hierarchy: the reader's block of entries around it.</summary>
    public int Block;

    /// <summary>What begins as zero.</summary>
    public ProtobufFrameState State;

    /// <summary>Of a message that came in several pieces: where they are, which one is being read, where to go on after the last.</summary>
    public List<ProtobufPiece>? Pieces;

    public int Piece;

    public int Resume;

    /// <summary>Of a collection: its field.</summary>
    public ProtobufField Field;

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

    public int EntryOuter;

    public int ValueAt;

    public int ValueWire;

    /// <summary>
    /// Of a message, once a value has come whose pieces merge: where the first of these stands, and what kept ones have said.
    /// </summary>
    public int PartsAt;

    public int PartsNumber;

    public int PartsWire;

    public int PartsPiece;

    public Dictionary<int, ProtobufSmall>? Parts;
}

/// <summary>What begins as zero in every frame: apart, and nothing but numbers, so that two stores clear it.</summary>
internal struct ProtobufFrameState
{
    /// <summary>The members that have to be gathered: which have been met, which have been given.</summary>
    public ulong Seen;

    public ulong Done;

    /// <summary>The number of the group that it is, or 0.</summary>
    public int Group;

    /// <summary>Of a message: which layer of the hierarchy. The object's own frame has 0.</summary>
    public int Layer;

    /// <summary>Where reading goes on once the wrapped value that is being read has ended; 0 for none.</summary>
    public int After;

    /// <summary>How many members of a oneof the one at hand has taken back.</summary>
    public int TakenBack;

    /// <summary>Of a collection: the number that its items have.</summary>
    public int Number;

    /// <summary>Of a map: where the entry ends that is being read, the limit around it, and the entry's value; 0 for none.</summary>
    public int EntryEnd;

    /// <summary>Of a layer that keeps the unknown fields of those below too: whether it has been looked through for them.</summary>
    public bool HasKept;

    /// <summary>Of a message: it ends where its bytes do, and nothing has to be done then.</summary>
    public bool IsPlain;

    /// <summary>
    /// Of a message of a hierarchy, and of its layers: it is in one piece, and where a layer comes twice in it, that is read piece by
    /// piece.
    /// </summary>
    public bool IsSole;
}

/// <summary>Where a piece of a message stands.</summary>
internal readonly record struct ProtobufPiece(int Start, int End);
