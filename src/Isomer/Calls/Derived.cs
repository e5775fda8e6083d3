namespace Isomer.Calls;

/// <summary>
/// What an immutable options record has computed of itself. Not part of its equality, and not shared by a copy that
/// <c>with</c> has changed: a copied field still names its first owner.
/// </summary>
internal struct Derived<T> : IEquatable<Derived<T>> where T : class
{
    sealed record Box(object Owner, T Value);

    Box? _box;

    public T Get<TOwner>(TOwner owner, Func<TOwner, T> compute) where TOwner : class
    {
        if (_box is { } known && ReferenceEquals(known.Owner, owner))
            return known.Value;
        var value = compute(owner);
        Volatile.Write(ref _box, new Box(owner, value));
        return value;
    }

    public readonly bool Equals(Derived<T> other) => true;

    public override readonly bool Equals(object? obj) => obj is Derived<T>;

    public override readonly int GetHashCode() => 0;
}
