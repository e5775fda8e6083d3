using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Isomer.Cli.Schemas;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Classes that a payload's own names and fields make: compiled, they open the payload, and write it again.</summary>
public class NrbfCSharpTests
{
    static readonly MetadataReference[] References = CompilerReferences.OfFramework();

    public static TheoryData<string> Graphs => [.. NrbfGraphs.All.Keys];

    [Theory, MemberData(nameof(Graphs))]
    public void They_open_the_payload_and_write_it_again(string name)
    {
        byte[] bytes = NrbfTests.Original(NrbfGraphs.All[name]());
        var classes = new NrbfClasses();
        classes.Add(Nrbf.Read(bytes));
        string code = NrbfCSharp.Print(classes);
        var (options, context) = Compile(code);
        try
        {
            object value = Nrbf.Deserialize<object>(bytes, options);
            byte[] again = Nrbf.Serialize(value, options);
            // What a list has room for and how often it was changed is written too, and is another then.
            if (!s_otherwise.TryGetValue(name, out string? reason))
                Assert.Equal(string.Join('\n', Headers(bytes)), string.Join('\n', Headers(again)));
            if (reason is not (Counts or Own or Unusual or Twice or Digits))
                Assert.Equal(s_deep.ParseNode(bytes), s_deep.ParseNode(again));
        }
        catch (Exception e)
        {
            Assert.Fail(e.Message + "\n" + code);
        }
        finally
        {
            context.Unload();
        }
    }

    static readonly Format s_deep = Nrbf.Format.With(new NrbfOptions { Limits = new Limits { MaxDepth = 4000 } });

    const string Digits = "copies of a number share an array of digits, which each has of its own then";

    const string Twice = "a field of its own has the name of one of its List's, which has room for another number of items";

    const string Own = "entries that a class adds to those of its table are read by a constructor that is not in the file",
        Unusual = "its base is none of the usual collections: its fields are told in comments";

    const string Entries = "entries that are of another type in another object are declared as object";

    const string Counts = "the framework's own count of changes";

    /// <summary>What is declared otherwise than it was, and why.</summary>
    static readonly Dictionary<string, string> s_otherwise = new()
    {
        ["BitArray"] = Counts,
        ["copies of one number"] = Digits,
        ["untyped list of one's own"] = Counts,
        ["list of one's own"] = Twice,
        ["lists of one's own"] = Twice,
        ["table of one's own"] = Counts,
        ["map of one's own"] = Own,
        ["maps of one's own"] = Own,
        ["sorted list of one's own"] = Unusual,
        ["keyed collection"] = Unusual,
        ["keyed collection without a table"] = Unusual,
        ["two of entries"] = Entries,
        ["200 entries"] = Entries,
        ["faces"] = "what an interface holds is declared as what it is",
        ["an event that nobody hears"] = "delegates are never made: declared as object",
    };

    /// <summary>Every class, what its members are called, and what they are declared as.</summary>
    static IEnumerable<string> Headers(byte[] bytes) => Nrbf.Read(bytes).Objects.OfType<NrbfClassRecord>()
        .Select(r =>
            $"{r.TypeName}, {r.AssemblyName}: {string.Join(", ", r.Header.Members.OrderBy(m => m.Name, StringComparer.Ordinal).Select(m => $"{m.Kind} {m.Primitive} {m.TypeName} {m.Library} {m.Name}"))}")
                .Distinct().Order(StringComparer.Ordinal);

    /// <summary>In an assembly that is called as the old one was.</summary>
    static (NrbfOptions Options, AssemblyLoadContext Context) Compile(string code)
    {
        string version = typeof(NrbfCSharpTests).Assembly.GetName().Version!.ToString();
        var compilation = CSharpCompilation.Create("Isomer.Tests",
            [CSharpSyntaxTree.ParseText($"[assembly: System.Reflection.AssemblyVersion(\"{version}\")]\n" + code)],
            References, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using var stream = new MemoryStream();
        var result = compilation.Emit(stream);
        Assert.True(result.Success,
            string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(5)) + "\n" + code);
        stream.Position = 0;
        var context = new AssemblyLoadContext("printed", isCollectible: true);
        var assembly = context.LoadFromStream(stream);
        return ((NrbfOptions)assembly.GetType("NrbfTypes")!.GetProperty("Options", BindingFlags.Static | BindingFlags.Public)!.GetValue(
            null)!, context);
    }
}
