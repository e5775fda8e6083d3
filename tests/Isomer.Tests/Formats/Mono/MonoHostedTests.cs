using System.Collections.Immutable;
using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Text;
using IsomerMono;
using Xunit;

namespace Isomer.Tests.Formats.Mono;

/// <summary>
/// Time zones, cookies, tables of names, values of databases and exceptions, against mono: types of which BinaryFormatter of this runtime
/// refuses many, so that mono alone can say what .NET Framework's programs wrote.
/// </summary>
public class MonoHostedTests
{
    static readonly ImmutableArray<Type> Known =
    [
        typeof(NameValueCollection), typeof(SqlInt32), typeof(SqlInt64), typeof(SqlByte), typeof(SqlBoolean), typeof(SqlString),
        typeof(SqlGuid), typeof(SqlDateTime), typeof(SqlDouble), typeof(SqlSingle), typeof(SqlMoney),
        typeof(SqlDecimal), typeof(SqlBinary),
    ];

    static readonly SoapOptions Soap = new() { KnownTypes = Known };

    static readonly NrbfOptions Nrbf = new() { KnownTypes = Known };

    static string Corpus => Path.Combine(MonoTests.Corpus, "hosted");

    public static TheoryData<string, string> Cases()
    {
        var cases = new TheoryData<string, string>();
        foreach (string name in HostedGraphs.All().Keys)
            foreach (string format in new[] { "soap", "nrbf" })
                cases.Add(name, format);
        return cases;
    }

    static string FileOf(string name) => name.Replace(' ', '-');

    static object Read(byte[] payload, string format) =>
        format == "soap" ? Isomer.Soap.Deserialize<object>(payload, Soap) : Isomer.Nrbf.Deserialize<object>(payload, Nrbf);

    static void Check(string name, string format, byte[] payload)
    {
        string expected = Expected(name, format), found;
        try
        {
            found = HostedGraphs.Describe(Read(payload, format));
        }
        catch (WireFormatException e)
        {
            found = e.Message;
        }
        Assert.True(expected == found,
            $"{name}\n{expected}\n{found}\n{(format == "soap" ? Encoding.UTF8.GetString(payload) : Convert.ToHexString(payload))}");
    }

    /// <summary>A whole hour is lost in mono's durations, which write no more of it than P.</summary>
    static string Expected(string name, string format) =>
        HostedGraphs.Describe(HostedGraphs.All()[name]()) is var expected && format == "soap"
            ? expected.Replace("by 01:00:00", "by 00:00:00", StringComparison.Ordinal)
            : expected;

    /// <summary>What mono wrote once, where nobody has it.</summary>
    [Theory, MemberData(nameof(Cases))]
    public void What_mono_wrote_is_read(string name, string format)
    {
        string path = Path.Combine(Corpus, FileOf(name) + "." + format);
        Check(name, format, format == "soap" ? File.ReadAllBytes(path) : MonoTests.Hex(path + ".txt"));
    }

    /// <summary>
    /// In a zone of the world that is not this machine's, which stands behind every date of an envelope. (Payloads have the time in them,
    /// so they are not those of the corpus.)
    /// </summary>
    [Theory, InlineData("soap", "UTC"), InlineData("nrbf", "UTC"), InlineData("soap", "Asia/Tokyo"), InlineData("nrbf", "America/New_York")]
    public void What_mono_writes_now_is_read(string format, string zone)
    {
        MonoProgram.Need();
        using var folder = new Folder();
        MonoProgram.Run("write-hosted", format, folder.Path, zone);
        Assert.Empty(Directory.GetFiles(folder.Path, "*.refused"));
        foreach (string name in HostedGraphs.All().Keys)
        {
            byte[] payload = File.ReadAllBytes(Path.Combine(folder.Path, FileOf(name) + "." + format));
            if (zone == "UTC" && Environment.GetEnvironmentVariable("ISOMER_WRITE_MONO_CORPUS") == "1")
                MonoTests.Keep(Path.Combine(Corpus, FileOf(name) + "." + format + (format == "nrbf" ? ".txt" : "")), payload, format);
            Check(name, format, payload);
        }
    }

    /// <summary>
    /// What mono's own SoapFormatter writes and does not read: dates that are members of objects and structs, an encoding that is needed to
    /// make itself. It refuses ours for the same reason.
    /// </summary>
    static readonly string[] s_refusedInEnvelopes = ["cookie", "cookies", "container", "zone", "Latin-1-changed"];

    /// <summary>
    /// Structs that name entries of themselves are read by mono when what holds them has been made, of its own payloads too.
    /// </summary>
    const string ZoneAsMonoReadsIt = "Own 01:30:00 from 630822816000000000 to 633978144000000000 by 01:00:00: True 0 1 1, True 0 12 31";

    /// <summary>
    /// Fields of values of databases, of comparers of the first edition and of encodings that are .NET Framework's here, and in mono those
    /// of the runtime of today.
    /// </summary>
    static readonly string[] s_named =
    [
        "first table", "SqlSingle", "SqlSingle null", "SqlMoney", "SqlDecimal", "SqlBinary", "Latin-1", "Latin-1 changed", "UTF-7",
        "UTF-7 changed", "UTF-7 with optionals", "UTF-7 strict", "UTF-7 replaced",
    ];

    [Theory, InlineData("soap"), InlineData("nrbf")]
    public void Mono_reads_what_is_written_here(string format)
    {
        MonoProgram.Need();
        using var folder = new Folder();
        foreach (var (name, graph) in HostedGraphs.All())
            File.WriteAllBytes(Path.Combine(folder.Path, $"{FileOf(name)}.{format}"),
                format == "soap" ? Isomer.Soap.Serialize(graph(), Soap) : Isomer.Nrbf.Serialize(graph(), Nrbf));
        MonoProgram.Run("read-hosted", format, folder.Path);
        var wrong = new StringBuilder();
        foreach (string name in HostedGraphs.All().Keys.Except(s_named))
        {
            string read = Path.Combine(folder.Path, FileOf(name) + ".read"), refused = Path.Combine(folder.Path, FileOf(name) + ".refused");
            string found = File.Exists(read) ? File.ReadAllText(read) : "refused: " + File.ReadAllText(refused);
            string expected = name == "zone" ? ZoneAsMonoReadsIt : HostedGraphs.Describe(HostedGraphs.All()[name]());
            bool isRefused = found.StartsWith("refused", StringComparison.Ordinal);
            if (format == "soap" && s_refusedInEnvelopes.Contains(name) ? !isRefused : found != expected)
                wrong.Append(name).Append("\n  expected ").Append(expected).Append("\n  found    ").Append(found).Append('\n');
        }
        Assert.True(wrong.Length == 0, wrong.ToString());
    }

    [Fact]
    public void What_mono_refuses_of_ours_it_refuses_of_its_own()
    {
        MonoProgram.Need();
        using var folder = new Folder();
        MonoProgram.Run("write-hosted", "nrbf", folder.Path);
        MonoProgram.Run("read-hosted", "nrbf", folder.Path);
        Assert.Empty(Directory.GetFiles(folder.Path, "*.refused"));
        Assert.Equal(ZoneAsMonoReadsIt, File.ReadAllText(Path.Combine(folder.Path, "zone.read")));
        MonoProgram.Run("write-hosted", "soap", folder.Path);
        MonoProgram.Run("read-hosted", "soap", folder.Path);
        Assert.Equal(s_refusedInEnvelopes.Order(StringComparer.Ordinal),
            Directory.GetFiles(folder.Path, "*.refused").Select(static f => Path.GetFileNameWithoutExtension(f))
                .Order(StringComparer.Ordinal));
    }

    sealed class Folder : IDisposable
    {
        public string Path { get; } = Directory.CreateTempSubdirectory("isomer-mono-hosted").FullName;

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
