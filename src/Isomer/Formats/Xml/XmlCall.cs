using Isomer.Calls;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>One value as a whole document. The root, which has a name of its own, is looked up with the codec.</summary>
internal struct XmlCall(XmlOptions options, XmlEvents? events = null) : IWriteCall<XmlSink, XmlSource>, IFillCall<XmlSink, XmlSource>
{
    XmlRoot _root;
    bool _fills;

    public Codec<XmlSink, XmlSource, T> Find<T>(int bytes)
    {
        _root = XmlRoot.Of(typeof(T), options);
        return Codecs<XmlSink, XmlSource>.Of<T>(_root.Facts.Convention, bytes);
    }

    public Codec<XmlSink, XmlSource> Find(Type type)
    {
        _root = XmlRoot.Of(type, options);
        return Codecs<XmlSink, XmlSource>.Of(_root.Facts.Model);
    }

    public (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        _root = XmlRoot.Of(declared, options);
        _fills = true;
        return (_root.Facts.Model, _root.Facts.Model);
    }

    public readonly void Begin<T>(ref XmlSink sink, OutputTarget target, TypeModel root, T value) =>
        sink.Begin(target, options.Profile, _root.Facts, _root.Place);

    public readonly byte[]? Finish(ref XmlSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return sink.Output.ToArray();
        sink.Output.Finish();
        return null;
    }

    public readonly void Release(ref XmlSink sink) => sink.Dispose();

    public readonly void Begin(ref XmlSource source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        source.Begin(XmlInput.ToUtf8(payload, options.Profile.Rules, out _), options.Profile, _root.Facts, _root.Place, events);
        source.FillsRoot = _fills;
        source.Begin();
    }

    public readonly void Finish(ref XmlSource source) => source.End();

    public readonly void Release(ref XmlSource source) => source.Dispose();

    public readonly bool IsInput(Exception e) => InputErrors.IsInput(e);

    public readonly WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref XmlSource source) =>
        XmlErrors.Place(e, payload, source.ErrorOffset, source.Position, options.Profile.Rules);
}

/// <summary>XmlSerializer's XML.</summary>
internal readonly struct XmlCalls : ITextCalls<XmlOptions>
{
    public static XmlOptions Default => XmlOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, XmlOptions options) =>
        WriteDriver<XmlCall, XmlSink, XmlSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, XmlOptions options) =>
        WriteDriver<XmlCall, XmlSink, XmlSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, XmlOptions options) =>
        ReadDriver<XmlCall, XmlSink, XmlSource>.Read<T>(new(options), payload);

    public static object? Read(ReadOnlySpan<byte> payload, Type type, XmlOptions options) =>
        ReadDriver<XmlCall, XmlSink, XmlSource>.Read(new(options), payload, type);

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, XmlOptions options) =>
        FillDriver<XmlCall, XmlSink, XmlSource>.Fill(new(options), payload, target);

    public static XmlOptions Textual(XmlOptions options) => options;

    public static string ToText(ReadOnlySpan<byte> payload) => XmlStrings.Of(payload);

    public static InputText FromText(string text, out int skipped) => XmlStrings.ToUtf8(text, nameof(Xml), out skipped);
}
