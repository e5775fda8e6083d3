using Isomer.AspNetCore;
using Isomer.Http;
using Isomer.Tests.Web;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;
using Order = Isomer.Tests.Web.Order;

namespace Isomer.Tests.Docs;

/// <summary>The code of docs/aspnetcore.md and of the pages' parts on pointers and patches.</summary>
public class DocExamplesOfAspNetCore
{
    static Order Find(int id) => WebTests.Sample(id);

    static Order Add(Order order) => order;

    static List<Order> All() => [WebTests.Sample(1)];

    [Fact]
    public async Task A_server_and_its_client()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");

        builder.Services.AddIsomer();
        builder.Services.AddEndpointsApiExplorer();

        await using var app = builder.Build();

        app.MapGet("/orders/{id:int}", (int id) => IsomerResults.Ok(Find(id)));
        app.MapPost("/orders", (IsomerBody<Order> body) => IsomerResults.Status(201, Add(body.Value)));
        app.MapGroup("/all").WithIsomer().MapGet("/", () => All());
        app.MapIsomerOpenApi();

        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };

        Order? order = await client.GetFromIsomerAsync<Order>("orders/7", Compact.Format);
        using var answer = await client.PostAsIsomerAsync("orders", order, Compact.Format);

        Assert.Equal(7, order!.Id);
        Assert.Equal(StatusCodes.Status201Created, (int)answer.StatusCode);
        Assert.Single((await client.GetFromIsomerAsync<List<Order>>("all", Xml.Format))!);
    }

    [Fact]
    public void A_file_with_comments_is_changed()
    {
        string text = """
            {
              // What is told:
              "Logging": { "Level": "Warning" }
            }
            """;

        Node settings = Json.ParseNode(text, new JsonOptions { Leniency = JsonLeniency.Comments })!;
        settings["Logging"]!["Level"] = "Debug";
        string changed = Json.Update(text, settings);

        Assert.Equal(text.Replace("Warning", "Debug", StringComparison.Ordinal), changed);
    }

    [Fact]
    public void Patches()
    {
        Node order = Json.ParseNode("""{"Freight":1,"Lines":[{"Price":1}],"Remark":"x"}""")!;

        Node? price = NodePointer.Parse("/Lines/0/Price").Find(order);
        Node? changed = JsonPatch.Apply(order, Json.ParseNode("""[{"op":"replace","path":"/Freight","value":12.5}]"""));
        Node? merged = MergePatch.Apply(order, Json.ParseNode("""{"Freight":12.5,"Remark":null}"""));
        Node patch = JsonPatch.Between(order, changed);

        foreach (LocatedNode cheap in order.Locate("$.Lines[?@.Price < 2].Price"))      // each with its place:
            Console.WriteLine($"{cheap.Path}: {cheap.Value}");                          // $['Lines'][0]['Price']: 1
        foreach (LocatedNode line in order.Locate("$.Lines[?@.Price < 2]").Reverse().ToList())
            line.Remove();                                                              // or Replace(...)

        Assert.Equal("""{"Freight":1,"Lines":[],"Remark":"x"}""", Json.ToText(order));
        Assert.Equal(1, price!.As<int>());
        Assert.Equal("""[{"op":"replace","path":"/Freight","value":12.5}]""", Json.ToText(patch));
        Assert.Equal("""{"Freight":12.5,"Lines":[{"Price":1}]}""", Json.ToText(merged));
    }
}
