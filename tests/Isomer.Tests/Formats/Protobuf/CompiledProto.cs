using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>The classes of .proto files, compiled in this process from the C# that we print.</summary>
static class CompiledProto
{
    static readonly Lazy<Assembly> s_everything = new(() => Compile(ProtobufSchema.Parse(Text("everything.proto")).ToCSharp("Printed")));

    /// <summary>Of everything.proto, in the namespace Printed.</summary>
    public static Type Type(string name) => s_everything.Value.GetType("Printed." + name, throwOnError: true)!;

    public static string Text(string resource)
    {
        using var reader = new StreamReader(typeof(CompiledProto).Assembly.GetManifestResourceStream(resource)!);
        return reader.ReadToEnd();
    }

    public static Assembly Compile(string code)
    {
        var (assembly, diagnostics) = Compile([code], []);
        Assert.DoesNotContain(diagnostics, d => d.Severity >= DiagnosticSeverity.Warning && d.Id is not ("CS0612" or "CS0618"));
        return assembly;
    }

    /// <summary>Several files, which need these libraries too.</summary>
    public static (Assembly Assembly, IReadOnlyList<Diagnostic> Diagnostics) Compile(IReadOnlyList<string> code, string[] libraries)
    {
        MetadataReference[] references = CompilerReferences.OfFramework([.. libraries, "Isomer.Tests.dll"]);
        var compilation =
            CSharpCompilation.Create("Printed" + Guid.NewGuid().ToString("N"), code.Select(c => CSharpSyntaxTree.ParseText(c)), references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        using var output = new MemoryStream();
        var result = compilation.Emit(output);
        Assert.True(result.Success,
            string.Join('\n', result.Diagnostics.Where(d => d.Severity >= DiagnosticSeverity.Warning).Take(20)) + "\n" + code[0]);
        return (Assembly.Load(output.ToArray()), result.Diagnostics);
    }
}
