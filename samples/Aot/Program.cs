// Every format over types whose shapes were made when this was built: the same lines from `dotnet Aot.dll`, from a trimmed, a single-file
// and a Native AOT executable.
using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Aot;
using Isomer;

if (args is ["time"])
{
    Timing.Run();
    return 0;
}
int failed = 0;
Each("Order", Samples.Order);
Each("Line", new Line { Product = "Tofu", Price = 23.25m, Quantity = 9 });
Each("Animal", new Animal { Name = "a", Friend = new Dog { Name = "d", Chip = new Guid("00112233-4455-6677-8899-aabbccddeeff") } });
Each("List<Point>", new List<Point> { new() { X = 1, Y = 2 }, new() { X = 3 } });
Each("Dictionary<string, Line>", new Dictionary<string, Line> { ["a"] = new() { Price = 1.50m }, ["b"] = new() });
Each("Box<Point>", new Box<Point> { Value = new() { X = 5 }, More = [new(), new() { Y = 6 }] });
Each("int[]", new[] { 1, 2, 3 });
Try("Json Person", () => Same(Samples.Person, p => Json.Serialize(p), b => Json.Deserialize<Person>(b)));
Try("Compact Person", () => Same(Samples.Person, p => Compact.Serialize(p), b => Compact.Deserialize<Person>(b)));
Try("Json Collections", () => Same(Samples.Collections, p => Json.Serialize(p), b => Json.Deserialize<Collections>(b)));
Try("Compact Collections", () => Same(Samples.Collections, p => Compact.Serialize(p), b => Compact.Deserialize<Collections>(b)));
// Under conventions of the application's own.
var priced = new Priced { Price = new(2.50m), Pets = [new Dog { Name = "d", Chip = new Guid("00112233-4455-6677-8899-aabbccddeeff") }] };
var json = new JsonOptions { Convention = Conventions.Plain };
var compact = new CompactOptions { Convention = Conventions.Plain };
var contracts = new ContractXmlOptions { Convention = Conventions.Contracts };
Try("Json Priced", () => Same(priced, p => Json.Serialize(p, json), b => Json.Deserialize<Priced>(b, json)!));
Try("Compact Priced", () => Same(priced, p => Compact.Serialize(p, compact), b => Compact.Deserialize<Priced>(b, compact)!));
Try("ContractXml Priced", () => Same(priced, p => ContractXml.Serialize(p, contracts), b => ContractXml.Deserialize<Priced>(b, contracts)!));
// No attribute names it: the call does.
Try("Json Called", () => Same(new Called { A = 1 }, p => Json.Serialize(p), b => Json.Deserialize<Called>(b)!));
// What these see of a type are conventions of their own, which the calls ask for too.
var further = new Further { Part = new() { A = 2 }, Many = { new() { A = 3 } }, Any = new Called { A = 4 } };
further.Name("n");
Try("Graph Further", () => Same(further, v => Json.Serialize(v, JsonOptions.Graph), b => Json.Deserialize<Further>(b, JsonOptions.Graph)!));
Try("DeepCopy Further", () => Same(further, v => Json.Serialize(DeepCopy.Of(v), JsonOptions.Graph), _ => DeepCopy.Of(further)));
var numbered = new Numbered { A = 1, Parts = { ["a"] = new() { A = 2 } } };
Try("Xml.Format Numbered", () => Same(numbered, v => Xml.Format.Serialize(v), b => Xml.Format.Deserialize<Numbered>(b)!));
Try("Protobuf.Format Numbered", () => Same(numbered, v => Protobuf.Format.Serialize(v), b => Protobuf.Format.Deserialize<Numbered>(b)!));
// A type that neither an attribute nor a call names: interpreted where code cannot be made, refused where the application was trimmed.
Try("Json Unknown", () => ByType(new Unknown { A = 1 }));
// Generic code hands it on, which the tool follows.
Try("Json Handed", () => HandedOn(new Handed { A = 1 }));
// Rows are maps of the library's own, which no shape names.
var rows = new JsonOptions { Tables = TableForm.Rows };
Try("Tables.WriteJsonAsync", () => Text(s => Tables.WriteJsonAsync(s, Samples.Table.CreateDataReader())));
Try("Tables.WriteJsonLinesAsync", () => Text(s => Tables.WriteJsonLinesAsync(s, Samples.Table.CreateDataReader(), JsonOptions.Graph)));
Try("Json DataTable as rows", () => Same(Samples.Table, t => Json.Serialize(t, rows), b => Json.Deserialize<DataTable>(b, rows)!));
Try("Json DataSet as rows",
    () => Same(new DataSet { Tables = { Samples.Table } }, t => Json.Serialize(t, rows), b => Json.Deserialize<DataSet>(b, rows)!));
Try("Json reader as rows", () => Encoding.UTF8.GetString(Json.Serialize<IDataReader>(Samples.Table.CreateDataReader(), rows)));
Console.Error.WriteLine($"dynamic code: {RuntimeFeature.IsDynamicCodeSupported}; failed: {failed}");
return failed == 0 ? 0 : 1;

void Each<T>(string name, T value)
{
    Try("Json " + name, () => Same(value, v => Json.Serialize(v), b => Json.Deserialize<T>(b)!));
    Try("Compact " + name, () => Same(value, v => Compact.Serialize(v), b => Compact.Deserialize<T>(b)!));
    Try("ContractXml " + name, () => Same(value, v => ContractXml.Serialize(v), b => ContractXml.Deserialize<T>(b)!));
    Try("ContractJson " + name, () => Same(value, v => ContractJson.Serialize(v), b => ContractJson.Deserialize<T>(b)!));
    Try("Xml " + name, () => Same(value, v => Xml.Serialize(v), b => Xml.Deserialize<T>(b)!));
    Try("Protobuf " + name, () => Same(value, v => Protobuf.Serialize(v), b => Protobuf.Deserialize<T>(b)!));
    Try("FastJson " + name,
        () => Same(value, v => Json.Serialize(v, JsonOptions.FastJson), b => Json.Deserialize<T>(b, JsonOptions.FastJson)!));
    Try("Nrbf " + name, () => Same(value, v => Nrbf.Serialize(v), b => Nrbf.Deserialize<T>(b)!));
}

string ByType(object value) =>
    Same(value, v => Json.Serialize(v, value.GetType()), b => Json.Deserialize(b, value.GetType())!);

string HandedOn<T>(T value) => Same(value, v => Json.Serialize(v), b => Json.Deserialize<T>(b)!);

static string Text(Func<Stream, Task> write)
{
    var stream = new MemoryStream();
    write(stream).Wait();
    return Encoding.UTF8.GetString(stream.ToArray()).ReplaceLineEndings(" ");
}

// What is written of the value, and of what was read of that: the same, but for the room that a list was made with, which the formatters
// write too.
static string Same<T>(T value, Func<T, byte[]> write, Func<byte[], T> read)
{
    byte[] bytes = write(value);
    string first = Convert.ToHexString(bytes), again = Convert.ToHexString(write(read(bytes)));
    return again == first ? first : $"{first}, read and written {again}";
}

void Try(string name, Func<string> what)
{
    string result;
    try
    {
        result = what();
    }
    catch (NotSupportedException e)
    {
        result = "refused: " + e.Message;
    }
    catch (Exception e)
    {
        failed++;
        result = $"FAILED: {e.GetType().Name}: {e.Message}";
        if (Environment.GetEnvironmentVariable("AOT_TRACE") is not null)
            result += "\n" + e;
    }
    Console.WriteLine($"{name}: {result}");
}

static class Samples
{
    public static Order Order { get; } = new()
    {
        Id = 10248,
        Placed = new DateTime(1996, 7, 4, 0, 0, 0, DateTimeKind.Utc),
        Customer = "Vins et alcools Chevalier",
        Freight = 32.38m,
        Lines = [new() { Product = "Queso Cabrales", Price = 14m, Quantity = 12 },
            new() { Product = "Mozzarella", Price = 34.8m, Quantity = 5 }],
        State = State.Paid,
        Before = State.New,
        Weights = [1.5, 2.25],
    };

    /// <summary>Another one each time: a table is in one set.</summary>
    public static DataTable Table
    {
        get
        {
            var table = new DataTable("T")
            {
                Columns = { { "Id", typeof(int) }, { "Name", typeof(string) }, { "Price", typeof(decimal) }, { "At", typeof(DateTime) } },
            };
            table.Rows.Add(1, "a", 1.5m, new DateTime(2020, 1, 2, 3, 4, 5));
            table.Rows.Add(2, DBNull.Value, DBNull.Value, DBNull.Value);
            return table;
        }
    }

    public static Person Person { get; } = new Person("Ada", 36).WithSecret("analytical");

    public static Collections Collections { get; } = new()
    {
        Immutable = [new() { X = 1 }],
        Set = [3, 4],
        Sorted = new() { ["k"] = new() { Y = 2 } },
        Queue = new([new Point { X = 9 }]),
        Any = [new Point { X = 7 }],
        Map = new() { [1] = [null, new Point { X = 8 }] },
        Pair = (1, "p"),
        Linked = new([new DateOnly(2020, 1, 2)]),
        Jagged = [[1], [2, 3]],
    };
}

public class Called
{
    public int A { get; set; }
}

public class Further
{
    public string? Title { get; private set; }
    public Called? Part { get; set; }
    public List<Called> Many { get; } = [];
    public object? Any { get; set; }
    public void Name(string title) => Title = title;
}

/// <summary>XmlSerializer takes no dictionary, and protobuf-net no type without numbers; the handles do.</summary>
public class Numbered
{
    public int A { get; set; }
    public Dictionary<string, Called> Parts { get; set; } = [];
}

public class Handed
{
    public int A { get; set; }
}

public class Unknown
{
    public int A { get; set; }
}

/// <summary>The first write and read of ten orders of this process, in milliseconds, then both once warm, in microseconds.</summary>
static class Timing
{
    public static void Run()
    {
        Order[] ten = [.. Enumerable.Repeat(Samples.Order, 10)];
        long begin = Stopwatch.GetTimestamp();
        byte[] bytes = [];
        foreach (var order in ten)
            bytes = Json.Serialize(order);
        foreach (var _ in ten)
            Json.Deserialize<Order>(bytes);
        double first = Stopwatch.GetElapsedTime(begin).TotalMilliseconds;
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture,
                $"first {first:f2} ms, write {Best(() => Json.Serialize(Samples.Order)):f2} us, read {Best(() => Json.Deserialize<Order>(bytes)):f2} us"));
    }

    static double Best(Action action)
    {
        double best = double.MaxValue;
        for (int round = 0; round < 40; round++)
        {
            long begin = Stopwatch.GetTimestamp();
            for (int i = 0; i < 2000; i++)
                action();
            best = Math.Min(best, Stopwatch.GetElapsedTime(begin).TotalMicroseconds / 2000);
        }
        return best;
    }
}
