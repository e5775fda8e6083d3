using System.Data;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Columns of enums, which somebody has registered: their cells are numbers in the framework's tables, of which some have no name.
/// </summary>
static class EnumColumns
{
    public enum Shade
    {
        Light,
        Dark = 5,
        Deep = -3,
    }

    [Flags]
    public enum Marks : ulong
    {
        None,
        One = 1,
        Two = 2,
        Last = 1UL << 63,
    }

    public enum Tiny : sbyte
    {
        Minus = -1,
        Zero,
    }

    public static readonly Type[] Types = [typeof(Shade), typeof(Marks), typeof(Tiny)];

    public static readonly PlainConvention Plain = Register(Convention.Plain);

    public static PlainConvention Register(PlainConvention convention) =>
        convention.WithSubtype<object, Shade>("Shade", 1).WithSubtype<object, Marks>("Marks", 2).WithSubtype<object, Tiny>("Tiny", 3);

    /// <summary>A value of the enum, mostly one that has a name.</summary>
    public static object Value(Type type, Random random)
    {
        var named = Enum.GetValues(type);
        int at = random.Next(named.Length + 2);
        return at < named.Length ? named.GetValue(at)! : Enum.ToObject(type, at == named.Length ? 77 : 3);
    }

    public static void Add(DataTable table, Random random)
    {
        var column = table.Columns.Add("enum", Types[random.Next(Types.Length)]);
        if (random.Next(3) == 2)
            column.ColumnMapping = MappingType.Attribute;
        if (random.Next(4) == 3)
            RichTables.Quietly(() => column.DefaultValue = Value(column.DataType, random));
    }
}
