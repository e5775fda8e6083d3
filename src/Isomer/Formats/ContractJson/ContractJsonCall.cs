using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Isomer.Calls;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Nodes;
using Isomer.Shapes;
using Isomer.Wire;
using ReaderSource = Isomer.Shapes.ReaderSource<Isomer.Shapes.PlainTraits>;
using WriterSink = Isomer.Shapes.WriterSink<Isomer.Shapes.PlainTraits>;

namespace Isomer.Formats;

/// <summary>
/// One value as JSON of data contracts. The reader is a class over memory that stays where it is: the payload must be pinned.
/// </summary>
internal unsafe struct ContractJsonCall(ContractJsonOptions options)
    : IWriteCall<WriterSink, ReaderSource>, IFillCall<WriterSink, ReaderSource>
{
    ContractJsonWriter? _writer;
    ContractJsonReader? _reader;
    int _position;
    byte[]? _utf8;

    public readonly Codec<WriterSink, ReaderSource, T> Find<T>(int bytes) =>
        Codecs<WriterSink, ReaderSource>.Of<T>(options.Profile.Convention, bytes);

    public readonly Codec<WriterSink, ReaderSource> Find(Type type) =>
        ReplacedRoot<WriterSink, ReaderSource>.Of(options.Profile.Convention.ModelOf(type));

    /// <summary>Every object of a run-time type names it, so the target's own is declared.</summary>
    public readonly (TypeModel Root, TypeModel Held) FindToFill(Type declared, Type own)
    {
        var model = options.Profile.Convention.ModelOf(own);
        return (model, model);
    }

    public void Begin<T>(ref WriterSink sink, OutputTarget target, TypeModel root, T value)
    {
        _writer = ContractJsonWriter.Begin(target, options.Profile);
        sink = new WriterSink(_writer);
        _writer.BeginRoot(root);
    }

    public readonly byte[]? Finish(ref WriterSink sink, OutputTarget target)
    {
        if (target.IsNone)
            return _writer!.Output.ToArray();
        _writer!.Output.Flush();
        return null;
    }

    public readonly void Release(ref WriterSink sink) => _writer?.End();

    public void Begin(ref ReaderSource source, ReadOnlySpan<byte> payload, TypeModel root)
    {
        if (ContractJsonUtf16.Is(payload))
            payload = _utf8 = ContractJsonUtf16.ToUtf8(payload);
        _reader =
            ContractJsonReader.Begin((byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(payload)), payload.Length, options.Profile);
        source = new ReaderSource(_reader);
        _reader.BeginRoot(root);
    }

    public readonly void Finish(ref ReaderSource source) => _reader!.CheckEnd();

    public void Release(ref ReaderSource source)
    {
        if (_reader is null)
            return;
        _position = _reader.Position;
        _reader.Done();
    }

    public readonly bool IsInput(Exception e) => InputErrors.IsInput(e);

    public readonly WireFormatException Place(Exception e, ReadOnlySpan<byte> payload, ref ReaderSource source)
    {
        var error = JsonErrors.Place(e, _utf8 ?? payload, _position, nameof(ContractJson));
        if (_utf8 is not null)
            ContractJsonUtf16.Move(error, _utf8, payload);
        return error;
    }
}

/// <summary>JSON of data contracts.</summary>
internal readonly unsafe struct ContractJsonCalls : ITextCalls<ContractJsonOptions>
{
    public static ContractJsonOptions Default => ContractJsonOptions.Default;

    public static bool PassesMark => false;

    public static byte[]? Write<T>(OutputTarget target, T value, ContractJsonOptions options) =>
        WriteDriver<ContractJsonCall, WriterSink, ReaderSource>.Write(new(options), target, value);

    public static byte[]? Write(OutputTarget target, object? value, Type type, ContractJsonOptions options) =>
        WriteDriver<ContractJsonCall, WriterSink, ReaderSource>.Write(new(options), target, value, type);

    public static T Read<T>(ReadOnlySpan<byte> payload, ContractJsonOptions options)
    {
        fixed (byte* pinned = payload)
            return ReadDriver<ContractJsonCall, WriterSink, ReaderSource>.Read<T>(new(options), payload);
    }

    public static object? Read(ReadOnlySpan<byte> payload, Type type, ContractJsonOptions options)
    {
        fixed (byte* pinned = payload)
            return ReadDriver<ContractJsonCall, WriterSink, ReaderSource>.Read(new(options), payload, type);
    }

    public static T Fill<T>(T target, ReadOnlySpan<byte> payload, ContractJsonOptions options)
    {
        fixed (byte* pinned = payload)
            return FillDriver<ContractJsonCall, WriterSink, ReaderSource>.Fill(new(options), payload, target);
    }

    public static ContractJsonOptions Textual(ContractJsonOptions options) => options;

    public static string ToText(ReadOnlySpan<byte> payload) => Encoding.UTF8.GetString(payload);

    public static InputText FromText(string text, out int skipped)
    {
        skipped = 0;
        return JsonText.ToUtf8(text, nameof(ContractJson));
    }
}

/// <summary>Texts in UTF-16, which the original reads too: known by their mark or their zero bytes.</summary>
static class ContractJsonUtf16
{
    /// <summary>No text in UTF-8 begins so: the first character of JSON is ASCII.</summary>
    public static bool Is(ReadOnlySpan<byte> payload) =>
        payload.Length >= 2 && (payload[0] == 0 != (payload[1] == 0) || HasMark(payload));

    static bool HasMark(ReadOnlySpan<byte> payload) => payload is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..];

    static UnicodeEncoding EncodingOf(ReadOnlySpan<byte> payload) =>
        new(HasMark(payload) ? payload[0] == 0xFE : payload[0] == 0, false, throwOnInvalidBytes: true);

    /// <summary>In memory that stays where it is, as the reader needs it.</summary>
    public static byte[] ToUtf8(ReadOnlySpan<byte> payload)
    {
        try
        {
            string text = EncodingOf(payload).GetString(payload[(HasMark(payload) ? 2 : 0)..]);
            byte[] utf8 = GC.AllocateUninitializedArray<byte>(Encoding.UTF8.GetByteCount(text), pinned: true);
            Encoding.UTF8.GetBytes(text, utf8);
            return utf8;
        }
        catch (DecoderFallbackException e)
        {
            throw new WireFormatException("The text is not valid UTF-16.", e) { Offset = 0 };
        }
    }

    /// <summary>The node of such a text.</summary>
    public static Node? Node(ReadOnlySpan<byte> payload)
    {
        byte[] utf8;
        try
        {
            utf8 = ToUtf8(payload);
        }
        catch (WireFormatException e)
        {
            throw JsonErrors.Place(e, payload, 0, nameof(ContractJson));
        }
        try
        {
            return ContractJsonNodes.Read(utf8, new NodePlaces());
        }
        catch (WireFormatException e)
        {
            Move(e, utf8, payload);
            throw;
        }
    }

    /// <summary>Tells the place of an error in the text that was given.</summary>
    public static void Move(WireFormatException error, ReadOnlySpan<byte> utf8, ReadOnlySpan<byte> payload) =>
        TextErrors.MovedToInput(error, utf8, EncodingOf(payload), HasMark(payload) ? 2 : 0, payload.Length);
}
