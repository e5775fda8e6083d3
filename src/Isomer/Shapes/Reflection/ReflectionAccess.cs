using System.Reflection;
using System.Runtime.InteropServices;

namespace Isomer.Shapes;

/// <summary>Reflection without its wrapping exceptions: what user code throws is what the caller sees.</summary>
internal static class ReflectionAccess
{
    public static object? Get(this MemberInfo member, object target) => member is FieldInfo field
        ? field.GetValue(target)
        : ((PropertyInfo)member).GetMethod!.Call(target);

    public static void Set(this MemberInfo member, object target, object? value)
    {
        if (member is FieldInfo field)
            field.SetValue(target, value);
        else
            ((PropertyInfo)member).SetMethod!.Call(target, value);
    }

    public static object? Call(this MethodBase method, object? target, params object?[] arguments) =>
        method is ConstructorInfo constructor
            ? constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null)
            : method.Invoke(target, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    /// <summary>A callback or a condition: without parameters, or with a default StreamingContext.</summary>
    public static object? CallBack(this MethodInfo method, object target) =>
        method.Call(target, [.. method.GetParameters().Select(p => p.ParameterType.IsValueType ? Activator.CreateInstance(p.ParameterType) : null)]);

    /// <summary>A collection from an array of its items, by a method or constructor that takes the array, an interface of it, or a span over it.</summary>
    public static object Convert(this MethodBase method, Array items, ComparerCode comparer)
    {
        var parameters = method.GetParameters();
        var first = parameters[0].ParameterType;
        if (first.IsByRefLike)
        {
            var element = items.GetType().GetElementType()!;
            var bridge = typeof(SpanBridge<,>).MakeGenericType(element, ((MethodInfo)method).ReturnType);
            return ((ISpanBridge)Activator.CreateInstance(bridge)!).Call((MethodInfo)method, items);
        }
        return parameters.Length == 2 ? method.Call(null, items, comparer)! : method.Call(null, items)!;
    }

    interface ISpanBridge
    {
        object Call(MethodInfo method, Array items);
    }

    delegate TCollection FromSpan<T, TCollection>(ReadOnlySpan<T> items);

    sealed class SpanBridge<T, TCollection> : ISpanBridge
    {
        public object Call(MethodInfo method, Array items) => method.CreateDelegate<FromSpan<T, TCollection>>()((T[])items)!;
    }
}
