using System.Collections;
using System.Data;
using System.Text.Json.Serialization;

namespace Isomer.Bench.Data;

/// <summary>
/// Objects of the shape of the article's benchmark: four items behind their base class; exotic: dictionaries, nullables, 1 KB of bytes; and
/// tables.
/// </summary>
[JsonDerivedType(typeof(ItemA), "a")]
[JsonDerivedType(typeof(ItemB), "b")]
[Serializable]
public class Item
{
    public string? Name { get; set; }

    public string? Code { get; set; }
}

[Serializable]
public class ItemA : Item
{
    public Guid Key { get; set; }
}

[Serializable]
public class ItemB : Item
{
    public string? Description { get; set; }
}

public enum Side
{
    Left,
    Right,
}

[Serializable]
public class Plain
{
    public bool BooleanValue { get; set; } = true;

    public DateTime Date { get; set; } = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    public string Multiline { get; set; } =
        "the quick\r\nbrown { fox } jumps [ over ]\r\nthe \"lazy\" dog\r\nسلام فارسی\r\n\tand, back\r\nhome\r\n";

    public List<Item> Items { get; set; } = [];

    public decimal OrdinaryDecimal { get; set; } = 3;

    public double OrdinaryDouble { get; set; } = 0.001;

    public bool IsNew { get; set; } = true;

    public string LastString { get; set; } = "03/04/2021 05:06:07";

    public Side Side { get; set; } = Side.Right;

    public Guid? NullableGuid { get; set; }

    public decimal? NullableDecimal { get; set; }

    public double? NullableDouble { get; set; }

    // A list, not an array as in the article: Json.NET cannot read arrays whose references it preserves.
    public List<int> Numbers { get; set; } = [];

    public static Plain Sample() => Fill(new Plain());

    protected static T Fill<T>(T target) where T : Plain
    {
        target.Numbers = [1, 2, 3, 4, 5];
        target.Items =
        [
            new ItemA { Name = "1", Code = "1", Key = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) },
            new ItemB { Name = "2", Code = "2", Description = "desc1" },
            new ItemA { Name = "3", Code = "3", Key = new Guid(2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) },
            new ItemB { Name = "4", Code = "4", Description = "desc2" },
        ];
        return target;
    }

    public static bool Same(Plain a, Plain b) =>
        a.Multiline == b.Multiline && a.Date == b.Date && a.OrdinaryDouble == b.OrdinaryDouble && a.Numbers.SequenceEqual(b.Numbers)
        && a.Items.Count == b.Items.Count
        && a.Items.Zip(b.Items).All(p => p.First.GetType() == p.Second.GetType() && p.First.Name == p.Second.Name
            && (p.First as ItemA)?.Key == (p.Second as ItemA)?.Key && (p.First as ItemB)?.Description == (p.Second as ItemB)?.Description);
}

[Serializable]
public class Exotic : Plain
{
    public Dictionary<string, Item>? ByName { get; set; }

    public Dictionary<int, Item>? ByNumber { get; set; }

    public Hashtable? Table { get; set; }

    public List<Item>? More { get; set; }

    public byte[]? Bytes { get; set; }

    public DataSet? Tables { get; set; }

    public static Exotic Sample(bool tables)
    {
        var result = Fill(new Exotic());
        static ItemB b() => new() { Name = "1", Code = "code", Description = "desc" };
        static ItemA a() => new() { Name = "0", Code = "hello", Key = new Guid(7, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) };
        result.NullableGuid = new Guid(3, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        result.NullableDouble = 100.003;
        result.NullableDecimal = 3.14m;
        result.Bytes = new byte[1024];
        // Keys are strings, for Json.NET cannot read objects that are keys.
        result.Table = new Hashtable { ["0"] = a(), ["1"] = b() };
        result.ByName = new() { ["name1"] = b(), ["name2"] = a() };
        result.ByNumber = new() { [1] = b(), [2] = a() };
        result.More = [new ItemA(), new ItemB()];
        if (tables)
            result.Tables = Set();
        return result;
    }

    /// <summary>Two tables of a hundred rows and seven columns.</summary>
    static DataSet Set()
    {
        var set = new DataSet("DS");
        var random = new Random(5);
        foreach (string name in new[] { "Table1", "Table2" })
        {
            var table = set.Tables.Add(name);
            foreach (var (column, type) in new[] { ("col1", typeof(int)), ("col2", typeof(string)), ("col3", typeof(Guid)),
                ("col4", typeof(string)), ("col5", typeof(bool)), ("col6", typeof(string)), ("col7", typeof(string)) })
                table.Columns.Add(column, type);
            byte[] guid = new byte[16];
            for (int i = 0; i < 100; i++)
            {
                random.NextBytes(guid);
                table.Rows.Add(random.Next(), $"{random.Next()}", new Guid(guid), $"{random.Next()}", true, $"{random.Next()}",
                    $"{random.Next()}");
            }
        }
        set.AcceptChanges();
        return set;
    }

    public static bool Same(Exotic a, Exotic b) =>
        Plain.Same(a, b) && a.Bytes.AsSpan().SequenceEqual(b.Bytes) && b.ByNumber![2] is ItemA
            && b.ByName!["name1"] is ItemB { Description: "desc" }
        && b.Table!["0"] is ItemA && b.More is [ItemA, ItemB]
        && a.Tables?.Tables[1].Rows[99][6] as string == b.Tables?.Tables[1].Rows[99][6] as string;
}
