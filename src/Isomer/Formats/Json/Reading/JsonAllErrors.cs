namespace Isomer.Formats;

/// <summary>
/// All values of a text that its reader refuses, where the options ask for more than the first (<see cref="JsonOptions.MaxErrors"/>): the
/// refused one is taken out of a copy of the text, which is read again, until nothing is refused any more.
/// </summary>
/// <remarks>
/// So reading itself knows nothing of it, and who does not ask pays nothing; who does pays one more reading for each refused value. Spaces
/// stand where a value was, so that offsets stay those of the text.
/// </remarks>
internal ref struct JsonAllErrors
{
    readonly ReadOnlySpan<byte> _text;
    readonly int _most;
    readonly byte[] _rest;
    readonly List<Part> _parts = [];
    readonly List<WireFormatException> _errors = [];

    /// <summary>
    /// A member with its name, an item, or the root: where it begins and ends, which part it is in, and whether it is taken out.
    /// </summary>
    sealed class Part
    {
        public int Start;
        public int End;
        public int Parent;
        public bool IsOut;
        /// <summary>The members that were taken out of it.</summary>
        public HashSet<string>? Lost;
    }

    public JsonAllErrors(ReadOnlySpan<byte> text, JsonOptions options)
    {
        _text = text;
        _most = options.MaxErrors;
        _rest = text.ToArray();
    }

    /// <summary>What is left of the text.</summary>
    public readonly ReadOnlySpan<byte> Rest => _rest;

    /// <summary>
    /// Whether the text is to be read once more, now without the value that this is about. False if there are enough errors, if nothing can
    /// be taken out (the text is malformed, the root itself is refused), or what is refused now is none of the input's.
    /// </summary>
    public bool TakeOut(WireFormatException error, JsonProfile profile)
    {
        if (_errors.Count == 0 && !Divide(profile))
        {
            _errors.Add(error);
            return false;
        }
        int at = PartOf((int)error.Offset);
        // An object that lacks what was refused in it is no error of its own.
        bool follows = error.Missing is { } missing && at >= 0 && _parts[at].Lost?.Contains(LettersOf(missing)) == true;
        if (!follows)
            _errors.Add(error);
        if (at <= 0 || _errors.Count >= _most)
            return false;
        Part part = _parts[at];
        part.IsOut = true;
        (_parts[part.Parent].Lost ??= []).Add(NameOf(part));
        Erase(part);
        return true;
    }

    /// <summary>The name of a member; of an item whatever text it has.</summary>
    readonly string NameOf(Part part)
    {
        var text = _text[part.Start..part.End];
        int end = text[1..].IndexOf((byte)'"');
        return text[0] == (byte)'"' && end >= 0 ? LettersOf(System.Text.Encoding.UTF8.GetString(text.Slice(1, end))) : "";
    }

    /// <summary>What naming policies leave of a name: <c>orderId</c>, <c>order_id</c> and <c>OrderId</c> are one.</summary>
    static string LettersOf(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();

    /// <summary>One error that has all of them.</summary>
    public readonly WireFormatException ToException(ReadOnlySpan<byte> text)
    {
        WireFormatException first = _errors[0];
        if (_errors.Count == 1)
            return first;
        // Of what is left of a text items have other numbers: paths are those of the whole.
        foreach (var error in _errors)
            error.Path = JsonErrors.PathTo(text, (int)error.Offset);
        return new WireFormatException(
            $"{_errors.Count} values are refused. {string.Join(" ", _errors.Select(static e => e.Message))} The first:",
            first.InnerException)
        {
            Format = first.Format,
            Offset = first.Offset,
            Line = first.Line,
            Column = first.Column,
            Path = first.Path,
            Collected = [.. _errors],
        };
    }

    /// <summary>Notes the parts of the text; false if it is malformed.</summary>
    readonly bool Divide(JsonProfile profile)
    {
        try
        {
            var source = new JsonSource(_text, profile);
            source.SkipValue();
            source.End();
        }
        catch (WireFormatException)
        {
            return false;
        }
        // The text is well-formed: brackets, commas and strings are all that is looked at.
        var open = new Stack<int>();
        _parts.Add(new Part { Start = 0, End = _text.Length, Parent = -1 });
        open.Push(0);
        int current = 0;
        for (int i = 0; i < _text.Length; i++)
        {
            switch (_text[i])
            {
                case (byte)'"':
                    Begin(ref current, open.Peek(), i);
                    for (i++; _text[i] != (byte)'"'; i++)
                        if (_text[i] == (byte)'\\')
                            i++;
                    break;
                case (byte)'{' or (byte)'[':
                    Begin(ref current, open.Peek(), i);
                    open.Push(current);
                    current = -1;
                    break;
                case (byte)'}' or (byte)']':
                    Close(current, i);
                    current = open.Pop();
                    break;
                case (byte)',':
                    Close(current, i);
                    current = -1;
                    break;
                case (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or (byte)':':
                    break;
                case (byte)'/' or (byte)'\'':
                    // A comment, or a text in single quotes: what is in it is not looked at here.
                    return false;
                default:
                    Begin(ref current, open.Peek(), i);
                    break;
            }
        }
        return true;
    }

    /// <summary>Something stands here: a part begins, unless one is open. The root is part 0 from the first byte on.</summary>
    readonly void Begin(ref int current, int parent, int at)
    {
        if (current >= 0)
            return;
        current = _parts.Count;
        _parts.Add(new Part { Start = at, End = _text.Length, Parent = parent });
    }

    readonly void Close(int current, int at)
    {
        if (current >= 0)
            _parts[current].End = at;
    }

    /// <summary>The innermost part at the offset, its end included; -1 if there is none that is not out already.</summary>
    readonly int PartOf(int offset)
    {
        // Parts are in the order of their beginnings, so the last that contains it is the innermost.
        for (int i = _parts.Count - 1; i >= 0; i--)
            if (!_parts[i].IsOut && _parts[i].Start <= offset && offset <= _parts[i].End)
                return i;
        return -1;
    }

    /// <summary>Spaces in place of the part, and of one comma beside it.</summary>
    readonly void Erase(Part part)
    {
        _rest.AsSpan(part.Start, part.End - part.Start).Fill((byte)' ');
        int before = _rest.AsSpan(0, part.Start).LastIndexOfAnyExcept(" \t\r\n"u8);
        if (before >= 0 && _rest[before] == (byte)',')
        {
            _rest[before] = (byte)' ';
            return;
        }
        int behind = _rest.AsSpan(part.End).IndexOfAnyExcept(" \t\r\n"u8);
        if (behind >= 0 && _rest[part.End + behind] == (byte)',')
            _rest[part.End + behind] = (byte)' ';
    }
}
