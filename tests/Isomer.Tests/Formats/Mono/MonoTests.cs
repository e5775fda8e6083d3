using System.Collections.Immutable;
using System.Text;
using IsomerMono;
using Xunit;

namespace Isomer.Tests.Formats.Mono;

/// <summary>
/// Against mono, which is .NET Framework's formatters written again: what it has written is read, and what is written here it reads. The payloads of tests/mono/corpus are its own and are
/// read without it.
/// </summary>
public class MonoTests
{
    static readonly ImmutableArray<Type> Known = [typeof(Numbers), typeof(Link), typeof(Outer), typeof(Named), typeof(Whens), typeof(Entered), typeof(Spot), typeof(Hue), typeof(Sides), typeof(Pair<>), typeof(Exception), typeof(InvalidOperationException)];

    static readonly FormatterRename Library = FormatterRename.OfLibrary("Isomer.Tests", "IsomerMono, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null");

    static readonly SoapOptions Soap = new() { KnownTypes = Known, Renames = [Library], WritesGenerics = true, DateStyle = SoapDateStyle.KeepsKind };

    static readonly NrbfOptions Nrbf = new() { KnownTypes = Known, Renames = [Library] };

    static string Corpus => Path.Combine(MonoProgram.Sources, "corpus");

    public static TheoryData<string> Names => [.. Graphs.All().Keys];

    static string FileOf(string name) => name.Replace(' ', '-');

    /// <summary>What mono's SoapFormatter writes otherwise than what it was given, by graph: its own faults, and what SOAP does not keep.</summary>
    static readonly Dictionary<string, string> s_soapOfMono = new()
    {
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
        Assert.True(found.StartsWith(expected, StringComparison.Ordinal), $"{name}\n{expected}\n{found}\n{Encoding.UTF8.GetString(payload)}");
    }

    [Theory, MemberData(nameof(Names))]
    public void Nrbf_of_mono_is_read(string name)
    {
        byte[] payload = Hex(Path.Combine(Corpus, FileOf(name) + ".nrbf.txt"));
        Assert.Equal(Graphs.Describe(Graphs.All()[name]()), Graphs.Describe(Isomer.Nrbf.Deserialize<object>(payload, Nrbf)));
    }

    /// <summary>The lines of a file before the first that is empty.</summary>
    static byte[] Hex(string path) => Convert.FromHexString(string.Concat(File.ReadLines(path).TakeWhile(static l => l.Length > 0)));

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
                Assert.True(format == "nrbf" ? Path.GetFileName(file) == "DataSet.nrbf" || Hex(kept).AsSpan().SequenceEqual(bytes) : File.ReadAllBytes(kept).AsSpan().SequenceEqual(bytes), kept);
            }
            Assert.Empty(Directory.GetFiles(folder, "*.refused"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    static void Keep(string path, byte[] bytes, string format)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        if (format == "soap")
            File.WriteAllBytes(path, bytes);
        else
            File.WriteAllText(path, string.Concat(Convert.ToHexString(bytes).Chunk(100).Select(static l => new string(l) + "\n")) + "\n" + Readable(bytes) + "\n");
    }

    static string Readable(byte[] payload) =>
        Encoding.UTF8.GetString(Json.Serialize(Isomer.Nrbf.Format.ParseNode(payload), new JsonOptions { Indented = true, Numbers = JsonNumbers.NamedFloats }));

    /// <summary>Where mono reads what is written here otherwise, by graph: its description, or why it refuses.</summary>
    static readonly Dictionary<string, string> s_monoOfSoap = new()
    {
    };

    static readonly Dictionary<string, string> s_monoOfNrbf = new()
    {
    };

    [Theory, InlineData("soap"), InlineData("nrbf")]
    public void Mono_reads_what_is_written_here(string format)
    {
        MonoProgram.Need();
        string folder = Directory.CreateTempSubdirectory("isomer-mono-read").FullName;
        try
        {
            foreach (var (name, graph) in Graphs.All())
                File.WriteAllBytes(Path.Combine(folder, $"{FileOf(name)}.{format}"), format == "soap" ? Isomer.Soap.Serialize(graph(), Soap) : Isomer.Nrbf.Serialize(graph(), Nrbf));
            MonoProgram.Run("read", format, folder);
            var wrong = new StringBuilder();
            foreach (var (name, graph) in Graphs.All())
            {
                string read = Path.Combine(folder, FileOf(name) + ".read"), refused = Path.Combine(folder, FileOf(name) + ".refused");
                string found = File.Exists(read) ? File.ReadAllText(read) : File.ReadAllText(refused);
                string expected = (format == "soap" ? s_monoOfSoap : s_monoOfNrbf).GetValueOrDefault(name) ?? Graphs.Describe(graph());
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
