using System.Diagnostics;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Python's protobuf as a second peer: it reads our bytes by the schema that we print, and what it writes is what we wrote.
/// Where it is not installed (Debian: python3-protobuf) the tests are skipped and say so.
/// </summary>
public class PythonPeer
{
    const string Script = """
        import sys, base64
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
        files = descriptor_pb2.FileDescriptorSet.FromString(open(sys.argv[1], 'rb').read())
        pool = descriptor_pool.DescriptorPool()
        for f in files.file: pool.Add(f)
        descriptor = pool.FindMessageTypeByName(sys.argv[2])
        make = getattr(message_factory, 'GetMessageClass', None) or message_factory.MessageFactory(pool).GetPrototype
        message = make(descriptor)()
        message.ParseFromString(base64.b64decode(sys.stdin.read()))
        print(base64.b64encode(message.SerializeToString(deterministic=True)).decode())
        for field, value in message.ListFields():
            if field.label != 3 and field.cpp_type not in (10,): print(field.name, repr(value))
        """;

    /// <summary>The interpreter that has the library: Debian's own first.</summary>
    static readonly string? s_python =
        new[] { "/usr/bin/python3", "python3" }.FirstOrDefault(p => Run(p, "", "-c", "import google.protobuf") is { Code: 0 });

    static (int Code, string Output, string Error)? Run(string program, string input, params string[] arguments)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, arguments)
                { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true })!;
            process.StandardInput.Write(input);
            process.StandardInput.Close();
            var error = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, output, error.Result);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    static string[] ThroughPython<T>(T value)
    {
        Assert.SkipWhen(s_python is null, "python3 with protobuf is not installed (Debian: python3-protobuf).");
        string folder = Directory.CreateTempSubdirectory("isomer-python").FullName;
        try
        {
            string proto = Protobuf.GetProto<T>();
            File.WriteAllText(Path.Combine(folder, "t.proto"), proto);
            File.WriteAllText(Path.Combine(folder, "peer.py"), Script);
            string set = Path.Combine(folder, "set.pb");
            ProtobufSchemaTests.Run(folder, [], proto, "--include_imports", "--descriptor_set_out=" + set, "t.proto");
            byte[] bytes = Protobuf.Serialize(value);
            var result = Run(s_python!, Convert.ToBase64String(bytes), Path.Combine(folder, "peer.py"), set, typeof(T).Name)!.Value;
            Assert.True(result.Code == 0, result.Error);
            string[] lines = result.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(Convert.FromBase64String(lines[0])));
            return lines[1..];
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    [Fact]
    public void Scalars()
    {
        string[] lines = ThroughPython(new ProtobufSchemaTests.Scalars
        {
            Int = -5,
            Zig = -6,
            Fixed = 7,
            Long = long.MinValue,
            Unsigned = uint.MaxValue,
            Large = ulong.MaxValue,
            Truth = true,
            Single = 1.5f,
            Double = -2.25,
            Text = "Köln 🎉",
            Bytes = [1, 2, 255],
            Nullable = 3,
            Required = 4,
            Char = 'x',
            Half = (Half)0.5,
            Day = new DateOnly(2020, 5, 31),
        });
        Assert.Contains("Int -5", lines);
        Assert.Contains("Zig -6", lines);
        Assert.Contains("Long -9223372036854775808", lines);
        Assert.Contains("Large 18446744073709551615", lines);
        Assert.Contains("Text 'Köln 🎉'", lines);
        Assert.Contains("Truth True", lines);
    }

    [Fact]
    public void Orders() => ThroughPython(Northwind.Create());
}
