using System.Reflection;
using Isomer.Ahead;

namespace Isomer.Cli.Ahead;

/// <summary>A type whose shapes are asked for, and under which conventions.</summary>
/// <param name="IsEach">Whether each convention was named, so that one which the type has no shape under is an error; not so for all of
/// them.</param>
sealed record ShapeRoot(Type Type, ShapeFamilies Families, bool IsEach);

/// <summary>
/// The types of an assembly that [IsomerShape] names, on themselves and on the assembly; in one order, whatever the assembly's is.
/// </summary>
static class ShapeRoots
{
    public static List<ShapeRoot> Of(Assembly assembly)
    {
        var asked = new Dictionary<Type, ShapeFamilies>();
        foreach (var attribute in assembly.GetCustomAttributes<IsomerShapeAttribute>())
            Add(attribute.Type ?? throw new CliException(ExitCode.Usage, $"[assembly: IsomerShape] of '{assembly.GetName().Name}' names no type: [assembly: IsomerShape(typeof(Order))]."), attribute);
        foreach (var type in assembly.GetTypes())
            foreach (var attribute in type.GetCustomAttributes<IsomerShapeAttribute>(inherit: false))
                Add(attribute.Type ?? type, attribute);
        return [.. asked.Select(a => new ShapeRoot(a.Key, a.Value, a.Value != ShapeFamilies.All)).OrderBy(r => ReadyShapes.NameOf(r.Type), StringComparer.Ordinal)];

        void Add(Type type, IsomerShapeAttribute attribute)
        {
            if (type.ContainsGenericParameters)
                throw new CliException(ExitCode.Usage, $"'{type}' is not closed, and a shape is of one type: [assembly: IsomerShape(typeof({type.Name.Split('`')[0]}<int>))].");
            asked[type] = asked.GetValueOrDefault(type) | attribute.Families;
        }
    }
}
