using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Refuses a key whose hash does not end, before a table asks it. The hash, the equality and the order of a tuple, of a record and of a
/// struct without a hash of its own ask all that the key holds, by recursion. References make such a key endless (a tuple that holds
/// itself: the process ends), or as good as endless (64 tuples, each of which holds the next one twice: 2 to the 64th questions). No
/// program has either, and a payload of 200 bytes does.
/// </summary>
/// <remarks>
/// A key is walked as its hash walks it, what is met twice twice, and may lead to <see cref="Most"/> values. What a type's author wrote a
/// hash for is not walked: a hash by a number ends, whatever else the object holds. Cost: nothing for keys that are numbers, strings or
/// sealed classes with a hash of their own, for which <see cref="HashGuard.CheckEnds{TKey}"/> is no code; a look-up by type for others.
/// </remarks>
[UnconditionalSuppressMessage("Trimming", "IL2070",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
[UnconditionalSuppressMessage("Trimming", "IL2075",
    Justification = "Of a table that exists: where its comparer was trimmed away, nobody asks that, and the key is refused.")]
internal static class KeyWalk
{
    /// <summary>A key of so many tuples and records is none that a program has, and takes some 20 microseconds to walk.</summary>
    const int Most = 1024;

    const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>What of an object its hash asks; empty for what ends.</summary>
    static readonly ConditionalWeakTable<Type, FieldInfo[]> s_asked = [];

    /// <summary>Whether values of this type may lead to others without end when they are asked for their hash.</summary>
    public static bool MayGoOn(Type type) => MayGoOn(type, []);

    /// <param name="type">What is asked.</param>
    /// <param name="around">Types that are being looked at: one that leads to itself goes on.</param>
    static bool MayGoOn(Type type, HashSet<Type> around)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsByRefLike || type.IsFunctionPointer || type == typeof(string))
            return false;
        // What derives from a tuple has the tuple's hash.
        bool isClosed = type.IsValueType || type.IsSealed || (typeof(ITuple).IsAssignableFrom(type) && type.IsClass);
        return !isClosed || !around.Add(type) || Asked(type, around).Length > 0;
    }

    /// <summary>Whether what is added to this collection is asked for its hash or order, and may lead to others then.</summary>
    public static bool IsAsked(Build build, Type collection) =>
        build.Add is { } add && add.GetParameters() is var parameters && MayGoOn(parameters[0].ParameterType)
            && (parameters.Length == 2 || build.IsGuarded || Array.Exists(collection.GetInterfaces(),
                static i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == typeof(ISet<>)));

    /// <summary>Refuses the key if it is such a one.</summary>
    /// <param name="key">What is to be added.</param>
    /// <param name="keeper">The table, or the comparer that it has.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Check(object? key, object? keeper)
    {
        if (key is null or string || Fields(key.GetType()).Length == 0 || HashGuard.t_copies)
            return;
        var open = new Stack<object>();
        open.Push(key);
        for (int met = 0; open.TryPop(out object? value); met++)
        {
            if (met == Most)
            {
                if (HasOwnComparer(keeper))
                    return;
                throw new WireFormatException(
                    $"A key of type '{key.GetType()}' leads to more than {Most} values, or to itself: its hash would not end. "
                    + "Refused as hostile.");
            }
            foreach (var field in Fields(value.GetType()))
                if (field.GetValue(value) is { } within and not string)
                    open.Push(within);
        }
    }

    /// <summary>Whether somebody's own comparer is asked, and not the keys: it may look at nothing but a number.</summary>
    static bool HasOwnComparer(object? keeper)
    {
        // A derived class may have one of its own beside its base's.
        var property = keeper is null ? null : Array.Find(keeper.GetType().GetProperties(),
            static p => p.Name is "Comparer" or "KeyComparer" && p.GetMethod is { IsStatic: false } && p.GetIndexParameters().Length == 0);
        object? comparer = property?.GetValue(keeper) ?? keeper;
        return comparer is not null && (comparer != keeper || comparer is not IEnumerable)
            && comparer.GetType().Assembly.GetName().Name?.StartsWith("System", StringComparison.Ordinal) == false;
    }

    static FieldInfo[] Fields(Type type) =>
        s_asked.TryGetValue(type, out var known) ? known : s_asked.GetValue(type, static t => Asked(t, [t]));

    static FieldInfo[] Asked(Type type, HashSet<Type> around)
    {
        if (type.IsArray || !IsByMembers(type))
            return [];
        var fields = new List<FieldInfo>();
        bool isPair = type.IsConstructedGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            foreach (var field in level.GetFields(Declared))
                // The pair of a sorted tree is ordered by its key, and hashed by it.
                if (!(isPair && field.Name == "value") && MayGoOn(field.FieldType, around))
                    fields.Add(field);
        return [.. fields];
    }

    /// <summary>Whether the hash is by all members: a tuple's, one that the compiler wrote, or that of all structs.</summary>
    static bool IsByMembers(Type type)
    {
        if (typeof(ITuple).IsAssignableFrom(type))
            return true;
        var hash = type.GetMethod(nameof(GetHashCode), BindingFlags.Instance | BindingFlags.Public, []);
        return hash is not null && (hash.DeclaringType == typeof(ValueType) || hash.IsDefined(typeof(CompilerGeneratedAttribute), false));
    }
}
