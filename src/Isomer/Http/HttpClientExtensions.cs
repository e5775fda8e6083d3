using System.Diagnostics.CodeAnalysis;
using System.Net.Http.Headers;
using Isomer.Model;

namespace Isomer.Http;

/// <summary>
/// Values over HTTP, in any format: what the server answers is read by the format that its Content-Type names. JSON is what the web has,
/// <see cref="JsonOptions.Web"/>, unless options of your own say otherwise (<c>Json.Format.With(options)</c>).
/// </summary>
/// <example>
/// <code>
/// Order? order = await client.GetFromIsomerAsync&lt;Order&gt;("orders/7", Compact.Format);
/// </code>
/// </example>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public static class HttpClientExtensions
{
    /// <summary>Gets a value, asking for this format.</summary>
    /// <exception cref="HttpRequestException">The answer is no success.</exception>
    /// <exception cref="WireFormatException">The answer is not what its format or the type allows.</exception>
    public static async Task<T?> GetFromIsomerAsync<T>(this HttpClient client, [StringSyntax(StringSyntaxAttribute.Uri)] string? requestUri,
        Format format, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(client);
        ArgumentNullException.ThrowIfNull(format);
        using var request = new HttpRequestMessage(HttpMethod.Get, requestUri);
        HttpFormats.Accept(request, format);
        using var response =
            await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadFromIsomerAsync<T>(format, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Posts a value in this format, and asks for an answer in it.</summary>
    public static Task<HttpResponseMessage> PostAsIsomerAsync<T>(this HttpClient client,
        [StringSyntax(StringSyntaxAttribute.Uri)] string? requestUri, T value, Format format,
        CancellationToken cancellationToken = default) =>
        SendAsync(client, HttpMethod.Post, requestUri, value, format, cancellationToken);

    /// <summary>Puts a value in this format, and asks for an answer in it.</summary>
    public static Task<HttpResponseMessage> PutAsIsomerAsync<T>(this HttpClient client,
        [StringSyntax(StringSyntaxAttribute.Uri)] string? requestUri, T value, Format format,
        CancellationToken cancellationToken = default) =>
        SendAsync(client, HttpMethod.Put, requestUri, value, format, cancellationToken);

    /// <summary>The value of a content.</summary>
    /// <param name="content">The content.</param>
    /// <param name="format">The format, with its options, where the content is of its media type or says none. Another is read by the
    /// defaults of the format that it names. <see cref="Json.Format"/> stands for <see cref="JsonOptions.Web"/> here.</param>
    /// <param name="cancellationToken">Cancels the reading.</param>
    public static async Task<T?> ReadFromIsomerAsync<T>(this HttpContent content, Format format,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        ArgumentNullException.ThrowIfNull(format);
        byte[] payload = await content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
        var type = content.Headers.ContentType;
        return HttpFormats.Read<T>(HttpFormats.OfContent(type, format), type, payload);
    }

    static async Task<HttpResponseMessage> SendAsync<T>(HttpClient client, HttpMethod method, string? requestUri, T value, Format format,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(client);
        using var request = new HttpRequestMessage(method, requestUri) { Content = IsomerContent.Of(value, format) };
        HttpFormats.Accept(request, format);
        return await client.SendAsync(request, cancellationToken).ConfigureAwait(false);
    }
}
