using System.Runtime.CompilerServices;
using System.Text;
using System.Xml;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Which part of the root element is written.</summary>
internal enum ContractWriterPart : byte
{
    Whole,
    /// <summary>The start tag as far as the original writes it: without the declarations of the serializer's own prefixes.</summary>
    Start,
    /// <summary>The rest; the element is open already, and is ended by somebody else.</summary>
    Content,
}

/// <summary>
/// A writer of the caller's: a binary one, one inside a message, an XDocument's. It is called as DataContractSerializer calls it, so that
/// whatever it makes of that is the same: names are strings of a dictionary, values typed, prefixes left to the writer. .Values has the
/// values.
/// </summary>
/// <remarks>
/// A writer that is no XmlDictionaryWriter does not choose prefixes. As in the original they are then made of the depth and a number: d2p1.
/// </remarks>
internal ref partial struct ContractWriterEmitter : IContractEmitter<ContractWriterEmitter>
{
    readonly XmlDictionaryWriter _writer;
    readonly ContractWriterPart _part;
    readonly bool _isPlain;
    int _open;
    int _prefixes;

    // What comes is about the root element's tag, of which only a part may be ours.
    bool _isInRoot;

    // Those of the element that was started last; its prefix is the writer's business until somebody asks.
    XmlDictionaryString? _namespace;
    string? _prefix;

    // The name of the items of an array.
    XmlDictionaryString? _itemName;
    XmlDictionaryString? _itemNamespace;

    public ContractWriterEmitter(XmlWriter writer, ContractWriterPart part)
    {
        _isPlain = writer is not XmlDictionaryWriter;
        _writer = XmlDictionaryWriter.CreateDictionaryWriter(writer);
        _part = part;
        _isInRoot = true;
    }

    public readonly void Begin(OutputTarget target, ContractXmlProfile profile) => throw new NotSupportedException();

    public static bool IsWriter => true;

    public static SinkTraits ArrayTraits => SinkTraits.Bulks | SinkTraits.BulksChecked;

    public readonly byte[] ToArray() => [];

    public readonly void Flush()
    {
    }

    public readonly void Dispose()
    {
    }

    /// <summary>What follows is the content of the root element.</summary>
    public void EndRoot() => _isInRoot = false;

    public void Start(ContractXmlTable names, int record)
    {
        ref readonly var texts = ref names.TextsAt(record);
        Start(null, texts.Name, texts.Namespace);
    }

    public void Start(in ContractTag tag, int ns, byte[]? uri)
    {
        if (tag.Names.Given is { } given)
            Start(PrefixOf(tag.Prefix), given.Name, given.Namespace);
        else
            Start(PrefixOf(tag.Prefix), tag.Names.TextsAt(tag.Record).Name,
                uri is null ? XmlNamespaces.DictionaryText(ns) : DictionaryText(Encoding.UTF8.GetString(uri)));
    }

    void Start(string? prefix, XmlDictionaryString name, XmlDictionaryString ns)
    {
        _open++;
        (_namespace, _prefix) = (ns, prefix);
        // A root that somebody else has opened has not been counted by the original.
        bool isOurs = !_isInRoot || _part != ContractWriterPart.Content;
        _prefixes = isOurs ? 1 : 0;
        if (isOurs)
            _writer.WriteStartElement(prefix, name, ns);
    }

    /// <summary>A prefix with its colon; null, not empty, for one that the writer is to find.</summary>
    static string? PrefixOf(byte[] prefix) =>
        prefix.Length == 0
            ? null
            : prefix[0] == (byte)'q' ? "q" : prefix[0] == (byte)'z' ? "z" : Encoding.UTF8.GetString(prefix.AsSpan(..^1));

    /// <summary>A string that is none of a type's has a dictionary of its own, which no writer knows.</summary>
    static XmlDictionaryString DictionaryText(string text) => Texts.GetValue(text, static t => new XmlDictionary(1).Add(t));

    // By the string's identity: names of contracts are kept with their types.
    static readonly ConditionalWeakTable<string, XmlDictionaryString> Texts = [];

    public void Declaration(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> uri, bool isLoose)
    {
        if (_isInRoot && _part == (prefix.IsEmpty ? ContractWriterPart.Content : ContractWriterPart.Start))
            return;
        string? name = prefix.Length == 0 ? null : Encoding.UTF8.GetString(prefix);
        if (isLoose && uri.IsEmpty)
            _writer.WriteAttributeString("xmlns", "", null, "");
        else if (name is null && _isPlain)
            DeclareMade(Encoding.UTF8.GetString(uri));
        else if (isLoose)
            _writer.WriteXmlnsAttribute(name, Encoding.UTF8.GetString(uri));
        else
            _writer.WriteXmlnsAttribute(name,
                XmlNamespaces.Find(uri) is >= 0 and var number
                    ? XmlNamespaces.DictionaryText(number)
                    : DictionaryText(Encoding.UTF8.GetString(uri)));
    }

    public readonly void Content()
    {
    }

    public void EndEmpty() => End();

    public void End(in ContractTag tag) => End();

    void End()
    {
        if (--_open > 0 || _part == ContractWriterPart.Whole)
            _writer.WriteEndElement();
    }

    static XmlDictionaryString Instance => XmlNamespaces.DictionaryText(XmlNamespaces.SchemaInstance);

    static readonly XmlDictionary Names = new();
    static readonly XmlDictionaryString NilName = Names.Add("nil");
    static readonly XmlDictionaryString TypeName = Names.Add("type");
    static readonly XmlDictionaryString IdName = Names.Add("Id");
    static readonly XmlDictionaryString RefName = Names.Add("Ref");
    static readonly XmlDictionaryString SizeName = Names.Add("Size");
    static readonly XmlDictionaryString ClrTypeName = Names.Add("Type");
    static readonly XmlDictionaryString ClrAssemblyName = Names.Add("Assembly");

    public readonly void Nil()
    {
        _writer.WriteStartAttribute("i", NilName, Instance);
        _writer.WriteValue(true);
        _writer.WriteEndAttribute();
    }

    public readonly void Type(ReadOnlySpan<byte> prefix, string name, string ns)
    {
        _writer.WriteStartAttribute("i", TypeName, Instance);
        _writer.WriteQualifiedName(DictionaryText(name), DictionaryText(ns));
        _writer.WriteEndAttribute();
    }

    public readonly void Mark(ReadOnlySpan<byte> name, bool isLettered, int number)
    {
        if (_isInRoot && _part == ContractWriterPart.Start)
            return;
        var text = name[0] == (byte)'I' ? IdName : name[0] == (byte)'R' ? RefName : SizeName;
        _writer.WriteStartAttribute("z", text, XmlNamespaces.DictionaryText(ContractXmlState.Serialization));
        if (isLettered)
            _writer.WriteString(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"i{number}"));
        else
            _writer.WriteValue(number);
        _writer.WriteEndAttribute();
    }

    public readonly void Attribute(string prefix, string name, string value)
    {
        if (_isInRoot && _part == ContractWriterPart.Start)
            return;
        _writer.WriteStartAttribute(prefix, name == "Type" ? ClrTypeName : ClrAssemblyName,
            XmlNamespaces.DictionaryText(ContractXmlState.Serialization));
        _writer.WriteString(value);
        _writer.WriteEndAttribute();
    }

    /// <summary>
    /// Asked before each attribute of an unknown element: of the element's own prefix and of those that are ours the writer would not say
    /// it.
    /// </summary>
    public bool IsTaken(string prefix, string ns)
    {
        _prefix ??= _writer.LookupPrefix(_namespace!.Value) ?? "";
        return prefix switch
        {
            "" => false,
            "i" => ns != XmlNamespaces.SchemaInstanceUri,
            "z" => ns != XmlNamespaces.DictionaryText(ContractXmlState.Serialization).Value,
            _ => prefix == _prefix && ns != _namespace!.Value,
        };
    }

    public readonly void Attribute(string prefix, string name, string ns, string value) =>
        _writer.WriteAttributeString(prefix, name, ns, value);

    /// <summary>Into the caller's writer, which user code may not close.</summary>
    public void Itself(ContractItself scene, object value)
    {
        var part = new XmlPartWriter(_writer, scene.Most);
        ContractItself.WriteTo(part, value);
        part.Finish(value);
        if (!scene.IsWhole)
            End();
    }

    void DeclareMade(string uri)
    {
        if (uri.Length > 0 && _writer.LookupPrefix(uri) is not null)
            return;
        // The original counts the elements that it has opened itself.
        int depth = _part == ContractWriterPart.Content ? _open - 1 : _open;
        string prefix = uri.Length == 0 ? "" : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"d{depth}p{_prefixes++}");
        _writer.WriteXmlnsAttribute(prefix, uri);
    }
}
