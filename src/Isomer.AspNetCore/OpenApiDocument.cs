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

namespace Isomer.AspNetCore;

/// <summary>
/// The endpoints that ASP.NET Core's explorer knows, minimal ones and controllers', as a document of OpenAPI 3.1, whose schemas are JSON
/// Schema 2020-12 as <see cref="Isomer.Json.GetSchemas"/> gives it: of bodies and answers in JSON. Other formats are named by their media
/// types alone.
/// </summary>
[RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
sealed class OpenApiDocument
{
    const string Place = "#/components/schemas/";
    static readonly HashSet<string> s_verbs = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

    readonly IsomerWebOptions _options;
    // Schemas are asked for all at once, so that a type has one definition: each place of one is filled in then.
    readonly List<(Type Type, JsonOptions Options, JsonObject Into)> _asked = [];

    readonly HashSet<string> _names = new(StringComparer.Ordinal);

    OpenApiDocument(IsomerWebOptions options) => _options = options;

    public static string Of(IServiceProvider services, Action<JsonObject>? configure)
    {
        var made = new OpenApiDocument(services.GetRequiredService<IOptions<IsomerWebOptions>>().Value);
        var paths = new JsonObject();
        var groups = services.GetRequiredService<IApiDescriptionGroupCollectionProvider>().ApiDescriptionGroups.Items;
        foreach (var endpoint in groups.SelectMany(static g => g.Items))
        {
            string verb = (endpoint.HttpMethod ?? "GET").ToLowerInvariant();
            if (!s_verbs.Contains(verb))
                continue;
            var (path, values) = PathOf(endpoint);
            if (paths[path] is not JsonObject methods)
                paths[path] = methods = [];
            // Two that differ in what they ask of a value, or of the request's headers, are one here: the first.
            if (!methods.ContainsKey(verb))
                methods[verb] = made.Operation(endpoint, verb, values);
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

    /// <summary>The path without what it asks of its values, and their names: /orders/{id} of orders/{id:int}.</summary>
    static (string Path, List<string> Values) PathOf(ApiDescription endpoint)
    {
        string template = endpoint.RelativePath ?? "";
        var values = new List<string>();
        try
        {
            return ("/"
                + string.Join('/',
                    RoutePatternFactory.Parse(template).PathSegments.Select(segment => string.Concat(segment.Parts.Select(Text)))), values);
        }
        catch (RoutePatternException)
        {
            // Controllers' templates come without constraints, and with their braces as they are in the path.
            values.Clear();
            return ("/" + Literal(template), values);
        }

        string Text(RoutePatternPart part)
        {
            if (part is RoutePatternParameterPart value)
            {
                values.Add(value.Name);
                return $"{{{value.Name}}}";
            }
            return part is RoutePatternSeparatorPart separator ? separator.Content : Literal(((RoutePatternLiteralPart)part).Content);
        }

        static string Literal(string text) =>
            text.Replace("{", "%7B", StringComparison.Ordinal).Replace("}", "%7D", StringComparison.Ordinal);
    }

    JsonObject Operation(ApiDescription endpoint, string verb, List<string> values)
    {
        var metadata = endpoint.ActionDescriptor.EndpointMetadata;
        var operation = new JsonObject();
        void Told<T>(string name, Func<T, JsonNode?> told) where T : class
        {
            if (metadata.OfType<T>().LastOrDefault() is { } there && told(there) is { } value)
                operation[name] = value;
        }
        // A name of an endpoint with several verbs is none of one operation.
        Told<IEndpointNameMetadata>("operationId",
            m => _names.Add(m.EndpointName) ? m.EndpointName : _names.Add($"{m.EndpointName}_{verb}") ? $"{m.EndpointName}_{verb}" : null);
        Told<IEndpointSummaryMetadata>("summary", static m => m.Summary);
        Told<IEndpointDescriptionMetadata>("description", static m => m.Description);
        Told<ITagsMetadata>("tags", static m => new JsonArray([.. m.Tags.Select(static t => (JsonNode)t)]));

        var parameters = new JsonArray();
        var form = new List<ApiParameterDescription>();
        foreach (var parameter in endpoint.ParameterDescriptions)
        {
            if (parameter.Source == BindingSource.Body)
                operation["requestBody"] = Body(endpoint, parameter);
            else if (parameter.Source == BindingSource.Form || parameter.Source == BindingSource.FormFile)
                form.Add(parameter);
            else if (parameter.Source == BindingSource.Path)
                parameters.Add(
                    Parameter(values.Find(v => v.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase)) ?? parameter.Name, "path",
                        parameter));
            else if (parameter.Source == BindingSource.Query || parameter.Source == BindingSource.Header)
                parameters.Add(Parameter(parameter.Name, parameter.Source == BindingSource.Query ? "query" : "header", parameter));
        }
        // What no parameter of the handler takes is in the path all the same.
        foreach (string value in values.Where(
            v => !endpoint.ParameterDescriptions.Any(
                p => p.Source == BindingSource.Path && p.Name.Equals(v, StringComparison.OrdinalIgnoreCase))))
            parameters.Add(
                new JsonObject
                { ["name"] = value, ["in"] = "path", ["required"] = true, ["schema"] = new JsonObject { ["type"] = "string" } });
        if (form.Count > 0)
            operation["requestBody"] = Form(endpoint, form);
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

    /// <summary>The fields of a form, of which files are their bytes.</summary>
    JsonObject Form(ApiDescription endpoint, List<ApiParameterDescription> fields)
    {
        var content = new JsonObject();
        // Each media type has its own, for schemas are filled in at the end.
        foreach (string mediaType in endpoint.SupportedRequestFormats.Select(static f => f.MediaType).DefaultIfEmpty("multipart/form-data")
            .Distinct())
        {
            var properties = new JsonObject(fields.Select(f => KeyValuePair.Create(f.Name, (JsonNode?)Field(f.Type))));
            content[mediaType] = new JsonObject { ["schema"] = new JsonObject { ["type"] = "object", ["properties"] = properties } };
        }
        return new JsonObject { ["content"] = content };
    }

    JsonObject Field(Type? type) =>
        typeof(IFormFile).IsAssignableFrom(type) ? new JsonObject { ["type"] = "string", ["format"] = "binary" }
        : typeof(IEnumerable<IFormFile>).IsAssignableFrom(type)
            ? new JsonObject { ["type"] = "array", ["items"] = Field(typeof(IFormFile)) }
        : Schema(type, Json);

    JsonObject Parameter(string name, string place, ApiParameterDescription parameter) => new()
    {
        ["name"] = name,
        ["in"] = place,
        ["required"] = place == "path" || parameter.IsRequired,
        ["schema"] = Schema(Nullable.GetUnderlyingType(parameter.Type ?? typeof(string)) ?? parameter.Type, Json),
    };

    JsonObject Answer(ApiResponseType answer)
    {
        string reason = answer.IsDefaultResponse
            ? "Any other"
            : Microsoft.AspNetCore.WebUtilities.ReasonPhrases.GetReasonPhrase(answer.StatusCode);
        var told = new JsonObject { ["description"] = reason.Length == 0 ? $"{answer.StatusCode}" : reason };
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
    JsonOptions? JsonOf(string mediaType) => Negotiation.OfBody(_options, mediaType)?.Items;

    /// <summary>
    /// The first of the application's formats that is JSON: what stands in a path, a query or a form is not told otherwise.
    /// </summary>
    JsonOptions Json => _options.Formats.Select(static f => f.Items).FirstOrDefault(static o => o is not null) ?? JsonOptions.Web;

    JsonObject Schema(Type? type, JsonOptions options)
    {
        var into = new JsonObject();
        if (type is not null)
            _asked.Add((ListOf(type), options, into));
        return into;
    }

    /// <summary>What is sent item by item is an array.</summary>
    static Type ListOf(Type type) =>
        type.GetInterfaces().Append(type)
            .FirstOrDefault(static t => t.IsGenericType && t.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>)) is { } items
        ? items.GetGenericArguments()[0].MakeArrayType() : type;

    /// <summary>
    /// Fills in the schemas that were asked for. Several formats of JSON have their definitions apart: the second's names begin with "2.",
    /// whatever is asked for first.
    /// </summary>
    JsonObject Definitions()
    {
        var definitions = new JsonObject();
        var all = _options.Formats.Select(static f => f.Items).Where(static o => o is not null).Distinct().ToList();
        foreach (var group in _asked.GroupBy(static a => a.Options))
        {
            // A type that Isomer does not carry (a stream, say) is described as anything.
            var described = group.Select(static a => a.Type).Distinct().Where(t => IsDescribed(t, group.Key)).ToList();
            int number = all.IndexOf(group.Key);
            string prefix = number <= 0 ? "" : $"{number + 1}.";
            var schemas = Isomer.Json.GetSchemas(described, Place + prefix, group.Key);
            foreach (var (type, _, into) in group)
                if (described.IndexOf(type) is >= 0 and var i)
                    Move(JsonNode.Parse(schemas.Schemas[i])!.AsObject(), into, "");
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

    static bool IsDescribed(Type type, JsonOptions options)
    {
        try
        {
            Isomer.Json.GetSchema(type, options);
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }
}
