// IFormatter is obsolete for what others do behind it:
// here types come from a closed set, and nothing is loaded because bytes name it.
#pragma warning disable SYSLIB0011, SYSLIB0050
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>
/// For code that was written for BinaryFormatter: its members, its bytes, and a closed set of types. Name the types that payloads may hold
/// in <see cref="NrbfOptions.KnownTypes"/>.
/// </summary>
/// <example>
/// <code>
/// IFormatter formatter = new IsomerBinaryFormatter(new NrbfOptions { KnownTypes = [typeof(Order)] });
/// formatter.Serialize(file, order);
/// file.Position = 0;
/// var back = (Order)formatter.Deserialize(file);
/// </code>
/// </example>
/// <remarks>
/// What differs: a type that is not known is refused whatever <see cref="Binder"/> says of it, and a surrogate cannot give another object
/// than the one it fills. What is refused is a <see cref="SerializationException"/> with a <see cref="WireFormatException"/> within.
/// docs/from-binaryformatter.md has the API side by side.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class IsomerBinaryFormatter : IFormatter
{
    Tuple<SerializationBinder, NrbfOptions, NrbfOptions>? _naming;
    readonly NrbfOptions _options;

    // The options with what was set here: made once, for their tables are kept with them.
    NrbfOptions? _chosen;
    NrbfTypeStyle _chosenStyle;
    bool _isChosenFull;

    // What came of a stream behind the object that was asked for: the beginning of the next one.
    // Of a stream that cannot seek what came of its next payload is kept with it: one formatter may be shared, by threads and streams.
    readonly ConditionalWeakTable<Stream, NrbfStreamReader> _readers = [];

    /// <summary>A formatter for the framework's types that only hold data.</summary>
    public IsomerBinaryFormatter() : this(NrbfOptions.Default)
    {
    }

    /// <summary>A formatter for the types of the options.</summary>
    public IsomerBinaryFormatter(NrbfOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
    }

    /// <summary>
    /// A formatter for the framework's types that only hold data, and those that the selector has surrogates for are among the options of
    /// another.
    /// </summary>
    public IsomerBinaryFormatter(ISurrogateSelector? selector, StreamingContext context) : this()
    {
        SurrogateSelector = selector;
        Context = context;
    }

    /// <summary>
    /// Asked for each type that a payload names, as a filter beside the closed set: if it gives another type than the name means, it must
    /// be one of the set; what it throws is thrown.
    /// </summary>
    public SerializationBinder? Binder { get; set; }

    /// <summary>What surrogates, callbacks, constructors of ISerializable, their entries and IObjectReference are given.</summary>
    public StreamingContext Context
    {
        get;
        set => (field, _chosen) = (value, null);
    } = new(StreamingContextStates.All);

    /// <summary>
    /// Chooses surrogates, as for BinaryFormatter: it is asked of each class and struct that is written or read, those of the closed set. A
    /// surrogate that is given a class fills the object that it is given, and gives it back or null; another object is refused. What it
    /// chose of a type stays chosen until it is set again.
    /// </summary>
    public ISurrogateSelector? SurrogateSelector
    {
        get;
        set => (field, _chosen) = (value, null);
    }

    /// <summary>With Full a payload that lacks a field which is not optional is refused; no byte depends on it.</summary>
    public FormatterAssemblyStyle AssemblyFormat { get; set; } = FormatterAssemblyStyle.Simple;

    /// <summary>What is written of types beside the values.</summary>
    public FormatterTypeStyle TypeFormat { get; set; } = FormatterTypeStyle.TypesAlways;

    /// <summary>Kept as it is set: remoting, which it is of, does not exist here.</summary>
    public TypeFilterLevel FilterLevel { get; set; } = TypeFilterLevel.Full;

    NrbfOptions Options
    {
        get
        {
            var style = TypeFormat switch
            {
                FormatterTypeStyle.TypesWhenNeeded => NrbfTypeStyle.TypesWhenNeeded,
                FormatterTypeStyle.XsdString => NrbfTypeStyle.XsdString,
                _ => NrbfTypeStyle.TypesAlways,
            };
            bool isFull = AssemblyFormat == FormatterAssemblyStyle.Full;
            if (style == _options.TypeStyle && !isFull && SurrogateSelector is null)
                return _options;
            if (_chosen is { } chosen && style == _chosenStyle && isFull == _isChosenFull)
                return chosen;
            var convention = isFull ? _options.Convention.WithAllFieldsRequired() : _options.Convention;
            (_chosenStyle, _isChosenFull) = (style, isFull);
            return _chosen = _options with
            {
                TypeStyle = style,
                Convention = SurrogateSelector is { } selector ? convention.WithSelector(new(selector, Context)) : convention
            };
        }
    }

    /// <summary>Writes the graph to the stream, which stays open.</summary>
    /// <exception cref="SerializationException">The graph is null, or of types that cannot be written.</exception>
    public void Serialize(Stream serializationStream, object graph)
    {
        ArgumentNullException.ThrowIfNull(serializationStream);
        if (graph is null)
            throw new ArgumentNullException(nameof(graph));
        using var context = CallbackContext.Enter(Context);
        try
        {
            Nrbf.Serialize(serializationStream, graph, Naming(Options));
        }
        catch (NotSupportedException e)
        {
            throw new SerializationException(e.Message, e);
        }
    }

    /// <summary>Reads one graph; the stream stands behind it then, or what was read of the next is kept for that.</summary>
    /// <exception cref="SerializationException">The payload is damaged, or of types that are not known.</exception>
    public object Deserialize(Stream serializationStream)
    {
        ArgumentNullException.ThrowIfNull(serializationStream);
        using var context = CallbackContext.Enter(Context);
        try
        {
            var options = Options;
            var payload = serializationStream.CanSeek ? NrbfStreamReader.Only(serializationStream, Naming(options))
                : _readers.GetOrCreateValue(serializationStream).Next(serializationStream, Naming(options));
            return Nrbf.Deserialize<object>(payload, Bound(payload, options));
        }
        catch (WireFormatException e)
        {
            throw new SerializationException(e.Message, e);
        }
    }

    /// <summary>As <see cref="Deserialize"/>: there is nothing that could be left out to be faster.</summary>
    public object UnsafeDeserialize(Stream serializationStream) => Deserialize(serializationStream);

    /// <summary>
    /// The options with the names that the binder gives, which is asked once for each type; by them a payload is written, and passed over
    /// before its names are known.
    /// </summary>
    NrbfOptions Naming(NrbfOptions options) => FormatterBinder.Named(ref _naming, Binder, options,
        static (o, rename) => o with { Renames = [.. o.Renames, rename] });

    /// <summary>The options with what the binder says: another type under a name is a rename.</summary>
    NrbfOptions Bound(ReadOnlySpan<byte> payload, NrbfOptions options)
    {
        if (Binder is not { } binder)
            return options;
        // An array of a class may have no object of it.
        var names = Nrbf.Read(payload, Naming(options)).Objects.Select(static r => r switch
        {
            NrbfClassRecord record => (record.TypeName, record.AssemblyName),
            NrbfArrayRecord { Item: { Kind: NrbfKind.Class, TypeName: { } name } item } => (Innermost(name), item.Library ?? ""),
            // The framework's own are not asked of BinaryFormatter's binder, but for what stands in their names.
            NrbfArrayRecord { Item: { Kind: NrbfKind.SystemClass, TypeName: { } name } }
                when Innermost(name) is var generic && generic.Contains('[', StringComparison.Ordinal) => (generic, "mscorlib"),
            _ => default((string TypeName, string AssemblyName)?),
        }).OfType<(string, string)>().Distinct();
        var renames = FormatterBinder.Ask(binder, names, options.KnownTypes, Nrbf.FormatName, nameof(NrbfOptions));
        return renames.IsEmpty ? options : options with { Renames = [.. options.Renames, .. renames] };
    }

    /// <summary>The class that arrays of arrays are of.</summary>
    static string Innermost(string name)
    {
        while (name.EndsWith(']') && name.LastIndexOf('[') is > 0 and var open
            && !name.AsSpan(open + 1, name.Length - open - 2).ContainsAnyExcept(",*"))
            name = name[..open];
        return name;
    }
}
