using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>$type, $id, $ref and $values: announced before the value that they belong to, written when it opens.</summary>
internal ref partial struct JsonSink
{
    public void Subtype(TypeModel declared, int index)
    {
        var subtype = declared.Subtypes[index];
        if (subtype.Discriminator is null && _pending == Pending.None)
            return;
        // Metadata that nothing takes would go to the next object.
        if (!SaysItsType(subtype.Model))
            RefuseSubtype(declared, subtype);
        _isCarried = subtype.Model is SurrogateModel;
        if (subtype.Discriminator is null)
            return;
        _pending |= Pending.Type;
        _pendingName = declared is ObjectModel o ? o.DiscriminatorName : "$type";
        _pendingType = subtype.Name ?? (object)subtype.Number!.Value;
    }

    /// <summary>Whether the value is an object, or will be one, so that $type can stand in it.</summary>
    readonly bool SaysItsType(TypeModel model) => model switch
    {
        ObjectModel => true,
        MapModel => _wrapped is not null || KeysOf(model) != JsonKeys.Pairs,
        SequenceModel => _wrapped is not null,
        SurrogateModel surrogate => SaysItsType(surrogate.Carrier),
        _ => false,
    };

    static void RefuseSubtype(TypeModel declared, Subtype subtype) => throw new NotSupportedException(
        $"A '{subtype.Type}' stands where '{declared.Type}' is declared; in JSON its type would be lost, because only an object can say which type it is. Put it into a member of a class of its own, or declare its type.");

    public bool Reference(object value)
    {
        // The carrier of a surrogate that has an identity has none of its own.
        if (_numbers is not null)
            return ReferenceLazily(value);
        if (_references is null || (_pending & Pending.Id) != 0)
            return _path is not null && IsWithinItself(value);
        if (!_references.Seen(value, out int number))
        {
            _pending |= Pending.Id;
            _pendingId = number;
            _pendingObject = value;
            return false;
        }
        _pending &= ~Pending.Type;
        _out.Put((byte)'{');
        _depth++;
        Separate('{');
        _out.Write("\"$ref\""u8);
        Colon();
        WriteText(number.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Close('{', '}');
        return true;
    }

    /// <summary>Structs are not announced as objects are.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void BeginsInPath(TypeModel model)
    {
        if (model.Type.IsValueType)
            _path!.Begins(_depth, _out.Position);
    }

    /// <summary>An object within itself is null; where nulls are left out, the name that was written for it is taken back.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    bool IsWithinItself(object value)
    {
        if (!_path!.Contains(value, _depth, _out.Position))
            return false;
        // What is null has no type, and the next value one of its own.
        _pending &= ~Pending.Type;
        if (_path.NameOf(_out.Position) is var (table, index, from) && table is not null)
        {
            if (table.OmitsNull(index))
            {
                _out.AdvanceTo(ref Unsafe.Subtract(ref _out.Here, _out.Position - from));
                _path.TakenBack();
                return true;
            }
            table.CheckNull(index);
        }
        Null();
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
        if ((pending & Pending.Comparer) != 0)
        {
            Separate('{');
            _out.Write("\"$comparer\""u8);
            Colon();
            WriteText(_pendingComparer.ToString());
        }
        if ((pending & Pending.Type) == 0)
            return;
        Separate('{');
        WriteText(_pendingName!);
        Colon();
        if (_pendingType is string name)
            WriteText(name);
        else
            // Bare, also where numbers are written as strings: it tells a type.
            _out.Advance(Utf8Integers.WriteInt32(ref _out.Here, (int)_pendingType!));
    }

    /// <summary>A collection that has an identity: <c>{"$id":"1","$values":[...]}</c>.</summary>
    void BeginWrapped(CollectionModel model, int count)
    {
        if (_numbers is not null)
            BeginLazily(model, count);
        DropIdentity(model);
        if ((_typeNames & JsonTypeNames.Arrays) != 0)
            NameType(model);
        bool wrap = _pending != Pending.None;
        _wrapped!.Push(wrap);
        if (!wrap)
            return;
        _out.Put((byte)'{');
        WriteMetadata();
        Separate('{');
        _out.Write("\"$values\""u8);
        Colon();
        Enter();
    }

    /// <summary>As System.Text.Json has it: arrays, immutable collections, F#'s maps and untyped collections have no identity.</summary>
    void DropIdentity(CollectionModel model)
    {
        if (_numbers is not null || (_pending & Pending.Id) == 0)
            return;
        switch (_profile.Options.Identities)
        {
            case JsonIdentities.All:
            case JsonIdentities.Objects when model is MapModel && KeysOf(model) != JsonKeys.Pairs:
            case JsonIdentities.Arrays when model is not MapModel || KeysOf(model) == JsonKeys.Pairs:
                return;
            case JsonIdentities.Objects or JsonIdentities.Arrays:
                TakeIdentityBack();
                return;
        }
        if (!model.IsUntyped && !model.Type.IsArray && model.Type.Namespace != "System.Collections.Immutable"
            && model.Build.Convert?.Name != nameof(Builders.FSharpMap))
            return;
        _pending &= ~Pending.Id;
        _references!.Forget(_pendingObject!);
    }
}
