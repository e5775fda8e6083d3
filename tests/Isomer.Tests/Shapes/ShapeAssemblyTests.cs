using System.Reflection;
using Xunit;

namespace Isomer.Tests.Shapes;

/// <summary>
/// The time to make a shape must not grow with how many there are: a service with a thousand types would take minutes to start.
/// </summary>
public class ShapeAssemblyTests
{
    public class Three<A, B, C>
    {
        public A? X { get; set; }
        public B? Y { get; set; }
        public C? Z { get; set; }
    }

    static readonly Type[] s_scalars = [typeof(int), typeof(long), typeof(string), typeof(double), typeof(bool)];

    [Fact]
    public void No_assembly_has_many_types()
    {
        // What other tests have made before may be of one graph of many types.
        var before = AppDomain.CurrentDomain.GetAssemblies().ToHashSet();
        var options = new JsonOptions { Convention = Convention.Plain.WithTier(ShapeTier.Emitted) };
        foreach (Type a in s_scalars)
            foreach (Type b in s_scalars)
                foreach (Type c in s_scalars)
                {
                    var type = typeof(Three<,,>).MakeGenericType(a, b, c);
                    Assert.IsType(type, Json.Deserialize(Json.Serialize(Activator.CreateInstance(type), type, options), type, options));
                }
        var shapes = AppDomain.CurrentDomain.GetAssemblies()
            .Where(x =>
                x.IsDynamic && !before.Contains(x) && x.GetName().Name!.StartsWith("Isomer.Shapes.", StringComparison.Ordinal) && IsOurs(x))
                    .ToList();
        Assert.True(shapes.Count >= 125 / Emit.ShapeAssembly.MostTypes);
        // Types that need one another go into one assembly, where there was room for the first of them.
        Assert.All(shapes, x => Assert.InRange(TypesOf(x).Length, 0, 4 * Emit.ShapeAssembly.MostTypes));
    }

    /// <summary>A test beside makes shapes too.</summary>
    static bool IsOurs(Assembly assembly) => TypesOf(assembly).Any(t => t.Name.Contains("Three", StringComparison.Ordinal));

    static Type[] TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            // Some are being made just now, by a test beside.
            return [.. e.Types.OfType<Type>()];
        }
    }
}
