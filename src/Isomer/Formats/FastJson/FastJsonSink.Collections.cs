using System.Collections;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer;

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

    readonly bool IsObject(TypeModel model) => !_profile.Rules.PairDictionaries && FastJsonMapForm.IsObject(model);

    public void Key(TypeModel model, int index)
    {
        if (IsObject(model))
        {
            _keyAt = Output.Position;
            _json.Separate('{');
            _isKey = _profile.LowerKeys;
            return;
        }
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
            Output.Put((byte)'}');
        _json.Close('[', ']');
    }

    public void String(string? value)
    {
        if (value is null)
            Null();
        else if (_isKey)
            WriteLowered(value);
        else
            _json.WriteText(value);
    }

    void WriteLowered(string key)
    {
        string lower = key.ToLowerInvariant();
        if (!_lowered!.Peek().Add(lower))
            throw new NotSupportedException($"JsonNaming.Lower gives two keys of a dictionary the name '{lower}', the second of them '{key}': one would be lost at reading.");
        _json.WriteText(lower);
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
                NodeWriter<FastJsonSink>.Write(ref this, node, declared);
                return;
            case DynamicNode node:
                Dynamic(node.Node, declared);
                return;
        }
        if (declared.Type != typeof(object) && declared is DynamicModel)
            FastJsonTables.Write(ref this, value, declared, _profile);
        else if (value.GetType() == typeof(object))
            WriteBare(value);
        else
            Codecs<FastJsonSink, FastJsonSource>.Of(declared.Convention.ModelOf(value.GetType())).WriteObject(ref this, value);
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
            (_map ??= []).Add((_objects, ((ObjectModel)_table.Model).Members[_member].Member.Name));
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
    static readonly int Slot = ModelSlot.Next();

    public static bool IsObject(TypeModel map) => ((StrongBox<bool>?)map.GetSlot(Slot) ?? map.SetSlot(Slot, new StrongBox<bool>(Choose((MapModel)map)))).Value;

    /// <summary>A class that derives from a dictionary and is not generic itself is written as pairs, whatever its keys.</summary>
    static bool Choose(MapModel map) => map.KeyType == typeof(string)
        && (typeof(IEnumerable<KeyValuePair<string, object>>).IsAssignableFrom(map.Type)
            || !typeof(IDictionary).IsAssignableFrom(map.Type)
            || (map.Type.IsGenericType && map.Type.GetGenericArguments()[0] == typeof(string)));
}
