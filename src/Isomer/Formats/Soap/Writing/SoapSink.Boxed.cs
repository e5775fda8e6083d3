using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Values that are objects of their own, and those that are declared as object, an interface or a base.</summary>
internal ref partial struct SoapSink
{
    /// <summary>An enum as an object of its own: the field that it has.</summary>
    void BoxedEnum(object value, EnumModel model)
    {
        Tag(_names.Of(model.Type));
        Field("value__"u8, Convert.ChangeType(value, System.Enum.GetUnderlyingType(model.Type), CultureInfo.InvariantCulture));
        Close();
    }

    /// <summary>A primitive as an object of its own: the fields that it has in .NET Framework; a string is its text.</summary>
    void BoxedPrimitive(object value, Type type)
    {
        var name = _names.Of(type);
        if (value is string text)
        {
            _out.Write("<SOAP-ENC:string id=\"ref-"u8);
            Number(_id);
            _id = 0;
            _out.Write("\">"u8);
            SoapText.Write(ref _out, text);
            _out.Write("</SOAP-ENC:string>\r\n"u8);
            return;
        }
        Tag(name);
        switch (value)
        {
            case decimal number:
                Span<int> bits = stackalloc int[4];
                decimal.GetBits(number, bits);
                Field("flags"u8, bits[3]);
                Field("hi"u8, bits[2]);
                Field("lo"u8, bits[0]);
                Field("mid"u8, bits[1]);
                break;
            case DateTime time:
                Field("ticks"u8, time.Ticks);
                Field("dateData"u8, Unsafe.BitCast<DateTime, ulong>(time));
                break;
            case TimeSpan span:
                Field("_ticks"u8, span.Ticks);
                break;
            default:
                Field("m_value"u8, value);
                break;
        }
        Close();
    }

    void Field(ReadOnlySpan<byte> name, object value)
    {
        (_tag, _declared, _isItem, _isTyped) = (name.ToArray(), value.GetType(), false, false);
        Codecs<SoapSink, SoapSource>.Of(_options.Convention.ModelOf(value.GetType())).WriteExactObject(ref this, value);
    }

    public void Dynamic(object? value, TypeModel declared)
    {
        if (value is null)
        {
            Null();
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
        if (value is string text)
        {
            // Behind what is not declared as a string it says that it is one.
            _isTyped |= _declared != typeof(string);
            String(text);
        }
        else if (!value.GetType().IsValueType)
        {
            Reference(value);
        }
        else
        {
            if (_options.Convention.ModelOf(value.GetType()) is SurrogateModel { Surrogate: not IFieldsSurrogate })
                throw CarriedByUser.NotDeclared(value.GetType());
            _isTyped = true;
            Inline(value);
        }
    }

    /// <summary>
    /// A value in its place. What it holds behind object may be another, and a box may hold itself: no envelope has an end of that.
    /// </summary>
    void Inline(object value)
    {
        if (++_inline > _options.Limits.MaxDepth * 4L || ((_inline & 15) == 15 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
            throw new NotSupportedException(
                $"Boxed structs hold one another, or themselves, deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} allows: SOAP writes them where they stand, here a '{value.GetType()}'. Make one of them a class.");
        var model = _options.Convention.ModelOf(value.GetType());
        _id = 0;
        if (model is SurrogateModel carried)
            _carried = carried;
        Codecs<SoapSink, SoapSource>.Of(model).WriteExactObject(ref this, value);
        _inline--;
    }
}
