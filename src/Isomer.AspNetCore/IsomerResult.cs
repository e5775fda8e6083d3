using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Isomer.AspNetCore;

/// <summary>Results of minimal APIs in the format that the client accepts.</summary>
[RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
public static class IsomerResults
{
    /// <summary>
    /// The value, with status 200. An <see cref="IAsyncEnumerable{T}"/> is sent item by item as JSON, and as a list in other formats.
    /// </summary>
    public static IsomerResult<T> Ok<T>(T value) => new(value, StatusCodes.Status200OK);

    /// <summary>The value, with a status of its own.</summary>
    public static IsomerResult<T> Status<T>(int statusCode, T value) => new(value, statusCode);
}

/// <summary>A value in the format that the client accepts; 406 where none of it is spoken here.</summary>
/// <param name="value">The value, written as one of type <typeparamref name="T"/>.</param>
/// <param name="statusCode">The status of the answer.</param>
[method: RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
public sealed class IsomerResult<T>(T value, int statusCode)
    : IResult, IValueHttpResult<T>, IValueHttpResult, IStatusCodeHttpResult, IEndpointMetadataProvider
{
    /// <inheritdoc/>
    public T Value => value;

    object? IValueHttpResult.Value => value;

    /// <summary>The status of the answer.</summary>
    public int StatusCode => statusCode;

    int? IStatusCodeHttpResult.StatusCode => statusCode;

    /// <inheritdoc/>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        return Answers.NegotiateAsync(httpContext, value, typeof(T), statusCode);
    }

    /// <summary>Tells descriptions of the API what the answer is.</summary>
    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var options = builder.ApplicationServices.GetRequiredService<IOptions<IsomerWebOptions>>().Value;
        builder.Metadata.Add(
            new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T),
                [.. options.Formats.Select(static f => f.MediaTypes[0].ToString()).Distinct()]));
    }
}
