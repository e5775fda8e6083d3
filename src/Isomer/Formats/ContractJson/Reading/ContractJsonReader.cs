using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The reading end of JSON contracts: as lenient as DataContractJsonSerializer, which sees a text as elements with content and
/// asks little what kind they are. This file has the text; .Members objects, .Collections arrays and maps, .Scalars values,
/// .Dynamic what the declared type does not say.
/// </summary>
/// <remarks>
/// A class over a pinned span: the facade pins it for the call. What usually stands in a text (members in order, numbers
/// and strings of the declared kind) is read by the same code as Json's; all else goes a slow way.
/// </remarks>
internal sealed unsafe partial class ContractJsonReader : FormatReader
{
    Loan<ContractJsonReader>? _loan;
    byte* _start;
    int _length;
    int _position;
    int _depth;
    long _graph;
    ContractJsonProfile _profile = ContractJsonOptions.Default.Profile;
    ContractJsonScope _scope = new();
    // A frame may have been left with objects in it, which a thread's spare must not keep.
    bool _keptExtensions;
    ContractJsonFrame[] _frames = new ContractJsonFrame[16];

    /// <summary>The thread's reader; it is taken while in use. The text must stay where it is until <see cref="Done"/>.</summary>
    public static ContractJsonReader Begin(byte* text, int length, ContractJsonProfile profile)
    {
        var loan = Loan<ContractJsonReader>.Take();
        var reader = loan.Value;
        reader._loan = loan;
        reader._start = text;
        reader._length = length;
        reader._position = 0;
        reader._depth = 0;
        reader._graph = 1;
        reader._opened = false;
        reader._key = false;
        reader._profile = profile;
        if (new ReadOnlySpan<byte>(text, length).StartsWith("\uFEFF"u8))
            reader._position = 3;
        return reader;
    }

    /// <summary>The text is left alone from here on.</summary>
    public void Done()
    {
        _start = null;
        _length = 0;
        _scope.Clear();
        // The options name types, and would keep their context as long as the thread has no other call.
        _profile = ContractJsonOptions.Default.Profile;
        if (_keptExtensions)
            Array.Clear(_frames);
        _keptExtensions = false;
        _reference = null;
        _loan!.Return();
    }

    /// <summary>The byte offset that has been reached.</summary>
    public int Position => _position;

    ReadOnlySpan<byte> Rest => new(_start + _position, _length - _position);

    ref byte Here => ref *(_start + _position);

    /// <summary>What comes is the root: its known types are known everywhere.</summary>
    public void BeginRoot(TypeModel model)
    {
        Conventions.ContractRefusedException.CheckRoot(model);
        Count(0);
        _scope.Begin(_profile.KnownTypes, model is SurrogateModel { Carrier: var carrier } ? carrier.Type : model.Type);
    }

    /// <summary>Behind the root nothing follows.</summary>
    public void CheckEnd()
    {
        if (Peek() != 0 || _position < _length)
            Fail("the end of the text");
    }

    /// <summary>The first byte that is not white space, or 0 at the end of the text; the position is at it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    byte Peek()
    {
        if (_position < _length && _start[_position] is > (byte)' ' and var next)
            return next;
        return PeekFurther();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    byte PeekFurther()
    {
        while (_position < _length)
        {
            byte next = _start[_position];
            if (next is not ((byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t'))
                return next;
            _position++;
        }
        return 0;
    }

    void Expect(byte expected)
    {
        if (Peek() != expected)
            Fail($"'{(char)expected}'");
        _position++;
    }

    void Enter()
    {
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
        if (_depth == _frames.Length)
            Array.Resize(ref _frames, _depth * 2);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void CheckDepth()
    {
        if (_depth > _profile.MaxDepth)
            throw Error($"The text nests deeper than {_profile.MaxDepth} levels (Limits.MaxDepth).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error($"The text nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }

    void Count(int more)
    {
        _graph += more;
        if (_graph > _profile.MaxGraph)
            throw Error($"The text has more than {_profile.MaxGraph} items (MaxItemsInObjectGraph).");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    void Fail(string expected)
    {
        string found = _position >= _length ? "the end of the text"
            : _start[_position] is > 32 and < 127
                ? $"'{Encoding.ASCII.GetString(Rest[..Math.Min(Math.Max(TokenLength(), 1), 40)])}'"
                : $"the byte 0x{_start[_position]:X2}";
        throw Error($"Expected {expected}, found {found}.");
    }

    WireFormatException Error(string problem, Exception? inner = null) => new(problem, inner) { Offset = _position };
}

/// <summary>An object, array or map that is open.</summary>
internal struct ContractJsonFrame
{
    /// <summary>The members that came, one bit each.</summary>
    public ulong Seen;

    /// <summary>The members that came, from the 65th on.</summary>
    public ulong[]? SeenMore;

    /// <summary>Whether the object keeps unknown members; those that came, and the object once it exists.</summary>
    public bool KeepsExtensions;
    public ContractExtras? Extras;
    public object? Object;

    /// <summary>How what was opened stands in the text.</summary>
    public ContractJsonForm Form;

    /// <summary>For an entry whose value comes first: where key and value are, and where the entry ends.</summary>
    public int ValueAt;

    /// <inheritdoc cref="ValueAt"/>
    public int EntryEnd;
}

/// <summary>How an object or collection stands in the text: mostly as what it is, but any will do.</summary>
internal enum ContractJsonForm : byte
{
    /// <summary>{ }, with names.</summary>
    Object,
    /// <summary>[ ]; as an object, every member is named "item".</summary>
    Array,
    /// <summary>"", which is an empty one of either.</summary>
    Empty,
}
