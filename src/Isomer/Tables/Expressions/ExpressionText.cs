using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// A DataColumn's expression, cut into its tokens: how many there are, how deep the tree of them may be, and which columns it looks at.
/// What the framework takes for a name is a name here (its own collections resolve it); what it would refuse may be counted in any way.
/// </summary>
internal sealed class ExpressionText
{
    readonly List<Reference> _references = [];

    // Where a relation may be named that is not.
    readonly List<(int At, Relatives Relatives)> _unnamed = [];

    ExpressionText(string text) => Text = text;

    public string Text { get; }

    /// <summary>Operators, operands, parentheses and commas.</summary>
    public int Tokens { get; private set; }

    /// <summary>All but the operands: each may be a level of the tree.</summary>
    public int Depth { get; private set; } = 1;

    /// <summary>Characters of texts in quotes.</summary>
    public int Literals { get; private set; }

    public IReadOnlyList<Reference> References => _references;

    /// <summary>Whether there is an aggregate over the rows of the own table.</summary>
    public bool AggregatesItself { get; private set; }

    /// <summary>Whether there is a column of the own row.</summary>
    public bool LooksAtRow { get; private set; }

    public static ExpressionText Of(string text)
    {
        var result = new ExpressionText(text);
        result.Scan();
        return result;
    }

    void Scan()
    {
        var text = Text.AsSpan();
        // A function's name, then its parenthesis, for each one that is open.
        var calls = new Stack<bool>();
        string? before = null;
        Relatives relatives = Relatives.None;
        string? relation = null;
        for (int i = 0; i < text.Length;)
        {
            char c = text[i];
            if (char.IsWhiteSpace(c))
            {
                i++;
                continue;
            }
            Tokens++;
            if (c is '\'' or '#')
            {
                int end = EndOf(text, i, c);
                Literals += end - i;
                i = end;
                before = null;
                continue;
            }
            bool isQuoted = c is '[' or '`';
            if (Name(text, ref i) is { } name)
            {
                bool isWord = !isQuoted && IsWord(name);
                bool isCall = !isQuoted && !isWord && NextOf(text, i) == '(';
                bool isPart = NextOf(text, i) == '.';
                if (relatives == Relatives.None && !isQuoted && (isCall || isPart) && Related(name) is var found and not Relatives.None)
                {
                    (relatives, relation) = (found, null);
                    if (isCall)
                    {
                        // Parent(relation).column
                        i = text[i..].IndexOf('(') + i + 1;
                        relation = Name(text, ref i) ?? "";
                        int close = text[i..].IndexOf(')');
                        i = close < 0 ? text.Length : i + close + 1;
                    }
                    else
                    {
                        _unnamed.Add((i, found));
                    }
                    before = null;
                    continue;
                }
                if (isCall || isWord)
                    Depth++;
                if (isCall)
                {
                    before = name;
                    continue;
                }
                if (!isWord)
                    Add(name, relatives, relation, calls.Contains(true));
                (relatives, before) = (Relatives.None, null);
                continue;
            }
            if (c is '(')
                calls.Push(before is not null && IsAggregate(before));
            else if (c is ')' && calls.Count > 0)
                calls.Pop();
            if (c is not '.' && !char.IsAsciiDigit(c))
            {
                Depth++;
                if (c is not '(')
                    relatives = Relatives.None;
            }
            if (char.IsAsciiDigit(c))
                while (i + 1 < text.Length && (char.IsAsciiLetterOrDigit(text[i + 1]) || text[i + 1] == '.'))
                    i++;
            before = null;
            i++;
        }
    }

    /// <summary>The text with relations named where it names none: <c>Parent.x</c> is <c>Parent([r]).x</c>.</summary>
    /// <param name="parent">The relation to the table above; null to leave those as they are.</param>
    /// <param name="child">The relation to the table below.</param>
    public string Named(string? parent, string? child)
    {
        string text = Text;
        foreach (var (at, relatives) in _unnamed.AsEnumerable().Reverse())
            if ((relatives == Relatives.Parent ? parent : child) is { } name)
                text = text.Insert(at,
                    $"([{name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("]", "\\]", StringComparison.Ordinal)}])");
        return text;
    }

    void Add(string name, Relatives relatives, string? relation, bool isAggregated)
    {
        _references.Add(new Reference(name, relatives, relation, isAggregated));
        if (relatives == Relatives.None)
        {
            AggregatesItself |= isAggregated;
            LooksAtRow |= !isAggregated;
        }
        else
        {
            LooksAtRow = true;
        }
    }

    /// <summary>A name, in brackets or bare; null if there is none.</summary>
    static string? Name(ReadOnlySpan<char> text, ref int i)
    {
        while (i < text.Length && char.IsWhiteSpace(text[i]))
            i++;
        if (i >= text.Length)
            return null;
        if (text[i] is '[' or '`')
        {
            char close = text[i] == '[' ? ']' : '`';
            var name = new System.Text.StringBuilder();
            for (i++; i < text.Length && text[i] != close; i++)
            {
                if (text[i] == '\\' && i + 1 < text.Length)
                    i++;
                name.Append(text[i]);
            }
            i++;
            return name.ToString();
        }
        if (!char.IsLetter(text[i]) && text[i] is not ('_' or '@' or '$') && text[i] < 128)
            return null;
        int start = i;
        while (i < text.Length && (char.IsLetterOrDigit(text[i]) || text[i] is '_' or '@' or '$' || text[i] > 127))
            i++;
        return text[start..i].ToString();
    }

    static int EndOf(ReadOnlySpan<char> text, int start, char quote)
    {
        int end = text[(start + 1)..].IndexOf(quote);
        return end < 0 ? text.Length : start + end + 2;
    }

    static char NextOf(ReadOnlySpan<char> text, int i)
    {
        while (i < text.Length && char.IsWhiteSpace(text[i]))
            i++;
        return i < text.Length ? text[i] : '\0';
    }

    static Relatives Related(string name) =>
        name.Equals("parent", StringComparison.OrdinalIgnoreCase) ? Relatives.Parent
        : name.Equals("child", StringComparison.OrdinalIgnoreCase) ? Relatives.Child
        : Relatives.None;

    static bool IsAggregate(string name) => name.ToUpperInvariant() is "SUM" or "AVG" or "MIN" or "MAX" or "COUNT" or "STDEV" or "VAR";

    /// <summary>Operators that are words, and the constants.</summary>
    static bool IsWord(string name) =>
        name.ToUpperInvariant() is "AND" or "OR" or "NOT" or "IN" or "LIKE" or "IS" or "BETWEEN" or "NULL" or "TRUE" or "FALSE";
}

/// <summary>Of which row a column is looked at.</summary>
internal enum Relatives
{
    None,
    Parent,
    Child,
}

/// <summary>A column that an expression looks at.</summary>
internal sealed record Reference(string Column, Relatives Relatives, string? Relation, bool IsAggregated);
