using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Isomer.Tests.OfTables;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Every kind of what held payloads of BinaryFormatter, on the command line: found by itself, looked at, and converted; and the ways to
/// bring such files over.
/// </summary>
public sealed class ContainerCommandTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static byte[] Session()
    {
        var stream = new MemoryStream();
        var writer = new BinaryWriter(stream);
        byte[] cart = [20, .. NrbfTests.Original(new List<int> { 5 })], user = [1, 3, (byte)'A', (byte)'n', (byte)'n'];
        writer.Write(20);
        writer.Write(true);
        writer.Write(false);
        writer.Write(2);
        writer.Write(-1);
        writer.Write("user");
        writer.Write("cart");
        writer.Write(user.Length);
        writer.Write(user.Length + cart.Length);
        writer.Write(user);
        writer.Write(cart);
        writer.Write((byte)0xFF);
        return stream.ToArray();
    }

    static byte[] Resources()
    {
        var stream = new MemoryStream();
        using var writer = new System.Resources.ResourceWriter(stream);
        writer.AddResource("user", "Ann");
        writer.Generate();
        return stream.ToArray();
    }

    public static TheoryData<string, string, string> Kinds => new()
    {
        { "session", "Session", "Ann" }, { "state", "ViewState", "Ann" }, { "coded text state", "ViewState", "Ann" },
        { "call", "Nrbf", "\"$call\": \"Sum\"" }, { "return", "Nrbf", "\"$return\": 5" },
        { "surrogate", "Nrbf", "Customers" }, { "resources", "Resources", "Ann" }, { "resx", "Resx", "Ann" },
        { "base64 of a session", "Session", "Ann" },
    };

    static byte[] Payload(string kind) => kind switch
    {
        "session" => Session(),
        "base64 of a session" => Encoding.ASCII.GetBytes(Convert.ToBase64String(Session())),
        // As a page sends it.
        "state" => Encoding.ASCII.GetBytes(Convert.ToBase64String([0xFF, 0x01, 0x05, 3, .. "Ann"u8])),
        "coded text state" =>
            Encoding.ASCII.GetBytes(Convert.ToBase64String([.. "t<-1279334384;p<l<Text;>;l<Ann;>>;>"u8, .. new byte[20]])),
        "call" =>
            Convert.FromHexString(
                "0001000000FFFFFFFF0100000000000000" + "15" + "22000000" + "12" + "0353756D" + "12" + "0141" + "12" + "0163" + "03000000"
                    + "08" + "05000000" + "12" + "0178" + "11" + "0B"),
        "return" => Convert.FromHexString("0001000000FFFFFFFF0100000000000000" + "16" + "11080000" + "08" + "05000000" + "0B"),
        "surrogate" => BinaryTablesTests.Surrogate(),
        "resources" => Resources(),
        _ => "<root><resheader name=\"resmimetype\"><value>text/microsoft-resx</value></resheader><resheader name=\"version\"><value>2.0</value></resheader><data name=\"user\" xml:space=\"preserve\"><value>Ann</value></data></root>"u8.ToArray(),
    };

    [Theory, MemberData(nameof(Kinds))]
    public void It_is_found_and_converted(string kind, string format, string content)
    {
        // A name that says nothing.
        string file = _folder.Write("old.dat", Payload(kind));
        ToolResult inspected = Tool.Run("inspect", file, "--output", "json");
        Assert.True(inspected.Code == 0, inspected.Error);
        Assert.Equal(format, (string)Json.ParseNode(inspected.Bytes)!["format"]!);
        Assert.NotEmpty(Tool.Run("inspect", file).Output);
        ToolResult converted = Tool.Run("convert", file, _folder["new.json"], "--verify");
        Assert.True(converted.Code == 0, converted.Error);
        Assert.Contains(content.Replace(": ", ":", StringComparison.Ordinal),
            File.ReadAllText(_folder["new.json"]).Replace(": ", ":", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Equal(0, Tool.Run("diff", file, _folder["new.json"]).Code);
    }

    [Serializable]
    public class Order
    {
        public int Id { get; set; }

        public string? Customer { get; set; }
    }

    /// <summary>
    /// The types of a folder of files, and of those that a pattern names; the code that is printed compiles, and opens the files.
    /// </summary>
    [Fact]
    public void The_closed_set_of_a_folder_and_of_a_pattern()
    {
        Directory.CreateDirectory(_folder["old/deep"]);
        File.WriteAllBytes(_folder["old/a.bin"], NrbfTests.Original(new Order { Id = 7 }));
        File.WriteAllBytes(_folder["old/deep/b.bin"], NrbfTests.Original(new List<Order> { new(), new() }));
        File.WriteAllBytes(_folder["old/c.other"], NrbfTests.Original(new Version(1, 2)));
        string whole = Tool.Run("schema", "--closed-set", _folder["old"]).Output,
            part = Tool.Run("schema", "--closed-set", _folder["old/*.bin"]).Output;
        string name = $"{typeof(Order).FullName}, Isomer.Tests";
        Assert.Matches($@"(?m)^\s+3\s+2\s+{System.Text.RegularExpressions.Regex.Escape(name)}", whole);
        Assert.Contains("System.Version", whole, StringComparison.Ordinal);
        Assert.Contains(name, part, StringComparison.Ordinal);
        Assert.DoesNotContain("System.Version", part, StringComparison.Ordinal);
        var options = Compiled(whole[whole.IndexOf("var options", StringComparison.Ordinal)..]);
        Assert.Equal(7, Assert.IsType<Order>(Nrbf.Deserialize<object>(File.ReadAllBytes(_folder["old/a.bin"]), options)).Id);
        Assert.Equal(2,
            Assert.IsType<List<Order>>(Nrbf.Deserialize<object>(File.ReadAllBytes(_folder["old/deep/b.bin"]), options)).Count);
    }

    static NrbfOptions Compiled(string code)
    {
        var tree = CSharpSyntaxTree.ParseText(
            $"using Isomer;\npublic static class Made\n{{\n    public static NrbfOptions Options()\n    {{\n{code}\nreturn options;\n    }}\n}}\n");
        var compilation = CSharpCompilation.Create("closed", [tree], CompilerReferences.OfFramework("Isomer.Tests.dll"),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        var stream = new MemoryStream();
        var emitted = compilation.Emit(stream);
        Assert.True(emitted.Success, string.Join('\n', emitted.Diagnostics) + "\n" + code);
        return (NrbfOptions)System.Reflection.Assembly.Load(stream.ToArray()).GetType("Made")!.GetMethod("Options")!.Invoke(null, null)!;
    }
}
