using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>
/// The dynamic assemblies that shapes are emitted into. Each may look into a fixed set of other assemblies, past private
/// and internal (IgnoresAccessChecksTo, which the runtime reads once per assembly); a shape that needs one more gets a
/// new assembly whose set includes it.
/// </summary>
/// <remarks>
/// Run, not RunAndCollect: collectible code is 20 % slower. Types from a collectible context are the exception: their
/// shapes must not keep the context alive, so they get collectible assemblies of their own.
/// <para>
/// The runtime makes a type of a dynamic assembly in time that grows with how many the assembly has: its tables are not sorted while they
/// are written. 2,000 types of four members, read and written, all in one assembly: 69.8 s (the first 250 1.6, the last 17.5). By the most
/// types an assembly may have: 512, 23.6 s; 128, 17.2; 64, 10.3; and in another run 16, 3.2; 8, 3.0; 4, 3.5; 1, 5.4. Memory: 141 MB for one
/// assembly, 116 with 16 types each, 121 with 8, 180 with 1. Verdict: 16.
/// </para>
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class ShapeAssembly
{
    static readonly Lock Gate = new();
    static ShapeAssembly? s_shared;
    static int s_count;

    internal const int MostTypes = 16;

    readonly ModuleBuilder _module;
    readonly HashSet<string> _visible;
    int _types;

    ShapeAssembly(HashSet<string> visible, bool collectible)
    {
        _visible = visible;
        var assembly = AssemblyBuilder.DefineDynamicAssembly(
            new AssemblyName("Isomer.Shapes." + Interlocked.Increment(ref s_count)),
            collectible ? AssemblyBuilderAccess.RunAndCollect : AssemblyBuilderAccess.Run);
        var attribute = typeof(IgnoresAccessChecksToAttribute).GetConstructor([typeof(string)])!;
        foreach (string name in visible)
            assembly.SetCustomAttribute(new CustomAttributeBuilder(attribute, [name]));
        _module = assembly.DefineDynamicModule("shapes");
    }

    ShapeAssembly(ModuleBuilder module) => (_module, _visible, IsSaved) = (module, [], true);

    /// <summary>Whether its shapes are written to a file, and so cannot be handed objects.</summary>
    public bool IsSaved { get; }

    /// <summary>A module that is written to a file: what it may look into, <see cref="SavedShapes"/> says at the end.</summary>
    public static ShapeAssembly Of(ModuleBuilder saved) => new(saved);

    /// <summary>
    /// The simple names of the assemblies that code over these types may have to look into. Isomer itself among them: what only shapes call
    /// is internal.
    /// </summary>
    public static HashSet<string> NamesOf(IEnumerable<Type> types)
    {
        var assemblies = new HashSet<Assembly>();
        foreach (var type in types)
            Collect(type, assemblies);
        return NamesOf(assemblies);
    }

    static HashSet<string> NamesOf(HashSet<Assembly> assemblies) =>
        [.. assemblies.Append(typeof(ShapeAssembly).Assembly).Select(a => a.GetName().Name!)];

    /// <summary>
    /// An assembly that sees all of these types, with room for a shape at least: those that need one another go into one. One that goes
    /// away with a context where shapes in it call such.
    /// </summary>
    public static ShapeAssembly For(IEnumerable<Type> types, bool passes = false)
    {
        var assemblies = new HashSet<Assembly>();
        foreach (var type in types)
            Collect(type, assemblies);
        var names = NamesOf(assemblies);
        if (passes || assemblies.Any(a => a.IsCollectible))
            return new ShapeAssembly(names, collectible: true);
        lock (Gate)
        {
            if (s_shared is null || s_shared._types >= MostTypes || !names.IsSubsetOf(s_shared._visible))
                s_shared = new ShapeAssembly([.. names, .. s_shared?._visible ?? []], collectible: false);
            return s_shared;
        }
    }

    /// <summary>A new public struct.</summary>
    public TypeBuilder DefineShape(Type type)
    {
        lock (Gate)
            return _module.DefineType($"Shape{_types++}_{type.Name}",
                TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout | TypeAttributes.BeforeFieldInit,
                typeof(ValueType));
    }

    static void Collect(Type type, HashSet<Assembly> into)
    {
        if (type.HasElementType)
            Collect(type.GetElementType()!, into);
        for (var t = type; t is not null; t = t.BaseType)
            into.Add(t.Assembly);
        foreach (var argument in type.IsGenericType ? type.GetGenericArguments() : [])
            Collect(argument, into);
    }
}
