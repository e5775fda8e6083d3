using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Extensions.Options;

namespace Isomer.AspNetCore;

/// <summary>Bodies of controllers' actions, in any of the formats.</summary>
internal sealed class IsomerInputFormatter(IsomerWebOptions options)
    : IInputFormatter, Microsoft.AspNetCore.Mvc.ApiExplorer.IApiRequestFormatMetadataProvider
{
    public bool CanRead(InputFormatterContext context) => Negotiation.OfBody(options, context.HttpContext.Request.ContentType) is not null;

    public async Task<InputFormatterResult> ReadAsync(InputFormatterContext context)
    {
        var format = Negotiation.OfBody(options, context.HttpContext.Request.ContentType)!;
        try
        {
            object? value = await Bodies.ReadAsync(context.HttpContext, format, options,
                (f, bytes) =>
                    f.Deserialize(bytes.IsSingleSegment ? bytes.FirstSpan : System.Buffers.BuffersExtensions.ToArray(bytes),
                        context.ModelType)).ConfigureAwait(false);
            return value is not null
                ? InputFormatterResult.Success(value)
                : context.TreatEmptyInputAsDefaultValue ? InputFormatterResult.Success(null) : InputFormatterResult.NoValue();
        }
        catch (WireFormatException e)
        {
            foreach (var error in e.Errors.Take(options.TellsProblems ? int.MaxValue : 1))
                context.ModelState.TryAddModelError(options.TellsProblems ? Problems.Printable(error.Path ?? "$") : "$",
                    options.TellsProblems ? Problems.Printable(error.Message) : "The body is not valid.");
            return InputFormatterResult.Failure();
        }
    }

    public IReadOnlyList<string>? GetSupportedContentTypes(string? contentType, Type objectType) =>
        [.. options.Formats.Select(static f => f.MediaTypes[0].ToString()).Distinct()];
}

/// <summary>Values of controllers' actions, in the format that the client accepts.</summary>
internal sealed class IsomerOutputFormatter(WebFormat format) : OutputFormatter
{
    public override bool CanWriteResult(OutputFormatterCanWriteContext context)
    {
        // Texts and streams have formatters of their own, but where a format is asked for.
        if (context.ObjectType is null || typeof(Stream).IsAssignableFrom(context.ObjectType))
            return false;
        if (!context.ContentType.HasValue)
        {
            context.ContentType = format.ContentType;
            return true;
        }
        if (!Microsoft.Net.Http.Headers.MediaTypeHeaderValue.TryParse(context.ContentType.Value, out var wanted))
            return false;
        var bare = Negotiation.Bare(wanted);
        return format.MediaTypes.Any(
            own => own.IsSubsetOf(bare) || (bare.IsSubsetOf(own) && own.Parameters.Count == bare.Parameters.Count));
    }

    public override IReadOnlyList<string>? GetSupportedContentTypes(string? contentType, Type objectType) =>
        [format.MediaTypes[0].ToString()];

    public override void WriteResponseHeaders(OutputFormatterWriteContext context)
    {
    }

    const string ProblemJson = "application/problem+json";

    /// <summary>
    /// What tells of a failure says so by its media type (RFC 9457), whichever JSON it is written by: clients look at it.
    /// </summary>
    public override Task WriteResponseBodyAsync(OutputFormatterWriteContext context) =>
        Answers.WriteAsync(context.HttpContext, format, context.Object, context.ObjectType ?? typeof(object),
            context.Object is ProblemDetails && context.ContentType.StartsWith(ProblemJson, StringComparison.OrdinalIgnoreCase)
                ? ProblemJson + "; charset=utf-8"
                : null);
}

/// <summary>
/// Puts the formatters before ASP.NET Core's own one of JSON, and behind those of null (204), of texts and of streams, which are there when
/// all else has been set up.
/// </summary>
internal sealed class MvcSetup(IOptions<IsomerWebOptions> options) : IPostConfigureOptions<MvcOptions>
{
    public void PostConfigure(string? name, MvcOptions mvc)
    {
        mvc.InputFormatters.Insert(0, new IsomerInputFormatter(options.Value));
        int at = 0;
        while (at < mvc.OutputFormatters.Count
            && mvc.OutputFormatters[at] is HttpNoContentOutputFormatter or StringOutputFormatter or StreamOutputFormatter)
            at++;
        foreach (var format in options.Value.Formats)
            mvc.OutputFormatters.Insert(at++, new IsomerOutputFormatter(format));
    }
}
