using System.Collections;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Arrays; dictionaries as objects or as pairs; values that are declared as something else than they are.</summary>
internal ref partial struct FastJsonSink
{
    public void BeginArray(TypeModel model, int count)
    {
        _candidate = null;
        _table = null;
        _json.Enter();
        Output.Put((byte)'[');
        Output.Reserve(JsonSink.Room);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Item(int index) => _json.Item(index);

    public void EndArray(TypeModel model) => _json.Close('[', ']');

    public void BeginMap(TypeModel model, int count)
    {
        _candidate = null;
        _table = null;
        _json.Enter();
        bool isObject = IsObject(model);
        Output.Put(isObject ? (byte)'{' : (byte)'[');
        if (isObject && _profile.LowerKeys)
            (_lowered ??= []).Push([]);
    }

    readonly bool IsObject(TypeModel model) =>
        FastJsonMapForm.Of(model) is var form
            && (form == FastJsonMapForm.Object || (form == FastJsonMapForm.ByRules && !_profile.Rules.PairDictionaries));

    public void Key(TypeModel model, int index)
    {
        if (IsObject(model))
        {
            _keyAt = Output.Position;
            _json.Separate('{');
            _isKey = _profile.LowerKeys || (_untyped & 1) != 0;
            return;
        }
        // A pair is a level of the text, which a reader counts.
        if (index == 0)
            _json.Enter();
        Output.Write(index > 0 ? "},{\"k\":"u8 : "{\"k\":"u8);
        Output.Reserve(JsonSink.Room);
    }

    public void MapValue(TypeModel model)
    {
        if (!IsObject(model))
        {
            Output.Write(",\"v\":"u8);
            Output.Reserve(JsonSink.Room);
            return;
        }
        _isKey = false;
        Output.Put((byte)':');
        Output.Reserve(JsonSink.Room);
        _valueAt = Output.Position;
    }

    public void EndMap(TypeModel model, int count)
    {
        if (IsObject(model))
        {
            _lowered?.Pop();
            _json.Close('{', '}');
            return;
        }
        if (count > 0)
        {
            Output.Put((byte)'}');
            _json.Leave();
        }
        _json.Close('[', ']');
    }

    public void String(string? value)
    {
        if (value is null)
            Null();
        else if (_isKey)
            WriteKey(value);
        else
            _json.WriteText(value);
    }

    void WriteKey(string key)
    {
        if ((_untyped & 1) != 0 && key is "$i" or "$type" or "$types")
            throw new NotSupportedException(
                $"A dictionary behind an object member has a key '{key}', which would be read back as fastJSON's own. Rename it, declare the member as the dictionary that it holds, or choose JsonOptions.Graph.");
        if (!_profile.LowerKeys)
        {
            _json.WriteText(key);
            return;
        }
        string lower = key.ToLowerInvariant();
        if (!_lowered!.Peek().Add(lower))
            throw new NotSupportedException(
                $"JsonNaming.Lower gives two keys of a dictionary the name '{lower}', the second of them '{key}': one would be lost at reading.");
        _json.WriteText(_lastLowered = lower);
    }

    public void Dynamic(object? value, TypeModel declared)
    {
        switch (value)
        {
            case null:
                Null();
                return;
            case string text:
                String(text);
                return;
            case DBNull:
                WriteDBNull();
                return;
            case NodeValue { RawNumber: { } number }:
                _json.RawNumber(number);
                return;
            case Node node:
                _untyped = (_untyped << 1) | 1;
                NodeWriter<FastJsonSink>.Write(ref this, node, declared);
                _untyped >>= 1;
                return;
            case DynamicNode node:
                Dynamic(node.Node, declared);
                return;
        }
        if (declared.Type != typeof(object) && declared is DynamicModel && !Convention.IsNode(declared.Type))
            WriteOpen(value, declared);
        else if (value.GetType() == typeof(object))
            WriteBare(value);
        else
            WriteUntyped(value, declared.Convention.ModelOf(value.GetType()));
    }

    /// <summary>What no model describes: tables, and types that are no data.</summary>
    void WriteOpen(object value, TypeModel declared)
    {
        if (FastJsonTables.IsTable(declared.Type))
            FastJsonTables.Write(ref this, value, declared, _profile);
        else if ((_profile.LosesTypes && value is Type) || ((_untyped & 1) == 0 && Uncarried.HoldsNothing(value)))
            WriteEmpty(value);
        else
            throw Uncarried.Holds(declared.Type);
    }

    /// <summary>What is read back by its text alone, unless it is an object and says its type.</summary>
    void WriteUntyped(object value, TypeModel model)
    {
        // Of more than 64 levels the outermost stands for all before it.
        _untyped = (_untyped << 1) | 1;
        Codecs<FastJsonSink, FastJsonSource>.Of(model).WriteObject(ref this, value);
        _untyped >>= 1;
    }

    /// <summary>Null; where nulls are left out, the name that has been written goes too.</summary>
    void WriteDBNull()
    {
        if (_table is null || !_profile.OmitsNulls || _valueAt == Output.Position)
        {
            Null();
            return;
        }
        int length = _table.TextOf(_member).Length - 1;
        ref byte before = ref Unsafe.Subtract(ref Output.Here, length);
        if (Unsafe.Subtract(ref before, 1) == (byte)',')
            before = ref Unsafe.Subtract(ref before, 1);
        Output.AdvanceTo(ref before);
    }

    /// <summary>An object without members; the one thing that $map names.</summary>
    void WriteBare(object value)
    {
        if (Reference(value))
            return;
        Register();
        if (_profile.WritesTypes)
            WriteType(FastJsonTypeName.Of(typeof(object), _profile.Rules.TypeNames));
        else
            Output.Put((byte)'{');
        Output.Put((byte)'}');
        Output.Reserve(JsonSink.Room);
        if (_table is not null && _profile.WritesTypes)
            (_map ??= []).Add((_objects, ((ObjectModel)_table.Model).Members[_member].ClrName));
    }

    /// <summary>A value that fastJSON has no form for, as it writes it: an object of its type, empty.</summary>
    void WriteEmpty(object value)
    {
        if (Reference(value))
            return;
        Register();
        if (_profile.WritesTypes)
            WriteType(FastJsonTypeName.Of(value.GetType(), _profile.Rules.TypeNames));
        else
            Output.Put((byte)'{');
        Output.Put((byte)'}');
        Output.Reserve(JsonSink.Room);
    }
}

/// <summary>Whether a dictionary is written as an object: decided by the type once, as fastJSON decides it for each value.</summary>
internal static class FastJsonMapForm
{
    /// <summary>Pairs, whatever the rules say.</summary>
    public const int Pairs = 0;

    /// <summary>An object, unless the rules ask for pairs.</summary>
    public const int ByRules = 1;

    /// <summary>An object, whatever the rules say.</summary>
    public const int Object = 2;

    static readonly int Slot = ModelSlot.Next();

    public static int Of(TypeModel map) =>
        ((StrongBox<int>?)map.GetSlot(Slot) ?? map.SetSlot(Slot, new StrongBox<int>(Choose((MapModel)map)))).Value;

    /// <summary>A class that derives from a dictionary and is not generic itself is written as pairs, whatever its keys.</summary>
    static int Choose(MapModel map) => map.Type == typeof(SpecialMap) ? Object
        : map.KeyType == typeof(string)
            && (typeof(IEnumerable<KeyValuePair<string, object>>).IsAssignableFrom(map.Type)
                || !typeof(IDictionary).IsAssignableFrom(map.Type)
                || (map.Type.IsGenericType && map.Type.GetGenericArguments()[0] == typeof(string)))
            ? ByRules : Pairs;
}
