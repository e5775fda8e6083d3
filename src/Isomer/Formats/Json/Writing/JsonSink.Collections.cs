using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Sequences as arrays; maps as objects, or as arrays of pairs where the keys are no strings.</summary>
internal ref partial struct JsonSink
{
    public void BeginArray(TypeModel model, int count)
    {
        if (count == Absence.NoArray)
        {
            NoArray((SequenceModel)model);
            return;
        }
        if (_path is not null)
            BeginsInPath(model);
        Enter();
        if (_wrapped is not null)
            BeginWrapped((SequenceModel)model, count);
        _out.Put((byte)'[');
        _out.Reserve(Room);
        if (PlainFacts.AnyCollectionWithNumbers)
            BeginNumbers(model);
    }

    /// <summary>Null, or null in an object that names its type.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void NoArray(SequenceModel model)
    {
        if (_wrapped is not null)
            BeginWrapped(model, 0);
        Null();
        if (_numbers is not null)
            EndLazily();
        if (_wrapped is not null && _wrapped.Pop())
            Close('{', '}');
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Item(int index)
    {
        if (!_plain)
        {
            Separate('[');
            return;
        }
        ref byte to = ref _out.Reserve(Room);
        if (index == 0)
            return;
        to = (byte)',';
        _out.Advance(1);
    }

    public void EndArray(TypeModel model)
    {
        if (_outerNumbers is not null)
            EndNumbers();
        Close('[', ']');
        if (_numbers is not null)
            EndLazily();
        if (_wrapped is not null && _wrapped.Pop())
            Close('{', '}');
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
    /// Only what has changed how numbers are written changes it back, at its end: a collection may stand within one that says it for both.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void EndNumbers()
    {
        if (_outerNumbers!.TryPeek(out var outer) && outer.Depth == _depth)
            UseNumbers(_outerNumbers.Pop().Numbers);
    }

    public void BeginMap(TypeModel model, int count)
    {
        if (_path is not null)
            BeginsInPath(model);
        Enter();
        if (KeysOf(model) == JsonKeys.Pairs)
        {
            if (_wrapped is not null)
                BeginWrapped((MapModel)model, -1);
            _out.Put((byte)'[');
            return;
        }
        if (_wrapped is not null)
            BeginObjectMap((MapModel)model);
        if (_profile.RenamesKeys)
            (_renamed ??= []).Push([]);
        if ((_typeNames & JsonTypeNames.Objects) != 0)
            NameType(model);
        _out.Put((byte)'{');
        if (_pending != Pending.None)
            WriteMetadata();
        if (PlainFacts.AnyCollectionWithNumbers)
            BeginNumbers(model);
    }

    void BeginObjectMap(MapModel model)
    {
        if ((_pending & Pending.Lazy) != 0)
            EnterCollection(model, GraphPart.Object);
        DropIdentity(model);
    }

    public void Key(TypeModel model, int index)
    {
        var keys = KeysOf(model);
        if (keys == JsonKeys.Pairs)
        {
            if (index > 0)
                Close('{', '}');
            Separate('[');
            Enter();
            _out.Put((byte)'{');
            Separate('{');
            _out.Write("\"Key\""u8);
            Colon();
            return;
        }
        Separate('{');
        _isName = true;
        // What carries a key as a text, as of a Uri, says itself what its name is.
        if (_profile.RenamesKeys)
            _isNameFixed = _keepsKeys || ((MapModel)model).Key is SurrogateModel;
        _key = keys == JsonKeys.Booleans ? JsonKeys.Bare : keys;
        if (_key == JsonKeys.Bare)
            _out.Put((byte)'"');
        else if (keys == JsonKeys.Strings && _profile.ChangesKeys)
            _key = JsonKeys.Dynamic;
        _out.Reserve(Room);
    }

    public void MapValue(TypeModel model)
    {
        var keys = KeysOf(model);
        if (keys == JsonKeys.Pairs)
        {
            Separate('{');
            _out.Write("\"Value\""u8);
        }
        else if (keys is JsonKeys.Bare or JsonKeys.Booleans)
        {
            if (keys == JsonKeys.Booleans)
                Capitalise();
            _out.Put((byte)'"');
        }
        _key = JsonKeys.Strings;
        _isName = false;
        Colon();
    }

    /// <summary>Makes the true or false that was just written one of a key.</summary>
    readonly void Capitalise()
    {
        ref byte last = ref Unsafe.Subtract(ref _out.Here, 1);
        ref byte first = ref Unsafe.Subtract(ref last, Unsafe.Subtract(ref last, 3) == (byte)'t' ? 3 : 4);
        first -= (byte)' ';
    }

    public void EndMap(TypeModel model, int count)
    {
        if (KeysOf(model) != JsonKeys.Pairs)
        {
            if (_outerNumbers is not null)
                EndNumbers();
            Close('{', '}');
            _renamed?.Pop();
            return;
        }
        if (count > 0)
            Close('{', '}');
        Close('[', ']');
        if (_numbers is not null)
            EndLazily();
        if (_wrapped is not null && _wrapped.Pop())
            Close('{', '}');
    }
}
