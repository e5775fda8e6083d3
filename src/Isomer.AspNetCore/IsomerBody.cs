using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Isomer.AspNetCore;

/// <summary>The body of a request, read by the format that its Content-Type names: a parameter of a minimal API's handler.</summary>
/// <example>
/// <code>
/// app.MapPost("/orders", (IsomerBody&lt;Order&gt; body) => IsomerResults.Ok(Shop.Add(body.Value)));
/// </code>
/// </example>
/// <param name="value">What was read.</param>
public sealed class IsomerBody<T>(T value) : IEndpointParameterMetadataProvider
{
    /// <summary>The value that the body holds.</summary>
    public T Value { get; } = value;

    /// <summary>Called by ASP.NET Core for a parameter of this type.</summary>
    /// <exception cref="BadHttpRequestException">The format is not spoken here (415), or the body is too long (413), empty, or not what the
    /// format or the type allows (400); of the last its inner exception is the <see cref="WireFormatException"/>, whose path is
    /// answered.</exception>
    /// <remarks>
    /// ASP.NET Core's generator calls it, whose code no other generator can lead elsewhere: what the trimmer would tell of that call, the
    /// analyzer ISO0201 tells of the parameter, where no shapes are made.
    /// </remarks>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "ISO0201 tells of the parameter.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "ISO0201 tells of the parameter.")]
    public static async ValueTask<IsomerBody<T>?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        var options = context.RequestServices.GetRequiredService<IOptions<IsomerWebOptions>>().Value;
        var format = Negotiation.OfBody(options, context.Request.ContentType)
            ?? throw new BadHttpRequestException($"No format is spoken here that is called '{context.Request.ContentType}'.",
                StatusCodes.Status415UnsupportedMediaType);
        object? read;
        try
        {
            read = await Bodies.ReadAsync(context, format, options, static (f, bytes) => f.Deserialize<T>(bytes)).ConfigureAwait(false);
        }
        catch (WireFormatException e)
        {
            // One that the application's own code throws, of a file or of what another server answered, is none of the client's.
            throw new BadHttpRequestException("The body is not valid.", StatusCodes.Status400BadRequest, e);
        }
        return read is T there
            ? new IsomerBody<T>(there)
            : throw new BadHttpRequestException("The request has no body, or it is null.", StatusCodes.Status400BadRequest);
    }

    /// <summary>Tells descriptions of the API what the body is.</summary>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var options = builder.ApplicationServices.GetRequiredService<IOptions<IsomerWebOptions>>().Value;
        builder.Metadata.Add(
            new AcceptsMetadata([.. options.Formats.SelectMany(static f => f.MediaTypes).Select(static m => m.ToString()).Distinct()],
                typeof(T)));
    }
}
