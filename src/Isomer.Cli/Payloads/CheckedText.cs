using System.Text;
using Isomer.Wire;

namespace Isomer.Cli.Payloads;

/// <summary>Text of another encoding as UTF-8; what is none in it, behind a beginning that was, is told as damaged input.</summary>
sealed class CheckedText(Stream inner, Encoding encoding, string name) : ForwardStream
{
    readonly Stream _text = Encoding.CreateTranscodingStream(inner, encoding, new UTF8Encoding(false));
    long _length;

    public override int Read(Span<byte> buffer)
    {
        try
        {
            int read = _text.Read(buffer);
            _length += read;
            return read;
        }
        catch (DecoderFallbackException e)
        {
            throw new InvalidDataException($"The {name} is damaged, behind {_length} bytes of what it is as UTF-8.", e);
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _text.Dispose();
        base.Dispose(disposing);
    }
}
