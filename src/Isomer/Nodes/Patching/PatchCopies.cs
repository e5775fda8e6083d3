namespace Isomer.Nodes;

/// <summary>How much a patch may still copy; see <see cref="JsonPatch.Apply(Node, Node)"/>.</summary>
/// <param name="target">What the patch is applied to.</param>
/// <param name="patch">The patch.</param>
internal sealed class PatchCopies(Node? target, Node patch)
{
    const long Times = 16, Beside = 1 << 20;

    long _left = -1;

    /// <summary>Whether a copy of the node is within what is left, of which it is taken.</summary>
    public bool Takes(Node? copied)
    {
        // Most patches copy nothing.
        if (_left < 0)
            _left = (Times * (LengthOf(target, long.MaxValue) + LengthOf(patch, long.MaxValue))) + Beside;
        long length = LengthOf(copied, _left);
        if (length > _left)
            return false;
        _left -= length;
        return true;
    }

    /// <summary>About how long its text would be; no more is counted than is asked for.</summary>
    static long LengthOf(Node? node, long most)
    {
        const int Scalar = 16, DigitsOfByte = 3;
        long length = 0;
        var open = new Stack<Node?>();
        open.Push(node);
        while (length <= most && open.TryPop(out var next))
        {
            length += Scalar + next switch
            {
                NodeValue { Value: string text } => text.Length,
                NodeValue { RawNumber: { } number } => number.Length,
                NodeValue { Value: System.Numerics.BigInteger number } => number.GetByteCount() * DigitsOfByte,
                NodeValue { Value: byte[] bytes } => bytes.Length,
                _ => 0,
            };
            if (next is NodeArray items)
                foreach (var item in items.Items)
                    open.Push(item);
            else if (next is NodeObject members)
                foreach (var (name, value) in members.Members)
                {
                    length += name.Length;
                    open.Push(value);
                }
        }
        return length;
    }
}
