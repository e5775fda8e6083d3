using System.Collections.Immutable;
using System.Globalization;

namespace Isomer;

/// <summary>A JSON Pointer (RFC 6901): the way to one place of a node, "/orders/3/freight".</summary>
/// <example>
/// <code>
/// Node? freight = NodePointer.Parse("/orders/3/freight").Find(root);
/// </code>
/// </example>
public sealed class NodePointer : IEquatable<NodePointer>
{
    NodePointer(ImmutableArray<string> steps) => Steps = steps;

    /// <summary>The pointer to the whole document, the empty text.</summary>
    public static NodePointer Root { get; } = new([]);

    /// <summary>The names and indices, unescaped.</summary>
    public ImmutableArray<string> Steps { get; }

    /// <summary>The pointer that this text is.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static NodePointer Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Length == 0)
            return Root;
        if (text[0] != '/')
            throw new FormatException($"'{text}' is no JSON Pointer: it begins with '/', or is empty.");
        return new([.. text[1..].Split('/').Select(step => Unescape(step, text))]);
    }

    /// <summary>One step further: a name, or the place of an item.</summary>
    public NodePointer Then(string step)
    {
        ArgumentNullException.ThrowIfNull(step);
        return new(Steps.Add(step));
    }

    /// <summary>One step further, to an item.</summary>
    public NodePointer Then(int index) => Then(index.ToString(CultureInfo.InvariantCulture));

    /// <summary>What stands there; null also where there is nothing. <see cref="TryFind"/> tells these apart.</summary>
    public Node? Find(Node? root) => TryFind(root, out var node) ? node : null;

    /// <summary>What stands there, which may be null, if there is such a place.</summary>
    public bool TryFind(Node? root, out Node? node)
    {
        node = root;
        foreach (string step in Steps)
            if (!TryStep(node, step, out node))
                return false;
        return true;
    }

    /// <inheritdoc/>
    public override string ToString() =>
        string.Concat(
            Steps.Select(static s => "/" + s.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal)));

    /// <inheritdoc/>
    public bool Equals(NodePointer? other) => other is not null && Steps.SequenceEqual(other.Steps);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is NodePointer other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);

    internal static bool TryStep(Node? from, string step, out Node? to)
    {
        to = null;
        switch (from)
        {
            case NodeObject members:
                return members.TryGetMember(step, out to);
            case NodeArray items when TryIndex(step, out int index) && index < items.Count:
                to = items[index];
                return true;
            default:
                return false;
        }
    }

    /// <summary>Digits without a zero before them.</summary>
    internal static bool TryIndex(string step, out int index)
    {
        index = 0;
        return step.Length > 0 && (step[0] != '0' || step.Length == 1)
            && int.TryParse(step, NumberStyles.None, CultureInfo.InvariantCulture, out index);
    }

    static string Unescape(string step, string text)
    {
        if (!step.Contains('~', StringComparison.Ordinal))
            return step;
        for (int i = step.IndexOf('~', StringComparison.Ordinal); i >= 0; i = step.IndexOf('~', i + 1))
            if (i + 1 == step.Length || step[i + 1] is not ('0' or '1'))
                throw new FormatException($"'{text}' is no JSON Pointer: '~' is followed by '0' or '1'.");
        return step.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
    }
}
