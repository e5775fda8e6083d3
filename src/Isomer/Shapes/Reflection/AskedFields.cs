using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

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

    /// <summary>Its text, which the framework's tables put into the error of a key that comes twice.</summary>
    Text,
}

/// <summary>A field that is asked.</summary>
/// <param name="Field">The field.</param>
/// <param name="ByItems">
/// Whether arrays in it are asked for their items, as code does that F#'s compiler makes, and the equality of attributes.
/// </param>
internal readonly record struct AskedField(FieldInfo Field, bool ByItems);

/// <summary>
/// Which fields of a key its hash and its equality ask, or its order, or its text, and may go on by: those of a tuple, of a record as far
/// as the compiler wrote its methods, and of a struct that has the methods of all structs (whose text is the struct's name). Those that
/// hold numbers and strings are left out.
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2070",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
[UnconditionalSuppressMessage("Trimming", "IL2075",
    Justification = "The hash of a record keeps the fields that it asks; a struct's that were trimmed are not asked.")]
internal static class AskedFields
{
    public const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    static readonly ConditionalWeakTable<Type, AskedField[]> s_hashed = [];
    static readonly ConditionalWeakTable<Type, AskedField[]> s_ordered = [];
    static readonly ConditionalWeakTable<Type, AskedField[]> s_told = [];

    /// <summary>The fields that are asked; none for what ends.</summary>
    /// <param name="type">The class or struct of an object.</param>
    /// <param name="asked">What of it a table asks.</param>
    public static AskedField[] Of(Type type, Asked asked)
    {
        var known = asked switch { Asked.Order => s_ordered, Asked.Text => s_told, _ => s_hashed };
        return known.TryGetValue(type, out var fields) ? fields : known.GetValue(type, asked switch
        {
            Asked.Order => static t => Asks(t, Asked.Order, [t]),
            Asked.Text => static t => Asks(t, Asked.Text, [t]),
            _ => static t => Asks(t, Asked.Hash, [t]),
        });
    }

    /// <summary>Whether values of this type may lead to others without end when they are asked for their hash, or their text.</summary>
    public static bool MayGoOn(Type type, Asked asked = Asked.Hash) => MayGoOn(type, asked, []);

    /// <param name="type">What is asked.</param>
    /// <param name="asked">What it is asked for.</param>
    /// <param name="around">Types that are being looked at: one that leads to itself goes on.</param>
    static bool MayGoOn(Type type, Asked asked, HashSet<Type> around)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsByRefLike || type.IsFunctionPointer || type == typeof(string))
            return false;
        // Where they are asked by their items.
        if (type.IsArray)
            return MayGoOn(type.GetElementType()!, asked, around);
        // What derives from a tuple has the tuple's hash and text.
        bool isClosed = type.IsValueType || type.IsSealed || (IsTuple(type) && type.IsClass);
        if (!isClosed || !around.Add(type))
            return true;
        bool goesOn = Asks(type, asked, around).Length > 0;
        around.Remove(type);
        return goesOn;
    }

    static AskedField[] Asks(Type type, Asked asked, HashSet<Type> around)
    {
        if (type.IsArray)
            return [];
        var levels = asked switch
        {
            Asked.Order => LevelsOf(type, asked, OrderOf),
            Asked.Text => LevelsOf(type, asked, TextOf),
            _ => LevelsOf(type, asked, HashOf).Union(LevelsOf(type, asked, EqualityOf)),
        };
        bool isAttribute = typeof(Attribute).IsAssignableFrom(type);
        var fields = new List<AskedField>();
        foreach (var level in levels)
            foreach (var field in level.GetFields(Declared))
                if (MayGoOn(field.FieldType, asked, around))
                    fields.Add(new(field, isAttribute || IsOfFSharp(level)));
        return [.. fields];
    }

    /// <summary>
    /// The classes of an object whose fields a method asks, from its own up: those for which the compiler wrote it, up to one whose author
    /// did. All of a tuple, of F#'s collections, and of a struct or an attribute that has the hash or the equality of all such. A case of
    /// F#'s unions has fields and no method: that of the union asks them.
    /// </summary>
    static List<Type> LevelsOf(Type type, Asked asked, Func<Type, MethodInfo?> method)
    {
        List<Type> levels = [], cases = [];
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            if (level == typeof(Attribute) && asked == Asked.Hash)
                return AllOf(type);
            var own = method(level);
            if (IsByParts(level, asked) || (own is null && level.IsValueType && asked == Asked.Hash))
                levels.Add(level);
            else if (own is null)
                cases.Add(level);
            else if (IsOfCompiler(own))
                levels.AddRange([level, .. cases]);
            else if (!AsksBase(own))
                break;
            if (own is not null)
                cases.Clear();
        }
        return levels;
    }

    /// <summary>What the framework asks for all its parts.</summary>
    static bool IsByParts(Type level, Asked asked) =>
        level.Assembly.GetName().Name == "FSharp.Core"
        || IsTuple(level)
        || (asked == Asked.Text && (level == typeof(DictionaryEntry)
            || (level.IsGenericType && level.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))));

    /// <summary>One of the framework's: a record of somebody's own may have the interface.</summary>
    static bool IsTuple(Type type) => typeof(ITuple).IsAssignableFrom(type) && type.Assembly == typeof(ITuple).Assembly;

    /// <summary>A record or a union, a case of one, and what the library of F# has.</summary>
    static bool IsOfFSharp(Type level) =>
        level.Assembly.GetName().Name == "FSharp.Core" || IsMapped(level) || (level.BaseType is { } union && IsMapped(union));

    static bool IsMapped(Type type)
    {
        foreach (var attribute in type.GetCustomAttributesData())
            if (attribute.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute")
                return true;
        return false;
    }

    /// <summary>
    /// Whether a method by hand asks its base's, as the hash of a derived record may (<c>HashCode.Combine(base.GetHashCode(), Id)</c>):
    /// told by a call in its code. Native AOT has none to look at.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method that was trimmed away is not called.")]
    static bool AsksBase(MethodInfo method)
    {
        const byte Call = 0x28;
        if (method.DeclaringType!.BaseType is not { } parent || parent == typeof(object) || parent == typeof(ValueType)
            || !RuntimeFeature.IsDynamicCodeSupported || method.GetMethodBody()?.GetILAsByteArray() is not { } code)
            return false;
        for (int i = code.AsSpan().IndexOf(Call); i >= 0 && i + 4 < code.Length; i++)
        {
            if (code[i] != Call)
                continue;
            MethodBase? called = null;
            try
            {
                called = method.Module.ResolveMethod(BitConverter.ToInt32(code, i + 1), method.DeclaringType.GetGenericArguments(), null);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // No call, but a number in which the byte stands, or a call into a library that is not there.
            }
            if (called?.Name == method.Name && called.DeclaringType!.IsAssignableFrom(parent) && called.DeclaringType != typeof(object))
                return true;
        }
        return false;
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

    /// <summary>A record's text is what its PrintMembers says, which its author may have written.</summary>
    static MethodInfo? TextOf(Type level)
    {
        var text = level.GetMethod(nameof(ToString), Declared, []);
        return text is not null && IsOfCompiler(text)
            ? level.GetMethod("PrintMembers", Declared, [typeof(StringBuilder)]) ?? text
            : text;
    }

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
