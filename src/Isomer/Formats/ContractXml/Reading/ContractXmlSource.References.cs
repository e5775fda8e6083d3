using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>What a start tag says about its value: nil, references, a type.</summary>
internal ref partial struct ContractXmlSource<TEmit, TScan>
{
    public Head Head(TypeModel model)
    {
        _identity = null;
        if (_nil)
        {
            _nil = false;
            return Shapes.Head.Null;
        }
        return _scan.HasAttributes ? HeadOfMarked(model) : Shapes.Head.Value;
    }

    Head HeadOfMarked(TypeModel model)
    {
        if (TakeMark(model.Type, out var head))
            return head;
        if (TakeNamed() || FindType(model) is not { } named || named == model.Type)
            return Shapes.Head.Value;
        _referenced = ReadNamed(named, model);
        return _referenced is null ? Shapes.Head.Null : Shapes.Head.Reference;
    }

    /// <summary>Whether the type that the tag names has been found already.</summary>
    bool TakeNamed()
    {
        bool isNamed = _isNamed;
        _isNamed = false;
        return isNamed;
    }

    /// <summary>Nil and references, which are all there is of their value; an identity is remembered.</summary>
    bool TakeMark(Type declared, out Head head)
    {
        // Asked first: a reader of the caller's stands at the element, and then at its attributes.
        bool isFilled = _depth > 0 && _top.Table.HasFilled && _top.Table.IsFilled(Find(_top.Table, 0, _top.Table.Count));
        head = Shapes.Head.Null;
        if (_nil)
        {
            _nil = false;
            return true;
        }
        int reference = _scan.FindAttribute(ContractXmlState.Serialization, "Ref"u8);
        if (reference >= 0)
        {
            string id = Encoding.UTF8.GetString(_scan.AttributeValue(reference));
            // The original looks at all of the tag, and so what it says must be right. A reader of the caller's stands at one attribute at
            // a time.
            CheckMark("Id"u8);
            _ = IsNil();
            _referred++;
            if (_state.Known is null || !_state.Known.TryGetValue(id, out _referenced))
                throw _scan.Error(_state.Extras?.ContainsKey(id) == true
                    ? $"The reference '{id}' names an unknown element, which is kept as it is and no object. Give the type that holds it a member for it."
                    : $"The reference '{id}' names no object that was read before.");
            if (_depth > 0 && _top.Table is { IsCarrier: true })
            {
                if (IsBeingRead(_referenced))
                    throw _scan.Error($"The reference '{id}' names an array whose items are being read.");
                CheckShared(_referenced, declared);
            }
            _scan.SkipRest();
            head = Shapes.Head.Reference;
            return true;
        }
        CheckMark("Id"u8);
        if (IsNil())
        {
            _scan.SkipRest();
            return true;
        }
        int identity = _isCarrier ? -1 : _scan.FindAttribute(ContractXmlState.Serialization, "Id"u8);
        _identity = identity < 0 ? null : Encoding.UTF8.GetString(_scan.AttributeValue(identity));
        _filled = isFilled ? _identity : null;
        _isCarrier = false;
        return false;
    }

    /// <summary>
    /// A part that another collection is made of, too: it is copied into each. (A reader of the caller's does not say how much has been
    /// read.)
    /// </summary>
    readonly void CheckShared(object part, Type declared)
    {
        const int Some = 1 << 16, PerByte = 4;
        if ((_state.Shared += TakenParts.Cost(part, declared, countsTables: true)) > Some + ((long)_scan.Position * PerByte))
            throw _scan.Error($"One '{part.GetType()}' is what more collections are made of than a document of this length may have.");
    }

    readonly bool IsNil()
    {
        if (_nil)
            return true;
        int nil = _scan.FindAttribute(XmlNamespaces.SchemaInstance, "nil"u8);
        if (nil < 0)
            return false;
        var value = XmlChars.Trim(_scan.AttributeValue(nil));
        if (value.SequenceEqual("true"u8) || value.SequenceEqual("1"u8))
            return true;
        return value.SequenceEqual("false"u8) || value.SequenceEqual("0"u8)
            ? false
            : throw _scan.Error("The attribute nil is neither true nor false.");
    }

    public Head BeginCarried(TypeModel model)
    {
        _identity = null;
        // A carrier that is carried itself: the identity is that of the value.
        bool isCarrier = _isCarrier;
        if ((_nil || _scan.HasAttributes) && TakeMark(model.Type, out var head))
            return head;
        if (_profile.IsNet && !IsReplaced(model) && FindOther(model) is { } other)
        {
            _referenced = ReadNamed(other, model);
            return _referenced is null ? Shapes.Head.Null : Shapes.Head.Reference;
        }
        if (_scan.HasAttributes && !isCarrier && !_isNamed && ((SurrogateModel)model).Surrogate is IProvided
            && FindDerived(model) is { } derived)
        {
            _referenced = ReadNamed(derived, model);
            return Shapes.Head.Reference;
        }
        // In the Net form a root tells the type of what is carried, and not that of its carrier.
        if (_profile.IsNet && IsReplaced(model) && !isCarrier && !_isNamed && _scan.HasAttributes && NamesNetType(model.Type))
            _isNamed = true;
        // What a provider leaves as it is may refer to itself: it takes the identity when it is made, and not when it is whole.
        _isCarrier = isCarrier || (_identity is not null && !IsLeftAsItIs(model));
        return Shapes.Head.Value;
    }

    static bool IsLeftAsItIs(TypeModel model) =>
        model is SurrogateModel { Surrogate: IProvidedByItself, Carrier: ObjectModel or CollectionModel } && !model.Type.IsValueType;

    /// <summary>
    /// What the tag names where a base is carried, if it is no carrier of that: the provider left an object of a derived class as it is, or
    /// has another carrier for it.
    /// </summary>
    Type? FindDerived(TypeModel model) =>
        (_profile.IsNet ? NamedNetType(model) : NamedType(model, isAsked: false)) is { } found && found != model.Type
        && !((SurrogateModel)model).Carrier.Type.IsAssignableFrom(found) ? found : null;

    public void EndCarried(TypeModel model, int identity, object? value)
    {
        _isCarrier = _isNamed = false;
        if (identity < 0 || value is null)
            return;
        string id = _state.Identities![identity];
        // What the provider made of it stands in its place.
        if (IsLeftAsItIs(model) && _state.Known?.ContainsKey(id) == true)
            _state.Known[id] = value;
        else
            Know(id, value);
    }

    public object Reference() => _referenced!;

    public readonly int Referred() => _referred;

    public int Identity()
    {
        if (_identity is null)
            return -1;
        var identities = _state.Identities ??= [];
        identities.Add(_identity);
        _identity = null;
        return identities.Count - 1;
    }

    public readonly object? Awaited() => null;

    public void Completed(TypeModel model, object value, object? carrier) => (_rekeyed ??= []).Add((Rekeyed)carrier!);

    public void Register(int identity, object value)
    {
        if (_depth > 0 && _top is { Object: null, Table.KeepsExtensions: true })
            _top.Object = value;
        if (identity < 0)
            return;
        // A list that is read in one piece is known before it begins.
        if (_filled is not null)
            NoteFilled();
        string id = _state.Identities![identity];
        if (_isEarly)
            Announce(identity, value);
        else if (_state.Early is not null)
            Replace(identity, id);
        Know(id, value);
    }

    /// <summary>
    /// A collection begins whose place says that it is filled, and which has an identity: with no content at all it does not hold on to
    /// that.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    void NoteFilled()
    {
        _state.Untaken = _scan.Peek() == XmlToken.End ? _filled : null;
        _filled = null;
    }

    readonly void Know(string identity, object value)
    {
        // The very text: another element's is another one, though it may say the same.
        if (ReferenceEquals(identity, _state.Untaken))
        {
            _state.Untaken = null;
            if (_state.Extras?.ContainsKey(identity) != true && (_state.Known ??= []).TryAdd(identity, value))
                (_state.Free ??= []).Add(identity);
            return;
        }
        Release(identity);
        // Also to one that an unknown element has which is kept.
        if (_state.Extras?.ContainsKey(identity) == true || !(_state.Known ??= []).TryAdd(identity, value))
            throw _scan.Error($"The identity '{identity}' is given to two objects.");
    }

    /// <summary>
    /// An identity is about to be given to an object. Of a collection that was filled with nothing it is taken away: the original gives it
    /// one with the first item, so that another may have it.
    /// </summary>
    readonly void Release(string identity)
    {
        if (_state.Free?.Remove(identity) == true)
            _state.Known!.Remove(identity);
    }

    public bool TryNull()
    {
        if (_nil)
        {
            _nil = false;
            return true;
        }
        if (!_scan.HasAttributes)
            return false;
        // What is nil may have an identity, which nothing uses; what refers to another may not.
        CheckReference();
        CheckMark("Id"u8);
        if (!IsNil())
            return false;
        _scan.SkipRest();
        return true;
    }

    /// <summary>What the tag of a value type says: it cannot be nil, and is no object that others are or refer to.</summary>
    readonly void CheckMarks(string expected)
    {
        CheckIdentity();
        if (IsNil())
            throw _scan.Error($"Expected {expected}, found null.");
    }

    readonly void CheckMarks(TypeModel model)
    {
        CheckIdentity();
        if (IsNil())
            throw _scan.Error($"A '{model.Type}' cannot be null.");
    }

    /// <summary>
    /// A value in its place has no identity. Where an object is declared it has (its type was named then), at the root nobody looks, as in
    /// the original, and what carries an object has that object's.
    /// </summary>
    readonly void CheckIdentity()
    {
        CheckReference();
        if (HasNoIdentity && _scan.FindAttribute(ContractXmlState.Serialization, "Id"u8) >= 0)
            throw _scan.Error("A value has no identity, so it cannot have an Id.");
    }

    readonly void CheckReference()
    {
        if (HasNoIdentity && _scan.FindAttribute(ContractXmlState.Serialization, "Ref"u8) >= 0)
            throw _scan.Error("A value has no identity, so it cannot be a reference to another.");
    }

    readonly bool HasNoIdentity => !(_nil || _depth == 0 || _isNamed || _isCarrier || _profile.IsNet);
}
