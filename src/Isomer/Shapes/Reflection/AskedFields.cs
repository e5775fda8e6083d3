using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>What a table asks of a key.</summary>
internal enum Asked
{
    /// <summary>Its hash, and its equality with a key of one hash.</summary>
    Hash,

    /// <summary>Its order alone, as sorted tables do.</summary>
    Order,

    /// <summary>Its hash or order, and that of the items of arrays in it.</summary>
    Structure,
}

/// <summary>
/// Which fields of a key its hash and its equality ask, or its order, and may go on by: those of a tuple, of a record as far as the
/// compiler wrote its methods, and of a struct that has the methods of all structs. Those that hold numbers and strings are left out.
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2070",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
[UnconditionalSuppressMessage("Trimming", "IL2075",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
internal static class AskedFields
{
    public const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    static readonly ConditionalWeakTable<Type, FieldInfo[]> s_hashed = [];
    static readonly ConditionalWeakTable<Type, FieldInfo[]> s_ordered = [];

    /// <summary>The fields that are asked; none for what ends.</summary>
    /// <param name="type">The class or struct of an object.</param>
    /// <param name="asked">What of it a table asks.</param>
    public static FieldInfo[] Of(Type type, Asked asked)
    {
        var known = asked == Asked.Order ? s_ordered : s_hashed;
        return known.TryGetValue(type, out var fields) ? fields
            : known.GetValue(type, asked == Asked.Order ? static t => Fields(LevelsOf(t, OrderOf), [t]) : static t => Hashed(t, [t]));
    }

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
        if (!isClosed || !around.Add(type))
            return true;
        bool goesOn = Hashed(type, around).Length > 0;
        around.Remove(type);
        return goesOn;
    }

    static FieldInfo[] Hashed(Type type, HashSet<Type> around) =>
        type.IsArray ? [] : Fields(LevelsOf(type, HashOf).Union(LevelsOf(type, EqualityOf)), around);

    static FieldInfo[] Fields(IEnumerable<Type> levels, HashSet<Type> around)
    {
        var fields = new List<FieldInfo>();
        foreach (var level in levels)
            foreach (var field in level.GetFields(Declared))
                if (MayGoOn(field.FieldType, around))
                    fields.Add(field);
        return [.. fields];
    }

    /// <summary>
    /// The classes of an object whose fields a method asks, from its own up: those for which the compiler wrote it, up to one whose author
    /// did. All of a tuple, of F#'s collections, and of a struct or an attribute that has the hash or the equality of all such.
    /// </summary>
    static List<Type> LevelsOf(Type type, Func<Type, MethodInfo?> method)
    {
        var levels = new List<Type>();
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            if (level == typeof(Attribute) && method != OrderOf)
                return AllOf(type);
            bool isByParts = level.Assembly.GetName().Name == "FSharp.Core"
                || (typeof(ITuple).IsAssignableFrom(level) && level.Assembly == typeof(ITuple).Assembly);
            var own = method(level);
            if (isByParts || (own is null ? level.IsValueType && method != OrderOf : IsOfCompiler(own)))
                levels.Add(level);
            else if (own is not null)
                break;
        }
        return levels;
    }

    static List<Type> AllOf(Type type)
    {
        var levels = new List<Type>();
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            levels.Add(level);
        return levels;
    }

    static bool IsOfCompiler(MethodInfo method) =>
        method.IsDefined(typeof(CompilerGeneratedAttribute), false)
        || method.DeclaringType!.IsDefined(typeof(CompilerGeneratedAttribute), false);

    static MethodInfo? HashOf(Type level) => level.GetMethod(nameof(GetHashCode), Declared, []);

    /// <summary>A record's Equals for objects asks the one for records, which its author may have written.</summary>
    static MethodInfo? EqualityOf(Type level)
    {
        var ofObject = level.GetMethod(nameof(Equals), Declared, [typeof(object)]);
        return ofObject is not null && IsOfCompiler(ofObject) ? level.GetMethod(nameof(Equals), Declared, [level]) ?? ofObject : ofObject;
    }

    static MethodInfo? OrderOf(Type level) =>
        level.GetMethod(nameof(IComparable.CompareTo), Declared, [level])
        ?? level.GetMethod(nameof(IComparable.CompareTo), Declared, [typeof(object)]);
}
