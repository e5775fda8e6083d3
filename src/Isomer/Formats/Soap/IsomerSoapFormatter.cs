#pragma warning disable SYSLIB0011, SYSLIB0050 // IFormatter is obsolete for what others do behind it: here types come from a closed set, and nothing is loaded because bytes name it
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// For code that was written for SoapFormatter: its members, its envelopes, and a closed set of types. Name the types that envelopes may hold in <see cref="SoapOptions.KnownTypes"/>.
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
/// What differs: a type that is not known is refused whatever <see cref="Binder"/> says of it, surrogates are those of <see cref="FieldsConvention.WithSurrogate"/>, and there is no TopObject (a call of
/// remoting). What is refused is a <see cref="SerializationException"/> with a <see cref="WireFormatException"/> within. docs/from-binaryformatter.md has the API side by side.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class IsomerSoapFormatter : IFormatter
{
    readonly SoapOptions _options;

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

    /// <summary>Only so that the call compiles: the selector must be null.</summary>
    public IsomerSoapFormatter(ISurrogateSelector? selector, StreamingContext context) : this()
    {
        SurrogateSelector = selector;
        Context = context;
    }

    /// <summary>
    /// Asked for each type that an envelope names, as a filter beside the closed set: if it gives another type than the name means, it must be one of the set; what it throws is thrown.
    /// </summary>
    public SerializationBinder? Binder { get; set; }

    /// <summary>Kept as it is set. Callbacks and constructors see StreamingContextStates.All.</summary>
    public StreamingContext Context { get; set; } = new(StreamingContextStates.All);

    /// <summary>Nothing but null: what a selector chooses is <see cref="FieldsConvention.WithSurrogate"/> here.</summary>
    /// <exception cref="NotSupportedException">It is not null.</exception>
    public ISurrogateSelector? SurrogateSelector
    {
        get => null;
        set
        {
            if (value is not null)
                throw new NotSupportedException($"A SurrogateSelector is not asked. Give each surrogate to {nameof(SoapOptions)}.{nameof(SoapOptions.Convention)}: Convention.Fields.WithSurrogate(...).");
        }
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
            // The same options again where nothing was set: their tables are kept with them.
            return assemblies == _options.AssemblyStyle && types == _options.TypeStyle ? _options : _options with { AssemblyStyle = assemblies, TypeStyle = types };
        }
    }

    /// <summary>Writes the graph.</summary>
    /// <exception cref="SerializationException">The graph is of types that cannot be written.</exception>
    public void Serialize(Stream serializationStream, object graph)
    {
        ArgumentNullException.ThrowIfNull(serializationStream);
        if (graph is null)
            throw new ArgumentNullException(nameof(graph));
        try
        {
            Soap.Serialize(serializationStream, graph, Options);
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
        try
        {
            if (Binder is null)
                return Soap.Deserialize<object>(serializationStream, _options);
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

    /// <summary>The options with what the binder says: another type under a name is a rename.</summary>
    SoapOptions Bound(ReadOnlySpan<byte> payload)
    {
        var renames = FormatterBinder.Ask(Binder!, SoapTypes.Of(payload), _options.KnownTypes, Soap.FormatName, nameof(SoapOptions));
        return renames.IsEmpty ? _options : _options with { Renames = [.. _options.Renames, .. renames] };
    }
}
