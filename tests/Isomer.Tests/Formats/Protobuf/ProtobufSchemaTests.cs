using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// The schemas that we print, under the real protoc: it compiles them, reads our bytes by them, and writes the same bytes
/// again from its own text form.
/// </summary>
public class ProtobufSchemaTests
{
    [ProtoContract]
    public class Scalars
    {
        [ProtoMember(1)] public int Int { get; set; }
        [ProtoMember(2, DataFormat = DataFormat.ZigZag)] public int Zig { get; set; }
        [ProtoMember(3, DataFormat = DataFormat.FixedSize)] public int Fixed { get; set; }
        [ProtoMember(4)] public long Long { get; set; }
        [ProtoMember(5)] public uint Unsigned { get; set; }
        [ProtoMember(6)] public ulong Large { get; set; }
        [ProtoMember(7)] public bool Truth { get; set; }
        [ProtoMember(8)] public float Single { get; set; }
        [ProtoMember(9)] public double Double { get; set; }
        [ProtoMember(10)] public string? Text { get; set; }
        [ProtoMember(11)] public byte[]? Bytes { get; set; }
        [ProtoMember(12)] public int? Nullable { get; set; }
        [ProtoMember(13, IsRequired = true)] public int Required { get; set; }
        [ProtoMember(14)] public ProtobufVectors.Four Enum { get; set; }
        [ProtoMember(15)] public char Char { get; set; }
        [ProtoMember(16)] public Half Half { get; set; }
        [ProtoMember(17)] public Int128 Wide { get; set; }
        [ProtoMember(18)] public DateOnly Day { get; set; }
    }

    [ProtoContract]
    public class Dates
    {
        [ProtoMember(1)] public DateTime Old { get; set; }
        [ProtoMember(2)] public TimeSpan OldSpan { get; set; }
        [ProtoMember(3), CompatibilityLevel(CompatibilityLevel.Level300)] public DateTime New { get; set; }
        [ProtoMember(4), CompatibilityLevel(CompatibilityLevel.Level300)] public TimeSpan NewSpan { get; set; }
        [ProtoMember(5)] public decimal OldMoney { get; set; }
        [ProtoMember(6), CompatibilityLevel(CompatibilityLevel.Level300)] public decimal Money { get; set; }
        [ProtoMember(7)] public Guid OldGuid { get; set; }
        [ProtoMember(8), CompatibilityLevel(CompatibilityLevel.Level300)] public Guid Guid { get; set; }
        [ProtoMember(9)] public DateTimeOffset Offset { get; set; }
        [ProtoMember(10, DataFormat = DataFormat.FixedSize)] public DateTime Ticks { get; set; }
    }

    [ProtoContract]
    public class Grouped
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)] public ProtobufVectors.Test1? One { get; set; }
        [ProtoMember(2, DataFormat = DataFormat.Group)] public List<ProtobufVectors.Test1>? Many { get; set; }
    }

    [ProtoContract]
    public class Collections
    {
        [ProtoMember(1)] public List<int>? Plain { get; set; }
        [ProtoMember(2, IsPacked = true)] public int[]? Packed { get; set; }
        [ProtoMember(3)] public List<string>? Texts { get; set; }
        [ProtoMember(4)] public Dictionary<string, int>? Map { get; set; }
        [ProtoMember(5)] public Dictionary<double, string>? Odd { get; set; }
        [ProtoMember(6)] public List<List<int>>? Nested { get; set; }
        [ProtoMember(7), NullWrappedCollection] public List<int>? Wrapped { get; set; }
        [ProtoMember(8), NullWrappedValue] public List<int?>? Nulls { get; set; }
        [ProtoMember(9), NullWrappedValue] public int? Value { get; set; }
        [ProtoMember(10)] public (int, string) Tuple { get; set; }
        [ProtoMember(11)] public List<(int, string)>? Tuples { get; set; }
        [ProtoMember(12)] public Dictionary<int, List<string>>? Lists { get; set; }
    }

    [ProtoContract(Name = "Renamed"), ProtoReserved(5), ProtoReserved(7, 9), ProtoReserved("Old")]
    public class Tree
    {
        [ProtoMember(1, Name = "title")] public string? Name { get; set; }
        [ProtoMember(2)] public List<Tree>? Children { get; set; }
    }

    public static IEnumerable<object> Values =>
    [
        new ProtobufVectors.Test1 { A = 150 },
        new ProtobufVectors.Test2 { B = "testing" },
        new ProtobufVectors.Test3 { C = new() { A = 150 } },
        new ProtobufVectors.Test4 { D = ProtobufVectors.Four.Three },
        new ProtobufVectors.Blob { Foo = [1, 2, 3] },
        new ProtobufVectors.Pair { First = 1, Second = -2 },
        new ProtobufVectors.Zig { Value = -5 },
        new ProtobufVectors.Lists { List = [1, 2], Array = [3], Custom = [4, 5] },
        new ProtobufVectors.Packed { List = [1, 2, 3], Array = [4, 5] },
        new ProtobufVectors.Dates { Values = [new(2000, 1, 1)] },
        new ProtobufVectors.Empties { Values = [new(), new()] },
        new ProtobufVectors.Maps { Plain = new() { [1] = "a" }, Zig = new() { [-1] = "b" } },
        new ProtobufVectors.NullCollections { Items = [new()] },
        new ProtobufVectors.WrappedMap { Items = new() { [1] = new() { Value = 3 } } },
        new ProtobufVectors.Wrapped { Value = 0 },
        new ProtobufVectorsOfTypes.Lists240 { Dates = [DateTime.UnixEpoch.AddSeconds(5)], Times = [TimeSpan.FromSeconds(3)] },
        new ProtobufVectorsOfTypes.MapLevels { Fourth = new() { ["x"] = TimeSpan.FromHours(1) } },
        new ProtobufVectorsOfTypes.HasGuid { Text = Guid.Empty, Bytes = new("00112233445566778899AABBCCDDEEFF") },
        new ProtobufVectorsOfTypes.HasDecimal { Value = 1.10m },
        new ProtobufVectorsOfTypes.DateAndTime { Date = new(2020, 1, 2), Time = new(3, 4) },
        new ProtobufVectorsOfTypes.GuidData { Bar = new("00112233445566778899AABBCCDDEEFF") },
        new ProtobufVectorsOfTypes.HasTuple { Tuple = new(1, "x") },
        new ProtobufVectorsOfTypes.Base1 { Id = 7 },
        new ProtobufVectorsOfTypes.Sub1 { Id = 7, Name = "n" },
        new ProtobufVectorsOfTypes.C { X = 1, Y = 2, Z = 3 },
        new ProtobufVectorsOfTypes.NullableMap { Data = new() { [1] = 2.5m } },
        new ProtobufVectorsOfTypes.NestedMap { Ok = "ok", Items = new() { ["a"] = new() { ["b"] = "c" } } },
        new ProtobufVectorsOfTypes.Enums { Values = [ProtobufVectorsOfTypes.V.V0, ProtobufVectorsOfTypes.V.V2] },
        new Scalars
            { Int = -1, Zig = -2, Fixed = 3, Long = -4, Unsigned = 5, Large = ulong.MaxValue, Truth = true, Single = 1.5f, Double = -2.5,
                Text = "ä", Bytes = [0, 255], Nullable = 0, Enum = ProtobufVectors.Four.Three, Char = 'x', Half = (Half)0.5, Wide = -3,
                Day = new(2020, 1, 1) },
        new Dates
            { Old = new(2020, 1, 2, 3, 4, 5), OldSpan = TimeSpan.FromTicks(7), New = DateTime.UnixEpoch.AddDays(1),
                NewSpan = TimeSpan.FromDays(-1), OldMoney = -1.5m, Money = 2.50m, OldGuid = new("00112233445566778899AABBCCDDEEFF"),
                Guid = new("00112233445566778899AABBCCDDEEFF"), Offset = new(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(-3)),
                Ticks = new(2020, 1, 1) },
        new Collections
            { Plain = [1, 0], Packed = [1, 2], Texts = ["a", ""], Map = new() { ["k"] = 1 }, Odd = new() { [1.5] = "v" },
                Nested = [[1, 2], []], Wrapped = [], Nulls = [1, null, 0], Value = 5, Tuple = (0, "t"), Tuples = [(1, "a")],
                Lists = new() { [1] = ["x", "y"] } },
        new Tree { Name = "root", Children = [new() { Name = "leaf" }] },
    ];

    [Fact]
    public void Protoc_reads_our_bytes_and_writes_them_again()
    {
        int index = 0;
        foreach (object value in Values)
            foreach (var syntax in Enum.GetValues<ProtobufSyntax>())
                Check(value, syntax, index++);
        Check(new Grouped { One = new() { A = 1 }, Many = [new() { A = 2 }] }, ProtobufSyntax.Edition2023, index);
        Assert.Throws<NotSupportedException>(() => Protobuf.GetProto<Grouped>());
        Assert.True(index >= 90);
    }

    static void Check(object value, ProtobufSyntax syntax, int index)
    {
        byte[] bytes = Protobuf.Serialize(value, value.GetType());
        string proto = Protobuf.GetProto([value.GetType()], syntax, "test");
        var directory = Directory.CreateTempSubdirectory("isomer-proto");
        try
        {
            string name = $"case{index}.proto";
            File.WriteAllText(Path.Combine(directory.FullName, name), proto);
            string root = RootOf(value.GetType());
            byte[] text = Run(directory.FullName, bytes, proto, "--decode=test." + root, name);
            byte[] again = Run(directory.FullName, text, proto, "--encode=test." + root, name);
            Assert.True(bytes.AsSpan().SequenceEqual(again) || Same(bytes, again, value.GetType()),
                $"{value.GetType()}, {syntax}\n{Convert.ToHexString(bytes)}\n{Convert.ToHexString(again)}\n{System.Text.Encoding.UTF8.GetString(text)}\n{proto}");
            // Nothing of it was unknown to protoc: such fields are printed by number.
            Assert.DoesNotMatch(@"(?m)^\s*\d+[ :]", System.Text.Encoding.UTF8.GetString(text));
        }
        finally
        {
            directory.Delete(recursive: true);
        }
    }

    /// <summary>
    /// The code that protoc makes of our schemas, compiled: Google's library reads our bytes by it, shows the same values in JSON as ours
    /// (of editions it knows no descriptor, but reads and writes), and we read what it writes.
    /// </summary>
    [Fact]
    public void Googles_generated_code_of_our_schemas_reads_our_bytes_and_we_read_its()
    {
        var cases = Values.SelectMany(_ => Enum.GetValues<ProtobufSyntax>(), (value, syntax) => (Value: value, Syntax: syntax)).ToList();
        var directory = Directory.CreateTempSubdirectory("isomer-google");
        try
        {
            string[] names = [.. cases.Select((_, i) => $"case{i}.proto")];
            for (int i = 0; i < cases.Count; i++)
                File.WriteAllText(Path.Combine(directory.FullName, names[i]),
                    Protobuf.GetProto([cases[i].Value.GetType()], cases[i].Syntax, $"case{i}"));
            Run(directory.FullName, [], "", ["--csharp_out=.", .. names]);
            string[] code = [.. Directory.GetFiles(directory.FullName, "*.cs").Select(File.ReadAllText)];
            Assert.Equal(cases.Count, code.Length);
            var assembly = CompiledProto.Compile(code, ["Google.Protobuf.dll"]).Assembly;
            int shown = 0;
            for (int i = 0; i < cases.Count; i++)
            {
                var (value, syntax) = cases[i];
                var type = value.GetType();
                byte[] bytes = Protobuf.Serialize(value, type);
                var generated = assembly.GetType($"Case{i}.{RootOf(type)}", throwOnError: true)!;
                var parser = (Google.Protobuf.MessageParser)generated.GetProperty("Parser")!.GetValue(null)!;
                var message = parser.ParseFrom(bytes);
                byte[] theirs = Google.Protobuf.MessageExtensions.ToByteArray(message);
                Assert.Null(generated.GetField("_unknownFields", BindingFlags.NonPublic | BindingFlags.Instance)!.GetValue(message));
                Assert.True(Same(bytes, theirs, type), $"{type}, {syntax}\n{Convert.ToHexString(bytes)}\n{Convert.ToHexString(theirs)}");
                if (syntax == ProtobufSyntax.Edition2023)
                    continue;
                string json = Google.Protobuf.JsonFormatter.Default.Format(message);
                Assert.True(Node.DeepEquals(Json.ParseNode(json), Json.ParseNode(Protobuf.ToJson(value, type))),
                    $"{type}, {syntax}\n{json}\n{Protobuf.ToJson(value, type)}");
                shown++;
            }
            Assert.True(cases.Count >= 90 && shown >= 60);
        }
        finally
        {
            directory.Delete(recursive: true);
        }
    }

    /// <summary>
    /// Where protoc writes fields in another order (derived types first is ours), or what we leave out, we must read what it has written.
    /// </summary>
    static bool Same(byte[] ours, byte[] theirs, Type type) =>
        ours.AsSpan().SequenceEqual(Protobuf.Serialize(Protobuf.Deserialize(theirs, type), type));

    internal static string RootOf(Type type)
    {
        while (type.BaseType is { } parent && parent != typeof(object) && parent.GetCustomAttributes<ProtoIncludeAttribute>(false).Any())
            type = parent;
        return type.GetCustomAttribute<ProtoContractAttribute>()?.Name ?? type.Name;
    }

    internal static byte[] Run(string directory, byte[] input, string proto, params string[] arguments)
    {
        string tools =
            typeof(ProtobufSchemaTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "GrpcTools").Value!;
        string platform = OperatingSystem.IsWindows()
            ? "windows_x64/protoc.exe"
            : OperatingSystem.IsMacOS()
                ? "macosx_x64/protoc"
                : RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? "linux_arm64/protoc" : "linux_x64/protoc";
        var start = new ProcessStartInfo(Path.Combine(tools, "tools", platform))
        { WorkingDirectory = directory, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in arguments.Prepend("-I" + Path.Combine(tools, "build", "native", "include")).Prepend("-I."))
            start.ArgumentList.Add(argument);
        using var process = Process.Start(start)!;
        var output = new MemoryStream();
        var errors = process.StandardError.ReadToEndAsync();
        process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        process.StandardOutput.BaseStream.CopyTo(output);
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors.Result + "\n" + proto);
        return output.ToArray();
    }

    [Fact]
    public void The_orders_are_what_Google_writes()
    {
        var orders = Northwind.Create();
        var message = OrdersOnWire.To(orders);
        byte[] theirs = Google.Protobuf.MessageExtensions.ToByteArray(message);
        foreach (var tier in ProtobufCheck.Tiers())
        {
            Assert.True(theirs.AsSpan().SequenceEqual(Protobuf.Serialize(orders, tier)));
            Assert.Equal(Canonical.Text(orders), Canonical.Text(Protobuf.Deserialize<Database>(theirs, tier)));
        }
        byte[] groups = Protobuf.Serialize(orders, ProtobufOptions.Grouped);
        Assert.Equal(Canonical.Text(orders), Canonical.Text(Protobuf.Deserialize<Database>(groups)));
        Assert.Equal(theirs.Length - orders.Orders.Count(o => Protobuf.Serialize(o).Length > 127), groups.Length);
    }
}
