using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Isomer.AspNetCore;
using Isomer.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.OpenApi;
using Xunit;

namespace Isomer.Tests.Web;

/// <summary>
/// The application's description as the real server gives it, read by Microsoft.OpenApi, the judge of what is well-formed.
/// </summary>
public sealed class OpenApiTests
{
    public sealed class Tree
    {
        public int[] Numbers { get; set; } = [];

        public Tree? Left { get; set; }

        public Dictionary<string, Elsewhere.Order> Orders { get; set; } = [];
    }

    public static class Elsewhere
    {
        /// <summary>Another type of this name.</summary>
        public sealed class Order
        {
            public DateTime At { get; set; }
        }
    }

    public sealed class Endless<T>
    {
        public Endless<List<T>>? Next { get; set; }
    }

    public sealed class Quoted
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public int Number { get; set; }

        public int Plain { get; set; }
    }

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    static async Task<(JsonObject Document, string Trees)> DocumentOf(Action<IsomerWebOptions>? configure = null,
        Action<JsonObject>? change = null, Action<WebApplication>? further = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly);
        builder.Services.AddSingleton<Gate>();
        builder.Services.AddIsomer(configure);
        builder.Services.AddEndpointsApiExplorer();
        await using var app = builder.Build();
        app.MapGet("/orders/{id:int}", (int id) => IsomerResults.Ok(WebTests.Sample(id))).WithName("FindOrder").WithSummary("One order")
            .WithTags("shop", "orders");
        app.MapPost("/orders", (IsomerBody<Order> body) => IsomerResults.Status(StatusCodes.Status201Created, body.Value));
        app.MapGet("/orders", (string? customer, int? most) => IsomerResults.Ok(WebTests.Items(3)));
        app.MapGet("/trees/{from:int}-{to}",
            (int from, string to) => IsomerResults.Ok(new Tree { Numbers = [from], Left = new(), Orders = { ["a"] = new() } }));
        app.MapGet("/hidden", () => IsomerResults.Ok(1)).ExcludeFromDescription();
        app.MapGet("/streams", () => IsomerResults.Ok(Stream.Null));
        app.MapControllers();
        further?.Invoke(app);
        app.MapIsomerOpenApi(configure: change);
        await app.StartAsync(Stop);
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        string text = await client.GetStringAsync("openapi.json", Stop), trees = await client.GetStringAsync("trees/1-b", Stop);
        var read = OpenApiDocument.Parse(text, "json");
        Assert.Empty(read.Diagnostic!.Errors);
        Assert.Equal(OpenApiSpecVersion.OpenApi3_1, read.Diagnostic.SpecificationVersion);
        await app.StopAsync(Stop);
        return (JsonNode.Parse(text)!.AsObject(), trees);
    }

    static string SchemaOf(JsonNode content, string mediaType = "application/json") =>
        content["content"]![mediaType]!["schema"]!.ToJsonString();

    [Fact]
    public async Task Endpoints_are_described_with_the_schemas_of_what_is_written()
    {
        var (document, trees) = await DocumentOf();
        var paths = document["paths"]!.AsObject();
        Assert.Superset(
            new HashSet<string> { "/orders/{id}", "/orders", "/trees/{from}-{to}", "/streams", "/mvc/orders/{id}", "/mvc/orders" },
            paths.Select(static p => p.Key).ToHashSet());
        Assert.DoesNotContain("/hidden", paths.Select(static p => p.Key));
        Assert.DoesNotContain("/openapi.json", paths.Select(static p => p.Key));

        var find = paths["/orders/{id}"]!["get"]!;
        Assert.Equal(("FindOrder", "One order", """["shop","orders"]"""),
            ((string?)find["operationId"], (string?)find["summary"], find["tags"]!.ToJsonString()));
        Assert.Equal("""{"name":"id","in":"path","required":true,"schema":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}""",
            find["parameters"]![0]!.ToJsonString());
        Assert.Equal("""{"$ref":"#/components/schemas/Order"}""", SchemaOf(find["responses"]!["200"]!));
        // Other formats are named.
        Assert.Empty(find["responses"]!["200"]!["content"]!["application/x-protobuf"]!.AsObject());
        Assert.Equal("""{"type":"array","items":{"anyOf":[{"$ref":"#/components/schemas/Order"},{"type":"null"}]}}""",
            SchemaOf(paths["/orders"]!["get"]!["responses"]!["200"]!));
        Assert.Equal(["query", "query"], paths["/orders"]!["get"]!["parameters"]!.AsArray().Select(static p => (string?)p!["in"]));
        var post = paths["/orders"]!["post"]!;
        Assert.True((bool)post["requestBody"]!["required"]!);
        Assert.Equal("""{"$ref":"#/components/schemas/Order"}""", SchemaOf(post["requestBody"]!));
        Assert.Equal("""{"$ref":"#/components/schemas/Order"}""", SchemaOf(paths["/mvc/orders/{id}"]!["get"]!["responses"]!["200"]!));
        // What no schema can describe is anything.
        Assert.Equal("{}", SchemaOf(paths["/streams"]!["get"]!["responses"]!["200"]!));

        // The names that are really written, and two types of one name.
        var schemas = document["components"]!["schemas"]!.AsObject();
        Assert.Equal(["id", "customer", "lines"], schemas["Order"]!["properties"]!.AsObject().Select(static p => p.Key));
        Assert.Equal(JsonNode.Parse(trees)!.AsObject().Select(static p => p.Key),
            schemas["Tree"]!["properties"]!.AsObject().Select(static p => p.Key));
        Assert.Contains("#/components/schemas/Order2", schemas["Tree"]!.ToJsonString(), StringComparison.Ordinal);
        Assert.Equal(["at"], schemas["Order2"]!["properties"]!.AsObject().Select(static p => p.Key));
    }

    /// <summary>Two formats of JSON write the type differently; and a program has the last word.</summary>
    [Fact]
    public async Task Each_format_of_JSON_has_its_own_schemas()
    {
        var (document, _) = await DocumentOf(
            o => o.Formats.Insert(1, WebFormat.OfJson(JsonOptions.Default, "application/vnd.shop+json")),
            d => d["info"]!["title"] = "Shop");
        Assert.Equal("Shop", (string?)document["info"]!["title"]);
        var answer = document["paths"]!["/orders/{id}"]!["get"]!["responses"]!["200"]!;
        Assert.Equal("""{"$ref":"#/components/schemas/Order"}""", SchemaOf(answer));
        Assert.Equal("""{"$ref":"#/components/schemas/2.Order"}""", SchemaOf(answer, "application/vnd.shop+json"));
        Assert.Equal(["Id", "Customer", "Lines"],
            document["components"]!["schemas"]!["2.Order"]!["properties"]!.AsObject().Select(static p => p.Key));
    }

    /// <summary>
    /// What makes documents invalid, or ends them, elsewhere: names in another case, values that nothing takes, verbs that OpenAPI does not
    /// know, braces, forms.
    /// </summary>
    [Fact]
    public async Task Odd_endpoints_are_described_too()
    {
        var (document, _) = await DocumentOf(further: static app =>
        {
            app.MapMethods("/verbs", ["GET", "POST", "PROPFIND"], () => IsomerResults.Ok(1)).WithName("Verbs");
            app.MapGroup("/{tenant}").MapGet("/mine/{id}", (HttpContext c, int id) => IsomerResults.Ok(id));
            app.MapGet("/all/{*rest}", (string? rest) => IsomerResults.Ok(rest));
            app.MapGet("/braces/a{{b", () => IsomerResults.Ok(1));
            app.MapGet("/two/{i:int}", (int i) => IsomerResults.Ok(i));
            app.MapGet("/two/{i:guid}", (Guid i) => IsomerResults.Ok(i));
            app.MapPost("/form", ([FromForm] string a, IFormFile f, IFormFileCollection all) => IsomerResults.Ok(a + f.Length + all.Count))
                .DisableAntiforgery();
            app.MapPost("/fields", ([FromForm] string a) => IsomerResults.Ok(a)).DisableAntiforgery();
            app.MapGet("/maybe", () => IsomerResults.Ok<int?>(null));
            app.MapGet("/endless", () => IsomerResults.Ok(new Endless<int>()));
            app.MapGet("/quoted", () => IsomerResults.Ok(new Quoted()));
            app.MapGet("/problem", () => IsomerResults.Ok(1)).ProducesProblem(404);
        });
        var paths = document["paths"]!.AsObject();
        Assert.All(paths, static path =>
        {
            string[] values =
                [.. System.Text.RegularExpressions.Regex.Matches(path.Key, "(?<=\\{)[^}]*(?=\\})").Select(static m => m.Value)];
            Assert.All(path.Value!.AsObject(),
                operation =>
                    Assert.Equal(values.Order(),
                        (operation.Value!["parameters"]?.AsArray() ?? []).Where(static p => (string?)p!["in"] == "path")
                            .Select(static p => (string)p!["name"]!).Order()));
        });
        Assert.Equal(["get", "post"], paths["/verbs"]!.AsObject().Select(static p => p.Key));
        string[] names =
            [.. paths.SelectMany(static p => p.Value!.AsObject()).Select(static o => (string?)o.Value!["operationId"]).OfType<string>()];
        Assert.Equal(names.Distinct(), names);
        Assert.Contains("Verbs", names);
        Assert.NotNull(paths["/braces/a%7Bb"]);
        Assert.NotNull(paths["/odd/{Id}"]);
        Assert.Equal(
            """{"type":"object","properties":{"a":{"type":["string","null"]},"f":{"type":"string","format":"binary"},"all":{"type":"array","items":{"type":"string","format":"binary"}}}}""",
            SchemaOf(paths["/form"]!["post"]!["requestBody"]!, "multipart/form-data")
                .Replace("""{"type":"string"}""", """{"type":["string","null"]}""", StringComparison.Ordinal));
        var fields = paths["/fields"]!["post"]!["requestBody"]!["content"]!.AsObject();
        Assert.Equal(2, fields.Count);
        Assert.All(fields, static medium => Assert.Contains("\"a\":{\"type\":", medium.Value!.ToJsonString(), StringComparison.Ordinal));
        Assert.Contains("null", SchemaOf(paths["/maybe"]!["get"]!["responses"]!["200"]!), StringComparison.Ordinal);
        Assert.Equal("{}", SchemaOf(paths["/endless"]!["get"]!["responses"]!["200"]!));
        Assert.Equal("""{"$ref":"#/components/schemas/ProblemDetails"}""",
            SchemaOf(paths["/problem"]!["get"]!["responses"]!["404"]!, "application/problem+json"));
        var quoted = document["components"]!["schemas"]!["Quoted"]!["properties"]!;
        Assert.Equal("""["number","string"]""", quoted["number"]!["type"]!.ToJsonString());
        Assert.Equal("integer", (string?)quoted["plain"]!["type"]);
    }

    [Fact]
    public async Task What_is_missing_is_said_and_what_fails_once_is_tried_again()
    {
        await using (var bare = WebApplication.CreateSlimBuilder().Build())
            Assert.Contains("AddEndpointsApiExplorer", Assert.Throws<InvalidOperationException>(() => bare.MapIsomerOpenApi()).Message,
                StringComparison.Ordinal);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddIsomer().AddEndpointsApiExplorer();
        await using var app = builder.Build();
        int calls = 0;
        app.MapIsomerOpenApi("/api.json", _ =>
        {
            if (calls++ == 0)
                throw new InvalidOperationException("not yet");
        });
        await app.StartAsync(Stop);
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        using (var failed = await client.GetAsync("api.json", Stop))
            Assert.Equal(500, (int)failed.StatusCode);
        using (var there = await client.GetAsync("api.json", Stop))
            Assert.Equal(200, (int)there.StatusCode);
        await app.StopAsync(Stop);
    }
}

[ApiController, Route("odd")]
public class OddController : ControllerBase
{
    [HttpGet("{Id}")]
    public int Get(int id) => id;
}
