using System.Buffers.Text;
using System.Runtime.InteropServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// The objects of a root list or dictionary that stood in the text before. fastJSON writes them in full again and gives them no second
/// number, so that every <c>$i</c> behind them counts one less than there are objects in the text:
/// <c>[{"$type":"1","n":5},{"$type":"1","n":5},{"$type":"2","a":{"$type":"1","n":6},"b":{"$i":3}}]</c>, where 3 is the one with 6.
/// </summary>
/// <remarks>
/// An object is known again by its text: what was written of it the first time, with <c>$i</c> in place of the objects in it. So each
/// byte of the text is part of one key. Two objects of one content look the same, so nothing is taken for a repetition unless the meaning
/// of some <c>$i</c> depends on it, nor if a number would then be given before its object: <see cref="FastJsonRootRepeats"/>.
/// </remarks>
internal ref struct FastJsonRepeats
{
    readonly ReadOnlySpan<byte> _text;
    readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);
    readonly Dictionary<int, int> _repeats = [];
    // Open brackets: whether each is an object with a type; and these objects.
    readonly Stack<bool> _open = new();
    readonly List<Frame> _frames = [];
    int _count;
    int _depth;
    int _firstAt = -1;
    int _before;
    bool _matters;

    /// <summary>
    /// An object that is open: its number, or 0 for one of the root that may have stood before; its text without objects in it.
    /// </summary>
    sealed class Frame
    {
        public List<byte> Key { get; } = [];

        public int Start { get; set; }

        public int Number { get; set; }

        public int Copied { get; set; }
    }

    FastJsonRepeats(ReadOnlySpan<byte> text) => _text = text;

    /// <summary>By the offset of the brace of each, the number of the object that it is; null if there are none that matter.</summary>
    public static Dictionary<int, int>? Find(ReadOnlySpan<byte> text, FastJsonRootRepeats choice)
    {
        int first = text.IndexOfAnyExcept(" \t\r\n"u8);
        // An object as the root has everything in it.
        if (choice == FastJsonRootRepeats.Different || first < 0
            || (text[first] == (byte)'{' && NameAt(text, first + 1) is var name
                && (name.SequenceEqual("$type"u8) || name.SequenceEqual("$types"u8))))
            return null;
        var repeats = new FastJsonRepeats(text);
        if (!repeats.Scan() || !repeats._matters)
            return null;
        return choice == FastJsonRootRepeats.Same ? repeats._repeats : throw new WireFormatException(
            "An object of the root stands there again, in the same words, and a $i behind it means one object if it is the same and another if it is not. FastJsonRules.RootRepeats chooses.")
        { Offset = repeats._firstAt };
    }

    /// <summary>False if a number is referred to that no object has yet: then what looks the same is different.</summary>
    bool Scan()
    {
        for (int i = 0; i < _text.Length; i++)
        {
            switch (_text[i])
            {
                case (byte)'"' or (byte)'\'':
                    i = FastJsonLateTypes.EndOfString(_text, i);
                    break;
                case (byte)'/':
                    i = FastJsonLateTypes.EndOfComment(_text, i);
                    break;
                case (byte)'[':
                    _open.Push(false);
                    break;
                case (byte)'{':
                    var name = NameAt(_text, i + 1);
                    if (name.SequenceEqual("$i"u8) && !Refer(i))
                        return false;
                    bool isTyped = name.SequenceEqual("$type"u8) || name.SequenceEqual("$types"u8);
                    _open.Push(isTyped);
                    if (isTyped)
                        i = Begin(i, name);
                    break;
                case (byte)']' or (byte)'}':
                    if (_open.TryPop(out bool typed) && typed)
                        End(i);
                    break;
            }
        }
        return true;
    }

    /// <summary>The name that comes next, if it is in quotes.</summary>
    static ReadOnlySpan<byte> NameAt(ReadOnlySpan<byte> text, int at)
    {
        var rest = text[at..].TrimStart(" \t\r\n"u8);
        if (rest.IsEmpty || rest[0] is not ((byte)'"' or (byte)'\''))
            return default;
        int end = rest[1..].IndexOf(rest[0]);
        return end < 0 ? default : rest.Slice(1, end);
    }

    bool Refer(int brace)
    {
        var rest = _text[brace..];
        int digit = rest.IndexOfAnyInRange((byte)'0', (byte)'9');
        if (digit < 0 || !Utf8Parser.TryParse(rest[digit..], out int number, out _))
            return true;
        _matters |= _firstAt >= 0 && number > _before;
        return number <= _count || (_depth == 1 && _frames[0].Number == 0 && number == _count + 1);
    }

    int Begin(int brace, ReadOnlySpan<byte> name)
    {
        if (_depth == _frames.Count)
            _frames.Add(new Frame());
        var frame = _frames[_depth];
        frame.Key.Clear();
        frame.Key.Add((byte)'{');
        frame.Start = brace;
        frame.Number = 0;
        frame.Copied = name.SequenceEqual("$types"u8) ? EndOfTable(brace) : brace + 1;
        if (_depth++ > 0)
        {
            // What has an object in it that is new is new itself, and comes before it.
            if (_frames[0].Number == 0)
                _frames[0].Number = ++_count;
            frame.Number = ++_count;
            var outer = _frames[_depth - 2];
            Copy(outer, brace);
            outer.Key.AddRange(Encoding.ASCII.GetBytes($"{{\"$i\":{_count}}}"));
        }
        return frame.Copied - 1;
    }

    void End(int brace)
    {
        var frame = _frames[--_depth];
        if (_depth > 0)
            _frames[_depth - 1].Copied = brace + 1;
        Copy(frame, brace + 1);
        string key = Encoding.Latin1.GetString(CollectionsMarshal.AsSpan(frame.Key));
        if (frame.Number == 0 && !IsSchema(frame.Start) && _numbers.TryGetValue(key, out int number))
        {
            _repeats.Add(frame.Start, number);
            if (_firstAt < 0)
                (_firstAt, _before) = (frame.Start, _count);
            return;
        }
        if (frame.Number == 0)
            frame.Number = ++_count;
        if (!IsSchema(frame.Start))
            _numbers.TryAdd(key, frame.Number);
    }

    /// <summary>Without white space between tokens: a text that is indented is deeper indented inside.</summary>
    readonly void Copy(Frame frame, int end)
    {
        for (int at = frame.Copied; at < end; at++)
        {
            if (_text[at] is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
                continue;
            int length = _text[at] is (byte)'"' or (byte)'\'' ? Math.Min(FastJsonLateTypes.EndOfString(_text, at) + 1, end) - at : 1;
            frame.Key.AddRange(_text.Slice(at, length));
            at += length - 1;
        }
    }

    /// <summary>The $schema of a table is a new object for each.</summary>
    readonly bool IsSchema(int start) => _text[..start].TrimEnd(" \t\r\n:"u8).EndsWith("\"$schema\""u8);

    /// <summary>Behind the table of types, and its comma, that begin an object.</summary>
    readonly int EndOfTable(int brace)
    {
        int at = brace + 1 + _text[(brace + 1)..].IndexOf((byte)'{');
        for (; at < _text.Length && _text[at] != (byte)'}'; at++)
            if (_text[at] is (byte)'"' or (byte)'\'')
                at = FastJsonLateTypes.EndOfString(_text, at);
        at = Math.Min(at + 1, _text.Length);
        return at < _text.Length && _text[at] == (byte)',' ? at + 1 : Math.Max(at, brace + 1);
    }
}
