using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;

namespace Isomer.AspNetCore;

/// <summary>
/// The endpoints that ASP.NET Core's explorer knows, minimal ones and controllers', as a document of OpenAPI 3.1, whose schemas are JSON Schema 2020-12 as
/// <see cref="Json.GetSchemas"/> gives it: of bodies and answers in JSON. Other formats are named by their media types alone.
/// </summary>
[RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
sealed class OpenApiDocument
{
    const string Place = "#/components/schemas/";

    readonly IsomerWebOptions _options;
    // Schemas are asked for all at once, so that a type has one definition: each place of one is filled in then.
    readonly List<(Type Type, JsonOptions Options, JsonObject Into)> _asked = [];

    OpenApiDocument(IsomerWebOptions options) => _options = options;

    public static string Of(IServiceProvider services, Action<JsonObject>? configure)
    {
        var made = new OpenApiDocument(services.GetRequiredService<IOptions<IsomerWebOptions>>().Value);
        var paths = new JsonObject();
        foreach (var endpoint in services.GetRequiredService<IApiDescriptionGroupCollectionProvider>().ApiDescriptionGroups.Items.SelectMany(static g => g.Items))
        {
            string path = PathOf(endpoint.RelativePath ?? "");
            if (paths[path] is not JsonObject methods)
                paths[path] = methods = [];
            methods[(endpoint.HttpMethod ?? "GET").ToLowerInvariant()] = made.Operation(endpoint);
        }
        var document = new JsonObject
        {
            ["openapi"] = "3.1.1",
            ["info"] = new JsonObject
            {
                ["title"] = services.GetService<IHostEnvironment>()?.ApplicationName ?? "",
                ["version"] = Assembly.GetEntryAssembly()?.GetName().Version?.ToString(3) ?? "1.0.0",
            },
            ["paths"] = paths,
            ["components"] = new JsonObject { ["schemas"] = made.Definitions() },
        };
        configure?.Invoke(document);
        return document.ToJsonString();
    }

    /// <summary>A template without what it asks of its values: /orders/{id} of orders/{id:int}.</summary>
    static string PathOf(string template)
    {
        int query = template.IndexOf('?', StringComparison.Ordinal);
        // A question mark within braces makes a value optional.
        if (query >= 0 && template.IndexOf('}', query) < 0)
            template = template[..query];
        var pattern = RoutePatternFactory.Parse(template);
        return "/" + string.Join('/', pattern.PathSegments.Select(static s => string.Concat(s.Parts.Select(static p => p switch
        {
            RoutePatternParameterPart value => $"{{{value.Name}}}",
            RoutePatternSeparatorPart separator => separator.Content,
            _ => ((RoutePatternLiteralPart)p).Content,
        }))));
    }

    JsonObject Operation(ApiDescription endpoint)
    {
        var metadata = endpoint.ActionDescriptor.EndpointMetadata;
        var operation = new JsonObject();
        void Told<T>(string name, Func<T, JsonNode?> told) where T : class
        {
            if (metadata.OfType<T>().LastOrDefault() is { } there && told(there) is { } value)
                operation[name] = value;
        }
        Told<IEndpointNameMetadata>("operationId", static m => m.EndpointName);
        Told<IEndpointSummaryMetadata>("summary", static m => m.Summary);
        Told<IEndpointDescriptionMetadata>("description", static m => m.Description);
        Told<ITagsMetadata>("tags", static m => new JsonArray([.. m.Tags.Select(static t => (JsonNode)t)]));

        var parameters = new JsonArray();
        foreach (var parameter in endpoint.ParameterDescriptions)
        {
            if (parameter.Source == BindingSource.Body)
                operation["requestBody"] = Body(endpoint, parameter);
            else if (parameter.Source == BindingSource.Path || parameter.Source == BindingSource.Query || parameter.Source == BindingSource.Header)
                parameters.Add(Parameter(parameter));
        }
        if (parameters.Count > 0)
            operation["parameters"] = parameters;

        var answers = new JsonObject();
        foreach (var answer in endpoint.SupportedResponseTypes)
            answers[answer.IsDefaultResponse ? "default" : $"{answer.StatusCode}"] = Answer(answer);
        if (answers.Count == 0)
            answers[$"{StatusCodes.Status200OK}"] = new JsonObject { ["description"] = "OK" };
        operation["responses"] = answers;
        return operation;
    }

    JsonObject Body(ApiDescription endpoint, ApiParameterDescription body) => new()
    {
        ["required"] = body.IsRequired,
        ["content"] = Content(endpoint.SupportedRequestFormats.Select(static f => f.MediaType), body.Type),
    };

    JsonObject Parameter(ApiParameterDescription parameter)
    {
        bool isPath = parameter.Source == BindingSource.Path;
        return new JsonObject
        {
            ["name"] = parameter.Name,
            ["in"] = isPath ? "path" : parameter.Source == BindingSource.Query ? "query" : "header",
            ["required"] = isPath || parameter.IsRequired,
            ["schema"] = Schema(parameter.Type, JsonOptions.Web),
        };
    }

    JsonObject Answer(ApiResponseType answer)
    {
        string? reason = Microsoft.AspNetCore.WebUtilities.ReasonPhrases.GetReasonPhrase(answer.StatusCode);
        var told = new JsonObject { ["description"] = string.IsNullOrEmpty(reason) ? $"{answer.StatusCode}" : reason };
        if (answer.Type is { } type && type != typeof(void) && answer.ApiResponseFormats.Count > 0)
            told["content"] = Content(answer.ApiResponseFormats.Select(static f => f.MediaType), type);
        return told;
    }

    JsonObject Content(IEnumerable<string?> mediaTypes, Type? type)
    {
        var content = new JsonObject();
        foreach (string mediaType in mediaTypes.OfType<string>().Distinct())
        {
            var medium = new JsonObject();
            if (type is not null && JsonOf(mediaType) is { } options)
                medium["schema"] = Schema(type, options);
            content[mediaType] = medium;
        }
        return content;
    }

    /// <summary>The options of the format that a media type names, where it is JSON that a schema can describe.</summary>
    JsonOptions? JsonOf(string mediaType) => MediaTypeHeaderValue.TryParse(mediaType, out var named)
        ? _options.Formats.FirstOrDefault(f => f.MediaTypes.Any(m => m.Equals(named)))?.Items : null;

    JsonObject Schema(Type? type, JsonOptions options)
    {
        var into = new JsonObject();
        if (type is not null)
            _asked.Add((ListOf(type), options, into));
        return into;
    }

    /// <summary>What is sent item by item is an array.</summary>
    static Type ListOf(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>) ? type.GetGenericArguments()[0].MakeArrayType() : type;

    /// <summary>
    /// Fills in the schemas that were asked for. Two formats of JSON with options of their own have their definitions apart: the second's begin with its number.
    /// </summary>
    JsonObject Definitions()
    {
        var definitions = new JsonObject();
        foreach (var (number, group) in _asked.Where(static a => IsDescribed(a.Type, a.Options)).GroupBy(static a => a.Options).Index())
        {
            var asked = group.ToList();
            string prefix = number == 0 ? "" : $"{number + 1}.";
            var schemas = Json.GetSchemas([.. asked.Select(static a => a.Type)], Place + prefix, group.Key);
            foreach (var (i, schema) in schemas.Schemas.Index())
                Move(JsonNode.Parse(schema)!.AsObject(), asked[i].Into, "");
            Move(JsonNode.Parse(schemas.Definitions)!.AsObject(), definitions, prefix);
        }
        return definitions;
    }

    static void Move(JsonObject from, JsonObject into, string prefix)
    {
        foreach (var (name, value) in from.ToArray())
        {
            from.Remove(name);
            into[prefix + name] = value;
        }
    }

    /// <summary>A type that Isomer does not carry (a stream, say) is described as anything.</summary>
    static bool IsDescribed(Type type, JsonOptions options)
    {
        try
        {
            Json.GetSchema(type, options);
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }
}
