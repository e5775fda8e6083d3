using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// The comparers of collections that keep everything: of strings by its code; one of other keys that is not the usual one could not be
/// read back, and is an error at writing.
/// </summary>
internal abstract class CollectionComparers
{
    static readonly int Slot = ModelSlot.Next();

    /// <summary>The code of the comparer of a collection that is written.</summary>
    public static ComparerCode CodeOf(CollectionModel model, object value) =>
        ((CollectionComparers?)model.GetSlot(Slot) ?? (CollectionComparers)model.SetSlot(Slot, Create(model))).CodeOf(value);

    protected abstract ComparerCode CodeOf(object value);

    static CollectionComparers Create(CollectionModel model)
    {
        // What a bare interface is declared as has none; what is there goes by its own type.
        var getter = (model.Type.GetProperty("Comparer") ?? model.Type.GetProperty("KeyComparer"))?.GetMethod;
        if (getter is null || getter.DeclaringType!.IsInterface || model.Type.IsValueType || !getter.ReturnType.IsGenericType)
            return new None();
        var key = getter.ReturnType.GetGenericArguments()[0];
        return (CollectionComparers)Activator.CreateInstance(typeof(Of<,,>).MakeGenericType(model.Type, getter.ReturnType, key), getter)!;
    }

    sealed class None : CollectionComparers
    {
        protected override ComparerCode CodeOf(object value) => ComparerCode.Default;
    }

    sealed class Of<TCollection, TComparer, TKey>(System.Reflection.MethodInfo getter) : CollectionComparers where TCollection : class
    {
        readonly Func<TCollection, TComparer?> _get = getter.CreateDelegate<Func<TCollection, TComparer?>>();

        protected override ComparerCode CodeOf(object value)
        {
            object? comparer = _get((TCollection)value);
            if (typeof(TKey) == typeof(string))
                return Comparers.CodeOf(comparer);
            if (comparer is null || comparer.Equals(EqualityComparer<TKey>.Default) || comparer.Equals(Comparer<TKey>.Default))
                return ComparerCode.Default;
            throw new NotSupportedException($"The comparer '{comparer}' of a '{typeof(TCollection)}' could not be read back: only those of strings have names. Copy the collection into one with the usual comparer.");
        }
    }
}
