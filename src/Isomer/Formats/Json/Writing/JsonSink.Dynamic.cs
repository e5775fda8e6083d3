using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;

namespace Isomer.Formats;

internal ref partial struct JsonSink
{
    /// <summary>
    /// A value of declared type object: by its run-time type, as System.Text.Json; with $type if that is registered as a
    /// subtype of object. Its members are what its own type shows; nothing says on reading what it was unless registered.
    /// </summary>
    public void Dynamic(object? value, TypeModel declared)
    {
        bool isExtra = _isExtra;
        _isExtra = false;
        switch (value)
        {
            case null:
                Null();
                return;
            case string text:
                String(text);
                return;
            case ValueType when TryScalar(value, declared):
                return;
            case NodeValue { RawNumber: { } number } when !_keepsTypes:
                bool quotes = _quotesNumbers;
                _quotesNumbers = false;
                RawNumber(number);
                _quotesNumbers = quotes;
                return;
            case Node node:
                WriteNode(node, declared, isExtra);
                return;
            case DynamicNode node:
                Dynamic(node.Node, declared);
                return;
        }
        if (declared.Type != typeof(object) && WritesAsDeclared(value, declared))
        {
            WriteDeclared(value, declared);
            return;
        }
        var type = TypeToTell(value);
        var subtypes = declared.Subtypes;
        for (int i = 0; i < subtypes.Length; i++)
        {
            if (subtypes[i].Type != type || (_keepsTypes && !SaysItsType(subtypes[i].Model)))
                continue;
            if (Reference(value))
                return;
            Subtype(declared, i);
            Codecs<JsonSink, JsonSource>.Of(subtypes[i].Model).WriteExactObject(ref this, value);
            return;
        }
        if (_keepsTypes && _key == JsonKeys.Strings)
        {
            WriteTyped(value, declared);
            return;
        }
        if (type == typeof(object))
        {
            _out.Write("{}"u8);
            return;
        }
        var model = declared.Convention.ModelOf(type);
        if (model is DynamicModel)
            throw HasNone(type);
        if (declared is DynamicModel { IsBase: true }
            && (_typeNames == JsonTypeNames.None || model is not (ObjectModel or CollectionModel)))
            throw IsNotTold(type, declared);
        if ((_typeNames & JsonTypeNames.Auto) != 0 && _key == JsonKeys.Strings
            && (value as byte[] ?? (value is ArraySegment<byte> { Array: not null } segment ? segment.ToArray() : null)) is { } bytes)
        {
            NamedBytes(bytes); // a segment's text alone would be none of what is declared (an IEnumerable<byte>)
            return;
        }
        if ((_typeNames & JsonTypeNames.Auto) != 0 && _key == JsonKeys.Strings && model is ObjectModel or CollectionModel
            && !IsUsual(type, declared))
            NameType(model);
        if (_key == JsonKeys.Dynamic)
            WriteDynamicKey(model, value);
        else
            WriteTold(value, model is ObjectModel ? ToldBy(model) : model);
    }

    /// <summary>
    /// The numbers, truth values, dates and Guids that rows and tables of objects are made of, by what they are: false, with nothing
    /// written, for all others, and where a convention or an option has a say in how a value of them stands behind object.
    /// </summary>
    /// <remarks>
    /// 296 rows of 18 cells as object[], least of two runs of 3 s: 173 us by the model and codec of each value's type, 112 by this.
    /// </remarks>
    bool TryScalar(object value, TypeModel declared)
    {
        if (_keepsTypes || _key != JsonKeys.Strings || declared is not DynamicModel { TellsScalars: true })
            return false;
        if (value.GetType() == typeof(int))
            Int32((int)value);
        else if (value.GetType() == typeof(long))
            Int64((long)value);
        else if (value.GetType() == typeof(double))
            Double((double)value);
        else if (value.GetType() == typeof(decimal))
            Decimal((decimal)value);
        else if (value.GetType() == typeof(DateTime))
            DateTime((DateTime)value);
        else if (value.GetType() == typeof(bool))
            Boolean((bool)value);
        else if (value.GetType() == typeof(Guid))
            Guid((Guid)value);
        else if (value.GetType() == typeof(short))
            Int16((short)value);
        else if (value.GetType() == typeof(byte))
            Byte((byte)value);
        else if (value.GetType() == typeof(float))
            Single((float)value);
        else
            return false;
        return true;
    }

    // It would come here again, without end: the entries of an ISerializable are values of NRBF's family of formats alone.
    static NotSupportedException HasNone(Type type) => new($"A '{type}' has no JSON: it is a value of other formats, or no data at all.");

    static NotSupportedException IsNotTold(Type type, TypeModel declared) => new(
        $"A '{type}' stands where '{declared.Type}' is declared, which JSON does not tell, so that it could not be read back. Declare what stands there, or write it by JsonOptions.Graph, which tells types.");

    void WriteNode(Node node, TypeModel declared, bool isExtra)
    {
        if (node is ForeignNode foreign)
        {
            if (_isName && _key == JsonKeys.Dynamic)
                WriteName(foreign.Name());
            else
                WriteForeign(foreign, declared);
            return;
        }
        if (_keepsTypes)
        {
            WriteGraphNode(node, declared);
            return;
        }
        // Kept as it came: no policy of keys or numbers reaches what a text had; of extension data identities neither.
        var before = (_typeNames, _keepsKeys, _quotesNumbers);
        (_keepsNames, _typeNames, _keepsKeys, _quotesNumbers) = (isExtra, JsonTypeNames.None, true, false);
        NodeWriter<JsonSink>.Write(ref this, node, PlainNodes);
        _keepsNames = false;
        (_typeNames, _keepsKeys, _quotesNumbers) = before;
    }

    /// <summary>What is in a node is written as it is: what a convention says of a type's values is not said of these.</summary>
    static TypeModel PlainNodes => Convention.Plain.ModelOf(typeof(Node));

    /// <summary>What another library's writer makes, where it makes what this one would; else the tree of that.</summary>
    void WriteForeign(ForeignNode foreign, TypeModel declared)
    {
        if (_keepsTypes || _profile.ForeignEncoder is not { } encoder)
        {
            // Its names are content: no policy of keys reaches them, as there.
            bool keeps = _keepsKeys;
            _keepsKeys = true;
            Dynamic(foreign.Whole, declared);
            _keepsKeys = keeps;
            return;
        }
        var writing = foreign.WriteWith(encoder, _profile.Theirs);
        _out.Write(_plain ? writing.Text : JsonBeautifier.Indent(writing.Text, _profile.Options, _depth));
        _out.Reserve(Room);
        writing.Return();
    }

    /// <summary>Whether it is what reading makes of the declared interface, as a List is of an IList.</summary>
    static bool IsUsual(Type type, TypeModel declared) => declared is CollectionModel && type == Merging.TargetOf(declared);

    static readonly int ToldBySlot = ModelSlot.Next();

    /// <summary>
    /// What a value of the type is written as behind object: the base that names it as a subtype tells it, as in System.Text.Json, or it is
    /// written as what it is.
    /// </summary>
    static TypeModel ToldBy(TypeModel model) =>
        (TypeModel?)model.GetSlot(ToldBySlot) ?? model.SetSlot(ToldBySlot, model.Convention.NamedBy(model.Type) ?? model);

    /// <summary>A number of a node, digit for digit.</summary>
    internal void RawNumber(string text)
    {
        Quote();
        System.Text.Encoding.ASCII.GetBytes(text, MemoryMarshal.CreateSpan(ref _out.Take(text.Length), text.Length));
        _out.Reserve(Room);
        Quote();
    }

    void WriteDynamicKey(TypeModel model, object value)
    {
        if (model is not (ScalarModel or EnumModel))
            throw new NotSupportedException(
                $"A '{value.GetType()}' cannot be a name in JSON. Declare the key type of the dictionary, which writes it as a list of pairs.");
        if (value is bool truth)
        {
            WriteText(truth ? "True" : "False");
            return;
        }
        bool bare = model is ScalarModel { Scalar: >= Scalar.SByte and <= Scalar.BigInteger };
        _key = bare ? JsonKeys.Bare : JsonKeys.Enums;
        if (bare)
            _out.Put((byte)'"');
        _out.Reserve(Room);
        Codecs<JsonSink, JsonSource>.Of(model).WriteObject(ref this, value);
        if (bare)
            _out.Put((byte)'"');
    }
}
