using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Isomer.Conformance;

/// <summary>A message that was read.</summary>
public interface IMessage
{
    /// <summary>Its bytes.</summary>
    byte[] ToBytes();

    /// <summary>Its JSON.</summary>
    string ToJson();
}

/// <summary>A way to read messages.</summary>
public interface ITestee
{
    /// <summary>What it does not do at all; null where it does.</summary>
    string? Skips(Request request);

    /// <summary>Reads what is asked for.</summary>
    IMessage Read(Request request);
}

/// <summary>Requests to responses.</summary>
public static class Answers
{
    /// <summary>The answer of a testee.</summary>
    public static Response To(Request request, ITestee testee)
    {
        // The first question: which tests are expected to fail. The runner is told by a file.
        if (request.MessageType == "conformance.FailureSet")
            return new Response { Protobuf = [] };
        if (request is { Protobuf: null, Json: null } || request.Wanted is not (Form.Protobuf or Form.Json))
            return new Response { Skipped = "bytes and JSON only" };
        if (testee.Skips(request) is { } reason)
            return new Response { Skipped = reason };
        IMessage message;
        try
        {
            message = testee.Read(request);
        }
        catch (WireFormatException e)
        {
            return new Response { ParseError = e.Message };
        }
        catch (Exception e)
        {
            return new Response { RuntimeError = e.ToString() };
        }
        try
        {
            return request.Wanted == Form.Json ? new Response { Json = message.ToJson() } : new Response { Protobuf = message.ToBytes() };
        }
        catch (Exception e) when (e is WireFormatException or NotSupportedException)
        {
            return new Response { SerializeError = e.Message };
        }
        catch (Exception e)
        {
            return new Response { RuntimeError = e.ToString() };
        }
    }

    /// <summary>The schema of the suite's messages.</summary>
    public static ProtobufSchema SchemaIn(string folder) =>
        ProtobufSchema.Load([Path.Combine(folder, "test_messages_proto2.proto"), Path.Combine(folder, "test_messages_proto3.proto")],
            [folder]);
}

/// <summary>By the schema alone, which is a way between bytes and JSON.</summary>
public sealed class SchemaTestee(string folder) : ITestee
{
    readonly ProtobufSchema _schema = Answers.SchemaIn(folder);

    /// <inheritdoc/>
    public string? Skips(Request request) =>
        request.Protobuf is not null && request.Wanted == Form.Protobuf ? "bytes stay what they are without a class" : null;

    /// <inheritdoc/>
    public IMessage Read(Request request)
    {
        var options = new ProtobufJsonOptions
        { IgnoreUnknown = request.IgnoresUnknown, Protobuf = ProtobufOptions.Default with { StrictUtf8 = true } };
        byte[] bytes = request.Protobuf ?? _schema.FromJson(request.MessageType, request.Json!, options);
        // Bytes are read when they become JSON, so what is wrong with them has to be found here.
        string? json = request.Wanted == Form.Json && request.Protobuf is not null ? Try(request.MessageType, bytes, options) : null;
        return new Message(_schema, request.MessageType, bytes, json, options);
    }

    /// <summary>What has no form in JSON though its bytes are right is an error of writing.</summary>
    string? Try(string type, byte[] bytes, ProtobufJsonOptions options)
    {
        try
        {
            return _schema.ToJson(type, bytes, options);
        }
        catch (WireFormatException e) when (e.Format == "ProtoJSON")
        {
            return null;
        }
    }

    sealed record Message(ProtobufSchema Schema, string Type, byte[] Bytes, string? Json, ProtobufJsonOptions Options) : IMessage
    {
        public byte[] ToBytes() => Bytes;

        public string ToJson() => Json ?? Schema.ToJson(Type, Bytes, Options);
    }
}

/// <summary>By the classes that are printed of the schema, compiled in this process.</summary>
public sealed class ClassesTestee : ITestee
{
    readonly Dictionary<string, Type> _types = new(StringComparer.Ordinal);
    readonly ProtobufOptions _options = ProtobufOptions.Default with { StrictUtf8 = true };
    readonly ProtobufTypes _any = new();
    readonly ProtobufSchema _schema;

    /// <summary>Prints and compiles them.</summary>
    public ClassesTestee(string folder)
    {
        var schema = _schema = Answers.SchemaIn(folder);
        var assembly = Compile(schema.ToCSharp());
        foreach (string name in schema.Messages)
        {
            string file = name.Contains("proto2", StringComparison.Ordinal) ? "proto2" : "proto3";
            var type = assembly.GetTypes()
                .Single(t =>
                    t.Name == name[(name.LastIndexOf('.') + 1)..] && t.Namespace!.Contains(file, StringComparison.OrdinalIgnoreCase));
            _types.Add(name, type);
            _any = _any.With(type, name);
        }
    }

    /// <inheritdoc/>
    public string? Skips(Request request) => null;

    /// <inheritdoc/>
    public IMessage Read(Request request)
    {
        var json = new ProtobufJsonOptions { IgnoreUnknown = request.IgnoresUnknown, Protobuf = _options, Types = _any, Schema = _schema };
        var type = _types[request.MessageType];
        object value = request.Protobuf is { } bytes
            ? Protobuf.Deserialize(bytes, type, _options)!
            : Protobuf.FromJson(request.Json!, type, json)!;
        return new Message(value, type, json);
    }

    sealed record Message(object Value, Type Type, ProtobufJsonOptions Options) : IMessage
    {
        public byte[] ToBytes() => Protobuf.Serialize(Value, Type, Options.Protobuf);

        public string ToJson() => Protobuf.ToJson(Value, Type, Options);
    }

    static Assembly Compile(string code)
    {
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(p =>
                Path.GetFileName(p) is var n
                    && (n.StartsWith("System.", StringComparison.Ordinal) || n is "netstandard.dll" or "Isomer.dll"))
            .Select(p => MetadataReference.CreateFromFile(p));
        var compilation = CSharpCompilation.Create("Printed", [CSharpSyntaxTree.ParseText(code)], references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        using var output = new MemoryStream();
        var result = compilation.Emit(output);
        return result.Success
            ? Assembly.Load(output.ToArray())
            : throw new InvalidOperationException(
                string.Join('\n', result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(20)));
    }
}
