using System.Text;

namespace Isomer.Aot;

/// <summary>The file that names types in C#, and asks for shapes of them.</summary>
static class Naming
{
    public static string File(IEnumerable<Type> types)
    {
        Type[] all = [.. types.Distinct().Where(t => t.IsVisible && !t.IsPointer)];
        var text = new StringBuilder();
        foreach (var type in all)
            text.AppendLine($"[assembly: Isomer.IsomerShape(typeof({Of(type)}), Families = Isomer.ShapeFamilies.All)]");
        text.AppendLine("static class Roots { public static readonly System.Type[] All = [");
        foreach (var type in all)
            text.AppendLine($"    typeof({Of(type)}),");
        return text.AppendLine("]; }").ToString();
    }

    static string Of(Type type)
    {
        if (type.IsArray)
            return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        int taken = 0;
        var arguments = type.GetGenericArguments();
        var text = new StringBuilder("global::");
        if (type.Namespace is { } space)
            text.Append(space).Append('.');
        var levels = new Stack<Type>();
        for (var level = type; level is not null; level = level.DeclaringType)
            levels.Push(level);
        for (bool first = true; levels.TryPop(out var level); first = false)
        {
            string name = level.Name;
            int own = 0;
            if (name.IndexOf('`', StringComparison.Ordinal) is >= 0 and var tick)
            {
                own = int.Parse(name.AsSpan(tick + 1), System.Globalization.CultureInfo.InvariantCulture);
                name = name[..tick];
            }
            text.Append(first ? "" : ".").Append('@').Append(name);
            if (own > 0)
                text.Append('<').AppendJoin(", ", arguments[taken..(taken += own)].Select(Of)).Append('>');
        }
        return text.ToString();
    }
}
