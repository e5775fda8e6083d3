using System.Text;
using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;
using BinaryFilling =
    Isomer.Calls.FillDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>>;
using BinaryReading =
    Isomer.Calls.ReadDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>>;
using BinaryWriting =
    Isomer.Calls.WriteDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractBinaryEmitter, Isomer.Wire.Xml.XmlBinaryScanner>>;
using TextFilling = Isomer.Calls.FillDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>>;
using TextReading = Isomer.Calls.ReadDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>>;
using TextWriting = Isomer.Calls.WriteDriver<Isomer.Formats.ContractXmlCall<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSink<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>,
    Isomer.Formats.ContractXmlSource<Isomer.Formats.ContractTextEmitter, Isomer.Wire.Xml.XmlScanner>>;

namespace Isomer.Formats;

/// <summary>One value as a whole document, in one of the forms.</summary>
internal readonly struct ContractXmlCall<TEmit, TScan>(ContractXmlOptions options)
    : IWriteCall<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>,
        IFillCall<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>
    where TEmit : struct, IContractEmitter<TEmit>, allows ref struct
    where TScan : struct, IXmlScanner<TScan>, allows ref struct
{
    public Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>, T> Find<T>(int bytes) =>
        Codecs<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>>.Of<T>(options.Profile.Convention, bytes);

    public Codec<ContractXmlSink<TEmit, TScan>, ContractXmlSource<TEmit, TScan>> Find(Type type) =>
        ContractXmlResolvedRoot<TEmit, TScan>.Of(options.Profile, type);

    /// <summary>The root is called as the declared type; what it holds is the target's own type, or i:type says otherwise.</summary>
    public (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own) =>
        (options.Profile.Convention.ModelOf(declared), options.Profile.Convention.ModelOf(own));

    public void Begin<T>(ref ContractXmlSink<TEmit, TScan> sink, OutputTarget target, TypeModel root, T value)
    {
        sink.Begin(target, options.Profile);
        sink.BeginRoot(root, value);
    }

    public byte[]? Finish(ref ContractXmlSink<TEmit, TScan> sink, OutputTarget target) => sink.Finish(target);

    public void Release(ref ContractXmlSink<TEmit, TScan> sink) => sink.Dispose();

    public void Begin(ref ContractXmlSource<TEmit, TScan> source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        var text = TScan.Prepare(payload, options.Profile.Rules, out _);
        source.Begin(TScan.Create(text, options.Profile.Rules, options.Profile.Names), options.Profile);
        source.BeginRoot(root);
    }

    public void Finish(ref ContractXmlSource<TEmit, TScan> source) => source.End();

    public void Release(ref ContractXmlSource<TEmit, TScan> source) => source.Dispose();

    public bool IsInput(Exception e) => InputErrors.IsInput(e);

    public WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref ContractXmlSource<TEmit, TScan> source) =>
        ContractXmlErrors.Place<TScan>(e, payload, source.Position, options.Profile);
}

/// <summary>Data contracts in either form: text, or binary XML.</summary>
internal readonly struct ContractXmlCalls : ITextCalls<ContractXmlOptions>
{
    public static ContractXmlOptions Default => ContractXmlOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, ContractXmlOptions options) => options.Form == ContractXmlForm.Text
        ? TextWriting.Write(new(options), target, value)
        : BinaryWriting.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, ContractXmlOptions options) =>
        options.Form == ContractXmlForm.Text
            ? TextWriting.Write(new(options), target, value, type)
            : BinaryWriting.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, ContractXmlOptions options) => options.Form == ContractXmlForm.Text
        ? TextReading.Read<T>(new(options), payload)
        : BinaryReading.Read<T>(new(options), payload);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, ContractXmlOptions options) => options.Form == ContractXmlForm.Text
        ? TextReading.Read(new(options), payload, type)
        : BinaryReading.Read(new(options), payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractXmlOptions options) => options.Form == ContractXmlForm.Text
        ? TextFilling.Fill(new(options), payload, target)
        : BinaryFilling.Fill(new(options), payload, target);

    public static ContractXmlOptions Textual(ContractXmlOptions options) => options.Form == ContractXmlForm.Text ? options
        : throw new NotSupportedException(
            $"Binary XML is no text. Use Serialize and Deserialize, or {nameof(ContractXmlForm)}.{nameof(ContractXmlForm.Text)}.");

    public static string ToText(ReadOnlySpan<byte> payload) => Encoding.UTF8.GetString(payload);

    public static InputText FromText(string text, out int skipped) => XmlStrings.ToUtf8(text, nameof(ContractXml), out skipped);
}
