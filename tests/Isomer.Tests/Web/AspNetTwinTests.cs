using System.Text;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Isomer.Tests.Web;

[JsonDerivedType(typeof(Cat), "cat")]
public class Animal
{
    public string? Name { get; set; }
}

public sealed class Cat : Animal
{
    public int Lives { get; set; }
}

/// <summary>Of it nobody has declared a subtype.</summary>
public class Vehicle
{
    public int Wheels { get; set; }
}

public sealed class Truck : Vehicle
{
    public int Load { get; set; }
}

[ApiController, Route("twin")]
public sealed class TwinController : ControllerBase
{
    [HttpGet("null")]
    public Animal? Null() => null;

    [HttpGet("text")]
    public string Text() => "hello";

    [HttpGet("subtype")]
    public Animal Subtype() => AspNetTwinTests.Tom;

    [HttpGet("created")]
    public ActionResult<Animal> Create() => Created("/twin/1", AspNetTwinTests.Tom);

    [HttpGet("problem")]
    public IActionResult Refuse() => Problem("bad");

    [HttpPost("echo")]
    public Vehicle Echo(Vehicle vehicle) => vehicle;
}

/// <summary>
/// Two servers of one application, ASP.NET Core alone and with Isomer: who asks for JSON, or for nothing, is answered by the same bytes,
/// types, statuses and places.
/// </summary>
public sealed partial class AspNetTwinTests : IAsyncLifetime
{
    static readonly string?[] s_accepts = [null, "application/json", "*/*", "text/html, */*;q=0.1"];

    WebApplication _theirs = null!;
    WebApplication _ours = null!;

    public static Animal Tom => new Cat { Name = "é<Tom>", Lives = 9 };

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _theirs = await StartAsync(isomer: false);
        _ours = await StartAsync(isomer: true);
    }

    public async ValueTask DisposeAsync()
    {
        await _theirs.DisposeAsync();
        await _ours.DisposeAsync();
    }

    static async Task<WebApplication> StartAsync(bool isomer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRouting();
        // In either order with what adds controllers.
        if (isomer)
            builder.Services.AddIsomer();
        builder.Services.AddControllers().AddApplicationPart(typeof(TwinController).Assembly);
        var app = builder.Build();
        app.MapControllers();
        var group = app.MapGroup("/minimal");
        if (isomer)
            group.WithIsomer();
        Map(group);
        await app.StartAsync(Stop);
        return app;
    }

    static void Map(RouteGroupBuilder group)
    {
        group.MapGet("/value", () => new Truck { Wheels = 6, Load = 2 });
        group.MapGet("/subtype", () => Tom);
        group.MapGet("/task", async () =>
        {
            await Task.Yield();
            return Tom;
        });
        group.MapGet("/valuetask", () => ValueTask.FromResult(Tom));
        group.MapGet("/undeclared", () => (Vehicle)new Truck { Wheels = 6, Load = 2 });
        group.MapGet("/object", () => (object)Tom);
        group.MapGet("/null", () => (Animal?)null);
        group.MapGet("/text", () => "hello");
        group.MapGet("/nothing", () => { });
        group.MapGet("/ok", () => TypedResults.Ok(Tom));
        group.MapGet("/created", () => TypedResults.Created("/minimal/1", Tom));
        group.MapGet("/accepted", () => TypedResults.Accepted("/minimal/1", Tom));
        group.MapGet("/missing", () => TypedResults.NotFound(Tom));
        group.MapGet("/conflict", () => Results.Conflict(Tom));
        group.MapGet("/empty", () => TypedResults.NotFound());
        group.MapGet("/either", Results<Ok<Animal>, NotFound> () => TypedResults.Ok(Tom));
        group.MapGet("/own", () => Results.Json(Tom, new System.Text.Json.JsonSerializerOptions()));
        group.MapGet("/problem", () => Results.Problem("no", statusCode: 418));
        group.MapGet("/number", () => 5);
    }

    public static TheoryData<string> Paths => new(
        "minimal/value", "minimal/subtype", "minimal/task", "minimal/valuetask", "minimal/undeclared", "minimal/object", "minimal/null",
        "minimal/text", "minimal/nothing", "minimal/ok", "minimal/created", "minimal/accepted", "minimal/missing", "minimal/conflict",
        "minimal/empty", "minimal/either", "minimal/own", "minimal/problem", "minimal/number", "twin/null", "twin/text", "twin/subtype",
        "twin/created", "twin/problem");

    [Theory, MemberData(nameof(Paths))]
    public async Task Json_is_answered_as_without_Isomer(string path)
    {
        foreach (string? accept in s_accepts)
            Assert.Equal(await AnswerAsync(_theirs, path, accept), await AnswerAsync(_ours, path, accept));
    }

    [Theory]
    [InlineData("""{"wheels":3}""")]
    [InlineData("\uFEFF{\"wheels\":3}")]
    [InlineData("""{"WHEELS":"4","load":1}""")]
    public async Task Bodies_are_read_as_without_Isomer(string body) => Assert.Equal(
        await AnswerAsync(_theirs, "twin/echo", null, body), await AnswerAsync(_ours, "twin/echo", null, body));

    static async Task<string> AnswerAsync(WebApplication server, string path, string? accept, string? body = null)
    {
        using var client = new HttpClient { BaseAddress = new Uri(server.Urls.First()) };
        using var request = new HttpRequestMessage(body is null ? HttpMethod.Get : HttpMethod.Post, path);
        if (accept is not null)
            request.Headers.TryAddWithoutValidation("Accept", accept);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        using var answer = await client.SendAsync(request, Stop);
        string text = await answer.Content.ReadAsStringAsync(Stop);
        return $"{(int)answer.StatusCode} {answer.Content.Headers.ContentType} {answer.Headers.Location} {TraceId().Replace(text, "")}";
    }

    /// <summary>What is in a typed result goes by the client's format, with its status and place.</summary>
    [Fact]
    public async Task Typed_results_are_negotiated()
    {
        using var client = new HttpClient { BaseAddress = new Uri(_ours.Urls.First()) };
        foreach (string path in new[] { "ok", "created", "accepted", "missing", "conflict", "either", "subtype", "task" })
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "minimal/" + path);
            request.Headers.TryAddWithoutValidation("Accept", "application/vnd.isomer.compact");
            using var answer = await client.SendAsync(request, Stop);
            Assert.Equal("application/vnd.isomer.compact", answer.Content.Headers.ContentType?.ToString());
            Assert.Equal(path is "created" or "accepted" ? "/minimal/1" : null, answer.Headers.Location?.ToString());
            var tom = Assert.IsType<Cat>(await answer.Content.ReadFromIsomerAsync<Animal>(Compact.Format, Stop));
            Assert.Equal(9, tom.Lives);
        }
        Assert.Null(await client.GetFromIsomerAsync<Animal>("minimal/null", Compact.Format, Stop));
    }

    /// <summary>
    /// The handles as they are, against this server: JSON in camelCase, answers of others than the asked format, and two dialects of one
    /// media type.
    /// </summary>
    [Fact]
    public async Task Clients_read_whatever_this_server_answers()
    {
        foreach (var server in new[] { _theirs, _ours })
        {
            using var client = new HttpClient { BaseAddress = new Uri(server.Urls.First()) };
            foreach (var format in new[]
            {
                Json.Format, Compact.Format, Protobuf.Format, Xml.Format, ContractXml.Format, ContractXml.BinaryFormat,
            })
            {
                Assert.Equal(2, (await client.GetFromIsomerAsync<Truck>("minimal/value", format, Stop))?.Load);
                // ASP.NET Core writes these as JSON, whatever was asked for.
                var own = await client.GetFromIsomerAsync<Cat>("minimal/own", format, Stop);
                Assert.Equal(9, own?.Lives);
            }
            using var posted = await client.PostAsIsomerAsync("twin/echo", new Vehicle { Wheels = 7 }, Json.Format, Stop);
            Assert.Equal(7, (await posted.Content.ReadFromIsomerAsync<Vehicle>(Json.Format, Stop))?.Wheels);
        }
        using var ours = new HttpClient { BaseAddress = new Uri(_ours.Urls.First()) };
        foreach (var format in new[]
        {
            Xml.Format, ContractXml.Format, ContractXml.BinaryFormat, Json.Format.With(JsonOptions.FastJson), Compact.Format,
        })
        {
            using var posted = await ours.PostAsIsomerAsync("twin/echo", new Vehicle { Wheels = 7 }, format, Stop);
            posted.EnsureSuccessStatusCode();
            Assert.Equal(7, (await posted.Content.ReadFromIsomerAsync<Vehicle>(format, Stop))?.Wheels);
            Assert.Equal(format.MediaType, posted.Content.Headers.ContentType?.MediaType);
        }
    }

    [GeneratedRegex(",\"traceId\":\"[^\"]*\"")]
    private static partial Regex TraceId();
}
