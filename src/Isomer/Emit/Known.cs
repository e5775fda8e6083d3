using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Emit;

/// <summary>Methods of the library by name, looked up once: an emitted shape names the same few hundreds of times.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Known
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    // Used under the gate of ShapeTypes only.
    static readonly Dictionary<Type, Dictionary<string, MethodInfo>> Types = [];

    public static MethodInfo Method(Type type, string name)
    {
        if (!Types.TryGetValue(type, out var methods))
            Types.Add(type, methods = Collect(type));
        return methods.TryGetValue(name, out var method)
            ? method
            : type.GetMethod(name, Any) ?? throw new MissingMethodException(type.Name, name);
    }

    /// <summary>Those whose name is theirs alone.</summary>
    static Dictionary<string, MethodInfo> Collect(Type type)
    {
        var methods = new Dictionary<string, MethodInfo>(StringComparer.Ordinal);
        var several = new List<string>();
        // Only of the library's own types: those of the framework and of users have many more than are named here.
        if (type.Assembly != typeof(Known).Assembly)
            return methods;
        foreach (var method in type.GetMethods(Any))
            if (!methods.TryAdd(method.Name, method))
                several.Add(method.Name);
        foreach (string name in several)
            methods.Remove(name);
        return methods;
    }
}
