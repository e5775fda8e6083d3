using System.Globalization;

namespace OwnFormat;

/// <summary>What no type declares: scalars as the values that they are, arrays and maps as nodes.</summary>
sealed partial class CborReader
{
    public override object? Dynamic(TypeModel declared)
    {
        int at = input.Position;
        if (declared.Type != typeof(object))
            return Node.From(Any()) is var node && (node is null || declared.Type.IsInstanceOfType(node))
                ? node
                : throw input.Error($"Expected a {declared.Type.Name}.", at);
        switch (Head(declared))
        {
            case Isomer.Shapes.Head.Null:
                return null;
            case Isomer.Shapes.Head.Reference:
                return _reference;
            case Isomer.Shapes.Head.Subtype:
                return ExactValue(declared.Subtypes[_subtype].Model);
            default:
                int identity = Identity();
                object? value = Any();
                Register(identity, value!);
                return value;
        }
    }

    object? Any()
    {
        int at = input.Position;
        ulong tag = ulong.MaxValue;
        var head = ReadHead();
        for (; head.Major == Major.Tag; head = ReadHead())
            (tag, at) = (head.Argument, head.At);
        // The tags that mean a value are read again with it, by whoever reads such a value.
        Func<object?>? tagged = (tag, head.Major) switch
        {
            (0, Major.Text) => () => DateTimeOffset(),
            (1, Major.Unsigned or Major.Negative) => () => DateTimeOffset(),
            (1, Major.Simple) when IsFloat(head) => () => DateTimeOffset(),
            (2 or 3, Major.Bytes) => () => BigInteger(),
            (4, Major.Array) => () => Decimal(),
            (37, Major.Bytes) => () => Guid(),
            (1004, Major.Text) => () => DateOnly(),
            (_, Major.Text) => ReadText,
            _ => null,
        };
        if (tagged is not null)
        {
            input.Position = at;
            return tagged();
        }
        return head.Major switch
        {
            Major.Unsigned => head.Argument <= long.MaxValue ? (long)head.Argument : head.Argument,
            Major.Negative => head.Argument <= long.MaxValue ? ~(long)head.Argument : -1 - (System.Numerics.BigInteger)head.Argument,
            Major.Bytes => ReadBytes(head),
            Major.Array => ReadArray(head),
            Major.Map => ReadMap(head),
            _ when IsFloat(head) => FloatOf(head),
            _ => head.Info switch { 20 or 21 => head.Info == 21, 22 or 23 => null, _ => throw Unexpected(head, "a value") },
        };
    }

    NodeArray ReadArray(CborHead head)
    {
        Enter(CountOf(head, 1));
        var array = new NodeArray();
        while (NextEntry(array.Count))
            array.Add(Node.From(Any()));
        input.Leave();
        return array;
    }

    /// <summary>Names of nodes are texts; another key goes by its text.</summary>
    NodeObject ReadMap(CborHead head)
    {
        Enter(CountOf(head, 2));
        var map = new NodeObject();
        while (NextEntry(map.Count))
        {
            int at = input.Position;
            string name = Any() switch
            {
                string text => text,
                bool b => b ? "true" : "false",
                IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
                _ => throw input.Error("A key of a map that no type declares is a text or a number.", at),
            };
            CheckNew(at);
            if (map.Contains(name))
                throw input.Error($"A map has the key '{name}' twice.", at);
            input.At(name);
            map.Add(name, Node.From(Any()));
        }
        input.Leave();
        return map;
    }
}
