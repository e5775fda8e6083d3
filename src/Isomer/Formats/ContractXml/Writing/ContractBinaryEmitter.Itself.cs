using System.Text;
using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// What writes itself writes by the framework's own writer, which must have as much in its buffer as it would have at this place.
/// </summary>
internal ref partial struct ContractBinaryEmitter
{
    /// <summary>
    /// The framework's writer begins with as many bytes in its buffer as it would have here: a comment that is empty is two of
    /// them, a text of 0 is one.
    /// </summary>
    public void Itself(ContractItself scene, object value)
    {
        using var stream = new MemoryStream();
        // Not closed: where the value throws within an attribute, closing would throw something else.
        var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, _names?.Dictionary, _names?.WriterSession, ownsStream: false);
        scene.Open(writer);
        writer.WriteComment("");
        writer.Flush();
        // A root that writes itself is in place of its element.
        int open = 0, filled = 0;
        if (!scene.IsWhole)
        {
            int key = KeyOf(scene.Name);
            open = LengthOfStart(Encoding.UTF8.GetByteCount(scene.Prefix), Encoding.UTF8.GetByteCount(scene.Name), key);
            filled = FilledBefore(scene.Prefix, scene.Name, key, _out.Position - (_limit - BufferSize), open);
        }
        if ((filled & 1) != 0)
            writer.WriteString("0");
        for (int i = 0; i < filled >> 1; i++)
            writer.WriteComment("");
        int start = (int)stream.Position + filled;
        scene.Write(writer, value);
        int flushed = (int)stream.Position;
        writer.Flush();
        if (scene.IsWhole)
            _out.Rewind();
        _limit = _out.Position + flushed - start - open + BufferSize;
        var written = stream.GetBuffer().AsSpan(start, (int)stream.Position - start);
        if (scene.IsWhole && (written.IsEmpty || written[0] is < XmlRecord.ShortElement or > XmlRecord.LastElement))
            throw ContractItself.NoElement(value);
        // The framework may not find in the dictionary what we find.
        if (!scene.IsWhole
            && written[0] is not (XmlRecord.ShortDictionaryElement or XmlRecord.DictionaryElement
                or (>= XmlRecord.LetterDictionaryElement and < XmlRecord.LetterElement)))
            open = LengthOfStart(Encoding.UTF8.GetByteCount(scene.Prefix), Encoding.UTF8.GetByteCount(scene.Name), -1);
        _out.Write(written[open..]);
    }

    /// <summary>
    /// How many bytes the framework's buffer had before the start of an element, of which it has so many behind it: fewer than the record's
    /// where it was emptied within that, so that the writer must come to the same place anew.
    /// </summary>
    static int FilledBefore(string prefix, string name, int key, int filled, int open)
    {
        if (filled >= open)
            return filled - open;
        for (int before = BufferSize - 1; before > 0; before--)
            if (FilledBehind(before, prefix, name, key) == filled)
                return before;
        return 0;
    }

    /// <summary>How many bytes the framework's buffer has behind the start of an element, of so many before it.</summary>
    static int FilledBehind(int at, string prefix, string name, int key)
    {
        Put(1, 1);
        if (prefix.Length > 1)
            PutName(prefix);
        if (key >= 0)
            Put(5, LengthOfNumber(key));
        else
            PutName(name);
        return at;

        void Put(int asked, int length) => at = (at + asked > BufferSize ? 0 : at) + length;

        void PutName(string name)
        {
            int bytes = Encoding.UTF8.GetByteCount(name);
            if (name.Length < ShortName)
            {
                Put(1 + (3 * name.Length), 1 + bytes);
                return;
            }
            Put(5, LengthOfNumber(bytes));
            for (var left = name.AsSpan(); left.Length > 0;)
            {
                var piece = left[..LengthOfPiece(left, NarrowPiece)];
                Put(3 * piece.Length, Encoding.UTF8.GetByteCount(piece));
                left = left[piece.Length..];
            }
        }
    }

    /// <summary>How many bytes the record of an element has.</summary>
    static int LengthOfStart(int prefix, int name, int key) =>
        1 + (prefix > 1 ? 1 + prefix : 0) + (key >= 0 ? LengthOfNumber(key) : LengthOfNumber(name) + name);

    static int LengthOfNumber(int number) => number < 1 << 7 ? 1 : number < 1 << 14 ? 2 : number < 1 << 21 ? 3 : number < 1 << 28 ? 4 : 5;
}
