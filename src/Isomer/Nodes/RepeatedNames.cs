using System.Globalization;
using System.Runtime.InteropServices;

namespace Isomer.Nodes;

/// <summary>
/// An object whose members may be called by one name more than once, as other formats allow: the second b becomes b_2, the third b_3. The
/// numbers that were given are remembered: to look for a free name from the beginning took time in the cube of the entries (200 of one name
/// 3.4 MB, 20,000 hours).
/// </summary>
internal sealed class RepeatedNames(NodeObject node)
{
    readonly Dictionary<string, int> _last = new(StringComparer.Ordinal);

    public NodeObject Node => node;

    /// <summary>Adds a value under its name, or, where that is taken, under the next that is free.</summary>
    public void Add(string name, Node? value) => node.Add(node.Contains(name) ? Next(name) : name, value);

    string Next(string name)
    {
        ref int last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, name, out bool isThere);
        last = isThere ? last : 1;
        string next;
        // A name that is taken already is one of those that end so, and is passed once.
        do
            next = string.Create(CultureInfo.InvariantCulture, $"{name}_{++last}");
        while (node.Contains(next));
        return next;
    }
}
