using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Http.Headers;
using Isomer.Model;

namespace Isomer.Http;

/// <summary>A value as the content of a request or answer of HTTP, in any format.</summary>
/// <example>
/// <code>
/// using var content = IsomerContent.Of(order, Compact.Format);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public sealed class IsomerContent : HttpContent
{
    readonly byte[] _payload;

    IsomerContent(byte[] payload, Format format)
    {
        _payload = payload;
        Headers.ContentType = new MediaTypeHeaderValue(format.MediaType) { CharSet = format.IsText ? "utf-8" : null };
    }

    /// <summary>The value in this format.</summary>
    public static IsomerContent Of<T>(T value, Format format)
    {
        ArgumentNullException.ThrowIfNull(format);
        return new(format.Serialize(value), format);
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return stream.WriteAsync(_payload).AsTask();
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _payload.Length;
        return true;
    }
}
