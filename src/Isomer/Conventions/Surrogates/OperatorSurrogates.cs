using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Makes a surrogate of two types of which one declares conversions to and from the other: operators, methods marked [ProtoConverter], or
/// else a constructor that takes nothing but the other.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class OperatorSurrogates
{
    const BindingFlags Static = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static;

    public static Surrogate Create(Type type, Type carrier)
    {
        if (carrier.IsGenericTypeDefinition)
            carrier = carrier.MakeGenericType(type.GetGenericArguments());
        return Create(type, carrier, Find(type, carrier), Find(carrier, type));

        MethodBase Find(Type from, Type to) => (MethodBase?)type.GetMethods(Static).Concat(carrier.GetMethods(Static)).FirstOrDefault(m =>
            (m.Name is "op_Implicit" or "op_Explicit" || ProtobufMarks.Bears(m, "Converter"))
            && m.ReturnType == to && m.GetParameters() is [{ ParameterType: var p }] && p == from)
            ?? (to.IsAbstract ? null : to.GetConstructor(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, [from]))
            ?? throw new NotSupportedException(
                $"'{carrier}' cannot carry '{type}': neither declares a conversion from '{from}' to '{to}': an operator, a static method marked [ProtoConverter], or a constructor. Add one, or register a Surrogate<{PlainSubtypes.NameFor(type)}, {PlainSubtypes.NameFor(carrier)}>.");
    }

    public static Surrogate Create(Type type, Type carrier, MethodBase to, MethodBase from) =>
        (Surrogate)Activator.CreateInstance(typeof(ByMethods<,>).MakeGenericType(type, carrier), to, from)!;

    static Func<TFrom, TTo> Function<TFrom, TTo>(MethodBase method)
    {
        if (method is MethodInfo function)
            return function.CreateDelegate<Func<TFrom, TTo>>();
        var constructor = ConstructorInvoker.Create((ConstructorInfo)method);
        return value => (TTo)constructor.Invoke(value);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    sealed class ByMethods<T, [DynamicallyAccessedMembers(Trimming.Carried)] TCarrier>(
        MethodBase to, MethodBase from) : Surrogate<T, TCarrier>
    {
        readonly Func<T, TCarrier> _to = Function<T, TCarrier>(to);
        readonly Func<TCarrier, T> _from = Function<TCarrier, T>(from);

        public override TCarrier ToCarrier(T value) => _to(value);

        public override T FromCarrier(TCarrier carrier) => _from(carrier);
    }
}

/// <summary>Objects made without running a constructor.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class Uninitialized
{
    public static MethodInfo Maker(Type type) => typeof(Uninitialized).GetMethod(nameof(Make))!.MakeGenericMethod(type);

    public static T Make<T>() => (T)System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(typeof(T));
}
