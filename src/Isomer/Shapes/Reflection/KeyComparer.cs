using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>Whom a table asks for the hash, the equality or the order of its keys: its comparer, or the keys.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2070",
    Justification = "Of a table that exists: where its comparer was trimmed away, nobody asks that, and the key is refused.")]
[UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The delegates of a comparer that exists.")]
internal static class KeyComparer
{
    /// <summary>Found once for each class: 0.8 us a key, which was three quarters of the time of a table of tuples.</summary>
    static readonly ConditionalWeakTable<Type, StrongBox<MemberInfo?>> s_members = [];

    /// <summary>The comparer of a table, or what stands for it; null where there is none to be seen.</summary>
    public static object? Of(object? keeper) =>
        keeper is not IEnumerable
            ? keeper
            : s_members.GetValue(keeper.GetType(), static type => new(MemberOf(type))).Value switch
            {
                PropertyInfo property => property.GetValue(keeper),
                FieldInfo field => field.GetValue(keeper),
                _ => null,
            };

    /// <summary>The comparer of a table where it is somebody's own, and is asked in the keys' place; else null.</summary>
    public static object? OwnOf(object? table) => table is not null && Of(table) is { } comparer && IsOwn(comparer) ? comparer : null;

    /// <summary>The hash that a comparer gives a key whose type may not be known.</summary>
    public static int HashOf<TKey>(object comparer, TKey key) =>
        comparer is IEqualityComparer<TKey> typed ? typed.GetHashCode(key!)
        : comparer is IEqualityComparer untyped ? untyped.GetHashCode(key!)
        : TypedOf(comparer) is { } any ? (int)any.GetMethod(nameof(GetHashCode))!.Call(comparer, key)!
        : key!.GetHashCode();

    /// <summary>The interface by which a comparer of one type is asked.</summary>
    public static Type? TypedOf(object comparer) => Array.Find(comparer.GetType().GetInterfaces(),
        static i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == typeof(IEqualityComparer<>));

    /// <summary>
    /// The property of the framework's class, beside which a class that derives from it may have one of its own; a field of the old tables,
    /// which do not show theirs.
    /// </summary>
    static MemberInfo? MemberOf(Type type)
    {
        var properties = Array.FindAll(type.GetProperties(), static p => p.Name is "Comparer" or "KeyComparer"
            && p.GetMethod is { IsStatic: false } && p.GetIndexParameters().Length == 0);
        var fields = new List<FieldInfo>();
        for (Type? level = type; level is not null; level = level.BaseType)
            fields.AddRange(Array.FindAll(level.GetFields(AskedFields.Declared),
                static f => f.FieldType == typeof(IEqualityComparer) || f.FieldType == typeof(IComparer)));
        MemberInfo[] all = [.. properties, .. fields];
        return Array.Find(all, static m => IsOfFramework(m.DeclaringType!.Assembly.GetName().Name!)) ?? (all.Length > 0 ? all[0] : null);
    }

    /// <summary>Whether keys are sets, which the framework's comparer asks for the hash and the equality of all items.</summary>
    public static bool IsOfSets(object? comparer) => comparer?.GetType().Name is "SortedSetEqualityComparer`1" or "HashSetEqualityComparer`1";

    /// <summary>Whether arrays are asked for their items' hash or order: by the comparers of StructuralComparisons and of F#.</summary>
    public static bool IsStructural(object? comparer) =>
        comparer == StructuralComparisons.StructuralEqualityComparer || comparer == StructuralComparisons.StructuralComparer
        || (comparer?.GetType().Assembly.GetName().Name == "FSharp.Core" && !IsOwn(comparer));

    /// <summary>
    /// Whether somebody's own comparer is asked, and not the keys: it may look at nothing but a number. So is one of the framework's that
    /// asks somebody's delegate.
    /// </summary>
    public static bool IsOwn(object? comparer) =>
        comparer is not null && s_own.GetValue(comparer.GetType(), static type => new(IsOwn(type))).Value;

    /// <summary>Looked at once for each class: 520 bytes a table otherwise.</summary>
    static readonly ConditionalWeakTable<Type, StrongBox<bool>> s_own = [];

    static bool IsOwn(Type type) => type == typeof(ReferenceEqualityComparer)
        || !IsOfFramework(type.Assembly.GetName().Name!)
        || Array.Exists(type.GetFields(AskedFields.Declared),
            static f => typeof(Delegate).IsAssignableFrom(f.FieldType)
                || f.FieldType.FullName?.StartsWith("Microsoft.FSharp.Core.FSharpFunc", StringComparison.Ordinal) == true);

    /// <summary>Libraries whose comparers ask the keys.</summary>
    public static bool IsOfFramework(string assembly) =>
        assembly is "System" or "FSharp.Core" || assembly.StartsWith("System.", StringComparison.Ordinal);
}
