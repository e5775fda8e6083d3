using Isomer.Analyzers.Ahead;
using Isomer.AspNetCore;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// A web application of minimal endpoints in which every format is asked for and sent back, and a bad body: built in the ordinary way it
/// answers what it answers compiled ahead of time. So does one whose handlers return values, and one that describes itself. It names no
/// type to anybody, and nothing is warned of.
/// </summary>
[BeginsEarly]
public class PublishedWebTests
{
    const string Program = """
        using System.Net.Http.Headers;
        using Isomer;
        using Isomer.AspNetCore;
        using Microsoft.AspNetCore.Http.HttpResults;

        var builder = WebApplication.CreateSlimBuilder(args);
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddIsomer();
        builder.Services.AddEndpointsApiExplorer();
        var app = builder.Build();
        app.MapGet("/", () => IsomerResults.Ok(new Order
            { Id = 7, Name = "Köln", Lines = { new Line { Price = 1.5m, Count = 2 } }, Tags = { ["a"] = 1 } }));
        app.MapPost("/", (IsomerBody<Order> body) => IsomerResults.Status(201, body.Value));
        var negotiated = app.MapGroup("/negotiated").WithIsomer();
        negotiated.MapGet("/plain", () => new Order { Id = 1, Tags = { ["a"] = 1 } });
        negotiated.MapGet("/later", async Task<Order> () => { await Task.Yield(); return new Order { Id = 2 }; });
        negotiated.MapGet("/base", Animal () => new Dog { Name = "d", Age = 3 });
        negotiated.MapGet("/list", () => new List<Order> { new() { Id = 4 } });
        negotiated.MapGet("/created", () => TypedResults.Created("/orders/5", new Order { Id = 5 }));
        negotiated.MapGet("/accepted", () => TypedResults.Accepted("/orders/6", new Order { Id = 6 }));
        negotiated.MapGet("/missing", () => TypedResults.NotFound(new Order { Id = 7 }));
        negotiated.MapGet("/items", Items);
        negotiated.MapGet("/either", Results<Ok<Order>, ValidationProblem> (int id) => id == 8
            ? TypedResults.Ok(new Order { Id = id }) : TypedResults.ValidationProblem(new Dictionary<string, string[]> { ["id"] = ["bad"] }));
        negotiated.MapGet("/problem", () => TypedResults.Problem("full", statusCode: 503));
        // Of each of these no shape is of the class that is given, or none of what is declared.
        negotiated.MapGet("/chosen", IEnumerable<Order> () => Enumerable.Range(1, 2).Select(i => new Order { Id = i }));
        negotiated.MapGet("/made", () => TypedResults.Ok(Places()));
        negotiated.MapGet("/any", object () => new Any { Id = 1 });
        negotiated.MapGet("/answer", IResult () => { object answer = new Answer { Id = 1 }; return Results.Ok(answer); });
        negotiated.MapGet("/places", PlacesLater);
        negotiated.MapGet("/filtered", () => "text").AddEndpointFilter(async (c, next) => await next(c) is null ? null : new Filtered { Id = 1 });
        // Of a library, which says nothing of shapes.
        Library.Parts.Map(negotiated);
        // Not behind Isomer: ASP.NET Core writes it itself, by the metadata that it is told.
        app.MapGet("/bare", () => new Order { Id = 9, Tags = { ["a"] = 1 } });
        app.MapGet("/bare-items", Items);
        app.MapIsomerOpenApi();
        await app.StartAsync();
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        async Task<byte[]> Tell(string what, HttpResponseMessage answer)
        {
            byte[] bytes = await answer.Content.ReadAsByteArrayAsync();
            string text = answer.Content.Headers.ContentType?.MediaType?.Contains("json") == true
                ? System.Text.Encoding.UTF8.GetString(bytes) : Convert.ToHexString(bytes);
            Console.WriteLine($"{what}: {(int)answer.StatusCode} {answer.Headers.Location}{answer.Content.Headers.ContentType} {answer.Headers.TransferEncodingChunked} {text}");
            return bytes;
        }
        async Task<byte[]> Send(string type, byte[] body)
        {
            var content = new ByteArrayContent(body);
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
            return await Tell("POST " + type, await client.PostAsync("/", content));
        }
        foreach (string type in new[] { "application/json", "application/xml", "application/xml;dialect=contract", "application/msbin1",
            "application/x-protobuf", "application/vnd.isomer.compact", "application/json;dialect=fastjson" })
        {
            var asked = new HttpRequestMessage(HttpMethod.Get, "/");
            asked.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(type));
            await Send(type, await Tell("GET " + type, await client.SendAsync(asked)));
        }
        await Send("application/json", "{\"id\":7,\"lines\":[{\"price\":\"x\"}]}"u8.ToArray());
        await Send("text/csv", "a;b"u8.ToArray());
        foreach (string path in new[] { "plain", "later", "base", "list", "created", "accepted", "missing", "items",
            "either?id=8", "either?id=1", "problem", "chosen", "made", "any", "answer", "places", "filtered", "parts", "../bare", "../bare-items" })
            foreach (string type in new[] { "application/json", "application/vnd.isomer.compact" })
            {
                var asked = new HttpRequestMessage(HttpMethod.Get, "/negotiated/" + path);
                asked.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(type));
                await Tell(path + " " + type, await client.SendAsync(asked));
            }
        await Tell("description", await client.GetAsync("/openapi.json"));
        await app.StopAsync();

        static async IAsyncEnumerable<Order> Items()
        {
            yield return new Order { Id = 1 };
            await Task.Yield();
            yield return new Order { Id = 2, Name = "b" };
        }

        static IEnumerable<Place> Places() { yield return new Place { X = 1 }; }

        static async IAsyncEnumerable<Place> PlacesLater() { yield return new Place { X = 1 }; await Task.Yield(); yield return new Place { X = 2 }; }

        public class Any { public int Id { get; set; } }
        public class Answer { public int Id { get; set; } }
        public class Filtered { public int Id { get; set; } }
        public struct Place { public int X { get; set; } }

        public class Order
        {
            public int Id { get; set; }
            public string? Name { get; set; }
            public List<Line> Lines { get; set; } = [];
            public Dictionary<string, int> Tags { get; set; } = [];
        }

        public class Line
        {
            public decimal Price { get; set; }
            public int Count { get; set; }
        }

        [Subtype(typeof(Dog), 1, "dog")]
        public class Animal { public string? Name { get; set; } }

        public class Dog : Animal { public int Age { get; set; } }
        """;

    const string Library = """
        namespace Library
        {
            public class Part { public int Id { get; set; } }
            public static class Parts
            {
                public static void Map(Microsoft.AspNetCore.Routing.IEndpointRouteBuilder app) =>
                    Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions.MapGet(app, "/parts", () => new System.Collections.Generic.List<Part> { new() { Id = 1 } });
            }
        }
        """;

    static string References => $"""
        <Reference Include="{typeof(IsomerResults).Assembly.Location}" /><Analyzer Include="{typeof(CallInterceptor).Assembly.Location}" />
        """;

    static string Project(string properties) => PublishedTests.Project(properties + PublishedTests.Warns, "",
        References + """<ProjectReference Include="../lib/Library.csproj" />""")
        .Replace("Microsoft.NET.Sdk", "Microsoft.NET.Sdk.Web", StringComparison.Ordinal);

    static string LibraryProject => $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework><NuGetAudit>false</NuGetAudit>
            <IsAotCompatible>true</IsAotCompatible><EnableRequestDelegateGenerator>true</EnableRequestDelegateGenerator>
          </PropertyGroup>
          <ItemGroup><FrameworkReference Include="Microsoft.AspNetCore.App" /><Reference Include="{typeof(Json).Assembly.Location}" />{References}</ItemGroup>
        </Project>
        """;

    /// <summary>Three minutes of a machine, so only where it is asked for.</summary>
    [Fact]
    public void A_web_application_answers_alike_ahead_of_time()
    {
        Assert.SkipUnless(Environment.GetEnvironmentVariable("ISOMER_PUBLISH_AOT") == "1", "ISOMER_PUBLISH_AOT=1 asks for it");
        string[] ordinary = Run(properties: "", "build"), ahead = Run(
            "<PublishAot>true</PublishAot><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>", "publish");
        Assert.Equal(57, ordinary.Length);
        Assert.Equal(Enumerable.Repeat(new[] { "GET 200", "POST 201" }, 7).SelectMany(e => e),
            ordinary[..14].Select(l => l.Split(' ')[0] + " " + l.Split(": ")[1][..3]));
        Assert.Contains("400 application/problem+json", ordinary[14], StringComparison.Ordinal);
        Assert.Contains("\"path\":\"$.lines[0].price\"", ordinary[14], StringComparison.Ordinal);
        Assert.StartsWith("POST text/csv: 415", ordinary[15], StringComparison.Ordinal);
        Assert.Equal(["200", "200", "200", "200", "201", "202", "404", "200", "200", "400", "503", .. Enumerable.Repeat("200", 9)],
            ordinary[16..56].Where((_, i) => i % 2 == 0).Select(l => l.Split(": ")[1][..3]));
        Assert.Contains("201 /orders/5", ordinary[24], StringComparison.Ordinal);
        Assert.Contains("202 /orders/6", ordinary[26], StringComparison.Ordinal);
        Assert.Contains("\"$type\":\"dog\"", ordinary[20], StringComparison.Ordinal);
        Assert.Contains("""True [{"x":1},{"x":2}]""", ordinary[46], StringComparison.Ordinal);
        Assert.Contains("""{"id":1}""", ordinary[44], StringComparison.Ordinal);
        Assert.Contains("""{"id":1}""", ordinary[50], StringComparison.Ordinal);
        Assert.Contains("\"openapi\":\"3.1.1\"", ordinary[56], StringComparison.Ordinal);
        Assert.Equal(ordinary, ahead);
    }

    static string[] Run(string properties, string verb)
    {
        using var folder = new TemporaryFolder();
        foreach (string part in (string[])["app", "lib"])
            Directory.CreateDirectory(folder[part]);
        folder.Write("app/Aot.csproj", Project(properties));
        folder.Write("app/Program.cs", Program);
        folder.Write("lib/Library.csproj", LibraryProject);
        folder.Write("lib/Parts.cs", Library);
        var built = PublishedTests.Dotnet(verb, folder["app"], "-o", folder["out"]);
        PublishedTests.CheckPublished(built);
        Assert.DoesNotContain("warning", built.Output, StringComparison.Ordinal);
        return verb == "build" ? PublishedTests.Run("dotnet", folder[Path.Combine("out", "Aot.dll")])
            : PublishedTests.Run(folder[Path.Combine("out", OperatingSystem.IsWindows() ? "Aot.exe" : "Aot")]);
    }
}
