using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Isomer.Ahead;

namespace Isomer.Cli.Ahead;

/// <summary>A type whose shapes are asked for, and under which conventions.</summary>
/// <param name="Named">Conventions that an attribute names one by one: a type that has no shape under one of them is an error of the
/// build.</param>
/// <param name="Called">Those of formats that calls hand the type to: where it has no shape the call will throw, of which the build
/// warns.</param>
/// <param name="Any">Those under which it has shapes where it can.</param>
/// <param name="Own">Conventions of the application's own.</param>
sealed record ShapeRoot(Type Type, ShapeFamilies Named, ShapeFamilies Called, ShapeFamilies Any, ImmutableArray<OwnConvention> Own);

/// <summary>A convention that a static property of the application gives.</summary>
/// <param name="Owner">The class of the property.</param>
/// <param name="Property">Its name.</param>
/// <param name="Families">Of a plain convention: whether Json's view of it is asked for, Compact's, or both.</param>
/// <param name="OfCall">Whether a call asks for it, so that what cannot be is warned of.</param>
sealed record OwnConvention(Type Owner, string Property, ShapeFamilies Families, bool OfCall)
{
    public string Name => $"{Property} of {ReadyShapes.NameOf(Owner)}";

    /// <summary>The convention, and the method that gives it.</summary>
    public (Convention Convention, MethodInfo Getter) Find()
    {
        const BindingFlags Any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        if (Owner.GetProperty(Property, Any)?.GetMethod is not { } getter || !typeof(Convention).IsAssignableFrom(getter.ReturnType))
            throw Error($"'{Owner}' has no static property '{Property}' that gives a Convention.");
        object? found;
        try
        {
            found = getter.Invoke(null, []);
        }
        catch (TargetInvocationException e)
        {
            throw Error($"The property '{Owner}.{Property}' throws: {(e.InnerException?.InnerException ?? e.InnerException ?? e).Message}");
        }
        if (found is not Convention convention || !ReferenceEquals(found, getter.Invoke(null, [])))
            throw Error($"The property '{Owner}.{Property}' gives no convention, or another each time: {{ get; }} = ... gives one.");
        if (convention.IsStandard)
            throw Error($"The property '{Owner}.{Property}' gives a convention that formats have by default: name it by Families.");
        if (convention.Tier != ShapeTier.Auto)
            throw Error($"The convention of '{Owner}.{Property}' says how its shapes are made (WithTier), so that ready ones are not asked for.");
        return (convention, getter);
    }

    static CliException Error(string message) => new(ExitCode.Usage, message);
}

/// <summary>
/// The types of an application that [IsomerShape] names, on themselves and on an assembly, and those that it hands to Isomer
/// (<see cref="CallRoots"/>): of its own assembly and of those that lie beside it; in one order, whatever the assemblies' is.
/// </summary>
static class ShapeRoots
{
    /// <param name="application">The application's assembly, or a library's.</param>
    /// <param name="warn">Is told of assemblies that are passed over.</param>
    public static List<ShapeRoot> Of(Assembly application, Action<string> warn)
    {
        var roots = new Dictionary<Type, ShapeRoot>();
        var returned = new HashSet<Type>();
        var others = new List<Assembly>();
        List<Assembly> assemblies = [.. WithIsomer(application, others, warn)];
        foreach (var assembly in assemblies)
        {
            foreach (var attribute in ShapesOn(assembly))
                Add(attribute.Type
                    ?? throw new CliException(ExitCode.Usage,
                        $"[assembly: IsomerShape] of '{assembly.GetName().Name}' names no type: [assembly: IsomerShape(typeof(Order))]."),
                            attribute);
            foreach (var type in TypesOf(assembly))
                foreach (var attribute in ShapesOn(type))
                    Add(attribute.Type ?? type, attribute);
        }
        Call(CallRoots.Of(assemblies, Callers(assemblies, others), returned));
        return [.. roots.Values.OrderBy(r => ReadyShapes.NameOf(r.Type), StringComparer.Ordinal)];

        ShapeRoot Of(Type type) => roots.GetValueOrDefault(type) ?? new ShapeRoot(type, 0, 0, 0, []);

        void Call(IEnumerable<(Type, ShapeFamilies, ShapeFamilies)> found)
        {
            foreach (var (type, called, any) in found)
            {
                var root = Of(type);
                roots[type] = root with { Called = root.Called | called, Any = root.Any | any };
            }
        }

        void Add(Type type, IsomerShapeAttribute attribute)
        {
            var families = attribute.Families;
            if (type.ContainsGenericParameters)
                throw new CliException(ExitCode.Usage,
                    $"'{type}' is not closed, and a shape is of one type: [assembly: IsomerShape(typeof({type.Name.Split('`')[0]}<int>))].");
            if (attribute is { OfCall: true, Families: 0, Convention: null })
            {
                returned.Add(type);
                return;
            }
            if (attribute is { OfCall: true, Convention: null })
            {
                Call(CallRoots.WithItems(type, families, 0));
                return;
            }
            var root = Of(type);
            roots[type] = attribute.Convention is { } property
                ? root with { Own = root.Own.Add(new OwnConvention(attribute.ConventionOf ?? type, property, families, attribute.OfCall)) }
                : (families & ShapeFamilies.All) == ShapeFamilies.All
                ? root with { Any = root.Any | ShapeFamilies.All, Named = root.Named | (families & ~ShapeFamilies.All) }
                : root with { Named = root.Named | families };
        }
    }

    /// <summary>Of other assemblies those that refer to ones with Isomer, directly or by way of each other.</summary>
    static List<Assembly> Callers(IEnumerable<Assembly> assemblies, List<Assembly> others)
    {
        var names = assemblies.Select(static a => a.GetName().Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var callers = new List<Assembly>();
        while (others.Find(o => !callers.Contains(o) && o.GetReferencedAssemblies().Any(r => names.Contains(r.Name))) is { } caller)
        {
            callers.Add(caller);
            names.Add(caller.GetName().Name);
        }
        return callers;
    }

    /// <summary>The application's assembly, and of those beside it that it is made of the ones that refer to Isomer.</summary>
    static IEnumerable<Assembly> WithIsomer(Assembly application, List<Assembly> others, Action<string> warn)
    {
        string folder = Path.GetDirectoryName(application.Location)!;
        var context = AssemblyLoadContext.GetLoadContext(application)!;
        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var waiting = new Queue<Assembly>([application]);
        while (waiting.TryDequeue(out var assembly))
        {
            AssemblyName[] references = assembly.GetReferencedAssemblies();
            // The application itself was looked at by who loaded it.
            if (assembly == application)
                yield return assembly;
            else if (Array.Find(references, static r => CallRoots.IsOfIsomer(r.Name)) is not null)
            {
                if (Array.Find(references, static r => r.Name == nameof(Isomer)) is { } isomer
                    && isomer.Version != typeof(Format).Assembly.GetName().Version)
                    warn($"'{assembly.GetName().Name}' was built with Isomer {isomer.Version}: its attributes and calls are not looked at.");
                else
                    yield return assembly;
            }
            else
                others.Add(assembly);
            foreach (var reference in references)
                if (reference.Name is { } name && !CallRoots.IsOfIsomer(name) && seen.Add(name)
                    && File.Exists(Path.Combine(folder, name + ".dll")) && Load(context, reference) is { } part)
                    waiting.Enqueue(part);
        }
    }

    /// <summary>Beside it may stand another's attribute, whose assembly is not there.</summary>
    static IEnumerable<IsomerShapeAttribute> ShapesOn(ICustomAttributeProvider bearer)
    {
        try
        {
            return (IsomerShapeAttribute[])bearer.GetCustomAttributes(typeof(IsomerShapeAttribute), inherit: false);
        }
        catch (Exception e) when (e is IOException or TypeLoadException or BadImageFormatException)
        {
            return [];
        }
    }

    /// <summary>Those that can be loaded: another's library may refer to what is not there.</summary>
    public static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.OfType<Type>();
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
