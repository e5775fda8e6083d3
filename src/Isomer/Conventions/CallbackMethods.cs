using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The methods that the framework's attributes mark to run around serialization, base class first; and those of
/// System.Text.Json's callback interfaces.
/// </summary>
internal static class CallbackMethods
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <param name="type">The type whose methods run.</param>
    /// <param name="check">Sees each method that bears an attribute which a convention knows: it may be one that is not obeyed.</param>
    public static Callbacks Of(Type type, Action<MemberInfo>? check = null)
    {
        Trimming.CheckUsers(type);
        if (type.IsInterface || type.IsPrimitive || !HasAny(type, check))
            return Callbacks.None;
        var callbacks = new Callbacks(
            Find<OnSerializingAttribute, IJsonOnSerializing>(type),
            Find<OnSerializedAttribute, IJsonOnSerialized>(type),
            Find<OnDeserializingAttribute, IJsonOnDeserializing>(type),
            Find<OnDeserializedAttribute, IJsonOnDeserialized>(type));
        return callbacks.Writing.IsEmpty && callbacks.Written.IsEmpty && callbacks.Reading.IsEmpty && callbacks.Read.IsEmpty
            ? Callbacks.None
            : callbacks;
    }

    /// <summary>Those of System.Text.Json's interfaces alone.</summary>
    /// <inheritdoc cref="Of"/>
    public static Callbacks OfInterfaces(Type type, Action<MemberInfo>? check = null)
    {
        Trimming.CheckUsers(type);
        if (type.IsInterface || type.IsPrimitive || !HasAny(type, check))
            return Callbacks.None;
        return new Callbacks(
            Find<NeverAttribute, IJsonOnSerializing>(type),
            Find<NeverAttribute, IJsonOnSerialized>(type),
            Find<NeverAttribute, IJsonOnDeserializing>(type),
            Find<NeverAttribute, IJsonOnDeserialized>(type));
    }

    /// <summary>No method is marked so.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class NeverAttribute : Attribute;

    /// <summary>
    /// Those of the framework's data contracts: the marked ones, and IDeserializationCallback before what runs after reading.
    /// </summary>
    /// <inheritdoc cref="Of"/>
    public static Callbacks OfContract(Type type, Action<MemberInfo>? check = null)
    {
        Trimming.CheckUsers(type);
        bool isCalledBack = typeof(IDeserializationCallback).IsAssignableFrom(type);
        if (!HasAny(type, check) && !isCalledBack)
            return Callbacks.None;
        var read = Find<OnDeserializedAttribute, INone>(type);
        return new Callbacks(
            Find<OnSerializingAttribute, INone>(type),
            Find<OnSerializedAttribute, INone>(type),
            Find<OnDeserializingAttribute, INone>(type),
            isCalledBack
                ? read.Insert(0, typeof(IDeserializationCallback).GetMethod(nameof(IDeserializationCallback.OnDeserialization))!)
                : read);
    }

    /// <summary>
    /// Those of .NET's formatters: the marked ones, and IDeserializationCallback, which comes last, when the whole graph has been read.
    /// </summary>
    public static Callbacks OfFields(Type type)
    {
        Trimming.CheckUsers(type);
        var callbacks = OfContract(type);
        return typeof(IDeserializationCallback).IsAssignableFrom(type)
            ? callbacks with { Read = [.. callbacks.Read.Skip(1), callbacks.Read[0]] }
            : callbacks;
    }

    interface INone;

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    static bool HasAny(Type type, Action<MemberInfo>? check)
    {
        bool any = Array.Exists(type.GetInterfaces(), i => i.Namespace == "System.Text.Json.Serialization");
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType) && !(any && check is null); t = t.BaseType)
        {
            foreach (var method in t.GetMethods(Own))
            {
                if (method.IsSpecialName || !Marks.IsMarked(method))
                    continue;
                check?.Invoke(method);
                any = true;
            }
        }
        return any;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("Trimming", "IL2090", Justification = Trimming.OfModel)]
    static ImmutableArray<MethodInfo> Find<TAttribute, TInterface>(Type type) where TAttribute : Attribute
    {
        var found = new List<MethodInfo>();
        for (var t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            AddBefore(found, t.GetMethods(Own).Where(m => m.IsDefined(typeof(TAttribute), false)).Select(Check).ToArray());
        if (typeof(TInterface).IsAssignableFrom(type))
            found.Add(typeof(TInterface).GetMethods()[0]);
        return [.. found];
    }

    /// <summary>An override that is marked as well as what it overrides runs once, in the place of the latter.</summary>
    static void AddBefore(List<MethodInfo> found, MethodInfo[] methods)
    {
        found.RemoveAll(m => m.IsVirtual && methods.Any(b => b.GetBaseDefinition() == m.GetBaseDefinition()));
        found.InsertRange(0, methods);
    }

    static MethodInfo Check(MethodInfo method)
    {
        var parameters = method.GetParameters();
        bool fits = method.ReturnType == typeof(void) && !method.IsGenericMethodDefinition
            && (parameters.Length == 0 || (parameters.Length == 1 && parameters[0].ParameterType == typeof(StreamingContext)));
        return fits
            ? method
            : throw new NotSupportedException(
                $"The callback '{method.DeclaringType}.{method.Name}' must return void and take nothing or one StreamingContext.");
    }
}
