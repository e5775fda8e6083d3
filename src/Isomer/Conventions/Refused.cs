using System.Runtime.InteropServices;
using System.Text.Json;

namespace Isomer.Conventions;

/// <summary>Types that are no data. Found out on first use, before a member of theirs is looked at.</summary>
internal static class Refused
{
    static readonly (Type Base, string Why)[] Families =
    [
        (typeof(Delegate), "a delegate is code, not data"),
        (typeof(Type), "naming code in data is unsafe"),
        (typeof(System.Reflection.MemberInfo), "naming code in data is unsafe"),
        (typeof(System.Reflection.Assembly), "naming code in data is unsafe"),
        (typeof(System.Reflection.Module), "naming code in data is unsafe"),
        (typeof(System.Linq.Expressions.Expression), "an expression is code, not data"),
        (typeof(Task), "await it first"),
        (typeof(ValueTask), "await it first"),
        (typeof(ValueTask<>), "await it first"),
        (typeof(Stream), "read it into a byte[] first"),
        (typeof(CancellationToken), "it belongs to the running program"),
        (typeof(CancellationTokenSource), "it belongs to the running program"),
        (typeof(Thread), "it belongs to the running program"),
        (typeof(WaitHandle), "it belongs to the running program"),
        (typeof(SafeHandle), "it belongs to the running program"),
        (typeof(WeakReference), "what it refers to may be gone; write that itself"),
        (typeof(WeakReference<>), "what it refers to may be gone; write that itself"),
        (typeof(ILookup<,>), "it would lose its keys; make it a Dictionary of lists"),
        (typeof(IGrouping<,>), "it would lose its key; make it a pair of key and items"),
    ];

    /// <summary>Throws for a type that cannot be modelled.</summary>
    public static void Check(Type type)
    {
        if (WhyNot(type) is { } why)
            throw new NotSupportedException(
                $"Type '{type}' cannot be serialized: {why}. Leave the member out ([Skip]) or register a Surrogate<{PlainSubtypes.NameFor(type)}, ...> that carries it as something else.");
    }

    /// <summary>Throws for what can be no data contract although it looks like one.</summary>
    public static void CheckContract(Type type)
    {
        if (typeof(Delegate).IsAssignableFrom(type) || typeof(System.Reflection.MemberInfo).IsAssignableFrom(type) || WhyNot(type) is not null)
            throw new NotSupportedException(WhyNotContract(type));
    }

    /// <summary>Why a type is no data contract, with the remedy.</summary>
    public static string WhyNotContract(Type type) =>
        $"Type '{type}' cannot be serialized as a data contract: {WhyNot(type) ?? (type.IsArray ? "it has more than one dimension" : "it has neither [DataContract] nor [Serializable], and is not public with a constructor without parameters")}. Mark it, or register a Surrogate for it.";

    static string? WhyNot(Type type)
    {
        if (type.IsPointer || type.IsFunctionPointer || type.IsByRef || type.IsByRefLike)
            return "it exists only on the stack or as an address";
        if (type.ContainsGenericParameters)
            return "it is an open generic type; use it with type arguments";
        if (type == typeof(void))
            return "it has no values";
        if (type.Assembly == typeof(JsonElement).Assembly && type.Namespace is "System.Text.Json" or "System.Text.Json.Nodes")
            return "it belongs to another library; Isomer's untyped tree is Node";
        var open = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        foreach (var (family, why) in Families)
            if (family.IsAssignableFrom(type) || family == open)
                return why;
        return null;
    }
}
