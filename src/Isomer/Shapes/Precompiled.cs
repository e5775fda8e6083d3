using System.Diagnostics.CodeAnalysis;
using Isomer.Copying;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Shapes;

/// <summary>
/// Never called. The ahead-of-time compiler makes code of a generic type only where an ordinary method calls it with all its
/// arguments named, and every call of an interpreter is generic or virtual: here each format's is named, so that the package
/// brings it compiled. Without this the first call of Xml waited for 30 methods of it.
/// </summary>
internal static class Precompiled
{
    static void Formats(TypeModel model)
    {
        Interpreter<JsonSink, JsonSource>(model);
        Interpreter<FastJsonSink, FastJsonSource>(model);
        Interpreter<CompactSink, CompactSource>(model);
        Interpreter<ProtobufSink, ProtobufSource>(model);
        Interpreter<XmlSink, XmlSource>(model);
        Interpreter<ContractXmlSink<ContractTextEmitter, XmlScanner>, ContractXmlSource<ContractTextEmitter, XmlScanner>>(model);
        Interpreter<ContractXmlSink<ContractBinaryEmitter, XmlBinaryScanner>, ContractXmlSource<ContractBinaryEmitter, XmlBinaryScanner>>(
            model);
        Interpreter<ContractXmlSink<ContractWriterEmitter, XmlReaderScanner>, ContractXmlSource<ContractWriterEmitter, XmlReaderScanner>>(
            model);
        Interpreter<NrbfSink, NrbfSource>(model);
        Interpreter<SoapSink, SoapSource>(model);
        Interpreter<CopySink, CopySource>(model);
        Interpreter<WriterSink<PlainTraits>, ReaderSource<PlainTraits>>(model);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Never called: it names what is to be compiled ahead of time.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Never called: it names what is to be compiled ahead of time.")]
    static void Interpreter<TSink, TSource>(TypeModel model)
        where TSink : struct, ISink, allows ref struct
        where TSource : struct, ISource, allows ref struct
    {
        TSink sink = default;
        TSource source = default;
        var codec = new ReflectionCodec<TSink, TSource, object>(model);
        codec.Write(ref sink, model);
        codec.WriteObject(ref sink, model);
        codec.WriteExactObject(ref sink, model);
        object value = codec.Read(ref source);
        codec.Fill(ref source, ref value);
        codec.ReadObject(ref source);
        codec.ReadExactObject(ref source);
        codec.FillObject(ref source, value);
    }
}
