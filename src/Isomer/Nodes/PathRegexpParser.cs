using System.Globalization;
using System.Text;

namespace Isomer.Nodes;

/// <summary>Makes the program of a regular expression (RFC 9485), by its grammar: nothing else is taken.</summary>
internal sealed class PathRegexpParser
{
    const int DeepestGroup = 64;

    readonly int[] _pattern;
    readonly List<PathRegexpStep> _steps = [];
    int _at;
    int _depth;

    PathRegexpParser(string pattern) => _pattern = [.. pattern.EnumerateRunes().Select(static r => r.Value)];

    /// <summary>The program; null if the text is no expression, or one of too many steps.</summary>
    public static PathRegexpStep[]? Parse(string pattern)
    {
        if (pattern.Length > PathRegexp.MostSteps)
            return null;
        var parser = new PathRegexpParser(pattern);
        if (!parser.Choices() || parser._at < parser._pattern.Length)
            return null;
        parser._steps.Add(new(PathRegexpKind.Done));
        return [.. parser._steps];
    }

    int Next => _at < _pattern.Length ? _pattern[_at] : -1;

    bool Take(char expected)
    {
        if (Next != expected)
            return false;
        _at++;
        return true;
    }

    /// <summary><c>a|b|c</c>: each choice but the last behind a fork, and a jump to the end behind it.</summary>
    bool Choices()
    {
        var ends = new List<int>();
        while (true)
        {
            int start = _steps.Count;
            if (!Pieces())
                return false;
            if (!Take('|'))
                break;
            Insert(start, new(PathRegexpKind.Fork, _steps.Count + 2));
            ends.Add(_steps.Count);
            if (!TryAdd(new(PathRegexpKind.Jump)))
                return false;
        }
        foreach (int end in ends)
            _steps[end] = new(PathRegexpKind.Jump, _steps.Count);
        return true;
    }

    bool Pieces()
    {
        while (Next is not (-1 or '|' or ')'))
        {
            int start = _steps.Count;
            if (!Atom() || !Quantified(start))
                return false;
        }
        return true;
    }

    bool Atom()
    {
        int character = Next;
        _at++;
        switch (character)
        {
            case '(':
                if (++_depth > DeepestGroup || !Choices() || !Take(')'))
                    return false;
                _depth--;
                return true;
            case '.':
                return TryAdd(new(PathRegexpKind.Take, Set: PathRegexpSet.Dot));
            case '^':
                return TryAdd(new(PathRegexpKind.Begin));
            case '$':
                return TryAdd(new(PathRegexpKind.End));
            case '[':
                return Class();
            case '\\':
                var set = new PathRegexpSet();
                return Escape(set, out int escaped) && (escaped < 0 || Single(set, escaped)) && TryAdd(new(PathRegexpKind.Take, Set: set));
            case '*' or '+' or '?' or ']' or '{' or '}':
                return false;
            default:
                return TryAdd(new(PathRegexpKind.Take, Set: PathRegexpSet.Of(character)));
        }
    }

    static bool Single(PathRegexpSet set, int character)
    {
        set.Add(character, character);
        return true;
    }

    /// <summary>What follows a backslash: a character, or a category, which is added to the set (then the character is -1).</summary>
    bool Escape(PathRegexpSet set, out int character)
    {
        int escaped = Next;
        _at++;
        character = escaped switch { 'n' => '\n', 'r' => '\r', 't' => '\t', _ => escaped };
        if (escaped is 'n' or 'r' or 't' or '(' or ')' or '*' or '+' or '-' or '.' or '?' or '[' or '\\' or ']' or '^' or '{' or '|' or '}')
            return true;
        character = -1;
        if (escaped is not ('p' or 'P') || !Take('{'))
            return false;
        var name = new StringBuilder();
        while (Next is (>= 'A' and <= 'Z') or (>= 'a' and <= 'z') && name.Length < 3)
            name.Append((char)_pattern[_at++]);
        return Take('}') && set.TryAddCategory(name.ToString(), isNegated: escaped == 'P');
    }

    /// <summary><c>[^a-z\p{L}-]</c>: a hyphen stands for itself at either end only.</summary>
    bool Class()
    {
        var set = new PathRegexpSet { IsNegated = Take('^') };
        bool isFirst = true;
        for (; !Take(']'); isFirst = false)
        {
            if (Next == '-')
            {
                _at++;
                if (!isFirst && Next != ']')
                    return false;
                set.Add('-', '-');
                continue;
            }
            if (!Member(set, out int first))
                return false;
            if (first < 0 || Next != '-' || (_at + 1 < _pattern.Length && _pattern[_at + 1] == ']'))
            {
                if (first >= 0)
                    set.Add(first, first);
                continue;
            }
            _at++;
            if (!Member(set, out int last) || last < first)
                return false;
            set.Add(first, last);
        }
        set.Order();
        return !isFirst && TryAdd(new(PathRegexpKind.Take, Set: set));
    }

    bool Member(PathRegexpSet set, out int character)
    {
        character = Next;
        _at++;
        return character switch { -1 or '[' or '-' or ']' => false, '\\' => Escape(set, out character), _ => true };
    }

    /// <summary>
    /// What may follow an atom, whose steps begin at a place: <c>*</c>, <c>+</c>, <c>?</c>, <c>{2}</c>, <c>{2,}</c>, <c>{2,5}</c>.
    /// </summary>
    bool Quantified(int start)
    {
        var (least, most) = (1, 1);
        if (Take('*'))
            (least, most) = (0, -1);
        else if (Take('+'))
            most = -1;
        else if (Take('?'))
            least = 0;
        else if (Take('{'))
        {
            if (!Number(out least))
                return false;
            most = least;
            if (Take(','))
                most = Next == '}' ? -1 : Number(out int given) ? given : -2;
            if (most == -2 || !Take('}') || (most >= 0 && most < least))
                return false;
        }
        return (least == 1 && most == 1) || Repeat(start, least, most);
    }

    bool Number(out int number)
    {
        int start = _at;
        while (Next is >= '0' and <= '9')
            _at++;
        string digits = string.Concat(_pattern[start.._at].Select(static c => (char)c));
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);
    }

    bool Repeat(int start, int least, int most)
    {
        var body = _steps[start..];
        // Counts of nothing are nothing, however many.
        if (body.Count == 0)
            return true;
        if (Math.Max(least, most) > PathRegexp.MostSteps)
            return false;
        _steps.RemoveRange(start, body.Count);
        for (int i = 0; i < least; i++)
            if (!Copy(body, start))
                return false;
        if (most < 0)
        {
            int fork = _steps.Count;
            if (!TryAdd(new(PathRegexpKind.Fork)) || !Copy(body, start) || !TryAdd(new(PathRegexpKind.Jump, fork)))
                return false;
            _steps[fork] = new(PathRegexpKind.Fork, _steps.Count);
            return true;
        }
        for (int i = least; i < most; i++)
        {
            int fork = _steps.Count;
            if (!TryAdd(new(PathRegexpKind.Fork)) || !Copy(body, start))
                return false;
            _steps[fork] = new(PathRegexpKind.Fork, _steps.Count);
        }
        return true;
    }

    /// <summary>Steps once more at the end; where they lead moves with them.</summary>
    bool Copy(List<PathRegexpStep> body, int start)
    {
        int shift = _steps.Count - start;
        foreach (var step in body)
            if (!TryAdd(step.Kind is PathRegexpKind.Fork or PathRegexpKind.Jump ? step with { To = step.To + shift } : step))
                return false;
        return true;
    }

    void Insert(int at, PathRegexpStep step)
    {
        _steps.Insert(at, step);
        for (int i = at + 1; i < _steps.Count; i++)
            if (_steps[i].Kind is PathRegexpKind.Fork or PathRegexpKind.Jump)
                _steps[i] = _steps[i] with { To = _steps[i].To + 1 };
    }

    bool TryAdd(PathRegexpStep step)
    {
        if (_steps.Count >= PathRegexp.MostSteps)
            return false;
        _steps.Add(step);
        return true;
    }
}
