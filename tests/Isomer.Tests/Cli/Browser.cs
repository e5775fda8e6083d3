using System.Diagnostics;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Isomer.Tests.Cli;

/// <summary>A real Chromium, spoken to by its DevTools protocol: only what the tests of the report need.</summary>
sealed class Browser : IAsyncDisposable
{
    readonly Process _process;
    readonly ClientWebSocket _socket = new();
    readonly TemporaryFolder _profile;
    string? _session;
    int _next;

    Browser(Process process, TemporaryFolder profile) => (_process, _profile) = (process, profile);

    /// <summary>What the page wrote to the console, threw, or was refused.</summary>
    public List<string> Complaints { get; } = [];

    public static string? Find() => Environment.GetEnvironmentVariable("ISOMER_CHROMIUM") is { Length: > 0 } given ? given
        : ((string[])["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]).FirstOrDefault(File.Exists);

    public static async Task<Browser> StartAsync(string program)
    {
        var profile = new TemporaryFolder();
        var info = new ProcessStartInfo(program) { RedirectStandardError = true, RedirectStandardOutput = true };
        foreach (string argument in (string[])["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0", "--user-data-dir=" + profile.Path, "about:blank"])
            info.ArgumentList.Add(argument);
        var browser = new Browser(Process.Start(info)!, profile);
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (await browser._process.StandardError.ReadLineAsync(patience.Token) is { } line)
        {
            const string Announcement = "DevTools listening on ";
            if (!line.StartsWith(Announcement, StringComparison.Ordinal))
                continue;
            _ = browser._process.StandardError.ReadToEndAsync(CancellationToken.None);
            _ = browser._process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            await browser._socket.ConnectAsync(new Uri(line[Announcement.Length..]), patience.Token);
            JsonNode target = await browser.SendAsync("Target.createTarget", new { url = "about:blank" });
            browser._session = (string)(await browser.SendAsync("Target.attachToTarget",
                new { targetId = (string)target["targetId"]!, flatten = true }))["sessionId"]!;
            foreach (string domain in (string[])["Page", "Runtime", "Log", "Network"])
                await browser.SendAsync(domain + ".enable", new { });
            return browser;
        }
        throw new InvalidOperationException("Chromium did not say where it listens.");
    }

    /// <summary>Opens a page under a scheme and a width, and waits until it has loaded.</summary>
    public async Task OpenAsync(string file, string scheme, int width, bool scripts = true, string media = "")
    {
        await SendAsync("Emulation.setScriptExecutionDisabled", new { value = !scripts });
        await SendAsync("Emulation.setDeviceMetricsOverride", new { width, height = 1000, deviceScaleFactor = 1, mobile = false });
        await SendAsync("Emulation.setEmulatedMedia",
            new
            {
                media,
                features = new[] { new { name = "prefers-color-scheme", value = scheme },
                    new { name = "prefers-reduced-motion", value = "reduce" } }
            });
        await SendAsync("Page.navigate", new { url = new Uri(file).AbsoluteUri });
        for (int i = 0; i < 200; i++)
        {
            JsonNode state =
                await SendAsync("Runtime.evaluate", new { expression = "document.readyState + location.protocol", returnByValue = true });
            if ((string?)state["result"]!["value"] == "completefile:")
                return;
            await Task.Delay(50);
        }
        throw new TimeoutException("The page did not load.");
    }

    /// <summary>What an expression gives, as JSON.</summary>
    public async Task<JsonNode?> EvaluateAsync(string expression)
    {
        JsonNode result = await SendAsync("Runtime.evaluate", new { expression, returnByValue = true, awaitPromise = true });
        return result["exceptionDetails"] is null
            ? result["result"]!["value"]
            : throw new InvalidOperationException(result["exceptionDetails"]!.ToJsonString());
    }

    public async Task PressAsync(string key, int code)
    {
        foreach (string type in (string[])["keyDown", "keyUp"])
            await SendAsync("Input.dispatchKeyEvent",
                new { type, key, code = key, windowsVirtualKeyCode = code, text = key == "Enter" && type == "keyDown" ? "\r" : "" });
    }

    public async Task<byte[]> ScreenshotAsync(int width, int height) =>
        Convert.FromBase64String((string)(await SendAsync("Page.captureScreenshot",
        new { format = "png", captureBeyondViewport = true, clip = new { x = 0, y = 0, width, height, scale = 1 } }))["data"]!);

    public async Task<byte[]> PdfAsync() =>
        Convert.FromBase64String((string)(await SendAsync("Page.printToPDF", new { printBackground = true }))["data"]!);

    async Task<JsonNode> SendAsync(string method, object parameters)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        int id = ++_next;
        var message = new Dictionary<string, object?> { ["id"] = id, ["method"] = method, ["params"] = parameters };
        if (_session is not null)
            message["sessionId"] = _session;
        await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(message), WebSocketMessageType.Text, true, patience.Token);
        while (true)
        {
            JsonNode answer = await ReceiveAsync(patience.Token);
            if ((int?)answer["id"] == id)
                return answer["error"] is { } error
                    ? throw new InvalidOperationException($"{method}: {error.ToJsonString()}")
                    : answer["result"]!;
            Hear(answer);
        }
    }

    void Hear(JsonNode message)
    {
        JsonNode? p = message["params"];
        if ((string?)message["method"] is "Runtime.exceptionThrown" or "Log.entryAdded"
            || ((string?)message["method"] == "Runtime.consoleAPICalled" && (string?)p!["type"] is "error" or "warning" or "assert"))
            Complaints.Add(p!.ToJsonString());
        if ((string?)message["method"] == "Network.requestWillBeSent" && (string)p!["request"]!["url"]! is var url
            && !url.StartsWith("file:", StringComparison.Ordinal) && !url.StartsWith("data:", StringComparison.Ordinal))
            Complaints.Add("asked for " + url);
    }

    async Task<JsonNode> ReceiveAsync(CancellationToken stop)
    {
        var whole = new MemoryStream();
        byte[] buffer = new byte[1 << 16];
        WebSocketReceiveResult part;
        do
        {
            part = await _socket.ReceiveAsync(buffer, stop);
            whole.Write(buffer, 0, part.Count);
        }
        while (!part.EndOfMessage);
        return JsonNode.Parse(Encoding.UTF8.GetString(whole.GetBuffer(), 0, (int)whole.Length))!;
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
        for (int i = 0; ; i++)
        {
            try
            {
                _profile.Dispose();
                return;
            }
            catch (Exception e) when (i < 20 && e is IOException or UnauthorizedAccessException)
            {
                await Task.Delay(100); // its children still write there
            }
        }
    }
}
