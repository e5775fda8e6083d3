using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Custom;

/// <summary>
/// A payload that is being read by a format of your own: its bytes and the position, the limits, the depth, and the path for errors. It
/// ends with the call; what is asked of it afterwards finds no bytes.
/// </summary>
/// <remarks>
/// The input is hostile. So no length is believed before <see cref="CheckLength"/> or <see cref="CheckCount"/> has compared it with what is
/// left, every object and collection stands between <see cref="Enter"/> and <see cref="Leave"/>, and everything that is wrong is thrown as
/// <see cref="Error(string, Exception?)"/>.
/// </remarks>
public sealed unsafe class FormatInput
{
    /// <summary>A path longer than this helps nobody.</summary>
    const int MaxPathDepth = 1000;

    byte* _start;
    int _length;
    int _position;
    int _depth;
    Step[] _steps = new Step[8];

    /// <summary>Where one open object or collection stands: at a member, an item, a key.</summary>
    struct Step
    {
        public MemberTable? Table;
        public string? Name;
        public int Index;
    }

    internal FormatInput(byte* start, int length, Limits limits)
    {
        _start = start;
        _length = length;
        Limits = limits;
    }

    /// <summary>What the payload may cost.</summary>
    public Limits Limits { get; }

    /// <summary>The offset of the next byte.</summary>
    public int Position
    {
        get => _position;
        set => _position = (uint)value <= (uint)_length ? value : throw new ArgumentOutOfRangeException(nameof(value));
    }

    /// <summary>How many bytes are left.</summary>
    public int Remaining => _length - _position;

    /// <summary>How many objects and collections are open.</summary>
    public int Depth => _depth;

    /// <summary>The bytes that are left. They go away with the call: a class keeps the input, not the span.</summary>
    public ReadOnlySpan<byte> Rest => new(_start + _position, _length - _position);

    /// <summary>The next byte, which stays; -1 at the end.</summary>
    public int Peek() => _position < _length ? _start[_position] : -1;

    /// <summary>Takes the next byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte ReadByte()
    {
        if (_position >= _length)
            throw Ended();
        return _start[_position++];
    }

    /// <summary>The next bytes, as many as this.</summary>
    public ReadOnlySpan<byte> Read(int count)
    {
        if ((uint)count > (uint)(_length - _position))
            throw Ended();
        var bytes = new ReadOnlySpan<byte>(_start + _position, count);
        _position += count;
        return bytes;
    }

    /// <summary>
    /// A length that the input claims, of a text or of bytes: it fits into what is left, and into <see cref="Limits.MaxStringLength"/>.
    /// </summary>
    public int CheckLength(ulong length)
    {
        if (length > (ulong)Remaining)
            throw Error($"A length of {length} bytes, where {Remaining} are left.");
        if (length > (ulong)Limits.MaxStringLength)
            throw Error($"A text of {length} bytes is longer than {Limits.MaxStringLength} (Limits.MaxStringLength).");
        return (int)length;
    }

    /// <summary>
    /// A count that the input claims: so many items, of at least this many bytes each, fit into what is left, and into
    /// <see cref="Limits.MaxItems"/>.
    /// </summary>
    public int CheckCount(ulong count, int bytesEach = 1)
    {
        if (count > (ulong)(Remaining / Math.Max(bytesEach, 1)))
            throw Error($"A count of {count} items, where {Remaining} bytes are left.");
        if (count > (ulong)Limits.MaxItems)
            throw Error($"A collection of {count} items has more than {Limits.MaxItems} (Limits.MaxItems).");
        return (int)count;
    }

    /// <summary>An object or collection is opened: the depth is checked, and the path goes one step further.</summary>
    public void Enter()
    {
        if (++_depth > Limits.MaxDepth)
            throw Error($"The payload nests deeper than {Limits.MaxDepth} levels (Limits.MaxDepth).");
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error($"The payload nests deeper, {_depth} levels so far, than the thread's stack allows.");
        if (_depth > _steps.Length)
            Array.Resize(ref _steps, _depth * 2);
        _steps[_depth - 1] = default;
        _steps[_depth - 1].Index = -1;
    }

    /// <summary>Says that an object or collection has ended.</summary>
    public void Leave() => _depth--;

    /// <summary>In what was opened last, this member comes next.</summary>
    public void At(MemberTable table, int index)
    {
        _steps[_depth - 1].Table = table;
        _steps[_depth - 1].Index = index;
    }

    /// <summary>In what was opened last, this item comes next.</summary>
    public void At(int index)
    {
        _steps[_depth - 1].Name = null;
        _steps[_depth - 1].Index = index;
    }

    /// <summary>In what was opened last, what has this name or key comes next.</summary>
    public void At(string name) => _steps[_depth - 1].Name = name;

    /// <summary>Behind the value nothing may follow.</summary>
    public void CheckEnd()
    {
        if (Remaining > 0)
            throw Error($"{Remaining} bytes follow the value.");
    }

    /// <summary>What is wrong with the input, at the position; to be thrown.</summary>
    public WireFormatException Error(string problem, Exception? inner = null) => new(problem, inner) { Offset = _position };

    /// <summary>What is wrong with the input, at another place than the position; to be thrown.</summary>
    public WireFormatException Error(string problem, int position) => new(problem) { Offset = position };

    WireFormatException Ended() => new("The payload ends where more is expected.") { Offset = _length };

    /// <summary>The call is over: the bytes may move.</summary>
    internal void Close()
    {
        _start = null;
        _length = _position = 0;
    }

    /// <summary>The way to where the input was left; of members by the names that the type has for them.</summary>
    internal string Path(string? missing)
    {
        var text = new StringBuilder("$");
        int depth = _depth;
        // What an object lacks is found while it is open, behind whatever member was last.
        if (missing is not null && depth > 0 && _steps[depth - 1].Table?.Model is ObjectModel lacking
            && lacking.Members.Any(m => m.IsRequired && m.Name == missing))
            depth--;
        for (int i = 0; i < Math.Min(depth, MaxPathDepth); i++)
        {
            ref var step = ref _steps[i];
            if (step.Name is { } name)
                text.Append('.').Append(name);
            else if (step is { Table.Model: ObjectModel model, Index: >= 0 } && step.Index < model.Members.Length)
                text.Append('.').Append(model.Members[step.Index].Name);
            else if (step is { Table: null, Index: >= 0 })
                text.Append(CultureInfo.InvariantCulture, $"[{step.Index}]");
        }
        return missing is null ? text.ToString() : text.Append('.').Append(missing).ToString();
    }
}
