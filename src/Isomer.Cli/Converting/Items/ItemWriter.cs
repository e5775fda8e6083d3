using Isomer.Cli.Payloads;
using Isomer.Formats;

namespace Isomer.Cli.Converting.Items;

/// <summary>Items to a stream, one at a time, each read back and compared before it goes.</summary>
sealed class ItemWriter
{
    // An array of values without types in XML: its items stand between these.
    static readonly byte[] s_before = [.. "<n:value xmlns:n=\"urn:isomer:node\">"u8];
    static readonly byte[] s_after = [.. "</n:value>"u8];

    readonly Stream _output;
    readonly ItemForm _form;
    readonly Format _format;
    readonly ConversionRules _rules;
    readonly FrameWriter? _frames;
    readonly CompactRecords? _compact;

    public ItemWriter(Stream output, ItemForm form, Format format, ConversionRules rules)
    {
        (_output, _form, _format, _rules) = (output, form, format, rules);
        if (form is ItemForm.CompactItems or ItemForm.ProtobufItems)
            _frames = new FrameWriter(output, form == ItemForm.CompactItems ? Framing.Compact : Framing.Varint, isText: false);
        if (form == ItemForm.CompactItems)
            _compact = new CompactRecords(rules.Type);
    }

    public long Count { get; private set; }

    /// <summary>What the format does not have, and how often.</summary>
    public List<Difference> Losses { get; } = [];

    public long LossCount { get; private set; }

    /// <summary>How many scalars are text now.</summary>
    public long KindCount { get; private set; }

    /// <summary>Writes an item; false if the format would lose something and that is not allowed.</summary>
    public void Write(in Item item)
    {
        byte[] bytes = _compact is not null ? _compact.Write(item.Value) : ToBytes(item.Value);
        Check(item, bytes);
        if (_frames is not null)
        {
            _frames.Write(bytes);
        }
        else if (_form == ItemForm.XmlArray)
        {
            if (Count == 0)
                _output.Write(s_before);
            _output.Write(Inner(bytes));
        }
        else
        {
            if (_form != ItemForm.JsonLines)
                _output.Write(Count == 0 ? "["u8 : ","u8);
            if (_rules.Pretty && _form == ItemForm.JsonArray)
                Indent(bytes);
            else
                _output.Write(bytes);
            if (_form == ItemForm.JsonLines)
                _output.Write("\n"u8);
        }
        Count++;
    }

    /// <summary>Lets go what is held of items that are written.</summary>
    public void Flush() => _frames?.Flush();

    public void End()
    {
        switch (_form)
        {
            case ItemForm.JsonArray or ItemForm.ContractArray:
                _output.Write(Count == 0 ? "[]"u8 : _rules.Pretty && _form == ItemForm.JsonArray ? "\n]"u8 : "]"u8);
                break;
            case ItemForm.XmlArray:
                _output.Write(Count == 0 ? _format.WriteNode(new NodeArray()) : s_after);
                break;
            default:
                _frames?.Flush();
                break;
        }
    }

    byte[] ToBytes(object? item)
    {
        if (_form == ItemForm.XmlArray)
            return _format.WriteNode(new NodeArray((Node?)item));
        JsonOptions? json = Sniffer.IsJson(_format) && _rules.Pretty && _form != ItemForm.JsonLines ? Conversion.PrettyOf(_rules) : null;
        return _rules.Type is { } type ? (json is null ? _format : Json.Format.With(json)).Serialize(item, type)
            : json is null ? _format.WriteNode((Node?)item) : Json.Serialize((Node?)item, json);
    }

    static ReadOnlySpan<byte> Inner(byte[] document)
    {
        ReadOnlySpan<byte> inner = document;
        return inner.StartsWith(s_before) && inner.EndsWith(s_after) ? inner[s_before.Length..^s_after.Length]
            : throw new InvalidOperationException("An array without types has another form in XML than this tool knows.");
    }

    /// <summary>Lines within a text cannot be: line breaks in strings are escaped.</summary>
    void Indent(ReadOnlySpan<byte> bytes)
    {
        foreach (Range line in bytes.Split((byte)'\n'))
        {
            _output.Write("\n  "u8);
            _output.Write(bytes[line]);
        }
    }

    void Check(in Item item, byte[] bytes)
    {
        List<Difference> found;
        if (_rules.Type is { } type)
        {
            if (_compact is not null)
                bytes = _compact.Whole(bytes).ToArray();
            found = NodeDiff.Compare(Conversion.ToNode(item.Value, type), Conversion.ToNode(_format.Deserialize(bytes, type), type),
                DiffRules.Exact);
            if (item.Source is not null)
                found.AddRange(Conversion.UnreadOf(item.Source, item.Value, type, item.From, _rules.Json));
        }
        else
        {
            if ((_format.Features & FormatFeatures.ReadsNodes) == 0)
                return;
            Node? back = _compact is not null ? Compact.ParseNode(_compact.Whole(bytes)) : _format.ParseNode(bytes);
            found = NodeDiff.Compare((Node?)item.Value, _form == ItemForm.XmlArray ? ((NodeArray)back!)[0] : back, DiffRules.Exact);
        }
        foreach (Difference d in found)
        {
            if (d.IsOfKindOnly)
            {
                KindCount++;
                continue;
            }
            LossCount++;
            Difference placed = d with { Path = $"$[{Count}]{d.Path[1..]}" };
            if (Losses.Count < 20)
                Losses.Add(placed);
            if (!_rules.AllowLossy)
                throw new CliException(ExitCode.Lossy,
                    $"{_format.Name} would lose a value:\n  {placed.Path}: {d.Left} would be {d.Right}\n--allow-lossy converts it all the same.");
        }
    }
}
