using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Nodes;
using Isomer.AspNetCore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using HttpJsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Isomer in a web application, by one line.</summary>
public static class IsomerServices
{
    /// <summary>
    /// Every format by its media type: bodies and results of controllers, <see cref="IsomerBody{T}"/> and <see cref="IsomerResults"/> of
    /// minimal APIs, and problem details with the path of what is bad.
    /// </summary>
    /// <example>
    /// <code>
    /// var builder = WebApplication.CreateBuilder(args);
    /// builder.Services.AddIsomer();
    /// </code>
    /// </example>
    public static IServiceCollection AddIsomer(this IServiceCollection services, Action<IsomerWebOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        var options = services.AddOptions<IsomerWebOptions>();
        if (configure is not null)
            options.Configure(configure);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IPostConfigureOptions<MvcOptions>, MvcSetup>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IStartupFilter, Problems>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IConfigureOptions<HttpJsonOptions>, ProblemJson.Setup>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IPostConfigureOptions<HttpJsonOptions>, HandlerJson.Setup>());
        return services;
    }

    /// <summary>
    /// A description of the application's endpoints as OpenAPI 3.1: its schemas are those of what Isomer writes and reads as JSON, and its
    /// media types those that <see cref="IsomerWebOptions.Formats"/> has.
    /// </summary>
    /// <remarks>
    /// Minimal endpoints are known where <c>builder.Services.AddEndpointsApiExplorer()</c> was called, controllers where they were added.
    /// </remarks>
    /// <param name="endpoints">The application.</param>
    /// <param name="pattern">Where it is to be had.</param>
    /// <param name="configure">Changes or adds to the document, which is made when it is first asked for.</param>
    /// <example>
    /// <code>
    /// app.MapIsomerOpenApi();      // GET /openapi.json
    /// </code>
    /// </example>
    [RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
    public static IEndpointConventionBuilder MapIsomerOpenApi(this IEndpointRouteBuilder endpoints,
        [StringSyntax("Route")] string pattern = "/openapi.json", Action<JsonObject>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        if (endpoints.ServiceProvider.GetService<IApiDescriptionGroupCollectionProvider>() is null)
            throw new InvalidOperationException(
                "MapIsomerOpenApi describes what ASP.NET Core's explorer knows, which is not there: call builder.Services.AddEndpointsApiExplorer() before.");
        // What fails once, in a caller's own code say, is tried again.
        var document =
            new Lazy<string>(() => OpenApiDocument.Of(endpoints.ServiceProvider, configure), LazyThreadSafetyMode.PublicationOnly);
        return endpoints.MapGet(pattern, () => Results.Text(document.Value, "application/json")).ExcludeFromDescription();
    }

    /// <summary>
    /// Answers of this endpoint, or of all in this group, in the format that the client accepts: values that a handler returns, and those
    /// in <see cref="TypedResults"/> (Ok, Created, Accepted, NotFound, BadRequest, Conflict, ...). Texts, and what says its content itself,
    /// stay as they are.
    /// </summary>
    [RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
    public static TBuilder WithIsomer<TBuilder>(this TBuilder builder) where TBuilder : IEndpointConventionBuilder =>
        builder.AddEndpointFilterFactory(static (handler, next) =>
        {
            var declared = NegotiatedResult.DeclaredBy(handler.MethodInfo);
            return async context =>
                NegotiatedResult.Of(await next(context).ConfigureAwait(false), declared, context.HttpContext);
        });
}
