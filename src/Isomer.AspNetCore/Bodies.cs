using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;

namespace Isomer.AspNetCore;

/// <summary>Reads bodies whole, from the server's own buffers, as far as the limit goes.</summary>
internal static class Bodies
{
    /// <summary>The value of a body; null for an empty one.</summary>
    /// <exception cref="BadHttpRequestException">It is too long.</exception>
    /// <exception cref="WireFormatException">It is not what the format or the type allows.</exception>
    public static async ValueTask<object?> ReadAsync(HttpContext context, WebFormat format, IsomerWebOptions options,
        Func<Format, ReadOnlySequence<byte>, object?> read)
    {
        if (context.Request.ContentLength > options.MaxBodySize)
            throw TooLong(options);
        var body = context.Request.BodyReader;
        for (; ; )
        {
            ReadResult result = await body.ReadAsync(context.RequestAborted).ConfigureAwait(false);
            var bytes = result.Buffer;
            if (bytes.Length > options.MaxBodySize)
            {
                // The server reads on to answer: what was given out has to be given back.
                body.AdvanceTo(bytes.End);
                throw TooLong(options);
            }
            if (!result.IsCompleted)
            {
                body.AdvanceTo(bytes.Start, bytes.End);
                continue;
            }
            try
            {
                return bytes.IsEmpty ? null : read(format.Format, format.Format.IsText ? WithoutMark(bytes) : bytes);
            }
            finally
            {
                body.AdvanceTo(bytes.End);
            }
        }
    }

    /// <summary>A byte order mark is passed over in every text, as ASP.NET Core has it in JSON.</summary>
    static ReadOnlySequence<byte> WithoutMark(ReadOnlySequence<byte> bytes)
    {
        var reader = new SequenceReader<byte>(bytes);
        return reader.IsNext([0xEF, 0xBB, 0xBF], advancePast: true) ? bytes.Slice(reader.Position) : bytes;
    }

    static BadHttpRequestException TooLong(IsomerWebOptions options) =>
        new($"The body is longer than {options.MaxBodySize} bytes.", StatusCodes.Status413PayloadTooLarge);
}
