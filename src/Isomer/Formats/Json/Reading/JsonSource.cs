using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// JSON's reading end, over one contiguous text, or over a window that moves along a stream (<see cref="JsonInput"/>). Strict
/// RFC 8259 unless the options say otherwise. This file has the state, white space and errors; the partial files have members,
/// collections, metadata, scalars and skipping.
/// </summary>
internal ref partial struct JsonSource : ISource
{
    ref byte _start;
    int _length;
    JsonInput? _input;
    // Where a part of the text begins that is kept in the window until it has been read whole; -1 if there is none.
    int _kept;
    JsonProfile _profile;
    internal JsonLeniency _leniency;
    bool _careful;
    bool _preserves;
    // Json.NET's names of types (JsonSource.Names); and whether collections may stand in objects with metadata.
    bool _namesTypes, _wraps;
    int _position;
    int _depth;

    // The key that is being read.
    JsonKeys _key;
    byte _keyQuote;
    bool _bareKey;
    bool _bareDynamic;
    int _dollarKey;

    // Where types are kept (JsonSource.Graph).
    bool _keepsTypes;
    TypeModel? _root;
    TypeModel? _named;

    // The name that was read last.
    int _nameStart;
    int _nameLength;
    bool _nameEscaped;

    // Metadata: the opening brace and what stood behind it have been taken already.
    bool _opened;
    int _subtype;
    int _itemCount;
    ComparerCode _comparer;
    string? _reference;
    int _referred;
    List<Rekeyed>? _rekeyed;
    string? _identity;
    Dictionary<string, object>? _known;
    List<string>? _identities;
    // Where the names of those stand that were found behind other members and are yet to be passed over.
    HashSet<int>? _told;
    bool? _identitiesStandLate;
    // Those that stand around the carriers of surrogates: a $ref to one of them is the value, to any other the carrier.
    HashSet<string>? _carried;
    Stack<bool>? _wrapped;
    long _looked;

    // The objects that are open whose type was told: a second $type in one of them is refused.
    string? _typeName;
    bool _typeIsToCome;
    Stack<TypedObject>? _typed;

    // How numbers are read: as the options say, or an attribute of the member that is being read.
    JsonNumbers _numbers;
    bool _hasOwnNumbers;
    Stack<OuterNumbers>? _outerNumbers;

    // While duplicates are refused: one bit a member, one array a level.
    Stack<ulong[]>? _seen;

    // The same of names that no type declares, and of keys.
    Stack<JsonDistinct?>? _names;

    // What comes next is an entry of an extension dictionary, which is to be written again as it is.
    bool _keepsDigits;

    // Identities that the text refers to, as they stand there; looked for only where a value that nothing takes tells one.
    HashSet<string>? _referredTo;

    /// <param name="Depth">How deep the object lies.</param>
    /// <param name="Name">The name of the member that tells its type.</param>
    /// <param name="IsToCome">Whether it stands behind other members and has not been passed yet.</param>
    readonly record struct TypedObject(int Depth, string Name, bool IsToCome);

    public JsonSource(ReadOnlySpan<byte> text, JsonProfile profile)
    {
        _profile = profile;
        Begin(text, profile);
    }

    /// <summary>
    /// Begins, in place, what has been cleared: by a constructor each of its fields was cleared once more, one by one, which took
    /// 4 of the 42 ns of the smallest object.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(ReadOnlySpan<byte> text, JsonProfile profile, TypeModel? root = null, JsonInput? input = null)
    {
        _input = input;
        _kept = -1;
        _keepsTypes = profile.KeepsTypes && root is not null;
        _root = root;
        _dollarKey = -1;
        _start = ref MemoryMarshal.GetReference(text);
        _length = text.Length;
        _profile = profile;
        _leniency = profile.Leniency;
        _careful = profile.IsCareful;
        _preserves = profile.Preserves;
        _namesTypes = profile.NamesTypes && root is not null;
        _wraps = _preserves || _namesTypes;
        _key = JsonKeys.Strings;
        _numbers = profile.Numbers;
    }

    public static SourceTraits Traits =>
        SourceTraits.TracksReferences | SourceTraits.TracksCarried | SourceTraits.KeepsComparers | SourceTraits.FlattensExtras
            | SourceTraits.KeepsDefaultArrays;

    public readonly bool Merges => _profile.Options.MergeNested;

    /// <summary>The byte offset that has been reached.</summary>
    public int Position { readonly get => _position; set => _position = value; }

    /// <summary>How many bytes there are from there on.</summary>
    internal readonly int Left => _length - _position;

    /// <summary>How many objects and collections are open.</summary>
    public readonly int Depth => _depth;

    /// <summary>Leaves the object or array that has ended.</summary>
    public void Leave() => _depth--;

    /// <summary>Whether what comes is a name without quotes, to be read as a value.</summary>
    public readonly bool IsAtBareKey => _bareKey || _bareDynamic;

    /// <summary>Whether a key is being read.</summary>
    public readonly bool IsAtKey => _key != JsonKeys.Strings;

    /// <summary>Where the name that was read last begins.</summary>
    public readonly int LastNameStart => _nameStart;

    /// <summary>The name that was read last, as it stands there.</summary>
    public readonly ReadOnlySpan<byte> LastName => Text.Slice(_nameStart, _nameLength);

    /// <summary>Whether it has no escapes.</summary>
    public readonly bool IsLastNamePlain => !_nameEscaped;

    public readonly ReadOnlySpan<byte> Text => MemoryMarshal.CreateReadOnlySpan(ref _start, _length);

    /// <summary>The bytes from the position on.</summary>
    internal readonly ref byte Here
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.Add(ref _start, (nint)(uint)_position);
    }

    /// <summary>The first byte that is not white space, or 0 at the end of the text; the position is at it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal byte Peek()
    {
        if (_position < _length)
        {
            byte next = Here;
            if (next > (byte)' ' && next != (byte)'/')
                return next;
        }
        return PeekFurther();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    byte PeekFurther()
    {
        do
        {
            while (_position < _length)
            {
                byte next = Here;
                if (next is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
                    _position++;
                else if (next != (byte)'/' || (_leniency & JsonLeniency.Comments) == 0)
                    return next;
                else
                    SkipComment();
            }
        }
        while (_input is not null && MoveWindow());
        return 0;
    }

    /// <summary>
    /// Moves the window on; false at the end of the stream. A window ends behind a comma between values, or where the text ends, so that no
    /// token is cut: only who looks for the next token can meet its end, and everybody does so by <see cref="Peek"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool MoveWindow()
    {
        // The comma stays too, for the words of errors.
        int from = Math.Max((_kept >= 0 ? _kept : _position) - 1, 0);
        if (!_input!.Advance(from))
            return false;
        var window = _input.Window;
        _start = ref MemoryMarshal.GetReference(window);
        _length = window.Length;
        _position -= from;
        _nameStart -= from;
        if (_kept >= 0)
            _kept -= from;
        return true;
    }

    void SkipComment()
    {
        var rest = Text[_position..];
        if (rest.StartsWith("//"u8))
        {
            int end = rest.IndexOfAny((byte)'\n', (byte)'\r');
            _position += end < 0 ? rest.Length : end;
            return;
        }
        int close = rest.StartsWith("/*"u8) ? rest[2..].IndexOf("*/"u8) : -1;
        if (close < 0)
            Fail("the end of a comment");
        _position += close + 4;
    }

    /// <summary>Takes this byte, after white space.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Expect(byte expected)
    {
        if (Peek() != expected)
            FailAt(expected);
        _position++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void FailAt(byte expected) => Fail($"'{(char)expected}'");

    /// <summary>Nothing but white space may follow the root value, and what waited for its end is done.</summary>
    public void End()
    {
        if ((_position != _length || _input is not null) && (Peek() != 0 || _position < _length))
            Fail("the end of the text");
        if (_rekeyed is not null)
            Rekeyed.Finish(ref _rekeyed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Enter()
    {
        if (++_depth > _profile.MaxDepth || (_depth & 15) == 0)
            CheckDepth();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void CheckDepth()
    {
        if (_depth > _profile.MaxDepth)
            throw Error($"The text nests deeper than {_profile.MaxDepth} levels (Limits.MaxDepth).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw Error($"The text nests deeper, {_depth} levels so far, than the thread's stack allows.");
    }
}
