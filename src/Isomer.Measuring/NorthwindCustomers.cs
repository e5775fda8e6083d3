namespace Isomer.Measuring;

/// <summary>Where one order goes.</summary>
public sealed record Shipment(
    string CustomerID, string Name, string Address, string City, string? Region, string? PostalCode, string Country);

/// <summary>
/// The 89 customers who order. They come in groups whose orders add up, so that the counts of nulls and of
/// text that is not ASCII are exact over the orders; lengths are nudged until their mean over the orders is met.
/// </summary>
public static class NorthwindCustomers
{
    /// <summary>Customers, their orders in all, and what their text has or lacks.</summary>
    readonly record struct Group(int Customers, int Orders, bool Name, bool Address, bool City, bool Region, bool Postal);

    static readonly Group[] Groups =
    [
        new(15, 148, Name: true, Address: true, City: true, Region: false, Postal: true),
        new(2, 20, Name: true, Address: true, City: false, Region: false, Postal: true),
        new(1, 1, Name: true, Address: false, City: false, Region: false, Postal: true),
        new(33, 323, Name: false, Address: false, City: false, Region: true, Postal: true),
        new(36, 319, Name: false, Address: false, City: false, Region: false, Postal: true),
        new(2, 19, Name: false, Address: false, City: false, Region: false, Postal: false),
    ];

    const int Cities = 70;
    const int ForeignCities = 15;
    const int Regions = 19;

    static readonly string[] Countries =
    [
        "Germany", "USA", "Brazil", "France", "UK", "Venezuela", "Austria", "Sweden", "Canada", "Mexico", "Italy",
        "Spain", "Finland", "Denmark", "Belgium", "Ireland", "Switzerland", "Portugal", "Argentina", "Norway", "Poland",
    ];

    /// <summary>830 shipments in random order.</summary>
    public static Shipment[] Shipments(SplitMix64 random)
    {
        Group[] groups = [.. Groups.SelectMany(g => Enumerable.Repeat(g, g.Customers))];
        int[] orders = [.. Groups.SelectMany(g => Decks.Split(random, g.Orders, g.Customers))];
        int[] cityOf = [.. Enumerable.Range(0, groups.Length).Select(CityOf)];
        int[] cityOrders = new int[Cities];
        for (int c = 0; c < groups.Length; c++)
            cityOrders[cityOf[c]] += orders[c];

        int[] nameLengths = Lengths(random, orders, 9, 27, meanTenths: 177);
        int[] addressLengths = Lengths(random, orders, 10, 27, meanTenths: 182);
        int[] cityLengths = Lengths(random, cityOrders, 4, 13, meanTenths: 81);
        var used = new HashSet<string>();
        string[] cities =
            [.. cityLengths.Select((length, i) => Fresh(used, () => Words.Phrase(random, length, i < ForeignCities ? 1 : 0)))];
        string[] regions = [
            .. Enumerable.Range(0, Regions)
                .Select(i => Fresh(used, () => i < 12 ? Words.Capitals(random, 2) : Words.Phrase(random, 6 + i % 7, 0)))];

        var shipments = new List<Shipment>(Northwind.OrderCount);
        for (int c = 0, withRegion = 0; c < groups.Length; c++)
        {
            Group group = groups[c];
            bool apostrophe = c % 17 == 16;
            string name = Fresh(used, () => Words.Phrase(random, nameLengths[c], group.Name ? 1 + random.Below(2) : 0, apostrophe));
            string address = Fresh(used, () => Words.Address(random, addressLengths[c], group.Address ? 1 + random.Below(2) : 0));
            var shipment = new Shipment(
                Fresh(used, () => Words.Capitals(random, 5)), name, address, cities[cityOf[c]],
                group.Region ? regions[withRegion++ % Regions] : null,
                group.Postal ? Words.PostalCode(random) : null,
                Countries[cityOf[c] % Countries.Length]);
            for (int i = 0; i < orders[c]; i++)
                shipments.Add(shipment);
        }
        // One customer changed the name half-way: 90 names.
        Shipment last = shipments[^1];
        string newName = Fresh(used, () => Words.Phrase(random, last.Name.Length, 0));
        for (int i = 1; i <= orders[^1] / 2; i++)
            shipments[^i] = last with { Name = newName };
        return random.Shuffle([.. shipments]);
    }

    /// <summary>The cities that are not ASCII belong to one customer each; the others share.</summary>
    static int CityOf(int customer) =>
        customer < ForeignCities ? customer : ForeignCities + (customer - ForeignCities) % (Cities - ForeignCities);

    /// <summary>Random lengths whose mean over the orders is the wanted one, to within the smallest weight.</summary>
    static int[] Lengths(SplitMix64 random, int[] weights, int min, int max, int meanTenths)
    {
        int[] lengths = [.. weights.Select(_ => min + random.Below(max - min + 1))];
        int error = lengths.Zip(weights, (l, w) => l * w).Sum() - weights.Sum() * meanTenths / 10;
        for (int i = 0; error != 0 && i < 50 * weights.Length; i++)
        {
            int c = i % weights.Length;
            int changed = lengths[c] - Math.Sign(error);
            if (weights[c] > Math.Abs(error) || changed < min || changed > max)
                continue;
            lengths[c] = changed;
            error -= Math.Sign(error) * weights[c];
        }
        return lengths;
    }

    static string Fresh(HashSet<string> used, Func<string> make)
    {
        while (true)
        {
            string text = make();
            if (used.Add(text))
                return text;
        }
    }
}
