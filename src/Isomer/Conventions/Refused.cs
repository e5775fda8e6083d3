namespace Isomer.Conventions;

/// <summary>Types that are no data. Found out on first use, before a member of theirs is looked at.</summary>
internal static class Refused
{
    // By name: naming the types themselves would load System.Linq.Expressions and more at the first call.
    static readonly Dictionary<string, string> Families = new(StringComparer.Ordinal)
    {
        ["System.Delegate"] = "a delegate is code, not data",
        ["System.Type"] = "naming code in data is unsafe",
        ["System.Reflection.MemberInfo"] = "naming code in data is unsafe",
        ["System.Reflection.Assembly"] = "naming code in data is unsafe",
        ["System.Reflection.Module"] = "naming code in data is unsafe",
        ["System.Linq.Expressions.Expression"] = "an expression is code, not data",
        ["System.Threading.Tasks.Task"] = "await it first",
        ["System.Threading.Tasks.ValueTask"] = "await it first",
        ["System.Threading.Tasks.ValueTask`1"] = "await it first",
        ["System.IO.Stream"] = "read it into a byte[] first",
        ["System.Threading.CancellationToken"] = "it belongs to the running program",
        ["System.Threading.CancellationTokenSource"] = "it belongs to the running program",
        ["System.Threading.Thread"] = "it belongs to the running program",
        ["System.Threading.WaitHandle"] = "it belongs to the running program",
        ["System.Runtime.InteropServices.SafeHandle"] = "it belongs to the running program",
        ["System.Security.SecureString"] = "its characters are kept from all data on purpose",
        ["System.WeakReference"] = "what it refers to may be gone; write that itself",
        ["System.WeakReference`1"] = "what it refers to may be gone; write that itself",
        ["System.Linq.ILookup`2"] = "it would lose its keys; make it a Dictionary of lists",
        ["System.Linq.IGrouping`2"] = "it would lose its key; make it a pair of key and items",
    };

    /// <summary>Throws for a type that cannot be modelled.</summary>
    public static void Check(Type type)
    {
        if (WhyNot(type) is { } why)
            throw new NotSupportedException(
                $"Type '{type}' cannot be serialized: {why}. Leave the member out ([Skip]) or register a Surrogate<{PlainSubtypes.NameFor(type)}, ...> that carries it as something else.");
    }

    /// <summary>Whether it can be no data contract although it looks like one.</summary>
    public static bool IsNoContract(Type type) =>
        typeof(Delegate).IsAssignableFrom(type) || typeof(System.Reflection.MemberInfo).IsAssignableFrom(type) || WhyNot(type) is not null;

    /// <summary>Why a type is no data contract, with the remedy.</summary>
    public static string WhyNotContract(Type type)
    {
        string why = WhyNot(type) ?? (type.IsArray
            ? "it has more than one dimension"
            : "it has neither [DataContract] nor [Serializable], and is not public with a constructor without parameters");
        return $"Type '{type}' cannot be serialized as a data contract: {why}. Mark it, or register a Surrogate for it.";
    }

    /// <summary>Why a type is no data; null if it may be.</summary>
    public static string? WhyNot(Type type)
    {
        if (type.IsPointer || type.IsFunctionPointer || type.IsByRef || type.IsByRefLike)
            return "it exists only on the stack or as an address";
        if (type.ContainsGenericParameters)
            return "it is an open generic type; use it with type arguments";
        if (type == typeof(void))
            return "it has no values";
        // Their trees have surrogates; an array of these is one as any other.
        if (!type.IsArray && type.Namespace is "System.Text.Json" or "System.Text.Json.Nodes"
            && type.Assembly.GetName().Name == "System.Text.Json")
            return "it belongs to another library; Isomer's untyped tree is Node";
        if (!type.IsArray && type.Namespace == "Newtonsoft.Json.Linq" && type.Assembly.GetName().Name == "Newtonsoft.Json")
            return "it belongs to another library; Isomer's untyped tree is Node";
        for (var level = type; level is not null; level = level.BaseType)
            if (level.Namespace?.StartsWith("System", StringComparison.Ordinal) == true
                && Families.TryGetValue($"{level.Namespace}.{level.Name}", out var why))
                return why;
        return null;
    }
}
