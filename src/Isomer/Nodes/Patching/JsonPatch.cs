using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Nodes;

namespace Isomer;

/// <summary>A patch that cannot be applied: a place that is not there, a test that does not hold, an operation that is none.</summary>
/// <param name="message">What is wrong.</param>
/// <param name="operation">The operation's place in the patch, from 0.</param>
public sealed class PatchException(string message, int operation)
    : Exception(string.Create(CultureInfo.InvariantCulture, $"Operation {operation} of the patch: {message}"))
{
    /// <summary>The operation's place in the patch, from 0.</summary>
    public int Operation { get; } = operation;
}

/// <summary>
/// JSON Patch (RFC 6902): a list of operations that make one node of another. All of a patch is applied or none of it; what it is applied
/// to stays as it was.
/// </summary>
/// <example>
/// <code>
/// Node? changed = JsonPatch.Apply(order, Json.ParseNode("""[{"op":"replace","path":"/freight","value":12.5}]"""));
/// Node patch = JsonPatch.Between(order, changed);
/// </code>
/// </example>
public static class JsonPatch
{
    /// <summary>What the patch makes of the node.</summary>
    /// <remarks>
    /// A copy of the whole doubles it, so that 26 such operations, a thousand bytes, would make billions of nodes: what a patch copies may
    /// be 16 times as long as node and patch together, and a megabyte more.
    /// </remarks>
    /// <exception cref="PatchException">It cannot be applied.</exception>
    public static Node? Apply(Node? target, Node? patch)
    {
        if (patch is not NodeArray operations)
            throw new PatchException("a patch is an array of operations.", 0);
        var root = target?.Clone();
        var copies = new PatchCopies(target, patch);
        for (int i = 0; i < operations.Count; i++)
            root = Apply(root, operations[i] as NodeObject ?? throw new PatchException("it is no object.", i), i, copies);
        return root;
    }

    static Node? Apply(Node? root, NodeObject operation, int at, PatchCopies copies)
    {
        string name = Text(operation, "op", at);
        var path = Pointer(operation, "path", at);
        switch (name)
        {
            case "add":
                return Add(root, path, Value(operation, at), at);
            case "remove":
                return Remove(root, path, at, out _);
            case "replace":
                if (path.Steps.Length == 0)
                    return Value(operation, at);
                var (parent, last) = ParentOf(root, path, at);
                if (!NodePointer.TryStep(parent, last, out _))
                    throw Nowhere(path, at);
                if (parent is NodeObject members)
                    members[last] = Value(operation, at);
                else
                    parent[int.Parse(last, CultureInfo.InvariantCulture)] = Value(operation, at);
                return root;
            case "move":
                var from = Pointer(operation, "from", at);
                if (path.Steps.Length > from.Steps.Length && path.Steps.Take(from.Steps.Length).SequenceEqual(from.Steps))
                    throw new PatchException($"'{from}' cannot be moved into itself.", at);
                root = Remove(root, from, at, out var moved);
                return Add(root, path, moved, at);
            case "copy":
                var source = Pointer(operation, "from", at);
                if (!source.TryFind(root, out var copied))
                    throw Nowhere(source, at);
                if (!copies.Takes(copied))
                    throw new PatchException(
                        "what the patch copies is more than 16 times as long as it and the node together, and a megabyte more.", at);
                return Add(root, path, copied?.Clone(), at);
            case "test":
                if (!path.TryFind(root, out var there))
                    throw Nowhere(path, at);
                return Node.DeepEquals(there, Value(operation, at))
                    ? root
                    : throw new PatchException($"the value at '{path}' is another.", at);
            default:
                throw new PatchException($"'{name}' is no operation.", at);
        }
    }

    static Node? Add(Node? root, NodePointer path, Node? value, int at)
    {
        if (path.Steps.Length == 0)
            return value;
        var (parent, last) = ParentOf(root, path, at);
        if (parent is NodeObject members)
            members[last] = value;
        else if (parent is NodeArray items
            && (last == "-" ? items.Count : NodePointer.TryIndex(last, out int index) ? index : -1) is var place and >= 0
            && place <= items.Count)
            items.Items.Insert(place, value);
        else
            throw Nowhere(path, at);
        return root;
    }

    static Node? Remove(Node? root, NodePointer path, int at, out Node? removed)
    {
        if (!path.TryFind(root, out removed))
            throw Nowhere(path, at);
        if (path.Steps.Length == 0)
            return null;
        var (parent, last) = ParentOf(root, path, at);
        if (parent is NodeObject members)
            members.Remove(last);
        else
            ((NodeArray)parent).Items.RemoveAt(int.Parse(last, CultureInfo.InvariantCulture));
        return root;
    }

    static (Node Parent, string Last) ParentOf(Node? root, NodePointer path, int at)
    {
        var parent = root;
        foreach (string step in path.Steps[..^1])
            if (!NodePointer.TryStep(parent, step, out parent))
                throw Nowhere(path, at);
        return parent is NodeObject or NodeArray ? (parent, path.Steps[^1]) : throw Nowhere(path, at);
    }

    static PatchException Nowhere(NodePointer path, int at) => new($"there is no place '{path}'.", at);

    static string Text(NodeObject operation, string member, int at) =>
        operation[member] is NodeValue { Value: string text } ? text : throw new PatchException($"it has no text '{member}'.", at);

    static NodePointer Pointer(NodeObject operation, string member, int at)
    {
        string text = Text(operation, member, at);
        try
        {
            return NodePointer.Parse(text);
        }
        catch (FormatException e)
        {
            throw new PatchException(e.Message, at);
        }
    }

    /// <summary>A node of its own: the patch is not what it makes.</summary>
    static Node? Value(NodeObject operation, int at) =>
        operation.TryGetMember("value", out var value) ? value?.Clone() : throw new PatchException("it has no 'value'.", at);

    /// <summary>
    /// A patch that makes the one of the other. Items of arrays are compared by place from both ends; what is between is removed, added or
    /// replaced.
    /// </summary>
    public static NodeArray Between(Node? from, Node? to)
    {
        var operations = new NodeArray();
        Compare(from, to, NodePointer.Root, operations);
        return operations;
    }

    static void Compare(Node? from, Node? to, NodePointer at, NodeArray operations)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (Node.DeepEquals(from, to))
            return;
        switch (from, to)
        {
            case (NodeObject a, NodeObject b):
                foreach (var (name, value) in a.Members)
                {
                    if (b.TryGetMember(name, out var other))
                        Compare(value, other, at.Then(name), operations);
                    else
                        operations.Add(Operation("remove", at.Then(name)));
                }
                foreach (var (name, value) in b.Members)
                    if (!a.Contains(name))
                        operations.Add(Operation("add", at.Then(name), value));
                break;
            case (NodeArray a, NodeArray b):
                int head = 0, tail = 0, least = Math.Min(a.Count, b.Count);
                while (head < least && Node.DeepEquals(a[head], b[head]))
                    head++;
                while (tail < least - head && Node.DeepEquals(a[a.Count - 1 - tail], b[b.Count - 1 - tail]))
                    tail++;
                int both = least - tail;
                for (int i = head; i < both; i++)
                    Compare(a[i], b[i], at.Then(i), operations);
                for (int i = a.Count - tail - 1; i >= both; i--)
                    operations.Add(Operation("remove", at.Then(i)));
                for (int i = both; i < b.Count - tail; i++)
                    operations.Add(Operation("add", at.Then(i), b[i]));
                break;
            default:
                operations.Add(Operation("replace", at, to));
                break;
        }
    }

    static NodeObject Operation(string name, NodePointer path) => new() { ["op"] = name, ["path"] = path.ToString() };

    static NodeObject Operation(string name, NodePointer path, Node? value)
    {
        var operation = Operation(name, path);
        operation.Add("value", value?.Clone());
        return operation;
    }
}
