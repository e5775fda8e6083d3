using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// An envelope that has been passed over once, without recursion and without making an object: its elements one behind the other, what each
/// refers to. After that a reference leads to its element whether that stands before or behind, on its own or within another.
/// </summary>
internal sealed partial class SoapDocument
{
    /// <summary>An element takes four bytes of a document at least, and this many of memory.</summary>
    SoapNode[] _nodes;
    byte[] _decoded = [];
    int _decodedLength;
    readonly SoapSymbols _ids = new(), _namespaces = new(), _names = new();
    readonly List<SoapArray> _arrays = [];
    readonly Dictionary<int, int> _positions = [];
    int[] _targets = new int[16];
    int _count;

    SoapDocument(int length) => _nodes = new SoapNode[Math.Clamp(length / 32, 16, 1 << 12)];

    /// <summary>The element that is the root of the graph.</summary>
    public int Root { get; private set; } = -1;

    /// <summary>How many elements the document has.</summary>
    public int Count => _count;

    /// <summary>How many ids there are; the first is 1.</summary>
    public int Ids => _ids.Count + 1;

    public ref readonly SoapNode this[int node] => ref _nodes[node];

    public SoapArray ArrayOf(int array) => _arrays[array];

    /// <summary>The index that an item says it has (SOAP-ENC:position); -1 if it does not say so.</summary>
    public int PositionOf(int node) => _positions.Count > 0 && _positions.TryGetValue(node, out int position) ? position : -1;

    /// <summary>The text of the id with the number.</summary>
    public ReadOnlySpan<byte> IdOf(int id) => _ids[id - 1];

    /// <summary>The element that has this id.</summary>
    public int TargetOf(int id) => _targets[id] - 1;

    /// <summary>The text of an element without elements.</summary>
    public ReadOnlySpan<byte> TextOf(ReadOnlySpan<byte> input, in SoapNode node) =>
        node.Text >= 0 ? input.Slice(node.Text, node.TextLength) : _decoded.AsSpan(~node.Text, node.TextLength);

    public static SoapDocument Of(ReadOnlySpan<byte> input)
    {
        // The scanner numbers what is declared by what is known then.
        SoapNamespaces.Prepare();
        var document = new SoapDocument(input.Length);
        var scan = new XmlScanner(input, XmlRules.Soap);
        try
        {
            document.Envelope(ref scan);
        }
        finally
        {
            scan.Dispose();
        }
        document.Check();
        return document;
    }

    /// <summary>Envelope, headers (which are passed over), body: its elements.</summary>
    void Envelope(ref XmlScanner scan)
    {
        if (scan.Peek() != XmlToken.Start)
            throw scan.Error("This is no SOAP: no element stands at its beginning.");
        scan.ReadStart();
        if (!SoapNamespaces.IsEnvelope(scan.Namespace) || !scan.LocalName.SequenceEqual("Envelope"u8))
            throw new WireFormatException(
                "This is no SOAP 1.1: its element is not an Envelope of http://schemas.xmlsoap.org/soap/envelope/.")
            { Offset = scan.StartOfElement };
        bool hasBody = false;
        while (scan.Peek() == XmlToken.Start)
        {
            scan.ReadStart();
            bool isBody = SoapNamespaces.IsEnvelope(scan.Namespace) && scan.LocalName.SequenceEqual("Body"u8);
            if (isBody && hasBody)
                throw new WireFormatException("The envelope has two bodies.") { Offset = scan.StartOfElement };
            if (!isBody)
            {
                // Headers, and what remoting may put behind the body.
                scan.SkipRest();
                continue;
            }
            hasBody = true;
            Body(ref scan);
        }
        scan.ReadEnd();
        scan.End();
        if (Root < 0)
            throw new WireFormatException("The envelope has no object: its body is empty, or there is none.") { Offset = scan.Position };
    }

    void Body(ref XmlScanner scan)
    {
        Span<int> first = stackalloc int[32];
        var open = new Open(first);
        int outside = scan.Depth;
        while (true)
        {
            switch (scan.Peek())
            {
                case XmlToken.Start:
                    int node = Start(ref scan, open.Count == 0);
                    if (HasElements(ref scan) || !Leaf(ref scan, node))
                        open.Push(node);
                    continue;
                case XmlToken.End when open.Count > 0:
                    _nodes[open.Pop()].End = _count;
                    scan.ReadEnd();
                    continue;
                case XmlToken.End:
                    scan.ReadEnd();
                    return;
                default:
                    throw scan.Error("Text stands between the elements of an object.");
            }
        }
    }

    /// <summary>The elements that are open.</summary>
    ref struct Open(Span<int> room)
    {
        Span<int> _room = room;

        public int Count { get; private set; }

        public void Push(int node)
        {
            if (Count == _room.Length)
            {
                int[] more = new int[Count * 2];
                _room.CopyTo(more);
                _room = more;
            }
            _room[Count++] = node;
        }

        public int Pop() => _room[--Count];
    }

    /// <summary>Whether an element comes next, after white space: then this one has elements in it, and no text.</summary>
    static bool HasElements(ref XmlScanner scan)
    {
        if (scan.IsEmpty)
            return false;
        var rest = scan.Input[scan.Position..];
        int at = 0;
        while (at < rest.Length && XmlChars.IsWhite(rest[at]))
            at++;
        return at + 1 < rest.Length && rest[at] == (byte)'<' && rest[at + 1] is not ((byte)'/' or (byte)'!' or (byte)'?');
    }

    /// <summary>Text up to the end of the element; false if elements are in it after all, behind a comment.</summary>
    bool Leaf(ref XmlScanner scan, int index)
    {
        ref var node = ref _nodes[index];
        node.End = _count;
        if (!scan.IsEmpty)
        {
            var text = scan.ReadText();
            if (scan.Peek() == XmlToken.Start && XmlChars.IsWhite(text))
                return false;
            if (scan.Input.Overlaps(text, out int start))
                (node.Text, node.TextLength) = (start, text.Length);
            else if (text.Length > 0)
                Keep(ref node, text);
        }
        scan.ReadEnd();
        return true;
    }

    void Keep(ref SoapNode node, ReadOnlySpan<byte> text)
    {
        if (_decoded.Length - _decodedLength < text.Length)
            Array.Resize(ref _decoded, Math.Max(Math.Max(_decoded.Length * 2, 256), _decodedLength + text.Length));
        text.CopyTo(_decoded.AsSpan(_decodedLength));
        (node.Text, node.TextLength) = (~_decodedLength, text.Length);
        _decodedLength += text.Length;
    }

    /// <summary>Each reference must lead to an element.</summary>
    void Check()
    {
        for (int i = 0; i < _count; i++)
            if (_nodes[i].IsReference && _targets[_nodes[i].Id] == 0)
                throw new WireFormatException($"'{SoapText.ToString(_ids[_nodes[i].Id - 1])}' is referred to and is not in the envelope.")
                { Offset = _nodes[i].Offset };
    }
}
