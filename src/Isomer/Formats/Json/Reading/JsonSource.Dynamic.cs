using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Text;

namespace Isomer.Formats;

internal ref partial struct JsonSource
{
    /// <summary>
    /// A value of declared type object: null, string, bool, long, double (decimal for an integer beyond long), a
    /// <see cref="Node"/> for an object or array; or what $type says, if that is registered as a subtype of object.
    /// </summary>
    public object? Dynamic(TypeModel declared)
    {
        bool keepsDigits = _keepsDigits;
        _keepsDigits = false;
        if (_named is not null)
            return ReadNamed();
        if (declared.Details == ForeignNode.AsText && _key == JsonKeys.Dynamic)
            return NameOfKey();
        if (declared.Type == typeof(object))
            return Untyped(declared, keepsDigits);
        if (declared is DynamicModel { IsBase: true })
            return Untyped(declared, keepsDigits) is var value && (value is null || declared.Type.IsInstanceOfType(value)) ? value
                : throw Error($"What stands here does not say which '{declared.Type}' it is.");
        return declared.Type == typeof(IRowsCarrier)
            ? JsonRowReader.Read(ref this)
            : GivesText(declared) ? NodeText() : WithOptions(declared, NodeOf(declared.Type));
    }

    object? Untyped(TypeModel declared, bool keepsDigits)
    {
        byte next = Peek();
        if (_bareDynamic)
        {
            _bareDynamic = false;
            return BareKey();
        }
        switch (next)
        {
            case (byte)'n' when !IsNaN():
                ExpectLiteral("null"u8);
                return null;
            case (byte)'t' or (byte)'f':
                return Boolean();
            case (byte)'"' or (byte)'\'':
                return String();
            case (byte)'{' or (byte)'[':
                // Extension data are kept as they are, as there.
                if (next == (byte)'{' && (declared.IsPolymorphic || ((_preserves || _namesTypes) && !keepsDigits) || _keepsTypes))
                {
                    switch (HeadWithMetadata(declared, next))
                    {
                        case Shapes.Head.Subtype:
                            return DynamicSubtype(declared.Subtypes[Subtype(declared)].Model);
                        case Shapes.Head.Reference:
                            return Reference();
                        case Shapes.Head.Dynamic:
                            return ReadNamed();
                    }
                    int identity = Identity(), start = _position;
                    var node = JsonNodeReader.Read(ref this)!;
                    TakeOffTold(node, start);
                    Register(identity, node);
                    return node;
                }
                return JsonNodeReader.Read(ref this);
            default:
                if (TryUntyped(out object lenient))
                    return lenient;
                var text = Number();
                // Of values that keep their types a bare number is an int, if it fits.
                object number = keepsDigits ? ExactNumber(text) : Number(text);
                return _keepsTypes && number is long and >= int.MinValue and <= int.MaxValue and var small ? (int)small : number;
        }
    }

    object? DynamicSubtype(TypeModel model)
    {
        // Of a struct its box is registered.
        int carried = model is SurrogateModel || model.Type.IsValueType ? Identity() : -1;
        object? value = Codecs<JsonSink, JsonSource>.Of(model).ReadExactObject(ref this);
        if (value is not null)
            Register(carried, value);
        return value;
    }

    /// <summary>nan, which JSON5's numbers may be, not null.</summary>
    readonly bool IsNaN() => (_leniency & JsonLeniency.Numbers) != 0 && _length - _position > 1 && Unsafe.Add(ref Here, 1) == (byte)'a';

    /// <summary>What stands here.</summary>
    public byte PeekByte() => Peek();

    /// <summary>Whether the brace of an object that follows has been taken, with metadata, already.</summary>
    public bool TakeOpened()
    {
        bool opened = _opened;
        _opened = false;
        return opened;
    }

    /// <summary>The text of a number.</summary>
    public ReadOnlySpan<byte> Number()
    {
        int length = NumberLength();
        var text = Text.Slice(_position, length);
        _position += length;
        return text;
    }

    static object Number(ReadOnlySpan<byte> text)
    {
        // Of an integer the sign of zero would be lost.
        if (Utf8Integers.TryReadInt64(ref MemoryMarshal.GetReference(text), text.Length, out long whole, out int length)
            && length == text.Length && (whole != 0 || length == 1))
            return whole;
        if (text.Length <= 30 && text.IndexOfAny((byte)'.', (byte)'e', (byte)'E') < 0 && !text.SequenceEqual("-0"u8)
            && decimal.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out decimal large))
            return large;
        if (!Utf8Floats.TryReadDouble(ref MemoryMarshal.GetReference(text), text.Length, out double near, out length)
            || length != text.Length)
            near = double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        // Beyond all doubles, or between zero and the first of them: a double would be another number.
        return (double.IsInfinity(near) || (near == 0 && !IsZero(text))) && NodeNumber.Parse(text) is NodeNumber exact
            ? new NodeValue(exact) : near;
    }

    /// <summary>Whether all digits before an exponent are zero.</summary>
    static bool IsZero(ReadOnlySpan<byte> text)
    {
        int exponent = text.IndexOfAny((byte)'e', (byte)'E');
        return (exponent < 0 ? text : text[..exponent]).IndexOfAnyInRange((byte)'1', (byte)'9') < 0;
    }

    /// <summary>
    /// The value of a number, but for numbers that would be written otherwise than they came: these are a decimal, or a <see
    /// cref="NodeValue"/> that has their digits.
    /// </summary>
    static object ExactNumber(ReadOnlySpan<byte> text)
    {
        object number = Number(text);
        if (number is not double || Writes(((double)number).ToString("R", CultureInfo.InvariantCulture), text))
            return number;
        return decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal exact)
            && Writes(exact.ToString(CultureInfo.InvariantCulture), text)
            ? exact : NodeNumber.Parse(text) is NodeNumber raw ? new NodeValue(raw) : number;

        static bool Writes(string written, ReadOnlySpan<byte> text) =>
            written.Length == text.Length && System.Text.Encoding.ASCII.GetString(text).Equals(written, StringComparison.Ordinal);
    }

    /// <summary>Whether the text of the value that comes will do, for one that is no null, and is what RFC 8259 has.</summary>
    bool GivesText(TypeModel declared) =>
        declared.Details == ForeignNode.AsText && _leniency == JsonLeniency.None && !_keepsTypes && !RefusesDuplicates && !_bareDynamic
            && Peek() != (byte)'n';

    /// <summary>The name of a key that a converter makes a value of.</summary>
    ForeignName NameOfKey()
    {
        bool isBare = _bareDynamic;
        _bareDynamic = false;
        return new ForeignName((isBare ? BareKey() as string : String()) ?? throw Error("A name is expected."));
    }

    ForeignText NodeText()
    {
        _kept = _position;
        SkipValue();
        var text = new ForeignText(Text[_kept.._position].ToArray(), _profile.Theirs);
        _kept = -1;
        return text;
    }

    /// <summary>What a converter of System.Text.Json's reads: with what the options are there, where it reads more by them.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Nothing is done with the options but to compare them.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is done with the options but to compare them.")]
    readonly Node? WithOptions(TypeModel declared, Node? node) =>
        node is null || declared.Details != ForeignNode.AsText || _profile.Theirs == JsonSerializerOptions.Default ? node
            : new ForeignText(node.ToJson(), _profile.Theirs);

    /// <summary>
    /// A value of declared type Node, or of one of its kinds. In a window its place is known only until it has been read.
    /// </summary>
    Node? NodeOf(Type declared)
    {
        byte first = Peek();
        if (_input is not null && KindOf(first) is { } kind && !(declared == typeof(Node) || declared == TypeOf(kind)))
            throw OfOtherKind(declared, kind);
        int at = _position;
        var node = JsonNodeReader.Read(ref this);
        if (node is null || declared.IsInstanceOfType(node))
            return node;
        _position = at;
        throw OfOtherKind(declared, node.Kind);
    }

    readonly WireFormatException OfOtherKind(Type declared, NodeKind found) =>
        Error($"Expected {(declared == typeof(NodeObject) ? "an object" : declared == typeof(NodeArray) ? "an array" : "a scalar")}, found one of kind {found}.");

    static NodeKind? KindOf(byte first) => first switch
    {
        (byte)'{' => NodeKind.Object,
        (byte)'[' => NodeKind.Array,
        (byte)'"' => NodeKind.String,
        (byte)'t' or (byte)'f' => NodeKind.Boolean,
        (byte)'-' or (>= (byte)'0' and <= (byte)'9') => NodeKind.Number,
        _ => null,
    };

    static Type TypeOf(NodeKind kind) =>
        kind == NodeKind.Object ? typeof(NodeObject) : kind == NodeKind.Array ? typeof(NodeArray) : typeof(NodeValue);

    /// <summary>A scalar of a node: numbers are kept exactly.</summary>
    public NodeValue? NodeScalar()
    {
        switch (Peek())
        {
            case (byte)'n' when !IsNaN():
                ExpectLiteral("null"u8);
                return null;
            case (byte)'t' or (byte)'f':
                return new NodeValue(Boolean());
            case (byte)'"' or (byte)'\'':
                return new NodeValue(String()!);
            default:
                if (TryUntyped(out object lenient))
                    return new NodeValue(lenient);
                object number = NodeNumber.Parse(Number());
                return number is NodeNumber exact ? new NodeValue(exact) : new NodeValue(number);
        }
    }

    /// <summary>A cell of a table: a scalar without a node about it, if it is exactly one.</summary>
    public object Cell()
    {
        switch (Peek())
        {
            case (byte)'"' or (byte)'\'':
                return String()!;
            case (byte)'t' or (byte)'f':
                return Boolean() ? True : False;
            case (byte)'n' or (byte)'{' or (byte)'[':
                return CellRows.CellOf(JsonNodeReader.Read(ref this));
            default:
                if (TryUntyped(out object lenient))
                    return lenient;
                object number = NodeNumber.Parse(Number());
                return number is NodeNumber exact ? new NodeValue(exact) : number;
        }
    }

    static readonly object True = true;
    static readonly object False = false;

    public bool RefusesDuplicates => _profile.Options.Duplicates == JsonMembers.Refuse;

    public void FailDuplicate(string name) =>
        throw new WireFormatException($"The member '{name}' comes twice.") { Offset = _nameStart - 1 };

    /// <summary>A name of a node's member; the colon has been taken.</summary>
    public string Name()
    {
        ReadName(Peek());
        string name = ExtraName();
        Expect((byte)':');
        // A dollar of the name itself was doubled.
        return _keepsTypes && name.StartsWith("$$", StringComparison.Ordinal) ? name[1..] : name;
    }

    public void Take() => _position++;

    public void FailHere(string expected) => Fail(expected);

    public void EnterNode() => Enter();

    public void LeaveNode() => _depth--;

    public bool TrailingCommas => (_leniency & JsonLeniency.TrailingCommas) != 0;
}
