using System.Globalization;

namespace Isomer.Cli.Lab.Data;

/// <summary>
/// The nineteen columns "with various data types" of article 002's table: three integers, eight texts of which one may be null,
/// three dates, decimal, double, bool, Guid, and a note that is mostly null. By xorshift32, seed 20060125.
/// </summary>
sealed class WideRows
{
    public const uint Seed = 20060125;
    public const int MaxRows = 8000;

    public static readonly (string Name, string Type)[] Columns =
    [
        ("ID", "int"), ("CustomerID", "int"), ("Status", "smallint"),
        ("FirstName", "nvarchar"), ("LastName", "nvarchar"), ("Company", "nvarchar"), ("Address", "nvarchar"), ("City", "nvarchar"),
        ("State", "nvarchar"), ("Zip", "nvarchar"), ("Phone", "nvarchar"),
        ("Created", "datetime"), ("Modified", "datetime"), ("Due", "datetime"),
        ("Amount", "decimal"), ("Rate", "float"), ("Active", "bit"), ("RowGuid", "uniqueidentifier"), ("Notes", "nvarchar"),
    ];

    static readonly string[] s_first = ["Beth", "Carl", "Dana", "Eric", "Fay", "Gus", "Hana", "Ivan", "Jo", "Kim"];
    static readonly string[] s_last = ["Anders", "Brown", "Castro", "Díaz", "Evans", "Fischer", "Gómez", "Hill", "Ito", "Jönsson"];
    static readonly string[] s_cities = ["Orlando", "Tampa", "Miami", "Naples", "Ocala", "Destin", "Key West", "Sarasota"];

    uint _state = Seed;

    public static IEnumerable<object?[]> Create(int rows)
    {
        var random = new WideRows();
        for (int i = 1; i <= rows; i++)
            yield return random.Row(i);
    }

    uint Next()
    {
        _state ^= _state << 13;
        _state ^= _state >> 17;
        _state ^= _state << 5;
        return _state;
    }

    int Below(int bound) => (int)((ulong)Next() * (ulong)bound >> 32);

    object?[] Row(int id)
    {
        string first = s_first[Below(10)], last = s_last[Below(10)];
        DateTime created = new DateTime(2004, 1, 1).AddMinutes(Below(1_000_000));
        byte[] guid = new byte[16];
        for (int i = 0; i < 16; i++)
            guid[i] = (byte)Below(256);
        string Number(int digits) => Below((int)Math.Pow(10, digits)).ToString(CultureInfo.InvariantCulture).PadLeft(digits, '0');
        return
        [
            id, 1000 + Below(9000), (short)Below(5), first, last, $"{last} & Sons {Number(2)}", $"{1 + Below(9999)} Palm Street",
            s_cities[Below(8)], Below(2) == 0 ? "FL" : "CA", Number(5), $"({Number(3)}) 555-{Number(4)}",
            created, created.AddHours(Below(1000)), created.Date.AddDays(30),
            new decimal(Below(10_000_000), 0, 0, false, 2), Below(100_000) / 1024.0, Below(3) != 0, new Guid(guid),
            Below(4) == 0 ? $"Called {first} about order {Number(4)}." : null,
        ];
    }
}
