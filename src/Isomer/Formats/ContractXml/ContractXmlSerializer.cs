using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Formats;
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
    readonly Type _type;
    readonly DataContractConvention _convention;
    ContractXmlOptions _options;
    ISerializationSurrogateProvider? _provider;

    // The same options for a value of another type than the declared one, for any root element, for a resolver of one call: kept, for what
    // they come to is computed once per options object.
    ContractXmlOptions? _loose;
    ContractXmlOptions? _unverified;
    ContractXmlOptions? _resolved;

    /// <summary>For values of this declared type.</summary>
    public ContractXmlSerializer(Type type) : this(type, ContractXmlOptions.Default)
    {
    }

    /// <summary>For values of this declared type, with types that are known everywhere.</summary>
    public ContractXmlSerializer(Type type, IEnumerable<Type>? knownTypes)
        : this(type, new ContractXmlOptions { KnownTypes = knownTypes ?? [] })
    {
    }

    /// <summary>For values of this declared type, under this root element.</summary>
    public ContractXmlSerializer(Type type, string rootName, string rootNamespace) : this(type, rootName, rootNamespace, null)
    {
    }

    /// <summary>For values of this declared type, under this root element, with types that are known everywhere.</summary>
    public ContractXmlSerializer(Type type, string rootName, string rootNamespace, IEnumerable<Type>? knownTypes)
        : this(type,
            new ContractXmlOptions { RootName = Given(rootName), RootNamespace = Given(rootNamespace), KnownTypes = knownTypes ?? [] })
    {
    }

    /// <summary>For values of this declared type, under this root element.</summary>
    public ContractXmlSerializer(Type type, XmlDictionaryString? rootName, XmlDictionaryString? rootNamespace)
        : this(type, rootName, rootNamespace, null)
    {
    }

    /// <summary>For values of this declared type, under this root element, with types that are known everywhere.</summary>
    public ContractXmlSerializer(Type type, XmlDictionaryString? rootName, XmlDictionaryString? rootNamespace,
        IEnumerable<Type>? knownTypes)
        : this(type, new ContractXmlOptions { KnownTypes = knownTypes ?? [] }.Rooted(rootName, rootNamespace))
    {
    }

    /// <summary>For values of this declared type, as the settings say.</summary>
    public ContractXmlSerializer(Type type, DataContractSerializerSettings? settings)
        : this(type, settings is null ? ContractXmlOptions.Default : ContractXmlOptions.Of(settings))
    {
    }

    /// <summary>
    /// For values of this declared type, with options of our own: deeper values, other limits, binary documents on streams.
    /// </summary>
    public ContractXmlSerializer(Type type, ContractXmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(options);
        if (options.MaxItemsInObjectGraph < 0)
            throw new ArgumentOutOfRangeException(nameof(options), options.MaxItemsInObjectGraph, "MaxItemsInObjectGraph is negative.");
        _type = type;
        _options = options;
        _convention = options.Convention;
        KnownTypes = new ReadOnlyCollection<Type>([.. options.KnownTypes]);
    }

    /// <summary>The options that the serializer was made with.</summary>
    public ContractXmlOptions Options => _options;

    /// <summary>Types that may stand wherever a base of theirs, an interface or object is declared.</summary>
    public ReadOnlyCollection<Type> KnownTypes { get; }

    /// <summary>The most items in one graph.</summary>
    public int MaxItemsInObjectGraph => _options.MaxItemsInObjectGraph;

    /// <summary>Whether every object is written once and referred to after that.</summary>
    public bool PreserveObjectReferences => _options.PreserveObjectReferences;

    /// <summary>Whether unknown elements are dropped also where the type can keep them.</summary>
    public bool IgnoreExtensionDataObject => _options.IgnoreExtensionDataObject;

    /// <summary>Whether properties without a setter are written.</summary>
    public bool SerializeReadOnlyTypes => _convention.TakesReadOnly;

    /// <summary>Chooses names of types, and types of names.</summary>
    public DataContractResolver? DataContractResolver => _options.Resolver;

    /// <summary>The surrogates of the framework's kind.</summary>
    public ISerializationSurrogateProvider? GetSerializationSurrogateProvider() => _provider;

    /// <summary>Sets the surrogates, before the serializer is used.</summary>
    public void SetSerializationSurrogateProvider(ISerializationSurrogateProvider? provider)
    {
        _provider = provider;
        _options = _options with { Convention = _convention.WithSurrogateProvider(provider) };
        (_loose, _unverified, _resolved) = (null, null, null);
    }

    static string Given(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name;
    }

    /// <summary>Writes the graph as a document to a stream, which stays open.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(Stream stream, object? graph)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(Guarded(() =>
        {
            var (type, options) = For(graph, _options);
            return ContractXml.Serialize(graph, type, options);
        }));
    }

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlDictionaryWriter writer, object? graph) => Write(writer, graph, _options, ContractWriterPart.Whole);

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlWriter writer, object? graph) => Write(writer, graph, _options, ContractWriterPart.Whole);

    /// <summary>
    /// Writes the root element with all that is in it; the resolver names types, in place of the serializer's own unless it is null.
    /// </summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public void WriteObject(XmlDictionaryWriter writer, object? graph, DataContractResolver? dataContractResolver) =>
        Write(writer, graph, Resolving(dataContractResolver), ContractWriterPart.Whole);

    /// <summary>Opens the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteStartObject(XmlDictionaryWriter writer, object? graph) => WriteStart(writer, graph);

    /// <summary>Opens the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteStartObject(XmlWriter writer, object? graph) => WriteStart(writer, graph);

    /// <summary>Writes what is in the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlDictionaryWriter writer, object? graph) =>
        Write(writer, graph, _options, ContractWriterPart.Content);

    /// <summary>Writes what is in the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlWriter writer, object? graph) => Write(writer, graph, _options, ContractWriterPart.Content);

    /// <summary>Closes the root element.</summary>
    public override void WriteEndObject(XmlDictionaryWriter writer) => WriteEnd(writer);

    /// <summary>Closes the root element.</summary>
    public override void WriteEndObject(XmlWriter writer) => WriteEnd(writer);

    void Write(XmlWriter writer, object? graph, ContractXmlOptions options, ContractWriterPart part)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            var (type, given) = For(graph, options);
            ContractXmlThrough.Write(writer, graph, type, given, part);
            return true;
        });
    }

    void WriteStart(XmlWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            var (type, options) = For(graph, _options);
            ContractXmlThrough.WriteStart(writer, graph, type, options);
            return true;
        });
    }

    void WriteEnd(XmlWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (!_options.Profile.IsBare(_type))
            writer.WriteEndElement();
    }

    /// <summary>Reads a document from a stream, to its end.</summary>
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
    public override object? ReadObject(XmlReader reader) => Read(reader, _options);

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader) => Read(reader, _options);

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader, bool verifyObjectName) => Read(reader, Verifying(verifyObjectName));

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName) => Read(reader, Verifying(verifyObjectName));

    /// <summary>
    /// Reads the element at which the reader stands; the resolver finds types, in place of the serializer's own unless it is null.
    /// </summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName, DataContractResolver? dataContractResolver)
    {
        var options = Resolving(dataContractResolver);
        return Read(reader, verifyObjectName ? options : options with { VerifyRootName = false });
    }

    object? Read(XmlReader reader, ContractXmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() => ContractXmlThrough.Read(reader, _type, options));
    }

    /// <summary>Whether the reader stands at the expected root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlDictionaryReader reader) => IsStart(reader);

    /// <summary>Whether the reader stands at the expected root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlReader reader) => IsStart(reader);

    bool IsStart(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() =>
        {
            var facts = ContractXmlRootFacts.Of(Root());
            var (name, ns, _) = _options.Profile.RootOf(facts);
            if (!reader.IsStartElement())
                return false;
            return (_options.RootName is null && facts.Info.RootName is null)
                || (reader.LocalName == Encoding.UTF8.GetString(name.NameOf(0)) && reader.NamespaceURI == ns)
                || (_options.RootName is null && facts.MayBe(reader.LocalName, reader.NamespaceURI));
        });
    }

    /// <summary>The contract of the root: that of its carrier, where a surrogate carries the type.</summary>
    ContractInfo Root() => ContractInfo.Of(ContractXmlRootFacts.CarriedBy(_options.Profile.Convention.ModelOf(_type)).Type);

    ContractXmlOptions Verifying(bool verify) => verify ? _options : _unverified ??= _options with { VerifyRootName = false };

    ContractXmlOptions Resolving(DataContractResolver? resolver)
    {
        if (resolver is null || ReferenceEquals(resolver, _options.Resolver))
            return _options;
        var last = _resolved;
        return last is not null && ReferenceEquals(last.Resolver, resolver) ? last : _resolved = _options with { Resolver = resolver };
    }

    /// <summary>
    /// The declared type; of a value that is none of it that of any object, named as the declared one, so that it says what it is.
    /// </summary>
    (Type Type, ContractXmlOptions Options) For(object? graph, ContractXmlOptions options)
    {
        if (graph is null ? !_type.IsValueType || Nullable.GetUnderlyingType(_type) is not null : _type.IsInstanceOfType(graph))
            return (_type, options);
        bool isOwn = ReferenceEquals(options, _options);
        if (!isOwn || _loose is null)
        {
            var info = Root();
            var loose = options with
            {
                RootName = options.RootName ?? XmlConvert.DecodeName(info.RootName ?? info.Name),
                RootNamespace = options.RootName is null ? info.RootNamespace : options.RootNamespace,
                KnownTypes = [.. options.KnownTypes, _type],
            };
            if (!isOwn)
                return (typeof(object), loose);
            _loose = loose;
        }
        return (typeof(object), _loose);
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
        catch (ContractRefusedException e)
        {
            throw new InvalidDataContractException(e.Message, e);
        }
        catch (Exception e) when (e is NotSupportedException or XmlException or FormatException)
        {
            throw new SerializationException(e.Message, e);
        }
    }
}
