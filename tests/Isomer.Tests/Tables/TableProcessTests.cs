using System.Data;
using System.Globalization;
using System.Runtime.Serialization;
using System.Text.Json.Nodes;
using Isomer.Tests.Formats.OfNrbf;
using Isomer.Tests.Safety;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0038, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Tables in processes of another kind than this one: without the switch that the framework's binary form asks for, and in other time
/// zones.
/// </summary>
public sealed class TableProcessTests : IDisposable
{
    readonly string _folder = Directory.CreateTempSubdirectory("isomer-tables").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    static string Beside(string extension) => Path.ChangeExtension(typeof(TableProcessTests).Assembly.Location, extension);

    /// <summary>Binary sets that a process with the switch wrote, in one without it.</summary>
    [Fact]
    public void Binary_sets_are_read_where_the_framework_refuses_them()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            var set = new RandomTables(seed, seed % 2 == 0, only: BinaryTablesTests.Types).Set();
            set.RemotingFormat = SerializationFormat.Binary;
            if (Record.Exception(() => NrbfTests.Original(set)) is not null)
                continue;
            byte[] payload = NrbfTests.Original(set);
            // What is read of it here. (BinaryTablesTests compares that with what the framework reads.)
            if (Record.Exception(
                () => File.WriteAllBytes(Path.Combine(_folder, $"{seed}.rows"),
                    TablesWithoutSwitch.Rows(Nrbf.Deserialize<DataSet>(payload)))) is null)
                File.WriteAllBytes(Path.Combine(_folder, $"{seed}.bin"), payload);
        }
        Assert.True(Directory.GetFiles(_folder, "*.bin").Length >= 10);
        var configuration = JsonNode.Parse(File.ReadAllText(Beside(".runtimeconfig.json")))!;
        Assert.True(
            ((JsonObject)configuration["runtimeOptions"]!["configProperties"]!).Remove(
                "Switch.System.Data.AllowUnsafeSerializationFormatBinary"));
        string without = Path.Combine(_folder, "without.runtimeconfig.json");
        File.WriteAllText(without, configuration.ToJsonString());
        ChildRun.Of(typeof(TablesWithoutSwitch), 2000, 10, new Dictionary<string, string> { [TablesWithoutSwitch.Folder] = _folder },
            "exec", "--runtimeconfig", without, "--depsfile", Beside(".deps.json"));
    }

    /// <summary>
    /// Dates of every mode, written in one zone and read in another: the bytes and the dates are the framework's in that zone.
    /// </summary>
    [Theory, InlineData("Europe/Berlin", "America/New_York"), InlineData("Asia/Kolkata", "UTC")]
    public void Dates_cross_zones_as_the_frameworks(string from, string to)
    {
        foreach (var (step, zone) in (List<(string, string)>)[("write", from), ("read", to), ("read", from)])
            ChildRun.Of(typeof(TablesInZone), 2000, 10,
                new Dictionary<string, string> { [TablesInZone.Folder] = _folder, [TablesInZone.Step] = step, ["TZ"] = zone });
    }
}

/// <summary>Run by <see cref="TableProcessTests"/> in a process without the switch.</summary>
public class TablesWithoutSwitch
{
    public const string Folder = "ISOMER_TABLES_WITHOUT";

    /// <summary>All rows with their states, original values and errors.</summary>
    internal static byte[] Rows(DataSet set) => DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram });

    [Fact(Explicit = true)]
    public void They_are_read()
    {
        string folder = Environment.GetEnvironmentVariable(Folder)!;
        foreach (string file in Directory.GetFiles(folder, "*.bin"))
        {
            byte[] payload = File.ReadAllBytes(file);
            Assert.NotNull(Record.Exception(() => NrbfTests.Original(payload)));
            var set = Nrbf.Deserialize<DataSet>(payload);
            // A set cannot be told to be of the binary form here: it comes back in the other.
            Assert.Equal(SerializationFormat.Xml, set.RemotingFormat);
            Assert.Equal(File.ReadAllText(Path.ChangeExtension(file, ".rows")), System.Text.Encoding.UTF8.GetString(Rows(set)));
        }
    }

    /// <summary>Rows of a reader are written in the binary form, which no DataTable here can be told to be of.</summary>
    [Fact(Explicit = true)]
    public async Task Rows_are_written()
    {
        var table = new DataTable("T");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        Assert.NotNull(Record.Exception(() => table.RemotingFormat = SerializationFormat.Binary));
        var stream = new MemoryStream();
        await Tables.WriteNrbfAsync(stream, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(7, Nrbf.Deserialize<DataTable>(stream.ToArray()).Rows[0][0]);
    }
}

/// <summary>Run by <see cref="TableProcessTests"/> in a process of another time zone.</summary>
public class TablesInZone
{
    public const string Folder = "ISOMER_TABLES_ZONE", Step = "ISOMER_TABLES_STEP";

    static readonly string s_folder = Environment.GetEnvironmentVariable(Folder) ?? "";

    static IEnumerable<(string Name, DataSet Set)> Sets()
    {
        foreach (var mode in Enum.GetValues<DataSetDateTime>())
            foreach (var kind in Enum.GetValues<DateTimeKind>())
                foreach (bool isBinary in (bool[])[false, true])
                {
                    var set = new DataSet("S");
                    var table = set.Tables.Add("T");
                    table.Columns.Add("at", typeof(DateTime)).DateTimeMode = mode;
                    // Of summer and of winter, and the ends of what there is.
                    foreach (var date in (DateTime[])[new(2020, 7, 1, 12, 30, 0, kind), new(2020, 1, 1, 0, 0, 0, kind),
                        new(1999, 12, 31, 23, 59, 59, 999, kind), new(1, 1, 2, 0, 0, 0, kind)])
                        table.Rows.Add(date);
                    table.AcceptChanges();
                    table.Rows[0]["at"] = new DateTime(2021, 3, 1, 6, 0, 0, kind);
                    set.RemotingFormat = isBinary ? SerializationFormat.Binary : SerializationFormat.Xml;
                    yield return ($"{mode}-{kind}-{isBinary}", set);
                }
    }

    static string Dates(DataSet set)
    {
        string Of(DataRow row, DataRowVersion version) =>
            row.HasVersion(version) && row["at", version] is DateTime date ? $"{date.Ticks} {date.Kind}" : "none";
        return string.Join("; ",
            set.Tables["T"]!.Rows.Cast<DataRow>()
                .Select(r =>
                    string.Create(CultureInfo.InvariantCulture,
                        $"{r.RowState} {Of(r, DataRowVersion.Original)} {Of(r, DataRowVersion.Current)}"))) + " "
                            + set.Tables["T"]!.Columns["at"]!.DateTimeMode;
    }

    [Fact(Explicit = true)]
    public void As_the_framework()
    {
        bool isWriting = Environment.GetEnvironmentVariable(Step) == "write";
        Assert.Equal(Environment.GetEnvironmentVariable("TZ"), TimeZoneInfo.Local.Id);
        foreach (var (name, set) in Sets())
        {
            foreach (string form in (string[])["nrbf", "IgnoreSchema", "WriteSchema", "DiffGram"])
            {
                string path = Path.Combine(s_folder, $"{name}.{form}");
                bool isXml = form != "nrbf";
                var options = new DataXmlOptions { WriteMode = isXml ? Enum.Parse<XmlWriteMode>(form) : default };
                if (isWriting)
                {
                    byte[] theirs = isXml ? DataXmlTests.Original(set, options) : NrbfTests.Original(set);
                    Assert.Equal(Convert.ToHexString(theirs),
                        Convert.ToHexString(isXml ? DataXml.Serialize(set, options) : Nrbf.Serialize(set)));
                    File.WriteAllBytes(path, theirs);
                    continue;
                }
                byte[] bytes = File.ReadAllBytes(path);
                DataSet expected, read;
                if (isXml)
                {
                    (expected, read) = (set.Clone(), set.Clone());
                    expected.ReadXml(new MemoryStream(bytes), form == "DiffGram" ? XmlReadMode.DiffGram : XmlReadMode.Auto);
                    DataXml.Fill(read, bytes,
                        new DataXmlOptions { ReadMode = form == "DiffGram" ? XmlReadMode.DiffGram : XmlReadMode.Auto });
                }
                else
                {
                    (expected, read) = ((DataSet)NrbfTests.Original(bytes), Nrbf.Deserialize<DataSet>(bytes));
                }
                Assert.Equal($"{name} {form}: {Dates(expected)}", $"{name} {form}: {Dates(read)}");
            }
        }
    }
}
