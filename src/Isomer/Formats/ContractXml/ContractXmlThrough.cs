using System.Xml;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Elements through writers and readers of the caller's.</summary>
internal static class ContractXmlThrough
{
    /// <summary>Writes the root element, or what is in it.</summary>
    public static void Write(XmlWriter writer, object? value, Type type, ContractXmlOptions options, ContractWriterPart part)
    {
        if (part == ContractWriterPart.Content)
            XmlContent.CheckInElement(writer);
        var codec = Codecs<ContractXmlSink<ContractWriterEmitter, XmlReaderScanner>,
            ContractXmlSource<ContractWriterEmitter, XmlReaderScanner>>.Of(options.Profile.Convention.ModelOf(type));
        var sink = default(ContractXmlSink<ContractWriterEmitter, XmlReaderScanner>);
        sink.Begin(new ContractWriterEmitter(writer, part), options.Profile);
        try
        {
            sink.BeginRoot(codec.Model, value);
            sink.Emitter.EndRoot();
            codec.WriteObject(ref sink, value);
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>Opens the root element.</summary>
    public static void WriteStart(XmlWriter writer, object? value, Type type, ContractXmlOptions options)
    {
        var sink = default(ContractXmlSink<ContractWriterEmitter, XmlReaderScanner>);
        sink.Begin(new ContractWriterEmitter(writer, ContractWriterPart.Start), options.Profile);
        try
        {
            sink.BeginRoot(options.Profile.Convention.ModelOf(type), value);
        }
        finally
        {
            sink.Dispose();
        }
    }

    /// <summary>Reads the element at which the reader stands, and leaves it behind that.</summary>
    public static object? Read(XmlReader reader, Type type, ContractXmlOptions options)
    {
        var codec = ContractXmlResolvedRoot<ContractWriterEmitter, XmlReaderScanner>.Of(options.Profile, type);
        var source = default(ContractXmlSource<ContractWriterEmitter, XmlReaderScanner>);
        source.Begin(new XmlReaderScanner(reader, options.Profile.Rules), options.Profile);
        string path = "/";
        try
        {
            try
            {
                source.BeginRoot(codec.Model);
                object? value = codec.ReadObject(ref source);
                source.Complete();
                return value;
            }
            finally
            {
                path = source.Scanner.Path;
                source.Dispose();
            }
        }
        catch (Exception e) when (InputErrors.IsInput(e))
        {
            throw Place(e, reader, path);
        }
    }

    /// <summary>The one exception: of a reader the place is the line, if it tells one.</summary>
    static WireFormatException Place(Exception e, XmlReader reader, string path)
    {
        var error = e as WireFormatException ?? new WireFormatException($"A value was refused: {e.Message}", e);
        (error.Format, error.Path, error.Offset) = ("ContractXml", path, 0);
        if (reader is IXmlLineInfo line && line.HasLineInfo())
            (error.Line, error.Column) = (line.LineNumber, line.LinePosition);
        return error;
    }
}
