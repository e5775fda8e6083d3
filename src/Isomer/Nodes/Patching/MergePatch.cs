using System.Runtime.CompilerServices;

namespace Isomer;

/// <summary>JSON Merge Patch (RFC 7396): an object like the one to be changed, with what changes; null removes a member.</summary>
/// <example>
/// <code>
/// Node? changed = MergePatch.Apply(order, Json.ParseNode("""{"freight":12.5,"remark":null}"""));
/// </code>
/// </example>
public static class MergePatch
{
    /// <summary>What the patch makes of the node, which stays as it was.</summary>
    public static Node? Apply(Node? target, Node? patch)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (patch is not NodeObject changes)
            return patch?.Clone();
        var result = target is NodeObject there ? Shallow(there) : new NodeObject();
        foreach (var (name, value) in changes.Members)
        {
            if (value is null)
                result.Remove(name);
            else
                result[name] = Apply(result[name], value);
        }
        return result;
    }

    /// <summary>A patch that makes the one of the other.</summary>
    /// <exception cref="NotSupportedException">A merge patch cannot say it: a member of an object becomes null.</exception>
    public static Node? Between(Node? from, Node? to)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (to is not NodeObject wanted)
            return to?.Clone();
        var there = from as NodeObject ?? [];
        var patch = new NodeObject();
        foreach (string name in there.Names)
            if (!wanted.Contains(name))
                patch.Add(name, null);
        foreach (var (name, value) in wanted.Members)
        {
            if (there.TryGetMember(name, out var earlier) && Node.DeepEquals(earlier, value))
                continue;
            patch.Add(name,
                value is null
                    ? throw new NotSupportedException(
                        $"The member '{name}' becomes null, which a merge patch cannot say: there null removes it. Use JsonPatch.Between.")
                    : Between(earlier, value));
        }
        return patch;
    }

    /// <summary>
    /// Its members are shared until the patch changes them: the result is new all the way down where it differs, and cloned elsewhere.
    /// </summary>
    static NodeObject Shallow(NodeObject there)
    {
        var copy = new NodeObject();
        foreach (var (name, value) in there.Members)
            copy.Add(name, value?.Clone());
        return copy;
    }
}
