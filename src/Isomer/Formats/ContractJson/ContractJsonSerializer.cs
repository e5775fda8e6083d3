using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>
/// <see cref="ContractJson"/> in the shape of DataContractJsonSerializer: a caller changes one name. Errors of the input are
/// <see cref="WireFormatException"/>, which is a SerializationException; the others are the original's.
/// </summary>
/// <remarks>
/// It may be made anew for each call: everything that costs is kept with the types. Streams are the fast way. Readers and writers of XML
/// are those of the JSON infoset (<see cref="JsonInfoset"/>, JsonReaderWriterFactory), or any others, which then have XML of that form.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ContractJsonSerializer : XmlObjectSerializer
{
    const string Root = "root";

    readonly Type _type;
    readonly string _rootName;
    readonly DataContractConvention _convention;
    ContractJsonOptions _options;
    Through? _through;
    ISerializationSurrogateProvider? _provider;

    /// <summary>For values of this declared type.</summary>
    public ContractJsonSerializer(Type type) : this(type, ContractJsonOptions.Default)
    {
    }

    /// <summary>For values of this declared type, under this root element: in XML only, JSON has no other than "root".</summary>
    public ContractJsonSerializer(Type type, string? rootName) : this(type, rootName, null)
    {
    }

    /// <summary>For values of this declared type, under this root element: in XML only, JSON has no other than "root".</summary>
    public ContractJsonSerializer(Type type, XmlDictionaryString? rootName) : this(type, rootName?.Value, null)
    {
    }

    /// <summary>For values of this declared type, with types that may stand where a base, an interface or object is declared.</summary>
    public ContractJsonSerializer(Type type, IEnumerable<Type>? knownTypes) : this(type, (string?)null, knownTypes)
    {
    }

    /// <summary>
    /// For values of this declared type, under this root element, with types that may stand where a base, an interface or object is
    /// declared.
    /// </summary>
    public ContractJsonSerializer(Type type, string? rootName, IEnumerable<Type>? knownTypes)
        : this(type, new ContractJsonOptions { RootName = rootName ?? Root, KnownTypes = knownTypes ?? [] })
    {
    }

    /// <summary>
    /// For values of this declared type, under this root element, with types that may stand where a base, an interface or object is
    /// declared.
    /// </summary>
    public ContractJsonSerializer(Type type, XmlDictionaryString? rootName, IEnumerable<Type>? knownTypes)
        : this(type, rootName?.Value, knownTypes)
    {
    }

    /// <summary>For values of this declared type, with the settings of the framework's.</summary>
    public ContractJsonSerializer(Type type, DataContractJsonSerializerSettings? settings)
        : this(type, settings is null ? ContractJsonOptions.Default : ContractJsonOptions.Of(settings))
    {
    }

    /// <summary>For values of this declared type, with options of our own: deeper values, other limits, strictness.</summary>
    public ContractJsonSerializer(Type type, ContractJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentException.ThrowIfNullOrEmpty(options.RootName, nameof(options));
        if (options.MaxItemsInObjectGraph < 0)
            throw new ArgumentOutOfRangeException(nameof(options), options.MaxItemsInObjectGraph, "MaxItemsInObjectGraph is negative.");
        _type = type;
        _rootName = options.RootName;
        _options = options.RootName == Root ? options : options with { RootName = Root };
        _convention = options.Convention;
        KnownTypes = new ReadOnlyCollection<Type>([.. options.KnownTypes]);
    }

    /// <summary>The options; the root name is the serializer's own.</summary>
    public ContractJsonOptions Options => _options;

    /// <summary>The types that may stand where a base, an interface or object is declared.</summary>
    public ReadOnlyCollection<Type> KnownTypes { get; }

    /// <inheritdoc cref="DataContractJsonSerializer.MaxItemsInObjectGraph"/>
    public int MaxItemsInObjectGraph => _options.MaxItemsInObjectGraph;

    /// <inheritdoc cref="DataContractJsonSerializer.IgnoreExtensionDataObject"/>
    public bool IgnoreExtensionDataObject => _options.IgnoreExtensionDataObject;

    /// <inheritdoc cref="DataContractJsonSerializer.EmitTypeInformation"/>
    public EmitTypeInformation EmitTypeInformation => _options.EmitTypeInformation;

    /// <inheritdoc cref="DataContractJsonSerializer.SerializeReadOnlyTypes"/>
    public bool SerializeReadOnlyTypes => _convention.TakesReadOnly;

    /// <inheritdoc cref="DataContractJsonSerializer.UseSimpleDictionaryFormat"/>
    public bool UseSimpleDictionaryFormat => _options.UseSimpleDictionaryFormat;

    /// <inheritdoc cref="DataContractJsonSerializer.DateTimeFormat"/>
    public DateTimeFormat? DateTimeFormat => _options.DateTimeFormat;

    /// <summary>The provider of surrogates, or null.</summary>
    public ISerializationSurrogateProvider? GetSerializationSurrogateProvider() => _provider;

    /// <summary>Replaces types as the provider says; before the serializer is used.</summary>
    public void SetSerializationSurrogateProvider(ISerializationSurrogateProvider? provider)
    {
        _provider = provider;
        _options = _options with { Convention = _convention.WithSurrogateProvider(provider) };
    }

    /// <summary>Writes the value as JSON in UTF-8.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(Stream stream, object? graph)
    {
        ArgumentNullException.ThrowIfNull(stream);
        Guarded(() =>
        {
            CheckRoot();
            ContractJson.Serialize(stream, graph, DeclaredOf(graph), _options);
            return true;
        });
    }

    /// <summary>Reads JSON, in UTF-8 or UTF-16.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return Guarded(() =>
        {
            CheckRoot();
            return ContractJson.Deserialize(stream, _type, _options);
        });
    }

    /// <summary>Writes the value as XML of the JSON infoset.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlDictionaryWriter writer, object? graph) => Write(writer, graph);

    /// <inheritdoc cref="WriteObject(XmlDictionaryWriter, object?)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlWriter writer, object? graph) => Write(writer, graph);

    void Write(XmlWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            using var json = Open(graph);
            ContractJsonThrough.WriteStart(writer, _rootName);
            ContractJsonThrough.WriteContent(writer, json);
            writer.WriteEndElement();
            return true;
        });
    }

    /// <summary>Begins the root element; what it is the content says.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteStartObject(XmlDictionaryWriter writer, object? graph) => WriteStart(writer);

    /// <inheritdoc cref="WriteStartObject(XmlDictionaryWriter, object?)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteStartObject(XmlWriter writer, object? graph) => WriteStart(writer);

    void WriteStart(XmlWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            ContractJsonThrough.WriteStart(writer, _rootName);
            return true;
        });
    }

    /// <summary>What is in the root element, attributes first.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlDictionaryWriter writer, object? graph) => WriteContent(writer, graph);

    /// <inheritdoc cref="WriteObjectContent(XmlDictionaryWriter, object?)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlWriter writer, object? graph) => WriteContent(writer, graph);

    void WriteContent(XmlWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            XmlContent.CheckInElement(writer);
            using var json = Open(graph);
            ContractJsonThrough.WriteContent(writer, json);
            return true;
        });
    }

    /// <summary>Ends the root element.</summary>
    public override void WriteEndObject(XmlDictionaryWriter writer) => WriteEnd(writer);

    /// <inheritdoc cref="WriteEndObject(XmlDictionaryWriter)"/>
    public override void WriteEndObject(XmlWriter writer) => WriteEnd(writer);

    void WriteEnd(XmlWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            writer.WriteEndElement();
            return true;
        });
    }

    /// <summary>Reads XML of the JSON infoset: the element at which the reader stands. It is left behind that.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName) => Read(reader, verifyObjectName);

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader, bool verifyObjectName) => Read(reader, verifyObjectName);

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader) => Read(reader, verify: true);

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader) => Read(reader, verify: true);

    object? Read(XmlReader reader, bool verify)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() =>
        {
            ReadOnlyMemory<byte> json;
            try
            {
                if (verify && !ContractJsonThrough.IsStart(reader, _rootName))
                    throw new XmlException($"Expected the element '{_rootName}', found '{reader.Name}'.");
                json = ContractJsonThrough.Take(reader, _options);
            }
            catch (Exception e) when (e is XmlException or ArgumentException or NotSupportedException or InvalidOperationException)
            {
                throw Refused(e, reader);
            }
            try
            {
                return ContractJson.Deserialize(json.Span, _type, _options);
            }
            catch (WireFormatException e) when (Replaced(e, reader))
            {
                throw;
            }
        });
    }

    /// <summary>The place was one in a text that the caller does not have. Asked as a filter: the exception stays as it flies.</summary>
    static bool Replaced(WireFormatException error, XmlReader reader)
    {
        (error.Offset, error.Line, error.Column) = (0, 0, 0);
        if (reader is IXmlLineInfo line && line.HasLineInfo())
            (error.Line, error.Column) = (line.LineNumber, line.LinePosition);
        return false;
    }

    static WireFormatException Refused(Exception e, XmlReader reader)
    {
        var error = new WireFormatException($"The XML is not of the JSON infoset: {e.Message}", e) { Format = nameof(ContractJson) };
        Replaced(error, reader);
        return error;
    }

    /// <summary>Whether the reader is at a root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlDictionaryReader reader) => IsStart(reader);

    /// <inheritdoc cref="IsStartObject(XmlDictionaryReader)"/>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlReader reader) => IsStart(reader);

    bool IsStart(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() => ContractJsonThrough.IsStart(reader, _rootName));
    }

    XmlDictionaryReader Open(object? graph)
    {
        // Kept, for what is made of options costs.
        var options = _options;
        if (_through is not { } through || through.Of != options)
            _through = through = new Through(options, options with { EscapesTypeKey = true });
        return ContractJsonThrough.Open(ContractJson.Serialize(graph, DeclaredOf(graph), through.Options), options);
    }

    sealed record Through(ContractJsonOptions Of, ContractJsonOptions Options);

    /// <summary>The declared type; of a value that is none of it that of any object, as the original has it.</summary>
    Type DeclaredOf(object? graph) =>
        (graph is null ? !_type.IsValueType || Nullable.GetUnderlyingType(_type) is not null : _type.IsInstanceOfType(graph))
            ? _type
            : typeof(object);

    /// <summary>JSON has no name for its root.</summary>
    void CheckRoot()
    {
        if (_rootName != Root)
            throw new SerializationException(
                $"The root of JSON is '{Root}', but this serializer's is '{_rootName}': that is for readers and writers of XML.");
    }

    /// <summary>
    /// What the original throws: for types that are no contracts one exception, for values, and for what readers and writers refuse,
    /// another.
    /// </summary>
    T Guarded<T>(Func<T> work)
    {
        try
        {
            ModelGraph.Check(_options.Profile.Convention.ModelOf(_type));
        }
        catch (NotSupportedException e)
        {
            throw new InvalidDataContractException(e.Message, e);
        }
        try
        {
            return work();
        }
        catch (Conventions.ContractRefusedException e)
        {
            throw new InvalidDataContractException(e.Message, e);
        }
        catch (Exception e) when (e is NotSupportedException or XmlException or FormatException)
        {
            throw new SerializationException(e.Message, e);
        }
    }
}
