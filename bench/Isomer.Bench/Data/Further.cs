namespace Isomer.Bench.Data;

/// <summary>A type of eight members; with another argument another type, with code of its own.</summary>
/// <typeparam name="TTag">One of the empty structs below.</typeparam>
public sealed class Further<TTag> where TTag : struct
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public decimal Price { get; set; }

    public DateTime Made { get; set; }

    public bool IsOpen { get; set; }

    public double? Weight { get; set; }

    public DayOfWeek Day { get; set; }

    public long[] Parts { get; set; } = [];
}

/// <summary>What is done with each of the types.</summary>
public interface IFurtherVisitor
{
    void Visit<TTag>() where TTag : struct;
}

/// <summary>Two digits make a type.</summary>
public static class FurtherTypes
{
    public struct A;

    public struct B;

    public struct C;

    public struct D;

    public struct E;

    public struct F;

    /// <summary>Thirty-six types, one after the other.</summary>
    public static void VisitAll(IFurtherVisitor visitor)
    {
        Row<A>(visitor);
        Row<B>(visitor);
        Row<C>(visitor);
        Row<D>(visitor);
        Row<E>(visitor);
        Row<F>(visitor);
    }

    static void Row<THigh>(IFurtherVisitor visitor) where THigh : struct
    {
        visitor.Visit<(THigh, A)>();
        visitor.Visit<(THigh, B)>();
        visitor.Visit<(THigh, C)>();
        visitor.Visit<(THigh, D)>();
        visitor.Visit<(THigh, E)>();
        visitor.Visit<(THigh, F)>();
    }
}
