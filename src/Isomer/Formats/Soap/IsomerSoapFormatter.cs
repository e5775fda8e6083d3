// IFormatter is obsolete for what others do behind it:
// here types come from a closed set, and nothing is loaded because bytes name it.
#pragma warning disable SYSLIB0011, SYSLIB0050
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using Isomer.Conventions;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer;

/// <summary>
/// For code that was written for SoapFormatter: its members, its envelopes, and a closed set of types. Name the types that envelopes may
/// hold in <see cref="SoapOptions.KnownTypes"/>.
/// </summary>
/// <example>
/// <code>
/// IFormatter formatter = new IsomerSoapFormatter(new SoapOptions { KnownTypes = [typeof(Order)] });
/// formatter.Serialize(file, order);
/// file.Position = 0;
/// var back = (Order)formatter.Deserialize(file);
/// </code>
/// </example>
/// <remarks>
/// What differs: a type that is not known is refused whatever <see cref="Binder"/> says of it, surrogates are those of
/// <see cref="FieldsConvention.WithSurrogate"/>, and there is no TopObject (a call of remoting). What is refused is a
/// <see cref="SerializationException"/> with a <see cref="WireFormatException"/> within. docs/from-binaryformatter.md has the API side by
/// side.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class IsomerSoapFormatter : IFormatter
{
    Tuple<SerializationBinder, SoapOptions, SoapOptions>? _naming;
    readonly SoapOptions _options;

    // The options with what was set here: made once, for their tables are kept with them.
    SoapOptions? _chosen;

    /// <summary>A formatter for the framework's types that only hold data.</summary>
    public IsomerSoapFormatter() : this(SoapOptions.Default)
    {
    }

    /// <summary>A formatter for the types of the options.</summary>
    public IsomerSoapFormatter(SoapOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
        AssemblyFormat = (FormatterAssemblyStyle)options.AssemblyStyle;
        TypeFormat = (FormatterTypeStyle)options.TypeStyle;
    }

    /// <summary>
    /// A formatter for the framework's types that only hold data, and those that the selector has surrogates for are among the options of
    /// another.
    /// </summary>
    public IsomerSoapFormatter(ISurrogateSelector? selector, StreamingContext context) : this()
    {
        SurrogateSelector = selector;
        Context = context;
    }

    /// <summary>
    /// Asked for each type that an envelope names, as a filter beside the closed set: if it gives another type than the name means, it must
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

    /// <summary>How the names of assemblies are written.</summary>
    public FormatterAssemblyStyle AssemblyFormat { get; set; }

    /// <summary>What is written of types beside the values.</summary>
    public FormatterTypeStyle TypeFormat { get; set; }

    /// <summary>Kept as it is set: remoting, which it is of, does not exist here.</summary>
    public TypeFilterLevel FilterLevel { get; set; } = TypeFilterLevel.Full;

    SoapOptions Options
    {
        get
        {
            var (assemblies, types) = ((SoapAssemblyStyle)AssemblyFormat, (SoapTypeStyle)TypeFormat);
            if (assemblies == _options.AssemblyStyle && types == _options.TypeStyle && SurrogateSelector is null)
                return _options;
            if (_chosen is { } chosen && assemblies == chosen.AssemblyStyle && types == chosen.TypeStyle)
                return chosen;
            return _chosen = _options with
            {
                AssemblyStyle = assemblies,
                TypeStyle = types,
                Convention = SurrogateSelector is { } selector
                    ? _options.Convention.WithSelector(new(selector, Context))
                    : _options.Convention,
            };
        }
    }

    /// <summary>Writes the graph as an envelope to the stream, which stays open.</summary>
    /// <exception cref="SerializationException">The graph is of types that cannot be written.</exception>
    public void Serialize(Stream serializationStream, object graph)
    {
        ArgumentNullException.ThrowIfNull(serializationStream);
        if (graph is null)
            throw new ArgumentNullException(nameof(graph));
        using var context = CallbackContext.Enter(Context);
        try
        {
            Soap.Serialize(serializationStream, graph, Naming(Options));
        }
        catch (NotSupportedException e)
        {
            throw new SerializationException(e.Message, e);
        }
    }

    /// <summary>Reads the envelope that the rest of the stream is.</summary>
    /// <exception cref="SerializationException">The envelope is damaged, or of types that are not known.</exception>
    public object Deserialize(Stream serializationStream)
    {
        ArgumentNullException.ThrowIfNull(serializationStream);
        using var context = CallbackContext.Enter(Context);
        try
        {
            if (Binder is null)
                return Soap.Deserialize<object>(serializationStream, Options);
            var copy = new MemoryStream();
            serializationStream.CopyTo(copy);
            var payload = copy.GetBuffer().AsSpan(0, (int)copy.Length);
            return Soap.Deserialize<object>(payload, Bound(payload));
        }
        catch (WireFormatException e)
        {
            throw new SerializationException(e.Message, e);
        }
    }

    /// <summary>The options with the names that the binder gives, which is asked once for each type.</summary>
    SoapOptions Naming(SoapOptions options) => FormatterBinder.Named(ref _naming, Binder, options,
        static (o, rename) => o with { Renames = [.. o.Renames, rename] });

    /// <summary>The options with what the binder says: another type under a name is a rename.</summary>
    SoapOptions Bound(ReadOnlySpan<byte> payload)
    {
        var options = Options;
        var renames = FormatterBinder.Ask(Binder!, SoapTypes.Of(payload), options.KnownTypes, Soap.FormatName, nameof(SoapOptions));
        return renames.IsEmpty ? options : options with { Renames = [.. options.Renames, .. renames] };
    }
}
