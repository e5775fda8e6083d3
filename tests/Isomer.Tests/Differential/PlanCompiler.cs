using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Isomer.Tests.Differential;

/// <summary>
/// Compiles the types of many cases at once, each in a namespace of its own: one compilation costs what fifty types cost.
/// </summary>
public static class PlanCompiler
{
    const string Usings = """
        #nullable disable
        using System; using System.Collections; using System.Collections.Generic; using System.Collections.ObjectModel; using System.Collections.Immutable; using System.Collections.Concurrent;
        using System.ComponentModel; using System.Runtime.Serialization; using System.Text.Json.Serialization; using System.Xml; using System.Xml.Serialization; using System.Xml.Schema; using Isomer;
        """;

    static readonly MetadataReference[] References = CompilerReferences.OfFramework();

    /// <summary>The C# of one case.</summary>
    public static string Code(IEnumerable<TypePlan> plans, string space)
    {
        var code = new StringBuilder($"namespace {space}\n{{\n");
        foreach (var plan in plans)
            code.Append(plan.Code);
        return code.Append("}\n").ToString();
    }

    /// <summary>The assembly, in a context that unloads where that is asked for; serializers take another path for such types.</summary>
    public static Assembly Compile(IEnumerable<string> cases, bool collectible)
    {
        var options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release);
        var trees = cases.Prepend("").Select(c => CSharpSyntaxTree.ParseText(Usings + "\n" + c));
        var compilation = CSharpCompilation.Create("Random" + Guid.NewGuid().ToString("N"), trees, References, options);
        using var stream = new MemoryStream();
        var result = compilation.Emit(stream);
        if (!result.Success)
            throw new InvalidOperationException(
                "A random type is no C#: "
                    + string.Join("\n",
                        result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(5)
                            .Select(d => d + "\n" + d.Location.SourceTree)));
        stream.Position = 0;
        return (collectible ? new AssemblyLoadContext(null, isCollectible: true) : AssemblyLoadContext.Default).LoadFromStream(stream);
    }
}
