using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>The mirror of <see cref="JsonSink"/>'s identities of what surrogates carry.</summary>
internal ref partial struct JsonSource
{
    public Head BeginCarried(TypeModel model)
    {
        var carried = (SurrogateModel)model;
        bool tracks = TracksIdentityOf(carried);
        if (((tracks && !carried.Surrogate.HandlesNull) || carried.AnnouncesNull) && TryNull())
            return Shapes.Head.Null;
        if (!tracks)
            return Shapes.Head.Value;
        int at = _position;
        bool wrapped = false;
        if (Peek() == (byte)'{')
        {
            at = _position++;
            if (TryCarriedReference())
                return Shapes.Head.Reference;
            _position = at + 1;
            wrapped = OpensCarrier(JsonCarried.IsAlwaysWrapped(carried));
        }
        if (!wrapped)
            _position = at;
        (_wrapped ??= new Stack<bool>()).Push(wrapped);
        return Shapes.Head.Value;
    }

    public void EndCarried(TypeModel model, int identity, object? value)
    {
        if (!TracksIdentityOf((SurrogateModel)model) || !_wrapped!.Pop())
            return;
        Expect((byte)'}');
        if (identity < 0 || value is null)
            return;
        Register(identity, value);
        (_carried ??= []).Add(_identities![identity]);
    }

    readonly bool TracksIdentityOf(SurrogateModel model) => _keepsTypes && _preserves && JsonCarried.HasIdentity(model);

    /// <summary><c>"$ref":"1"}</c>, if 1 is a value and no carrier.</summary>
    bool TryCarriedReference()
    {
        if (_carried is null || !TryName("$ref"u8) || String() is not { } id || !_carried.Contains(id))
            return false;
        Expect((byte)'}');
        _reference = id;
        return true;
    }

    /// <summary><c>"$id":"1","$value":</c>, the identity only if there is one; anything else is the carrier's.</summary>
    bool OpensCarrier(bool always)
    {
        string? id = null;
        if (TryName("$id"u8))
        {
            id = String() ?? throw Error("An $id is a string.");
            if (Peek() != (byte)',')
                return false;
            _position++;
        }
        if ((id is null && !always) || !TryName("$value"u8))
            return false;
        _identity = id;
        return true;
    }

    /// <summary>Takes a name and its colon if it is this one.</summary>
    bool TryName(ReadOnlySpan<byte> name)
    {
        int at = _position;
        if (Peek() == (byte)'"')
        {
            ReadName((byte)'"');
            if (Text.Slice(_nameStart, _nameLength).SequenceEqual(name))
            {
                Expect((byte)':');
                return true;
            }
        }
        _position = at;
        return false;
    }
}
