using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Isomer.Ahead;
using Isomer.Conventions;
using Isomer.Emit;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// The third provider for every test of the core: a convention that, before a value of a type is written or read, has the type's shapes
/// saved to an assembly and
/// loaded from it. It is known by a mark among its settings, so that what is derived from it is one too.
/// </summary>
static class ReadyUnderTest
{
    const string Mark = "Isomer.Tests.ReadyMade";

    static readonly FieldInfo s_settings = typeof(PlainConvention).GetField("_settings", BindingFlags.NonPublic | BindingFlags.Instance)!;
    static readonly ConditionalWeakTable<Convention, ConcurrentDictionary<Type, bool>> s_made = [];
    static int s_count;

    /// <summary>The plain convention whose shapes are made beforehand.</summary>
    public static readonly PlainConvention Plain = Convention.Plain.WithIgnoredAttributes(Mark);

    static bool Is(Convention convention) =>
        convention is PlainConvention && ((PlainSettings)s_settings.GetValue(convention)!).IgnoredAttributes.Contains(Mark);

    /// <summary>The convention itself; where it is one of these, with the shapes of this type ready in all its forms.</summary>
    public static T For<T>(T convention, Type type) where T : Convention
    {
        // Nothing that is saved can name a type that was made at run time.
        if (Is(convention) && !type.IsCollectible && !type.Assembly.IsDynamic && s_made.GetValue(convention, _ => []).TryAdd(type, true))
        {
            Make(convention, type);
            if (convention.Lossless != convention)
                Make(convention.Lossless, type);
        }
        return convention;
    }

    static void Make(Convention convention, Type type)
    {
        lock (s_made)
            convention.SavedName ??= "Test" + Interlocked.Increment(ref s_count);
        try
        {
            Isomer.Model.ModelGraph.Check(convention.ModelOf(type));
        }
        catch (NotSupportedException)
        {
            // The format says so itself.
            return;
        }
        var root = convention.ModelOf(type);
        Load(root);
        Assert.True(ReadyShapes.Of(root) is not null, $"{type} has no ready shape: {string.Join("\n", ReadyShapes.Refused)}");
    }

    /// <summary>Saves the shapes of roots and loads them beside their types.</summary>
    public static Assembly Load(params Isomer.Model.TypeModel[] roots) => Load(null, roots);

    /// <summary>Saves the shapes of roots, makes something else of the assembly, and loads that, in a context of its own.</summary>
    public static Assembly Load(Func<byte[], byte[]>? remade, Isomer.Model.TypeModel[] roots)
    {
        var saved = new SavedShapes("Isomer.Saved" + Interlocked.Increment(ref s_count));
        foreach (var root in roots)
            saved.Add(root);
        var bytes = new MemoryStream();
        saved.Save(bytes);
        return remade is null ? Load(bytes.ToArray(), AssemblyLoadContext.GetLoadContext(roots[0].Type.Assembly)!)
            : Load(remade(bytes.ToArray()), new AssemblyLoadContext("remade"));
    }

    public static Assembly Load(byte[] saved, AssemblyLoadContext context)
    {
        var assembly = context.LoadFromStream(new MemoryStream(saved));
        RuntimeHelpers.RunModuleConstructor(assembly.ManifestModule.ModuleHandle);
        return assembly;
    }
}
