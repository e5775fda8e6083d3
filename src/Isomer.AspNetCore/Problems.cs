using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Options;

namespace Isomer.AspNetCore;

/// <summary>Answers bad bodies by problem details (RFC 9457), with the path and offset at which they are bad.</summary>
internal sealed class Problems(IOptions<IsomerWebOptions> options) : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use(HandleAsync);
        next(app);
    };

    async Task HandleAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context).ConfigureAwait(false);
        }
        catch (BadHttpRequestException e) when (!context.Response.HasStarted)
        {
            await AnswerAsync(context,
                e.InnerException is WireFormatException inner
                    ? Of(inner)
                    : new ProblemDetails
                    {
                        Status = e.StatusCode,
                        Title = "The request is not valid.",
                        Detail = options.Value.TellsProblems ? e.Message : null
                    }).ConfigureAwait(false);
        }
    }

    ProblemDetails Of(WireFormatException error)
    {
        var problem = new ProblemDetails { Status = StatusCodes.Status400BadRequest, Title = "The body is not valid." };
        if (!options.Value.TellsProblems)
            return problem;
        problem.Detail = error.Message;
        problem.Extensions["format"] = error.Format;
        problem.Extensions["path"] = error.Path;
        problem.Extensions["offset"] = error.Offset;
        if (error.Line > 0)
            (problem.Extensions["line"], problem.Extensions["column"]) = (error.Line, error.Column);
        if (error.Errors.Count > 1)
            problem.Extensions["errors"] = error.Errors.GroupBy(static e => e.Path ?? "$")
                .ToDictionary(static g => g.Key, static g => g.Select(static e => e.Message).ToArray());
        return problem;
    }

    /// <summary>
    /// A text with what XML has no place for replaced: an error tells what the body held, and may be answered in any format.
    /// </summary>
    internal static string Printable(string text)
    {
        var printable = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
            printable.Append(rune.Value is '\t' or '\n' or '\r' or (>= ' ' and not (0xFFFE or 0xFFFF)) ? rune.ToString() : "\uFFFD");
        return printable.ToString();
    }

    static Task AnswerAsync(HttpContext context, ProblemDetails problem)
    {
        context.Response.Clear();
        return Results.Problem(problem).ExecuteAsync(context);
    }
}
