using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Xml;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// <see cref="ContractJson"/> in the shape of DataContractJsonSerializer: a caller changes one name. Errors of the input are
/// <see cref="WireFormatException"/>, which is a SerializationException.
/// </summary>
/// <remarks>
/// It may be made anew for each call: everything that costs is kept with the types. Readers and writers of XML must be of the
/// JSON infoset: <see cref="JsonInfoset"/>, JsonReaderWriterFactory, or XML of that form.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ContractJsonSerializer : XmlObjectSerializer
{
    static readonly JsonInfosetOptions Infoset = new() { LeaveOpen = true };

    readonly Type _type;
    ContractJsonOptions _options;
    ISerializationSurrogateProvider? _surrogates;

    /// <summary>A serializer of the type.</summary>
    public ContractJsonSerializer(Type type) : this(type, ContractJsonOptions.Default)
    {
    }

    /// <summary>A serializer of the type, with types that may stand where a base, an interface or object is declared.</summary>
    public ContractJsonSerializer(Type type, IEnumerable<Type>? knownTypes)
        : this(type, new ContractJsonOptions { KnownTypes = knownTypes ?? [] })
    {
    }

    /// <summary>A serializer of the type, with the settings of the framework's.</summary>
    public ContractJsonSerializer(Type type, DataContractJsonSerializerSettings? settings)
        : this(type, settings is null ? ContractJsonOptions.Default : ContractJsonOptions.Of(settings))
    {
    }

    /// <summary>A serializer of the type, whose root has that name in the infoset; there is no other than "root".</summary>
    public ContractJsonSerializer(Type type, string? rootName) : this(type, new ContractJsonOptions { RootName = rootName ?? "root" })
    {
    }

    /// <summary>A serializer of the type, with options of our own.</summary>
    public ContractJsonSerializer(Type type, ContractJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(options);
        _type = type;
        _options = options;
        _ = options.Profile;
    }

    /// <summary>The options.</summary>
    public ContractJsonOptions Options => _options;

    /// <summary>The types that may stand where a base, an interface or object is declared.</summary>
    public IEnumerable<Type> KnownTypes => _options.Profile.KnownTypes;

    /// <inheritdoc cref="DataContractJsonSerializer.MaxItemsInObjectGraph"/>
    public int MaxItemsInObjectGraph => _options.MaxItemsInObjectGraph;

    /// <inheritdoc cref="DataContractJsonSerializer.IgnoreExtensionDataObject"/>
    public bool IgnoreExtensionDataObject => _options.IgnoreExtensionDataObject;

    /// <inheritdoc cref="DataContractJsonSerializer.EmitTypeInformation"/>
    public EmitTypeInformation EmitTypeInformation => _options.EmitTypeInformation;

    /// <inheritdoc cref="DataContractJsonSerializer.SerializeReadOnlyTypes"/>
    public bool SerializeReadOnlyTypes => _options.Convention.TakesReadOnly;

    /// <inheritdoc cref="DataContractJsonSerializer.UseSimpleDictionaryFormat"/>
    public bool UseSimpleDictionaryFormat => _options.UseSimpleDictionaryFormat;

    /// <inheritdoc cref="DataContractJsonSerializer.DateTimeFormat"/>
    public DateTimeFormat? DateTimeFormat => _options.DateTimeFormat;

    /// <summary>The provider of surrogates, or null.</summary>
    public ISerializationSurrogateProvider? GetSerializationSurrogateProvider() => _surrogates;

    /// <summary>Replaces types as the provider says.</summary>
    public void SetSerializationSurrogateProvider(ISerializationSurrogateProvider? provider)
    {
        _surrogates = provider;
        _options = _options with { Convention = _options.Convention.WithSurrogateProvider(provider) };
    }

    /// <inheritdoc/>
    public override void WriteObject(Stream stream, object? graph) => ContractJson.Serialize(stream, graph, _type, _options);

    /// <inheritdoc/>
    public override object? ReadObject(Stream stream) => ContractJson.Deserialize(stream, _type, _options);

    /// <summary>Writes the value as XML of the JSON infoset.</summary>
    public override void WriteObject(XmlDictionaryWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var reader = Read(graph);
        writer.WriteNode(reader, defattr: false);
    }

    /// <inheritdoc cref="WriteObject(XmlDictionaryWriter, object?)"/>
    public override void WriteObject(XmlWriter writer, object? graph) => WriteObject(XmlDictionaryWriter.CreateDictionaryWriter(writer), graph);

    /// <summary>Begins the root element; its attributes depend on the value.</summary>
    public override void WriteStartObject(XmlDictionaryWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var reader = Read(graph);
        writer.WriteStartElement(reader.LocalName, reader.NamespaceURI);
        writer.WriteAttributes(reader, defattr: false);
    }

    /// <summary>What is in the root element.</summary>
    public override void WriteObjectContent(XmlDictionaryWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var reader = Read(graph);
        for (reader.Read(); reader.NodeType != XmlNodeType.EndElement;)
            writer.WriteNode(reader, defattr: false);
    }

    /// <summary>Ends the root element.</summary>
    public override void WriteEndObject(XmlDictionaryWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteEndElement();
    }

    /// <summary>Reads XML of the JSON infoset.</summary>
    public override object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName)
    {
        ArgumentNullException.ThrowIfNull(reader);
        if (verifyObjectName && !IsStartObject(reader))
            throw new WireFormatException($"Expected the element 'root', found '{reader.Name}'.") { Format = nameof(ContractJson) };
        using var json = new MemoryStream();
        try
        {
            using var writer = JsonInfoset.CreateWriter(json, Infoset with { Limits = _options.Limits with { MaxDepth = checked(_options.Limits.MaxDepth + 1) } });
            writer.WriteNode(reader, defattr: false);
        }
        catch (Exception e) when (e is XmlException or ArgumentException or NotSupportedException)
        {
            throw new WireFormatException($"The XML is not of the JSON infoset: {e.Message}", e) { Format = nameof(ContractJson) };
        }
        return ContractJson.Deserialize(json.GetBuffer().AsSpan(0, (int)json.Length), _type, _options);
    }

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    public override object? ReadObject(XmlReader reader, bool verifyObjectName) =>
        ReadObject(XmlDictionaryReader.CreateDictionaryReader(reader), verifyObjectName);

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    public override object? ReadObject(XmlDictionaryReader reader) => ReadObject(reader, verifyObjectName: true);

    /// <inheritdoc cref="ReadObject(XmlDictionaryReader, bool)"/>
    public override object? ReadObject(XmlReader reader) => ReadObject(reader, verifyObjectName: true);

    /// <summary>Whether the reader is at a root element.</summary>
    public override bool IsStartObject(XmlDictionaryReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return reader.IsStartElement("root", "");
    }

    /// <inheritdoc/>
    public override bool IsStartObject(XmlReader reader) => IsStartObject(XmlDictionaryReader.CreateDictionaryReader(reader));

    XmlDictionaryReader Read(object? graph)
    {
        var reader = JsonInfoset.CreateReader(ContractJson.Serialize(graph, _type, _options), Infoset with { Limits = _options.Limits with { MaxDepth = checked(_options.Limits.MaxDepth + 1) } });
        reader.Read();
        return reader;
    }
}
