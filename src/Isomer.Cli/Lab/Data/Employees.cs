using Isomer.Measuring;

namespace Isomer.Cli.Lab.Data;

/// <summary>
/// AdventureWorks-like rows (article 001): 290 employees, six of whom changed department and so come twice; 18 columns. Types
/// and nulls are those of the article's query; the values are made up.
/// </summary>
static class Employees
{
    public const ulong Seed = 20070327;
    public const int Count = 290;
    public const int Rows = 296;

    /// <summary>Name and declared type of each column.</summary>
    public static readonly (string Name, string Type)[] Columns =
    [
        ("EmployeeID", "int"), ("NationalIDNumber", "nvarchar"), ("LoginID", "nvarchar"), ("Title", "nvarchar"), ("ManagerID", "int"),
        ("BirthDate", "datetime"), ("MaritalStatus", "nchar"), ("Gender", "nchar"), ("HireDate", "datetime"), ("SalariedFlag", "bit"),
        ("VacationHours", "smallint"), ("SickLeaveHours", "smallint"), ("Name", "nvarchar"), ("GroupName", "nvarchar"),
        ("AddressLine1", "nvarchar"), ("AddressLine2", "nvarchar"), ("City", "nvarchar"), ("PostalCode", "nvarchar"),
    ];

    static readonly (string Name, string Group)[] s_departments =
    [
        ("Engineering", "Research and Development"), ("Tool Design", "Research and Development"), ("Sales", "Sales and Marketing"),
        ("Marketing", "Sales and Marketing"), ("Purchasing", "Inventory Management"),
        ("Research and Development", "Research and Development"),
        ("Production", "Manufacturing"), ("Production Control", "Manufacturing"),
        ("Human Resources", "Executive General and Administration"),
        ("Finance", "Executive General and Administration"), ("Information Services", "Executive General and Administration"),
        ("Document Control", "Quality Assurance"), ("Quality Assurance", "Quality Assurance"),
        ("Facilities and Maintenance", "Executive General and Administration"), ("Shipping and Receiving", "Inventory Management"),
        ("Executive", "Executive General and Administration"),
    ];

    static readonly string[] s_titles =
        ["Production Technician - WC10", "Production Technician - WC60", "Buyer", "Sales Representative", "Design Engineer",
            "Marketing Assistant", "Quality Assurance Technician", "Janitor", "Accountant", "Tool Designer"];

    public static List<object?[]> Create()
    {
        var random = new SplitMix64(Seed);
        var rows = new List<object?[]>(Rows);
        for (int id = 1; id <= Count; id++)
        {
            object?[] row = Row(random, id);
            rows.Add(row);
            if (id % 48 == 0)
            {
                object?[] again = [.. row];
                SetDepartment(random, again);
                rows.Add(again);
            }
        }
        return rows;
    }

    static object?[] Row(SplitMix64 random, int id)
    {
        string name = Words.Phrase(random, 4 + random.Below(6), 0).Replace(" ", "", StringComparison.Ordinal);
        var row = new object?[]
        {
            id,
            (100_000_000 + random.Below(900_000_000)).ToString(System.Globalization.CultureInfo.InvariantCulture),
#pragma warning disable CA1308 // log-in names are in lower case
            $"adventure-works\\{name.ToLowerInvariant()}{random.Below(2)}",
#pragma warning restore CA1308
            id == 109 ? "Chief Executive Officer" : s_titles[random.Below(s_titles.Length)],
            id == 109 ? null : 1 + random.Below(Count),
            new DateTime(1945, 1, 1).AddDays(random.Below(14_600)),
            random.Below(2) == 0 ? "M" : "S",
            random.Below(100) < 71 ? "M" : "F",
            new DateTime(1996, 7, 31).AddDays(random.Below(2_500)),
            random.Below(100) < 18,
            (short)random.Below(100),
            (short)(20 + random.Below(61)),
            null,
            null,
            Words.Address(random, 14 + random.Below(12), 0),
            random.Below(100) < 4 ? $"# {1 + random.Below(400)}" : null,
            Words.Phrase(random, 5 + random.Below(8), random.Below(20) == 0 ? 1 : 0),
            (98_000 + random.Below(400)).ToString(System.Globalization.CultureInfo.InvariantCulture),
        };
        SetDepartment(random, row);
        return row;
    }

    static void SetDepartment(SplitMix64 random, object?[] row)
    {
        var (name, group) = s_departments[random.Below(100) < 60 ? 6 : random.Below(s_departments.Length)];
        (row[12], row[13]) = (name, group);
    }
}
