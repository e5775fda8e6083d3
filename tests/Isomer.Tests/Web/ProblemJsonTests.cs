using System.Net.Http.Headers;
using Isomer.AspNetCore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Isomer.Tests.Web;

/// <summary>
/// In an application compiled ahead of time ASP.NET Core's JSON knows no type by itself, and a bad body was a 500: here its resolvers are
/// taken away.
/// </summary>
public class ProblemJsonTests
{
    public class Point
    {
        public int X { get; set; }
        public int Y { get; set; }
    }

    static async Task<List<string>> Answers(bool knowsTypes, int maxErrors)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        if (!knowsTypes)
            builder.Services.ConfigureHttpJsonOptions(static o => o.SerializerOptions.TypeInfoResolverChain.Clear());
        builder.Services.AddIsomer(
            o => o.Formats[0] = WebFormat.OfJson(JsonOptions.Web with { MaxErrors = maxErrors }, "application/json"));
        await using var app = builder.Build();
        app.MapPost("/", static (IsomerBody<Point> body) => IsomerResults.Ok(body.Value));
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        var answers = new List<string>();
        foreach (var (type, body) in new[]
        {
            ("application/json", """{"x":"a","y":"b"}"""), ("application/json", ""), ("text/csv", "a"),
            ("application/xml", "<Point><X>a</X></Point>"), ("application/json", """{"x":1}"""),
        })
        {
            var content = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(body));
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
            using var answer = await client.PostAsync("/", content, TestContext.Current.CancellationToken);
            string text = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            answers.Add($"{(int)answer.StatusCode} {answer.Content.Headers.ContentType} {text}");
        }
        return answers;
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public async Task A_bad_body_is_told_where_no_type_is_known(int maxErrors)
    {
        var told = await Answers(knowsTypes: false, maxErrors);
        Assert.Equal(["400", "400", "415", "400", "200"], told.Select(t => t[..3]));
        Assert.Contains("\"path\":\"$.x\"", told[0], StringComparison.Ordinal);
        Assert.Equal(maxErrors > 1, told[0].Contains("\"errors\":{\"$.x\":[", StringComparison.Ordinal));
        Assert.Equal(await Answers(knowsTypes: true, maxErrors), told);
    }
}
