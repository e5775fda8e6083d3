using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// The comparers of collections that are to come back as they were: of strings by its code; any other only where a collection
/// has it that was just made, for else it could not be read back, and is an error at writing.
/// </summary>
internal abstract class CollectionComparers
{
    static readonly int Slot = ModelSlot.Next();
    static readonly int UsualSlot = ModelSlot.Next();
    static readonly int BoxedSlot = ModelSlot.Next();

    // What a model's slot holds where new collections have no comparer.
    static readonly object s_none = new();

    /// <summary>The code of the comparer of a collection that is written.</summary>
    public static ComparerCode CodeOf(CollectionModel model, object value) =>
        ((CollectionComparers?)model.GetSlot(Slot) ?? (CollectionComparers)model.SetSlot(Slot, Create(model))).CodeOf(value);

    /// <summary>
    /// The count that says the comparer of what stands behind an interface or a wrapper (<see cref="Absence.ToldBy"/>); 0 for the usual one.
    /// </summary>
    public static int Told(CollectionModel model, object value) =>
        CodeOf(model, value) is not ComparerCode.Default and var code ? Absence.ToldBy(code) : 0;

    /// <summary>Refuses a comparer that a collection of this model does not have when it is made anew.</summary>
    public static void CheckUsual(TypeModel model, object? comparer)
    {
        if (comparer is null)
            return;
        object? usual = UsualComparerOf(model);
        if (!ReferenceEquals(usual, comparer) && !IsSame(usual, comparer))
            throw new NotSupportedException(
                $"The comparer '{comparer}' of a '{model.Type}' could not be read back: only those of strings have names, and only some. Copy the collection into one with the usual comparer.");
    }

    /// <summary>The comparer that a collection of this model has when it is made anew; null where it has none.</summary>
    public static object? UsualComparerOf(TypeModel model)
    {
        object usual = model.GetSlot(UsualSlot) ?? model.SetSlot(UsualSlot, UsualOf((CollectionModel)model) ?? s_none);
        return usual == s_none ? null : usual;
    }

    /// <summary>
    /// The comparer of a map over boxed keys: an <c>IEqualityComparer&lt;object&gt;</c> or an <c>IComparer&lt;object&gt;</c>; null for the
    /// equality of the keys' own.
    /// </summary>
    public static object? BoxedComparerOf(MapModel model)
    {
        object boxed = model.GetSlot(BoxedSlot) ?? model.SetSlot(BoxedSlot, Boxed(UsualComparerOf(model), model.KeyType) ?? s_none);
        return boxed == s_none ? null : boxed;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static object? Boxed(object? comparer, Type key) => comparer switch
    {
        null => null,
        IEqualityComparer equality => new UntypedEquality(equality),
        IComparer order => Comparer<object>.Create(order.Compare),
        _ when typeof(IEqualityComparer<>).MakeGenericType(key).IsInstanceOfType(comparer) =>
            Activator.CreateInstance(typeof(BoxedEquality<>).MakeGenericType(key), comparer),
        _ when typeof(IComparer<>).MakeGenericType(key).IsInstanceOfType(comparer) =>
            Activator.CreateInstance(typeof(BoxedOrder<>).MakeGenericType(key), comparer),
        _ => null,
    };

    sealed class BoxedEquality<T>(IEqualityComparer<T> comparer) : IEqualityComparer<object>
    {
        bool IEqualityComparer<object>.Equals(object? x, object? y) => comparer.Equals((T)x!, (T)y!);

        int IEqualityComparer<object>.GetHashCode(object obj) => comparer.GetHashCode((T)obj!);
    }

    sealed class BoxedOrder<T>(IComparer<T> comparer) : IComparer<object>
    {
        public int Compare(object? x, object? y) => comparer.Compare((T)x!, (T)y!);
    }

    sealed class UntypedEquality(IEqualityComparer comparer) : IEqualityComparer<object>
    {
        bool IEqualityComparer<object>.Equals(object? x, object? y) => comparer.Equals(x, y);

        int IEqualityComparer<object>.GetHashCode(object obj) => comparer.GetHashCode(obj);
    }

    /// <summary>Refuses a comparer that is not the usual one, of a collection that is asked for its comparer, if it has one.</summary>
    public static void CheckUsualOf(CollectionModel model, object value)
    {
        if (model.Walk.KeyComparer is { } getter)
            CheckUsual(model, ComparerOf(getter, value));
    }

    static object? ComparerOf(MethodInfo getter, object value) => getter.IsStatic ? getter.Call(null, value) : getter.Call(value);

    /// <summary>Equal, or two of one class whose fields are.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Of a class whose fields may be gone none are compared.")]
    static bool IsSame(object? usual, object comparer)
    {
        if (usual is null)
            return false;
        if (usual.Equals(comparer))
            return true;
        // Of a class whose fields the trimmer may have taken, no two are known to be equal.
        if (usual.GetType() != comparer.GetType() || Trimming.MayLack(usual.GetType()))
            return false;
        for (var level = usual.GetType(); level is not null; level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                if (!Equals(field.GetValue(usual), field.GetValue(comparer)))
                    return false;
        return true;
    }

    /// <summary>What a new collection has, as its constructor sees to it; else the default of the type of the keys.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static object? UsualOf(CollectionModel model)
    {
        if (model.Walk.KeyComparer is not { } getter)
            return null;
        if (model.Build.Constructor is { } constructor)
            return ComparerOf(getter, constructor.Make());
        return UsualOf(getter.ReturnType);
    }

    /// <summary>The default of a kind of comparer; null where the kind says nothing of the keys.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    internal static object? UsualOf(Type kind) => kind.IsGenericType
        ? (kind.GetGenericTypeDefinition() == typeof(IComparer<>) ? typeof(Comparer<>) : typeof(EqualityComparer<>)).MakeGenericType(
            kind.GetGenericArguments()).GetProperty("Default")!.GetValue(null)
        : null;

    protected abstract ComparerCode CodeOf(object value);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static CollectionComparers Create(CollectionModel model)
    {
        if (model.LooksBehind)
            return new Behind(model);
        if (model.Walk.KeyComparer is not { } getter || model.Type.IsValueType)
            return new None();
        return getter.ReturnType.IsGenericType && getter.ReturnType.GetGenericArguments()[0] == typeof(string)
            ? (CollectionComparers)Activator.CreateInstance(typeof(OfStrings<,>).MakeGenericType(model.Type, getter.ReturnType), getter)!
            : new Others(model);
    }

    sealed class None : CollectionComparers
    {
        protected override ComparerCode CodeOf(object value) => ComparerCode.Default;
    }

    sealed class OfStrings<TCollection, TComparer>(MethodInfo getter) : CollectionComparers where TCollection : class
    {
        readonly Func<TCollection, TComparer?> _get = getter.CreateDelegate<Func<TCollection, TComparer?>>();

        protected override ComparerCode CodeOf(object value) => Comparers.CodeOf(_get((TCollection)value));
    }

    /// <summary>
    /// What stands behind an interface comes back as another class, which tells keys apart by the comparer it had. An order that tells no
    /// more than an order is not looked at: what comes back has the order of the items. Ordinal is what strings have by themselves.
    /// </summary>
    sealed class Behind(CollectionModel model) : CollectionComparers
    {
        readonly bool _tells = model.TellsComparer;

        protected override ComparerCode CodeOf(object value)
        {
            object? comparer = FoundComparer.Of(value, out object? usual);
            if (comparer is null || ReferenceEquals(comparer, usual))
                return ComparerCode.Default;
            if (_tells)
                return comparer is IEqualityComparer<string?> && Comparers.CodeOf(comparer) is not ComparerCode.Ordinal and var code
                    ? code : ComparerCode.Default;
            if ((comparer is IEqualityComparer || KeyComparer.TypedOf(comparer) is not null)
                && !comparer.Equals(StringComparer.Ordinal) && !IsSame(usual, comparer))
                throw new NotSupportedException(
                    $"The comparer '{comparer}' of a '{value.GetType()}' behind '{model.Type}' could not be read back: only those of strings have names, and only some. Copy the collection into one with the usual comparer.");
            return ComparerCode.Default;
        }
    }

    sealed class Others(CollectionModel model) : CollectionComparers
    {
        protected override ComparerCode CodeOf(object value)
        {
            CheckUsualOf(model, value);
            return ComparerCode.Default;
        }
    }
}
