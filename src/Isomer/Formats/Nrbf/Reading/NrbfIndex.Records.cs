using System.Buffers.Binary;

namespace Isomer.Formats;

/// <summary>
/// Passing over records of every kind: what they tell (objects, classes, libraries) is entered, what they hold is opened.
/// </summary>
internal sealed partial class NrbfIndex
{
    void Record(ref NrbfBytes bytes, bool isKnown)
    {
        int start = _start = bytes.At;
        var record = bytes.Peek();
        bool isTop = _depth == 0;
        bytes.Byte();
        switch (record)
        {
            case NrbfRecord.Library:
                int library = bytes.Int32();
                string name = bytes.String();
                if (!isKnown && _numbers is not null)
                    Take(library, start);
                else if (!isKnown)
                    Enter(library, start).Offset = ~start;
                _libraries.TryAdd(library, name);
                // It stands before the record that it is for.
                return;
            case NrbfRecord.ClassWithId:
                int id = bytes.Int32();
                var told = ClassOf(bytes.Int32(), start);
                if (!isKnown && id != -1)
                {
                    if (_numbers is not null)
                        Enter(id, start, isKnown: false);
                    else
                        Enter(id, start).Class = told;
                    told.Objects++;
                }
                Open(told, ref bytes);
                return;
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                Class(ref bytes, record, start, isKnown);
                return;
            case NrbfRecord.String:
                Enter(bytes.Int32(), start, isKnown);
                if (isKnown)
                    bytes.Text();
                else
                    bytes.SkipText();
                break;
            case NrbfRecord.Array:
                Array(ref bytes, start, isKnown);
                return;
            case NrbfRecord.PrimitiveArray:
                Enter(bytes.Int32(), start, isKnown);
                int length = bytes.Count(0, "items");
                var item = bytes.Primitive();
                CheckItems(length, item, start);
                bytes.Skip(item, length);
                if (_depth > 0)
                    _ends?.TryAdd(start, bytes.At);
                break;
            case NrbfRecord.ObjectArray or NrbfRecord.StringArray:
                Enter(bytes.Int32(), start, isKnown);
                int count = bytes.Count(0, "items");
                CheckItems(count, NrbfPrimitive.None, start);
                Open(count);
                return;
            case NrbfRecord.PrimitiveTyped when !isTop || isKnown:
                if (isKnown)
                    bytes.Pass(bytes.Primitive());
                else
                    bytes.Skip(bytes.Primitive());
                break;
            case NrbfRecord.Reference when !isTop || isKnown:
                bytes.Int32();
                break;
            case NrbfRecord.Null when !isTop || isKnown:
                break;
            case NrbfRecord.Nulls256 or NrbfRecord.Nulls when !isTop || isKnown:
                Nulls(record == NrbfRecord.Nulls ? bytes.Int32() : bytes.Byte(), start, isKnown);
                return;
            default:
                throw new WireFormatException($"A record of kind {(byte)record} cannot stand here.") { Offset = start };
        }
        Step();
    }

    /// <summary>One value of the innermost has been passed.</summary>
    void Step()
    {
        if (_depth > 0)
            _frames[_depth - 1].Next++;
    }

    /// <summary>How many nulls were passed over in what had been passed before: five bytes may stand for as many as an array has.</summary>
    public long PassedNulls { get; private set; }

    void Nulls(int count, int start, bool isKnown)
    {
        ref var frame = ref _frames[Math.Max(_depth - 1, 0)];
        if (_depth == 0 || frame.Class is not null || count <= 0 || count > frame.Count - frame.Next)
            throw new WireFormatException($"{count} nulls in a row do not fit here.") { Offset = start };
        if (isKnown)
            PassedNulls += count;
        else if ((_nulls -= count) < 0)
        {
            if (!_goesOn)
                throw TooManyNulls(start, isAlone: true);
            _beyond = _beyond < 0 ? start : _beyond;
        }
        frame.Next += count;
    }

    static WireFormatException TooManyNulls(int at, bool isAlone) =>
        new("The payload has more nulls than one of its size may have.")
        { Offset = at, IsCut = true, IsOfBound = true, IsBeyondAlone = isAlone };

    void Enter(int id, int offset, bool isKnown)
    {
        if (isKnown || id == -1)
            return;
        if (_numbers is null)
        {
            Enter(id, offset);
            return;
        }
        Take(id, offset);
        _hasRoot |= id == Root;
    }

    void EnterShortAscii(int id, int offset)
    {
        if (id != -1 && _numbers is null)
            Enter(id, offset).IsShortAscii = true;
        else
            Enter(id, offset, isKnown: false);
    }

    /// <summary>A number of which it is kept that it is given, and nothing else.</summary>
    void Take(int id, int offset)
    {
        if (id == 0)
            throw NoNumber(offset);
        if (!_numbers!.TryEnter(id, offset))
            throw Twice(id, offset);
    }

    static WireFormatException NoNumber(int at) => new("The number 0 is that of no object.") { Offset = at };

    static WireFormatException Twice(int id, int at) =>
        new($"The number {id} is given to two objects, or to an object and a library.") { Offset = at };

    /// <summary>Gives the number to what stands here.</summary>
    ref NrbfObject Enter(int id, int offset)
    {
        if (id == 0)
            throw NoNumber(offset);
        ref var entered = ref Objects.Enter(id, offset, out bool isNew);
        if (!isNew)
            throw Twice(id, offset);
        entered.Offset = offset;
        return ref entered;
    }

    /// <summary>
    /// The value counts when it has been opened: what is in it comes before what is behind it. A class of primitives alone is passed over
    /// at once.
    /// </summary>
    void Open(NrbfClassInfo info, ref NrbfBytes bytes)
    {
        if (info.IsPlain)
        {
            if (info.Members.Length > 0 && info.Widths[0] > 0)
                bytes.Pass(info.Widths[0]);
            else
                PassPrimitives(info, 0, info.Members.Length, ref bytes);
            if (_depth > 0)
                _ends?.TryAdd(_start, bytes.At);
            Step();
            return;
        }
        Step();
        Push(new Frame { Class = info, Count = info.Members.Length, Start = _start });
    }

    void Open(int count)
    {
        Step();
        Push(new Frame { Count = count, Start = _start });
    }

    void Push(Frame frame)
    {
        if (_depth == _frames.Length)
            System.Array.Resize(ref _frames, _depth * 2);
        _frames[_depth++] = frame;
    }

    void Class(ref NrbfBytes bytes, NrbfRecord record, int start, bool isKnown)
    {
        int id = bytes.Int32();
        if (isKnown)
        {
            var known = ClassOf(id, start);
            bytes.At = known.Body;
            Open(known, ref bytes);
            return;
        }
        string name = bytes.String();
        int count = bytes.Count(1, "members");
        string[] members = new string[count];
        for (int i = 0; i < count; i++)
            members[i] = bytes.String();
        var (kinds, primitives) = (new NrbfKind[count], new NrbfPrimitive[count]);
        if (record >= NrbfRecord.SystemClassWithMembersAndTypes)
        {
            for (int i = 0; i < count; i++)
                kinds[i] = bytes.Kind();
            for (int i = 0; i < count; i++)
                primitives[i] = CheckedDetails(ref bytes, kinds[i]);
        }
        else
        {
            new NrbfDeclared(_options!, _root ??= _options!.Convention.ModelOf(typeof(object))).Find(name, members, kinds, primitives,
                start);
        }
        bool isOfLibrary = record is NrbfRecord.ClassWithMembersAndTypes or NrbfRecord.ClassWithMembers;
        int library = isOfLibrary ? bytes.Int32() : 0;
        if (isOfLibrary && !IsLibrary(library))
            throw new WireFormatException($"The library {library} of the class '{name}' has not been told.") { Offset = start };
        var info = new NrbfClassInfo(id, name, members, kinds, primitives, library, bytes.At);
        if (id == -1)
            throw new WireFormatException("A class is told by an object without a number.") { Offset = start };
        if (_numbers is not null)
        {
            Enter(id, start, isKnown: false);
            _classes!.Add(id, info);
        }
        else
        {
            Enter(id, start).Class = info;
        }
        info.Objects = 1;
        _told.Add(info);
        _start = start;
        Open(info, ref bytes);
    }

    bool IsLibrary(int id) => _libraries.ContainsKey(id);

    /// <summary>The kind of a member, where a library that is named must have been told.</summary>
    NrbfPrimitive CheckedDetails(ref NrbfBytes bytes, NrbfKind kind)
    {
        var primitive = Details(ref bytes, kind);
        if (kind == NrbfKind.Class && BinaryPrimitives.ReadInt32LittleEndian(bytes.Payload[(bytes.At - 4)..]) is var library
            && !IsLibrary(library))
            throw bytes.Fail($"The library {library} of a class has not been told.");
        return primitive;
    }

    /// <summary>What follows the kind of a member or item; which primitive it is.</summary>
    public static NrbfPrimitive Details(ref NrbfBytes bytes, NrbfKind kind)
    {
        switch (kind)
        {
            case NrbfKind.Primitive:
                return bytes.Primitive();
            case NrbfKind.PrimitiveArray:
                bytes.Primitive();
                break;
            case NrbfKind.SystemClass:
                bytes.SkipText();
                break;
            case NrbfKind.Class:
                bytes.SkipText();
                bytes.Int32();
                break;
        }
        return NrbfPrimitive.None;
    }

    void Array(ref NrbfBytes bytes, int start, bool isKnown)
    {
        int id = bytes.Int32();
        var info = NrbfArrayInfo.IsPlain(bytes.Payload, start) ? ArrayOf(bytes.Payload, start) : null;
        int count;
        NrbfPrimitive primitive;
        if (info is not null)
        {
            bytes.At = start + NrbfArrayInfo.LengthAt;
            count = NrbfArrayShape.Length(ref bytes, start + 5);
            bytes.At += info.Length;
            primitive = info.Primitive;
        }
        else
        {
            count = NrbfArrayShape.Read(ref bytes).Count;
            int said = bytes.At;
            var kind = bytes.Kind();
            primitive = isKnown ? Details(ref bytes, kind) : CheckedDetails(ref bytes, kind);
            if (!isKnown && said == start + NrbfArrayInfo.HeadLength && NrbfArrayInfo.IsPlain(bytes.Payload, start))
            {
                info = new NrbfArrayInfo(said, bytes.At - said, primitive);
                _arrays[_nextArray++ & (KeptArrays - 1)] = info;
            }
        }
        CheckItems(count, primitive, start);
        if (_numbers is not null)
            Enter(id, start, isKnown);
        else if (!isKnown && id != -1)
            Enter(id, start).Array = info;
        if (primitive != NrbfPrimitive.None)
        {
            bytes.Skip(primitive, count);
            if (_depth > 0)
                _ends?.TryAdd(start, bytes.At);
            Step();
        }
        else
        {
            Open(count);
        }
    }

    /// <summary>Bytes are one blob, which is bounded as a text is.</summary>
    void CheckItems(int count, NrbfPrimitive primitive, int start)
    {
        if (_options?.Limits is not { } limits)
            return;
        bool isBlob = primitive is NrbfPrimitive.Byte or NrbfPrimitive.SByte;
        if (count > (isBlob ? limits.MaxStringLength : limits.MaxItems))
            throw new WireFormatException(isBlob
                ? $"{count} bytes are more than {nameof(Limits)}.{nameof(Limits.MaxStringLength)} ({limits.MaxStringLength}) allows."
                : $"A collection of {count} items is longer than {nameof(Limits)}.{nameof(Limits.MaxItems)} ({limits.MaxItems}).")
            { Offset = start };
    }

    /// <summary>What the record says of its items, where one of the last that were met said the same.</summary>
    NrbfArrayInfo? ArrayOf(ReadOnlySpan<byte> payload, int start)
    {
        foreach (var info in _arrays)
            if (info?.IsSaid(payload, start) == true)
                return info;
        return null;
    }
}
