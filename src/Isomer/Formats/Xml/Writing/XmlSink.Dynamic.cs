using System.Xml;
using System.Xml.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Values whose place or type is decided by the value itself.</summary>
internal ref partial struct XmlSink
{
    public void Dynamic(object? value, TypeModel declared)
    {
        var facts = declared.Details as XmlSpecialFacts
            ?? throw new NotSupportedException($"A '{declared.Type}' has no form in XmlSerializer's XML.");
        switch (facts.Kind)
        {
            case XmlSpecial.Namespaces:
                StartTag(_state.Waiting!, (XmlSerializerNamespaces?)value);
                break;
            case XmlSpecial.Choice:
                Choose(value);
                break;
            case XmlSpecial.Anything when value is null:
                Null();
                break;
            case XmlSpecial.Anything:
                _member = null;
                Anything(value, declared);
                break;
            case XmlSpecial.Attributes:
                if (value is XmlAttribute attribute)
                    WriteNodeAttribute(attribute);
                break;
            case XmlSpecial.Node:
                WriteNode(value as XmlNode ?? (value is null ? null : throw NoNode(value)));
                break;
            case XmlSpecial.QualifiedName:
                QualifiedName((XmlQualifiedName?)value);
                break;
            default:
                if (value is null)
                    Null();
                else
                    WriteSerializable((IXmlSerializable)value);
                break;
        }
    }

    /// <summary>An object: its own type is named, unless it is nothing but an object.</summary>
    void Anything(object value, TypeModel declared)
    {
        var scalar = value.GetType() is var type && type.IsEnum && _root.Find(type) is null
            ? ScalarOfUnknownEnum(ref value, ref type)
            : Scalars.Of(type);
        if (scalar != Scalar.None)
        {
            _typeName = XmlTypeName.OfScalar(scalar);
            WriteScalar(value, scalar, declared);
            return;
        }
        if (type == typeof(object))
        {
            StartTag(_place, null);
            EndTag();
            return;
        }
        if (value is XmlQualifiedName name)
        {
            _typeName = new XmlTypeName("QName", XmlNames.Xsd);
            QualifiedName(name);
            return;
        }
        if (value is XmlNode[] nodes)
        {
            StartTag(_place, null);
            foreach (var node in nodes)
                XmlBridge.Write(ref this, node);
            EndTag();
            return;
        }
        if (value is DBNull && _profile.Options.DBNulls == XmlDBNulls.AsNull)
        {
            Null();
            return;
        }
        var model = _root.Find(type) ?? throw Unknown(type);
        _typeName = XmlTypeName.Of(model);
        Codecs<XmlSink, XmlSource>.Of(model).WriteExactObject(ref this, value);
    }

    NotSupportedException Unknown(Type type) => new(type == typeof(DBNull)
        ? "A DBNull stands where object is declared, and XML has no DBNull. Write it as null with XmlOptions.DBNulls = XmlDBNulls.AsNull."
        : $"A '{type}' stands where '{_place.Model.Type}' is declared, and is none of the types that are known here. {Convention.XmlAttributes.RemedyFor(type, _place.Model.Type)}");

    static Scalar ScalarOfUnknownEnum(ref object value, ref Type type)
    {
        type = System.Enum.GetUnderlyingType(type);
        value = Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture);
        return Scalars.Of(type);
    }

    /// <summary>The scalars that rows are made of are written here; the others through their codec.</summary>
    void WriteScalar(object value, Scalar scalar, TypeModel declared)
    {
        switch (scalar)
        {
            case Scalar.String:
                String((string)value);
                break;
            case Scalar.Int32:
                Int32((int)value);
                break;
            case Scalar.Int64:
                Int64((long)value);
                break;
            case Scalar.Int16:
                Int16((short)value);
                break;
            case Scalar.Byte:
                Byte((byte)value);
                break;
            case Scalar.Boolean:
                Boolean((bool)value);
                break;
            case Scalar.Decimal:
                Decimal((decimal)value);
                break;
            case Scalar.Double:
                Double((double)value);
                break;
            case Scalar.DateTime:
                DateTime((DateTime)value);
                break;
            case Scalar.Guid:
                Guid((Guid)value);
                break;
            default:
                Codecs<XmlSink, XmlSource>.Of(declared.Convention.ModelOf(value.GetType())).WriteObject(ref this, value);
                break;
        }
    }

    /// <summary>One of the elements of a choice: the one that its name says, or the first whose type the value is.</summary>
    void Choose(object? value)
    {
        var (elements, text, member) = _member is { IsFlat: false } m ? (m.Elements, m.Text, m) : (Top.Items, Top.Text, Top.Member);
        bool isItem = _member is null;
        _member = null;
        if (value is null)
        {
            if (elements is [{ IsNullable: true } only] && text is null)
                WriteNil(only);
            return;
        }
        if (member is { NamedBy: >= 0 })
        {
            long name = NameOf(member, isItem ? 2 : 1, isItem ? _state.ItemIndex : 0);
            int chosen = Array.IndexOf(member.Names, name);
            if (chosen < 0)
                throw new NotSupportedException($"Member '{member.Member}': {name} names none of its elements.");
            WriteChosen(elements[chosen], value);
            return;
        }
        foreach (var element in elements)
        {
            if (!(elements.Length == 1 && text is null) && !Fits(element, value, elements))
                continue;
            WriteChosen(element, value);
            return;
        }
        if (text is not null && (text.Model.Type.IsInstanceOfType(value) || value is XmlNode))
        {
            _place = text;
            if (value is XmlNode node)
                WriteNode(node);
            else
                WriteDeclared(text, value);
            return;
        }
        throw new NotSupportedException($"A '{value.GetType()}' stands in a choice that has no element for it.");
    }

    /// <summary>The value that names the element of a choice, from the object this many levels up.</summary>
    readonly long NameOf(XmlMember member, int up, int index)
    {
        var names = _state.Frames[_state.Count - up].NamesOf(member.NamedBy);
        return index < names.Count
            ? names[index]
            : throw new NotSupportedException($"Member '{member.Member}' has no name for its element.");
    }

    /// <summary>The most derived type that the value is wins.</summary>
    static bool Fits(XmlPlace element, object value, XmlPlace[] all)
    {
        var type = element.Model.Type;
        if (!(Nullable.GetUnderlyingType(type) ?? type).IsInstanceOfType(value)
            || (element.Kind == XmlPlaceKind.Any && !FitsAny(element, value)))
            return false;
        foreach (var other in all)
            if (other != element && other.Model.Type != type && type.IsAssignableFrom(other.Model.Type)
                && other.Model.Type.IsInstanceOfType(value))
                return false;
        return true;
    }

    static NotSupportedException NoNode(object value) =>
        new($"A '{value.GetType()}' stands in a member with [XmlAnyElement], which holds XML nodes only. Make it an XmlElement, or declare its type ([XmlElement(Type = ...)]).");

    static bool FitsAny(XmlPlace element, object value) =>
        element.Local.Length == 0 || (value is XmlNode node && node.LocalName == element.Name && node.NamespaceURI == element.Namespace);

    void WriteChosen(XmlPlace element, object value)
    {
        _place = element;
        if (element.Kind == XmlPlaceKind.Any)
            WriteNode(value as XmlNode ?? throw NoNode(value));
        else
            WriteDeclared(element, value);
    }

    void WriteDeclared(XmlPlace place, object value)
    {
        if (!place.Model.Type.IsInstanceOfType(value) && Nullable.GetUnderlyingType(place.Model.Type)?.IsInstanceOfType(value) != true)
            throw new NotSupportedException($"A '{value.GetType()}' stands where the element '{place.Name}' holds a '{place.Model.Type}'.");
        Codecs<XmlSink, XmlSource>.Of(place.Model).WriteObject(ref this, value);
    }

    void QualifiedName(XmlQualifiedName? name)
    {
        if (_place.Kind == XmlPlaceKind.Element)
        {
            if (name is null)
                Null();
            else
                QualifiedElement(name);
            return;
        }
        // Nothing is written for one that is empty, but its place in a list.
        if (_place.Kind == XmlPlaceKind.ListItem)
        {
            if (name is { IsEmpty: false })
                Top.List!.Append(Qualified(name));
            return;
        }
        // A declaration that it needs stands before the attribute.
        if (name is { IsEmpty: false })
            Text(Qualified(name));
    }

    void QualifiedElement(XmlQualifiedName name)
    {
        var type = _typeName;
        _typeName = null;
        // Without a namespace it must not fall into the default one; where object is declared XmlSerializer does not care.
        bool isLocal = name.Namespace.Length == 0 && type is null;
        // One with a namespace declares nothing but what it needs.
        bool isBare = type is not null || !isLocal;
        if (_state.Count == 0)
            ForgetUsual(_place);
        StartTag(_place, null, prefixed: isLocal, isBare: isBare);
        if (isLocal)
            Declare("", "");
        string text = Qualified(name);
        if (type is not null)
            WriteType(type);
        if (text.Length > 0 || type is null)
        {
            CloseStart();
            _break = 0;
            XmlEscape.Write(ref _out, text, XmlEscaping.StrictText);
        }
        EndTag();
    }

    /// <summary>
    /// A scalar at the root of which nothing but the type is given is written by XmlSerializer's own code: what the caller gave is
    /// declared, and nothing else.
    /// </summary>
    readonly void ForgetUsual(XmlPlace place)
    {
        if (_profile.Options is { Root: null, IsCoded: false, Convention.Settings: { Types.IsEmpty: true, Overrides: null } }
            && place.Namespace.Length == 0)
            _state.GivesUsual = false;
    }

    string Qualified(XmlQualifiedName name)
    {
        string local = XmlConvert.EncodeLocalName(name.Name) ?? "";
        if (name.Namespace.Length == 0)
            return local;
        string? prefix = _state.Prefixes.Find(name.Namespace);
        if (prefix is null)
        {
            prefix = _state.Prefixes.NextAlias(_state.Used);
            Declare(prefix, name.Namespace);
        }
        return prefix.Length == 0 ? local : prefix + ":" + local;
    }

    /// <summary>XML as it is: within the member's element, or as an element of its own.</summary>
    void WriteNode(XmlNode? node)
    {
        var place = _place;
        if (place.Kind is XmlPlaceKind.Any or XmlPlaceKind.Text)
        {
            if (node is null)
                return;
            if (place.Kind == XmlPlaceKind.Any && place.Local.Length > 0 && node is XmlElement element
                && (element.LocalName != place.Name || element.NamespaceURI != place.Namespace))
                throw new NotSupportedException($"The element '{element.Name}' stands where only '{place.Name}' may.");
            XmlBridge.Write(ref this, node);
            return;
        }
        if (node is null)
        {
            Null();
            return;
        }
        StartTag(place, null);
        XmlBridge.Write(ref this, node);
        EndTag();
    }

    void WriteSerializable(IXmlSerializable value)
    {
        if (_place.Kind == XmlPlaceKind.Any)
        {
            XmlBridge.WriteContent(ref this, value);
            return;
        }
        StartTag(_place, null, isBare: true);
        XmlBridge.WriteContent(ref this, value);
        EndTag();
    }

    void WriteNodeAttribute(XmlAttribute attribute)
    {
        if (attribute.NamespaceURI == XmlNames.Xmlns)
        {
            if (_state.Prefixes.NamespaceOf(attribute.Prefix.Length == 0 ? "" : attribute.LocalName) != attribute.Value)
                Declare(attribute.Prefix.Length == 0 ? "" : attribute.LocalName, attribute.Value);
            return;
        }
        BeginAttribute(attribute.LocalName, attribute.NamespaceURI, attribute.Prefix);
        XmlEscape.Write(ref _out, attribute.Value, XmlEscaping.StrictAttribute);
        _out.Put((byte)'"');
    }
}
