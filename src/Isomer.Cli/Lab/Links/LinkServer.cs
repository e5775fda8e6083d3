using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Isomer.Cli.Lab.Links;

/// <summary>
/// Kestrel on loopback behind a shaped line, and a client for it. Payloads really cross a socket, over HTTP/1.1 and HTTP/2.
/// </summary>
sealed class LinkServer : IAsyncDisposable
{
    public static readonly Version[] Protocols = [HttpVersion.Version11, HttpVersion.Version20];

    readonly WebApplication _app;
    readonly LinkProfile _link;
    readonly bool _shaped;
    readonly ConcurrentDictionary<string, Transmitter> _lines = new();
    readonly ConcurrentDictionary<string, byte[]> _payloads = new();
    int _next;

    LinkServer(LinkProfile link, bool isShaped)
    {
        (_link, _shaped) = (link, isShaped);
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            foreach (Version version in Protocols)
                kestrel.Listen(IPAddress.Loopback, 0, listen => Configure(listen, version));
        });
        _app = builder.Build();
        _app.Run(context =>
        {
            // Several transfers go on at once, each on a connection, and so on a line, of its own.
            byte[] payload = _payloads.GetValueOrDefault(context.Request.Path.Value!) ?? [];
            if (_lines.TryGetValue(context.Connection.Id, out Transmitter? line))
                line.Restart();
            context.Response.ContentType = "application/octet-stream";
            context.Response.ContentLength = payload.Length;
            return context.Response.Body.WriteAsync(payload).AsTask();
        });
    }

    void Configure(ListenOptions listen, Version version)
    {
        listen.Protocols = version == HttpVersion.Version20 ? HttpProtocols.Http2 : HttpProtocols.Http1;
        if (!_shaped)
            return;
        listen.Use(next => async (ConnectionContext connection) =>
        {
            var line = new Transmitter(_link.DownMbit, _link.RttMs / 2, _link.InitialWindow);
            _lines[connection.ConnectionId] = line;
            var shaped = new ShapedTransport(connection.Transport, line);
            connection.Transport = shaped;
            await next(connection).ConfigureAwait(false);
            await shaped.EndAsync().ConfigureAwait(false);
        });
    }

    public static async Task<LinkServer> StartAsync(LinkProfile link, bool isShaped, CancellationToken stop)
    {
        var server = new LinkServer(link, isShaped);
        await server._app.StartAsync(stop).ConfigureAwait(false);
        return server;
    }

    /// <summary>A connection that is open already: the first request is not measured.</summary>
    public async Task<LinkClient> ConnectAsync(Version version, CancellationToken stop)
    {
        string address = _app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.ElementAt(
            Array.IndexOf(Protocols, version));
        var client = new LinkClient(new Uri(address), version, _shaped ? _link : null);
        await client.FetchAsync("/", stop).ConfigureAwait(false);
        return client;
    }

    /// <summary>Milliseconds from the request until the last byte of the payload is here.</summary>
    public async Task<double> FetchAsync(LinkClient client, byte[] payload, CancellationToken stop)
    {
        string path = string.Create(CultureInfo.InvariantCulture, $"/{Interlocked.Increment(ref _next)}");
        _payloads[path] = payload;
        long start = Stopwatch.GetTimestamp();
        byte[] received = await client.FetchAsync(path, stop).ConfigureAwait(false);
        double ms = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        _payloads.TryRemove(path, out _);
        return received.AsSpan().SequenceEqual(payload) ? ms : throw new InvalidOperationException("the link changed a payload");
    }

    public async ValueTask DisposeAsync()
    {
        using var soon = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        await _app.StopAsync(soon.Token).ConfigureAwait(false);
        await _app.DisposeAsync().ConfigureAwait(false);
    }
}

/// <summary>One connection over a link.</summary>
sealed class LinkClient : IDisposable
{
    readonly HttpClient _http;
    readonly Uri _address;
    readonly Version _version;

    /// <param name="link">The line that requests go over; null for plain loopback.</param>
    public LinkClient(Uri address, Version version, LinkProfile? link)
    {
        (_address, _version) = (address, version);
#pragma warning disable CA2000 // HttpClient disposes of its handler, the handler of its streams
        var handler = new SocketsHttpHandler { UseProxy = false, MaxConnectionsPerServer = 1, EnableMultipleHttp2Connections = false };
        handler.ConnectCallback = async (context, stop) =>
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await socket.ConnectAsync(context.DnsEndPoint, stop).ConfigureAwait(false);
            var stream = new NetworkStream(socket, ownsSocket: true);
            return link is null ? stream : new ShapedStream(stream, new Transmitter(link.UpMbit, link.RttMs / 2));
        };
#pragma warning restore CA2000
        _http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
    }

    public async Task<byte[]> FetchAsync(string path, CancellationToken stop)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(_address, path))
        { Version = _version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        using HttpResponseMessage response =
            await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, stop).ConfigureAwait(false);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsByteArrayAsync(stop).ConfigureAwait(false);
    }

    public void Dispose() => _http.Dispose();
}
