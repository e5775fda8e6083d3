using System.Buffers.Text;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// What LosFormatter of .NET 1.x wrote: text, in which a value is letters of its kind and its parts,
/// <c>t&lt;1279334384;l&lt;i&lt;1&gt;;&gt;;p&lt;Text;Hello&gt;&gt;</c>. Texts stand as they are, with a backslash before what would be read
/// as a mark; nothing is null. Behind the text there may be a code by which the server knows its own.
/// </summary>
internal ref struct TextViewState
{
    const int MaxDepth = 256, LongestKind = 512;

    ContainerBytes _in;
    int _depth;

    TextViewState(ReadOnlySpan<byte> payload) => _in = new ContainerBytes(payload);

    static bool IsRoot(ReadOnlySpan<byte> payload) => payload is [(byte)'t' or (byte)'p' or (byte)'l' or (byte)'h', (byte)'<', ..];

    /// <summary>By its first letters, and by what stands behind the value: nothing, or a code.</summary>
    public static FormatMatch Match(ReadOnlySpan<byte> payload)
    {
        if (!IsRoot(payload))
            return FormatMatch.No;
        int open = 0;
        for (int i = 0; i < payload.Length; i++)
        {
            byte next = payload[i];
            if (next == '\\')
                i++;
            else if (next == '<')
                open++;
            else if (next == '>' && --open == 0)
                return IsCode(payload.Length - i - 1) ? FormatMatch.Likely : FormatMatch.No;
        }
        return FormatMatch.No;
    }

    // MD5, SHA-1.
    static bool IsCode(int length) => length is 0 or 16 or 20;

    /// <summary>Whether it is not the later form, whose first byte is no letter.</summary>
    public static bool Is(ReadOnlySpan<byte> payload) => IsRoot(payload);

    public static Node? Read(ReadOnlySpan<byte> payload)
    {
        var state = new TextViewState(payload);
        var value = state.Value();
        if (!IsCode(state._in.Remaining))
            throw state._in.Fail($"{state._in.Remaining} bytes stand behind the view state, which is no code of the server.");
        return state._in.Remaining == 0
            ? value
            : new NodeObject { ["$state"] = value, ["$code"] = new NodeValue(state._in.Take(state._in.Remaining).ToArray()) };
    }

    readonly bool IsAt(char mark) => _in.Remaining > 0 && _in.All[_in.At] == mark;

    /// <summary>Up to the next mark, without what stands before marks that are none.</summary>
    string Text()
    {
        int start = _in.At;
        bool isEscaped = false;
        while (_in.Remaining > 0 && _in.All[_in.At] is not ((byte)'<' or (byte)'>' or (byte)';'))
        {
            if (_in.All[_in.At] == '\\')
            {
                isEscaped = true;
                _in.Byte();
            }
            _in.Byte();
        }
        int length = _in.At - start;
        _in.At = start;
        string text = _in.Text(length);
        return isEscaped ? Unescaped(text) : text;
    }

    static string Unescaped(string text)
    {
        var result = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length; i++)
            result.Append(text[i] == '\\' && i + 1 < text.Length ? text[++i] : text[i]);
        return result.ToString();
    }

    Node? Value()
    {
        string text = Text();
        if (!IsAt('<'))
            return text.Length == 0 ? null : new NodeValue(text);
        if (text.Length > LongestKind)
            throw _in.Fail("The kind of a value is longer than any name of a type.");
        if (++_depth > MaxDepth || ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
            throw _in.Fail($"Values nest deeper than {MaxDepth}.");
        _in.Byte();
        var value = Of(text);
        if (!IsAt('>'))
            throw _in.Fail($"A value of kind '{text}' does not end here.");
        _in.Byte();
        _depth--;
        return value;
    }

    Node? Of(string kind)
    {
        switch (kind)
        {
            case "p":
                return new NodeObject { ["$pair"] = Parts(2) };
            case "t":
                return new NodeObject { ["$triplet"] = Parts(3) };
            case "l" or "@":
                return Items();
            case "h":
                var items = Items();
                if (items.Count % 2 != 0)
                    throw _in.Fail("A table has a key without a value.");
                var entries = new NodeArray();
                for (int i = 0; i < items.Count; i += 2)
                    entries.Add(new NodeArray([items[i], items[i + 1]]));
                return new NodeObject { ["$entries"] = entries };
            case "i":
                string digits = Text();
                return int.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number)
                    ? new NodeValue(number)
                    : throw _in.Fail($"'{digits}' is no number.");
            case "o":
                return Text() switch
                {
                    "t" => new NodeValue(true),
                    "f" => new NodeValue(false),
                    var other => throw _in.Fail($"'{other}' is neither t nor f.")
                };
            case "b":
                string base64 = Text();
                return Base64.IsValid(base64)
                    ? ContainedPayload.Of(Convert.FromBase64String(base64), _in.Bounds)
                    : throw _in.Fail("A payload within the view state is no base64.");
            case ['@', .. var item]:
                return new NodeObject { ["$array"] = new NodeValue(item), ["items"] = Items() };
            default:
                var parts = Items();
                return new NodeObject { ["$type"] = new NodeValue(kind), ["value"] = parts.Count == 1 ? parts[0] : parts };
        }
    }

    NodeArray Parts(int count)
    {
        var parts = new NodeArray();
        for (int i = 0; i < count; i++)
        {
            if (i > 0 && IsAt(';'))
                _in.Byte();
            parts.Add(Value());
        }
        return parts;
    }

    /// <summary>Each ends with a mark; that of the last may be missing.</summary>
    NodeArray Items()
    {
        var items = new NodeArray();
        while (!IsAt('>'))
        {
            items.Add(Value());
            if (!IsAt(';'))
                break;
            _in.Byte();
        }
        return items;
    }
}
