using System.Globalization;
using System.Text;
using System.Text.Json;
using Isomer.AspNetCore;
using Isomer.WebBench;

// Requests a second and bytes allocated for each, Isomer beside System.Text.Json in one server, under wrk (Debian's package), which takes
// turns between them:
//   dotnet run -c Release -- [--rounds 5] [--seconds 3] [--connections 16]
// Only the ratios of one run mean something, and the server shares its processors with wrk.
int Number(string name, int usual) =>
    Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? int.Parse(args[at + 1], CultureInfo.InvariantCulture) : usual;
int rounds = Number("--rounds", 5), seconds = Number("--seconds", 3), connections = Number("--connections", 16);

var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.Services.AddIsomer();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
app.MapGet("/isomer/one", () => IsomerResults.Ok(Shop.One));
app.MapGet("/reflection/one", () => Shop.One);
app.MapGet("/generated/one", () => Results.Json(Shop.One, ShopContext.Default.Order));
app.MapGet("/isomer/many", () => IsomerResults.Ok(Shop.Many));
app.MapGet("/reflection/many", () => Shop.Many);
app.MapGet("/generated/many", () => Results.Json(Shop.Many, ShopContext.Default.ListOrder));
app.MapPost("/isomer/post", (IsomerBody<List<Order>> body) => Results.Text(Count(body.Value)));
app.MapPost("/reflection/post", (List<Order> body) => Results.Text(Count(body)));
app.MapPost("/generated/post",
    async (HttpRequest request) => Results.Text(Count((await request.ReadFromJsonAsync(ShopContext.Default.ListOrder))!)));
await app.StartAsync();
string root = app.Urls.First();

byte[] many = JsonSerializer.SerializeToUtf8Bytes(Shop.Many, ShopContext.Default.ListOrder);
using (var client = new HttpClient())
    foreach (string path in new[] { "one", "many", "post" })
    {
        // Nothing is raced that is not equal.
        var answers = new HashSet<string>();
        foreach (string who in Contestants.All)
        {
            using var body = new ByteArrayContent(many);
            body.Headers.ContentType = new("application/json");
            using var answer = path == "post"
                ? await client.PostAsync($"{root}/{who}/{path}", body)
                : await client.GetAsync($"{root}/{who}/{path}");
            answer.EnsureSuccessStatusCode();
            answers.Add(await answer.Content.ReadAsStringAsync());
        }
        if (answers.Count != 1)
            throw new InvalidOperationException(
                $"The answers for {path} differ: {string.Join(" | ", answers.Select(a => a[..Math.Min(a.Length, 200)]))}");
    }

string script = Path.Combine(Path.GetTempPath(), $"isomer-wrk-{Environment.ProcessId}.lua");
File.WriteAllText(script,
    $"wrk.method = \"POST\"\nwrk.headers[\"Content-Type\"] = \"application/json\"\nwrk.body = [==[{Encoding.UTF8.GetString(many)}]==]\n");
try
{
    Console.WriteLine(
        $"{Environment.ProcessorCount} processors, {connections} connections, {rounds} rounds of {seconds} s; bodies of {JsonSerializer.SerializeToUtf8Bytes(Shop.One, ShopContext.Default.Order).Length} and {many.Length} bytes");
    Console.WriteLine(
        "case | requests a second: Isomer, System.Text.Json by reflection, generated | Isomer over each, median of rounds (least .. greatest) | bytes allocated a request");
    foreach (string path in new[] { "one", "many", "post" })
        Report(path, await Contestants.RaceAsync(root, path, path == "post" ? script : null, rounds, seconds, connections));
}
finally
{
    File.Delete(script);
}
await app.StopAsync();

static string Count(List<Order> orders) => orders.Sum(o => o.Lines.Count).ToString(CultureInfo.InvariantCulture);

static void Report(string path, (double Rate, double Bytes)[][] figures)
{
    string Over(int other)
    {
        double[] ratios = [.. Enumerable.Range(0, figures[0].Length).Select(i => figures[0][i].Rate / figures[other][i].Rate).Order()];
        return FormattableString.Invariant($"{ratios[ratios.Length / 2]:0.00} ({ratios[0]:0.00} .. {ratios[^1]:0.00})");
    }
    string Each(Func<(double Rate, double Bytes), double> of) =>
        string.Join(" ",
            figures.Select(f => Math.Round(f.Select(of).Order().ElementAt(f.Length / 2)).ToString("#,0", CultureInfo.InvariantCulture)));
    Console.WriteLine($"{path,-4} | {Each(f => f.Rate)} | {Over(1)}, {Over(2)} | {Each(f => f.Bytes)}");
}
