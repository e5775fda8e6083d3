using System.Diagnostics.CodeAnalysis;
using System.Net;
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
        Headers.ContentType = HttpFormats.TypeOf(format);
    }

    /// <summary>The value in this format.</summary>
    public static IsomerContent Of<T>(T value, Format format)
    {
        ArgumentNullException.ThrowIfNull(format);
        return new(HttpFormats.ForWeb(format).Serialize(value), format);
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
