using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// Reads what fastJSON has written, in any of its forms, from the text alone: with and without a table of types, dictionaries as
/// objects or pairs, types by name or number. This file has objects; the partial files have their metadata ($type, $i), collections,
/// untyped values and scalars. The text itself is read by <see cref="JsonSource"/>.
/// </summary>
/// <remarks>
/// Objects are numbered as fastJSON's writer numbers them, by where they begin; those that are passed over count too.
/// </remarks>
internal ref partial struct FastJsonSource : ISource
{
    JsonSource _json;
    FastJsonProfile _profile;
    TypeModel _root;

    // An object whose brace has been taken, with its metadata, by Head.
    bool _opened;
    bool _afterMetadata;
    int _subtype;
    TypeModel? _dynamic;
    int _reference;
    bool? _isInOrder;

    // Objects by number, as long as anything refers to them.
    bool _refers;
    Dictionary<int, int>? _repeats;
    bool _looksForRepeats;
    int _number;
    bool _counted;
    bool _isObject;
    object?[] _known;
    int _referred;
    List<Rekeyed>? _rekeyed;

    // Where the value of the $type of the object at hand is; -1 if it has none.
    int _typeAt;
    int _typeNumber;
    ReadOnlySpan<byte> _typeName;

    // The table: where each name is, and what it has been found to be.
    NamedType[]? _named;
    int _namedCount;
    FastJsonLateTypes? _late;
    bool _hasLateTables;
    HashSet<int>? _guids;
    FastJsonKnownTypes? _knownTypes;

    // Whether the next string is a key of one that is an object.
    bool _isKey;

    // One bit for each dictionary that is open: whether it is of pairs.
    const int MostMaps = 64;
    ulong _pairs;
    int _maps;

    /// <summary>Begins, in place, what has been cleared: see <see cref="JsonSource.Begin"/>.</summary>
    public void Begin(ReadOnlySpan<byte> text, FastJsonProfile profile, TypeModel root)
    {
        _json.Begin(text, profile.Json);
        _profile = profile;
        _root = root;
        _subtype = -1;
        _refers = Refers(text);
        _known = [];
        _looksForRepeats = _refers;
    }

    /// <summary>Whether any name may be $i: if none is, no object needs to be kept.</summary>
    static bool Refers(ReadOnlySpan<byte> text)
    {
        for (int at; (at = text.IndexOf("$i"u8)) >= 0; text = text[(at + 2)..])
            if (at + 2 < text.Length && text[at + 2] is (byte)'"' or (byte)'\'' or (byte)':' or (byte)' ' or (byte)'\t')
                return true;
        return false;
    }

    public static SourceTraits Traits => SourceTraits.TracksReferences | SourceTraits.TracksStructs;

    public readonly bool Merges => _profile.Options.MergeNested;

    public readonly int Position => _json.Position;

    public void End()
    {
        _json.End();
        Rekeyed.Finish(ref _rekeyed);
    }

    public Head Head(TypeModel model)
    {
        byte next = _json.Peek();
        _isObject = model is ObjectModel;
        if (next == (byte)'n')
        {
            _json.ExpectLiteral("null"u8);
            return Shapes.Head.Null;
        }
        if (next is (byte)'"' or (byte)'\'' && model is CollectionModel && model.IsOpen && model.Type.IsAssignableFrom(typeof(byte[])))
        {
            // An array of bytes behind one of its interfaces is written as what it is.
            _dynamic = model.Convention.ModelOf(typeof(byte[]));
            return Shapes.Head.Dynamic;
        }
        if (next != (byte)'{' || model is not ObjectModel)
            return next == (byte)'{' && model is CollectionModel && TryLostCollection(model) ? Shapes.Head.Null : Shapes.Head.Value;
        if (_refers && TryRepeat())
            return Shapes.Head.Reference;
        int brace = _json.Position++;
        _afterMetadata = ReadMetadata();
        if (_reference != 0)
        {
            _json.Expect((byte)'}');
            return Shapes.Head.Reference;
        }
        _opened = true;
        Count();
        if (_typeAt < 0 && !FindLateType(brace))
            return Shapes.Head.Value;
        var named = ResolveType(model);
        if (named.Type == model.Type)
            return Shapes.Head.Value;
        if (!model.Type.IsAssignableFrom(named.Type))
            throw Refuse($"The text names the type '{named.Type}' where '{model.Type}' is declared, which it is not.");
        var subtypes = model.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
        {
            if (subtypes[i].Type != named.Type)
                continue;
            _subtype = i;
            return Shapes.Head.Subtype;
        }
        if (!model.IsOpen)
            throw Refuse($"The text names the type '{named.Type}' where exactly '{model.Type}' is expected.");
        _dynamic = named;
        return Shapes.Head.Dynamic;
    }

    /// <summary>An object of the root that stands there again: it has a number already, and so has all that is in it.</summary>
    bool TryRepeat()
    {
        if (_looksForRepeats)
        {
            _looksForRepeats = false;
            _repeats = FastJsonRepeats.Find(_json.Text, _profile.Rules.RootRepeats);
        }
        if (_repeats is null || !_repeats.TryGetValue(_json.Position, out _reference))
            return false;
        _json.SkipValue();
        return true;
    }

    public int Subtype(TypeModel model)
    {
        int index = _subtype;
        _subtype = -1;
        return index;
    }

    public readonly Head BeginCarried(TypeModel model) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model, int identity, object? value) => throw new NotSupportedException();

    public object Reference()
    {
        int number = _reference;
        _reference = 0;
        _referred++;
        // Numbered is what was written; an order in which it was not would give another object.
        if (!(_isInOrder ??= !IsReordered()))
            throw _json.Error(
                $"The reference leads to object number {number}, and the numbers are lost: the members of this text were sorted (its $types table is not first), and fastJSON numbers objects by the order in which it wrote them. Read the text as it was written.");
        if ((uint)(number - 1) < (uint)_known.Length && _known[number - 1] is { } value)
            return value;
        throw _json.Error(number > _number
            ? $"The reference leads to object number {number}, and only {_number} have begun before it. fastJSON numbers all objects of a text: if this is a part of a larger text, read the whole of that."
            : $"The reference leads to object number {number}, which does not exist yet: it contains this reference, and is made only when its members are there. Give its type setters in place of the constructor's parameters.");
    }

    public readonly int Referred() => _referred;

    /// <summary>Collections have no numbers.</summary>
    public readonly int Identity() => _refers && _isObject ? _number : -1;

    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    public void Register(int identity, object value)
    {
        if (identity <= 0)
            return;
        if (identity > _known.Length)
            Array.Resize(ref _known, Math.Max(identity + 1, Math.Max(_known.Length * 2, 16)));
        _known[identity - 1] = value;
    }

    /// <summary>One more object begins.</summary>
    void Count()
    {
        _number++;
        _counted = true;
    }

    public bool TryNull() => _json.TryNull();

    public MemberTable BeginObject(TypeModel model)
    {
        var table = _profile.TableOf(model);
        _json.Enter();
        if (!_opened)
        {
            _json.Expect((byte)'{');
            _afterMetadata = ReadMetadata();
            if (_reference != 0)
                throw _json.Error($"A reference stands where a new '{model.Type}' is needed.");
            if (_typeAt >= 0 && ResolveType(model) is var named && named.Type != model.Type)
                throw Refuse($"The text names the type '{named.Type}' where exactly '{model.Type}' is expected.");
        }
        _opened = false;
        _isObject = true;
        if (!_counted)
            _number++;
        _counted = false;
        return table;
    }

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw new NotSupportedException();

    public readonly bool OptionalMember() => throw new NotSupportedException();

    public int NextMember(MemberTable table, int previous)
    {
        var names = Unsafe.As<JsonTable>(table);
        bool first = previous < 0 && !_afterMetadata;
        _afterMetadata = false;
        return _json.TryExpected(names, previous + 1, first ? 1 : 0) ? previous + 1 : NextMemberSlowly(names, first, previous);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextMemberSlowly(JsonTable table, bool first, int previous)
    {
        while (NextName(ref first))
        {
            int at = _json.Position;
            _json.ReadName(_json.Peek());
            int index = _json.Find(table);
            _json.Expect((byte)':');
            if (index >= 0)
            {
                int member = index > previous ? index : Unsafe.As<FastJsonTable>(table).SecondOf(index, previous);
                if (!table.IsPassedOver(member))
                    return member;
                SkipValue();
                continue;
            }
            _json.CheckName();
            var name = _json.LastName;
            // Metadata was read ahead; $map says what is a bare object, which is seen anyway, and what a Guid (FastJsonMaps); $circular
            // nothing.
            bool isMetadata = name.Length > 1 && name[0] == (byte)'$';
            if (!isMetadata && _profile.Options.Unknown == JsonMembers.Refuse)
            {
                string unknown = _json.ExtraName();
                _json.Position = at;
                throw _json.Error($"'{table.Model.Type}' has no member '{unknown}'.");
            }
            SkipValue();
        }
        return -1;
    }

    /// <summary>Moves to the next name of an object; false, and behind it, at its end.</summary>
    bool NextName(ref bool first)
    {
        byte next = _json.Peek();
        if (next == (byte)'}')
        {
            _json.Position++;
            return false;
        }
        if (first)
        {
            first = false;
            return true;
        }
        if (next != (byte)',')
            _json.Fail("',' or '}'");
        _json.Position++;
        if (!_json.TrailingCommas || _json.Peek() != (byte)'}')
            return true;
        _json.Position++;
        return false;
    }

    public readonly string ExtraName() => throw new NotSupportedException();

    public void EndObject(MemberTable table) => _json.Leave();

    public void Skip(TypeModel model) => SkipValue();

    /// <summary>Passes over a value; the objects in it keep their numbers.</summary>
    void SkipValue()
    {
        int start = _json.Position;
        _json.SkipValue();
        CountFrom(start);
    }

    /// <summary>Counts the objects of a part of the text that was not read here.</summary>
    void CountFrom(int start)
    {
        if (!_refers)
            return;
        var text = _json.Text[start.._json.Position];
        for (int at; (at = text.IndexOf("\"$type\""u8)) >= 0; text = text[(at + 7)..])
            if (text[(at + 7)..].TrimStart(" \t\r\n"u8) is [(byte)':', ..])
                _number++;
    }

    readonly WireFormatException Refuse(string problem) => new(problem) { Offset = Math.Max(_typeAt, 0) };

    /// <summary>Whatever else stands there: the value of a type that fastJSON drops, <c>{"$type":"1"}</c>.</summary>
    bool TryLost()
    {
        if (_json.Peek() != (byte)'{')
            return false;
        int at = _json.Position;
        Count();
        _counted = false;
        _json.Enter();
        _json.Position++;
        ReadMetadata();
        if (_json.Peek() != (byte)'}')
        {
            _json.Position = at;
            return false;
        }
        _json.Position++;
        _json.Leave();
        return true;
    }
}
