using System.Globalization;

namespace Isomer.Cli.Schemas;

/// <summary>Scalars as schema languages see them.</summary>
enum ScalarKind { Boolean, Int32, Int64, UInt64, BigInteger, Single, Double, Decimal, String, Bytes, DateTime, Date, Time, Duration, Guid }

/// <summary>What values of a place look like.</summary>
abstract record Schema(bool Nullable)
{
    /// <summary>
    /// Of which nothing is known; or, where samples contradict each other, of which it is known that it is not one thing.
    /// </summary>
    public sealed record Any(bool Nullable, bool IsMixed = false) : Schema(Nullable);

    public sealed record Value(ScalarKind Kind, bool Nullable = false) : Schema(Nullable);

    public sealed record Choice(string Name, IReadOnlyList<(string Name, long Value)> Names, bool Nullable = false) : Schema(Nullable);

    public sealed record List(Schema Item, bool Nullable = false) : Schema(Nullable);

    public sealed record Map(Schema Item, bool Nullable = false) : Schema(Nullable);

    /// <summary>An object; <see cref="Members"/> is filled after it was made, for types may contain themselves.</summary>
    public sealed record Struct(string Name, bool Nullable = false) : Schema(Nullable)
    {
        public List<Member> Members { get; init; } = [];

        public bool Equals(Struct? other) => ReferenceEquals(Members, other?.Members) && Nullable == other.Nullable;

        public override int GetHashCode() => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(Members);
    }

    /// <summary>A member; optional if some objects do not have it.</summary>
    public sealed record Member(string Name, Schema Schema, bool Optional);

    public Schema AsNullable() => Nullable ? this : this with { Nullable = true };

    /// <summary>All object types that can be reached, outermost first, each once.</summary>
    public IReadOnlyList<Struct> Structs()
    {
        var found = new List<Struct>();
        void Visit(Schema schema)
        {
            switch (schema)
            {
                case List list:
                    Visit(list.Item);
                    break;
                case Map map:
                    Visit(map.Item);
                    break;
                case Struct s when !found.Any(f => ReferenceEquals(f.Members, s.Members)):
                    found.Add(s);
                    foreach (Member member in s.Members)
                        Visit(member.Schema);
                    break;
            }
        }
        Visit(this);
        return found;
    }

    /// <summary>A name that every language takes: Order_Details for "order details".</summary>
    public static string Identifier(string name)
    {
        string clean = string.Concat(name.Select(c => char.IsLetterOrDigit(c) || c == '_' ? c.ToString() : "_"));
        return clean.Length == 0 ? "_" : char.IsDigit(clean[0]) ? "_" + clean : clean;
    }

    public static string Pascal(string name) =>
        string.Concat(
            Identifier(name).Split('_', StringSplitOptions.RemoveEmptyEntries)
                .Select(p => char.ToUpper(p[0], CultureInfo.InvariantCulture) + p[1..])) is { Length: > 0 } pascal
            ? char.IsDigit(pascal[0]) ? "_" + pascal : pascal : "Value";

    /// <summary>Orders has items that are an Order each.</summary>
    public static string Singular(string name) => name.EndsWith("ies", StringComparison.Ordinal) ? name[..^3] + "y"
        : name.EndsWith('s') && !name.EndsWith("ss", StringComparison.Ordinal) && name.Length > 2 ? name[..^1] : name;
}
