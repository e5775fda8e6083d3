using System.Globalization;
using System.Text;
using Isomer.Formats;

namespace Isomer.Nodes;

/// <summary>Parses the text of a path. Nesting of filters is bounded, for a path may come from outside too.</summary>
internal sealed class PathParser(string text)
{
    const int MaxDepth = 32;
    const long MostInteger = (1L << 53) - 1;
    int _at;
    int _depth;

    char Next => _at < text.Length ? text[_at] : '\0';

    public PathSegment[] Parse()
    {
        Expect('$');
        var segments = Segments();
        return _at == text.Length ? segments : throw Error("the end, '.' or '['");
    }

    PathSegment[] Segments()
    {
        var segments = new List<PathSegment>();
        while (true)
        {
            int start = _at;
            Blank();
            if (Next == '[')
            {
                segments.Add(new PathSegment(false, Bracketed()));
            }
            else if (Take(".."))
            {
                segments.Add(new PathSegment(true, Next == '[' ? Bracketed() : [Dotted()]));
            }
            else if (Take("."))
            {
                segments.Add(new PathSegment(false, [Dotted()]));
            }
            else
            {
                _at = start;
                return [.. segments];
            }
        }
    }

    PathSelector Dotted()
    {
        if (Take("*"))
            return new AllSelector();
        int start = _at;
        while (Next is '_' or >= '\u0080' || char.IsAsciiLetter(Next) || (_at > start && char.IsAsciiDigit(Next)))
            _at++;
        return _at > start ? new NameSelector(text[start.._at]) : throw Error("a name or '*'");
    }

    PathSelector[] Bracketed()
    {
        var selectors = new List<PathSelector>();
        Expect('[');
        do
        {
            Blank();
            selectors.Add(Selector());
            Blank();
        }
        while (Take(","));
        Expect(']');
        return [.. selectors];
    }

    PathSelector Selector()
    {
        if (Next is '\'' or '"')
            return new NameSelector(Quoted());
        if (Take("*"))
            return new AllSelector();
        if (Take("?"))
            return new FilterSelector(Or());
        long? start = Integer();
        Blank();
        if (!Take(":"))
            return start is { } index ? new IndexSelector(index) : throw Error("a selector");
        Blank();
        long? end = Integer();
        Blank();
        long step = 1;
        if (Take(":"))
        {
            Blank();
            step = Integer() ?? 1;
        }
        return new SliceSelector(start, end, step);
    }

    PathTest Or()
    {
        if (++_depth > MaxDepth)
            throw Error($"at most {MaxDepth} nested filters");
        var tests = new List<PathTest> { And() };
        while (TakeAfterBlank("||"))
            tests.Add(And());
        _depth--;
        return tests.Count == 1 ? tests[0] : new AnyTest([.. tests]);
    }

    PathTest And()
    {
        var tests = new List<PathTest> { Basic() };
        while (TakeAfterBlank("&&"))
            tests.Add(Basic());
        return tests.Count == 1 ? tests[0] : new AllTest([.. tests]);
    }

    PathTest Basic()
    {
        Blank();
        bool negated = Next == '!';
        if (negated)
        {
            _at++;
            Blank();
        }
        PathTest test;
        if (Take("("))
        {
            test = Or();
            Blank();
            Expect(')');
        }
        else
        {
            test = Call() is { } call ? call.Test ?? Compared(call.Operand!, negated) : Compared(Operand(), negated);
        }
        return negated ? new NotTest(test) : test;
    }

    PathTest Compared(PathOperand left, bool negated)
    {
        Blank();
        string? comparison = negated ? null : Array.Find(s_comparisons, Take);
        if (comparison is not null)
            return new CompareTest(Singular(left), comparison, Singular(ValueAfterBlank()));
        return left.Path is null ? throw Error("a comparison") : new ExistsTest(left);
    }

    static readonly string[] s_comparisons = ["==", "!=", "<=", ">=", "<", ">"];

    PathOperand ValueAfterBlank()
    {
        Blank();
        return Call() is not { } call ? Operand() : call.Operand ?? throw Error("a value; this is no value but true or false");
    }

    PathOperand Singular(PathOperand operand) => operand.IsSingular
        ? operand : throw Error("paths that select at most one node on the sides of a comparison and as values; this");

    /// <summary>A function with what it is called with: a value, or a test. Null if none stands here.</summary>
    (PathOperand? Operand, PathTest? Test)? Call()
    {
        int start = _at;
        while (char.IsAsciiLetterLower(Next) || (_at > start && (Next == '_' || char.IsAsciiDigit(Next))))
            _at++;
        string name = text[start.._at];
        if (name.Length == 0 || Next != '(')
        {
            _at = start;
            return null;
        }
        if (PathFunctions.Signature(name) is not var (takes, gives))
        {
            _at = start;
            throw Error("a function (length, count, match, search or value)");
        }
        if (++_depth > MaxDepth)
            throw Error($"at most {MaxDepth} nested functions and filters");
        _at++;
        var arguments = new PathOperand[takes.Length];
        for (int i = 0; i < takes.Length; i++)
        {
            if (i > 0)
                Expect(',');
            var argument = ValueAfterBlank();
            arguments[i] = takes[i] == PathKind.Value
                ? Singular(argument)
                : argument.Path is not null ? argument : throw Error("a path; this");
            Blank();
        }
        Expect(')');
        _depth--;
        return gives == PathKind.Logical
            ? (null, new MatchTest(arguments[0], arguments[1], IsWhole: name == "match"))
            : (new PathOperand(null) { Function = name, Argument = arguments[0] }, null);
    }

    PathOperand Operand()
    {
        if (Next is '$' or '@')
            return new PathOperand(null, text[_at++] == '$', Segments());
        if (Next is '\'' or '"')
            return new PathOperand(Quoted());
        if (Take("true"))
            return new PathOperand(true);
        if (Take("false"))
            return new PathOperand(false);
        if (Take("null"))
            return new PathOperand((Node?)null);
        int start = _at;
        while (char.IsAsciiDigit(Next) || Next is '-' or '+' or '.' or 'e' or 'E')
            _at++;
        try
        {
            return new PathOperand(JsonWithin.ParseNode(text[start.._at]));
        }
        catch (WireFormatException)
        {
            _at = start;
            throw Error("a path, a string, a number, true, false or null");
        }
    }

    long? Integer()
    {
        int start = _at;
        while (char.IsAsciiDigit(Next) || (Next == '-' && _at == start))
            _at++;
        if (_at == start)
            return null;
        string digits = text[start.._at];
        bool strict = digits is "0" || (digits.TrimStart('-') is [>= '1', ..] and { Length: <= 16 });
        // What a double holds exactly, as the RFC has it.
        return strict && long.Parse(digits, CultureInfo.InvariantCulture) is >= -MostInteger and <= MostInteger and var integer
            ? integer
            : throw Error("an integer");
    }

    /// <summary>A string in either quotes: JSON's escapes, and that of the single quote.</summary>
    string Quoted()
    {
        char quote = text[_at++];
        var json = new StringBuilder("\"");
        for (; Next != quote; _at++)
        {
            if (_at >= text.Length)
                throw Error($"a closing {quote}");
            if (Next == '\\' && _at + 1 < text.Length)
            {
                _at++;
                if (Next == '"' && quote != '"')
                    throw Error("a string with valid escapes; this");
                json.Append(Next == '\'' && quote == '\'' ? "'" : "\\" + Next);
            }
            else
            {
                json.Append(Next == '"' ? "\\\"" : Next.ToString());
            }
        }
        _at++;
        try
        {
            return JsonWithin.FromText<string>(json.Append('"').ToString());
        }
        catch (WireFormatException)
        {
            throw Error("a string with valid escapes; this");
        }
    }

    void Blank()
    {
        while (Next is ' ' or '\t' or '\n' or '\r')
            _at++;
    }

    bool TakeAfterBlank(string expected)
    {
        int start = _at;
        Blank();
        if (Take(expected))
            return true;
        _at = start;
        return false;
    }

    bool Take(string expected)
    {
        if (!text.AsSpan(_at).StartsWith(expected, StringComparison.Ordinal))
            return false;
        _at += expected.Length;
        return true;
    }

    void Expect(char expected)
    {
        if (Next != expected)
            throw Error($"'{expected}'");
        _at++;
    }

    FormatException Error(string expected) => new($"'{text}' is not a JSONPath: expected {expected} at {_at}.");
}
