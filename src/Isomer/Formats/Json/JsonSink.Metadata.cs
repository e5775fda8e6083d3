using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer;

/// <summary>$type, $id, $ref and $values: announced before the value that they belong to, written when it opens.</summary>
internal ref partial struct JsonSink
{
    public void Subtype(TypeModel declared, int index)
    {
        var subtype = declared.Subtypes[index];
        if (subtype.Discriminator is null && _pending == Pending.None)
            return;
        // Metadata that no bracket takes would go to the next object that has one.
        if (!HasBrackets(subtype.Model))
            throw new NotSupportedException($"'{subtype.Type}' is no object or collection in JSON, so that nothing can say that it is one where '{declared.Type}' is declared. Declare '{subtype.Type}' there, or carry it by an object.");
        if (subtype.Discriminator is null)
            return;
        _pending |= Pending.Type;
        _pendingName = declared is ObjectModel o ? o.DiscriminatorName : "$type";
        _pendingType = subtype.Name ?? (object)subtype.Number!.Value;
    }

    public bool Reference(object value)
    {
        // The carrier of a surrogate that has an identity has none of its own.
        if (_references is null || (_pending & Pending.Id) != 0)
            return false;
        if (!_references.Seen(value, out int number))
        {
            _pending |= Pending.Id;
            _pendingId = number;
            _pendingObject = value;
            return false;
        }
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$ref\""u8);
        Colon();
        WriteText(number.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Close('{', '}');
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void WriteMetadata()
    {
        var pending = _pending;
        _pending = Pending.None;
        if ((pending & Pending.Id) != 0)
        {
            Separate('{');
            _out.Write("\"$id\""u8);
            Colon();
            WriteText(_pendingId.ToString(System.Globalization.CultureInfo.InvariantCulture));
        }
        if ((pending & Pending.Type) == 0)
            return;
        Separate('{');
        WriteText(_pendingName!);
        Colon();
        if (_pendingType is string name)
            WriteText(name);
        else
            Int32((int)_pendingType!);
    }

    /// <summary>A collection that has an identity: <c>{"$id":"1","$values":[...]}</c>.</summary>
    void BeginWrapped(Build build)
    {
        DropIdentity(build);
        if (_pending == Pending.None)
            return;
        _out.Put((byte)'{');
        WriteMetadata();
        Separate('{');
        _out.Write("\"$values\""u8);
        Colon();
        (_wrapped ??= []).Push(_depth);
        Enter();
    }

    /// <summary>Closes the object around the collection that was closed last, if there is one.</summary>
    void EndWrapped()
    {
        if (!_wrapped!.TryPeek(out int depth) || depth != _depth)
            return;
        _wrapped.Pop();
        Close('{', '}');
    }

    static bool HasBrackets(TypeModel model)
    {
        while (model is SurrogateModel surrogate)
            model = surrogate.Carrier;
        return model is ObjectModel or SequenceModel or MapModel;
    }

    /// <summary>A collection that is made only when its items are there (an array, an immutable one) cannot be referred to.</summary>
    void DropIdentity(Build build)
    {
        if ((_pending & Pending.Id) == 0 || build.Kind is BuildKind.List or BuildKind.Add)
            return;
        _pending &= ~Pending.Id;
        _references!.Forget(_pendingObject!);
    }
}
