using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// What ObjectStateFormatter wrote (LosFormatter calls it): a mark, then values, each a number of its kind and what that has; strings and
/// types that come again are numbers. Behind them there may be a code by which the server knows its own: 20 bytes and more.
/// </summary>
/// <remarks>Pairs and arrays nest: at most 256 deep.</remarks>
internal ref struct ViewStateContainer
{
    const byte Mark = 0xFF, Version = 1;
    const int MaxDepth = 256, Strings = 255;

    readonly List<string> _types = [];
    readonly string?[] _strings = new string?[Strings];
    ContainerBytes _in;
    int _nextString, _depth;

    ViewStateContainer(ReadOnlySpan<byte> payload) => _in = new ContainerBytes(payload);

    /// <summary>By the mark, and a kind that there is.</summary>
    public static FormatMatch Match(ReadOnlySpan<byte> payload) =>
        TextViewState.Is(payload)
            ? TextViewState.Match(payload)
            : payload is [Mark, Version,
                (>= 1 and <= 12) or (>= 15 and <= 16) or (>= 20 and <= 31) or (>= 40 and <= 43) or 50 or 60 or (>= 100 and <= 104), ..]
                    ? FormatMatch.Likely
                    : FormatMatch.No;

    public static Node? Read(ReadOnlySpan<byte> payload)
    {
        if (TextViewState.Is(payload))
            return TextViewState.Read(payload);
        var state = new ViewStateContainer(payload);
        if (state._in.Byte() != Mark || state._in.Byte() != Version)
            throw new WireFormatException(
                "This is no view state: it does not begin with FF 01, nor as the text that .NET 1.x wrote. What is encrypted cannot be read.")
            { Offset = 0 };
        var value = state.Value();
        // MD5, SHA-1, SHA-256, SHA-384, SHA-512.
        if (state._in.Remaining is not (0 or 16 or 20 or 32 or 48 or 64))
            throw state._in.Fail($"{state._in.Remaining} bytes stand behind the view state, which is no code of the server.");
        return state._in.Remaining == 0
            ? value
            : new NodeObject { ["$state"] = value, ["$code"] = new NodeValue(state._in.Take(state._in.Remaining).ToArray()) };
    }

    Node? Value()
    {
        if (++_depth > MaxDepth || ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
            throw _in.Fail($"Values nest deeper than {MaxDepth}.");
        var value = Any();
        _depth--;
        return value;
    }

    Node? Any()
    {
        byte kind = _in.Byte();
        switch (kind)
        {
            case 1:
                return new NodeValue(_in.Int16());
            case 2:
                return new NodeValue(_in.Packed());
            case 3:
                return new NodeValue(_in.Byte());
            case 4:
                return new NodeValue(_in.Char());
            case 5:
                return new NodeValue(_in.Text());
            case 6:
                return new NodeValue(_in.Date());
            case 7:
                return new NodeValue(_in.Double());
            case 8:
                return new NodeValue(_in.Single());
            case 9:
                return Typed("System.Drawing.Color", new NodeValue("#" + _in.Int32().ToString("X8", CultureInfo.InvariantCulture)));
            case 10:
                return Typed("System.Drawing.KnownColor", new NodeValue(_in.Packed()));
            case 11:
                string type = TypeName();
                return Typed(type, new NodeValue(_in.Packed()));
            case 12:
                return Typed("System.Drawing.Color", null);
            case 15:
                return new NodeObject { ["$pair"] = Values(2) };
            case 16:
                return new NodeObject { ["$triplet"] = Values(3) };
            case 20:
                string item = TypeName();
                return new NodeObject { ["$array"] = new NodeValue(item), ["items"] = Values(_in.Count("items")) };
            case 21:
                var texts = new NodeArray();
                for (int i = _in.Count("strings"); i > 0; i--)
                    texts.Add(new NodeValue(_in.Text()));
                return texts;
            case 22:
                return Values(_in.Count("items"));
            case 23 or 24:
                return Map(_in.Count("entries"));
            case 25:
                return new NodeObject { ["$typeof"] = new NodeValue(TypeName()) };
            case 27:
                double size = _in.Double();
                int unit = _in.Int32();
                return new NodeObject
                {
                    ["$type"] = new NodeValue("System.Web.UI.WebControls.Unit"),
                    ["value"] = new NodeValue(size),
                    ["unit"] = new NodeValue(unit)
                };
            case 28:
                return Typed("System.Web.UI.WebControls.Unit", null);
            case 30:
                string added = _in.Text();
                _strings[_nextString] = added;
                _nextString = (_nextString + 1) % Strings;
                return new NodeValue(added);
            case 31:
                byte place = _in.Byte();
                return new NodeValue((place < Strings ? _strings[place] : null) ?? throw _in.Fail($"There is no string number {place}."));
            case 40:
                string formatted = TypeName();
                return Typed(formatted, new NodeValue(_in.Text()));
            case 50:
                return ContainedPayload.Of(_in.Take(_in.Packed()), _in.Bounds);
            case 60:
                return Sparse();
            case 100:
                return null;
            case 101:
                return new NodeValue("");
            case 102:
                return new NodeValue(0);
            case 103 or 104:
                return new NodeValue(kind == 103);
            default:
                throw new WireFormatException($"{kind} is no kind of a value.") { Offset = _in.At - 1 };
        }
    }

    static NodeObject Typed(string type, Node? value) => new() { ["$type"] = new NodeValue(type), ["value"] = value };

    NodeArray Values(int count)
    {
        var values = new NodeArray();
        for (int i = 0; i < count; i++)
            values.Add(Value());
        return values;
    }

    /// <summary>An object where all keys are texts, each once; else pairs.</summary>
    Node Map(int count)
    {
        var entries = new List<(Node? Key, Node? Value)>();
        var names = new HashSet<string>(StringComparer.Ordinal);
        bool isObject = true;
        for (int i = 0; i < count; i++)
        {
            var key = Value();
            entries.Add((key, Value()));
            isObject &= key is NodeValue { Value: string name } && !name.StartsWith('$') && names.Add(name);
        }
        if (!isObject)
            return new NodeObject { ["$entries"] = new NodeArray(entries.Select(e => (Node?)new NodeArray([e.Key, e.Value]))) };
        var map = new NodeObject();
        foreach (var (key, value) in entries)
            map.Add((string)((NodeValue)key!).Value, value);
        return map;
    }

    /// <summary>An array of which only some items are there.</summary>
    NodeObject Sparse()
    {
        string type = TypeName();
        int length = _in.Packed(), count = _in.Count("items");
        if (length < 0 || count > length)
            throw _in.Fail($"An array of {length} items has {count} of them.");
        var items = new RepeatedNames([]);
        for (int i = 0; i < count; i++)
        {
            int place = _in.Packed();
            if (place < 0 || place >= length)
                throw _in.Fail($"An array of {length} items has none at {place}.");
            items.Add(place.ToString(CultureInfo.InvariantCulture), Value());
        }
        return new NodeObject { ["$array"] = new NodeValue(type), ["length"] = new NodeValue(length), ["at"] = items.Node };
    }

    /// <summary>A type by its name, which is not looked for, or by the number of one that was told.</summary>
    string TypeName()
    {
        byte kind = _in.Byte();
        switch (kind)
        {
            case 41 or 42:
                string name = _in.Text();
                _types.Add(name);
                return name;
            case 43:
                int number = _in.Packed();
                return (uint)number < (uint)_types.Count ? _types[number] : throw _in.Fail($"There is no type number {number}.");
            default:
                throw new WireFormatException($"{kind} is no kind of a type.") { Offset = _in.At - 1 };
        }
    }
}
