using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer;

/// <summary>
/// In place of <see cref="XmlSerializer"/>, by changing the one name: its constructors, methods, events and exceptions, its
/// bytes. No constructor makes an assembly that stays for ever, whatever its arguments.
/// </summary>
/// <remarks>
/// What is not there: what only generated serializers need (the constructor without arguments, CreateReader and its like).
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public class IsomerXmlSerializer
{
    static readonly XmlWriterSettings s_writerSettings = new() { Encoding = new UTF8Encoding(false), Indent = true };

    readonly Type _type;
    readonly XmlOptions _options;
    // White space that a caller's reader passes on is text; one that ignores it does not pass it on.
    readonly XmlOptions _readerOptions;
    readonly XmlOptions _textOptions;
    // What a mapping says beyond a type and its attributes: the encoding of SOAP, or members.
    readonly IXmlMappingSerializer? _mapped;

    /// <summary>A serializer for the type, whose own attributes say all.</summary>
    public IsomerXmlSerializer(Type type) : this(type, XmlOptions.LikeXmlSerializer)
    {
    }

    /// <summary>For a mapping of <see cref="XmlReflectionImporter"/> or <see cref="SoapReflectionImporter"/>.</summary>
    public IsomerXmlSerializer(XmlTypeMapping xmlTypeMapping) : this((XmlMapping)xmlTypeMapping)
    {
    }

    IsomerXmlSerializer(XmlMapping mapping)
    {
        ArgumentNullException.ThrowIfNull(mapping, "xmlTypeMapping");
        _options = _readerOptions = _textOptions = XmlOptions.LikeXmlSerializer;
        _type = typeof(object);
        if (MappingFace.Is(mapping, "IsSoap"))
        {
            _mapped = new SoapSerializer(mapping, _options.Limits);
        }
        else if (mapping is XmlTypeMapping ofType)
        {
            var facts = XmlMappingFacts.Of(ofType);
            _type = facts.Type;
            _options = XmlOptions.LikeXmlSerializer with { Convention = facts.Convention, Root = facts.Root, IsCoded = true };
            _readerOptions = _options with { KeepWhitespace = true, DecimalIsText = true };
            _textOptions = _options with { DecimalIsText = true };
            _ = XmlRoot.Of(_type, _options);
        }
        else
        {
            _mapped = new XmlMembersSerializer((XmlMembersMapping)mapping, _options);
        }
    }

    /// <summary>For the type, in this namespace where nothing else is said.</summary>
    public IsomerXmlSerializer(Type type, string? defaultNamespace)
        : this(type,
            XmlOptions.LikeXmlSerializer with
            {
                Convention = XmlConventions.For(null, null, defaultNamespace),
                IsCoded = !string.IsNullOrEmpty(defaultNamespace)
            })
    {
    }

    /// <summary>For the type, with further types that may stand where a base or object is declared.</summary>
    public IsomerXmlSerializer(Type type, Type[]? extraTypes) : this(type, null, extraTypes, null, null)
    {
    }

    /// <summary>For the type, with attributes in place of its own.</summary>
    public IsomerXmlSerializer(Type type, XmlAttributeOverrides? overrides) : this(type, overrides, null, null, null)
    {
    }

    /// <summary>For the type, as this root element.</summary>
    public IsomerXmlSerializer(Type type, XmlRootAttribute? root) : this(type, null, null, root, null)
    {
    }

    /// <summary>For the type, with all of it.</summary>
    public IsomerXmlSerializer(Type type, XmlAttributeOverrides? overrides, Type[]? extraTypes, XmlRootAttribute? root,
        string? defaultNamespace)
        : this(type, overrides, extraTypes, root, defaultNamespace, null)
    {
    }

    /// <summary>For the type, with all of it; the location of an assembly to load is of no use here.</summary>
    public IsomerXmlSerializer(Type type, XmlAttributeOverrides? overrides, Type[]? extraTypes, XmlRootAttribute? root,
        string? defaultNamespace, string? location)
        : this(type,
            XmlOptions.LikeXmlSerializer with
            {
                Convention = XmlConventions.For(overrides, extraTypes, defaultNamespace),
                Root = root,
                IsCoded = true
            })
    {
        _ = location;
    }

    /// <summary>For the type, with options of Isomer.</summary>
    public IsomerXmlSerializer(Type type, XmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(options);
        _type = type;
        _options = options;
        _readerOptions = options with { KeepWhitespace = true, DecimalIsText = true };
        _textOptions = options with { DecimalIsText = true };
        try
        {
            _ = XmlRoot.Of(type, options);
        }
        catch (NotSupportedException e)
        {
            throw new InvalidOperationException($"There was an error reflecting type '{type.FullName}'.", e);
        }
    }

    /// <summary>Raised for a node that no member takes.</summary>
    public event XmlNodeEventHandler? UnknownNode;

    /// <summary>Raised for an attribute that no member takes.</summary>
    public event XmlAttributeEventHandler? UnknownAttribute;

    /// <summary>Raised for an element that no member takes.</summary>
    public event XmlElementEventHandler? UnknownElement;

    /// <summary>Raised, in the SOAP encoding, for an object that nothing points to.</summary>
    public event UnreferencedObjectEventHandler? UnreferencedObject;

    /// <summary>One serializer for each type.</summary>
    public static IsomerXmlSerializer?[] FromTypes(Type[]? types) =>
        types is null ? [] : [.. types.Select(t => new IsomerXmlSerializer(t))];

    /// <summary>One serializer for each mapping.</summary>
    public static IsomerXmlSerializer?[] FromMappings(XmlMapping[]? mappings) => FromMappings(mappings, null);

    /// <summary>One serializer for each mapping; the type whose assembly the original looks beside is of no use here.</summary>
    public static IsomerXmlSerializer?[] FromMappings(XmlMapping[]? mappings, Type? type)
    {
        _ = type;
        return mappings is null ? [] : [.. mappings.Select(m => new IsomerXmlSerializer(m))];
    }

    /// <summary>
    /// The name that an assembly with generated serializers would have. There is none here; scripts that ask for it get the original's
    /// answer.
    /// </summary>
    public static string GetXmlSerializerAssemblyName(Type type) => XmlSerializer.GetXmlSerializerAssemblyName(type);

    /// <summary>The name that an assembly with generated serializers for a default namespace would have.</summary>
    public static string GetXmlSerializerAssemblyName(Type type, string? defaultNamespace) =>
        XmlSerializer.GetXmlSerializerAssemblyName(type, defaultNamespace);

    /// <summary>Writes the value as a document in UTF-8.</summary>
    public void Serialize(Stream stream, object? o) => Serialize(stream, o, null);

    /// <summary>Writes the value as a document in UTF-8, with these prefixes.</summary>
    public void Serialize(Stream stream, object? o, XmlSerializerNamespaces? namespaces)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (_mapped is not null)
        {
            Serialize(XmlWriter.Create(stream, s_writerSettings), o, namespaces);
            return;
        }
        Writing(() => Xml.Serialize(stream, o, _type, With(namespaces)));
    }

    /// <summary>Writes the value as a document whose declaration names the writer's encoding.</summary>
    public void Serialize(TextWriter textWriter, object? o) => Serialize(textWriter, o, null);

    /// <summary>Writes the value as a document whose declaration names the writer's encoding, with these prefixes.</summary>
    public void Serialize(TextWriter textWriter, object? o, XmlSerializerNamespaces? namespaces)
    {
        ArgumentNullException.ThrowIfNull(textWriter);
        if (_mapped is not null)
        {
            Serialize(XmlWriter.Create(textWriter, s_writerSettings), o, namespaces);
            return;
        }
        Writing(() =>
        {
            byte[] document = Xml.Serialize(o, _type, With(namespaces) with { Declaration = false });
            textWriter.Write($"<?xml version=\"1.0\" encoding=\"{textWriter.Encoding.WebName}\"?>{Environment.NewLine}");
            textWriter.Write(Encoding.UTF8.GetString(document));
            textWriter.Flush();
        });
    }

    /// <summary>Writes the value to a writer of the framework.</summary>
    public void Serialize(XmlWriter xmlWriter, object? o) => Serialize(xmlWriter, o, null);

    /// <summary>Writes the value to a writer of the framework, with these prefixes.</summary>
    public void Serialize(XmlWriter xmlWriter, object? o, XmlSerializerNamespaces? namespaces) => Serialize(xmlWriter, o, namespaces, null);

    /// <summary>Writes the value to a writer of the framework; an encoding style is for a mapping of SOAP and else refused.</summary>
    public void Serialize(XmlWriter xmlWriter, object? o, XmlSerializerNamespaces? namespaces, string? encodingStyle) =>
        Serialize(xmlWriter, o, namespaces, encodingStyle, null);

    /// <summary>
    /// Writes the value to a writer of the framework; an encoding style and what the ids of objects begin with are for a mapping of SOAP.
    /// </summary>
    public void Serialize(XmlWriter xmlWriter, object? o, XmlSerializerNamespaces? namespaces, string? encodingStyle, string? id)
    {
        RefuseNull(xmlWriter);
        if (_mapped is { } mapped)
        {
            Writing(() => mapped.Write(xmlWriter, o, namespaces, encodingStyle, id));
            xmlWriter.Flush();
            return;
        }
        RefuseStyle(encodingStyle);
        Writing(() =>
        {
            if (xmlWriter.WriteState == WriteState.Start && xmlWriter.Settings?.ConformanceLevel != ConformanceLevel.Fragment)
                xmlWriter.WriteStartDocument();
            var options = XmlBridge.OptionsFor(xmlWriter, With(namespaces));
            XmlBridge.Copy(Xml.Serialize(o, _type, options), xmlWriter, options.Outer);
            xmlWriter.Flush();
        });
    }

    /// <summary>The value of a document.</summary>
    public object? Deserialize(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (_mapped is not null)
            return Deserialize(
                XmlReader.Create(stream, new XmlReaderSettings { IgnoreWhitespace = true, DtdProcessing = DtdProcessing.Prohibit }));
        return Reading(() =>
        {
            using var text = InputText.Read(stream);
            return ReadDriver<XmlCall, XmlSink, XmlSource>.Read(new(_options, EventsOf(null)), text.Bytes, _type);
        });
    }

    /// <summary>The value of a document. A document type is refused here too.</summary>
    public object? Deserialize(TextReader textReader)
    {
        RefuseNull(textReader);
        if (_mapped is not null)
            return Deserialize(
                new XmlTextReader(textReader)
                {
                    WhitespaceHandling = WhitespaceHandling.Significant,
                    Normalization = true,
                    XmlResolver = null,
                    DtdProcessing = DtdProcessing.Prohibit
                });
        return Reading(() =>
        {
            using var text = XmlStrings.ToUtf8(textReader.ReadToEnd(), nameof(Xml), out _);
            return ReadDriver<XmlCall, XmlSink, XmlSource>.Read(new(_textOptions, EventsOf(null)), text.Bytes, _type);
        });
    }

    /// <summary>The value of the element that the reader stands at.</summary>
    public object? Deserialize(XmlReader xmlReader) => Deserialize(xmlReader, null, default);

    /// <summary>The value of the element that the reader stands at.</summary>
    public object? Deserialize(XmlReader xmlReader, string? encodingStyle) => Deserialize(xmlReader, encodingStyle, default);

    /// <summary>The value of the element that the reader stands at, with handlers for this call.</summary>
    public object? Deserialize(XmlReader xmlReader, XmlDeserializationEvents events) => Deserialize(xmlReader, null, events);

    /// <summary>The value of the element that the reader stands at, with handlers for this call.</summary>
    public object? Deserialize(XmlReader xmlReader, string? encodingStyle, XmlDeserializationEvents events)
    {
        RefuseNull(xmlReader);
        if (_mapped is { } mapped)
            return Reading(() => mapped.Read(xmlReader, encodingStyle, this, HandlersOf(events)));
        RefuseStyle(encodingStyle);
        return Reading(() =>
        {
            var handlers = EventsOf(events);
            // Another element than the one that the reader stands at is never looked for.
            if (xmlReader.MoveToContent() != XmlNodeType.Element)
            {
                if (xmlReader.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None))
                    XmlMembersDocument.PassOver(xmlReader, this, HandlersOf(events), "");
                return null;
            }
            var copy = new XmlDocumentCopy(xmlReader, tellsPlaces: handlers is not null);
            if (handlers is not null)
                handlers.Copy = copy;
            return ReadDriver<XmlCall, XmlSink, XmlSource>.Read(new(_readerOptions, handlers), copy.Document, _type);
        });
    }

    /// <summary>Whether the reader stands at the root element of the type.</summary>
    public virtual bool CanDeserialize(XmlReader xmlReader)
    {
        ArgumentNullException.ThrowIfNull(xmlReader);
        if (_mapped is { } mapped)
            return mapped.CanRead(xmlReader);
        var place = XmlRoot.Of(_type, _options).Place;
        return place.Kind == XmlPlaceKind.Any ? xmlReader.IsStartElement() : xmlReader.IsStartElement(place.Name, place.Namespace);
    }

    XmlOptions With(XmlSerializerNamespaces? namespaces) =>
        namespaces is { Count: > 0 } ? _options with { Namespaces = namespaces } : _options;

    XmlSerializerEvents? EventsOf(XmlDeserializationEvents? given)
    {
        var events = new XmlSerializerEvents(this,
            given?.OnUnknownNode ?? UnknownNode, given?.OnUnknownAttribute ?? UnknownAttribute, given?.OnUnknownElement ?? UnknownElement);
        return events.IsEmpty ? null : events;
    }

    XmlDeserializationEvents HandlersOf(XmlDeserializationEvents given) => new()
    {
        OnUnknownNode = given.OnUnknownNode ?? UnknownNode,
        OnUnknownAttribute = given.OnUnknownAttribute ?? UnknownAttribute,
        OnUnknownElement = given.OnUnknownElement ?? UnknownElement,
        OnUnreferencedObject = given.OnUnreferencedObject ?? UnreferencedObject,
    };

    internal static void RefuseStyle(string? encodingStyle)
    {
        if (!string.IsNullOrEmpty(encodingStyle))
            throw new InvalidOperationException(
                $"The encoding style '{encodingStyle}' is not valid for this call because this XmlSerializer instance does not support encoding.");
    }

    /// <summary>As the original tells of it, whose handlers wait for nothing else.</summary>
    static void RefuseNull(object? given, [CallerArgumentExpression(nameof(given))] string? name = null)
    {
        if (given is null)
            throw new InvalidOperationException("There is an error in the XML document: there is no reader or writer.",
                new ArgumentNullException(name));
    }

    static void Writing(Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (IsOurs(e))
        {
            throw new InvalidOperationException("There was an error generating the XML document.", e);
        }
    }

    static object? Reading(Func<object?> read)
    {
        try
        {
            return read();
        }
        catch (WireFormatException e)
        {
            throw new InvalidOperationException($"There is an error in XML document ({e.Line}, {e.Column}).", e);
        }
        catch (Exception e) when (IsOurs(e))
        {
            throw new InvalidOperationException("There is an error in the XML document.", e);
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "XmlSerializer wraps whatever its types throw.")]
    static bool IsOurs(Exception e) => e is not (OutOfMemoryException or ThreadInterruptedException);
}
