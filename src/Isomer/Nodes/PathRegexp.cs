using System.Text;

namespace Isomer.Nodes;

/// <summary>
/// A regular expression of RFC 9485 (I-Regexp), which match and search of a path take: characters, <c>.</c>, classes, categories, groups,
/// choices and counts; <c>^</c> and <c>$</c> stand for the ends of the text, as the compliance suite has them. What is none matches
/// nothing.
/// </summary>
/// <remarks>
/// It runs as a set of places in a program, all at once: its time is the text's length times the program's, whatever the pattern, and
/// characters are whole ones and not halves, which <see cref="System.Text.RegularExpressions.Regex"/> does not know.
/// </remarks>
internal sealed class PathRegexp
{
    // A pattern may come from the document: its counts must not become a program of any size.
    public const int MostSteps = 8_192;

    // Steps times characters: seconds. A pattern of hundreds of steps over megabytes comes from the document, and not from who asks.
    const long MostWork = 1L << 28;

    readonly PathRegexpStep[]? _steps;

    public PathRegexp(string pattern)
    {
        Pattern = pattern;
        _steps = PathRegexpParser.Parse(pattern);
    }

    public string Pattern { get; }

    /// <summary>Whether the whole of the text, or any part of it, is of the expression.</summary>
    /// <exception cref="WireFormatException">Both are so long that it would take minutes.</exception>
    public bool IsMatch(string text, bool isWhole)
    {
        if (_steps is null)
            return false;
        if ((long)text.Length * _steps.Length > MostWork)
            throw new WireFormatException(
                $"A regular expression of {_steps.Length} steps is asked of a text of {text.Length} characters, which may take minutes. Ask a shorter text, or use a shorter expression.");
        var (here, next) = (new Places(_steps), new Places(_steps));
        here.Add(0, isBegin: true, isEnd: text.Length == 0);
        for (int at = 0; ;)
        {
            if (here.IsDone && (!isWhole || at == text.Length))
                return true;
            if (at == text.Length)
                return false;
            int size = Rune.TryGetRuneAt(text, at, out var rune) ? rune.Utf16SequenceLength : 1;
            int character = size == 1 ? text[at] : rune.Value;
            at += size;
            next.Clear();
            foreach (int place in here.Taking)
                if (_steps[place].Set!.Contains(character))
                    next.Add(place + 1, isBegin: false, isEnd: at == text.Length);
            if (!isWhole)
                next.Add(0, isBegin: false, isEnd: at == text.Length);
            (here, next) = (next, here);
        }
    }

    /// <summary>The places where the program may be; each at most once.</summary>
    sealed class Places(PathRegexpStep[] steps)
    {
        readonly int[] _seen = new int[steps.Length];
        readonly List<int> _taking = [];
        readonly Stack<int> _open = [];
        int _round = 1;

        public bool IsDone { get; private set; }

        /// <summary>Those that take a character.</summary>
        public List<int> Taking => _taking;

        public void Clear()
        {
            _taking.Clear();
            _round++;
            IsDone = false;
        }

        /// <summary>A place, and where it leads without a character.</summary>
        public void Add(int place, bool isBegin, bool isEnd)
        {
            _open.Push(place);
            while (_open.TryPop(out int at))
            {
                if (_seen[at] == _round)
                    continue;
                _seen[at] = _round;
                var step = steps[at];
                switch (step.Kind)
                {
                    case PathRegexpKind.Take:
                        _taking.Add(at);
                        break;
                    case PathRegexpKind.Fork:
                        _open.Push(step.To);
                        _open.Push(at + 1);
                        break;
                    case PathRegexpKind.Jump:
                        _open.Push(step.To);
                        break;
                    case PathRegexpKind.Begin when isBegin:
                    case PathRegexpKind.End when isEnd:
                        _open.Push(at + 1);
                        break;
                    case PathRegexpKind.Done:
                        IsDone = true;
                        break;
                }
            }
        }
    }
}

/// <summary>What a step of the program does.</summary>
internal enum PathRegexpKind : byte
{
    /// <summary>Takes a character of the set.</summary>
    Take,
    /// <summary>Goes on, and to another place as well.</summary>
    Fork,
    /// <summary>Goes to another place.</summary>
    Jump,
    /// <summary>Goes on at the beginning of the text.</summary>
    Begin,
    /// <summary>Goes on at the end of the text.</summary>
    End,
    /// <summary>All of the expression is there.</summary>
    Done,
}

/// <summary>One step of the program.</summary>
internal readonly record struct PathRegexpStep(PathRegexpKind Kind, int To = 0, PathRegexpSet? Set = null);
