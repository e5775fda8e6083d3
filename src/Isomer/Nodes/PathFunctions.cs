using System.Text;

namespace Isomer.Nodes;

/// <summary>What a function of a path takes or gives (RFC 9535, 2.4.1).</summary>
internal enum PathKind
{
    /// <summary>A value, or nothing.</summary>
    Value,
    /// <summary>True or false, as a filter has it; no value of JSON.</summary>
    Logical,
    /// <summary>Any number of nodes.</summary>
    Nodes,
}

/// <summary>The functions of RFC 9535: what each takes and gives, and what it does.</summary>
internal static class PathFunctions
{
    /// <summary>What the function of this name takes and gives; null for none.</summary>
    public static (PathKind[] Takes, PathKind Gives)? Signature(string name) => name switch
    {
        "length" => ([PathKind.Value], PathKind.Value),
        "count" or "value" => ([PathKind.Nodes], PathKind.Value),
        "match" or "search" => ([PathKind.Value, PathKind.Value], PathKind.Logical),
        _ => null,
    };

    /// <summary>The value that a function gives; false where it gives nothing.</summary>
    public static bool TryCall(string name, PathOperand argument, Node? root, Node? current, out Node? value)
    {
        value = null;
        if (name == "length")
        {
            int? length = !argument.TryGet(root, current, out var measured) ? null : measured switch
            {
                NodeArray array => array.Count,
                NodeObject o => o.Count,
                NodeValue { Kind: NodeKind.String } text => LengthOf(text.Value.ToString()!),
                _ => null,
            };
            value = length is { } known ? (Node)known : null;
            return length is not null;
        }
        int count = 0;
        foreach (var node in argument.Values(root, current))
        {
            count++;
            value = node;
            if (name == "value" && count > 1)
                break;
        }
        if (name == "value")
            return count == 1;
        value = (Node)count;
        return true;
    }

    // In characters, not in halves of them.
    static int LengthOf(string text)
    {
        int length = 0;
        foreach (var _ in text.EnumerateRunes())
            length++;
        return length;
    }
}

/// <summary>Whether a text, or a part of it, is of a regular expression. What is no text, or no expression, is not.</summary>
internal sealed record MatchTest(PathOperand Text, PathOperand Pattern, bool IsWhole) : PathTest
{
    // Most patterns are literals of the path; else there are as many as the document has.
    PathRegexp? _last;

    public override bool Holds(Node? root, Node? current)
    {
        if (!TryText(Text, root, current, out string text) || !TryText(Pattern, root, current, out string pattern))
            return false;
        var last = _last;
        if (last?.Pattern != pattern)
            _last = last = new PathRegexp(pattern);
        return last.IsMatch(text, IsWhole);
    }

    static bool TryText(PathOperand operand, Node? root, Node? current, out string text)
    {
        bool isText = operand.TryGet(root, current, out var value) && value is NodeValue { Kind: NodeKind.String };
        text = isText ? ((NodeValue)value!).Value.ToString()! : "";
        return isText;
    }
}
