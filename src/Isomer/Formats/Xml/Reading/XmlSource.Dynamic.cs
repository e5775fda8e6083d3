using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Tabular;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values whose type the input says, and XML that is kept as it is.</summary>
internal ref partial struct XmlSource
{
    public object? Dynamic(TypeModel declared)
    {
        var facts = declared.Details as XmlSpecialFacts
            ?? throw new NotSupportedException($"A '{declared.Type}' has no form in XmlSerializer's XML.");
        switch (facts.Kind)
        {
            case XmlSpecial.Namespaces:
                return Declarations();
            case XmlSpecial.Attributes:
                return Attribute();
            case XmlSpecial.Choice:
                return Chosen();
            case XmlSpecial.QualifiedName:
                return Name();
            case XmlSpecial.Node:
                return Node(declared.Type);
            case XmlSpecial.Serializable:
                return Serializable(declared.Type);
            default:
                return Anything(declared);
        }
    }

    object? Chosen()
    {
        if (_origin == Origin.Absent)
            return null;
        if (_place.Kind == XmlPlaceKind.Any)
            return Node(_place.Model.Type);
        if (_origin == Origin.Text && _place.Model.Details is XmlSpecialFacts { Kind: XmlSpecial.Node })
            return Node(typeof(XmlNode));
        if (_origin == Origin.Text && _place.Model.Type == typeof(object))
            return String();
        _member = null;
        return Codecs<XmlSink, XmlSource>.Of(_place.Model).ReadObject(ref this);
    }

    /// <summary>Where object is declared: what xsi:type says; XML nodes if it says nothing and there is something.</summary>
    object? Anything(TypeModel declared)
    {
        if (_origin == Origin.Absent)
            return null;
        if (_origin != Origin.Element)
            return String();
        if (_cell is { } cell)
        {
            _cell = null;
            return ReadScalar(cell, declared);
        }
        if (_isBare)
            return Nodes();
        bool isTyped = FindType(out int ns, out var local);
        if (_place.IsNullable && IsNil())
        {
            SkipElement();
            return null;
        }
        if (!isTyped || (ns == XmlNamespaces.Schema && local.SequenceEqual("anyType"u8)))
            return Nodes();
        if (XmlScalarName.Find(ns, local) is { } scalar)
            return ReadScalar(scalar, declared);
        if (ns == XmlNamespaces.Schema && local.SequenceEqual("QName"u8))
            return Name();
        var (space, name) = (_scanner.NamespaceText(ns), XmlScanner.ToUtf16(local));
        var model = _root.Find(space, name, IsUnprefixedType());
        if (model is null && _profile.Options.IsOriginal)
            return Nodes();
        if (model is null)
            throw new WireFormatException($"The type '{name}' of the namespace '{space}' is none of the types that are known here.")
            { Offset = _openedAt };
        // Unlike a member, nil makes no list empty here.
        if (model is CollectionModel && IsNil())
        {
            SkipElement();
            return null;
        }
        _place = _place.With(model);
        // Unlike a member's, a name here may have white space around it.
        _isNameTrimmed = model is EnumModel;
        _isBare = _isBare || model is not CollectionModel;
        return Codecs<XmlSink, XmlSource>.Of(model).ReadExactObject(ref this);
    }

    object? ReadScalar(XmlScalarName scalar, TypeModel declared)
    {
        var place = _place;
        if (scalar.Form != XmlForm.Usual)
            _place = new XmlPlace(new XmlElementFacts(place.Name, place.Namespace, place.Model, false, scalar.DataType),
                XmlPlaceKind.Element);
        // Unlike a member, one that is empty is refused, as XmlSerializer does.
        if (scalar.Scalar is Scalar.TimeSpan or Scalar.DateTimeOffset && _scanner.IsEmpty)
            throw new WireFormatException($"An empty element is no '{scalar.Type}'.") { Offset = _openedAt };
        return scalar.Scalar switch
        {
            Scalar.String => String(),
            Scalar.Int32 => Int32(),
            Scalar.Int64 => Int64(),
            Scalar.Int16 => Int16(),
            Scalar.Byte => Byte(),
            Scalar.Boolean => Boolean(),
            Scalar.Decimal => Decimal(),
            Scalar.Double => Double(),
            Scalar.DateTime => DateTime(),
            Scalar.Guid => Guid(),
            _ => Codecs<XmlSink, XmlSource>.Of(declared.Convention.ModelOf(scalar.Type)).ReadObject(ref this),
        };
    }

    XmlQualifiedName? Name()
    {
        if (_origin == Origin.Absent)
            return null;
        if (_origin == Origin.Element && !_isBare && _place.IsNullable && IsNil())
        {
            SkipElement();
            return null;
        }
        if (_origin != Origin.Element)
            return Parse(_origin == Origin.Attribute ? TakeRaw() : TakeText());
        _valueAt = _scanner.Position;
        // Its prefix means what it means within its own element.
        var name = Parse(TrimAll(_scanner.ReadText()));
        _scanner.ReadEnd();
        return name;
    }

    /// <summary>Of white space beyond ASCII too, as string.Trim has it.</summary>
    static ReadOnlySpan<byte> TrimAll(ReadOnlySpan<byte> text)
    {
        text = XmlChars.Trim(text);
        return text.IsEmpty || (text[0] <= 0x7F && text[^1] <= 0x7F)
            ? text
            : System.Text.Encoding.UTF8.GetBytes(XmlScanner.ToUtf16(text).Trim());
    }

    readonly XmlQualifiedName Parse(ReadOnlySpan<byte> text)
    {
        if (text.IsEmpty)
            return new XmlQualifiedName("", _scanner.NamespaceText(_scanner.Resolve(default)));
        // A colon with nothing before it is part of the name.
        if (text[0] == (byte)':' && text.LastIndexOf((byte)':') == 0)
            return new XmlQualifiedName(XmlScanner.ToUtf16(text), _scanner.NamespaceText(_scanner.Resolve(default)));
        var (name, ns) = QualifiedName(text);
        return new XmlQualifiedName(XmlConvert.DecodeName(name), ns);
    }

    readonly XmlSerializerNamespaces Declarations()
    {
        var result = new XmlSerializerNamespaces();
        var bindings = _scanner.Bindings(out int first);
        for (int i = first; i < bindings.Length; i++)
            result.Add(XmlScanner.ToUtf16(_scanner.Input.Slice(bindings[i].PrefixStart, bindings[i].PrefixLength)),
                _scanner.NamespaceText(bindings[i].Namespace));
        return result;
    }

    readonly XmlAttribute Attribute()
    {
        ref readonly var span = ref _scanner.Attributes[_attribute];
        string prefix = XmlScanner.ToUtf16(_scanner.Input.Slice(span.NameStart, span.PrefixLength));
        var attribute =
            _state.Document.CreateAttribute(prefix, XmlScanner.ToUtf16(_scanner.LocalNameOf(span)), _scanner.NamespaceText(span.Namespace));
        attribute.Value = XmlScanner.ToUtf16(_scanner.ValueOf(span));
        return attribute;
    }

    /// <summary>
    /// The open element, passed over, as a reader of its own with the prefixes that are in scope and with what xml:space says around it.
    /// </summary>
    XmlReader Outer()
    {
        int start = _openedAt;
        // The element's own declarations are in its tag.
        var bindings = _scanner.Bindings(out int first);
        var names = new NameTable();
        var scope = new XmlNamespaceManager(names);
        for (int i = 0; i < first; i++)
        {
            string prefix = XmlScanner.ToUtf16(_scanner.Input.Slice(bindings[i].PrefixStart, bindings[i].PrefixLength));
            scope.AddNamespace(prefix, _scanner.NamespaceText(bindings[i].Namespace));
        }
        var space = _scanner.Preserves ? XmlSpace.Preserve : XmlSpace.None;
        _scanner.SkipRest();
        _member = null;
        byte[] bytes = _scanner.Input[start.._scanner.Position].ToArray();
        var context = new XmlParserContext(names, scope, null, space, System.Text.Encoding.UTF8);
        bool keepsWhite = _profile.Options.KeepWhitespace;
        if (_profile.Options.DecimalIsText)
        {
            return new XmlTextReader(new MemoryStream(bytes), XmlNodeType.Element, context)
            {
                WhitespaceHandling = keepsWhite ? WhitespaceHandling.All : WhitespaceHandling.Significant,
                Normalization = true,
                XmlResolver = null,
                DtdProcessing = DtdProcessing.Prohibit,
            };
        }
        return XmlReader.Create(
            new MemoryStream(bytes),
            new XmlReaderSettings
            {
                ConformanceLevel = ConformanceLevel.Fragment,
                DtdProcessing = DtdProcessing.Prohibit,
                IgnoreWhitespace = !keepsWhite,
                CloseInput = true
            },
            context);
    }

    XmlNode? Node(Type type)
    {
        if (_origin == Origin.Absent)
            return null;
        if (_origin == Origin.Text)
            return (type == typeof(XmlDocument) ? new XmlDocument() : _state.Document).CreateTextNode(XmlScanner.ToUtf16(ReadPiece()));
        // Also where null is not written as nil.
        if (_place.Kind != XmlPlaceKind.Any && !_isBare && IsNil())
        {
            SkipElement();
            return null;
        }
        int at = _openedAt;
        _member = null;
        bool isDocument = type == typeof(XmlDocument);
        var node = _place.Kind != XmlPlaceKind.Any ? _state.Nodes.First(ref _scanner, isDocument, takesText: type == typeof(XmlNode))
            : isDocument ? _state.Nodes.Owned(ref _scanner) : _state.Nodes.Element(ref _scanner, _state.Document);
        return node is null || type.IsInstanceOfType(node)
            ? node
            : throw new WireFormatException($"A node of type {node.NodeType} stands where '{type.Name}' is declared.") { Offset = at };
    }

    /// <summary>Moves to what is read: the element itself, or what stands in it; false for nothing.</summary>
    static bool TryEnter(XmlReader reader, bool isWrapped)
    {
        reader.MoveToContent();
        if (!isWrapped)
            return true;
        if (reader.IsEmptyElement)
            return false;
        reader.ReadStartElement();
        reader.MoveToContent();
        return reader.NodeType != XmlNodeType.EndElement;
    }

    /// <summary>The attributes and content of an element that says no type; a plain object if it has none.</summary>
    object Nodes()
    {
        // A type that is not known here is something that is said.
        bool isAny = !_isBare && FindType(out int ns, out var local) && ns == XmlNamespaces.Schema && local.SequenceEqual("anyType"u8);
        var nodes = new List<XmlNode>();
        int ignored = 0;
        _member = null;
        var element = _state.Nodes.Element(ref _scanner, _state.Document);
        foreach (XmlAttribute attribute in element.Attributes)
        {
            if (attribute.NamespaceURI == XmlNames.Xmlns || attribute.Name == "id"
                || (isAny && attribute.NamespaceURI == XmlNames.Xsi && attribute.LocalName == "type"))
                ignored++;
            nodes.Add(attribute);
        }
        foreach (XmlNode child in element.ChildNodes)
            if (child.NodeType is not (XmlNodeType.Comment or XmlNodeType.ProcessingInstruction or XmlNodeType.Whitespace
                or XmlNodeType.SignificantWhitespace))
                nodes.Add(child);
        if (nodes.Count <= ignored)
            return new object();
        while (element.Attributes.Count > 0)
            element.Attributes.RemoveAt(0);
        while (element.FirstChild is { } child)
            element.RemoveChild(child);
        return nodes.ToArray();
    }

    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = Trimming.OfModel)]
    object? Serializable(Type type)
    {
        if (_origin == Origin.Absent)
            return null;
        if (_place.Kind != XmlPlaceKind.Any && !_isBare && _place.IsNullable && SaysNil(out _))
        {
            SkipElement();
            return null;
        }
        bool isWrapped = _place.Kind != XmlPlaceKind.Any && ProvidedSchema.Of(type) is { IsAny: true };
        if (type == typeof(XElement))
        {
            _member = null;
            return _state.Linq.Element(ref _scanner, isWrapped);
        }
        var value = (IXmlSerializable)(Activator.CreateInstance(type, nonPublic: true)
            ?? throw new NotSupportedException($"'{type}' cannot be made."));
        using var reader = Outer();
        if (!TryEnter(reader, isWrapped))
            return null;
        if (TableXml.Is(type))
            TableXml.Read(value, reader, _root.Model.Convention, []);
        else
            value.ReadXml(reader);
        return value;
    }
}

/// <summary>The scalars that xsi:type names where object is declared.</summary>
internal sealed record XmlScalarName(XmlTypeName Name, Scalar Scalar, Type Type, XmlForm Form, string DataType)
{
    // By the length of their name: few have the same.
    static readonly XmlScalarName[][] s_names = Create();

    public static XmlScalarName? Find(int ns, ReadOnlySpan<byte> local)
    {
        if (local.Length < s_names.Length)
            foreach (var name in s_names[local.Length])
                if (name.Name.Is(ns, local))
                    return name;
        return null;
    }

    static XmlScalarName[][] Create()
    {
        var names = new List<XmlScalarName>();
        foreach (var type in new[]
        {
            typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
            typeof(ulong),
            typeof(float), typeof(double), typeof(decimal), typeof(string), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset),
            typeof(TimeSpan), typeof(DateOnly), typeof(TimeOnly), typeof(byte[]),
        })
        {
            var scalar = Scalars.Of(type);
            names.Add(new XmlScalarName(XmlTypeName.OfScalar(scalar), scalar, type, XmlForm.Usual, ""));
        }
        Add("date", Scalar.DateTime, typeof(DateTime), XmlForm.Date, "date");
        Add("time", Scalar.DateTime, typeof(DateTime), XmlForm.Time, "time");
        Add("hexBinary", Scalar.Bytes, typeof(byte[]), XmlForm.Hex, "hexBinary");
        Add("normalizedString", Scalar.String, typeof(string), XmlForm.Usual, "");
        foreach (string text in new[] { "anyURI", "duration", "ENTITY", "ENTITIES", "gDay", "gMonth", "gMonthDay", "gYear", "gYearMonth",
            "ID", "IDREF", "IDREFS", "integer", "language",
            "negativeInteger", "nonNegativeInteger", "nonPositiveInteger", "positiveInteger", "NOTATION", "token" })
            Add(text, Scalar.String, typeof(string), XmlForm.Token, "token");
        foreach (string text in new[] { "Name", "NCName", "NMTOKEN" })
            Add(text, Scalar.String, typeof(string), XmlForm.Name, text);
        var result = new XmlScalarName[names.Max(n => n.Name.Name.Length) + 1][];
        for (int i = 0; i < result.Length; i++)
            result[i] = [.. names.Where(n => n.Name.Name.Length == i)];
        return result;

        void Add(string name, Scalar scalar, Type type, XmlForm form, string dataType) =>
            names.Add(new XmlScalarName(new XmlTypeName(name, XmlNames.Xsd), scalar, type, form, dataType));
    }
}
