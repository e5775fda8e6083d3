using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>An element that is open: the record of a table that has its name, and its prefix with the colon.</summary>
internal struct ContractTag
{
    public ContractXmlTable Names;
    public int Record;
    public byte[] Prefix;
}

/// <summary>
/// What is under the sink: elements, attributes and values as bytes. The rules of contracts (members, namespaces, known types,
/// references) are the sink's; text and binary XML differ in nothing but this, which is a struct so that each is compiled
/// as one piece with the sink.
/// </summary>
/// <remarks>
/// An element is started, gets attributes, then declarations, then either its content and <see cref="End"/>, or a value, which
/// closes the tag, is the content, and ends the element; or <see cref="EndEmpty"/>.
/// </remarks>
internal interface IContractEmitter<TSelf> where TSelf : struct, IContractEmitter<TSelf>, allows ref struct
{
    /// <summary>Begins in place: see <see cref="OutputBuffer.Begin(OutputTarget, bool)"/>.</summary>
    void Begin(OutputTarget target, ContractXmlProfile profile);

    /// <summary>
    /// Whether it is a writer of the caller's, which chooses prefixes and declares namespaces itself: then elements have none but those
    /// that the original gives them, and <see cref="Declaration"/> is called where the original does so.
    /// </summary>
    static abstract bool IsWriter { get; }

    /// <summary>
    /// What a sink over this emitter has beside its own traits: <see cref="SinkTraits.Bulks"/> and <see cref="SinkTraits.BulksChecked"/>
    /// where arrays of numbers are one record.
    /// </summary>
    static abstract SinkTraits ArrayTraits { get; }

    /// <summary>All that was written, where there is no target.</summary>
    byte[] ToArray();

    /// <summary>All that was written goes to the target.</summary>
    void Flush();

    void Dispose();

    /// <summary>An element of the default namespace.</summary>
    void Start(ContractXmlTable names, int record);

    /// <summary>An element with a prefix, or with none; of the namespace of this number, or for -1 of this URI.</summary>
    void Start(in ContractTag tag, int ns, byte[]? uri);

    /// <summary>
    /// A declaration of a prefix (without its colon) or, if that is empty, of the default namespace; of a value's own namespace, not a
    /// type's, if it is loose.
    /// </summary>
    void Declaration(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> uri, bool isLoose);

    /// <summary>Says that the attributes are complete, and the content begins.</summary>
    void Content();

    /// <summary>There is no content.</summary>
    void EndEmpty();

    void End(in ContractTag tag);

    /// <summary>Marks the element as null: <c>i:nil="true"</c>.</summary>
    void Nil();

    /// <summary>i:type is a name with this prefix (and colon).</summary>
    void Type(ReadOnlySpan<byte> prefix, string name, string ns);

    /// <summary>z:Id, z:Ref or z:Size; with an i before the number where that is asked for.</summary>
    void Mark(ReadOnlySpan<byte> name, bool isLettered, int number);

    /// <summary>Any other attribute; the prefix has no colon.</summary>
    void Attribute(string prefix, string name, string value);

    /// <summary>
    /// Whether an attribute of an unknown element cannot have its prefix on the element that is open, where the prefixes are a writer's.
    /// </summary>
    bool IsTaken(string prefix, string ns);

    /// <summary>Writes an attribute of a namespace that need not be one of the serializer's.</summary>
    void Attribute(string prefix, string name, string ns, string value);

    void Boolean(bool value, in ContractTag tag);

    void Int32(int value, in ContractTag tag);

    void UInt32(uint value, in ContractTag tag);

    void Int64(long value, in ContractTag tag);

    void UInt64(ulong value, in ContractTag tag);

    void Single(float value, in ContractTag tag);

    void Double(double value, in ContractTag tag);

    void Decimal(decimal value, in ContractTag tag);

    void DateTime(DateTime value, in ContractTag tag);

    void DateOnly(DateOnly value, in ContractTag tag);

    void TimeOnly(TimeOnly value, in ContractTag tag);

    void TimeSpan(TimeSpan value, in ContractTag tag);

    void Guid(Guid value, in ContractTag tag);

    /// <summary>A text; one that is empty only for a writer.</summary>
    void Text(string value, in ContractTag tag);

    /// <summary>A text behind an element within another one.</summary>
    void Run(string value);

    /// <summary>Such a text, and the end of the element that it stands in.</summary>
    void LastRun(string value, in ContractTag tag);

    /// <summary>Bytes; none only for a writer.</summary>
    void Base64(byte[] value, in ContractTag tag);

    /// <summary>A value of an enum that has a name, or is flags that have.</summary>
    void Enum(ContractXmlEnum names, long value, in ContractTag tag);

    /// <summary>A qualified name, the prefix with its colon.</summary>
    void QName(ReadOnlySpan<byte> prefix, string name, string ns, in ContractTag tag);

    /// <summary>An element whose values are those of a packed array; its declarations follow.</summary>
    void StartArray(in ContractTag tag, int ns);

    /// <summary>The values, without elements.</summary>
    void Array<T>(ReadOnlySpan<T> items) where T : unmanaged;

    /// <summary>What a value that writes itself writes behind the name of the open element.</summary>
    void Itself(ContractItself scene, object value);
}
