using System.Data;
using System.Globalization;

namespace Isomer.Bench.Data;

/// <summary>
/// A DataSet of one table with 19 columns of mixed types, as in the article on binary serialization of DataSets, and fastJSON's.
/// </summary>
public static class WideTable
{
    static readonly string[] s_cities = ["Seattle", "London", "Berlin", "Paris", "Graz", "Genève", "Lille", "Rio de Janeiro", "Bruxelles",
        "Luleå"];

    public static DataSet Create(int rows)
    {
        var set = new DataSet("Orders") { Locale = CultureInfo.InvariantCulture };
        var table = set.Tables.Add("Order");
        (string Name, Type Type)[] columns =
        [
            ("Id", typeof(int)), ("Customer", typeof(string)), ("City", typeof(string)), ("Country", typeof(string)),
            ("Ordered", typeof(DateTime)),
            ("Required", typeof(DateTime)), ("Shipped", typeof(DateTime)), ("Freight", typeof(decimal)), ("Total", typeof(decimal)),
            ("Weight", typeof(double)),
            ("Discount", typeof(float)), ("Quantity", typeof(short)), ("Serial", typeof(long)), ("Paid", typeof(bool)),
            ("Priority", typeof(byte)),
            ("Key", typeof(Guid)), ("Name", typeof(string)), ("Address", typeof(string)), ("Notes", typeof(string)),
        ];
        foreach (var (name, type) in columns)
            table.Columns.Add(name, type);
        table.PrimaryKey = [table.Columns[0]];
        var random = new Random(19);
        byte[] key = new byte[16];
        var start = new DateTime(2005, 1, 1);
        for (int i = 0; i < rows; i++)
        {
            random.NextBytes(key);
            var ordered = start.AddMinutes(random.Next(600_000));
            string city = s_cities[random.Next(s_cities.Length)];
            table.Rows.Add(
                10_000 + i, "CUST" + random.Next(1000), city, "Country " + city[0], ordered, ordered.AddDays(28),
                random.Next(10) == 0 ? DBNull.Value : ordered.AddDays(random.Next(20)),
                random.Next(100_000) / 100m, random.Next(10_000_000) / 100m, random.NextDouble() * 100, random.Next(4) * 0.05f,
                (short)random.Next(1, 500), random.NextInt64(1L << 40),
                random.Next(2) == 0, (byte)random.Next(5), new Guid(key), "Customer number " + random.Next(1000),
                random.Next(9999) + " Main Street", random.Next(3) == 0 ? DBNull.Value : "leave at the door " + i);
        }
        set.AcceptChanges();
        return set;
    }

    /// <summary>fastJSON's own: two tables of 7 columns and 100 rows.</summary>
    public static DataSet FastJson()
    {
        var set = new DataSet();
        var random = new Random(7);
        for (int j = 1; j < 3; j++)
        {
            var table = set.Tables.Add("Table" + j);
            table.Columns.Add("col1", typeof(int));
            table.Columns.Add("col2", typeof(string));
            table.Columns.Add("col3", typeof(Guid));
            table.Columns.Add("col4", typeof(string));
            table.Columns.Add("col5", typeof(bool));
            table.Columns.Add("col6", typeof(string));
            table.Columns.Add("col7", typeof(string));
            for (int i = 0; i < 100; i++)
            {
                byte[] key = new byte[16];
                random.NextBytes(key);
                table.Rows.Add(random.Next(), Text(random), new Guid(key), Text(random), true, Text(random), Text(random));
            }
        }
        return set;
    }

    static string Text(Random random) => random.Next().ToString(CultureInfo.InvariantCulture);

    public static bool Same(DataSet a, DataSet b)
    {
        if (a.Tables.Count != b.Tables.Count)
            return false;
        for (int t = 0; t < a.Tables.Count; t++)
        {
            var (x, y) = (a.Tables[t], b.Tables[t]);
            if (x.Rows.Count != y.Rows.Count || x.Columns.Count != y.Columns.Count)
                return false;
            for (int i = 0; i < x.Rows.Count; i++)
                if (x.Rows[i].RowState != y.Rows[i].RowState || !x.Rows[i].ItemArray.SequenceEqual(y.Rows[i].ItemArray))
                    return false;
        }
        return true;
    }
}
