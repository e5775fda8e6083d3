using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Text;
using System.Xml;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

#pragma warning disable SYSLIB0050, SYSLIB0011, CS0618 // the types of an older age are what this is about

/// <summary>
/// NetDataContractSerializer's shape over <see cref="ContractXml"/> with <see cref="ContractXmlOptions.NetDataContract"/>: a program of
/// .NET Framework changes one name, and says which types may be read.
/// </summary>
/// <example>
/// <code>
/// var serializer = new NetContractXmlSerializer(new ContractXmlOptions { KnownTypes = [typeof(Order)] });
/// serializer.Serialize(stream, order);
/// var back = (Order)serializer.Deserialize(stream);
/// </code>
/// </example>
/// <remarks>
/// What is different on purpose: no type is loaded because a document names it. Read are the types that the options, the
/// convention and [KnownType] make known, what the declared types of members say, and what <see cref="Binder"/> returns: that is the
/// program's own choice of types. A value of any type can be written.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class NetContractXmlSerializer : XmlObjectSerializer, IFormatter
{
    ContractXmlOptions _options;

    // The same options for whatever root element.
    ContractXmlOptions? _unverified;

    /// <summary>For values of any type.</summary>
    public NetContractXmlSerializer() : this(ContractXmlOptions.Default)
    {
    }

    /// <summary>For values of any type.</summary>
    public NetContractXmlSerializer(StreamingContext context) : this() => Context = context;

    /// <summary>For values of any type.</summary>
    public NetContractXmlSerializer(StreamingContext context, int maxItemsInObjectGraph, bool ignoreExtensionDataObject,
        FormatterAssemblyStyle assemblyFormat, ISurrogateSelector? surrogateSelector)
        : this(Of(null, null, maxItemsInObjectGraph, ignoreExtensionDataObject)) =>
            (Context, AssemblyFormat, SurrogateSelector) = (context, assemblyFormat, surrogateSelector);

    /// <summary>For values of any type, under this root element.</summary>
    public NetContractXmlSerializer(string rootName, string rootNamespace)
        : this(Of(Given(rootName), Given(rootNamespace), int.MaxValue, false))
    {
    }

    /// <summary>For values of any type, under this root element.</summary>
    public NetContractXmlSerializer(string rootName, string rootNamespace, StreamingContext context, int maxItemsInObjectGraph,
        bool ignoreExtensionDataObject, FormatterAssemblyStyle assemblyFormat, ISurrogateSelector? surrogateSelector)
        : this(Of(Given(rootName), Given(rootNamespace), maxItemsInObjectGraph, ignoreExtensionDataObject)) =>
            (Context, AssemblyFormat, SurrogateSelector) = (context, assemblyFormat, surrogateSelector);

    /// <summary>For values of any type, under this root element.</summary>
    public NetContractXmlSerializer(XmlDictionaryString? rootName, XmlDictionaryString? rootNamespace)
        : this(Of(null, null, int.MaxValue, false).Rooted(rootName, rootNamespace))
    {
    }

    /// <summary>For values of any type, under this root element.</summary>
    public NetContractXmlSerializer(XmlDictionaryString? rootName, XmlDictionaryString? rootNamespace, StreamingContext context,
        int maxItemsInObjectGraph, bool ignoreExtensionDataObject, FormatterAssemblyStyle assemblyFormat,
        ISurrogateSelector? surrogateSelector)
        : this(Of(null, null, maxItemsInObjectGraph, ignoreExtensionDataObject).Rooted(rootName, rootNamespace)) =>
            (Context, AssemblyFormat, SurrogateSelector) = (context, assemblyFormat, surrogateSelector);

    /// <summary>With options of our own: the types that may be read, limits.</summary>
    public NetContractXmlSerializer(ContractXmlOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.MaxItemsInObjectGraph < 0)
            throw new ArgumentOutOfRangeException(nameof(options), options.MaxItemsInObjectGraph, "MaxItemsInObjectGraph is negative.");
        _options = options with { NetDataContract = true, WritesAnyType = true };
    }

    static ContractXmlOptions Of(string? rootName, string? rootNamespace, int maxItems, bool ignoresExtensions) =>
        new()
        {
            RootName = rootName,
            RootNamespace = rootNamespace,
            MaxItemsInObjectGraph = maxItems,
            IgnoreExtensionDataObject = ignoresExtensions
        };

    static string Given(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name;
    }

    /// <summary>The options that the serializer was made with.</summary>
    public ContractXmlOptions Options => _options;

    /// <summary>The most items in one graph.</summary>
    public int MaxItemsInObjectGraph => _options.MaxItemsInObjectGraph;

    /// <summary>Whether unknown elements are dropped also where the type can keep them.</summary>
    public bool IgnoreExtensionDataObject => _options.IgnoreExtensionDataObject;

    /// <summary>
    /// How much of an assembly's name must match. Types are looked up in a closed set by simple names, in any version, so both mean the
    /// same.
    /// </summary>
    public FormatterAssemblyStyle AssemblyFormat
    {
        get;
        set => field = Enum.IsDefined(value)
            ? value
            : throw new ArgumentException($"'{value}' is no {nameof(FormatterAssemblyStyle)}.", nameof(value));
    }

    /// <summary>
    /// Gives types names, and finds the types of names, before the known types do; where it returns null, they do. Nothing is loaded by
    /// name but by a binder that does so.
    /// </summary>
    public SerializationBinder? Binder
    {
        get => _options.Binder;
        set => (_options, _unverified) = (_options with { Binder = value }, null);
    }

    /// <summary>What callbacks, constructors of ISerializable and IObjectReference are given.</summary>
    public StreamingContext Context { get; set; } = new(StreamingContextStates.All);

    /// <summary>None: surrogates are options of the convention.</summary>
    /// <exception cref="NotSupportedException">It is not null.</exception>
    public ISurrogateSelector? SurrogateSelector
    {
        get => null;
        set
        {
            if (value is not null)
                throw new NotSupportedException(
                    "A surrogate selector decides by types as they come. Name the types: new ContractXmlOptions { Convention = Convention.DataContract.WithSurrogate(...) }.");
        }
    }

    /// <summary>Writes the graph as a document to a stream, which stays open.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public void Serialize(Stream stream, object? graph) => WriteObject(stream, graph);

    /// <summary>Reads a document from a stream, to its end.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public object? Deserialize(Stream stream) => ReadObject(stream);

    void IFormatter.Serialize(Stream serializationStream, object graph) => WriteObject(serializationStream, graph);

    object IFormatter.Deserialize(Stream serializationStream) => ReadObject(serializationStream)!;

    /// <summary>Writes the graph as a document to a stream, which stays open.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(Stream stream, object? graph)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(Guarded(() => ContractXml.Serialize(graph, typeof(object), _options)));
    }

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlDictionaryWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Whole);

    /// <summary>Writes the root element with all that is in it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObject(XmlWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Whole);

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
    public override void WriteObjectContent(XmlDictionaryWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Content);

    /// <summary>Writes what is in the root element.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override void WriteObjectContent(XmlWriter writer, object? graph) => Write(writer, graph, ContractWriterPart.Content);

    /// <summary>Closes the root element.</summary>
    public override void WriteEndObject(XmlDictionaryWriter writer) => WriteEnd(writer);

    /// <summary>Closes the root element.</summary>
    public override void WriteEndObject(XmlWriter writer) => WriteEnd(writer);

    void Write(XmlWriter writer, object? graph, ContractWriterPart part)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            ContractXmlThrough.Write(writer, graph, typeof(object), _options, part);
            return true;
        });
    }

    void WriteStart(XmlWriter writer, object? graph)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Guarded(() =>
        {
            ContractXmlThrough.WriteStart(writer, graph, typeof(object), _options);
            return true;
        });
    }

    static void WriteEnd(XmlWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteEndElement();
    }

    /// <summary>Reads a document from a stream, to its end.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return Guarded(() => ContractXml.Deserialize(stream, typeof(object), _options));
    }

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader) => Read(reader, verify: true);

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader) => Read(reader, verify: true);

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlReader reader, bool verifyObjectName) => Read(reader, verifyObjectName);

    /// <summary>Reads the element at which the reader stands.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override object? ReadObject(XmlDictionaryReader reader, bool verifyObjectName) => Read(reader, verifyObjectName);

    object? Read(XmlReader reader, bool verify)
    {
        ArgumentNullException.ThrowIfNull(reader);
        var options = verify ? _options : _unverified ??= _options with { VerifyRootName = false };
        return Guarded(() => IsVerified(reader, verify) ? ContractXmlThrough.Read(reader, typeof(object), options)
            : throw new WireFormatException(
                $"Expected the root element '{_options.RootName}' of namespace '{_options.RootNamespace}', found '{reader.LocalName}' of '{reader.NamespaceURI}'.")
            { Format = nameof(ContractXml) });
    }

    /// <summary>Without a name of its own the root is whatever the value's type is called.</summary>
    bool IsVerified(XmlReader reader, bool verify) => !verify || _options.RootName is null || IsStart(reader);

    /// <summary>Whether the reader stands at a root element: at any, if the serializer has no name for it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlDictionaryReader reader) => IsStartObject((XmlReader)reader);

    /// <summary>Whether the reader stands at a root element: at any, if the serializer has no name for it.</summary>
    [RequiresUnreferencedCode("As XmlObjectSerializer says; the types given here are those that are used.")]
    [RequiresDynamicCode("As XmlObjectSerializer says; without dynamic code the reflection tier serves.")]
    public override bool IsStartObject(XmlReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Guarded(() => IsStart(reader));
    }

    bool IsStart(XmlReader reader)
    {
        if (_options.RootName is null)
            return reader.IsStartElement();
        var (name, ns, _) = _options.Profile.RootOf(ContractXmlRootFacts.Of(ContractInfo.Of(typeof(object))));
        return reader.IsStartElement(Encoding.UTF8.GetString(name.NameOf(0)), ns);
    }

    /// <summary>What the original throws for values, and for what readers and writers refuse.</summary>
    T Guarded<T>(Func<T> work)
    {
        using var context = CallbackContext.Enter(Context);
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

#pragma warning restore SYSLIB0050, SYSLIB0011, CS0618
