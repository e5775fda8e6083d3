using System.Buffers.Binary;

namespace OwnFormat;

/// <summary>A head as it was read: the argument's bits of a float, too; where it stood.</summary>
readonly record struct CborHead(int Major, int Info, ulong Argument, int At)
{
    public bool IsIndefinite => Info == 31;
}

/// <summary>Heads, texts and bytes, and what is passed over.</summary>
sealed partial class CborReader
{
    static readonly UTF8Encoding s_utf8 = new(false, throwOnInvalidBytes: true);

    static readonly string[] s_kinds = ["a number", "a number", "bytes", "a text", "an array", "a map", "a tag"];

    CborHead ReadHead()
    {
        int at = input.Position;
        byte first = input.ReadByte();
        int major = first >> 5, info = first & 31;
        ulong argument = info switch
        {
            < 24 => (ulong)info,
            24 => input.ReadByte(),
            25 => BinaryPrimitives.ReadUInt16BigEndian(input.Read(2)),
            26 => BinaryPrimitives.ReadUInt32BigEndian(input.Read(4)),
            27 => BinaryPrimitives.ReadUInt64BigEndian(input.Read(8)),
            31 when major is Major.Bytes or Major.Text or Major.Array or Major.Map => 0,
            31 when major == Major.Simple => throw input.Error("A break stands where a value is expected.", at),
            _ => throw input.Error($"The byte 0x{first:X2} begins no value.", at),
        };
        if (major == Major.Simple && info == 24 && argument < 32)
            throw input.Error($"The simple value {argument} has a form of two bytes.", at);
        return new(major, info, argument, at);
    }

    /// <summary>The head of a value, behind the tags that say nothing to whoever asks.</summary>
    CborHead ReadValueHead()
    {
        var head = ReadHead();
        while (head.Major == Major.Tag)
            head = ReadHead();
        return head;
    }

    /// <summary>The count of an array or map whose items have at least so many bytes, or -1 where it ends with a break.</summary>
    int CountOf(CborHead head, int bytesEach) => head.IsIndefinite ? -1 : input.CheckCount(head.Argument, bytesEach);

    CborHead Expect(int major, string what)
    {
        var head = ReadValueHead();
        return head.Major == major ? head : throw Unexpected(head, what);
    }

    Exception Unexpected(CborHead head, string what)
    {
        string found = head.Major < Major.Simple
            ? s_kinds[head.Major]
            : head.Info switch
            {
                20 or 21 => "a boolean",
                22 => "null",
                >= 25 and <= 27 => "a float",
                _ => $"the simple value {head.Argument}"
            };
        return input.Error($"Expected {what}, found {found}.", head.At);
    }

    string ReadText()
    {
        var head = Expect(Major.Text, "a text");
        if (!head.IsIndefinite)
            return Decode(input.Read(input.CheckLength(head.Argument)), head.At);
        var text = new StringBuilder();
        while (!IsBreak())
        {
            // Each piece is whole characters.
            var piece = ReadPiece(Major.Text);
            text.Append(Decode(input.Read(input.CheckLength(piece.Argument)), piece.At));
        }
        return text.ToString();
    }

    string Decode(ReadOnlySpan<byte> utf8, int at)
    {
        try
        {
            return s_utf8.GetString(utf8);
        }
        catch (DecoderFallbackException)
        {
            throw input.Error("The text is not valid UTF-8.", at);
        }
    }

    byte[] ReadBytes(CborHead head)
    {
        if (head.Major != Major.Bytes)
            throw Unexpected(head, "bytes");
        if (!head.IsIndefinite)
            return input.Read(input.CheckLength(head.Argument)).ToArray();
        var bytes = new List<byte>();
        while (!IsBreak())
            bytes.AddRange(input.Read(input.CheckLength(ReadPiece(Major.Bytes).Argument)));
        return [.. bytes];
    }

    CborHead ReadPiece(int major)
    {
        var piece = ReadHead();
        return piece.Major == major && !piece.IsIndefinite ? piece : throw Unexpected(piece, "a piece of definite length");
    }

    public override void Skip(TypeModel model) => SkipValue();

    /// <summary>Passes over one value, which is looked at as closely as any.</summary>
    void SkipValue()
    {
        var head = ReadValueHead();
        switch (head.Major)
        {
            case Major.Bytes:
                ReadBytes(head);
                break;
            case Major.Text:
                input.Position = head.At;
                ReadText();
                break;
            case Major.Array or Major.Map:
                Enter(CountOf(head, head.Major == Major.Map ? 2 : 1));
                for (int i = 0; NextEntry(i); i++)
                {
                    int at = input.Position;
                    SkipValue();
                    if (head.Major == Major.Map)
                    {
                        CheckNew(at);
                        SkipValue();
                    }
                }
                input.Leave();
                break;
        }
    }
}
