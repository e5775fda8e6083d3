using System.Data;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// What stands before the rows of a document: the elements around them, and schemas. A document may be a set or table around its rows, a
/// DiffGram around that, or, as serializers write a set, an element with a schema and a DiffGram in it.
/// </summary>
internal sealed class DocumentHead
{
    readonly List<byte> _tags = [];
    readonly List<string> _names = [];
    List<byte> _schemas = [];
    byte[] _behindSchemas = [];

    /// <summary>The start tags around rows, one behind another, and nothing else.</summary>
    public byte[] Tags => [.. _tags];

    /// <summary>The end tags of the elements that are open.</summary>
    public byte[] Ends => Encoding.UTF8.GetBytes(string.Concat(_names.AsEnumerable().Reverse().Select(n => $"</{n}>")));

    /// <summary>The name of the innermost.</summary>
    public string Around => _names[^1];

    /// <summary>How many they are.</summary>
    public int Depth => _names.Count;

    /// <summary>How many elements are open behind it.</summary>
    public int Open { get; private set; }

    public bool IsDiffGram { get; private set; }

    /// <summary>The schemas, within the elements around them alone; null if there is none.</summary>
    public byte[]? SchemaDocument => _schemas.Count == 0 ? null : [.. _schemas, .. _behindSchemas];

    /// <summary>Where rows begin, or what closes the element around where there are none.</summary>
    public int Behind { get; private set; }

    /// <summary>Whether there can be rows: an element without content has none, nor a DiffGram of what was before.</summary>
    public bool HasRows { get; private set; } = true;

    /// <summary>Reads it; null if the text ends before the first row does begin.</summary>
    public static DocumentHead? Of(ReadOnlySpan<byte> text)
    {
        var head = new DocumentHead();
        var outline = new XmlOutline(0, 0);
        bool isWithin = false;
        while (true)
        {
            XmlMark mark;
            int start;
            do
            {
                if (!outline.TryNext(text, out mark, out start))
                    return null;
            }
            while (mark == XmlMark.None);
            if (mark == XmlMark.End)
            {
                (head.Behind, head.Open) = (start, head.Depth);
                return head;
            }
            var tag = text[start..outline.Position];
            var (name, ns, local) = head.Look(tag);
            bool isSchema = ns == SchemaText.Xs && local == "schema", isDiffGram = ns == TableXml.Diff && local == "diffgram";
            if (isSchema && head.Depth > 0)
            {
                int depth = outline.Depth - (mark == XmlMark.Start ? 1 : 0);
                while (outline.Depth > depth)
                    if (!outline.TryNext(text, out _, out _))
                        return null;
                if (head._schemas.Count == 0)
                    (head._schemas, head._behindSchemas) = ([.. head._tags], head.Ends);
                head._schemas.AddRange(text[start..outline.Position]);
            }
            else if (head.Depth == 0 || isDiffGram || (isWithin && ns != TableXml.Diff))
            {
                head._tags.AddRange(tag);
                head._names.Add(name);
                head.IsDiffGram |= isDiffGram;
                // The element within a DiffGram is the set.
                bool isSet = isWithin;
                isWithin = isDiffGram;
                (head.Behind, head.Open) = (outline.Position, outline.Depth);
                head.HasRows = mark != XmlMark.Empty;
                if (isSet || !head.HasRows)
                    return head;
            }
            else
            {
                head.HasRows = !isWithin;
                (head.Behind, head.Open) = (start, head.Depth);
                return head;
            }
        }
    }

    /// <summary>The name of a tag as it stands, and what it means here.</summary>
    (string Name, string Namespace, string Local) Look(ReadOnlySpan<byte> tag)
    {
        var scan = new XmlScanner([.. _tags, .. tag], RowScan.Rules);
        try
        {
            for (int i = 0; i <= _names.Count; i++)
                scan.ReadStart();
            return (Encoding.UTF8.GetString(scan.Name), scan.NamespaceText(scan.Namespace), Encoding.UTF8.GetString(scan.LocalName));
        }
        finally
        {
            scan.Dispose();
        }
    }
}
