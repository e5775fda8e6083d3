using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Values that are declared as object, an interface or a base.</summary>
internal ref partial struct NrbfSink
{
    public void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            Null();
            return;
        }
        if (value is string text)
        {
            String(text);
            return;
        }
        if (declared.Type == typeof(object) && TryTyped(value))
            return;
        if (value is SerializationInfo entries && declared.Type == typeof(SerializationInfo))
        {
            Entries(entries);
            return;
        }
        if (value is FieldValues fields && declared.Type == typeof(FieldValues))
        {
            Fields(fields);
            return;
        }
        var type = value.GetType();
        // A primitive behind an interface is an object of its own, and a box that has just been referred to is referred to again.
        if (!type.IsValueType || declared.Type == typeof(object) || NrbfPrimitives.Of(type) != NrbfPrimitive.None
            || _state.IsPrevious(value))
            Reference(value);
        else
            Inline(value, type);
    }

    /// <summary>A struct in the place of an interface. What it holds behind one may be another, and a box may hold itself.</summary>
    void Inline(object value, Type type)
    {
        if (++_inline > _options.Limits.MaxDepth * 4L || ((_inline & 15) == 15 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
            throw new NotSupportedException(
                $"Structs behind interfaces hold one another, or themselves, deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} allows: NRBF writes them where they stand, here a '{type}'. Declare the field as object, or make one of them a class.");
        _id = 0;
        if (_state.IsInOrder && (_state.Find(value) ?? Begun(value, _state.Of(type), isMember: false)) is { } begun)
        {
            Write(begun);
            _inline--;
            return;
        }
        // Its bytes are what its callbacks make of it, which run before those of the members behind it.
        if (!_state.IsInOrder && OrderOf(_state.Of(type)).HasEffects)
            BeginAgain();
        var model = _options.Convention.ModelOf(type);
        if (model is SurrogateModel carried)
        {
            if (carried.Surrogate is not IFieldsSurrogate)
                throw CarriedByUser.NotDeclared(type);
            _carried = carried;
        }
        if (model is EnumModel)
            BoxedEnum(value, type);
        else
            Codecs<NrbfSink, NrbfSource>.Of(model).WriteExactObject(ref this, value);
        _inline--;
    }
}
