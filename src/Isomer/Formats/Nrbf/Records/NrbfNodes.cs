using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// A payload as nodes, for whoever has not got its types: <c>{"$type":"Shop.Order, Shop","Id":1,"Items":[...]}</c>. What the framework's
/// own types are in a payload (a list is an array and a count) becomes what they are: arrays, objects with the keys of a dictionary, dates,
/// numbers, Guids. An object that is met again is <c>{"$ref":7}</c>, and the first one has <c>"$id":7</c> then.
/// </summary>
/// <remarks>Fields of properties have the properties' names. An enum is its number: names of its values are not in a payload.</remarks>
internal sealed class NrbfNodes(NrbfDocument document, int maxDepth, int length, bool isWithin)
{
    // An array that many collections name is nodes again for each: together as with readers of objects, four times the payload. Of small
    // ones some thousands more: each node is about forty bytes, of 200 KB that any payload may cost. Of one within a container there are
    // none free: thousands of these may stand there.
    const int MostCopies = 4, BytesPerNode = 4, FreeCopies = 4096 * BytesPerNode;

    readonly HashSet<object> _taken = new(ReferenceEqualityComparer.Instance);
    long _copies = ((long)length * MostCopies) + (isWithin ? 0 : FreeCopies);
    readonly HashSet<object> _shared = new(ReferenceEqualityComparer.Instance);
    readonly HashSet<object> _written = new(ReferenceEqualityComparer.Instance);
    int _depth;

    /// <param name="payload">The payload.</param>
    /// <param name="options">Which types are known.</param>
    /// <param name="outer">What it stands in, whose bounds it shares; null if it is the whole.</param>
    public static Node? Of(ReadOnlySpan<byte> payload, NrbfOptions options, NrbfIndex? outer = null)
    {
        byte[] copy = payload.ToArray();
        return NrbfDocument.Placed(() =>
        {
            var document = new NrbfDocument(copy, options, outer);
            var nodes = new NrbfNodes(document, options.Limits.MaxDepth, copy.Length, isWithin: outer is not null);
            nodes.FindShared();
            return document.Message is { } message ? nodes.OfMessage(message) : nodes.Of(document.Root);
        });
    }

    /// <summary>
    /// A call: <c>{"$call":"Add","$type":"Shop.Basket, Shop","arguments":[...]}</c>; what came back: <c>{"$return":...,
    /// "arguments":[...]}</c> or <c>{"$exception":...}</c>.
    /// </summary>
    NodeObject OfMessage(NrbfMessage message)
    {
        var node = new NodeObject();
        if (!message.IsReturn)
        {
            node["$call"] = new NodeValue(message.MethodName!);
            node["$type"] = new NodeValue(message.TypeName!);
        }
        else if (message.Exception is not null)
        {
            node["$exception"] = Of(message.Exception);
        }
        else
        {
            node["$return"] = Of(message.ReturnValue);
        }
        foreach (var (name, items) in ((string, IReadOnlyList<object?>)[])[("arguments", message.Arguments),
            ("genericArguments", message.GenericArguments), ("signature", message.Signature), ("properties", message.Properties)])
            if (items.Count > 0 || (name == "arguments" && !message.IsReturn))
                node[name] = new NodeArray(items.Select(Of));
        if (message.Context is not null)
            node["context"] = Of(message.Context);
        return node;
    }

    /// <summary>Which records are met more than once, without recursion: a graph is as deep as it likes.</summary>
    void FindShared()
    {
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var left = new Stack<object?>([document.Root]);
        while (left.TryPop(out object? value))
        {
            if (value is not (NrbfClassRecord or NrbfArrayRecord))
                continue;
            if (!seen.Add(value))
                _shared.Add(value);
            else if (value is NrbfClassRecord record)
                foreach (object? member in record.Values)
                    left.Push(member);
            else if (((NrbfArrayRecord)value).Item.Kind != NrbfKind.Primitive)
                foreach (object? item in ((NrbfArrayRecord)value).Items)
                    left.Push(item);
        }
    }

    Node? Of(object? value)
    {
        switch (value)
        {
            case null:
                return null;
            case nint or nuint:
                return new NodeValue(value is nint signed ? (long)signed : (ulong)(nuint)value);
            case not (NrbfClassRecord or NrbfArrayRecord):
                return new NodeValue(value);
            case NrbfClassRecord simple when NrbfFramework.ScalarOf(simple) is { } scalar:
                return new NodeValue(scalar);
        }
        if (_shared.Contains(value) && !_written.Add(value))
            return new NodeObject { ["$ref"] = new NodeValue(IdOf(value)) };
        if (++_depth > maxDepth)
            throw new WireFormatException(
                $"Objects nest deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} ({maxDepth}) allows; {nameof(Nrbf)}.{nameof(Nrbf.Read)} reads a graph of any depth.")
            { Offset = 0 };
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("Objects nest deeper than the stack of this thread allows.") { Offset = 0 };
        Node node = value is NrbfArrayRecord array ? OfArray(array) : OfClass((NrbfClassRecord)value);
        _depth--;
        return node;
    }

    static int IdOf(object value) => value is NrbfClassRecord record ? record.Id : ((NrbfArrayRecord)value).Id;

    Node OfClass(NrbfClassRecord record)
    {
        bool isShared = _shared.Contains(record);
        if (NrbfFramework.ItemsOf(record) is { } items)
        {
            Charge(record);
            return Numbered(record, ItemsOf(items));
        }
        if (NrbfFramework.IsTable(record))
            Charge(record);
        if (NrbfFramework.EntriesOf(record) is { } entries && NamesOf(entries) is { } names)
        {
            var map = new NodeObject();
            if (isShared)
                map.Add("$id", new NodeValue(record.Id));
            for (int i = 0; i < names.Count; i++)
                map.Add(names[i], Member(names[i], entries[i].Value));
            return map;
        }
        var node = new NodeObject
        {
            ["$type"] =
                new NodeValue(record.AssemblyName == "mscorlib" ? record.TypeName : $"{record.TypeName}, {Simple(record.AssemblyName)}")
        };
        if (isShared)
            node["$id"] = new NodeValue(record.Id);
        RepeatedNames? repeated = null;
        for (int i = 0; i < record.Values.Length; i++)
        {
            string name = NrbfFramework.PropertyOf(record.Header.Members[i].Name);
            // Base and derived may have a property of one name, and a member may be called $id.
            if (node.Contains(name))
                name = record.Header.Members[i].Name;
            var value = Member(record.Header.Members[i].Name, record.Values[i]);
            if (node.Contains(name))
                (repeated ??= new(node)).Add(name, value);
            else
                node.Add(name, value);
        }
        return node;
    }

    /// <summary>Charges the arrays of a collection that were those of another.</summary>
    void Charge(NrbfClassRecord record)
    {
        Count(record);
        if (_copies < 0)
            throw new WireFormatException(
                $"Arrays that many collections name are together more than {MostCopies} times as long as the payload, each time as nodes; {nameof(Nrbf)}.{nameof(Nrbf.Read)} reads records, of which each is there once.")
            {
                Offset = 0,
                IsOfBound = true,
                IsBeyondAlone = !isWithin || IsBeyondAlone(),
            };
    }

    void Count(NrbfClassRecord record)
    {
        CountArrays(record);
        // The list that a Collection is around, and no further: what a payload says to be a list may have itself as a member.
        if (NrbfFramework.ListWithin(record) is { } list)
            CountArrays(list);
    }

    void CountArrays(NrbfClassRecord record)
    {
        foreach (object? part in record.Values)
            if (part is NrbfArrayRecord array && !_taken.Add(array))
                _copies -= (long)array.Count * BytesPerNode;
    }

    /// <summary>
    /// Whether it has more such arrays than one of its size may have also where it stands in nothing: counted without a node.
    /// </summary>
    bool IsBeyondAlone()
    {
        _taken.Clear();
        _copies = ((long)length * MostCopies) + FreeCopies;
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var left = new Stack<object?>([document.Root]);
        while (_copies >= 0 && left.TryPop(out object? value))
        {
            if (value is not (NrbfClassRecord or NrbfArrayRecord { Item.Kind: not NrbfKind.Primitive }) || !seen.Add(value))
                continue;
            var record = value as NrbfClassRecord;
            var items = record is null ? ((NrbfArrayRecord)value).Items : NrbfFramework.ItemsOf(record);
            if (record is not null && (items is not null || NrbfFramework.IsTable(record)))
                Count(record);
            foreach (object? part in items ?? record!.Values)
                left.Push(part);
        }
        return _copies < 0;
    }

    static string Simple(string assembly) => assembly.Split(',')[0];

    /// <summary>The keys as names; null unless all are texts or numbers, each once.</summary>
    static List<string>? NamesOf(IReadOnlyList<KeyValuePair<object?, object?>> entries)
    {
        var names = new List<string>(entries.Count);
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (key, _) in entries)
        {
            if (key is not (string or int or long or short or byte or uint or ulong or Guid)
                || Convert.ToString(key, CultureInfo.InvariantCulture) is not { } name || name.StartsWith('$') || !seen.Add(name))
                return null;
            names.Add(name);
        }
        return names;
    }

    Node OfArray(NrbfArrayRecord array)
    {
        Node items = array.Item is { Kind: NrbfKind.Primitive, Primitive: NrbfPrimitive.Byte } && array.Rank == 1
            ? new NodeValue(array.ToArray<byte>())
            : array.Rank == 1 ? ItemsOf(array.Items)
            // A million rows of nothing take no byte.
            : array.Count == 0 ? new NodeArray()
            : Rows(array, 0, 0, array.Count);
        return Numbered(array, items);
    }

    Node? Member(string name, object? value)
    {
        try
        {
            return Of(value);
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, "." + name))
        {
            throw;
        }
    }

    NodeArray ItemsOf(IEnumerable<object?> items)
    {
        int at = -1;
        try
        {
            return new NodeArray(Joined(items).Select(item =>
            {
                at++;
                return Of(item);
            }));
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, at))
        {
            throw;
        }
    }

    /// <summary>Chars that are one character together are one item: no text of nodes can hold half of it.</summary>
    static IEnumerable<object?> Joined(IEnumerable<object?> items)
    {
        char? high = null;
        foreach (object? item in items)
        {
            if (high is { } first)
            {
                high = null;
                if (item is char second && char.IsLowSurrogate(second))
                {
                    yield return new string([first, second]);
                    continue;
                }
                yield return first;
            }
            if (item is char unit && char.IsHighSurrogate(unit))
                high = unit;
            else
                yield return item;
        }
        if (high is not null)
            yield return high;
    }

    /// <summary>An array has no place for its number: what is referred to is an object around it.</summary>
    Node Numbered(object value, Node items) =>
        _shared.Contains(value) ? new NodeObject { ["$id"] = new NodeValue(IdOf(value)), ["$values"] = items } : items;

    /// <summary>Arrays within one another for the dimensions of one.</summary>
    NodeArray Rows(NrbfArrayRecord array, int dimension, int first, int count)
    {
        int length = array.Lengths[dimension];
        if (dimension == array.Rank - 1)
            return ItemsOf(array.Items.Skip(first).Take(count));
        return new NodeArray(
            Enumerable.Range(0, length).Select(i => (Node?)Rows(array, dimension + 1, first + (i * (count / length)), count / length)));
    }
}
