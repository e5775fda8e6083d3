using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Prefixes that are declared around a schema, declared by it too: the framework's reader of schemas asks XmlTextReader for all that are in
/// scope, and of any other reader it knows only what it has come by.
/// </summary>
internal static class SchemaScopes
{
    /// <summary>The tape, or another in its place, which is given back.</summary>
    public static XmlTape Within(XmlTape tape)
    {
        if (!tape.Names.HasSchema)
            return tape;
        XmlTape? made = null;
        int copied = 0;
        // Each schema looks at all that is declared around it: a document of nothing but declarations and schemas would take time by the
        // square of its length.
        long left = (4L * tape.Count) + 10_000;
        var open = new Stack<int>();
        for (int i = 0; i < tape.Count;)
        {
            var part = tape.Events[i];
            if (tape.IsSchema(part))
            {
                var missing = Missing(tape, open, i, ref left);
                if (missing.Count > 0)
                {
                    made ??= tape.Emptied();
                    int at = made.Count + i - copied;
                    made.Add(tape.Events[copied..(copied = i + 1 + part.Attributes)]);
                    foreach (var (prefix, space) in missing)
                        made.Add(Declaration(made, prefix, space, part.Depth + 1));
                    made.Events[at].Attributes += missing.Count;
                }
                i = TableXml.EndOf(tape, i);
                continue;
            }
            if (part.Type == XmlNodeType.EndElement)
                open.TryPop(out _);
            else if (part is { Type: XmlNodeType.Element, IsEmpty: false })
                open.Push(i);
            i += 1 + (part.Type == XmlNodeType.Element ? part.Attributes : 0);
        }
        if (made is null)
            return tape;
        made.Add(tape.Events[copied..]);
        tape.Return();
        return made;
    }

    static XmlTape.Event Declaration(XmlTape tape, string prefix, string space, int depth)
    {
        var part = new XmlTape.Event
        {
            Type = XmlNodeType.Attribute,
            Depth = (ushort)depth,
            Name = tape.Names.Number(prefix.Length == 0 ? "" : "xmlns", prefix.Length == 0 ? "xmlns" : prefix,
                    XmlNamespaces.XmlnsUri)
        };
        tape.SetValue(ref part, space);
        return part;
    }

    /// <summary>What is declared around and not by the schema itself: the nearest of each prefix.</summary>
    static Dictionary<string, string> Missing(XmlTape tape, Stack<int> open, int schema, ref long left)
    {
        var missing = new Dictionary<string, string>(StringComparer.Ordinal);
        HashSet<string> own = [.. Declared(tape, schema).Select(d => d.Prefix)];
        foreach (int element in open)
        {
            if ((left -= 1 + tape.Events[element].Attributes) < 0)
                throw new WireFormatException(
                    "So many schemas stand within so many declarations of namespaces that to look at these for each is refused.");
            foreach (var (prefix, space) in Declared(tape, element))
                if (!own.Contains(prefix))
                    missing.TryAdd(prefix, space);
        }
        foreach (var (prefix, space) in tape.Around)
            if (prefix is not ("xml" or "xmlns") && !own.Contains(prefix))
                missing.TryAdd(prefix, space);
        // None is what there is without a declaration.
        if (missing.TryGetValue("", out string? none) && none.Length == 0)
            missing.Remove("");
        return missing;
    }

    static List<(string Prefix, string Space)> Declared(XmlTape tape, int element)
    {
        var declared = new List<(string, string)>();
        for (int i = element + 1; i <= element + tape.Events[element].Attributes; i++)
        {
            var name = tape.NameOf(tape.Events[i]);
            if (name.Prefix == "xmlns")
                declared.Add((name.Local, tape.ValueOf(tape.Events[i])));
            else if (name is { Prefix: "", Local: "xmlns" })
                declared.Add(("", tape.ValueOf(tape.Events[i])));
        }
        return declared;
    }
}
