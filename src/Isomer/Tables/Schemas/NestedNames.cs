using System.Xml;

namespace Isomer.Tabular;

/// <summary>Which elements stand within which in a document, however deep, of those that are asked for.</summary>
internal static class NestedNames
{
    /// <param name="document">The document.</param>
    /// <param name="asked">Local names of an outer and an inner element.</param>
    public static HashSet<(string Outer, string Inner)> Of(XmlTape document, IEnumerable<(string Outer, string Inner)> asked)
    {
        Dictionary<string, List<string>> outers = [];
        Dictionary<string, int> open = [];
        foreach (var (outer, inner) in asked.Distinct())
        {
            if (!outers.TryGetValue(inner, out var of))
                outers.Add(inner, of = []);
            of.Add(outer);
            open[outer] = 0;
        }
        HashSet<(string, string)> found = [];
        var around = new Stack<(string Name, int Depth)>();
        foreach (ref var part in document.Events)
        {
            if (part.Type != XmlNodeType.Element)
                continue;
            while (around.TryPeek(out var last) && last.Depth >= part.Depth)
            {
                open[last.Name]--;
                around.Pop();
            }
            string name = document.NameOf(part).Local;
            // What was found is not looked for again.
            if (outers.TryGetValue(name, out var of))
                of.RemoveAll(outer => open[outer] > 0 && found.Add((outer, name)));
            if (!part.IsEmpty && open.TryGetValue(name, out int count))
            {
                open[name] = count + 1;
                around.Push((name, part.Depth));
            }
        }
        return found;
    }
}
