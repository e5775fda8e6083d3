using System.Diagnostics.CodeAnalysis;
using System.Text.Encodings.Web;
using System.Text.Json;
using Isomer.Wire;

namespace Isomer.Nodes;

/// <summary>
/// What a surrogate carries for a value that only another library can write: JSON that its writer makes where JSON is written, and the tree
/// of that text in every other format.
/// </summary>
/// <remarks>
/// Question: what carries a JsonElement, or what a JsonConverter writes? Candidates: a <see cref="Node"/> at once (the text is written,
/// parsed and written again), or this one, which a sink that has the text asks for it. So converters cost a copy in Json, and need nothing
/// of other formats.
/// </remarks>
internal abstract class ForeignNode : Node
{
    Node? _tree;
    bool _isParsed;

    /// <summary>What a model of a carrier says to a source that has JSON: the text will do, no tree is needed.</summary>
    public static object AsText { get; } = new();

    /// <summary>The tree that the text is; null where a converter wrote null.</summary>
    public Node? Whole
    {
        get
        {
            if (!_isParsed)
                (_tree, _isParsed) = (Tree(), true);
            return _tree;
        }
    }

    Node There => Whole ?? throw new InvalidOperationException("This is null, and no node.");

    public override NodeKind Kind => There.Kind;

    public override Node? this[string name]
    {
        get => There[name];
        set => There[name] = value;
    }

    public override Node? this[int index]
    {
        get => There[index];
        set => There[index] = value;
    }

    public override Node Clone() => There.Clone();

    public override bool Equals(Node? other) => DeepEquals(Whole, other is ForeignNode foreign ? foreign.Whole : other);

    public override int GetHashCode() => There.GetHashCode();

    /// <summary>Who writes it, in the words of an error.</summary>
    protected virtual string By => "System.Text.Json";

    /// <summary>What it is as a name: the key of a dictionary.</summary>
    public virtual string Name() => Whole is { Kind: NodeKind.String } text ? text.As<string>()
        : throw new NotSupportedException($"{By} writes something else than a string where a name is due: the key of a dictionary.");

    /// <summary>Writes the value, and nothing beside it.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="options">What the options of the format at hand are in System.Text.Json.</param>
    protected abstract void Write(Utf8JsonWriter writer, JsonSerializerOptions options);

    /// <summary>The text, in memory that is lent until the writing is returned.</summary>
    public ForeignWriting WriteWith(JavaScriptEncoder? encoder, JsonSerializerOptions options)
    {
        var writing = ForeignWriting.Take();
        try
        {
            Write(writing.Begin(encoder), options);
            writing.End(By);
            return writing;
        }
        catch
        {
            writing.Return();
            throw;
        }
    }

    Node? Tree() => OfJson(Written());

    /// <summary>The JSON of a node that a source gave: the text itself where it had one.</summary>
    public static ReadOnlyMemory<byte> TextOf(Node? node) => node switch
    {
        null => "null"u8.ToArray(),
        ForeignText text => text.Text,
        ForeignNode foreign => foreign.Written(),
        _ => node.ToJson(),
    };

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A converter writes, to whom these are options as any.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "A converter writes, to whom these are options as any.")]
    byte[] Written()
    {
        var writing = WriteWith(null, JsonSerializerOptions.Default);
        byte[] text = writing.Text.ToArray();
        writing.Return();
        return text;
    }
}

/// <summary>A name as it stood in a text, for a converter to make a key of.</summary>
internal sealed class ForeignName(string name) : ForeignNode
{
    public override string Name() => name;

    protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options) => writer.WriteStringValue(name);
}

/// <summary>JSON as it stood in a text.</summary>
/// <param name="text">The text.</param>
/// <param name="options">What the options that it was read with are in System.Text.Json.</param>
internal sealed class ForeignText(byte[] text, JsonSerializerOptions options) : ForeignNode
{
    public ReadOnlyMemory<byte> Text => text;

    public JsonSerializerOptions Options => options;

    protected override void Write(Utf8JsonWriter writer, JsonSerializerOptions options) =>
        writer.WriteRawValue(text, skipInputValidation: true);
}

/// <summary>A writer of System.Text.Json over memory of the thread: making both for each value took 300 bytes.</summary>
internal sealed class ForeignWriting : Lent<ForeignWriting>
{
    /// <summary>What is kept for the next value at most.</summary>
    const int Kept = 1 << 20;

    static readonly JsonWriterOptions s_usual = new() { MaxDepth = int.MaxValue };

    System.Buffers.ArrayBufferWriter<byte> _text = new(1024);
    Utf8JsonWriter? _usual;
    Utf8JsonWriter? _other;

    public ReadOnlySpan<byte> Text => _text.WrittenSpan;

    /// <param name="encoder">Which characters are escaped; null for the usual ones.</param>
    public Utf8JsonWriter Begin(JavaScriptEncoder? encoder)
    {
        _text.ResetWrittenCount();
        if (encoder is not null && encoder != JavaScriptEncoder.Default)
            return _other = new Utf8JsonWriter(_text, s_usual with { Encoder = encoder });
        if (_usual is null)
            return _usual = new Utf8JsonWriter(_text, s_usual);
        _usual.Reset(_text);
        return _usual;
    }

    public void End(string by)
    {
        var writer = _other ?? _usual!;
        writer.Flush();
        if (writer.CurrentDepth != 0 || _text.WrittenCount == 0)
            throw new NotSupportedException(
                $"{by} wrote {(writer.CurrentDepth != 0 ? "an object or array that it did not close" : "nothing")}. It must write one value.");
    }

    public void Return()
    {
        _other = null;
        if (_text.Capacity > Kept)
        {
            _text = new(1024);
            _usual = null;
        }
        GiveBack();
    }
}
