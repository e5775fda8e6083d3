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
        var known = _state.Of(value.GetType());
        if (known.Primitive != NrbfPrimitive.None)
            Primitive(value, declared.Type);
        else if (!known.Type.IsValueType || declared.Type == typeof(object))
            Reference(value);
        else
            Inline(value, known.Type);
    }

    /// <summary>With its type before it where object is declared; behind an interface it is an object of its own.</summary>
    void Primitive(object value, Type declared)
    {
        if (declared == typeof(object))
            Typed(value);
        else
            Reference(value);
    }

    /// <summary>A struct in the place of an interface.</summary>
    void Inline(object value, Type type)
    {
        var model = _options.Convention.ModelOf(type);
        _id = 0;
        if (model is SurrogateModel carried)
            _carried = carried;
        if (model is EnumModel)
            BoxedEnum(value, type);
        else
            Codecs<NrbfSink, NrbfSource>.Of(model).WriteExactObject(ref this, value);
    }
}
