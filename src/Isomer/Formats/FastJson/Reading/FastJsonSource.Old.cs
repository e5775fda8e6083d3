using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Forms of earlier versions: TimeSpan and DateTimeOffset as objects (up to 2.1.22), collections as objects, entries of an ExpandoObject as
/// objects of their own, keys of dictionaries that nothing was escaped in.
/// </summary>
internal ref partial struct FastJsonSource
{
    /// <summary>What an object of one of these types had in its properties, if read-only ones were written; 0 for what was not.</summary>
    sealed class OldParts(string type)
    {
        public bool IsDate => type == OldDateType;

        public long Ticks { get; set; }

        public long? UtcTicks { get; set; }

        public long Offset { get; set; }
    }

    const string OldSpanType = "System.TimeSpan";

    const string OldDateType = "System.DateTimeOffset";

    DateTimeOffset OldDate() => DateOf(OldTime(OldDateType));

    DateTimeOffset DateOf(OldParts parts)
    {
        try
        {
            return parts.UtcTicks is { } utc && parts.Ticks == 0
                ? new DateTimeOffset(utc, System.TimeSpan.Zero)
                : new DateTimeOffset(parts.Ticks, new TimeSpan(parts.Offset));
        }
        catch (ArgumentException e)
        {
            throw _json.Error("The properties of an object are not those of a DateTimeOffset.", e);
        }
    }

    /// <summary>
    /// <c>{"$type":"2","Ticks":15000000,...}</c>, or <c>{"$i":4}</c> where an equal one stood before. Objects like any other, they have
    /// numbers.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    OldParts OldTime(string type)
    {
        _json.Enter();
        _json.Expect((byte)'{');
        bool first = !ReadMetadata();
        if (_reference != 0)
        {
            _json.Expect((byte)'}');
            _json.Leave();
            return Reference() is OldParts referred && referred.IsDate == (type == OldDateType) ? referred
                : throw _json.Error($"The reference does not lead to a '{type}'.");
        }
        if (_typeAt >= 0 && TypeNames.Normalise(NameOfType()) != type)
            throw Refuse($"The text names the type '{NameOfType()}' where '{type}' is expected.");
        Count();
        _counted = false;
        int number = _number;
        var parts = new OldParts(type);
        while (NextName(ref first))
        {
            switch (_json.Name())
            {
                case "Ticks":
                    parts.Ticks = _json.Int64();
                    break;
                case "UtcTicks":
                    parts.UtcTicks = _json.Int64();
                    break;
                case "Offset":
                    parts.Offset = TimeSpan().Ticks;
                    break;
                default:
                    SkipValue();
                    break;
            }
        }
        _json.Leave();
        if (_refers)
            Register(number, parts);
        return parts;
    }

    /// <summary>An object behind a declared object that said, before its members, to be one of these types.</summary>
    object ReadOldTime(int brace, Scalar scalar)
    {
        _json.Position = brace;
        return Untyped(OldTime(scalar == Scalar.TimeSpan ? OldSpanType : OldDateType));
    }

    /// <summary>What a reference leads to, as a declared object has it.</summary>
    object Untyped(object referred) =>
        referred is not OldParts parts ? referred : parts.IsDate ? DateOf(parts) : new TimeSpan(parts.Ticks);

    /// <summary>
    /// A collection of which the text has nothing but its type: null. Not of what is an object anyway, where $type may be a key.
    /// </summary>
    bool TryLostCollection(TypeModel model)
    {
        if (model is MapModel && !(model.Type == typeof(System.Dynamic.ExpandoObject) && HasOnlyType()))
            return false;
        int at = _json.Position++;
        _json.Enter();
        bool any = ReadMetadata();
        if (!any || _typeAt < 0 || _reference != 0 || TypeNames.Normalise(NameOfType()) != TypeNames.Of(model.Type))
        {
            _reference = 0;
            _json.Position = at;
            _json.Leave();
            return false;
        }
        Count();
        _counted = false;
        for (bool first = false; NextName(ref first);)
        {
            _json.Name();
            SkipValue();
        }
        _json.Leave();
        return true;
    }

    /// <summary><c>{"$type":"..."}</c></summary>
    readonly bool HasOnlyType()
    {
        var rest = _json.Text[_json.Position..];
        if (!rest.StartsWith("{\"$type\":\""u8))
            return false;
        rest = rest[10..];
        int end = rest.IndexOf((byte)'"');
        return end >= 0 && rest[(end + 1)..].StartsWith("}"u8);
    }

    /// <summary>
    /// One entry of pairs: <c>{"k":1,"v":2}</c>, or a KeyValuePair as an object, <c>{"$type":"3","Key":1,"Value":2}</c>; false for one that
    /// was written empty.
    /// </summary>
    bool OpensPair()
    {
        _json.Expect((byte)'{');
        _json.Enter();
        if (StartsMetadata())
        {
            ReadMetadata();
            if (_reference != 0 || _typeAt < 0)
                throw _json.Error("A pair of key and value was expected.");
            Count();
            _counted = false;
            if (_json.Peek() == (byte)'}')
            {
                _json.Position++;
                _json.Leave();
                return false;
            }
            _json.Expect((byte)',');
        }
        ExpectName("k"u8, "Key"u8, "the name \"k\"");
        return true;
    }

    /// <summary>
    /// A key of a dictionary that is an object. Versions up to 2.1 escaped nothing in it: quotes stand in it as they are.
    /// </summary>
    string? Key()
    {
        _isKey = false;
        byte quote = _json.Peek();
        int at = _json.Position;
        string? key = _json.String();
        return _json.Peek() == (byte)':' || quote != (byte)'"' || (_profile.Options.Leniency & JsonLeniency.Strings) == 0
            ? key
            : UnescapedKey(at) ?? key;
    }

    /// <summary>Up to the first quote before a colon; null if there is none on the line.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    string? UnescapedKey(int start)
    {
        var rest = _json.Text[(start + 1)..];
        int line = rest.IndexOfAny((byte)'\r', (byte)'\n');
        rest = line < 0 ? rest : rest[..line];
        for (int quote = rest.IndexOf((byte)'"'); quote >= 0;)
        {
            var behind = rest[(quote + 1)..].TrimStart(" \t"u8);
            if (behind.StartsWith(":"u8))
            {
                _json.Position = start + 1 + quote + 1;
                return Encoding.UTF8.GetString(rest[..quote]);
            }
            int next = rest[(quote + 1)..].IndexOf((byte)'"');
            quote = next < 0 ? -1 : quote + 1 + next;
        }
        return null;
    }
}
