using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Isomer.AspNetCore;
using Isomer.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Isomer.Tests.Web;

[ProtobufContract]
public class Order
{
    [ProtobufMember(1)]
    public int Id { get; set; }

    [ProtobufMember(2)]
    public string? Customer { get; set; }

    [ProtobufMember(3)]
    public List<Line> Lines { get; set; } = [];
}

[ProtobufContract]
public class Line
{
    [ProtobufMember(1)]
    public string? Product { get; set; }

    [ProtobufMember(2)]
    public decimal Price { get; set; }
}

[ApiController, Route("mvc/orders")]
public class OrdersController : ControllerBase
{
    [HttpGet("{id:int}")]
    public Order Get(int id) => WebTests.Sample(id);

    [HttpPost]
    public ActionResult<Order> Post([FromBody] Order order) => order;

    [HttpGet]
    public IAsyncEnumerable<Order> All() => WebTests.Items(3);

    [HttpGet("slow")]
    public IAsyncEnumerable<Order> Slow([FromServices] Gate gate, CancellationToken stop) => gate.ItemsAsync(stop);
}

/// <summary>Its last item comes only when the first has been seen by the client.</summary>
public sealed class Gate
{
    readonly TaskCompletionSource _seen = new();

    public const int Count = 2_001;

    public void Open() => _seen.TrySetResult();

    public async IAsyncEnumerable<Order> ItemsAsync([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken stop)
    {
        // As many as fill the buffer of items that are kept back.
        for (int i = 1; i < Count; i++)
            yield return WebTests.Sample(i);
        await _seen.Task.WaitAsync(stop);
        yield return WebTests.Sample(9_999);
    }
}

/// <summary>
/// The real server, over loopback: every format, negotiated, both in minimal APIs and in controllers; and what it says of bad requests.
/// </summary>
public sealed class WebTests : IAsyncLifetime
{
    WebApplication _app = null!;
    HttpClient _client = null!;

    public static Order Sample(int id) =>
        new() { Id = id, Customer = "Åsa <Ann>", Lines = [new() { Product = "tea", Price = 2.50m }, new() { Price = -1 }] };

    public static async IAsyncEnumerable<Order> Items(int count)
    {
        for (int i = 1; i <= count; i++)
        {
            await Task.Yield();
            yield return Sample(i);
        }
    }

    public async ValueTask InitializeAsync()
    {
        _app = await StartAsync(o => o.MaxBodySize = 100_000);
        _client = new HttpClient { BaseAddress = new Uri(_app.Urls.First()) };
    }

    static async Task<WebApplication> StartAsync(Action<IsomerWebOptions> configure)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRouting();
        builder.Services.AddSingleton<Gate>();
        builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly);
        builder.Services.AddIsomer(configure);
        var app = builder.Build();
        app.MapGet("/orders/{id:int}", (int id) => IsomerResults.Ok(Sample(id)));
        app.MapPost("/orders", (IsomerBody<Order> body) => IsomerResults.Status(StatusCodes.Status201Created, body.Value));
        app.MapPut("/orders", (IsomerBody<Order> body) => IsomerResults.Ok(body.Value));
        app.MapGet("/orders", () => IsomerResults.Ok(Items(3)));
        app.MapGet("/plain/{id:int}", (int id) => Sample(id)).WithIsomer();
        app.MapGet("/slow", (Gate gate, CancellationToken stop) => IsomerResults.Ok(gate.ItemsAsync(stop)));
        app.MapGet("/page", (int? count) => IsomerResults.Ok(new { Next = 4, Orders = Items(count ?? 2), Last = true }));
        app.MapGet("/behind/{way}", (string way) => way switch
        {
            "member" => IsomerResults.Ok(new { A = (object)Items(1) }),
            "list" => IsomerResults.Ok(new List<object> { new { A = Items(1) } }),
            "map" => IsomerResults.Ok(new Dictionary<string, object?> { ["a"] = Items(1) }),
            _ => (IResult)IsomerResults.Ok<object>(new { A = Items(1) }),
        });
        app.MapGet("/unwritable", () => IsomerResults.Ok(new Unwritable()));
        app.MapControllers();
        await app.StartAsync(Stop);
        return app;
    }

    public sealed class Unwritable
    {
        public Order Deep => throw new InvalidOperationException("It is not there.");
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _app.StopAsync(TestContext.Current.CancellationToken);
        await _app.DisposeAsync();
    }

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> Formats => new(
        ("application/json", "json"), ("text/json", "json"), ("application/vnd.isomer.compact", "compact"),
        ("application/x-protobuf", "protobuf"), ("application/protobuf", "protobuf"), ("application/xml", "xml"),
        ("text/xml", "xml"), ("application/xml;dialect=contract", "contract"), ("text/xml;dialect=contract", "contract"),
        ("application/vnd.google.protobuf", "protobuf"), ("application/msbin1", "binary"),
        ("application/json;dialect=fastjson", "fastjson"));

    /// <summary>JSON as ASP.NET Core answers it: an answer stands in no page.</summary>
    static JsonOptions AsAnswered { get; } = JsonOptions.Web with { Escaping = JsonEscaping.Relaxed };

    static Format FormatOf(string name) => name switch
    {
        "json" => Json.Format.With(AsAnswered),
        "compact" => Compact.Format,
        "protobuf" => Protobuf.Format,
        "xml" => Xml.Format,
        "contract" => ContractXml.Format,
        "binary" => ContractXml.BinaryFormat,
        _ => Json.Format.With(JsonOptions.FastJson),
    };

    async Task<(HttpStatusCode Status, string? Type, byte[] Body)> Send(HttpMethod method, string path, string? accept, byte[]? body = null,
        string? type = null)
    {
        using var request = new HttpRequestMessage(method, path);
        if (accept is not null)
            request.Headers.TryAddWithoutValidation("Accept", accept);
        if (body is not null)
        {
            request.Content = new ByteArrayContent(body);
            if (type is not null)
                request.Content.Headers.TryAddWithoutValidation("Content-Type", type);
        }
        using var response = await _client.SendAsync(request, Stop);
        return (response.StatusCode, response.Content.Headers.ContentType?.ToString(), await response.Content.ReadAsByteArrayAsync(Stop));
    }

    [Theory, MemberData(nameof(Formats))]
    public async Task Answers_are_in_the_format_that_is_accepted(string mediaType, string name)
    {
        byte[] expected = FormatOf(name).Serialize(Sample(7));
        foreach (string path in new[] { "/orders/7", "/plain/7", "/mvc/orders/7" })
        {
            var (status, type, body) = await Send(HttpMethod.Get, path, mediaType);
            Assert.Equal((HttpStatusCode.OK, path), (status, path));
            Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(body));
            Assert.Equal(mediaType.Split(';')[0].Split('/')[1].Replace("x-", "").Replace("vnd.google.", ""),
                type!.Split(';')[0].Split('/')[1].Replace("x-", ""));
        }
    }

    [Theory, MemberData(nameof(Formats))]
    public async Task Bodies_are_read_in_the_format_that_they_name(string mediaType, string name)
    {
        byte[] body = FormatOf(name).Serialize(Sample(7));
        foreach (string path in new[] { "/orders", "/mvc/orders" })
        {
            var (status, _, answer) = await Send(HttpMethod.Post, path, "application/json", body, mediaType);
            Assert.Equal((path == "/orders" ? HttpStatusCode.Created : HttpStatusCode.OK, path), (status, path));
            Assert.Equal(Json.ToText(Sample(7), AsAnswered), Encoding.UTF8.GetString(answer));
        }
    }

    [Theory]
    [InlineData(null, "application/json; charset=utf-8")]
    [InlineData("*/*", "application/json; charset=utf-8")]
    [InlineData("text/html, application/xml;q=0.9, */*;q=0.1", "application/xml; charset=utf-8")]
    [InlineData("application/json;q=0.5, application/vnd.isomer.compact", "application/vnd.isomer.compact")]
    [InlineData("application/json;q=0, application/xml", "application/xml; charset=utf-8")]
    [InlineData("application/hal+json;q=0.3, application/json;q=0.9, application/xml;q=0.5", "application/json; charset=utf-8")]
    [InlineData("application/hal+json;q=0, application/json", "application/json; charset=utf-8")]
    [InlineData("application/problem+json;q=0.1, application/json", "application/json; charset=utf-8")]
    [InlineData("text/json;q=0.1, application/json", "application/json; charset=utf-8")]
    [InlineData("text/xml;q=0, application/xml", "application/xml; charset=utf-8")]
    [InlineData("text/xml, */*;q=0.1", "application/xml; charset=utf-8")]
    [InlineData("application/json;dialect=fastjson;q=0.1, application/json;q=0.5", "application/json; charset=utf-8")]
    [InlineData("application/xml;dialect=contract;q=0, application/xml", "application/xml; charset=utf-8")]
    [InlineData("text/xml;q=0.5, application/xml;q=0.9, application/json;q=0.7", "application/xml; charset=utf-8")]
    [InlineData("application/x-protobuf;q=0.1, application/protobuf, application/json;q=0.5", "application/x-protobuf")]
    [InlineData("application/vnd.api+json, application/xml;q=0.5", "application/json; charset=utf-8")]
    [InlineData("nonsense", "application/json; charset=utf-8")]
    public async Task What_the_client_wants_most_is_answered(string? accept, string contentType)
    {
        var (status, type, _) = await Send(HttpMethod.Get, "/orders/7", accept);
        Assert.Equal((HttpStatusCode.OK, contentType), (status, type));
    }

    [Fact]
    public async Task A_value_with_items_in_it_is_sent_as_they_come()
    {
        var (status, _, body) = await Send(HttpMethod.Get, "/page", "application/json");
        Assert.Equal(HttpStatusCode.OK, status);
        var web = new JsonSerializerOptions(JsonSerializerDefaults.Web)
        {
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        };
        var expected = new MemoryStream();
        await JsonSerializer.SerializeAsync(expected, new { Next = 4, Orders = Items(2), Last = true }, web, Stop);
        Assert.Equal(Encoding.UTF8.GetString(expected.ToArray()), Encoding.UTF8.GetString(body));
        using var response = await _client.GetAsync("/page?count=0", HttpCompletionOption.ResponseHeadersRead, Stop);
        Assert.Null(response.Content.Headers.ContentLength);
        Assert.Equal("""{"next":4,"orders":[],"last":true}""", await response.Content.ReadAsStringAsync(Stop));
    }

    [Theory]
    [InlineData("member", "{0}")]
    [InlineData("list", "[{0}]")]
    [InlineData("map", "{0}")]
    [InlineData("root", "{0}")]
    public async Task Items_behind_object_are_sent_as_well(string way, string form)
    {
        var (status, _, body) = await Send(HttpMethod.Get, "/behind/" + way, "application/json");
        Assert.Equal(HttpStatusCode.OK, status);
        string item = JsonSerializer.Serialize(new { A = new[] { Sample(1) } }, new JsonSerializerOptions(JsonSerializerDefaults.Web)
        { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
        Assert.Equal(form.Replace("{0}", item, StringComparison.Ordinal), Encoding.UTF8.GetString(body));
    }

    [Theory]
    [InlineData("application/json;q=0, */*", false)]
    [InlineData("*/*, application/json;q=0", false)]
    [InlineData("application/json;q=0.1, */*", false)]
    [InlineData("application/*;q=0.2, application/json;q=0.1", false)]
    [InlineData("*/*;q=0, application/json", true)]
    [InlineData("*/*;q=0.1, application/json;q=0.2", true)]
    [InlineData("application/*, application/json", true)]
    public async Task What_is_said_most_exactly_of_a_type_counts(string accept, bool isJson)
    {
        var (status, type, _) = await Send(HttpMethod.Get, "/orders/7", accept);
        Assert.Equal((HttpStatusCode.OK, isJson), (status, type?.StartsWith("application/json", StringComparison.Ordinal) == true));
        Assert.Equal(HttpStatusCode.NotAcceptable, (await Send(HttpMethod.Get, "/orders/7", "application/json;q=0")).Status);
    }

    [Theory, MemberData(nameof(Formats))]
    public async Task Parameters_may_be_quoted(string mediaType, string name)
    {
        string quoted = System.Text.RegularExpressions.Regex.Replace(mediaType, "=([^;\"]+)", "=\"$1\"");
        var (status, type, body) = await Send(HttpMethod.Get, "/orders/7", quoted);
        Assert.Equal((HttpStatusCode.OK, (await Send(HttpMethod.Get, "/orders/7", mediaType)).Type), (status, type));
        Assert.Equal(FormatOf(name).Serialize(Sample(7)), body);
        foreach (string content in new[] { quoted, quoted + "; charset=\"utf-8\"", quoted + "; charset=\"UTF-8\"" })
            Assert.Equal((await Send(HttpMethod.Post, "/orders", null, body, mediaType)).Status,
                (await Send(HttpMethod.Post, "/orders", null, body, content)).Status);
    }

    /// <summary>An error tells what the body held; where XML is accepted and has no place for it, the answer was 500.</summary>
    [Fact]
    public async Task An_error_may_tell_any_character()
    {
        foreach (string path in new[] { "/orders", "/mvc/orders" })
            foreach (string accept in new[] { "application/json", "application/xml" })
                foreach (string body in new[] { "{\"lines\":\b}", "{\"lines\":[{\"\\u0008\":\u0001}]}", "{\"lines\":\uFFFF}" })
                    Assert.Equal((HttpStatusCode.BadRequest, path, accept),
                        ((await Send(HttpMethod.Post, path, accept, Encoding.UTF8.GetBytes(body), "application/json")).Status, path, accept));
    }

    [Fact]
    public async Task What_is_not_spoken_here()
    {
        Assert.Equal(HttpStatusCode.NotAcceptable, (await Send(HttpMethod.Get, "/orders/7", "image/png")).Status);
        foreach (string? type in new[] { "image/png", "application/json; charset=utf-16", null })
            Assert.Equal((HttpStatusCode.UnsupportedMediaType, type),
                ((await Send(HttpMethod.Post, "/orders", null, "{}"u8.ToArray(), type)).Status, type));
        Assert.Equal(HttpStatusCode.UnsupportedMediaType,
            (await Send(HttpMethod.Post, "/mvc/orders", null, "{}"u8.ToArray(), "image/png")).Status);
    }

    [Fact]
    public async Task Bad_bodies_are_told_with_their_place()
    {
        var (status, type, body) =
            await Send(HttpMethod.Post, "/orders", null, """{"lines":[{"price":1},{"price":"x"}]}"""u8.ToArray(), "application/json");
        Assert.Equal((HttpStatusCode.BadRequest, "application/problem+json"), (status, type));
        var problem = JsonDocument.Parse(body).RootElement;
        Assert.Equal(("$.lines[1].price", 32, 1),
            (problem.GetProperty("path").GetString(), problem.GetProperty("offset").GetInt32(), problem.GetProperty("line").GetInt32()));
        (status, _,
            body) = await Send(HttpMethod.Post, "/mvc/orders", null, """{"lines":[{"price":1},{"price":"x"}]}"""u8.ToArray(),
                "application/json");
        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.True(JsonDocument.Parse(body).RootElement.GetProperty("errors").TryGetProperty("$.lines[1].price", out _));
        foreach (string media in new[] { "application/vnd.isomer.compact", "application/x-protobuf", "application/xml",
            "application/msbin1" })
            Assert.Equal((HttpStatusCode.BadRequest, media),
                ((await Send(HttpMethod.Post, "/orders", null, [255, 255, 1], media)).Status, media));
        Assert.Equal(HttpStatusCode.BadRequest, (await Send(HttpMethod.Post, "/orders", null, [], "application/json")).Status);
        Assert.Equal(HttpStatusCode.BadRequest,
            (await Send(HttpMethod.Post, "/orders", null, "null"u8.ToArray(), "application/json")).Status);
    }

    [Fact]
    public async Task Long_bodies_are_refused_however_they_come()
    {
        byte[] body = Encoding.UTF8.GetBytes($$"""{"customer":"{{new string('a', 200_000)}}"}""");
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await Send(HttpMethod.Post, "/orders", null, body, "application/json")).Status);
        // In pieces, without a length told before.
        using var request = new HttpRequestMessage(HttpMethod.Post, "/orders") { Content = new StreamContent(new MemoryStream(body)) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.TransferEncodingChunked = true;
        using var response = await _client.SendAsync(request, Stop);
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        // As long as may be, and in pieces.
        byte[] fits = Encoding.UTF8.GetBytes($$"""{"customer":"{{new string('a', 90_000)}}"}""");
        using var whole = new HttpRequestMessage(HttpMethod.Post, "/orders") { Content = new StreamContent(new MemoryStream(fits)) };
        whole.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        whole.Headers.TransferEncodingChunked = true;
        using var taken = await _client.SendAsync(whole, Stop);
        Assert.Equal(HttpStatusCode.Created, taken.StatusCode);
    }

    [Fact]
    public async Task Items_are_sent_as_they_come()
    {
        Assert.Equal(Json.ToText(new List<Order> { Sample(1), Sample(2), Sample(3) }, AsAnswered),
            Encoding.UTF8.GetString((await Send(HttpMethod.Get, "/orders", "application/json")).Body));
        Assert.Equal(Json.ToText(new List<Order> { Sample(1), Sample(2), Sample(3) }, AsAnswered),
            Encoding.UTF8.GetString((await Send(HttpMethod.Get, "/mvc/orders", "application/json")).Body));
        Assert.Equal(Compact.Serialize(new List<Order> { Sample(1), Sample(2), Sample(3) }),
            (await Send(HttpMethod.Get, "/orders", "application/vnd.isomer.compact")).Body);
    }

    [Theory]
    [InlineData("/slow")]
    [InlineData("/mvc/orders/slow")]
    public async Task Items_are_seen_before_the_last_is_there(string path)
    {
        using var response = await _client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, Stop);
        int count = 0;
        await foreach (var order in Json.ReadArrayAsync<Order>(await response.Content.ReadAsStreamAsync(Stop), JsonOptions.Web, Stop))
        {
            count++;
            _app.Services.GetRequiredService<Gate>().Open();
        }
        Assert.Equal(Gate.Count, count);
    }

    static readonly byte[] s_twiceBad = """{"id":"x","lines":[{"price":1},{"price":"x"}]}"""u8.ToArray();

    async Task<JsonElement> Refused(WebApplication app, string path)
    {
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        using var content = new ByteArrayContent(s_twiceBad) { Headers = { ContentType = new("application/json") } };
        using var response = await client.PostAsync(path, content, Stop);
        Assert.Equal((HttpStatusCode.BadRequest, "application/problem+json"),
            (response.StatusCode, response.Content.Headers.ContentType!.MediaType));
        return JsonDocument.Parse(await response.Content.ReadAsByteArrayAsync(Stop)).RootElement;
    }

    [Fact]
    public async Task All_errors_are_told_where_more_than_the_first_is_asked_for()
    {
        await using var app =
            await StartAsync(o => o.Formats[0] = WebFormat.OfJson(JsonOptions.Web with { MaxErrors = 10 }, "application/json"));
        foreach (string path in new[] { "/orders", "/mvc/orders" })
        {
            var errors = (await Refused(app, path)).GetProperty("errors");
            // A controller's model state has one of its own for the parameter that has no value.
            Assert.Equal(["$.id", "$.lines[1].price"],
                errors.EnumerateObject().Select(e => e.Name).Where(n => n != "order").Order(StringComparer.Ordinal));
        }
    }

    /// <summary>Neither names of members nor what stands there, in either way.</summary>
    [Fact]
    public async Task Nothing_is_told_where_it_is_not_to_be()
    {
        await using var app = await StartAsync(o => o.TellsProblems = false);
        foreach (string path in new[] { "/orders", "/mvc/orders" })
        {
            string answer = (await Refused(app, path)).GetRawText();
            Assert.DoesNotContain("\"path\"", answer, StringComparison.Ordinal);
            Assert.DoesNotContain("lines", answer, StringComparison.Ordinal);
            Assert.DoesNotContain("$.id", answer, StringComparison.Ordinal);
        }
    }

    /// <summary>The sample as it is started by `dotnet run`.</summary>
    [Fact]
    public async Task The_sample_runs()
    {
        string dll = Path.Combine(Cli.Tool.Root, "samples", "WebShop", "bin", Cli.Tool.Configuration, "net10.0", "WebShop.dll");
        Assert.SkipUnless(File.Exists(dll), "the sample is not built: `dotnet build Isomer.slnx` does it");
        using var process = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo("dotnet", [dll, "--urls", "http://127.0.0.1:0"]) { RedirectStandardOutput = true })!;
        try
        {
            const string Listening = "Now listening on: ";
            string line = "";
            while (!line.Contains(Listening, StringComparison.Ordinal))
                line = await process.StandardOutput.ReadLineAsync(Stop) ?? throw new InvalidOperationException("the sample ended");
            using var client = new HttpClient
            { BaseAddress = new Uri(line[(line.IndexOf(Listening, StringComparison.Ordinal) + Listening.Length)..]) };
            using var added = await client.PostAsIsomerAsync("/orders", Json.ParseNode("""{"customer":"Ann"}"""), Json.Format, Stop);
            Assert.Equal(HttpStatusCode.Created, added.StatusCode);
            string all = await client.GetStringAsync("/orders", Stop);
            Assert.Contains("Ann", all, StringComparison.Ordinal);
            using var request = new HttpRequestMessage(HttpMethod.Get, "/orders") { Headers = { { "Accept", "application/xml" } } };
            using var answer = await client.SendAsync(request, Stop);
            Assert.Contains("<", await answer.Content.ReadAsStringAsync(Stop), StringComparison.Ordinal);
        }
        finally
        {
            process.Kill();
        }
    }

    [Fact]
    public async Task A_value_that_cannot_be_written_is_no_torn_answer() =>
        Assert.Equal(HttpStatusCode.InternalServerError, (await Send(HttpMethod.Get, "/unwritable", "application/json")).Status);

    [Fact]
    public async Task Clients()
    {
        foreach (var format in new[] { Json.Format.With(JsonOptions.Web), Compact.Format, Protobuf.Format, Xml.Format,
            ContractXml.BinaryFormat })
        {
            Assert.Equal(Json.ToText(Sample(5)), Json.ToText(await _client.GetFromIsomerAsync<Order>("/orders/5", format, Stop)));
            using var response = await _client.PostAsIsomerAsync("/orders", Sample(6), format, Stop);
            Assert.Equal(format.MediaType, response.Content.Headers.ContentType!.MediaType);
            Assert.Equal(Json.ToText(Sample(6)), Json.ToText(await response.Content.ReadFromIsomerAsync<Order>(format, Stop)));
            using var put = await _client.PutAsIsomerAsync("/orders", Sample(8), format, Stop);
            Assert.Equal((HttpStatusCode.OK, format.MediaType), (put.StatusCode, put.Content.Headers.ContentType!.MediaType!));
            Assert.Equal(Json.ToText(Sample(8)), Json.ToText(await put.Content.ReadFromIsomerAsync<Order>(format, Stop)));
            using var content = IsomerContent.Of(Sample(9), format);
            Assert.Equal((format.MediaType, (long)format.Serialize(Sample(9)).Length),
                (content.Headers.ContentType!.MediaType!, content.Headers.ContentLength ?? -1));
            Assert.Equal(format.Serialize(Sample(9)), await content.ReadAsByteArrayAsync(Stop));
        }
        // An answer in another format than was asked for is read by what it says.
        using var json = await _client.GetAsync("/orders/5", Stop);
        Assert.Equal(5, (await json.Content.ReadFromIsomerAsync<Node>(Compact.Format, Stop))!["id"]!.As<int>());
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.GetFromIsomerAsync<Order>("/none", Json.Format, Stop));
    }
}
