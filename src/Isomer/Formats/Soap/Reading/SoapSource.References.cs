using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Where a reference is expected: null, an object that is there, the element of one, which is read at once or promised.</summary>
internal ref partial struct SoapSource
{
    public Head Head(TypeModel model)
    {
        _carried = null;
        return Find(model);
    }

    public Head BeginCarried(TypeModel model)
    {
        if (((SurrogateModel)model).Surrogate is not IFieldsSurrogate)
            return IsNull() ? Shapes.Head.Null : Shapes.Head.Value;
        var head = Find(model);
        _carried = head == Shapes.Head.Value ? (SurrogateModel)model : null;
        return head;
    }

    readonly bool IsNull() =>
        _node == None || _document[_node].IsNull
            || (_document[_node].IsReference && _document[_document.TargetOf(_document[_node].Id)].IsNull);

    /// <summary>What stands where a reference is expected: null, an object that is there, or the element of one.</summary>
    Head Find(TypeModel model)
    {
        if (IsNull())
            return Shapes.Head.Null;
        int node = Follow(_node);
        ref readonly var element = ref _document[node];
        // An object that stands in its place may have been referred to, and read, before it came.
        if (_state.Find(element.Id) is not { } known)
        {
            if (_state.Boxes.Any && _state.Boxes.Find(element.Id, model.Type) is { } box)
                return Refer(box);
            if (!_state.TryBegin(element.Id))
                ReadAgain(node);
            return Enter(node, model);
        }
        if (_state.StandIns.Any)
            _state.StandIns.Refer(element.Id, known);
        if (_top >= 0 && FormatterShared.IsCharged(_state.Frames[_top].Copies, model.Type))
            CheckShared(known, model.Type, element.Id);
        return Refer(Checked(known, model.Type));
    }

    /// <summary>A part that something else may be made of, too.</summary>
    readonly void CheckShared(object known, Type declared, int id)
    {
        if (FormatterShared.IsTooOften(known, declared, ref _state.TakenOf(id))
            || (_state.Again -= FormatterShared.Cost(known, declared)) < 0)
            throw FormatterShared.Refusal(known, At);
    }

    /// <summary>
    /// An object that was read elsewhere: what stands for one of the framework's own parts is no object of anyone else's.
    /// </summary>
    readonly object Checked(object value, Type declared) =>
        (declared.IsInstanceOfType(value) || declared == typeof(SerializationInfo) || declared == typeof(FieldValues))
            && (value.GetType() == declared || !FieldMembers.IsPart(value))
            ? value : throw Fail($"A '{value.GetType()}' stands where a '{declared}' is expected.");

    Head Refer(object value)
    {
        _referenced = value;
        return Shapes.Head.Reference;
    }

    /// <summary>The element of an object: to be read here if it is of the declared type, else read, or promised.</summary>
    Head Enter(int node, TypeModel declared)
    {
        var type = TypeAt(node, declared.Type);
        ref readonly var element = ref _document[node];
        bool isDeep = _top >= _options.Limits.MaxDepth;
        bool isReplaced = FormatterReplacing.IsReplaced(type);
        if (type == declared.Type && !isDeep && !isReplaced && declared is not DynamicModel)
        {
            _node = node;
            _identity = element.Id;
            return Shapes.Head.Value;
        }
        // What stands for one of the framework's own parts is no object of anyone else's.
        if ((!declared.Type.IsAssignableFrom(type) && !isReplaced) || (type != declared.Type && FieldMembers.IsCarrier(type)))
            throw new WireFormatException($"A '{type}' stands where a '{declared.Type}' is expected.") { Offset = element.Offset };
        var model = _options.Convention.ModelOf(type);
        return Refer(isDeep && !isReplaced && Promise(model, node) is { } promised ? promised : Exact(model, node));
    }

    /// <summary>The object of an element, whatever its type.</summary>
    object Exact(TypeModel model, int node)
    {
        int id = _document[node].Id;
        (_node, _expected) = (node, model.Type);
        object value;
        switch (model)
        {
            case ScalarModel { Scalar: not Scalar.Bytes } scalar:
                value = Boxed(scalar, node);
                break;
            case EnumModel e:
                value = BoxedScalars.EnumOf(e.Type, e.Underlying, Enum(e));
                break;
            case DynamicModel when model.Type == typeof(object):
                value = _document[node].End == node + 1 && XmlChars.IsWhite(_document.TextOf(_in, _document[node]))
                    ? new object()
                    : throw Fail("An object of no type has text or elements in it.");
                break;
            case DynamicModel when !model.Type.IsArray:
                throw Fail($"A '{model.Type}' is nothing that can be made.");
            case DynamicModel:
                return Rectangular(model.Type, node);
            default:
                _identity = id;
                _carried = model as SurrogateModel;
                bool isReplaced = FormatterReplacing.IsReplaced(model.Type);
                if (isReplaced)
                {
                    _state.StandIns.Open(id);
                    _state.Completion.MayBeAsked();
                }
                bool isBox = id != 0 && FormatterBoxes.IsOne(model);
                if (isBox)
                    _state.Boxes.Open(id, model);
                object read = Codecs<SoapSink, SoapSource>.Of(model).ReadExactObject(ref this);
                if (isBox)
                    read = _state.Boxes.Close(read);
                value = FormatterReplacing.Replaced(read);
                if (isReplaced)
                    _state.StandIns.Close(_state.Find(id) ?? read, value);
                break;
        }
        // Also what was not made in its place, and so not known before.
        Register(id, value);
        return value;
    }

    /// <summary>An object that exists before it is read; null for one that cannot, and for one that nothing can refer to.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    readonly object? Promise(TypeModel model, int node)
    {
        if (_document[node].Id == 0)
            return null;
        bool isPart = _top >= 0 && _state.Frames[_top].IsPart;
        object? value = model is SequenceModel { Bulk: Scalar.None } sequence && !isPart && _document[node].Array is >= 0 and var array
            ? Array.CreateInstance(sequence.ElementType, LengthOf(node, _document.ArrayOf(array), sequence.ElementType))
            : FormatterReplacing.Begin(model, isPart);
        if (value is null)
            return null;
        _state.Register(_document[node].Id, value);
        _state.Enqueue(new SoapPromise(value, node, model));
        return value;
    }

    public readonly int Subtype(TypeModel model) => throw new InvalidOperationException("Types are told by their names.");

    public readonly object Reference() => _referenced!;

    public readonly int Referred() => 0;

    public int Identity()
    {
        int identity = _identity;
        _identity = 0;
        return identity > 0 ? identity : -1;
    }

    public object? Awaited()
    {
        object? awaited = _awaited;
        _awaited = null;
        return awaited;
    }

    public readonly void Register(int identity, object value)
    {
        if (identity > 0)
            _state.Register(identity, value);
    }

    public readonly void Completed(TypeModel model, object value, object? carrier) => _state.Completion.Add(model, value, carrier);

    public readonly void EndCarried(TypeModel model, int identity, object? value)
    {
        if (value is not null)
            Register(identity, value);
    }

    public readonly bool TryNull() => IsNull();
}
