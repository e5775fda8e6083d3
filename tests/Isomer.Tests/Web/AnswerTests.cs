using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.AspNetCore;
using Isomer.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Isomer.Tests.Web;

/// <summary>
/// What a server answers when a value cannot be written, or the application fails: one whole answer, and the next request on the connection
/// gets its own.
/// </summary>
public sealed class AnswerTests : IAsyncLifetime
{
    public sealed class Torn
    {
        public string Big { get; set; } = new('x', 3_000_000);
        public object? Behind { get; set; }
        public double X { get; set; }
    }

    [ProtobufContract]
    public sealed class Point
    {
        [ProtobufMember(1)]
        public int Id { get; set; }
    }

    WebApplication _app = null!;

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    static async IAsyncEnumerable<Point> Failing(int before, [EnumeratorCancellation] CancellationToken stop = default)
    {
        for (int i = 0; i < before; i++)
        {
            await Task.Delay(1, stop);
            yield return new Point { Id = i };
        }
        await Task.Yield();
        throw new InvalidOperationException("There are no more.");
    }

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRouting();
        builder.Services.AddIsomer();
        _app = builder.Build();
        _app.MapGet("/ok", () => IsomerResults.Ok(new Point { Id = 5 }));
        _app.MapGet("/torn", () => IsomerResults.Ok(new Torn { X = double.NaN }));
        _app.MapGet("/torn-behind", () => IsomerResults.Ok<object>(new { A = new Torn { X = double.NaN } }));
        _app.MapGet("/torn-items", () => IsomerResults.Ok(new { Items = Failing(0), Big = new string('y', 100_000), X = double.NaN }));
        _app.MapGet("/fails-first", () => IsomerResults.Ok(Failing(0)));
        _app.MapGet("/fails-first-member", () => IsomerResults.Ok<object>(new { Items = Failing(0) }));
        _app.MapGet("/backend", () => IsomerResults.Ok(Json.FromText<Point>("""{"Id":"a secret"}""")));
        _app.MapPost("/points", (IsomerBody<Point> body) => IsomerResults.Ok(body.Value));
        foreach (var (path, type, body) in s_contents)
            _app.MapGet(path, () => Results.Bytes(body, type));
        await _app.StartAsync(Stop);
    }

    public async ValueTask DisposeAsync() => await _app.DisposeAsync();

    string Address => _app.Urls.First();

    /// <summary>Two requests at once on one connection, and all that comes back.</summary>
    async Task<string> Twice(string path)
    {
        using var client = new TcpClient();
        var address = new Uri(Address);
        await client.ConnectAsync(address.Host, address.Port, Stop);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(
            $"GET {path} HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), Stop);
        using var all = new MemoryStream();
        await stream.CopyToAsync(all, Stop);
        return Encoding.ASCII.GetString(all.ToArray());
    }

    [Theory]
    [InlineData("/torn")]
    [InlineData("/torn-behind")]
    [InlineData("/torn-items")]
    [InlineData("/fails-first")]
    [InlineData("/fails-first-member")]
    public async Task What_cannot_be_written_leaves_nothing_behind_its_answer(string path)
    {
        string all = await Twice(path);
        Assert.StartsWith("HTTP/1.1 500", all, StringComparison.Ordinal);
        int end = all.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
        Assert.Contains("Content-Length: 0\r\n", all[..end], StringComparison.Ordinal);
        Assert.StartsWith("HTTP/1.1 200", all[end..], StringComparison.Ordinal);
        Assert.EndsWith("{\"id\":5}", all, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Input_that_is_none_of_the_clients_is_the_servers_fault()
    {
        using var client = new HttpClient { BaseAddress = new Uri(Address) };
        using var answer = await client.GetAsync("/backend", Stop);
        Assert.Equal(HttpStatusCode.InternalServerError, answer.StatusCode);
        Assert.DoesNotContain("secret", await answer.Content.ReadAsStringAsync(Stop), StringComparison.Ordinal);
        using var bad = await client.PostAsync("/points", new StringContent("""{"id":"x"}""", Encoding.UTF8, "application/json"), Stop);
        Assert.Equal(HttpStatusCode.BadRequest, bad.StatusCode);
        Assert.Contains("$.id", await bad.Content.ReadAsStringAsync(Stop), StringComparison.Ordinal);
    }

    static readonly byte[] s_json = "{\"id\":7}"u8.ToArray(), s_marked = [0xEF, 0xBB, 0xBF, .. s_json];

    static readonly (string Path, string Type, byte[] Body)[] s_contents =
    [
        ("/t1", "text/json", s_json), ("/t2", "application/hal+json", s_json), ("/t3", "application/json; charset=utf-8", s_marked),
        ("/t4", "application/problem+json; charset=\"utf-8\"", s_json), ("/t5", "application/xml", Xml.Serialize(new Point { Id = 7 })),
        ("/t6", "text/xml", Xml.Serialize(new Point { Id = 7 })), ("/t7", "application/protobuf", Protobuf.Serialize(new Point { Id = 7 })),
        ("/t8", "application/vnd.isomer.compact", Compact.Serialize(new Point { Id = 7 })),
        ("/t9", "application/json; charset=utf-16", Encoding.Unicode.GetBytes("{\"id\":7}")),
        ("/ta", "application/json; charset=\"utf-16\"", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes("{\"id\":7}")]),
        ("/tb", "application/json; charset=utf-32BE", new UTF32Encoding(true, false).GetBytes("{\"id\":7}")),
        ("/tc", "application/json; charset=iso-8859-1", Encoding.Latin1.GetBytes("{\"name\":\"ä\",\"id\":7}")),
        ("/u1", "application/json; charset=klingon", s_json),
        ("/u2", Nrbf.Format.MediaType, s_json), ("/u3", Soap.Format.MediaType, s_json),
    ];

    /// <summary>Texts in the charsets of the web, as GetFromJsonAsync reads them.</summary>
    [Theory]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("utf-32")]
    [InlineData("iso-8859-1")]
    [InlineData("us-ascii")]
    [InlineData("utf-8")]
    public async Task Charsets_as_the_original_reads_them(string charset)
    {
        Encoding encoding = Encoding.GetEncoding(charset);
        foreach (string text in new[] { "x", "", "äöü", "a\u00A0b" })
        {
            byte[] body = encoding.GetBytes($"\"{(charset == "us-ascii" ? text.Replace('ä', 'a').Replace('ö', 'o') : text)}\"");
            using var content = new ByteArrayContent(body);
            content.Headers.ContentType = MediaTypeHeaderValue.Parse("application/json; charset=" + charset);
            string? theirs = await System.Net.Http.Json.HttpContentJsonExtensions.ReadFromJsonAsync<string>(content, Stop);
            Assert.Equal(theirs, await content.ReadFromIsomerAsync<string>(Json.Format, Stop));
        }
    }

    /// <summary>What other servers call JSON, XML and Protobuf, and a mark before the text; a server does not choose NRBF.</summary>
    [Fact]
    public async Task Contents_of_other_names()
    {
        using var client = new HttpClient { BaseAddress = new Uri(Address) };
        foreach (var (path, type, _) in s_contents)
            foreach (var asked in (Format[])[Json.Format, Compact.Format, Xml.Format])
                if (path[1] == 't')
                    Assert.Equal(7, (await client.GetFromIsomerAsync<Point>(path, asked, Stop))!.Id);
                else
                    Assert.Contains(type.Contains("klingon", StringComparison.Ordinal) ? "klingon" : MediaTypeHeaderValue.Parse(type).MediaType!,
                        (await Assert.ThrowsAsync<NotSupportedException>(
                            () => client.GetFromIsomerAsync<Point>(path, asked, Stop))).Message,
                        StringComparison.Ordinal);
        using var contract = new ByteArrayContent(ContractXml.Serialize(new Point { Id = 7 }));
        contract.Headers.ContentType = new("text/xml");
        Assert.Equal(7, (await contract.ReadFromIsomerAsync<Point>(ContractXml.Format, Stop))!.Id);
    }
}
