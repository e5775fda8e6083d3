using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Which objects have an identity, and what is carried as another.</summary>
internal ref partial struct ContractXmlSink<TEmit, TScan>
{
    /// <summary>
    /// z:Id for the first time, z:Ref after that: of every object where references are preserved, else of types that say
    /// [DataContract(IsReference = true)].
    /// </summary>
    public bool Reference(object value)
    {
        _object = value;
        if (_isCarrier)
        {
            // What it carries has the number.
            _isCarrier = false;
            return false;
        }
        return ReferenceTo(value, isTracked: false);
    }

    bool ReferenceTo(object value, bool isTracked)
    {
        if (!_profile.Preserves && !isTracked && !IsReferenceType(value))
            return false;
        if (_profile.Preserves && _depth > 0 && !IsReferable())
        {
            _sized = true;
            return false;
        }
        var references = _state.References ??= new ReferenceTracker();
        if (!references.Seen(value, out int number))
        {
            WriteMark("Id"u8, !_profile.Preserves, number);
            if (_profile.IsNet && (_depth == 0 || _isEntry))
                WriteNetType(value.GetType());
            _isEntry = false;
            _sized = true;
            return false;
        }
        _isEntry = false;
        if (_profile.IsNet)
            CheckReady(value);
        WriteMark("Ref"u8, !_profile.Preserves, number);
        if (_profile.Preserves)
            Null();
        else
            EndEmpty();
        return true;
    }

    /// <summary>
    /// Whether anything can refer to what the open element holds: a collection in a property without a setter is filled, never replaced,
    /// and where a struct is declared each value is one of its own, whatever carries it.
    /// </summary>
    readonly bool IsReferable() =>
        !(_tag.Names.Model is ObjectModel o && o.Members[_tag.Record / _tag.Names.Stride] is { CanSet: false, Model: CollectionModel })
            && Place()?.WithoutNullable is not SurrogateModel { Type.IsValueType: true };

    /// <summary>What is declared where the open element stands; null at the root.</summary>
    readonly TypeModel? Place()
    {
        if (_depth == 0)
            return null;
        int name = _tag.Record / _tag.Names.Stride;
        return _tag.Names.Model switch
        {
            ObjectModel { Members: var members } => members[name].Model,
            SequenceModel sequence => sequence.Element,
            MapModel map => name == ContractXmlTable.Key ? map.Key : map.Value,
            _ => null
        };
    }

    static bool IsReferenceType(object value) => ContractInfo.AnyReference && ContractInfo.Of(value.GetType()).IsReference;

    public bool BeginCarried(TypeModel model, object? value)
    {
        if (value is null)
        {
            Null();
            return true;
        }
        // A carrier that is carried itself: the value has the identity already.
        if (_isCarrier)
            return false;
        if (((SurrogateModel)model).Surrogate is IProvided provided && provided.LeavesOut(value))
        {
            WriteKnown(value, value.GetType(), model);
            return true;
        }
        if (_profile.IsNet && ((SurrogateModel)model).Surrogate is IFieldsSurrogate fields)
            return BeginFields(fields, model, value);
        if (_profile.Preserves && model is SurrogateModel { Carrier: var carrier } && IsAny(carrier)
            && _profile.Options.Convention.IsCarriedByUser(model))
            throw CarriedByUser.TellsItself(model.Type, carrier.Type);
        if (!NumbersCarried((SurrogateModel)model)
            && !(((SurrogateModel)model).Surrogate is UriSurrogate && _profile.Preserves && _depth > 0))
            return false;
        if (ReferenceTo(value, isTracked: true))
            return true;
        _isCarrier = true;
        return false;
    }

    public void EndCarried(TypeModel model) => _isCarrier = false;

    /// <summary>
    /// Whether the value has the identity, in place of what carries it, which is made anew each time. Where references are kept, every
    /// object has one, whatever carries it (a root as what carries it: text and numbers have none there); else the carrier's contract says
    /// so.
    /// Behind object and at the root a Uri is its text; its text may be an object of others too.
    /// </summary>
    readonly bool NumbersCarried(SurrogateModel model)
    {
        var carrier = model.Carrier.Type;
        if (model.Surrogate is UriSurrogate)
            return false;
        if (!_profile.Preserves)
            return !carrier.IsValueType && ContractInfo.AnyReference && ContractInfo.Of(carrier).IsReference;
        return _depth > 0 || (!carrier.IsValueType && !_profile.Options.Convention.IsProvided(model)) || !IsRootScalar(carrier);
    }

    /// <summary>Whether a root of this type has no identity, as it is no object with members or items.</summary>
    static bool IsRootScalar(Type type) => ContractInfo.Of(type).Kind is ContractKind.BuiltIn or ContractKind.Enum or ContractKind.Xml;

    /// <summary>
    /// Refuses what a user's surrogate carries where no member declares it, but for a carrier that is an element of the value's own name: a
    /// carrier that tells its type (all but scalars in the Net form, object everywhere) would tell it beside the value's.
    /// </summary>
    readonly void CheckCarried(TypeModel model)
    {
        if (model is SurrogateModel { Carrier: var carrier }
            && (IsAny(carrier) || (_profile.IsNet && carrier is not (ScalarModel or EnumModel or OptionalModel)))
            && _profile.Options.Convention.IsCarriedByUser(model))
            throw CarriedByUser.NotDeclared(model.Type);
    }

    /// <summary>Whether a value of it tells its type itself: no type of XML's own, whose element has the name of what it carries.</summary>
    static bool IsAny(TypeModel carrier) => carrier is DynamicModel && ContractInfo.Of(carrier.Type).Kind == ContractKind.Any;

    /// <summary>Whether a struct has the identity of what carries it at last, which is a class.</summary>
    static bool IsNumberedByCarrier(TypeModel model) => model is SurrogateModel { Type.IsValueType: true, Carrier: var carrier }
        && (!carrier.Type.IsValueType || IsNumberedByCarrier(carrier));
}
