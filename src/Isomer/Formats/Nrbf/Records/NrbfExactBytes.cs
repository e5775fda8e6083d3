using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// The bytes of a payload that <see cref="NrbfExactNodes"/> made nodes of: the same, but for what was changed in the nodes.
/// </summary>
internal sealed class NrbfExactBytes
{
    const int MaxDepth = 1000;

    readonly MemoryStream _bytes = new();
    readonly BinaryWriter _out;
    readonly Dictionary<int, NrbfPrimitive[]> _classes = [];
    readonly Stack<string> _path = [];

    NrbfExactBytes() => _out = new BinaryWriter(_bytes, new UTF8Encoding(false, true));

    /// <summary>Whether a node has this form.</summary>
    public static bool Is(Node? node) => node is NodeObject whole && whole["records"] is NodeArray && whole["root"] is NodeValue;

    public static byte[] Of(NodeObject whole) => new NrbfExactBytes().Write(whole);

    byte[] Write(NodeObject whole)
    {
        _out.Write((byte)NrbfRecord.Header);
        _out.Write(Int(whole, "root"));
        _out.Write(Int(whole, "header"));
        _out.Write(1);
        _out.Write(0);
        if (whole.Contains("call"))
            _out.Write(Base64(whole, "call"));
        Records(whole, "records", static (self, node) => self.Record(node));
        _out.Write((byte)NrbfRecord.End);
        if (whole.Contains("rest"))
            _out.Write(Base64(whole, "rest"));
        _out.Flush();
        return _bytes.ToArray();
    }

    void Records(NodeObject node, string name, Action<NrbfExactBytes, Node?> write)
    {
        var items = node[name] as NodeArray ?? throw Fail($"'{name}' is not an array.");
        for (int i = 0; i < items.Count; i++)
        {
            _path.Push($"{name}[{i}]");
            if (_path.Count > MaxDepth)
                throw Fail("The nodes nest too deep.");
            RuntimeHelpers.EnsureSufficientExecutionStack();
            write(this, items[i]);
            _path.Pop();
        }
    }

    /// <summary>A record; how many values it is: none (a library), one, or as many as nulls in a row.</summary>
    int Record(Node? any)
    {
        if (any is null)
        {
            _out.Write((byte)NrbfRecord.Null);
            return 1;
        }
        var node = any as NodeObject
            ?? throw Fail(
                "A record is an object with a member 'ref', 'text', 'like', 'class', 'array', 'primitives', 'typed', 'nulls' or 'library', or null.");
        if (node.Contains("library"))
        {
            _out.Write((byte)NrbfRecord.Library);
            _out.Write(Int(node, "library"));
            _out.Write(Text(node, "name"));
            return 0;
        }
        if (node.Contains("ref"))
        {
            _out.Write((byte)NrbfRecord.Reference);
            _out.Write(Int(node, "ref"));
        }
        else if (node.Contains("text"))
        {
            _out.Write((byte)NrbfRecord.String);
            _out.Write(Int(node, "id"));
            _out.Write(Text(node, "text"));
        }
        else if (node.Contains("nulls"))
        {
            return Nulls(node);
        }
        else if (node.Contains("typed"))
        {
            _out.Write((byte)NrbfRecord.PrimitiveTyped);
            var primitive = PrimitiveOf(Text(node, "typed"));
            _out.Write((byte)primitive);
            Primitive(primitive, node["value"]);
        }
        else if (node.Contains("like"))
        {
            _out.Write((byte)NrbfRecord.ClassWithId);
            _out.Write(Int(node, "id"));
            int like = Int(node, "like");
            _out.Write(like);
            Values(node, _classes.GetValueOrDefault(like) ?? throw Fail($"No class was told by {like} before."));
        }
        else if (node.Contains("class"))
        {
            Class(node);
        }
        else if (node.Contains("primitives"))
        {
            _out.Write((byte)NrbfRecord.PrimitiveArray);
            _out.Write(Int(node, "id"));
            var primitive = PrimitiveOf(Text(node, "primitives"));
            _out.Write(CountOf(node["items"], primitive));
            _out.Write((byte)primitive);
            Primitives(node, primitive);
        }
        else if (node.Contains("array"))
        {
            Array(node);
        }
        else
        {
            throw Fail("A record has a member 'ref', 'text', 'like', 'class', 'array', 'primitives', 'typed', 'nulls' or 'library'.");
        }
        return 1;
    }

    int Nulls(NodeObject node)
    {
        int count = Int(node, "nulls");
        if (count <= 0)
            throw Fail($"{count} nulls are none.");
        if (count > 255 || node.Contains("wide"))
        {
            _out.Write((byte)NrbfRecord.Nulls);
            _out.Write(count);
        }
        else
        {
            _out.Write((byte)NrbfRecord.Nulls256);
            _out.Write((byte)count);
        }
        return count;
    }

    void Class(NodeObject node)
    {
        bool isSystem = !node.Contains("of"), isUntyped = node.Contains("untyped");
        _out.Write(
            (byte)((byte)(isSystem ? NrbfRecord.SystemClassWithMembersAndTypes : NrbfRecord.ClassWithMembersAndTypes) - (isUntyped
                ? 2
                : 0)));
        int id = Int(node, "id");
        _out.Write(id);
        _out.Write(Text(node, "class"));
        NodeObject[] members = [
            .. (node["members"] as NodeArray ?? throw Fail("'members' is not an array.")).Select(
                m => m as NodeObject ?? throw Fail("A member is an object with a name and a type."))];
        _out.Write(members.Length);
        foreach (var member in members)
            _out.Write(Text(member, "name"));
        var primitives = new NrbfPrimitive[members.Length];
        if (isUntyped)
        {
            for (int i = 0; i < members.Length; i++)
                primitives[i] = members[i].Contains("type") ? PrimitiveOf(Text(members[i], "type")) : NrbfPrimitive.None;
        }
        else
        {
            foreach (var member in members)
                _out.Write((byte)KindOf(member));
            for (int i = 0; i < members.Length; i++)
                primitives[i] = Details(members[i]);
        }
        if (!isSystem)
            _out.Write(Int(node, "of"));
        _classes[id] = primitives;
        Values(node, primitives);
    }

    static NrbfKind KindOf(NodeObject place) =>
        place.Contains("class") ? place.Contains("of") ? NrbfKind.Class : NrbfKind.SystemClass : Text(place["type"]) switch
        {
            "String" => NrbfKind.String,
            "Object" => NrbfKind.Object,
            "Object[]" => NrbfKind.ObjectArray,
            "String[]" => NrbfKind.StringArray,
            { } name => name.EndsWith("[]", StringComparison.Ordinal) ? NrbfKind.PrimitiveArray : NrbfKind.Primitive,
            null => NrbfKind.Object,
        };

    /// <summary>What follows the kind of a member or item; which primitive it is.</summary>
    NrbfPrimitive Details(NodeObject place)
    {
        var kind = KindOf(place);
        switch (kind)
        {
            case NrbfKind.Class or NrbfKind.SystemClass:
                _out.Write(Text(place, "class"));
                if (kind == NrbfKind.Class)
                    _out.Write(Int(place, "of"));
                break;
            case NrbfKind.PrimitiveArray or NrbfKind.Primitive:
                var primitive = PrimitiveOf(Text(place, "type").TrimEnd('[', ']'));
                _out.Write((byte)primitive);
                return kind == NrbfKind.Primitive ? primitive : NrbfPrimitive.None;
        }
        return NrbfPrimitive.None;
    }

    void Values(NodeObject node, NrbfPrimitive[] primitives)
    {
        int next = 0;
        Records(node, "values", (self, value) =>
        {
            if (next < primitives.Length && primitives[next] != NrbfPrimitive.None)
            {
                self.Primitive(primitives[next++], value);
                return;
            }
            next += self.Record(value);
            if (next > primitives.Length)
                throw self.Fail($"There are more values than the {primitives.Length} members of the class.");
        });
        if (next != primitives.Length)
            throw Fail($"There are {next} values; the class has {primitives.Length} members.");
    }

    void Array(NodeObject node)
    {
        if (node.Contains("short"))
        {
            _out.Write((byte)(Text(node, "array") == "Object" ? NrbfRecord.ObjectArray : NrbfRecord.StringArray));
            _out.Write(Int(node, "id"));
            int length = Int(node, "length");
            _out.Write(length);
            Items(node, length);
            return;
        }
        var type = node["array"] as NodeObject ?? throw Fail("'array' is not the type of its items.");
        _out.Write((byte)NrbfRecord.Array);
        _out.Write(Int(node, "id"));
        if (!Enum.TryParse(Text(node, "kind"), out NrbfArrayKind kind))
            throw Fail($"'{Text(node, "kind")}' is no kind of an array.");
        _out.Write((byte)kind);
        int[] lengths = Ints(node, "lengths");
        _out.Write(lengths.Length);
        foreach (int length in lengths)
            _out.Write(length);
        if (kind >= NrbfArrayKind.SingleOffset)
            foreach (int bound in Ints(node, "bounds"))
                _out.Write(bound);
        _out.Write((byte)KindOf(type));
        var primitive = Details(type);
        if (primitive != NrbfPrimitive.None)
            Primitives(node, primitive);
        else
            Items(node, lengths.Aggregate(1L, static (count, length) => count * length));
    }

    void Items(NodeObject node, long length)
    {
        long count = 0;
        Records(node, "items", (self, item) => count += self.Record(item));
        if (count != length)
            throw Fail($"There are {count} items; the array says {length}.");
    }

    void Primitives(NodeObject node, NrbfPrimitive primitive)
    {
        if (primitive == NrbfPrimitive.Byte)
            _out.Write(Base64(node, "items"));
        else
            Records(node, "items", (self, item) => self.Primitive(primitive, item, mostUnits: 2));
    }

    int CountOf(Node? items, NrbfPrimitive primitive) =>
        primitive == NrbfPrimitive.Byte
            ? FromBase64(Text(items)).Length
            : items is not NodeArray array ? throw Fail("'items' is not an array.")
            : primitive == NrbfPrimitive.Char ? array.Sum(static item => Text(item)?.Length ?? 1)
            : array.Count;

    void Primitive(NrbfPrimitive primitive, Node? node, int mostUnits = 1)
    {
        if (node is not NodeValue value)
            throw Fail($"A value of {primitive} is expected.");
        if (Text(value) is { } bits && bits.StartsWith("0x", StringComparison.Ordinal)
            && bits.Length == 2 + (NrbfPrimitives.Width(primitive) * 2)
            && primitive is NrbfPrimitive.Boolean or NrbfPrimitive.Double or NrbfPrimitive.Single or NrbfPrimitive.DateTime)
        {
            _out.Write(Convert.FromHexString(Text(value)![2..]));
            return;
        }
        switch (primitive)
        {
            case NrbfPrimitive.Boolean: _out.Write(Get<bool>(value)); break;
            case NrbfPrimitive.Byte: _out.Write(Get<byte>(value)); break;
            case NrbfPrimitive.SByte: _out.Write(Get<sbyte>(value)); break;
            case NrbfPrimitive.Int16: _out.Write(Get<short>(value)); break;
            case NrbfPrimitive.UInt16: _out.Write(Get<ushort>(value)); break;
            case NrbfPrimitive.Int32: _out.Write(Get<int>(value)); break;
            case NrbfPrimitive.UInt32: _out.Write(Get<uint>(value)); break;
            case NrbfPrimitive.Int64 or NrbfPrimitive.TimeSpan: _out.Write(Get<long>(value)); break;
            case NrbfPrimitive.UInt64: _out.Write(Get<ulong>(value)); break;
            case NrbfPrimitive.Single: _out.Write(Get<float>(value)); break;
            case NrbfPrimitive.Double: _out.Write(Get<double>(value)); break;
            case NrbfPrimitive.Char:
                // In an array a character may be two of them.
                _out.Write(
                    Text(value) is { } text && Rune.DecodeFromUtf16(text, out var rune, out int units) == OperationStatus.Done
                        && units == text.Length && units <= mostUnits
                        ? Encoding.UTF8.GetBytes(rune.ToString())
                        : throw Fail("A Char is a text of one character."));
                break;
            case NrbfPrimitive.Decimal:
                string number = Text(value) ?? value.NumberText ?? "";
                // Of bytes, as it is read: of characters the framework takes less.
                _out.Write(
                    decimal.TryParse(Encoding.UTF8.GetBytes(number), NumberStyles.Number, CultureInfo.InvariantCulture, out _)
                        ? number
                        : throw Fail($"'{number}' is no decimal."));
                break;
            default:
                if (!DateTime.TryParseExact(Text(value), "O", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out var date))
                    throw Fail("A date is expected, as 2020-01-02T03:04:05.0000000Z.");
                _out.Write(Unsafe.BitCast<DateTime, long>(date));
                break;
        }
    }

    T Get<T>(NodeValue value)
    {
        try
        {
            return value.As<T>();
        }
        catch (WireFormatException e)
        {
            throw Fail($"'{value}' is no {typeof(T).Name}: {e.Message}");
        }
    }

    NrbfPrimitive PrimitiveOf(string name) =>
        Enum.TryParse(name, out NrbfPrimitive primitive)
            && (NrbfPrimitives.Width(primitive) > 0 || primitive is NrbfPrimitive.Char or NrbfPrimitive.Decimal) && !char.IsDigit(name[0])
            ? primitive
            : throw Fail($"'{name}' is no primitive.");

    int Int(NodeObject node, string name) => node[name] is NodeValue value ? Get<int>(value) : throw Fail($"A number '{name}' is missing.");

    int[] Ints(NodeObject node, string name) =>
        [.. (node[name] as NodeArray ?? throw Fail($"An array '{name}' is missing.")).Select(
            n => n is NodeValue value ? Get<int>(value) : throw Fail($"'{name}' holds what is no number."))];

    string Text(NodeObject node, string name) => Text(node[name]) ?? throw Fail($"A text '{name}' is missing.");

    static string? Text(Node? node) => (node as NodeValue)?.Value as string;

    byte[] Base64(NodeObject node, string name) => FromBase64(Text(node, name));

    byte[] FromBase64(string? text)
    {
        try
        {
            return Convert.FromBase64String(text ?? throw Fail("Bytes are expected, as base64."));
        }
        catch (FormatException)
        {
            throw Fail("Bytes are expected, as base64.");
        }
    }

    NotSupportedException Fail(string problem) =>
        new($"These nodes are no records of NRBF, at $.{string.Join('.', _path.Reverse())}: {problem}");
}
