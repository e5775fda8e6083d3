using System.Buffers;
using Isomer.Formats;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer;

/// <summary>
/// JSON token by token, into a writer (a pipe's too) or an array: commas, colons, line breaks and escapes are its own, and what would be no
/// JSON is an <see cref="InvalidOperationException"/>. Values have the forms that the options say. To be disposed of.
/// </summary>
/// <remarks>
/// It is the sink of <see cref="Json"/> without a shape before it, so a value of any type may stand between tokens
/// (<see cref="Value{T}"/>).
/// </remarks>
public ref struct JsonTokenWriter
{
    JsonSink _sink;
    readonly JsonOptions _options;
    readonly bool _isKept;
    // Which of the open containers are objects, the innermost lowest; each 64 levels the bits of those around go onto the stack.
    ulong _objects;
    Stack<ulong>? _outer;
    int _depth;
    bool _isNamed, _isFirst;
    bool _isDone;
    // A value was begun and refused: what is written is no JSON and will be none.
    bool _isBroken;

    /// <summary>A writer of an array of bytes, which <see cref="ToArray"/> gives.</summary>
    public JsonTokenWriter() : this((JsonOptions?)null)
    {
    }

    /// <summary>A writer of an array of bytes, which <see cref="ToArray"/> gives.</summary>
    public JsonTokenWriter(JsonOptions? options = null)
    {
        _options = Checked(options);
        _isKept = true;
        _sink.Begin(default, _options.Profile);
    }

    /// <summary>A writer into memory of the caller's, which has all of it after <see cref="Flush"/>.</summary>
    public JsonTokenWriter(IBufferWriter<byte> output, JsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        _options = Checked(options);
        _sink.Begin(new OutputTarget(output), _options.Profile);
    }

    static JsonOptions Checked(JsonOptions? options) => options is null ? JsonOptions.Default
        : !options.IsSentWhole && options.References == References.None && options.TypeNames == JsonTypeNames.None ? options
        : throw new NotSupportedException(
            "Tokens have no identities and no types: FastJson, Graph, CyclesAsNull, References and TypeNames have no meaning for JsonTokenWriter.");

    /// <summary>How many objects and arrays are open.</summary>
    public readonly int Depth => _depth;

    readonly bool IsInObject => _depth > 0 && (_objects & 1) != 0;

    /// <summary>Begins an object: <c>{</c>.</summary>
    public void BeginObject() => Begin((byte)'{', 1);

    /// <summary>Begins an array: <c>[</c>.</summary>
    public void BeginArray() => Begin((byte)'[', 0);

    /// <summary>Ends the object: <c>}</c>.</summary>
    public void EndObject()
    {
        if (!IsInObject || _isNamed)
            throw new InvalidOperationException(
                _isNamed ? "A name has no value yet: write one before the object ends." : "No object is open here that could end.");
        End('}');
    }

    /// <summary>Ends the array: <c>]</c>.</summary>
    public void EndArray()
    {
        if (_depth == 0 || IsInObject)
            throw new InvalidOperationException("No array is open here that could end.");
        End(']');
    }

    /// <summary>The name of the member that comes next.</summary>
    public void Name(scoped ReadOnlySpan<char> name)
    {
        if (!IsInObject || _isNamed)
            throw new InvalidOperationException(
                _isNamed ? "A name has no value yet: write one before the next name." : "A name stands in an object only.");
        CheckWhole();
        _isBroken = true;
        _sink.SeparateToken(_isFirst);
        _isFirst = false;
        _sink.WriteText(name);
        _sink.Colon();
        (_isNamed, _isBroken) = (true, false);
    }

    /// <summary>A string, or null.</summary>
    public void String(string? value)
    {
        BeforeValue();
        _sink.String(value);
        AfterValue();
    }

    /// <summary>Writes a string, escaped.</summary>
    public void String(scoped ReadOnlySpan<char> value)
    {
        BeforeValue();
        _sink.WriteText(value);
        AfterValue();
    }

    /// <summary>Writes a number.</summary>
    public void Number(long value)
    {
        BeforeValue();
        _sink.Int64(value);
        AfterValue();
    }

    /// <summary>Writes a number.</summary>
    public void Number(ulong value)
    {
        BeforeValue();
        _sink.UInt64(value);
        AfterValue();
    }

    /// <summary>A number; NaN and infinities only where <see cref="JsonNumbers.NamedFloats"/> allows them.</summary>
    public void Number(double value)
    {
        BeforeValue();
        _sink.Double(value);
        AfterValue();
    }

    /// <summary>Writes a number.</summary>
    public void Number(decimal value)
    {
        BeforeValue();
        _sink.Decimal(value);
        AfterValue();
    }

    /// <summary>Writes <c>true</c> or <c>false</c>.</summary>
    public void Boolean(bool value)
    {
        BeforeValue();
        _sink.Boolean(value);
        AfterValue();
    }

    /// <summary>Writes <c>null</c>.</summary>
    public void Null()
    {
        BeforeValue();
        _sink.Null();
        AfterValue();
    }

    /// <summary>A value of any type, as <see cref="Json.Serialize{T}(T, JsonOptions)"/> writes it.</summary>
    public void Value<T>(T value)
    {
        CheckWhole();
        var codec = Codecs<JsonSink, JsonSource>.Of<T>(_options.Convention, 0);
        BeforeValue();
        codec.Write(ref _sink, value);
        AfterValue();
    }

    /// <summary>JSON that is there already, one value, as it stands.</summary>
    /// <exception cref="WireFormatException">It is none.</exception>
    public void Raw(scoped ReadOnlySpan<byte> utf8)
    {
        CheckWhole();
        var reader = new JsonTokenReader(utf8, new JsonTokenOptions { MaxDepth = _options.Limits.MaxDepth });
        while (reader.Read())
        {
        }
        BeforeValue();
        _sink.Output.Write(utf8);
        AfterValue();
    }

    /// <summary>Hands what was written so far to the output.</summary>
    public void Flush()
    {
        CheckMade();
        _sink.Output.Flush();
    }

    /// <summary>All that was written, where no output was given.</summary>
    public readonly byte[] ToArray() => _options is null ? throw NotMade()
        : !_isKept ? throw new InvalidOperationException("What was written is in the output that was given.")
        : _isDone ? _sink.ToArray() : throw new InvalidOperationException("The value is not whole yet.");

    /// <summary>Gives back lent memory. What was not flushed is lost.</summary>
    public void Dispose()
    {
        if (_options is not null)
            _sink.Dispose();
        this = default;
    }

    void Begin(byte bracket, ulong isObject)
    {
        BeforeValue();
        _sink.Enter();
        _sink.Output.Put(bracket);
        if (_depth > 0 && (_depth & 63) == 0)
            (_outer ??= new Stack<ulong>()).Push(_objects);
        _objects = (_objects << 1) | isObject;
        _depth++;
        _isBroken = false;
        (_isNamed, _isFirst) = (false, true);
    }

    void End(char close)
    {
        CheckWhole();
        _sink.CloseToken(close, _isFirst);
        _depth--;
        _objects = _depth > 0 && (_depth & 63) == 0 ? _outer!.Pop() : _objects >> 1;
        AfterValue();
    }

    static InvalidOperationException NotMade() =>
        new("This writer is the default of its struct, or was disposed of: it has no output. Make one by a constructor.");

    readonly void CheckMade()
    {
        if (_options is null)
            throw NotMade();
    }

    readonly void CheckWhole()
    {
        CheckMade();
        if (_isBroken)
            throw new InvalidOperationException(
                "An earlier value was refused in its midst: what was written is no JSON. Begin again with a new writer.");
    }

    void BeforeValue()
    {
        CheckWhole();
        if (_depth == 0)
        {
            if (_isDone)
                throw new InvalidOperationException("A text has one value, and it is written. Begin an array for several.");
        }
        else if ((_objects & 1) == 0)
        {
            _sink.SeparateToken(_isFirst);
        }
        else if (!_isNamed)
        {
            throw new InvalidOperationException("A value in an object needs a name before it.");
        }
        _isBroken = true;
    }

    void AfterValue()
    {
        (_isNamed, _isFirst) = (false, false);
        _isBroken = false;
        _isDone = _depth == 0;
    }
}
