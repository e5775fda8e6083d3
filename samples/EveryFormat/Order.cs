namespace EveryFormat;

/// <summary>An order as a program would have it: no attribute, nothing generated.</summary>
public sealed record Order(int Id, string Customer, DateTime Placed, decimal? Freight, Lines Lines)
{
    /// <summary>The order that the sample writes.</summary>
    public static Order Example { get; } = new(
        10248, "Vins et alcools Chevalier", new DateTime(1996, 7, 4, 0, 0, 0, DateTimeKind.Utc), 32.38m,
        [
            new Line("Queso Cabrales", 12, 14.00m, 0),
            new Line("Singaporean Hokkien Fried Mee", 10, 9.80m, 0.05f),
            new Line("Mozzarella di Giovanni", 5, 34.80m, 0.15f),
        ]);
}

/// <summary>One line of an order.</summary>
public sealed record Line(string Product, short Quantity, decimal UnitPrice, float Discount);

/// <summary>Lines that compare by what they hold, so that two orders do.</summary>
public sealed class Lines : List<Line>, IEquatable<Lines>
{
    /// <inheritdoc/>
    public bool Equals(Lines? other) => other is not null && this.SequenceEqual(other);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as Lines);

    /// <inheritdoc/>
    public override int GetHashCode() => Count;
}
