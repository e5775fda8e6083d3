using System.Reflection;

namespace Isomer.Conventions;

/// <summary>Makes a surrogate of two types of which one declares conversions to and from the other: operators, or methods marked [ProtoConverter].</summary>
internal static class OperatorSurrogates
{
    const BindingFlags Static = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static;

    public static Surrogate Create(Type type, Type carrier)
    {
        if (carrier.IsGenericTypeDefinition)
            carrier = carrier.MakeGenericType(type.GetGenericArguments());
        return Create(type, carrier, Find(type, carrier), Find(carrier, type));

        MethodInfo Find(Type from, Type to) => type.GetMethods(Static).Concat(carrier.GetMethods(Static)).FirstOrDefault(m =>
            (m.Name is "op_Implicit" or "op_Explicit" || ProtobufMarks.Bears(m, "Converter"))
            && m.ReturnType == to && m.GetParameters() is [{ ParameterType: var p }] && p == from)
            ?? throw new NotSupportedException($"'{carrier}' cannot carry '{type}': neither declares a conversion operator from '{from}' to '{to}'. Add one, or register a Surrogate<{PlainSubtypes.NameFor(type)}, {PlainSubtypes.NameFor(carrier)}>.");
    }

    public static Surrogate Create(Type type, Type carrier, MethodInfo to, MethodInfo from) =>
        (Surrogate)Activator.CreateInstance(typeof(ByMethods<,>).MakeGenericType(type, carrier), to, from)!;

    sealed class ByMethods<T, TCarrier>(MethodInfo to, MethodInfo from) : Surrogate<T, TCarrier>
    {
        readonly Func<T, TCarrier> _to = to.CreateDelegate<Func<T, TCarrier>>();
        readonly Func<TCarrier, T> _from = from.CreateDelegate<Func<TCarrier, T>>();

        public override TCarrier ToCarrier(T value) => _to(value);

        public override T FromCarrier(TCarrier carrier) => _from(carrier);
    }
}

/// <summary>Objects made without running a constructor.</summary>
internal static class Uninitialized
{
    public static MethodInfo Maker(Type type) => typeof(Uninitialized).GetMethod(nameof(Make))!.MakeGenericMethod(type);

    public static T Make<T>() => (T)System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(typeof(T));
}
