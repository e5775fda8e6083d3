using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Nodes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// An envelope as nodes, for whoever has not got its types: <c>{"$type":"Shop.Order, Shop","number":"5","items":["Tea",7]}</c>. A member
/// that does not say what it is is text, for only its class knew. ArrayList and Hashtable become arrays and objects; an object that is met
/// again is <c>{"$ref":"ref-7"}</c>, and the first one has <c>"$id":"ref-7"</c> then.
/// </summary>
internal ref struct SoapNodes
{
    readonly ReadOnlySpan<byte> _in;
    readonly SoapDocument _document;
    readonly int _maxDepth;
    readonly int[] _met;
    readonly bool[] _written;
    int _depth;
    int _at;

    SoapNodes(ReadOnlySpan<byte> input, int maxDepth)
    {
        _in = input;
        _document = SoapDocument.Of(input);
        _maxDepth = maxDepth;
        _met = new int[_document.Ids];
        _written = new bool[_document.Ids];
        for (int i = 0; i < _document.Count; i++)
            if (_document[i].Id > 0 && (_document[i].IsReference || !_document[i].IsTop || i == _document.Root))
                _met[_document[i].Id]++;
    }

    public static Node? Of(ReadOnlySpan<byte> payload, int maxDepth)
    {
        var text = payload;
        int skipped = 0, position = 0;
        try
        {
            text = XmlInput.ToUtf8(payload, XmlRules.Soap, out skipped);
            var nodes = new SoapNodes(text, maxDepth);
            try
            {
                return nodes.Of(nodes._document.Root, null);
            }
            finally
            {
                position = nodes._document[nodes._at].Offset;
            }
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            var error = TextErrors.Place(e, Isomer.Soap.FormatName, text, position);
            error.Path ??= "$";
            XmlInput.Move(error, payload, text, skipped);
            throw error;
        }
    }

    Node? Of(int node, Type? declared)
    {
        _at = node;
        if (_document[node].IsReference)
            node = _document.TargetOf(_document[node].Id);
        ref readonly var element = ref _document[node];
        if (element.IsReference)
            throw new WireFormatException("An element refers to one that refers to another.");
        if (element.IsNull)
            return null;
        if (element.Array < 0 && element.End == node + 1 && (ScalarOf(element) ?? declared) is var type
            && !(type is null && (element.IsTop || (element.Type >= 0 && _document.TextOf(_in, element).Length == 0))))
            return Leaf(element, type);
        if (element.Id > 0 && _met[element.Id] > 1)
        {
            if (_written[element.Id])
                return new NodeObject { ["$ref"] = new NodeValue(SoapText.ToString(_document.IdOf(element.Id))) };
            _written[element.Id] = true;
        }
        if (++_depth > _maxDepth)
            throw new WireFormatException($"Objects nest deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} ({_maxDepth}) allows.");
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("Objects nest deeper than the stack of this thread allows.");
        var result = element.Array >= 0 ? Numbered(element, OfArray(node)) : OfObject(node);
        _depth--;
        return result;
    }

    /// <summary>The type of XML Schema that an element says it is; null for none, and of an object.</summary>
    readonly Type? ScalarOf(in SoapNode element)
    {
        int name = element.Type >= 0 ? element.Type : element.Name;
        var ns = _document.NamespaceOf(name);
        return ns.Length > 0 && (SoapNamespaces.IsSchema(ns) || SoapText.ToString(ns) == SoapNamespaces.EncodingUri)
            && SoapScalars.TypeOf(SoapText.ToString(_document.LocalOf(name))) is { } type && type != typeof(object) ? type : null;
    }

    readonly Node Leaf(in SoapNode element, Type? type)
    {
        string text = SoapText.ToString(_document.TextOf(_in, element));
        if (type == typeof(byte[]))
            return new NodeValue(
                XmlBase64.TryRead(XmlChars.Trim(_document.TextOf(_in, element)), out byte[] bytes)
                    ? bytes
                    : throw new WireFormatException("The text is not base64.") { Offset = element.Offset });
        if (type is null || type == typeof(string) || text.Length > 1000)
            return new NodeValue(text);
        if (type == typeof(DateTime))
            return new NodeValue(XmlDates.TryReadDateTime(XmlChars.Trim(_document.TextOf(_in, element)), out var time) ? time : text);
        if (type == typeof(TimeSpan))
            return new NodeValue(SoapDurations.TryRead(XmlChars.Trim(_document.TextOf(_in, element)), out var span) ? span : text);
        try
        {
            return new NodeValue(Conventions.EntryConverter.Instance.Convert(text, type));
        }
        catch (Exception e) when (e is FormatException or OverflowException or InvalidCastException)
        {
            throw new WireFormatException($"The text is no '{type}'.", e) { Offset = element.Offset };
        }
    }

    /// <summary>The items that stand there: those that are left out at the end are null, and may be as many as is said.</summary>
    NodeArray OfArray(int node)
    {
        var array = _document.ArrayOf(_document[node].Array);
        var ns = _document.NamespaceOf(array.Item);
        var item = array.Ranks.Length == 0 && SoapNamespaces.IsSchema(ns)
            ? SoapScalars.TypeOf(SoapText.ToString(_document.LocalOf(array.Item)))
            : null;
        var items = new List<Node?>();
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
            items.Add(Of(child, item == typeof(object) ? null : item));
        long count = 1;
        foreach (int length in array.Lengths)
            count = Math.Min(count * Math.Max(length, 0), int.MaxValue);
        if (array.Lengths.Length > 1 && count == items.Count && count > 0)
            for (int dimension = array.Lengths.Length - 1; dimension > 0; dimension--)
                items = [.. items.Chunk(array.Lengths[dimension]).Select(static row => (Node?)new NodeArray(row))];
        return new NodeArray(items);
    }

    /// <summary>An array has no place for its number: what is referred to is an object around it.</summary>
    readonly Node Numbered(in SoapNode element, Node items) =>
        element.Id > 0 && _met[element.Id] > 1
            ? new NodeObject { ["$id"] = new NodeValue(SoapText.ToString(_document.IdOf(element.Id))), ["$values"] = items }
            : items;

    Node OfObject(int node)
    {
        ref readonly var element = ref _document[node];
        int name = element.Type >= 0 ? element.Type : element.IsTop ? element.Name : -1;
        string? type = null;
        if (name >= 0)
        {
            string ns = SoapText.ToString(_document.NamespaceOf(name));
            type = SoapNaming.TypeOf(ns, SoapText.NameOf(_document.LocalOf(name))) ?? SoapText.ToString(_document.LocalOf(name));
            if (Framework(node, type) is { } known)
                return Numbered(element, known);
            string assembly = SoapTypes.AssemblyOf(ns).Split(',')[0];
            if (assembly is not ("mscorlib" or ""))
                type += ", " + assembly;
        }
        var result = new NodeObject();
        if (type is not null)
            result["$type"] = new NodeValue(type);
        if (element.Id > 0 && _met[element.Id] > 1)
            result["$id"] = new NodeValue(SoapText.ToString(_document.IdOf(element.Id)));
        var names = new HashSet<string>(result.Names, StringComparer.Ordinal);
        for (int child = node + 1; child < element.End; child = _document[child].End)
        {
            string member = SoapText.NameOf(_document.LocalOf(_document[child].Name));
            int open = member.IndexOf('<', StringComparison.Ordinal), close = member.IndexOf(">k__BackingField", StringComparison.Ordinal);
            if (open >= 0 && close > open)
                member = member[(open + 1)..close];
            // Base and derived may have a property of one name, and a member may be called $id.
            for (int i = 2; !names.Add(member); i++)
                member = $"{member}_{i}";
            result.Add(member, Of(child, null));
        }
        return result;
    }

    /// <summary>The lists and tables of the framework that old code has most.</summary>
    Node? Framework(int node, string type)
    {
        if (type == "System.Collections.ArrayList" && Child(node, "_items"u8) is >= 0 and var items
            && Number(node, "_size"u8) is >= 0 and var size && Of(items, null) is NodeArray { Count: var there } list)
            return there == size ? list : new NodeArray(Enumerable.Range(0, Math.Min(size, there)).Select(i => list[i]));
        if (type == "System.Collections.Hashtable" && Child(node, "Keys"u8) is >= 0 and var keys
            && Child(node, "Values"u8) is >= 0 and var values && Of(keys, null) is NodeArray names && Of(values, null) is NodeArray held)
        {
            var map = new NodeObject();
            var met = new HashSet<string>(StringComparer.Ordinal);
            for (int i = 0; i < names.Count; i++)
            {
                string key = names[i] is NodeValue value ? Convert.ToString(value.Value, CultureInfo.InvariantCulture) ?? "" : "";
                if (names[i] is not NodeValue || !met.Add(key) || key.StartsWith('$'))
                    return new NodeObject { ["$type"] = new NodeValue(type), ["Keys"] = names, ["Values"] = held };
                map.Add(key, i < held.Count ? held[i] : null);
            }
            return map;
        }
        return null;
    }

    readonly int Child(int node, ReadOnlySpan<byte> name)
    {
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
            if (_document.LocalOf(_document[child].Name).SequenceEqual(name))
                return child;
        return -1;
    }

    readonly int Number(int node, ReadOnlySpan<byte> name) =>
        Child(node, name) is >= 0 and var child
            && int.TryParse(_document.TextOf(_in, _document[child]), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : -1;
}
