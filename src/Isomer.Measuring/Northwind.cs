namespace Isomer.Measuring;

/// <summary>
/// 830 orders with 2,155 lines that look like Northwind's in everything that a serializer feels:
/// counts, nulls, ranges, quartiles, lengths, the share of text that is not ASCII. Every word is made up.
/// bench/README.md documents the distribution; the `data` command prints what came out.
/// </summary>
public static class Northwind
{
    /// <summary>The date of the first order.</summary>
    public const ulong Seed = 19960704;
    public const int OrderCount = 830;
    public const int LineCount = 2155;
    const int FirstOrder = 10248;
    const int Products = 77;
    static readonly DateTime FirstDay = new(1996, 7, 4);
    static readonly DateTime NewPricesFrom = new(1997, 4, 1);

    /// <summary>The first so many of the orders; the same ones whatever the count.</summary>
    public static Database Create(int count = OrderCount)
    {
        var random = new SplitMix64(Seed);
        Shipment[] shipments = NorthwindCustomers.Shipments(random);
        DateTime[] dates = Dates(random);
        int[] shippers = Decks.Exact(random, new(1, 249), new(2, 326), new(3, 255));
        int[] terms = Decks.Exact(random, new(28, 701), new(14, 68), new(42, 61));
        int[] freights = Decks.Spread(random, OrderCount,
            [new(0, 2), new(250, 1336), new(500, 4136), new(750, 9149), new(900, 18000), new(950, 26000), new(990, 44500),
                new(1000, 100764)]);
        int[] lags =
            Decks.Spread(random, OrderCount - 21, [new(0, 1), new(250, 4), new(500, 7), new(800, 10), new(920, 22), new(1000, 37)]);
        HashSet<int> unshipped = Unshipped(random);
        var orders = new List<Order>(OrderCount);
        for (int i = 0, shipped = 0; i < OrderCount; i++)
        {
            Shipment to = shipments[i];
            orders.Add(new Order
            {
                OrderID = FirstOrder + i,
                CustomerID = to.CustomerID,
                EmployeeID = 1 + random.Below(9),
                OrderDate = dates[i],
                RequiredDate = dates[i].AddDays(terms[i]),
                ShippedDate = unshipped.Contains(i) ? null : dates[i].AddDays(lags[shipped++]),
                ShipVia = shippers[i],
                Freight = Money(freights[i]),
                ShipName = to.Name,
                ShipAddress = to.Address,
                ShipCity = to.City,
                ShipRegion = to.Region,
                ShipPostalCode = to.PostalCode,
                ShipCountry = to.Country,
            });
        }
        AddLines(random, orders);
        return new Database { Orders = orders[..count] };
    }

    /// <summary>Amounts have four decimals, as SQL Server's money has.</summary>
    static decimal Money(int cents) => new(cents * 100, 0, 0, isNegative: false, scale: 4);

    /// <summary>Each of the 480 weekdays has an order; the other 350 orders fall more often on later days.</summary>
    static DateTime[] Dates(SplitMix64 random)
    {
        const int Days = 480;
        int[] perDay = Decks.Split(random, OrderCount, Days);
        var dates = new List<DateTime>(OrderCount);
        DateTime day = FirstDay;
        foreach (int orders in perDay)
        {
            for (int i = 0; i < orders; i++)
                dates.Add(day);
            day = day.AddDays(day.DayOfWeek == DayOfWeek.Friday ? 3 : 1);
        }
        return [.. dates];
    }

    /// <summary>21 of the last 70 orders have not left yet.</summary>
    static HashSet<int> Unshipped(SplitMix64 random)
    {
        var late = new HashSet<int>();
        while (late.Count < 21)
            late.Add(OrderCount - 70 + random.Below(70));
        return late;
    }

    /// <summary>The last 20 orders have 73 lines, and the last of all has 25.</summary>
    static int[] LinesPerOrder(SplitMix64 random)
    {
        int[] body = Decks.Exact(random, new(1, 137 - 3), new(2, 283 - 6), new(3, 248 - 7), new(4, 125 - 3), new(5, 33), new(6, 3));
        int[] tail = Decks.Exact(random, new(1, 3), new(2, 6), new(3, 7), new(4, 3));
        return [.. body, .. tail, 25];
    }

    static void AddLines(SplitMix64 random, List<Order> orders)
    {
        int[] counts = LinesPerOrder(random);
        (int New, int Old)[] prices = Prices(random);
        int[] quantities = Quantities(random);
        int[] discounts = Decks.Exact(random, new(0, 1317), new(5, 185), new(10, 173), new(20, 161), new(15, 157), new(25, 154),
            new(3, 3), new(2, 2), new(1, 1), new(4, 1), new(6, 1));
        int[] products = random.Shuffle([.. Enumerable.Range(0, LineCount).Select(i => i * Products / LineCount)]);
        int next = 0;
        // The longest orders choose first, so that a product never has to occur twice in one order.
        foreach (int index in Enumerable.Range(0, OrderCount).OrderByDescending(i => counts[i]))
        {
            Order order = orders[index];
            int first = next;
            for (int i = 0; i < counts[index]; i++, next++)
            {
                int found = next;
                while (products.AsSpan(first, next - first).Contains(products[found]))
                    found++;
                (products[next], products[found]) = (products[found], products[next]);
            }
            products.AsSpan(first, next - first).Sort();
            for (int i = first; i < next; i++)
            {
                (int newPrice, int oldPrice) = prices[products[i]];
                order.Lines.Add(new OrderLine
                {
                    OrderID = order.OrderID,
                    ProductID = 1 + products[i],
                    UnitPrice = Money(order.OrderDate < NewPricesFrom ? oldPrice : newPrice),
                    Quantity = (short)quantities[i],
                    Discount = discounts[i] / 100f,
                });
            }
        }
    }

    /// <summary>77 products; 39 of them were a fifth cheaper at first: 116 prices. In cents.</summary>
    static (int New, int Old)[] Prices(SplitMix64 random)
    {
        int[] sorted = Decks.Quantiles(Products,
            [new(0, 250), new(100, 770), new(250, 1250), new(500, 1880), new(750, 3270), new(900, 5000), new(970, 9700), new(1000, 26350)]);
        var seen = new HashSet<int>();
        var prices = new (int New, int Old)[Products];
        for (int i = 0; i < Products; i++)
        {
            int price = sorted[i] / 5 * 5;
            while (!seen.Add(price))
                price += 5;
            prices[i].New = prices[i].Old = price;
        }
        for (int i = 0; i < Products; i += 2)
        {
            int price = prices[i].New * 4 / 5;
            while (!seen.Add(price))
                price++;
            prices[i].Old = price;
        }
        return random.Shuffle(prices);
    }

    /// <summary>1 to 130, quartiles 10, 20, 30; every other one of ten and more is a multiple of five.</summary>
    static int[] Quantities(SplitMix64 random)
    {
        int[] sorted = Decks.Quantiles(LineCount,
            [new(0, 1), new(100, 5), new(250, 10), new(500, 20), new(750, 30), new(900, 48), new(970, 65), new(990, 95), new(1000, 130)]);
        for (int i = 0; i < LineCount; i += 2)
            sorted[i] = sorted[i] < 10 ? sorted[i] : (sorted[i] + 2) / 5 * 5;
        return random.Shuffle(sorted);
    }
}
