using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Values of declared type object: what $type says, else as fastJSON has them: Dictionary of string and object, object[] (a
/// List of object for a root array of objects), string, bool, long, decimal, double.
/// </summary>
internal ref partial struct FastJsonSource
{
    public object? Dynamic(TypeModel declared)
    {
        if (_dynamic is { } named)
        {
            _dynamic = null;
            return named is ScalarModel ? Bytes() : ReadNamed(named);
        }
        if (FastJsonTables.IsTable(declared.Type))
            return _json.TryNull() ? null : ReadTables(declared.Type, false);
        if (Uncarried.Is(declared.Type))
            return ReadUncarried(declared.Type);
        if (declared.Type != typeof(object) || _json.IsAtBareKey)
        {
            int start = _json.Position;
            object? node = _json.Dynamic(declared);
            CountFrom(start);
            return node;
        }
        switch (_json.Peek())
        {
            case (byte)'{':
                return DynamicObject(declared);
            case (byte)'[':
                return DynamicArray(declared);
            case (byte)'"' or (byte)'\'':
                return TextOrGuid();
            case (byte)'t' or (byte)'f':
                return _json.Boolean();
            case (byte)'n' when _json.TryNull():
                return null;
            default:
                return _json.TryUntyped(out object lenient) ? lenient : Number(_json.Number());
        }
    }

    /// <summary>Null of a type that is no data; of a struct its default, whatever its computed members were.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "The default of a struct needs none of its constructors.")]
    object? ReadUncarried(Type type)
    {
        bool isNull = _json.TryNull();
        if (isNull && !type.IsValueType)
            return null;
        if (!isNull && !(type.IsValueType && _json.Peek() == (byte)'{'))
            throw _json.Error(Uncarried.Stands(type));
        if (!isNull)
            SkipValue();
        return RuntimeHelpers.GetUninitializedObject(type);
    }

    /// <summary>A string, unless a $map behind it says that it was a Guid.</summary>
    object? TextOrGuid()
    {
        int at = _json.Position;
        string? text = _json.String();
        if (text is not { Length: Utf8Base64.GuidLength or Utf8Guids.Length } || !(_guids ??= FastJsonMaps.Find(_json.Text)).Contains(at))
            return text;
        _json.Position = at;
        return Guid();
    }

    /// <summary>Whole numbers are long, others decimal, as far as these hold them exactly; with an exponent always double.</summary>
    static object Number(ReadOnlySpan<byte> text)
    {
        if (NodeNumber.TryParseFixed(text) is { } number)
            return number;
        const int ExactDigits = 28;
        // 29 digits, a sign, a point: all that a decimal is written with.
        const int MostDecimal = 31;
        // Of an integer the sign would be lost.
        if (text.SequenceEqual("-0"u8))
            return -0.0;
        bool isWhole = text.IndexOfAny((byte)'.', (byte)'e', (byte)'E') < 0;
        if (isWhole && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long integer))
            return integer;
        return text.Length <= MostDecimal && text.IndexOfAny((byte)'e', (byte)'E') < 0
            && decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
                out decimal exact)
            && (text.Length <= ExactDigits + 2
                || System.Text.Encoding.ASCII.GetString(text)
                    .Equals(exact.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal))
            ? exact : double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    object? DynamicObject(TypeModel declared)
    {
        if (_refers && TryRepeat())
            return Untyped(Reference());
        int brace = _json.Position++;
        bool metadata = ReadMetadata();
        if (_reference != 0)
        {
            _json.Expect((byte)'}');
            return Untyped(Reference());
        }
        if (_typeAt < 0 && !FindLateType(brace))
            return IsTables() ? ReadOpenTables(brace) : DynamicMap(declared, metadata);
        var named = ResolveType(declared);
        if (named is ScalarModel { Scalar: (Scalar.TimeSpan or Scalar.DateTimeOffset) and var scalar })
            return ReadOldTime(brace, scalar);
        _opened = true;
        _afterMetadata = metadata;
        Count();
        return ReadNamed(named);
    }

    /// <summary>An object whose type has been read, with its brace.</summary>
    object? ReadNamed(TypeModel model)
    {
        int number = _number;
        if (model is ObjectModel)
        {
            object value = Codecs<FastJsonSink, FastJsonSource>.Of(model).ReadExactObject(ref this);
            if (model.Type.IsValueType && _refers)
                Register(number, value);
            return value;
        }
        if (model is SurrogateModel { Carrier: ObjectModel { Type.IsValueType: true } })
            return Codecs<FastJsonSink, FastJsonSource>.Of(model).ReadObject(ref this);
        // A bare object, or a value of which fastJSON keeps nothing but the type.
        _opened = false;
        _counted = false;
        if (model is not DynamicModel { Type: var type } || type != typeof(object))
        {
            _json.Expect((byte)'}');
            return null;
        }
        bool first = !_afterMetadata;
        _json.Enter();
        while (NextName(ref first))
        {
            _json.Name();
            SkipValue();
        }
        _json.Leave();
        object bare = new();
        if (_refers)
            Register(number, bare);
        return bare;
    }

    Dictionary<string, object?> DynamicMap(TypeModel declared, bool metadata)
    {
        var result = new Dictionary<string, object?>();
        bool first = !metadata;
        _json.Enter();
        while (NextName(ref first))
        {
            result[UntypedKey()] = Dynamic(declared);
            if (result.Count > _profile.Json.MaxItems)
                throw _json.Error($"A collection has more than {_profile.Json.MaxItems} items (Limits.MaxItems).");
        }
        _json.Leave();
        return result;
    }

    string UntypedKey()
    {
        if (_json.Peek() is not ((byte)'"' or (byte)'\''))
            return _json.Name();
        string key = Key()!;
        _json.Expect((byte)':');
        return key;
    }

    object DynamicArray(TypeModel declared)
    {
        bool isRoot = _json.Depth == 0;
        _json.Enter();
        _json.Position++;
        bool ofObjects = _json.Peek() == (byte)'{';
        var items = new List<object?>();
        while (_json.NextItem(items.Count, -1))
            items.Add(Dynamic(declared));
        _json.Leave();
        return isRoot && ofObjects ? items : items.ToArray();
    }
}
