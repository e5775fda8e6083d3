using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// The comparer of a set or map whose class nobody declared: it stands behind an interface, or within a read-only wrapper. Each class is
/// looked at once.
/// </summary>
internal abstract class FoundComparer
{
    static readonly ConditionalWeakTable<Type, FoundComparer> s_known = [];

    /// <param name="value">The collection.</param>
    /// <param name="usual">The comparer of a collection of this class that was given none, where its class is told by its comparer.</param>
    public static object? Of(object value, out object? usual)
    {
        if (!s_known.TryGetValue(value.GetType(), out var found))
            found = s_known.GetValue(value.GetType(), Create);
        return found.Get(value, out usual);
    }

    protected abstract object? Get(object value, out object? usual);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Of these two the property is kept.")]
    [DynamicDependency("Dictionary", typeof(ReadOnlyDictionary<,>))]
    [DynamicDependency("Set", typeof(ReadOnlySet<>))]
    static FoundComparer Create(Type type)
    {
        if (CollectionModel.WrappedBy(type) is { } wrapper)
            return wrapper.GetProperty(wrapper.GetGenericTypeDefinition() == typeof(ReadOnlySet<>) ? "Set" : "Dictionary",
                BindingFlags.Instance | BindingFlags.NonPublic)?.GetMethod is { } inner ? new Within(inner) : new None();
        if (UntypedComparers.Of(type) is { } untyped)
            return new OfTable(untyped);
        return type.IsValueType || Collections.KeyComparerOf(type) is not { } getter ? new None()
            : (FoundComparer)Activator.CreateInstance(typeof(OfClass<,>).MakeGenericType(type, getter.ReturnType), getter)!;
    }

    sealed class None : FoundComparer
    {
        protected override object? Get(object value, out object? usual) => usual = null;
    }

    /// <summary>A wrapper has that of what it wraps.</summary>
    sealed class Within(MethodInfo inner) : FoundComparer
    {
        protected override object? Get(object value, out object? usual) => Of(inner.Call(value)!, out usual);
    }

    sealed class OfTable(MethodInfo getter) : FoundComparer
    {
        protected override object? Get(object value, out object? usual)
        {
            usual = null;
            return getter.Call(null, value);
        }
    }

    sealed class OfClass<TCollection, TComparer>(MethodInfo getter) : FoundComparer where TCollection : class
    {
        readonly Func<TCollection, TComparer?> _get = getter.CreateDelegate<Func<TCollection, TComparer?>>();
        readonly object? _usual = CollectionComparers.UsualOf(typeof(TComparer));

        protected override object? Get(object value, out object? usual)
        {
            usual = _usual;
            return _get((TCollection)value);
        }
    }
}
