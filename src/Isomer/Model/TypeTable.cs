using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Isomer.Model;

/// <summary>
/// What was found out about types, for as long as they live: a type of a context that can be unloaded is not kept by what is
/// known of it. Of two threads that find out the same at once, both get what the first one entered.
/// </summary>
internal sealed class TypeTable<
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] TValue>
    where TValue : class
{
    readonly ConcurrentDictionary<Type, TValue> _lasting = new();
    readonly ConditionalWeakTable<Type, TValue> _passing = [];

    /// <summary>Of types that last, which is what is asked on a busy path; the others have a slower one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TValue? OfLasting(Type type) => _lasting.TryGetValue(type, out var value) ? value : null;

    public TValue GetOrAdd<TState>(Type type, Func<Type, TState, TValue> make, TState state)
    {
        if (!type.IsCollectible)
            return _lasting.TryGetValue(type, out var known) ? known : _lasting.GetOrAdd(type, make(type, state));
        return _passing.TryGetValue(type, out var passing) ? passing : _passing.GetOrAdd(type, make(type, state));
    }
}
