using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

internal ref partial struct JsonSource
{
    public int BeginArray(TypeModel model)
    {
        if (_wraps && TryToldComparer(model, out int told))
            return told;
        Enter();
        _typeName = null;
        int count = _wraps ? BeginWrapped(model) : -1;
        if (Peek() != (byte)'[' && TryNoArray(model))
            return Absence.NoArray;
        Expect((byte)'[');
        if (PlainFacts.AnyCollectionWithNumbers)
            BeginNumbers(model);
        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool TryNoArray(TypeModel model)
    {
        if (model is not SequenceModel { MayBeNoArray: true } || !TryNull())
            return false;
        _depth--;
        if (_wraps)
            EndWrapped();
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NextItem(int index, int count)
    {
        byte next = Peek();
        if (next == (byte)',' && index > 0)
        {
            // A number of items is told only where it had to be; -1 is more than any index.
            if (index >= _profile.MaxItems || (uint)index >= (uint)count)
                FailTooMany(count);
            _position++;
            // Only a lenient reader lets the bracket follow; in strict text the item's reader refuses it.
            return (_leniency & JsonLeniency.TrailingCommas) == 0 || !EndsHere((byte)']');
        }
        if (next == (byte)']')
        {
            if (count >= 0 && index != count)
                FailTooMany(count);
            _position++;
            return false;
        }
        return index == 0 ? next != 0 || FailItem() : FailItem();
    }

    public void EndArray(TypeModel model)
    {
        if (_outerNumbers is not null)
            EndNumbers();
        _depth--;
        if (_wraps)
            EndWrapped();
    }

    /// <summary>What the collection's class says of its numbers, unless something around it says it already.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginNumbers(TypeModel model)
    {
        if (_hasOwnNumbers || PlainFacts.NumbersOf(model) is not { } numbers)
            return;
        (_outerNumbers ??= new Stack<OuterNumbers>()).Push(new OuterNumbers(_depth, null));
        UseNumbers(numbers);
    }

    /// <summary>
    /// Only what has changed how numbers are read changes it back, at its end: a collection may stand within one that says it for both.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void EndNumbers()
    {
        if (_outerNumbers!.TryPeek(out var outer) && outer.Depth == _depth)
            UseNumbers(_outerNumbers.Pop().Numbers);
    }

    public readonly T[] Bulk<T>(TypeModel model) where T : unmanaged => throw new NotSupportedException();

    public readonly void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => throw new NotSupportedException();

    public int BeginMap(TypeModel model)
    {
        if (_opened && TryToldComparer(model, out int told))
            return told;
        Enter();
        _typeName = null;
        if (KeysOf(model) == JsonKeys.Pairs)
        {
            if (_wraps)
                BeginWrapped(model);
            Expect((byte)'[');
            return -1;
        }
        if (_opened)
            _opened = false;
        else
            Expect((byte)'{');
        if (_careful && _profile.Options.Duplicates == JsonMembers.Refuse)
            (_names ??= new Stack<JsonDistinct?>()).Push(null);
        if (PlainFacts.AnyCollectionWithNumbers)
            BeginNumbers(model);
        return -1;
    }

    public bool NextKey(TypeModel model, int index, int count)
    {
        var keys = KeysOf(model);
        if (keys == JsonKeys.Pairs)
            return NextPair(index);
        byte next = Peek();
        if (index > 0 && next == (byte)',')
        {
            if (index >= _profile.MaxItems)
                FailTooMany(-1);
            _position++;
            next = Peek();
            if (next == (byte)'}' && (_leniency & JsonLeniency.TrailingCommas) == 0)
                Fail("a name in quotes");
        }
        else if (index > 0 && next != (byte)'}')
        {
            Fail("',' or '}'");
        }
        if (next == (byte)'}')
        {
            _position++;
            return false;
        }
        if (_told is not null && TryPassTold())
            return NextKeyBehindTold(model, index, count);
        if (next != (byte)'"' && (next != (byte)'\'' || (_leniency & JsonLeniency.SingleQuotes) == 0))
        {
            if ((_leniency & JsonLeniency.BareNames) == 0 || keys is not (JsonKeys.Strings or JsonKeys.Dynamic))
                Fail("a name in quotes");
            _bareKey = keys == JsonKeys.Strings;
            _bareDynamic = keys == JsonKeys.Dynamic;
        }
        if (_keepsTypes && _length - _position > 1 && Unsafe.Add(ref Here, 1) == (byte)'$')
            _dollarKey = _position;
        if (_preserves && keys == JsonKeys.Strings && _length - _position > 1 && Unsafe.Add(ref Here, 1) is (byte)'$' or (byte)'\\')
            RefuseIdentityKey(next);
        int keyAt = _position;
        _key = keys == JsonKeys.Booleans ? JsonKeys.Bare : keys;
        _keyQuote = 0;
        // A number takes its own double quotes.
        if (next == (byte)'\'' && _key == JsonKeys.Bare)
            OpenBareKey();
        if (_careful && _profile.Options.Duplicates == JsonMembers.Refuse)
            RefuseDuplicateKey((MapModel)model, keyAt);
        return true;
    }

    /// <summary>The key behind the identity of the map, or behind one that stands first in a spelling of its own.</summary>
    bool NextKeyBehindTold(TypeModel model, int index, int count)
    {
        if (index > 0 || Peek() != (byte)',')
            return NextKey(model, Math.Max(index, 1), count);
        _position++;
        if (Peek() == (byte)'}' && (_leniency & JsonLeniency.TrailingCommas) == 0)
            Fail("a name in quotes");
        return NextKey(model, 0, count);
    }

    /// <summary>Takes the single quote of a key that is read like a number: no white space, comment or second quote may follow.</summary>
    void OpenBareKey()
    {
        _keyQuote = Here;
        _position++;
        if (_position >= _length || !(char.IsAsciiLetterOrDigit((char)Here) || Here == (byte)'-'))
            Fail("a key");
    }

    public void MapValue(TypeModel model)
    {
        var keys = KeysOf(model);
        _key = JsonKeys.Strings;
        if (keys == JsonKeys.Pairs)
        {
            Expect((byte)',');
            ExpectName("Value"u8, "the name \"Value\"");
        }
        else if (_keyQuote != 0)
        {
            if (_position >= _length || Here != _keyQuote)
                Fail("'\'' after a key");
            _keyQuote = 0;
            _position++;
        }
        Expect((byte)':');
    }

    public void EndMap(TypeModel model)
    {
        if (_outerNumbers is not null && KeysOf(model) != JsonKeys.Pairs)
            EndNumbers();
        _depth--;
        if (KeysOf(model) == JsonKeys.Pairs)
        {
            if (_wraps)
                EndWrapped();
            return;
        }
        if (_careful && _profile.Options.Duplicates == JsonMembers.Refuse)
            _names!.Pop();
    }

    /// <summary>
    /// Reads the key that comes next by a reader of its own, and refuses one that is equal to one before it as the map will see it:
    /// <c>"1"</c> and <c>"Monday"</c> of an enum, <c>"1"</c> and <c>"1.0"</c> of a double, letters of another case where the map's class
    /// ignores that.
    /// </summary>
    readonly void RefuseDuplicateKey(MapModel map, int keyAt)
    {
        var keys = _names!.Pop() ?? new JsonDistinct(CollectionComparers.BoxedComparerOf(map));
        _names.Push(keys);
        var ahead = this;
        object? key = Codecs<JsonSink, JsonSource>.Of(map.Key).ReadObject(ref ahead);
        if (key is not null && !keys.Add(key))
            throw new WireFormatException($"The key {Encoding.UTF8.GetString(Text[keyAt..ahead._position])} comes twice.")
            { Offset = keyAt };
    }

    /// <summary>Of a collection whose metadata have been read.</summary>
    public ComparerCode Comparer()
    {
        var comparer = _comparer;
        _comparer = ComparerCode.Default;
        return comparer;
    }

    /// <summary>
    /// The comparer among the metadata, of what stands behind an interface or a wrapper; the collection itself begins by the next call.
    /// </summary>
    bool TryToldComparer(TypeModel model, out int told)
    {
        told = 0;
        if (_comparer == ComparerCode.Default || model is not CollectionModel { TellsComparer: true })
            return false;
        told = Absence.ToldBy(Comparer());
        return true;
    }

    /// <summary>One entry of <c>[{"Key":...,"Value":...}]</c>, in this order.</summary>
    bool NextPair(int index)
    {
        if (index > 0)
        {
            Expect((byte)'}');
            _depth--;
        }
        if (!NextItem(index, -1))
            return false;
        Expect((byte)'{');
        Enter();
        ExpectName("Key"u8, "the name \"Key\"");
        Expect((byte)':');
        return true;
    }

    void ExpectName(ReadOnlySpan<byte> name, string description)
    {
        ReadName(Peek());
        var found = Text.Slice(_nameStart, _nameLength);
        if (found.SequenceEqual(name))
            return;
        // Escapes make each letter six.
        if (found.Length <= 6 * name.Length && found.Contains((byte)'\\'))
        {
            Span<byte> plain = stackalloc byte[64];
            if (TryUnescape(found, plain, out int written) && plain[..written].SequenceEqual(name))
                return;
        }
        _position = _nameStart;
        Fail(description);
    }

    bool EndsHere(byte close)
    {
        if (Peek() != close)
            return false;
        _position++;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void FailTooMany(int count) =>
        throw Error(
            count >= 0
                ? $"An array has not the number of items that its $length tells, {count}."
                : $"A collection has more than {_profile.MaxItems} items (Limits.MaxItems).");

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly bool FailItem()
    {
        Fail("',' or ']'");
        return false;
    }
}
