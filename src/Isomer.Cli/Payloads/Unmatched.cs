using System.Runtime.InteropServices;

namespace Isomer.Cli.Payloads;

/// <summary>
/// The items of two arrays that have no partner in the other, in any order: a time that grows with their number, as long as few values have
/// one hash. What is equal is paired first; where numbers may be near one another, what is left is paired by what remains without them,
/// numbers by themselves in their order. (Objects that differ in nothing but near numbers are compared each with each.)
/// </summary>
static class Unmatched
{
    public static (List<int> Lefts, List<int> Rights) Of(NodeArray a, NodeArray b, DiffRules rules)
    {
        List<int> lefts = [.. Enumerable.Range(0, a.Count)], rights = [.. Enumerable.Range(0, b.Count)];
        Pair(a, b, rules with { Tolerance = 0 }, ref lefts, ref rights);
        if (rules.Tolerance > 0)
        {
            PairNumbers(a, b, rules.Tolerance, ref lefts, ref rights);
            Pair(a, b, rules, ref lefts, ref rights);
        }
        return (lefts, rights);
    }

    static void Pair(NodeArray a, NodeArray b, DiffRules rules, ref List<int> lefts, ref List<int> rights)
    {
        var buckets = new Dictionary<ulong, List<int>>();
        foreach (int j in rights)
            (CollectionsMarshal.GetValueRefOrAddDefault(buckets, NodeDiff.HashOf(b[j], rules), out _) ??= []).Add(j);
        var alone = new List<int>();
        foreach (int i in lefts)
        {
            int at = -1;
            if (buckets.TryGetValue(NodeDiff.HashOf(a[i], rules), out List<int>? bucket))
                at = bucket.FindLastIndex(j => NodeDiff.AreSame(a[i], b[j], rules));
            if (at < 0)
            {
                alone.Add(i);
                continue;
            }
            bucket![at] = bucket[^1];
            bucket.RemoveAt(bucket.Count - 1);
        }
        lefts = alone;
        rights = [.. buckets.Values.SelectMany(j => j).Order()];
    }

    /// <summary>Numbers in their order: the least that has no partner yet goes with the least that is near it.</summary>
    static void PairNumbers(NodeArray a, NodeArray b, double tolerance, ref List<int> lefts, ref List<int> rights)
    {
        List<(double Value, int At)> x = Numbers(a, lefts), y = Numbers(b, rights);
        var paired = (Left: new HashSet<int>(), Right: new HashSet<int>());
        for (int i = 0, j = 0; i < x.Count && j < y.Count;)
        {
            if (NodeDiff.AreNear(x[i].Value, y[j].Value, tolerance))
            {
                paired.Left.Add(x[i++].At);
                paired.Right.Add(y[j++].At);
            }
            else if (x[i].Value < y[j].Value)
            {
                i++;
            }
            else
            {
                j++;
            }
        }
        lefts.RemoveAll(paired.Left.Contains);
        rights.RemoveAll(paired.Right.Contains);
    }

    static List<(double Value, int At)> Numbers(NodeArray array, List<int> of) =>
        [.. of.Where(i => array[i] is NodeValue { Kind: NodeKind.Number }).Select(i => (NodeDiff.DoubleOf((NodeValue)array[i]!), i))
            .Where(n => !double.IsNaN(n.Item1)).OrderBy(n => n.Item1)];
}
