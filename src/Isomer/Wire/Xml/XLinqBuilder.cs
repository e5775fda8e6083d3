using System.Xml;
using System.Xml.Linq;

namespace Isomer.Wire.Xml;

/// <summary>Elements as XElement, as it would read them itself.</summary>
internal sealed class XLinqBuilder(XmlTreeNames names) : XmlTreeBuilder(names)
{
    readonly List<(XElement Element, bool IsEmpty)> _open = [];
    XElement? _result;
    // The last namespace: the framework looks each up by its whole text.
    string? _text;
    XNamespace _namespace = XNamespace.None;

    /// <summary>The open element, up to and with its end; or the one within it, null where there is none.</summary>
    public XElement? Element(ref XmlScanner scanner, bool isWrapped)
    {
        scanner.ReadStartAgain();
        if (!isWrapped)
            return Take(ref scanner);
        XElement? result = null;
        switch (MoveToContent(ref scanner, takesText: false, out _))
        {
            case XmlPiece.Start:
                scanner.ReadStart();
                result = Take(ref scanner);
                break;
            case not XmlPiece.End:
                throw scanner.Error("Expected an element for an XElement.");
        }
        scanner.SkipRest();
        return result;
    }

    XElement Take(ref XmlScanner scanner)
    {
        // What a reading left behind that failed.
        _open.Clear();
        Build(ref scanner);
        var result = _result!;
        _result = null;
        return result;
    }

    XName Name(string local, string ns)
    {
        if (!ReferenceEquals(ns, _text))
            (_text, _namespace) = (ns, XNamespace.Get(ns));
        return _namespace.GetName(local);
    }

    protected override void Open(string prefix, string local, string ns, bool isEmpty) =>
        _open.Add((new XElement(Name(local, ns)), isEmpty));

    protected override void Attribute(string prefix, string local, string ns, string value) =>
        Add(new XAttribute(prefix.Length == 0 ? XNamespace.None.GetName(local) : Name(local, ns), value));

    protected override void Close(bool isLast)
    {
        var (element, isEmpty) = _open[^1];
        _open.RemoveAt(_open.Count - 1);
        // One that has an end tag keeps it.
        if (!isEmpty && element.IsEmpty)
            element.Add("");
        if (isLast)
            _result = element;
        else
            Add(element);
    }

    protected override void Text(string text) => Add(text);

    protected override void White(string text, bool isPreserved) => Add(text);

    protected override void Section(string text) => Add(new XCData(text));

    protected override void Comment(string text) => Add(new XComment(text));

    protected override void Instruction(string target, string data) => Add(new XProcessingInstruction(target, data));

    void Add(object content) => _open[^1].Element.Add(content);
}
