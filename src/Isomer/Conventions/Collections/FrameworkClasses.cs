using System.Collections.Frozen;

namespace Isomer.Conventions;

/// <summary>Collections whose own class only the framework knows: a FrozenSet has one for each kind of items.</summary>
internal static class FrameworkClasses
{
    /// <summary>The public class of such a collection; null for any other type.</summary>
    public static Type? PublicTypeOf(Type type)
    {
        if (type.IsPublic || type.Namespace != "System.Collections.Frozen")
            return null;
        for (var level = type.BaseType; level is not null; level = level.BaseType)
            if (level.IsGenericType && level.GetGenericTypeDefinition() is var open
                && (open == typeof(FrozenSet<>) || open == typeof(FrozenDictionary<,>)))
                return level;
        return null;
    }
}
