using System.Collections.Concurrent;
using Isomer.Nodes;

namespace Isomer;

/// <summary>
/// A query by JSONPath (RFC 9535), parsed once: names, indexes from either end, slices, wildcards, descendants, unions and
/// filters with comparisons and the functions length, count, match, search and value.
/// </summary>
/// <example>
/// <code>
/// $.store.book[0].title      $['store']['a name']     $.lines[-1]          $.lines[1:5:2]
/// $.orders[*].freight        $..price                 $.a['x','y',0]
/// $.lines[?@.quantity > 5 &amp;&amp; (@.discount || @.product == 'Chai')]
/// $.customers[?length(@.name) > 20]      $.orders[?count(@.lines[*]) == 0]      $.customers[?match(@.city, 'B(erlin|ern)')]
/// </code>
/// </example>
public sealed class NodePath
{
    const int Kept = 256;

    static readonly ConcurrentDictionary<string, NodePath> Parsed = new();

    readonly string _text;
    readonly PathSegment[] _segments;

    NodePath(string text, PathSegment[] segments)
    {
        _text = text;
        _segments = segments;
    }

    /// <summary>The path of this text.</summary>
    /// <exception cref="FormatException">It is none; the message says where.</exception>
    public static NodePath Parse(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (Parsed.TryGetValue(path, out var known))
            return known;
        var parsed = new NodePath(path, new PathParser(path).Parse());
        if (Parsed.Count < Kept)
            Parsed[path] = parsed;
        return parsed;
    }

    /// <summary>The nodes selected, in the RFC's order. Null stands for null in the tree; what is not there is not yielded.</summary>
    public IEnumerable<Node?> Select(Node? root) => PathSegment.Select(_segments, root, root);

    /// <summary>The nodes selected, in the RFC's order, each with its place.</summary>
    public IEnumerable<LocatedNode> Locate(Node? root) => PathSegment.Locate(_segments, root, new LocatedNode(root));

    /// <inheritdoc/>
    public override string ToString() => _text;
}
