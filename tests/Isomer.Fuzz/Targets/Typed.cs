using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Isomer.Fuzz.Targets;

/// <summary>
/// A type in a format. The input is read from memory that ends in a forbidden page by emitted shapes, then by one other way in turn: all
/// must give the same value, or refuse at the same path. A value must come back when it is written and read again.
/// </summary>
sealed class Typed<T>(Wire wire, string type, params T[] samples) : Target($"{wire.Name}.{type}", wire.Language)
{
    static readonly CompactOptions s_identities = new() { References = References.Preserve, Limits = new Limits { MaxDepth = 2000 } };

    public override IEnumerable<byte[]> Seeds => samples.Select(s => wire.Write(s, emitted: true));

    public override int Ways => 9;

    /// <summary>An element of binary XML is three bytes: docs/security.md.</summary>
    public override long MemoryBound(int length) =>
        wire.Language is not (Language.Xml or Language.BinaryXml)
            || (typeof(T) != typeof(System.Data.DataSet) && typeof(T) != typeof(System.Data.DataTable)) ? base.MemoryBound(length)
        // To read the smallest schema takes the framework more than a megabyte.
        : ((wire.Language == Language.BinaryXml ? 150L : 100L) * length) + (2 << 20);

    /// <summary>For those that read the input by no format's own text.</summary>
    bool HasText => wire.ReadsText;

    public override int Try(Input input, int way)
    {
        byte[] bytes = input.Array;
        T? value = default;
        WireFormatException? refusal = Refusal("array", bytes.Length, () => value = wire.Read<T>(input.Guarded, emitted: true));
        byte[]? written = refusal is null ? RoundTrip(value!, bytes) : null;
        bool emitted = (way & 1) == 0;
        string name = $"way {way}";
        T? other = default;
        WireFormatException? second;
        switch (way % Ways)
        {
            case 0:
                (name, emitted) = ("reflection", false);
                second = Refusal(name, bytes.Length, () => other = wire.Read<T>(bytes.AsSpan(), emitted: false));
                break;
            case 1:
                name = "stream of 1";
                second = Refusal(name, bytes.Length, () => other = wire.Read<T>(new Drip(bytes, 1), emitted));
                break;
            case 2:
                name = "stream of many";
                second = Refusal(name, bytes.Length, () => other = wire.Read<T>(new Drip(bytes, 1 + (way / Ways % 61)), emitted));
                break;
            case 3:
                int cut = bytes.Length == 0 ? 0 : way / Ways % bytes.Length;
                name = $"sequence cut at {cut}";
                second = Refusal(name, bytes.Length, () => other = wire.Read<T>(Segment.Cut(bytes, cut, bytes.Length + 1), emitted));
                break;
            case 4:
                name = "sequence in pieces";
                second = Refusal(name, bytes.Length,
                    () => other = wire.Read<T>(Segment.Cut(bytes, way / Ways % 5, 1 + (way / Ways % 7)), emitted));
                break;
            case 5:
                name = "async stream";
                second = Refusal(name, bytes.Length,
                    () => other = Finish(wire.ReadAsync<T>(new Drip(bytes, 1 + (way / Ways % 61)), emitted)));
                break;
            case 6:
                name = "pipe";
                second = Refusal(name, bytes.Length,
                    () => other = Finish(wire.ReadAsync<T>(Segment.Pipe(bytes, way / Ways % (bytes.Length + 1)), emitted)));
                break;
            case 7:
                name = "Type twin";
                second = Refusal(name, bytes.Length, () => other = (T)wire.Read(bytes, typeof(T), emitted)!);
                break;
            default:
                if (!HasText || !IsText(bytes, out string text))
                    return 1;
                name = "text";
                second = Refusal(name, text.Length, () => other = wire.FromText<T>(text, emitted));
                break;
        }
        // A byte order mark is for files, streams and sequences; in one piece of memory Json names it, as System.Text.Json does.
        if (way % Ways is >= 1 and <= 6 && wire is JsonWire && bytes is [0xEF, 0xBB, 0xBF, ..])
            return 2;
        Compare(name, refusal, second, written, other!);
        return 2;
    }

    /// <summary>
    /// What is to be compared of two values: the format's own bytes, and Compact's, which tell shared objects from equal ones.
    /// </summary>
    byte[] Canon(T value, byte[] own)
    {
        try
        {
            return [.. own, 0, .. Compact.Serialize(value, s_identities)];
        }
        catch (NotSupportedException)
        {
            return own; // an object of a type that the plain convention was not told
        }
    }

    /// <summary>
    /// What may be refused of a value that was read: deeper than is written, an object whose type is not known to be one, and names that
    /// mean something else to the reader.
    /// </summary>
    static bool IsOfValue(NotSupportedException e) =>
        IsOfStack(e) || Array.Exists(s_ofValue, p => e.Message.Contains(p, StringComparison.Ordinal));

    static readonly string[] s_ofValue = ["nests deeper", "Objects nest deeper", "stands where", "would be read back as",
        "would not be read back from", "has no place in JSON (ContractJsonOptions.IsStrict)"];

    /// <summary>What was read can be written; read again it is the same.</summary>
    byte[]? RoundTrip(T value, byte[] input)
    {
        byte[] own, canon;
        try
        {
            own = wire.Write(value, emitted: true);
            canon = Canon(value, own);
        }
        catch (NotSupportedException e) when (IsOfValue(e))
        {
            return null;
        }
        catch (Exception) when (Tables.AreNotOwn(value))
        {
            return null; // neither does the framework write it
        }
        catch (Exception e)
        {
            throw new BrokenPromiseException("unwritable " + e.GetType().Name, $"What was read cannot be written: {e}", e);
        }
        T? again = default;
        if (Refusal("again", own.Length, () => again = wire.Read<T>(own, emitted: true)) is { } refusal)
            return IsOfStack(refusal) || Tables.AreNotOwn(value)
                ? null
                : throw new BrokenPromiseException("unreadable", $"What was written is refused: {refusal.Message}\n{Show(own)}", refusal);
        // A number behind object may come back as another type, with the same text: so here the text alone counts.
        byte[] second = wire.Write(again!, emitted: true);
        // White space alone is text only where xml:space or CDATA says so, which is not written, in XmlSerializer too.
        bool settles = wire.WritesNumbersAsText
            || (wire is XmlWire && (input.AsSpan().IndexOf("xml:space"u8) >= 0 || input.AsSpan().IndexOf("<![CDATA["u8) >= 0));
        if (settles && !second.AsSpan().SequenceEqual(own))
        {
            // And where numbers become texts, those are texts from then on, with other escapes.
            own = second;
            second = wire.Write(wire.Read<T>(own, emitted: true), emitted: true);
        }
        return second.AsSpan().SequenceEqual(own) || Tables.AreNotOwn(value)
            ? canon
            : throw new BrokenPromiseException("round trip", $"Not the same when read again:\n{Difference(own, second)}");
    }

    void Compare(string way, WireFormatException? first, WireFormatException? second, byte[]? canon, T other)
    {
        if (IsOfStack(first) || IsOfStack(second))
            return;
        if (first is null != second is null)
            throw new BrokenPromiseException("parity of refusal",
                $"array: {first?.Message ?? "a value"}\n{way}: {second?.Message ?? "a value"}", first ?? second);
        if (first is not null)
        {
            // A stream that is gone cannot be gone over again for the path.
            if (first.Path != second!.Path
                && !(second.Path is null && wire.LetsStreamsGo && way is "stream of 1" or "stream of many" or "async stream" or "pipe"))
                throw new BrokenPromiseException("parity of path", $"array: {first.Message}\n{way}: {second.Message}", second);
            return;
        }
        if (canon is null)
            return;
        byte[] theirs = Canon(other, wire.Write(other, emitted: (canon.Length & 1) == 0));
        if (!theirs.AsSpan().SequenceEqual(canon))
            throw new BrokenPromiseException("parity of value", $"array, then {way}:\n{Difference(canon, theirs)}");
    }

    /// <summary>Where two payloads begin to differ.</summary>
    static string Difference(byte[] first, byte[] second)
    {
        int at = first.AsSpan().CommonPrefixLength(second);
        string Part(byte[] bytes) =>
            Show(bytes.AsSpan(Math.Min(Math.Max(0, at - 60), bytes.Length),
                Math.Min(120, bytes.Length - Math.Min(Math.Max(0, at - 60), bytes.Length))));
        return $"at {at}\n{Part(first)}\n{Part(second)}";
    }

    static T Finish(ValueTask<T> task) => task.AsTask().GetAwaiter().GetResult();

    static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    static bool IsText(byte[] bytes, out string text)
    {
        text = "";
        // What says its own encoding, or begins with a mark, is not what a string holds.
        if (!System.Text.Unicode.Utf8.IsValid(bytes) || bytes is [0xEF, 0xBB, 0xBF, ..] || bytes.AsSpan().IndexOf("encoding"u8) >= 0)
            return false;
        text = s_strict.GetString(bytes);
        return true;
    }

    public static string Show(ReadOnlySpan<byte> bytes) =>
        bytes.Length > 2000
            ? Show(bytes[..2000]) + "..."
            : bytes.IndexOfAnyExceptInRange((byte)9, (byte)126) < 0 ? Encoding.ASCII.GetString(bytes) : Convert.ToHexString(bytes);
}
