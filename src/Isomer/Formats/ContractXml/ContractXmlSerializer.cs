using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// DataContractSerializer's shape over <see cref="ContractXml"/>: a program changes one name. Immutable but for its surrogate
/// provider, safe to share between threads, and cheap to make: shapes belong to the types, not to the serializer.
/// </summary>
/// <example>
/// <code>
/// var serializer = new ContractXmlSerializer(typeof(Order));
/// serializer.WriteObject(stream, order);
/// </code>
/// </example>
/// <remarks>
/// Streams are the fast way. A writer is called as DataContractSerializer calls it, so what it makes of that is the same: of a binary one
/// typed records, with its dictionary and session. What is on purpose different from DataContractSerializer is in docs/contractxml.md.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class ContractXmlSerializer : XmlObjectSerializer
{
    // One convention for each provider, so that serializers that are made anew share their shapes.
    static readonly ConditionalWeakTable<ISerializationSurrogateProvider, DataContractConvention> Provided = [];
    static readonly DataContractConvention ReadOnly = Convention.DataContract.WithReadOnlyTypes();

    readonly Type _type;
    readonly DataContractSerializerSettings _settings;
    ContractXmlOptions _options;
    ISerializationSurrogateProvider? _provider;

    /// <summary>For values of this declared type.</summary>
    public ContractXmlSerializer(Type type) : this(type, (DataContractSerializerSettings?)null)
    {
    }

    /// <summary>For values of this declared type, with types that are known everywhere.</summary>
    public ContractXmlSerializer(Type type, IEnumerable<Type>? knownTypes) : this(type, new DataContractSerializerSettings { KnownTypes = knownTypes })
    {
    }

    /// <summary>For values of this declared type, under this root element.</summary>
    public ContractXmlSerializer(Type type, string rootName, string rootNamespace) : this(type, rootName, rootNamespace, null)
    {
    }

    /// <summary>For values of this declared type, under this root element, with types that are known everywhere.</summary>
    public ContractXmlSerializer(Type type, string rootName, string rootNamespace, IEnumerable<Type>? knownTypes)
        : this(type, new DataContractSerializerSettings { RootName = NameOf(rootName), RootNamespace = NameOf(rootNamespace), KnownTypes = knownTypes })
    {
    }

    /// <summary>For values of this declared type, as the settings say.</summary>
    public ContractXmlSerializer(Type type, DataContractSerializerSettings? settings)
    {
        ArgumentNullException.ThrowIfNull(type);
        _type = type;
        _settings = settings ?? new DataContractSerializerSettings();
        if (_settings.MaxItemsInObjectGraph < 0)
            throw new ArgumentOutOfRangeException(nameof(settings), _settings.MaxItemsInObjectGraph, "MaxItemsInObjectGraph is negative.");
        KnownTypes = new ReadOnlyCollection<Type>([.. _settings.KnownTypes ?? []]);
        _options = new ContractXmlOptions
        {
            Convention = ConventionFor(null),
            KnownTypes = [.. KnownTypes],
            RootName = _settings.RootName?.Value,
            RootNamespace = _settings.RootNamespace?.Value,
            PreserveObjectReferences = _settings.PreserveObjectReferences,
            IgnoreExtensionDataObject = _settings.IgnoreExtensionDataObject,
            MaxItemsInObjectGraph = _settings.MaxItemsInObjectGraph,
            Resolver = _settings.DataContractResolver,
        };
    }

    /// <summary>Types that may stand wherever a base of theirs, an interface or object is declared.</summary>
    public ReadOnlyCollection<Type> KnownTypes { get; }

    /// <summary>The most items in one graph.</summary>
    public int MaxItemsInObjectGraph => _settings.MaxItemsInObjectGraph;

    /// <summary>Whether every object is written once and referred to after that.</summary>
    public bool PreserveObjectReferences => _settings.PreserveObjectReferences;

    /// <summary>Whether unknown elements are dropped also where the type can keep them.</summary>
    public bool IgnoreExtensionDataObject => _settings.IgnoreExtensionDataObject;

    /// <summary>Whether properties without a setter are written.</summary>
    public bool SerializeReadOnlyTypes => _settings.SerializeReadOnlyTypes;

    /// <summary>Chooses names of types, and types of names.</summary>
    public DataContractResolver? DataContractResolver => _settings.DataContractResolver;

    /// <summary>The surrogates of the framework's kind.</summary>
    public ISerializationSurrogateProvider? GetSerializationSurrogateProvider() => _provider;

    /// <summary>Sets the surrogates, before the serializer is used.</summary>
    public void SetSerializationSurrogateProvider(ISerializationSurrogateProvider? provider)
    {
        _provider = provider;
        _options = _options with { Convention = ConventionFor(provider) };
    }

    DataContractConvention ConventionFor(ISerializationSurrogateProvider? provider)
    {
        var convention = _settings.SerializeReadOnlyTypes ? ReadOnly : Convention.DataContract;
        if (provider is null)
            return convention;
        return _settings.SerializeReadOnlyTypes
            ? convention.WithSurrogateProvider(provider)
            : Provided.GetValue(provider, static p => Convention.DataContract.WithSurrogateProvider(p));
    }

    static XmlDictionaryString NameOf(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return new XmlDictionary(1).Add(text);
    }

    /// <summary>Writes a document.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(Stream stream, object? graph)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(Guarded(() => ContractXml.Serialize(graph, DeclaredOf(graph), _options)));
    }

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlDictionaryWriter writer, object? graph) => WriteObject((XmlWriter)writer, graph);

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Whole);

    /// <summary>Opens the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteStartObject(XmlDictionaryWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            ContractXmlThrough.WriteStart(writer, graph, DeclaredOf(graph), _options);
            return true;
        });
    }

    /// <summary>Writes what is in the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlDictionaryWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Content);

    void Write(XmlWriter writer, object? graph, ContractWriterPart part)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            ContractXmlThrough.Write(writer, graph, DeclaredOf(graph), _options, part);
            return true;
        });
    }

    /// <summary>Closes the root element.</summary>
    public override void WriteEndObject(XmlDictionaryWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (!_options.Profile.IsBare(_type))
            writer.WriteEndElement();
    }

    /// <summary>Reads a document.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return Guarded(() => ContractXml.Deserialize(stream, _type, _options));
    }

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader, bool verifyObjectName)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() => ContractXmlThrough.Read(reader, _type, verifyObjectName ? _options : _options with { VerifyRootName = false }));
    }

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName) => ReadObject((XmlReader)reader, verifyObjectName);

    /// <summary>Whether the reader stands at the expected root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlDictionaryReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        var (name, ns) = _options.Profile.RootOf(Conventions.ContractInfo.Of(_type));
        return reader.IsStartElement(Encoding.UTF8.GetString(name.NameOf(0)), ns);
    }

    /// <summary>The declared type; that of a value that is none of it, as the original has it.</summary>
    Type DeclaredOf(object? graph) => graph is not null && !_type.IsInstanceOfType(graph) ? graph.GetType() : _type;

    /// <summary>What the original throws: for types that are no contracts one exception, for values another.</summary>
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
        catch (NotSupportedException e)
        {
            throw new SerializationException(e.Message, e);
        }
    }
}
