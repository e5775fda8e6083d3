using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Mappings of members that XmlReflectionImporter made: an array of objects is written as if a class had them for members, and read like
/// one. Where no element stands around them, ours is taken away again.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlMembersSerializer : IXmlMappingSerializer
{
    const string OurWrapper = "members";
    // No prefix of a caller.
    const string OurPrefix = "isomer.members";

    readonly ConcurrentDictionary<int, Shape> _shapes = [];
    readonly Parameter[] _members;
    readonly XmlRootAttribute _root;
    readonly XmlOptions _options;
    readonly Type[] _types;
    // What the elements hold.
    readonly object[] _content;
    readonly XmlMembersMapping _mapping;
    readonly string? _name;
    readonly string _namespace;
    readonly bool _hasWrapper;
    // Elements with which the declarations begin, where none stands around them.
    readonly HashSet<XmlQualifiedName> _structured;
    readonly XmlQualifiedName? _result;
    // The member that holds the prefixes of the element around the members, or -1.
    readonly int _namesIndex;
    readonly bool _takesAttributes;
    // A namespace that is null is none for the original, and no element is in it.
    readonly bool _canRead;
    readonly bool _isReadable;
    readonly bool _isWriteable;

    /// <summary>One member of the mapping.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed record Parameter(string Name, Type Type, object Mapping, bool IsIgnored, int Companion, bool IsFlatArray, bool IsAttribute)
    {
        /// <summary>What it is where the document has nothing for it; in an empty tag the original does not look for elements.</summary>
        public object? Missing(bool isEmpty) =>
            IsFlatArray && (IsAttribute || !isEmpty) ? Array.CreateInstance(Type.GetElementType()!, 0) : null;
    }

    /// <summary>The class for so many of the first members, and how it is written.</summary>
    sealed record Shape(XmlMembersType Members, XmlOptions Options);

    public XmlMembersSerializer(XmlMembersMapping mapping, XmlOptions options)
    {
        object accessor = MappingFace.Get<object>(mapping, "Accessor");
        object members = MappingFace.Get<object>(accessor, "Mapping");
        _options = options;
        _hasWrapper = MappingFace.Is(members, "HasWrapperElement");
        _isReadable = MappingFace.Is(mapping, "IsReadable");
        _isWriteable = MappingFace.Is(mapping, "IsWriteable");
        _name = (string?)MappingFace.Get(accessor, "Name");
        _namespace = (string?)MappingFace.Get(accessor, "Namespace") ?? "";
        _canRead = MappingFace.Get(accessor, "Namespace") is not null;
        object[] all = [.. MappingFace.List(members, "Members")];
        _takesAttributes = Array.Exists(all, m => MappingFace.Get(m, "Attribute") is not null || MappingFace.Get(m, "Xmlns") is not null);
        _namesIndex = Array.FindIndex(all, m => MappingFace.Get(m, "Xmlns") is not null);
        string[] names = [.. all.Select(m => MappingFace.Get<string>(m, "Name"))];
        _members = [
            .. all.Select(
                (m, i) =>
                    new Parameter(names[i], MappingFace.Get<Type>(MappingFace.Get<object>(m, "TypeDesc"), "Type"), m,
                        MappingFace.Is(m, "Ignore") && MappingFace.Get(m, "Xmlns") is null,
            MappingFace.Word(m, "CheckSpecified") == "None" ? -1 : Array.IndexOf(names, names[i] + "Specified"),
            XmlMemberMarks.IsFlatArray(m), MappingFace.Get(m, "Attribute") is not null))];
        _structured = [.. all.SelectMany(m => XmlMemberMarks.ElementsOf(m, XmlMemberMarks.IsStructured))];
        if (all is [var first, ..] && MappingFace.Is(first, "IsReturnValue"))
            _result = XmlMemberMarks.ElementsOf(first, static _ => true).FirstOrDefault();
        _root = new XmlRootAttribute(_hasWrapper ? XmlConvert.DecodeName(_name)! : OurWrapper)
        { Namespace = _namespace, IsNullable = false };
        _content = [.. all.SelectMany(m => MappingFace.List(m, "Elements")).Select(e => MappingFace.Get<object>(e, "Mapping"))];
        _mapping = mapping;
        _types = XmlMappingFacts.FurtherTypes(mapping, _content);
        var whole = ShapeOf(_members.Length);
        foreach (object content in _content)
            XmlMappingFacts.CheckMapping(content, whole.Options, whole.Members.Type);
    }

    Shape ShapeOf(int count) => _shapes.GetOrAdd(count, MakeShape);

    Shape MakeShape(int count)
    {
        // A collection that the document does not have stays null here, where in a class it would be empty: so it gets a companion.
        var added = _members.Take(count)
            .Where(m =>
                m.Companion < 0 && !m.Type.IsArray && !Array.Exists(_members, o => o.Name == m.Name + "Specified")
                    && XmlMemberMarks.IsWrapped(m.Mapping)).ToArray();
        var members = XmlMembersType.Create(
            [.. _members.Take(count).Select(m => (m.Name, m.Type)), .. added.Select(m => (m.Name + "Specified", typeof(bool)))]);
        var overrides = new XmlAttributeOverrides();
        foreach (var member in _members.Take(count))
            overrides.Add(members.Type, member.Name, new XmlMemberMarks(member.Mapping, member.Type).Find());
        foreach (var member in added)
            overrides.Add(members.Type, member.Name + "Specified", new XmlAttributes { XmlIgnore = true });
        XmlMappingOverrides.Add(overrides, _mapping, _content, _types, _namespace);
        var options = _options with { Convention = XmlConventions.For(overrides, _types, _namespace), Root = _root };
        _ = XmlRoot.Of(members.Type, options);
        return new Shape(members, options);
    }

    public bool CanRead(XmlReader reader) => _canRead && reader.IsStartElement(_name ?? "", _namespace);

    public void Write(XmlWriter writer, object? value, XmlSerializerNamespaces? namespaces, string? encodingStyle, string? id)
    {
        IsomerXmlSerializer.RefuseStyle(encodingStyle);
        if (!_isWriteable)
            throw new NotSupportedException("The mapping was imported for reading only (XmlMappingAccess).");
        object?[] values = (object?[])value!;
        var shape = ShapeOf(Math.Min(values.Length, _members.Length));
        object owner = Fill(shape, values);
        if (writer.WriteState == WriteState.Start && writer.Settings?.ConformanceLevel != ConformanceLevel.Fragment)
            writer.WriteStartDocument();
        var options =
            XmlBridge.OptionsFor(writer, namespaces is { Count: > 0 } ? shape.Options with { Namespaces = namespaces } : shape.Options);
        if (_hasWrapper)
            XmlBridge.Copy(Xml.Serialize(owner, shape.Members.Type, options), writer, options.Outer);
        else
            new XmlBareWriter(writer, namespaces, _structured).Write(
                Xml.Serialize(owner, shape.Members.Type, options with { Outer = null }));
    }

    object Fill(Shape shape, object?[] values)
    {
        object owner = Activator.CreateInstance(shape.Members.Type)!;
        for (int i = 0; i < shape.Members.Fields.Length; i++)
        {
            if (i >= _members.Length || i >= values.Length)
            {
                // A companion that is ours.
                shape.Members.Fields[i].SetValue(owner, true);
                continue;
            }
            var (member, value) = (_members[i], values[i]);
            bool isLeftOut = member.IsIgnored
                || (member.Companion >= 0 && member.Companion < values.Length && values[member.Companion] is false);
            bool fits = value is null
                ? !member.Type.IsValueType || Nullable.GetUnderlyingType(member.Type) is not null
                : member.Type.IsInstanceOfType(value);
            if (fits)
                shape.Members.Fields[i].SetValue(owner, value);
            else if (!isLeftOut)
                throw new NotSupportedException(
                    $"The member '{member.Name}' of type '{member.Type}' cannot be {(value is null ? "null" : $"a value of type '{value.GetType()}'")}.");
        }
        return owner;
    }

    public object? Read(XmlReader reader, string? encodingStyle, object sender, XmlDeserializationEvents events)
    {
        IsomerXmlSerializer.RefuseStyle(encodingStyle);
        if (!_isReadable)
            throw new NotSupportedException("The mapping was imported for writing only (XmlMappingAccess).");
        var limited = new LimitedXmlReader(reader, _options.Limits);
        return limited.Read(() => Read(limited, sender, events));
    }

    object?[] Read(LimitedXmlReader limited, object sender, XmlDeserializationEvents events)
    {
        var shape = ShapeOf(_members.Length);
        var handlers = new XmlSerializerEvents(sender, events.OnUnknownNode, events.OnUnknownAttribute, events.OnUnknownElement);
        object?[] values = [.. _members.Select(m => m.Type.IsValueType ? Activator.CreateInstance(m.Type) : null)];
        object? owner = null;
        limited.MoveToContent();
        if (!_hasWrapper)
        {
            string prefix = _namespace.Length == 0 ? "" : OurPrefix;
            Take(new(limited, !handlers.IsEmpty, _result, prefix, OurWrapper, _namespace), isEmpty: false);
            return values;
        }
        while (limited.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
        {
            if (limited.NodeType == XmlNodeType.Element && limited.LocalName == _name && limited.NamespaceURI == _namespace)
            {
                // Those of the element itself; the document that is made of it has all that are in scope.
                var declared = _namesIndex < 0 ? null : XmlMembersDocument.DeclarationsOf(limited);
                bool isEmpty = limited.IsEmptyElement;
                Take(new(limited, !handlers.IsEmpty, _result, _takesAttributes), isEmpty);
                if (_namesIndex >= 0)
                    values[_namesIndex] = declared;
            }
            else
                XmlMembersDocument.PassOver(limited, sender, events, $"{_namespace}:{_name}");
            limited.MoveToContent();
        }
        return values;

        void Take(XmlDocumentCopy copy, bool isEmpty)
        {
            byte[] document = copy.Document;
            handlers.Copy = copy;
            // A second one adds to the first.
            var call = new XmlCall(shape.Options with { KeepWhitespace = true, DecimalIsText = true }, handlers.IsEmpty ? null : handlers);
            owner = owner is null
                ? ReadDriver<XmlCall, XmlSink, XmlSource>.Read(call, document, shape.Members.Type)!
                : FillDriver<XmlCall, XmlSink, XmlSource>.Fill(call, document, owner);
            for (int i = 0; i < values.Length; i++)
                values[i] = shape.Members.Fields[i].GetValue(owner) ?? _members[i].Missing(isEmpty);
        }
    }
}
