using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Identities that stand behind other members, where <see cref="JsonOptions.TypeAnywhere"/> allows it, and those of structs.
/// </summary>
internal ref partial struct JsonSource
{
    /// <summary>
    /// Looks for an $id behind other members, unless one was told already. What is looked over counts as for $type. Where object is
    /// declared it may always stand there, as in System.Text.Json, which looks for it in what was read.
    /// </summary>
    bool FindIdentity(TypeModel model)
    {
        if (!_preserves || _identity is not null || !(_profile.Options.TypeAnywhere || IsUntyped(model))
            || !(_identitiesStandLate ??= AnyIdentityStandsLate(Text)))
            return false;
        int start = _position;
        int at = FindMember("$id");
        if (at >= 0)
        {
            _identity = String() ?? throw Error("An $id is a string.");
            (_told ??= []).Add(at);
        }
        CountLookedOver(start);
        _position = start;
        return at >= 0;
    }

    /// <summary>Whether object is declared and the input names no types: none is kept, and no subtype of object is registered.</summary>
    readonly bool IsUntyped(TypeModel model) => model is DynamicModel && !_keepsTypes && !_namesTypes && !model.IsPolymorphic;

    /// <summary>
    /// Whether any $id of the text stands elsewhere than first in its object, or in a spelling of its own: only then objects are looked
    /// over for one.
    /// </summary>
    static bool AnyIdentityStandsLate(ReadOnlySpan<byte> text)
    {
        if (text.IndexOf("\\u0024"u8) >= 0 || text.IndexOf("\\u0069"u8) >= 0 || text.IndexOf("\\u0064"u8) >= 0)
            return true;
        for (int from = 0, at; (at = text[from..].IndexOf("$id"u8)) >= 0; from += at + 3)
        {
            // The quote before it, and white space before that.
            var before = text.Slice(from, at);
            before = (before.IsEmpty ? before : before[..^1]).TrimEnd(" \t\r\n"u8);
            if (before.IsEmpty || before[^1] != (byte)'{')
                return true;
        }
        return false;
    }

    /// <summary>An identity behind entries of a map is none of its keys: neither is written as one.</summary>
    void RefuseIdentityKey(byte quote)
    {
        int at = _position;
        ReadName(quote);
        ReadOnlySpan<byte> name = _nameEscaped ? System.Text.Encoding.UTF8.GetBytes(ExtraName()) : Text.Slice(_nameStart, _nameLength);
        if (name.SequenceEqual("$id"u8) || name.SequenceEqual("$ref"u8))
            RefuseLate(at);
        _position = at;
    }

    /// <summary>Whether the identity named here was told when its object began.</summary>
    readonly bool PassesTold(int nameAt) => _told is not null && _told.Remove(nameAt);

    /// <summary>The identity of a collection, behind its items.</summary>
    void PassToldBehindItems()
    {
        if (_told is null || Peek() != (byte)',')
            return;
        int at = _position++;
        if (!TryPassTold())
            _position = at;
    }

    /// <summary>Passes over the member here if it is an identity that was told when its object began.</summary>
    bool TryPassTold()
    {
        byte quote = Peek();
        if (!PassesTold(_position))
            return false;
        ReadName(quote);
        Expect((byte)':');
        SkipValue();
        return true;
    }

    /// <summary>Takes the identity off what was read from there on, where object is declared.</summary>
    readonly void TakeOffTold(Node node, int start)
    {
        int end = _position;
        if (_told is not null && _told.RemoveWhere(at => at >= start && at < end) > 0)
            (node as NodeObject)?.Remove("$id");
    }

    /// <summary>A struct may tell an identity, which nothing can refer to. Its string is left where it is.</summary>
    void IdentifyValue()
    {
        int at = _position;
        string id = String() ?? throw Error("An $id is a string.");
        if (!(_known ??= []).TryAdd(id, Unreferable))
            throw Error($"The $id '{id}' is given twice.");
        _position = at;
    }

    static readonly object Unreferable = new();
}
