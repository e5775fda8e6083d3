using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Runtime.Loader;
using Isomer.Analyzers.Contracts;
using Isomer.Analyzers.Originals;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// A program as text: what the analyzers tell of it, and what the library does with its types when it runs. A program returns 0 where what
/// it wrote came back, and 1 where it did not.
/// </summary>
sealed class Analyzed
{
    static int s_count;

    /// <summary>
    /// The framework, the library and what its tests bring that programs name; not the tests themselves, whose types would stand beside the
    /// programs'.
    /// </summary>
    public static MetadataReference[] References { get; } = CompilerReferences.Where(IsWanted);

    /// <summary>ASP.NET Core, and Isomer in it.</summary>
    public static MetadataReference[] Web { get; } = CompilerReferences.Where(path => Path.GetFileName(path) == "Isomer.AspNetCore.dll"
        || Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(Microsoft.AspNetCore.Http.IResult).Assembly.Location));

    static bool IsWanted(string path) =>
        (Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location)
            || Path.GetFileName(path) is "Isomer.dll" or "Newtonsoft.Json.dll" or "System.Runtime.Serialization.Formatters.dll");

    const string Usings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq;";

    readonly CSharpCompilation _compilation;

    /// <param name="code">The program: statements first, or none and types alone.</param>
    /// <param name="usesIsomer">Whether Isomer is imported for all files.</param>
    /// <param name="more">What it refers to besides.</param>
    public Analyzed(string code, bool usesIsomer = true, params MetadataReference[] more)
    {
        var options = new CSharpParseOptions(LanguageVersion.Preview);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code, options, "Program.cs");
        bool isProgram = tree.GetRoot().ChildNodes().OfType<Microsoft.CodeAnalysis.CSharp.Syntax.GlobalStatementSyntax>().Any();
        _compilation = CSharpCompilation.Create("Analyzed" + Interlocked.Increment(ref s_count),
            [tree, CSharpSyntaxTree.ParseText(Usings + (usesIsomer ? " global using Isomer;" : ""), options, "Usings.cs")],
            [.. References, .. more],
            new CSharpCompilationOptions(isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
                nullableContextOptions: NullableContextOptions.Enable, allowUnsafe: true,
                specificDiagnosticOptions: new Dictionary<string, ReportDiagnostic> { ["SYSLIB0011"] = ReportDiagnostic.Suppress }));
    }

    public string[] Errors =>
        [.. _compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error).Select(d => d.ToString())];

    /// <summary>
    /// In the order of their places. An analyzer that throws is told by the compiler as a diagnostic of another id, and so fails any test.
    /// </summary>
    public async Task<ImmutableArray<Diagnostic>> DiagnosticsAsync()
    {
        ImmutableArray<Diagnostic> found = await _compilation.WithAnalyzers([new ContractAnalyzer(), new OriginalsAnalyzer()])
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
        return [.. found.OrderBy(d => d.Location.SourceSpan.Start).ThenBy(d => d.Id, StringComparer.Ordinal)];
    }

    public async Task<string[]> IdsAsync() => [.. (await DiagnosticsAsync()).Select(d => d.Id).Distinct()];

    /// <summary>The program as another sees it that refers to it: nothing private is there.</summary>
    public MetadataReference AsReference()
    {
        var stream = new MemoryStream();
        Assert.True(
            _compilation.Emit(stream,
                options: new Microsoft.CodeAnalysis.Emit.EmitOptions(metadataOnly: true, includePrivateMembers: false)).Success);
        return MetadataReference.CreateFromImage(stream.ToArray());
    }

    public Assembly Load()
    {
        var stream = new MemoryStream();
        var result = _compilation.Emit(stream);
        if (!result.Success)
            throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)));
        stream.Position = 0;
        // Thousands of programs are loaded: what stays of each would be gigabytes.
        return new AssemblyLoadContext(_compilation.AssemblyName, isCollectible: true).LoadFromStream(stream);
    }

    /// <summary>Whether what was written came back; false too where it was refused.</summary>
    public bool Keeps()
    {
        try
        {
            object? code = Load().EntryPoint!.Invoke(null, [Array.Empty<string>()]);
            return code is 0;
        }
        catch (TargetInvocationException e) when (e.InnerException is NotSupportedException
            or System.Runtime.Serialization.InvalidDataContractException)
        {
            return false;
        }
        catch (TargetInvocationException e)
        {
            ExceptionDispatchInfo.Throw(e.InnerException!);
            throw;
        }
    }
}
