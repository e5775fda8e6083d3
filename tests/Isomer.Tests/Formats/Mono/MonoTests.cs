using System.Collections.Immutable;
using System.Text;
using IsomerMono;
using Xunit;

namespace Isomer.Tests.Formats.Mono;

/// <summary>
/// Against mono, which is .NET Framework's formatters written again: what it has written is read, and what is written here it reads. The
/// payloads of tests/mono/corpus are its own and are read without it.
/// </summary>
public class MonoTests
{
    static readonly ImmutableArray<Type> Known = [typeof(Numbers), typeof(Link), typeof(Outer), typeof(Named), typeof(Whens),
        typeof(Entered), typeof(Spot), typeof(Hue), typeof(Sides), typeof(Pair<>), typeof(Exception), typeof(InvalidOperationException),
        typeof(Owned), typeof(Shown), typeof(Keyed)];

    static readonly FormatterRename Library =
        FormatterRename.OfLibrary("Isomer.Tests", "IsomerMono, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null");

    // mono's own names of three fields, which .NET Framework has without the underscore; both are read.
    static readonly ImmutableArray<FormatterRename> Renames =
    [
        Library,
        FormatterRename.OfMember(typeof(Owned), "CollectionBase+list", "CollectionBase+_list"),
        FormatterRename.OfMember(typeof(Shown), "ReadOnlyCollectionBase+list", "ReadOnlyCollectionBase+_list"),
        FormatterRename.OfMember(typeof(Keyed), "DictionaryBase+hashtable", "DictionaryBase+_hashtable"),
    ];

    static readonly SoapOptions Soap = new()
    { KnownTypes = Known, Renames = Renames, WritesGenerics = true, DateStyle = SoapDateStyle.KeepsKind };

    static readonly NrbfOptions Nrbf = new() { KnownTypes = Known, Renames = Renames };

    internal static string Corpus => Path.Combine(MonoProgram.Sources, "corpus");

    public static TheoryData<string> Names => [.. Graphs.All().Keys];

    static string FileOf(string name) => name.Replace(' ', '-');

    /// <summary>What mono's SoapFormatter writes otherwise than what it was given, by graph.</summary>
    static readonly Dictionary<string, string> s_soapOfMono = new()
    {
        // Kinds are not kept: all with the machine's offset, which was none, as .NET Framework has it.
        ["dates"] =
            "Whens {Local=DateTime 637266894723450000Local, Utc=DateTime 637266894720000000Local, None=DateTime 637266894720000000Local, }",
    };

    [Theory, MemberData(nameof(Names))]
    public void Soap_of_mono_is_read(string name)
    {
        byte[] payload = File.ReadAllBytes(Path.Combine(Corpus, FileOf(name) + ".soap"));
        CheckSoap(name, payload);
    }

    static void CheckSoap(string name, byte[] payload)
    {
        string expected = s_soapOfMono.GetValueOrDefault(name) ?? Graphs.Describe(Graphs.All()[name]());
        string found;
        try
        {
            found = Graphs.Describe(Isomer.Soap.Deserialize<object>(payload, Soap));
        }
        catch (WireFormatException e)
        {
            found = e.Message;
        }
        Assert.True(found.StartsWith(expected, StringComparison.Ordinal),
            $"{name}\n{expected}\n{found}\n{Encoding.UTF8.GetString(payload)}");
    }

    [Theory, MemberData(nameof(Names))]
    public void Nrbf_of_mono_is_read(string name)
    {
        byte[] payload = Hex(Path.Combine(Corpus, FileOf(name) + ".nrbf.txt"));
        Assert.Equal(Graphs.Describe(Graphs.All()[name]()), Graphs.Describe(Isomer.Nrbf.Deserialize<object>(payload, Nrbf)));
    }

    /// <summary>The lines of a file before the first that is empty.</summary>
    internal static byte[] Hex(string path) =>
        Convert.FromHexString(string.Concat(File.ReadLines(path).TakeWhile(static l => l.Length > 0)));

    [Theory, InlineData("soap"), InlineData("nrbf")]
    public void What_mono_writes_now_is_the_corpus(string format)
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-write").FullName;
        try
        {
            MonoProgram.Run("write", format, folder);
            MonoProgram.Run("dataset", format, folder);
            foreach (string file in Directory.GetFiles(folder, "*." + format))
            {
                byte[] bytes = File.ReadAllBytes(file);
                string kept = Path.Combine(Corpus, Path.GetFileName(file) + (format == "nrbf" ? ".txt" : ""));
                if (Environment.GetEnvironmentVariable("ISOMER_WRITE_MONO_CORPUS") == "1")
                    Keep(kept, bytes, format);
                // A DataSet's binary form is padded and has hash codes in it.
                Assert.True(
                    format == "nrbf"
                        ? Path.GetFileName(file) is "DataSet.nrbf" or "Related.nrbf" || Hex(kept).AsSpan().SequenceEqual(bytes)
                        : File.ReadAllBytes(kept).AsSpan().SequenceEqual(bytes), kept);
            }
            Assert.Empty(Directory.GetFiles(folder, "*.refused"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    internal static void Keep(string path, byte[] bytes, string format)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        if (format == "soap")
            File.WriteAllBytes(path, bytes);
        else
            File.WriteAllText(path,
                string.Concat(Convert.ToHexString(bytes).Chunk(100).Select(static l => new string(l) + "\n")) + "\n" + Readable(bytes)
                    + "\n");
    }

    static string Readable(byte[] payload) =>
        Encoding.UTF8.GetString(
            Json.Serialize(Isomer.Nrbf.Format.ParseNode(payload), new JsonOptions { Indented = true, Numbers = JsonNumbers.NamedFloats }));

    /// <summary>Where mono reads what is written here otherwise, by graph: its description, or why it refuses.</summary>
    static readonly Dictionary<string, string> s_monoOfSoap = new()
    {
        // A year has 365 days in mono's durations, which writes none, and 360 in .NET Framework's, which does.
        ["numbers"] = Graphs.Describe(Hiding(new Numbers { Span = new TimeSpan(405, 1, 2, 3, 4) }, 7)),
        // XML Schema's INF is no number to it: it writes Infinity.
        ["special numbers"] = "FormatException",
        // It reads no date that is a member, its own neither.
        ["dates"] = "TargetInvocationException",
        // Nor enums and decimals that are entries, its own neither.
        ["entries"] = Graphs.Describe(new Entered { Hue = Hue.Red, Sum = 0 }),
    };

    static Numbers Hiding(Numbers numbers, int value)
    {
        numbers.Hide(value);
        return numbers;
    }

    /// <summary>Mono's own reader has these faults of its own envelopes too: they are not ours.</summary>
    [Fact]
    public void What_mono_reads_otherwise_it_reads_so_of_its_own()
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-own").FullName;
        try
        {
            foreach (string name in new[] { "dates", "entries" })
                File.Copy(Path.Combine(Corpus, name + ".soap"), Path.Combine(folder, name + ".soap"));
            MonoProgram.Run("read", "soap", folder);
            Assert.StartsWith(s_monoOfSoap["dates"], File.ReadAllText(Path.Combine(folder, "dates.refused")), StringComparison.Ordinal);
            Assert.Equal(s_monoOfSoap["entries"], File.ReadAllText(Path.Combine(folder, "entries.read")));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Theory, InlineData("soap"), InlineData("nrbf")]
    public void Mono_reads_what_is_written_here(string format)
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-read").FullName;
        try
        {
            foreach (var (name, graph) in Graphs.All())
                File.WriteAllBytes(Path.Combine(folder, $"{FileOf(name)}.{format}"),
                    format == "soap" ? Isomer.Soap.Serialize(graph(), Soap) : Isomer.Nrbf.Serialize(graph(), Nrbf));
            MonoProgram.Run("read", format, folder);
            var wrong = new StringBuilder();
            foreach (var (name, graph) in Graphs.All())
            {
                string read = Path.Combine(folder, FileOf(name) + ".read"), refused = Path.Combine(folder, FileOf(name) + ".refused");
                string found = File.Exists(read) ? File.ReadAllText(read) : File.ReadAllText(refused);
                string expected = (format == "soap" ? s_monoOfSoap.GetValueOrDefault(name) : null) ?? Graphs.Describe(graph());
                if (!found.StartsWith(expected, StringComparison.Ordinal))
                    wrong.Append(name).Append("\n  expected ").Append(expected).Append("\n  found    ").Append(found).Append('\n');
            }
            Assert.True(wrong.Length == 0, wrong.ToString());
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void A_binary_DataSet_of_mono_is_looked_at()
    {
        var root = (NrbfClassRecord)Isomer.Nrbf.Read(Hex(Path.Combine(Corpus, "DataSet.nrbf.txt"))).Root;
        Assert.Equal("System.Data.DataSet", root.TypeName);
        Assert.Equal("Shop", root.Get<string>("DataSet.DataSetName"));
    }
}
