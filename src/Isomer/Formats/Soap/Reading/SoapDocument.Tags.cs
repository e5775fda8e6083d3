using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Start tags: what an element says of itself.</summary>
internal sealed partial class SoapDocument
{
    const int MostDimensions = 32;

    // The namespace that was asked for last, by the scanner's number.
    int _lastNumber = int.MinValue;
    int _lastNamespace;

    int Start(ref XmlScanner scan, bool isTop)
    {
        scan.ReadStart();
        int index = _count++;
        if (index == _nodes.Length)
            Array.Resize(ref _nodes, index * 2);
        _nodes[index] = new SoapNode
        {
            Offset = scan.StartOfElement,
            Name = NameOf(ref scan, scan.Namespace, scan.LocalName),
            Type = -1,
            Array = -1,
            Flags = isTop ? SoapFlags.Top : SoapFlags.None
        };
        // The first element is the root, unless one says that it is (SOAP-ENC:root).
        if (isTop && Root < 0)
            Root = index;
        if (!scan.HasAttributes)
            return index;
        ref var node = ref _nodes[index];
        string? offset = null, bounds = null;
        foreach (ref readonly var attribute in scan.Attributes)
        {
            var name = scan.LocalNameOf(attribute);
            int ns = attribute.Namespace;
            if (ns == XmlNamespaces.None && name.SequenceEqual("id"u8))
            {
                Define(ref node, index, scan.ValueOf(attribute));
            }
            else if (ns == XmlNamespaces.None && name.SequenceEqual("href"u8))
            {
                Refer(ref node, scan.ValueOf(attribute));
            }
            else if (SoapNamespaces.IsInstance(ns))
            {
                if (name.SequenceEqual("type"u8))
                    node.Type = NameOf(ref scan, XmlChars.Trim(scan.ValueOf(attribute)), node.Offset);
                else if ((name.SequenceEqual("null"u8) || name.SequenceEqual("nil"u8)) && IsTrue(scan.ValueOf(attribute)))
                    node.Flags |= SoapFlags.Null;
            }
            else if (ns == SoapNamespaces.Encoding)
            {
                if (name.SequenceEqual("arrayType"u8))
                    node.Array = ArrayOf(ref scan, SoapText.ToString(scan.ValueOf(attribute)), node.Offset);
                else if (name.SequenceEqual("offset"u8))
                    offset = SoapText.ToString(scan.ValueOf(attribute));
                else if (name.SequenceEqual("position"u8))
                    _positions[index] = Numbers(SoapText.ToString(scan.ValueOf(attribute)), node.Offset) is [var position]
                        ? position
                        : throw Wrong("A position is not one number in brackets.", node.Offset);
                else if (name.SequenceEqual("root"u8) && isTop && IsTrue(scan.ValueOf(attribute)))
                    Root = index;
            }
            else if (ns == SoapNamespaces.Clr && name.SequenceEqual("LowerBounds"u8))
            {
                bounds = SoapText.ToString(scan.ValueOf(attribute));
            }
        }
        if (node.IsReference && node.IsNull)
            throw Wrong("An element is null and refers to another.", node.Offset);
        if (node.Array >= 0 && (offset ?? bounds) is not null)
            Shift(node, offset, bounds);
        return index;
    }

    static WireFormatException Wrong(string problem, int offset) => new(problem) { Offset = offset };

    static bool IsTrue(ReadOnlySpan<byte> value) => XmlChars.Trim(value) is [(byte)'1'] or [(byte)'t', (byte)'r', (byte)'u', (byte)'e'];

    void Define(ref SoapNode node, int index, ReadOnlySpan<byte> id)
    {
        int number = IdOf(id);
        if (node.IsReference)
            throw Wrong("An element has an id and refers to another.", node.Offset);
        if (_targets[number] != 0)
            throw Wrong($"The id '{SoapText.ToString(id)}' is given to two elements.", node.Offset);
        _targets[number] = index + 1;
        node.Id = number;
    }

    void Refer(ref SoapNode node, ReadOnlySpan<byte> reference)
    {
        if (reference is not [(byte)'#', ..])
            throw Wrong($"'{SoapText.ToString(reference)}' refers to something outside of the envelope, which is not looked for.",
                node.Offset);
        if (node.Id > 0)
            throw Wrong("An element has an id and refers to another.", node.Offset);
        node.Id = IdOf(reference[1..]);
        node.Flags |= SoapFlags.Reference;
    }

    int IdOf(ReadOnlySpan<byte> id)
    {
        int number = _ids.Of(id) + 1;
        if (number >= _targets.Length)
            Array.Resize(ref _targets, number * 2);
        return number;
    }

    /// <summary>The number of a name with its namespace.</summary>
    int NameOf(ref XmlScanner scan, int ns, ReadOnlySpan<byte> local)
    {
        int known = 0;
        if (ns != XmlNamespaces.None)
        {
            if (ns == XmlNamespaces.Undeclared)
                throw Wrong("The prefix of a name is not declared.", scan.StartOfElement);
            if (ns != _lastNumber)
                (_lastNumber, _lastNamespace) = (ns, _namespaces.Of(scan.NamespaceBytes(ns)) + 1);
            known = _lastNamespace;
        }
        Span<byte> key = local.Length <= 124 ? stackalloc byte[128] : new byte[local.Length + 4];
        BinaryPrimitives.WriteInt32LittleEndian(key, known);
        local.CopyTo(key[4..]);
        return _names.Of(key[..(local.Length + 4)]);
    }

    /// <summary>The number of a name in an attribute's value, with its namespace.</summary>
    int NameOf(ref XmlScanner scan, ReadOnlySpan<byte> qualified, int offset)
    {
        // What was decoded is good until the next is.
        if (!scan.Input.Overlaps(qualified))
            qualified = qualified.ToArray();
        int colon = qualified.IndexOf((byte)':');
        int ns = scan.Resolve(colon < 0 ? default : qualified[..colon]);
        if (ns == XmlNamespaces.Undeclared)
            throw Wrong($"The prefix of the type '{SoapText.ToString(qualified)}' is not declared.", offset);
        return NameOf(ref scan, ns, qualified[(colon + 1)..]);
    }

    /// <summary>The local part of a name.</summary>
    public ReadOnlySpan<byte> LocalOf(int name) => _names[name][4..];

    /// <summary>The namespace of a name; empty for none.</summary>
    public ReadOnlySpan<byte> NamespaceOf(int name) =>
        BinaryPrimitives.ReadInt32LittleEndian(_names[name]) is > 0 and var ns ? _namespaces[ns - 1] : default;

    /// <summary>How many names there are.</summary>
    public int Names => _names.Count;

    /// <summary>xsd:int[][2,3]: the item, the arrays that are items, the lengths.</summary>
    int ArrayOf(ref XmlScanner scan, string text, int offset)
    {
        int open = text.IndexOf('[', StringComparison.Ordinal);
        if (open < 1 || text[^1] != ']')
            throw Wrong($"'{Short(text)}' is no type of an array.", offset);
        int item = NameOf(ref scan, Encoding.UTF8.GetBytes(text[..open].Trim()), offset);
        int last = text.LastIndexOf('[');
        var ranks = new List<int>();
        for (int at = open; at < last;)
        {
            int close = text.IndexOf(']', at);
            int dimensions = close - at;
            if (text[at] != '[' || dimensions > MostDimensions || ranks.Count == MostDimensions
                || text.AsSpan(at + 1, dimensions - 1).ContainsAnyExcept(','))
                throw Wrong($"'{Short(text)}' is no type of an array.", offset);
            ranks.Add(dimensions);
            at = close + 1;
        }
        int[] lengths = text[last..] == "[]" ? [] : Numbers(text[last..], offset);
        if (Array.Exists(lengths, static l => l < 0))
            throw Wrong($"'{Short(text)}' has lengths less than 0.", offset);
        _arrays.Add(new SoapArray(item, [.. ranks], lengths is [] ? [-1] : lengths, null, 0));
        return _arrays.Count - 1;
    }

    /// <summary>[2,3]</summary>
    static int[] Numbers(string text, int offset)
    {
        if (text is not ['[', .., ']'])
            throw Wrong($"'{Short(text)}' are no numbers in brackets.", offset);
        string[] parts = text[1..^1].Split(',', MostDimensions + 1);
        int[] numbers = new int[parts.Length];
        for (int i = 0; i < parts.Length; i++)
            if (!int.TryParse(parts[i], NumberStyles.AllowLeadingSign | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
                CultureInfo.InvariantCulture, out numbers[i]))
                throw Wrong($"'{Short(text)}' are no numbers in brackets.", offset);
        return numbers.Length <= MostDimensions ? numbers : throw Wrong($"An array has more than {MostDimensions} dimensions.", offset);
    }

    static string Short(string text) => text.Length <= 200 ? text : text[..200] + "...";

    /// <summary>
    /// SOAP-ENC:offset says how many items are left out at the beginning, clr:LowerBounds with which number the first one begins.
    /// </summary>
    void Shift(in SoapNode node, string? offset, string? bounds)
    {
        var array = _arrays[node.Array];
        if (offset is not null)
            array = array with
            {
                Offset = Numbers(offset, node.Offset) is [>= 0 and var first]
                ? first
                : throw Wrong("An offset is not one number in brackets.", node.Offset)
            };
        if (bounds is not null)
            array = Numbers(bounds, node.Offset) is var lower && lower.Length == array.Lengths.Length
                ? array with { Bounds = lower }
                : throw Wrong("An array has not as many lower bounds as dimensions.", node.Offset);
        _arrays[node.Array] = array;
    }
}
