namespace OwnFormat;

/// <summary>
/// The reading end, of all that is well-formed, also what the writer never makes: indefinite lengths, long forms, unknown tags.
/// CborReader.Scalars has the values, .Tokens the heads and what is passed over, .Dynamic what no type declares.
/// </summary>
sealed partial class CborReader(FormatInput input, CborOptions options) : FormatReader
{
    /// <summary>What is open: how many entries of a map are still to come (-1: until the break), and the keys that came.</summary>
    struct Frame
    {
        public long Left;
        public HashSet<string>? Keys;
        public int KeyAt;
    }

    Frame[] _frames = new Frame[8];
    readonly List<object?> _shared = [];
    int _pending = -1;
    int _subtype;
    object? _reference;
    public override bool Merges => options.MergeNested;
    ref Frame Top => ref _frames[input.Depth];

    void Enter(long left)
    {
        input.Enter();
        if (input.Depth == _frames.Length)
            Array.Resize(ref _frames, input.Depth * 2);
        Top = new Frame { Left = left };
    }

    public override Head Head(TypeModel model)
    {
        _pending = -1;
        int begin = input.Position;
        while (input.Peek() is >= Major.Tag << 5 and < Major.Simple << 5)
        {
            var tag = ReadHead();
            switch (tag.Argument)
            {
                case 27 when model.IsPolymorphic:
                    _subtype = ReadSubtype(model, tag.At);
                    return Isomer.Shapes.Head.Subtype;
                case 28 when options.References == References.Preserve:
                    _pending = _shared.Count;
                    _shared.Add(null);
                    begin = input.Position;
                    break;
                case 29 when options.References == References.Preserve:
                    _reference = ReadReference(tag.At);
                    return Isomer.Shapes.Head.Reference;
            }
        }
        if (TryNull())
            return Isomer.Shapes.Head.Null;
        // Other tags are the value's.
        input.Position = begin;
        return Isomer.Shapes.Head.Value;
    }

    object ReadReference(int at)
    {
        var number = ReadHead();
        return number.Major == Major.Unsigned && number.Argument < (ulong)_shared.Count && _shared[(int)number.Argument] is { } value
            ? value
            : throw input.Error("A reference to an object that has not been read.", at);
    }

    int ReadSubtype(TypeModel model, int at)
    {
        if (ReadHead() is not { Major: Major.Array, Argument: 2, IsIndefinite: false })
            throw input.Error("Tag 27 has an array of a name and a value.", at);
        string name = ReadText();
        int index = CborSubtypes.IndexOf(model, name);
        return index >= 0 ? index : throw input.Error($"'{name}' is no subtype of '{model.Type}'.", at);
    }

    public override int Subtype(TypeModel model) => _subtype;
    public override object Reference() => _reference!;

    public override int Identity()
    {
        int identity = _pending;
        _pending = -1;
        return identity;
    }

    public override void Register(int identity, object value)
    {
        if (identity >= 0)
            _shared[identity] = value;
    }

    public override bool TryNull()
    {
        if (input.Peek() is not (Major.Null or Major.Undefined))
            return false;
        input.ReadByte();
        return true;
    }

    public override MemberTable BeginObject(TypeModel model)
    {
        BeginMap(model);
        return CborTable.Of(model);
    }

    public override int NextMember(MemberTable table, int previous)
    {
        var names = (CborTable)table;
        while (NextEntry(0))
        {
            int at = input.Position, next = previous + 1;
            int index = next < names.Keys.Length && input.Rest.StartsWith(names.Keys[next]) ? next : -1;
            if (index >= 0)
                input.Position += names.Keys[index].Length;
            else
                index = names.IndexOf(ReadText());
            CheckNew(at);
            if (index >= 0)
            {
                input.At(table, index);
                return index;
            }
            SkipValue();
        }
        return -1;
    }

    public override void EndObject(MemberTable table) => input.Leave();

    public override int BeginArray(TypeModel model)
    {
        int count = CountOf(Expect(Major.Array, "an array"), 1);
        Enter(count);
        return count;
    }

    public override bool NextItem(int index, int count) => NextEntry(index);
    public override void EndArray(TypeModel model) => input.Leave();

    public override int BeginMap(TypeModel model)
    {
        int count = CountOf(Expect(Major.Map, "a map"), 2);
        Enter(count);
        return count;
    }

    public override bool NextKey(TypeModel model, int index, int count)
    {
        bool next = NextEntry(index);
        Top.KeyAt = input.Position;
        return next;
    }

    public override void MapValue(TypeModel model)
    {
        if (TextAt(Top.KeyAt) is { } name)
            input.At(name);
        CheckNew(Top.KeyAt);
    }

    public override void EndMap(TypeModel model) => input.Leave();

    /// <summary>Whether another entry or item of what is open follows, the one of this index.</summary>
    bool NextEntry(int index)
    {
        if (Top.Left < 0 ? IsBreak() : Top.Left-- == 0)
            return false;
        if (index >= input.Limits.MaxItems)
            throw input.Error($"A collection has more than {input.Limits.MaxItems} items (Limits.MaxItems).");
        input.At(index);
        return true;
    }

    bool IsBreak()
    {
        bool isBreak = input.Peek() == Major.Break;
        input.Position += isBreak ? 1 : 0;
        return isBreak;
    }

    /// <summary>No map has a key twice, as its bytes stand there; two forms of one key meet again in the collection.</summary>
    void CheckNew(int keyAt)
    {
        int end = input.Position;
        input.Position = keyAt;
        string key = Encoding.Latin1.GetString(input.Read(end - keyAt));
        if (!(Top.Keys ??= []).Add(key))
            throw input.Error("A map has one key twice.", keyAt);
    }

    /// <summary>The short text that is a key, for the path.</summary>
    string? TextAt(int at)
    {
        int end = input.Position;
        input.Position = at;
        string? text = input.Peek() >> 5 == Major.Text && end - at < 64 ? ReadText() : null;
        input.Position = end;
        return text;
    }
}
