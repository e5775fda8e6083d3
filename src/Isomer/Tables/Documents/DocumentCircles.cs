using System.ComponentModel;
using System.Data;
using System.Xml;
using System.Xml.Schema;

namespace Isomer.Tabular;

/// <summary>
/// Documents whose own elements make a circle of tables where a schema is inferred of them:
/// <c>&lt;x&gt;&lt;x/&gt;&lt;u&gt;&lt;x/&gt;&lt;/u&gt;&lt;/x&gt;</c>. The framework gives the set the namespace of its first table then,
/// and tells it to all tables, round and round until the process has ended by its stack. (Of 420 random documents of six elements of two
/// names four ended it, all of them such; 247 such did not, and are refused, too.)
/// </summary>
internal static class DocumentCircles
{
    /// <param name="target">What is read into.</param>
    /// <param name="tape">The document, at any place; it is left at its end.</param>
    public static void Check(IListSource target, XmlTape tape)
    {
        if ((target as DataSet ?? (target as DataTable)?.DataSet) is { Tables: [var first, ..] } set && first.Namespace != set.Namespace
            && IsWithinItself(tape))
            throw new WireFormatException(
                $"The document has elements within elements of their names, and the set to be read into has a first table of another namespace ('{first.Namespace}') than its own: the framework does not come back from that. Set {nameof(DataSet.Namespace)}.");
    }

    /// <summary>
    /// Whether an element stands within one of its name, with another between them, and the root is a row. Of a root that is the set alone
    /// (it has no attribute and no text, and each element in it has elements or attributes) no table gives the set its namespace.
    /// </summary>
    static bool IsWithinItself(XmlTape tape)
    {
        var open = new Stack<string>();
        var counts = new Dictionary<string, int>(StringComparer.Ordinal);
        // How many elements are open around a DiffGram.
        int around = -1;
        bool isRound = false, isRow = false, isColumn = false;
        tape.Rewind();
        while (tape.Read() && !(isRound && isRow))
        {
            if (tape.NodeType == XmlNodeType.EndElement)
            {
                counts[open.Pop()]--;
                if (open.Count == around)
                    around = -1;
                isRow |= isColumn && open.Count == 1;
                continue;
            }
            isRow |= open.Count == 1 && tape.NodeType is XmlNodeType.Text or XmlNodeType.CDATA;
            if (tape.NodeType != XmlNodeType.Element)
                continue;
            if (around < 0 && tape.LocalName == "diffgram" && !tape.IsEmptyElement)
                around = open.Count;
            // Of a schema that stands in the document, and of what a DiffGram holds, nothing is inferred.
            string name = around >= 0 || tape.NamespaceURI == XmlSchema.Namespace ? "" : tape.LocalName;
            int within = counts.GetValueOrDefault(name);
            isRound |= name.Length > 0 && within > 0 && open.Peek() != name;
            bool isBare = name.Length > 0 && !HasAttributes(tape);
            isRow |= open.Count == 0 ? name.Length > 0 && !isBare : open.Count == 1 && isBare && tape.IsEmptyElement;
            if (open.Count <= 2)
                isColumn = open.Count == 1 && isBare;
            if (tape.IsEmptyElement)
                continue;
            open.Push(name);
            counts[name] = within + 1;
        }
        return isRound && isRow;
    }

    static bool HasAttributes(XmlTape tape)
    {
        bool any = false;
        while (!any && tape.MoveToNextAttribute())
            any = tape.NamespaceURI != "http://www.w3.org/2000/xmlns/";
        tape.MoveToElement();
        return any;
    }
}
