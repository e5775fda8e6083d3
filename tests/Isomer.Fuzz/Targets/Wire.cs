using System.Buffers;
using System.IO.Pipelines;
using Isomer.Formats;
using Isomer.Wire;

namespace Isomer.Fuzz.Targets;

/// <summary>How the bytes of a format are made and mutated.</summary>
enum Language { Json, Xml, BinaryXml, Protobuf, Compact, Nrbf, Proto, Csv }

/// <summary>A format with one set of options, on both tiers, by all its ways of reading.</summary>
abstract class Wire(string name, Language language)
{
    public string Name { get; } = name;

    public Language Language { get; } = language;

    public abstract byte[] Write<T>(T value, bool emitted);

    public abstract T Read<T>(ReadOnlySpan<byte> bytes, bool emitted);

    public abstract T Read<T>(Stream stream, bool emitted);

    public abstract T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted);

    public abstract ValueTask<T> ReadAsync<T>(Stream stream, bool emitted);

    public abstract ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted);

    public abstract object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted);

    /// <summary>Whether numbers are written as text, which behind object is then read as text.</summary>
    public virtual bool WritesNumbersAsText => false;

    /// <summary>Whether a stream is let go while it is read: it cannot be gone over again for the path of an error.</summary>
    public virtual bool LetsStreamsGo => false;

    /// <summary>Whether a text of UTF-16 can be read.</summary>
    public virtual bool ReadsText => false;

    public virtual T FromText<T>(string text, bool emitted) => throw new NotSupportedException();
}

sealed class JsonWire(string name, JsonOptions options, JsonOptions reflected) : Wire(name, Language.Json)
{
    JsonOptions Of(bool emitted) => emitted ? options : reflected;

    public override bool WritesNumbersAsText => (options.Numbers & JsonNumbers.WriteAsString) != 0;

    public override byte[] Write<T>(T value, bool emitted) => Json.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Json.Deserialize<T>(bytes, Of(emitted));

    /// <summary>In a window from the first bytes on, where the options allow one: what is short would be read whole.</summary>
    public override T Read<T>(Stream stream, bool emitted) =>
        JsonInput.Serves(Of(emitted)) ? JsonWindow.Read<T>(stream, Of(emitted)) : Json.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Json.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Json.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Json.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Json.Deserialize(bytes, type, Of(emitted));

    public override bool ReadsText => true;

    public override T FromText<T>(string text, bool emitted) => Json.FromText<T>(text, Of(emitted));
}

/// <summary>Json's window on a stream, from the first bytes on.</summary>
static class JsonWindow
{
    public static T Read<T>(Stream stream, JsonOptions options)
    {
        var begun = InputText.Read(stream, 1);
        return JsonCalls.ReadOn<T>(begun, stream, options);
    }

    public static object? Read(Stream stream, Type type, JsonOptions options)
    {
        var begun = InputText.Read(stream, 1);
        return JsonCalls.ReadOn(begun, stream, type, options);
    }
}

sealed class CompactWire(string name, CompactOptions options) : Wire(name, Language.Compact)
{
    readonly CompactOptions _reflected = options with { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) };

    CompactOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => Compact.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Compact.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => Compact.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Compact.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Compact.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Compact.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Compact.Deserialize(bytes, type, Of(emitted));
}

sealed class NrbfWire(string name, NrbfOptions options) : Wire(name, Language.Nrbf)
{
    readonly NrbfOptions _reflected = options with { Convention = options.Convention.WithTier(ShapeTier.Reflection) };

    NrbfOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => Nrbf.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Nrbf.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => Nrbf.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Nrbf.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Nrbf.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Nrbf.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Nrbf.Deserialize(bytes, type, Of(emitted));
}

sealed class SoapWire(string name, SoapOptions options) : Wire(name, Language.Xml)
{
    readonly SoapOptions _reflected = options with { Convention = options.Convention.WithTier(ShapeTier.Reflection) };

    SoapOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => Soap.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Soap.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => Soap.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Soap.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Soap.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Soap.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Soap.Deserialize(bytes, type, Of(emitted));
}

sealed class ProtobufWire(string name, ProtobufOptions options) : Wire(name, Language.Protobuf)
{
    readonly ProtobufOptions _reflected =
        options with { Convention = ((ProtobufConvention)options.Convention).WithTier(ShapeTier.Reflection) };

    ProtobufOptions Of(bool emitted) => emitted ? options : _reflected;

    public override bool LetsStreamsGo => true;

    public override byte[] Write<T>(T value, bool emitted) => Protobuf.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Protobuf.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => Protobuf.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Protobuf.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Protobuf.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Protobuf.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Protobuf.Deserialize(bytes, type, Of(emitted));
}

sealed class XmlWire(string name, XmlOptions options) : Wire(name, Language.Xml)
{
    readonly XmlOptions _reflected = options with { Convention = options.Convention.WithTier(ShapeTier.Reflection) };

    XmlOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => Isomer.Xml.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => Isomer.Xml.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => Isomer.Xml.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => Isomer.Xml.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => Isomer.Xml.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => Isomer.Xml.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => Isomer.Xml.Deserialize(bytes, type, Of(emitted));

    public override bool ReadsText => true;

    public override T FromText<T>(string text, bool emitted) => Isomer.Xml.FromText<T>(text, Of(emitted));
}

sealed class ContractXmlWire(string name, ContractXmlOptions options)
    : Wire(name, options.Form == ContractXmlForm.Binary ? Language.BinaryXml : Language.Xml)
{
    readonly ContractXmlOptions _reflected = options with { Convention = options.Convention.WithTier(ShapeTier.Reflection) };

    ContractXmlOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => ContractXml.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => ContractXml.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => ContractXml.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => ContractXml.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => ContractXml.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => ContractXml.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => ContractXml.Deserialize(bytes, type, Of(emitted));

    public override bool ReadsText => Language == Language.Xml;

    public override T FromText<T>(string text, bool emitted) => ContractXml.FromText<T>(text, Of(emitted));
}

sealed class ContractJsonWire(string name, ContractJsonOptions options) : Wire(name, Language.Json)
{
    readonly ContractJsonOptions _reflected = options with { Convention = options.Convention.WithTier(ShapeTier.Reflection) };

    ContractJsonOptions Of(bool emitted) => emitted ? options : _reflected;

    public override byte[] Write<T>(T value, bool emitted) => ContractJson.Serialize(value, Of(emitted));

    public override T Read<T>(ReadOnlySpan<byte> bytes, bool emitted) => ContractJson.Deserialize<T>(bytes, Of(emitted));

    public override T Read<T>(Stream stream, bool emitted) => ContractJson.Deserialize<T>(stream, Of(emitted));

    public override T Read<T>(in ReadOnlySequence<byte> sequence, bool emitted) => ContractJson.Deserialize<T>(sequence, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(Stream stream, bool emitted) => ContractJson.DeserializeAsync<T>(stream, Of(emitted));

    public override ValueTask<T> ReadAsync<T>(PipeReader pipe, bool emitted) => ContractJson.DeserializeAsync<T>(pipe, Of(emitted));

    public override object? Read(ReadOnlySpan<byte> bytes, Type type, bool emitted) => ContractJson.Deserialize(bytes, type, Of(emitted));

    public override bool ReadsText => true;

    public override T FromText<T>(string text, bool emitted) => ContractJson.FromText<T>(text, Of(emitted));
}
