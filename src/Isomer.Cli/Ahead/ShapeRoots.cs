using System.Reflection;
using System.Runtime.Loader;
using Isomer.Ahead;

namespace Isomer.Cli.Ahead;

/// <summary>A type whose shapes are asked for, and under which conventions.</summary>
/// <param name="Named">Conventions that an attribute names one by one: a type that has no shape under one of them is an error of the build.</param>
/// <param name="Called">Those of formats that calls hand the type to: where it has no shape the call will throw, of which the build warns.</param>
/// <param name="Any">Those under which it has shapes where it can.</param>
sealed record ShapeRoot(Type Type, ShapeFamilies Named, ShapeFamilies Called, ShapeFamilies Any);

/// <summary>
/// The types of an application that [IsomerShape] names, on themselves and on an assembly, and those that it hands to Isomer (<see cref="CallRoots"/>): of its own
/// assembly and of those that lie beside it; in one order, whatever the assemblies' is.
/// </summary>
static class ShapeRoots
{
    public static List<ShapeRoot> Of(Assembly application)
    {
        var roots = new Dictionary<Type, ShapeRoot>();
        foreach (var assembly in WithIsomer(application))
        {
            foreach (var attribute in assembly.GetCustomAttributes<IsomerShapeAttribute>())
                Add(attribute.Type ?? throw new CliException(ExitCode.Usage, $"[assembly: IsomerShape] of '{assembly.GetName().Name}' names no type: [assembly: IsomerShape(typeof(Order))]."), attribute.Families);
            foreach (var type in assembly.GetTypes())
                foreach (var attribute in type.GetCustomAttributes<IsomerShapeAttribute>(inherit: false))
                    Add(attribute.Type ?? type, attribute.Families);
            foreach (var (type, families) in CallRoots.Of(assembly))
                roots[type] = Of(type) is var root && families == ShapeFamilies.All ? root with { Any = families } : root with { Called = root.Called | families };
        }
        return [.. roots.Values.OrderBy(r => ReadyShapes.NameOf(r.Type), StringComparer.Ordinal)];

        ShapeRoot Of(Type type) => roots.GetValueOrDefault(type) ?? new ShapeRoot(type, 0, 0, 0);

        void Add(Type type, ShapeFamilies families)
        {
            if (type.ContainsGenericParameters)
                throw new CliException(ExitCode.Usage, $"'{type}' is not closed, and a shape is of one type: [assembly: IsomerShape(typeof({type.Name.Split('`')[0]}<int>))].");
            roots[type] = Of(type) is var root && families == ShapeFamilies.All ? root with { Any = families } : root with { Named = root.Named | families };
        }
    }

    /// <summary>The application's assembly, and of those beside it that it is made of the ones that refer to Isomer.</summary>
    static IEnumerable<Assembly> WithIsomer(Assembly application)
    {
        string folder = Path.GetDirectoryName(application.Location)!;
        var context = AssemblyLoadContext.GetLoadContext(application)!;
        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var waiting = new Queue<Assembly>([application]);
        while (waiting.TryDequeue(out var assembly))
        {
            AssemblyName[] references = assembly.GetReferencedAssemblies();
            if (assembly == application || Array.Exists(references, static r => r.Name == nameof(Isomer)))
                yield return assembly;
            foreach (var reference in references)
                if (reference.Name is { } name && !CallRoots.IsOfIsomer(name) && seen.Add(name) && File.Exists(Path.Combine(folder, name + ".dll")) && Load(context, reference) is { } part)
                    waiting.Enqueue(part);
        }
    }

    static Assembly? Load(AssemblyLoadContext context, AssemblyName name)
    {
        try
        {
            return context.LoadFromAssemblyName(name);
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException or BadImageFormatException)
        {
            return null;
        }
    }
}
