using System.Globalization;
using System.Runtime.CompilerServices;

namespace Isomer.Formats;

/// <summary>
/// A payload as nodes record by record, from which <see cref="NrbfExactBytes"/> makes the same bytes: for whoever wants to change a file
/// whose types nobody has.
/// <code>
/// {"root":1,"header":-1,"records":[
///   {"library":2,"name":"Shop"},
///   {"id":1,"class":"Shop.Order","of":2,
///     "members":[{"name":"Id","type":"Int32"},{"name":"Next","type":"Shop.Order","of":2}],"values":[7,{"ref":3}]},
///   {"id":3,"like":1,"values":[8,null]}]}
/// </code>
/// </summary>
/// <remarks>
/// Each record is an object, and stands where it stood: one in the place of a value, a library before the record that needs it. A reference
/// is <c>{"ref":3}</c>, null is null, nulls in a row are <c>{"nulls":5}</c>, a primitive that says which it is
/// <c>{"typed":"Int32","value":5}</c>.
/// </remarks>
internal ref struct NrbfExactNodes
{
    readonly NrbfIndex _index;
    readonly int _maxDepth, _longest;
    NrbfBytes _in;
    int _depth;

    NrbfExactNodes(ReadOnlySpan<byte> payload, NrbfOptions options)
    {
        (_index, _maxDepth, _longest) = (NrbfIndex.Of(payload, options), options.Limits.MaxDepth, options.Limits.MaxStringLength);
        _in = new NrbfBytes(payload, 17);
    }

    public static NodeObject Of(ReadOnlySpan<byte> payload, NrbfOptions options)
    {
        try
        {
            return new NrbfExactNodes(payload, options).Read();
        }
        catch (WireFormatException e)
        {
            e.Format ??= Nrbf.FormatName;
            e.Path ??= "$";
            throw;
        }
    }

    NodeObject Read()
    {
        var head = new NrbfBytes(_in.Payload, 1);
        var whole = new NodeObject { ["root"] = new NodeValue(head.Int32()), ["header"] = new NodeValue(head.Int32()) };
        if (NrbfRemoting.Pass(ref _in))
            whole["call"] = new NodeValue(Convert.ToBase64String(_in.Payload[17.._in.At]));
        var records = new NodeArray();
        while (_in.Peek() != NrbfRecord.End)
            records.Add(Record());
        whole["records"] = records;
        _in.At++;
        if (_in.Remaining > 0)
            whole["rest"] = new NodeValue(Convert.ToBase64String(_in.Payload[_in.At..]));
        return whole;
    }

    Node? Record()
    {
        if (++_depth > _maxDepth)
            throw new WireFormatException(
                $"Records stand within one another deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} ({_maxDepth}) allows.")
            { Offset = _in.At };
        var node = Any();
        _depth--;
        return node;
    }

    Node? Any()
    {
        var record = (NrbfRecord)_in.Byte();
        switch (record)
        {
            case NrbfRecord.Library:
                return new NodeObject { ["library"] = Int(), ["name"] = Text() };
            case NrbfRecord.String:
                return new NodeObject { ["id"] = Int(), ["text"] = Text() };
            case NrbfRecord.Reference:
                return new NodeObject { ["ref"] = Int() };
            case NrbfRecord.Null:
                return null;
            case NrbfRecord.Nulls256:
                return new NodeObject { ["nulls"] = new NodeValue((int)_in.Byte()) };
            case NrbfRecord.Nulls:
                return new NodeObject { ["nulls"] = Int(), ["wide"] = new NodeValue(true) };
            case NrbfRecord.PrimitiveTyped:
                var primitive = _in.Primitive();
                return new NodeObject { ["typed"] = new NodeValue(primitive.ToString()), ["value"] = Primitive(primitive) };
            case NrbfRecord.ClassWithId:
                var like = new NodeObject { ["id"] = Int() };
                int told = _in.Int32();
                like["like"] = new NodeValue(told);
                return Values(like, _index.ClassOf(told, _in.At));
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                return Class(record);
            case NrbfRecord.PrimitiveArray:
                var bulk = new NodeObject { ["id"] = Int() };
                int length = _in.Int32();
                bulk["primitives"] = new NodeValue((primitive = _in.Primitive()).ToString());
                bulk["items"] = Primitives(primitive, length);
                return bulk;
            case NrbfRecord.ObjectArray or NrbfRecord.StringArray:
                var plain = new NodeObject
                {
                    ["id"] = Int(),
                    ["array"] = new NodeValue(record == NrbfRecord.ObjectArray ? "Object" : "String"),
                    ["short"] = new NodeValue(true)
                };
                int count = _in.Int32();
                plain["length"] = new NodeValue(count);
                plain["items"] = Items(count);
                return plain;
            default:
                return Array();
        }
    }

    NodeObject Class(NrbfRecord record)
    {
        int id = _in.Int32();
        var node = new NodeObject { ["id"] = new NodeValue(id), ["class"] = Text() };
        var info = _index.ClassOf(id, _in.At);
        if (record is NrbfRecord.ClassWithMembersAndTypes or NrbfRecord.ClassWithMembers)
            node["of"] = new NodeValue(info.Library);
        if (record is NrbfRecord.ClassWithMembers or NrbfRecord.SystemClassWithMembers)
            node["untyped"] = new NodeValue(true);
        var members = new NodeArray();
        _in.At += 4;
        foreach (string _ in info.Members)
            members.Add(new NodeObject { ["name"] = Text() });
        if (record >= NrbfRecord.SystemClassWithMembersAndTypes)
        {
            foreach (var _ in info.Kinds)
                _in.Kind();
            for (int i = 0; i < info.Kinds.Length; i++)
                Type((NodeObject)members[i]!, info.Kinds[i]);
        }
        else
        {
            // What the type of that name says: not written, and needed to write the values.
            for (int i = 0; i < info.Kinds.Length; i++)
                if (info.Primitives[i] != NrbfPrimitive.None)
                    ((NodeObject)members[i]!)["type"] = new NodeValue(info.Primitives[i].ToString());
        }
        node["members"] = members;
        _in.At = info.Body;
        return Values(node, info);
    }

    /// <summary>
    /// What a member or item is said to be: a name of the framework's kinds (Int32, String, Object, String[]), or of a class, with its
    /// library's number or as the framework's.
    /// </summary>
    void Type(NodeObject node, NrbfKind kind)
    {
        switch (kind)
        {
            case NrbfKind.Primitive:
                node["type"] = new NodeValue(_in.Primitive().ToString());
                break;
            case NrbfKind.PrimitiveArray:
                node["type"] = new NodeValue(_in.Primitive() + "[]");
                break;
            case NrbfKind.SystemClass:
                node["class"] = Text();
                break;
            case NrbfKind.Class:
                node["class"] = Text();
                node["of"] = Int();
                break;
            default:
                node["type"] = new NodeValue(
                    kind switch
                    {
                        NrbfKind.ObjectArray => "Object[]",
                        NrbfKind.StringArray => "String[]",
                        NrbfKind.String => "String",
                        _ => "Object"
                    });
                break;
        }
    }

    NodeObject Values(NodeObject node, NrbfClassInfo info)
    {
        var values = new NodeArray();
        int at = 0;
        try
        {
            for (; at < info.Primitives.Length; at++)
                if (info.Primitives[at] is not NrbfPrimitive.None and var primitive)
                    values.Add(Primitive(primitive));
                else
                    Value(values);
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, "." + info.Members[at]))
        {
            throw;
        }
        node["values"] = values;
        return node;
    }

    /// <summary>The record of a value, and the libraries that are told before it; how many values it is.</summary>
    int Value(NodeArray values)
    {
        while (_in.Peek() == NrbfRecord.Library)
            values.Add(Record());
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("Records stand within one another deeper than the stack of this thread allows.")
            { Offset = _in.At };
        var record = _in.Peek();
        var node = Record();
        values.Add(node);
        return record is NrbfRecord.Nulls or NrbfRecord.Nulls256 ? node!["nulls"]!.As<int>() : 1;
    }

    NodeObject Array()
    {
        var node = new NodeObject { ["id"] = Int() };
        var kind = (NrbfArrayKind)_in.Payload[_in.At];
        var shape = NrbfArrayShape.Read(ref _in);
        var item = _in.Kind();
        var primitive = item == NrbfKind.Primitive ? (NrbfPrimitive)_in.Payload[_in.At] : NrbfPrimitive.None;
        var type = new NodeObject();
        Type(type, item);
        node["array"] = type;
        node["kind"] = new NodeValue(kind.ToString());
        node["lengths"] = new NodeArray(shape.Lengths.Select(static l => (Node?)new NodeValue(l)));
        if (shape.Bounds is { } bounds)
            node["bounds"] = new NodeArray(bounds.Select(static b => (Node?)new NodeValue(b)));
        node["items"] = item == NrbfKind.Primitive ? Primitives(primitive, shape.Count) : Items(shape.Count);
        return node;
    }

    NodeArray Items(int count)
    {
        var items = new NodeArray();
        int at = 0;
        try
        {
            while (at < count)
                at += Value(items);
        }
        catch (WireFormatException e) when (NrbfErrors.IsWithin(e, at))
        {
            throw;
        }
        return items;
    }

    /// <summary>Bytes as base64, chars as characters (one may be two chars), anything else one by one.</summary>
    Node Primitives(NrbfPrimitive primitive, int count)
    {
        if (primitive == NrbfPrimitive.Byte)
            return new NodeValue(Convert.ToBase64String(_in.Take(count)));
        var items = new NodeArray();
        if (primitive == NrbfPrimitive.Char)
        {
            char[] units = new char[count];
            _in.Chars(units);
            foreach (var rune in units.AsSpan().EnumerateRunes())
                items.Add(new NodeValue(rune.ToString()));
            return items;
        }
        for (int i = 0; i < count; i++)
            items.Add(Primitive(primitive));
        return items;
    }

    NodeValue Int() => new(_in.Int32());

    NodeValue Text() => new(_in.String(_longest));

    /// <summary>A value so that its bytes can be made again: what text has no exact form for is its bits.</summary>
    NodeValue Primitive(NrbfPrimitive primitive)
    {
        int start = _in.At;
        switch (primitive)
        {
            case NrbfPrimitive.Boolean when _in.Payload[start] > 1:
            case NrbfPrimitive.Double
                when BitConverter.ToDouble(_in.Payload[start..]) is var number
                    && (!double.IsFinite(number) || (number == 0 && double.IsNegative(number))):
            case NrbfPrimitive.Single
                when BitConverter.ToSingle(_in.Payload[start..]) is var small
                    && (!float.IsFinite(small) || (small == 0 && float.IsNegative(small))):
                int width = NrbfPrimitives.Width(primitive);
                return new NodeValue("0x" + Convert.ToHexString(_in.Take(width)));
            case NrbfPrimitive.Decimal:
                NrbfBoxes.Read(ref _in, primitive);
                _in.At = start;
                return Text();
            case NrbfPrimitive.Char:
                return new NodeValue(_in.Char().ToString());
            case NrbfPrimitive.TimeSpan:
                return new NodeValue(_in.Int64());
            case NrbfPrimitive.DateTime:
                long bits = _in.Int64();
                var date = NrbfBoxes.Date(bits, start);
                return new NodeValue(
                    date.Kind == DateTimeKind.Local
                        ? $"0x{Convert.ToHexString(_in.Payload.Slice(start, 8))}"
                        : date.ToString("O", CultureInfo.InvariantCulture));
            default:
                return new NodeValue(NrbfBoxes.Read(ref _in, primitive));
        }
    }
}
