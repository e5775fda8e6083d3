using System.Globalization;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Whether a constructor brings an argument into a form (trims, clamps, rounds), so that it leaves what it made as it is, or makes another
/// value of it each time (divides, negates, cuts off). Asked of samples, once for each member, when a constructor has been seen to change
/// what it was given: of one value alone it cannot be told, for what is divided often enough is zero, and stays so.
/// </summary>
internal static class ConstructorForm
{
    static readonly ConditionalWeakTable<MemberModel, StrongBox<bool>> s_known = [];

    /// <param name="model">The object's type.</param>
    /// <param name="argument">The argument's place.</param>
    /// <param name="arguments">The other arguments.</param>
    public static bool Holds(ObjectModel model, int argument, object?[] arguments)
    {
        var member = model.Members[model.Construction.Arguments[argument].MemberIndex];
        if (!s_known.TryGetValue(member, out var known))
            s_known.AddOrUpdate(member, known = new(Array.TrueForAll(SamplesOf(member.Type), s => IsLeft(model, argument, arguments, s))));
        return known.Value;
    }

    // A sample that is refused tells nothing.
    static bool IsLeft(ObjectModel model, int argument, object?[] arguments, object sample) =>
        !TryMake(model, argument, arguments, sample, out object? once) || !TryMake(model, argument, arguments, once, out object? twice)
            || !Restoring.DiffersBoxed(once, twice);

    /// <summary>What a member is when the constructor has been given this value for it; false where the constructor refuses that.</summary>
    public static bool TryMake(ObjectModel model, int argument, object?[] arguments, object? value, out object? made)
    {
        object?[] changed = [.. arguments];
        changed[argument] = value;
        made = null;
        try
        {
            made = model.Members[model.Construction.Arguments[argument].MemberIndex].Get(model.Construction.Method!.Call(null, changed)!);
            return true;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return false;
        }
    }

    static object[] SamplesOf(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return Type.GetTypeCode(type) switch
        {
            _ when type.IsEnum => [],
            TypeCode.String => ["abcdef", "  Ab ", "1"],
            TypeCode.Char => ['q', 'Q'],
            TypeCode.DateTime => [new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
                new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Local),
                new DateTime(1999, 9, 9)],
            TypeCode.SByte or TypeCode.Byte => [.. Numbers(7, 100)],
            >= TypeCode.Int16 and <= TypeCode.Decimal => [.. Numbers(7, 1000, 12345, 123456789, -5, 2.5)],
            _ when type == typeof(TimeSpan) => [new TimeSpan(1, 2, 3, 4, 5)],
            _ when type == typeof(DateTimeOffset) => [new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2))],
            _ => [],
        };

        IEnumerable<object> Numbers(params double[] numbers)
        {
            foreach (double number in numbers)
            {
                object? converted = null;
                try
                {
                    converted = Convert.ChangeType(number, type, CultureInfo.InvariantCulture);
                }
                catch (OverflowException)
                {
                    // No number of this type.
                }
                if (converted is not null)
                    yield return converted;
            }
        }
    }
}
