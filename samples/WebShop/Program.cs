using Isomer.AspNetCore;
using WebShop;

// A shop that speaks every format: `curl -H 'Accept: application/xml' http://localhost:5000/orders/1`.
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddIsomer();
var app = builder.Build();
var shop = new Shop();

app.MapGet("/orders/{id:int}", (int id) => shop.Find(id) is { } order ? IsomerResults.Ok(order) : Results.NotFound());
app.MapPost("/orders", (IsomerBody<Order> body) => IsomerResults.Status(StatusCodes.Status201Created, shop.Add(body.Value)));
app.MapGet("/orders", () => IsomerResults.Ok(shop.AllAsync()));

app.Run();
