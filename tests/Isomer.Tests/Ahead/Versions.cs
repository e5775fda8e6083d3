using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Isomer.Ahead;
using Isomer.Emit;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Isomer.Tests.Ahead;

/// <summary>
/// An assembly in two versions of its types: shapes are made over the first and loaded beside the second, as an application has it that
/// was not built anew.
/// </summary>
static class Versions
{
    static int s_count;

    static readonly MetadataReference[] References = CompilerReferences.Where(_ => true);

    public static byte[] Compile(string name, string code, params byte[][] beside)
    {
        var compilation = CSharpCompilation.Create(name,
            [CSharpSyntaxTree.ParseText("using System; using System.Collections.Generic; using Isomer;\n" + code,
                new CSharpParseOptions(LanguageVersion.Preview))],
            [.. References, .. beside.Select(static b => MetadataReference.CreateFromImage(b))],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable,
                allowUnsafe: true));
        var stream = new MemoryStream();
        var result = compilation.Emit(stream);
        return result.Success
            ? stream.ToArray()
            : throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)));
    }

    /// <summary>
    /// The type Root of the new version, with the shapes of the old one loaded; and why they are not obeyed, if they are not.
    /// </summary>
    public static (Type Root, string? Refusal) Update(string before, string after)
    {
        string name = "Versioned" + Interlocked.Increment(ref s_count);
        var old = new AssemblyLoadContext(name + " before").LoadFromStream(new MemoryStream(Compile(name, before)));
        var saved = new SavedShapes(name + ".Isomer");
        saved.Add(Families.RootOf(ShapeFamilies.Plain, old.GetType("Root", throwOnError: true)!));
        var bytes = new MemoryStream();
        saved.Save(bytes);

        var context = new AssemblyLoadContext(name + " after");
        var root = context.LoadFromStream(new MemoryStream(Compile(name, after))).GetType("Root", throwOnError: true)!;
        ReadyUnderTest.Load(bytes.ToArray(), context);
        bool isReady = ReadyShapes.Of(Convention.Plain.ModelOf(root)) is not null;
        string? refusal = ReadyShapes.Refused.FirstOrDefault(r => r.StartsWith(name + ".", StringComparison.Ordinal));
        return isReady == refusal is null
            ? (root, refusal)
            : throw new InvalidOperationException($"ready: {isReady}; {refusal ?? "nothing is told"}");
    }

    /// <summary>What a new Root is in JSON, and what that is when it has been read.</summary>
    public static (string Written, string Again) RoundTrip(Type root)
    {
        byte[] bytes = Json.Serialize(RuntimeHelpers.GetUninitializedObject(root), root);
        return (System.Text.Encoding.UTF8.GetString(bytes),
            System.Text.Encoding.UTF8.GetString(Json.Serialize(Json.Deserialize(bytes, root), root)));
    }
}
