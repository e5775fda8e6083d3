using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>Tags of objects, structs and arrays: their types, numbers, namespaces.</summary>
internal ref partial struct SoapSink
{
    static readonly SoapName s_anyArray = new("SOAP-ENC:Array"u8.ToArray(), null, null, false);

    /// <summary>
    /// The object that is open: all that its members hold has been told. Assemblies take their numbers, namespaces their prefixes, before
    /// its values come.
    /// </summary>
    void Header()
    {
        var table = _due!;
        _due = null;
        var name = _names.Of(table.Type);
        Check(name, table.Type);
        Tag(name);
        foreach (var member in table.Members)
            if (member.TypeName is not null && !_absent[member.Index])
                Tell(_told[member.Index] ?? member.Declared);
    }

    readonly void Check(SoapName name, Type type)
    {
        if (name.IsGeneric && !_options.WritesGenerics)
            throw new NotSupportedException(
                $"'{type}' is generic, which SoapFormatter does not write. Set {nameof(SoapOptions)}.{nameof(SoapOptions.WritesGenerics)}, and only {nameof(Soap)} reads it; or use {nameof(Nrbf)}.");
    }

    /// <summary>The tag of an object, struct or boxed primitive, and the end of its line.</summary>
    void Tag(SoapName name)
    {
        if (_id == 0)
        {
            FlushNulls();
            _state.Library(name.Library);
            _out.Put((byte)'<');
            _out.Write(_tag);
            if (_isTyped)
                TypeAttribute(name);
            Push(new SoapOpen(_tag, 0, null));
        }
        else
        {
            int prefix = name.Namespace is null ? 0 : _state.PrefixOf(name);
            _state.Library(name.Library);
            _out.Put((byte)'<');
            Prefix(prefix);
            _out.Write(name.Local);
            _out.Write(" id=\"ref-"u8);
            Number(_id);
            _out.Put((byte)'"');
            if (prefix > 0)
                Namespace(name, prefix);
            Push(new SoapOpen(name.Local, prefix, null));
            _id = 0;
        }
        _isTyped = false;
        _out.Write(">\r\n"u8);
    }

    /// <summary>What a member holds, or is declared as: its assembly takes a number, its namespace a prefix.</summary>
    void Tell(Type type)
    {
        while (type.HasElementType)
            type = type.GetElementType()!;
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type == typeof(object))
            return;
        var name = _names.Of(type);
        _state.Library(name.Library);
        if (name.Namespace is not null && !name.IsGeneric)
            _state.PrefixOf(name);
    }

    void Push(SoapOpen open)
    {
        if (_depth == _open.Length)
            Array.Resize(ref _open, _depth * 2);
        _open[_depth++] = open;
    }

    void Close()
    {
        ref readonly var open = ref _open[--_depth];
        _out.Write("</"u8);
        Prefix(open.Prefix);
        _out.Write(open.Tag);
        _out.Write(">\r\n"u8);
        _isItem = false;
    }

    /// <summary>a1:</summary>
    void Prefix(int prefix)
    {
        if (prefix == 0)
            return;
        _out.Put((byte)'a');
        Number(prefix);
        _out.Put((byte)':');
    }

    /// <summary> xmlns:a1="..."</summary>
    void Namespace(SoapName name, int prefix)
    {
        _out.Write(" xmlns:a"u8);
        Number(prefix);
        _out.Write("=\""u8);
        _out.Write(name.NamespaceBytes);
        _out.Put((byte)'"');
    }

    /// <summary> xsi:type="a1:Color" xmlns:a1="..."</summary>
    void TypeAttribute(SoapName name)
    {
        int prefix = name.Namespace is null ? 0 : _state.PrefixOf(name);
        _out.Write(" xsi:type=\""u8);
        Prefix(prefix);
        _out.Write(name.Local);
        _out.Put((byte)'"');
        if (prefix > 0)
            Namespace(name, prefix);
    }

    void Number(int number) => _out.Advance(Utf8Integers.WriteUInt32(ref _out.Reserve(16), (uint)number));

    /// <summary>SOAP-ENC:Array with the type and number of its items.</summary>
    void ArrayTag(Type element, scoped ReadOnlySpan<int> lengths, Array? bounds)
    {
        var innermost = element;
        while (innermost.IsArray)
            innermost = innermost.GetElementType()!;
        // Of arrays of any kind SOAP's own name is said, as mono does.
        var name = element.IsArray ? _names.ClrOf(innermost) : element == typeof(Array) ? s_anyArray : _names.Of(innermost);
        Check(name, innermost);
        _state.Library(name.Library);
        int prefix = name.Namespace is null ? 0 : _state.PrefixOf(name);
        _out.Write("<SOAP-ENC:Array id=\"ref-"u8);
        Number(_id);
        _out.Write("\" SOAP-ENC:arrayType=\""u8);
        Prefix(prefix);
        _out.Write(element == typeof(string) ? "xsd:string"u8 : name.Local);
        Brackets(element);
        _out.Put((byte)'[');
        for (int i = 0; i < lengths.Length; i++)
        {
            if (i > 0)
                _out.Put((byte)',');
            Number(lengths[i]);
        }
        _out.Write("]\""u8);
        if (prefix > 0)
            Namespace(name, prefix);
        if (bounds is not null)
            LowerBounds(bounds);
        _out.Write(">\r\n"u8);
        Push(new SoapOpen(s_array, 0, element));
        _id = 0;
        _nulls = 0;
    }

    /// <summary>[] for each array that is an item, [,] for one of two dimensions.</summary>
    void Brackets(Type element)
    {
        if (!element.IsArray)
            return;
        Brackets(element.GetElementType()!);
        _out.Put((byte)'[');
        for (int i = 1; i < element.GetArrayRank(); i++)
            _out.Put((byte)',');
        _out.Put((byte)']');
    }

    void LowerBounds(Array array)
    {
        _out.Write(" clr:LowerBounds=\"["u8);
        for (int i = 0; i < array.Rank; i++)
            _out.Write(
                Encoding.ASCII.GetBytes(
                    (i > 0 ? "," : "") + array.GetLowerBound(i).ToString(System.Globalization.CultureInfo.InvariantCulture)));
        _out.Write("]\""u8);
    }

    /// <summary>An array of several dimensions, or whose first item has another number than 0: the last index fastest.</summary>
    void Rectangular(Array array)
    {
        var element = array.GetType().GetElementType()!;
        Span<int> lengths = stackalloc int[array.Rank];
        bool hasBounds = false;
        for (int i = 0; i < array.Rank; i++)
        {
            lengths[i] = array.GetLength(i);
            hasBounds |= array.GetLowerBound(i) != 0;
        }
        ArrayTag(element, lengths, hasBounds ? array : null);
        var codec = Codecs<SoapSink, SoapSource>.Of(_options.Convention.ModelOf(element));
        foreach (object? item in array)
        {
            Item(0);
            codec.WriteObject(ref this, item);
        }
        FlushNulls();
        Close();
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>
    /// Whether an entry says what it is: its name alone does not tell, and not all can be made of text by whoever asks for them.
    /// </summary>
    static bool IsTypedEntry(Type declared) =>
        declared.IsValueType && (!declared.IsPrimitive || declared == typeof(nint) || declared == typeof(nuint));

    /// <summary>An ISerializable's entries: each as the type that it was added as.</summary>
    void Entries(SerializationInfo entries)
    {
        _carried = null;
        bool isOther = entries.IsFullTypeNameSetExplicit || entries.IsAssemblyNameSetExplicit;
        var name = isOther
            ? _names.Of(new FormatterName(entries.FullTypeName, FormatterNames.LibraryOf(entries.AssemblyName)))
            : _names.Of(entries.ObjectType);
        int count = entries.MemberCount, i = 0;
        var (names, types, values) = (new byte[count][], new Type[count], new object?[count]);
        foreach (var entry in entries)
        {
            // DataSets in their binary form: the schema of each table is BinaryFormatter's payload, here too.
            object? value = entry.Value switch
            {
                Tabular.NestedTable nested => NrbfSink.Nested(_options.Nested, nested.Entries),
                Tabular.ColumnTypeName column => _names.Names.OfColumn(column),
                var other => other
            };
            (names[i], types[i], values[i++]) = (SoapText.NameOf(entry.Name), entry.ObjectType, value);
        }
        Check(name, entries.ObjectType);
        Values(name, names, types, values, areEntries: true);
    }
#pragma warning restore SYSLIB0050

    /// <summary>The fields of a class that derives from one of the framework's collections.</summary>
    void Fields(FieldValues fields)
    {
        _carried = null;
        var places = fields.Plan.Places;
        var (names, types) = (new byte[places.Length][], new Type[places.Length]);
        for (int i = 0; i < names.Length; i++)
            (names[i], types[i]) = (SoapText.NameOf(_names.Names.MemberOf(fields.Plan.Type, places[i].Name)), places[i].Declared);
        Check(_names.Of(fields.Plan.Type), fields.Plan.Type);
        Values(_names.Of(fields.Plan.Type), names, types, fields.Values, areEntries: false);
    }

    /// <summary>A class of members that are known by name alone.</summary>
    void Values(SoapName name, byte[][] names, Type[] types, object?[] values, bool areEntries)
    {
        Tag(name);
        for (int i = 0; i < names.Length; i++)
            if (FormatterNames.HasName(types[i]))
                Tell(values[i]?.GetType() ?? types[i]);
        for (int i = 0; i < names.Length; i++)
        {
            (_tag, _declared, _isItem) = (names[i], types[i], false);
            _isTyped = _options.TypeStyle == SoapTypeStyle.TypesAlways || (areEntries && IsTypedEntry(types[i]));
            Value(types[i], values[i]);
        }
        Close();
    }

    void Value(Type declared, object? value)
    {
        if (value is null)
            Null();
        else if (value.GetType().IsValueType && (Nullable.GetUnderlyingType(declared) ?? declared) == value.GetType())
            Inline(value);
        else
            Dynamic(value, _options.Convention.ModelOf(declared.IsValueType ? typeof(ValueType) : typeof(object)));
    }
}
