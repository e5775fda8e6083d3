using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>Reflection without its wrapping exceptions: what user code throws is what the caller sees.</summary>
internal static class ReflectionAccess
{
    public static object? Get(this MemberModel member, object target) => member.Getter.Get(target);

    public static void Set(this MemberModel member, object target, object? value) => member.Setter.Set(target, value);

    /// <summary>
    /// What to read a member through: of a property that only hands out its field, the field. Reflection compiles a stub for
    /// each accessor from its second call on, 0.25 ms each; fields need none.
    /// </summary>
    public static MemberInfo GetterOf(MemberInfo member) => BackingField(member, (member as PropertyInfo)?.GetMethod);

    /// <summary>What to set a member through.</summary>
    public static MemberInfo SetterOf(MemberInfo member) => BackingField(member, (member as PropertyInfo)?.SetMethod);

    /// <summary>The field of a property that has a getter which only hands it out, and no setter; null for any other.</summary>
    public static FieldInfo? BackingFieldOf(PropertyInfo property) =>
        property is { SetMethod: null, GetMethod: { IsStatic: false } getter }
            && getter.IsDefined(typeof(CompilerGeneratedAttribute), false) ? FieldBehind(property) : null;

    /// <summary>The field of an auto-property, whatever accessors it has; null for any other.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Where the field was trimmed away the property serves.")]
    public static FieldInfo? FieldBehind(MemberInfo property) =>
        property.DeclaringType!.GetField($"<{property.Name}>k__BackingField",
            BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is { } field
            && field.FieldType == ((PropertyInfo)property).PropertyType ? field : null;

    static MemberInfo BackingField(MemberInfo member, MethodInfo? accessor) =>
        accessor is { IsStatic: false } && (!accessor.IsVirtual || accessor.IsFinal)
            && accessor.IsDefined(typeof(CompilerGeneratedAttribute), false)
            ? FieldBehind(member) ?? member
            : member;

    /// <summary>An instance by a constructor or factory without parameters; the former without a stub of its own.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The constructor is at hand, so it is there.")]
    public static object Make(this MethodBase method)
    {
        if (method is not ConstructorInfo constructor)
            return method.Call(null)!;
        try
        {
            // The overload that does not wrap exceptions looks through all constructors each time: 120 bytes more for each object.
            return Activator.CreateInstance(constructor.DeclaringType!, nonPublic: true)!;
        }
        catch (TargetInvocationException e) when (e.InnerException is { } inner)
        {
            ExceptionDispatchInfo.Throw(inner);
            throw;
        }
    }

    public static object? Get(this MemberInfo member, object target) => member is FieldInfo field
        ? field.GetValue(target)
        : member is FunctionProperty function ? function.GetMethod.Call(null, target)
        : ((PropertyInfo)member).GetMethod!.Call(target);

    public static void Set(this MemberInfo member, object target, object? value)
    {
        if (member is FieldInfo field)
            field.SetValue(target, value);
        else if (member is FunctionProperty function)
            function.SetMethod.Call(null, target, value);
        else
            ((PropertyInfo)member).SetMethod!.Call(target, value);
    }

    public static object? Call(this MethodBase method, object? target, params object?[] arguments) =>
        method is ConstructorInfo constructor
            ? constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, arguments, null)
            : method.Invoke(target, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    /// <summary>
    /// A callback or a condition: without parameters, or with a StreamingContext (<see cref="CallbackContext"/>). A check is static, and takes the object.
    /// </summary>
    public static object? CallBack(this MethodInfo method, object target)
    {
        using (WrittenGraph.Leave(out var context))
            return s_callbacks.GetValue(method, static m => new CallbackInvoker(m)).Call(target, context);
    }

    static readonly ConditionalWeakTable<MethodInfo, CallbackInvoker> s_callbacks = [];

    /// <summary>How a callback is called: what it takes is looked at once.</summary>
    sealed class CallbackInvoker
    {
        readonly MethodInvoker _invoker;
        readonly Type[] _parameters;
        readonly bool _isStatic;

        public CallbackInvoker(MethodInfo method)
        {
            _invoker = MethodInvoker.Create(method);
            _parameters = [.. method.GetParameters().Select(static p => p.ParameterType)];
            _isStatic = method.IsStatic;
        }

        [UnconditionalSuppressMessage("Trimming", "IL2062", Justification = "The default of a struct.")]
        [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The default of a struct.")]
        public object? Call(object target, StreamingContext context)
        {
            if (_isStatic)
                return _invoker.Invoke(null, target);
            if (_parameters.Length == 0)
                return _invoker.Invoke(target);
            if (_parameters is [var one] && one == typeof(StreamingContext))
                return _invoker.Invoke(target, context);
            object?[] arguments = new object?[_parameters.Length];
            for (int i = 0; i < arguments.Length; i++)
                arguments[i] = _parameters[i] == typeof(StreamingContext) ? context
                    : _parameters[i].IsValueType ? Activator.CreateInstance(_parameters[i]) : null;
            return _invoker.Invoke(target, arguments.AsSpan());
        }
    }

    /// <summary>
    /// A collection from an array of its items, by a method or constructor that takes the array, an interface of it, or a span over it.
    /// </summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
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
