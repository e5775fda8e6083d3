using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Isomer.Tests.Differential;

/// <summary>Objects of a random case, changed behind their members: what a rule excuses is taken out of a value, or put into it.</summary>
static class Objects
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>
    /// The value with other contents of its fields, where <paramref name="change"/> gives others; it is changed itself, but for a struct,
    /// which is another one.
    /// </summary>
    public static object? Change(object? value, Func<FieldInfo, object?, object?> change) =>
        Change(value, change, new(ReferenceEqualityComparer.Instance));

    static object? Change(object? value, Func<FieldInfo, object?, object?> change, HashSet<object> seen)
    {
        if (value is null or string or Delegate or Type || value.GetType() is { IsPrimitive: true } or { IsEnum: true }
            || (!value.GetType().IsValueType && !seen.Add(value)))
            return value;
        if (value is IList { IsReadOnly: false } list and not Array { Rank: > 1 })
            for (int i = 0; i < list.Count; i++)
            {
                object? changed = Change(list[i], change, seen);
                if (changed?.GetType() is { IsValueType: true, IsPrimitive: false, IsEnum: false })
                    list[i] = changed;
            }
        else if (value is IDictionary { IsReadOnly: false } map)
            foreach (object key in map.Keys.Cast<object>().ToList())
            {
                object? changed = Change(map[key], change, seen);
                if (changed?.GetType() is { IsValueType: true, IsPrimitive: false, IsEnum: false })
                    map[key] = changed;
            }
        else if ((value is IDictionary fixedMap ? fixedMap.Values : value) is IEnumerable items)
            foreach (object? item in items)
                Change(item, change, seen);
        for (var level = value.GetType(); level is not null
            && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true; level = level.BaseType)
            foreach (var field in level.GetFields(Own))
            {
                object? content = field.GetValue(value), changed = change(field, content);
                field.SetValue(value, Change(changed, change, seen));
            }
        return value;
    }

    /// <summary>The value without what is in some fields.</summary>
    public static object? Without(object? value, Func<FieldInfo, bool> isOf) =>
        Change(value,
            (field, content) => !isOf(field) ? content : field.FieldType.IsValueType ? Activator.CreateInstance(field.FieldType) : null);

    /// <summary>The name of the member that a field is, or stands behind.</summary>
    public static string NameOf(FieldInfo field) =>
        Regex.Match(field.Name, @"^(?:<(\w+)>k__BackingField|_of(\w+)|(\w+))$") is var match && match.Groups[1].Success
            ? match.Groups[1].Value
            : match.Groups[2].Success ? match.Groups[2].Value : field.Name;

    /// <summary>The member that a field is, or stands behind; null where there is none of that name.</summary>
    public static MemberInfo? MemberOf(FieldInfo field) => field.DeclaringType!.GetMember(NameOf(field), Own).FirstOrDefault();

    /// <summary>The types of a case: those in the namespace of what a finding was written or read as.</summary>
    public static IEnumerable<Type> TypesOf(Finding finding)
    {
        var made = RootOf(finding.Type);
        return made.Assembly.GetTypes().Where(t => t.Namespace == made.Namespace);
    }

    /// <summary>The case's own type within the one that was written or read.</summary>
    public static Type RootOf(Type type) => type.IsGenericType ? type.GetGenericArguments()[^1] : type.GetElementType() ?? type;

    /// <summary>
    /// The value as one of the types of the same names in another assembly: what is in its fields, where the other type has a field that
    /// takes it, and the items of collections.
    /// </summary>
    public static object? Moved(object? value, Assembly to) => Moved(value, to, new(ReferenceEqualityComparer.Instance));

    /// <summary>The type of the same name in another assembly, and what is made of such types.</summary>
    public static Type Moved(Type type, Assembly to) =>
        type.IsArray ? Moved(type.GetElementType()!, to).MakeArrayType()
        : type is { IsGenericType: true, IsGenericTypeDefinition: false }
            ? Moved(type.GetGenericTypeDefinition(), to).MakeGenericType([.. type.GetGenericArguments().Select(a => Moved(a, to))])
        : IsOfSystem(type) ? type
        : to.GetType(type.FullName!) ?? type;

    static bool IsOfSystem(Type type) => type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true;

    /// <summary>A generic type of the framework's that holds nothing but scalars of its own.</summary>
    static bool IsOfScalars(Type type) =>
        type.IsGenericType && IsOfSystem(type)
            && type.GetGenericArguments().All(a => IsOfSystem(a) && (a == typeof(string) || (a.IsValueType && !a.IsGenericType)));

    static object? Moved(object? value, Assembly to, Dictionary<object, object?> seen)
    {
        if (value is null or string or byte[] or Delegate or Type or System.Xml.XmlNode || value.GetType().IsPrimitive
            || IsOfScalars(value.GetType()))
            return value;
        if (!value.GetType().IsValueType && seen.TryGetValue(value, out object? known))
            return known;
        var (from, type) = (value.GetType(), Moved(value.GetType(), to));
        if (from.IsEnum)
            return Enum.ToObject(type, value);
        if (value is Array array)
        {
            var copy = Array.CreateInstance(type.GetElementType()!, array.Length);
            seen[value] = copy;
            for (int i = 0; i < array.Length; i++)
                copy.SetValue(Moved(array.GetValue(i), to, seen), i);
            return copy;
        }
        if (from is { IsGenericType: true } && from.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
            return Activator.CreateInstance(type, Moved(from.GetProperty("Key")!.GetValue(value), to, seen),
                Moved(from.GetProperty("Value")!.GetValue(value), to, seen));
        if (IsOfSystem(from) && value is not IEnumerable)
            return value;
        bool isCollection = value is IEnumerable && AboveCase(from) != typeof(object);
        object made = isCollection ? Activator.CreateInstance(type)! : RuntimeHelpers.GetUninitializedObject(type);
        if (!from.IsValueType)
            seen[value] = made;
        if (isCollection)
        {
            var above = AboveCase(type);
            // Dictionaries and linked lists have it by their interface.
            var add = above.GetMethods().FirstOrDefault(m => m.Name is "Add" or "Enqueue" or "Push" && m.GetParameters().Length == 1)
                ?? above.GetInterfaces().First(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ICollection<>))
                    .GetMethod("Add")!;
            var items = ((IEnumerable)value).Cast<object?>();
            foreach (object? item in add.Name == "Push" ? items.Reverse() : items)
                add.Invoke(made, [Moved(item, to, seen)]);
        }
        for (var level = from; level is not null && !IsOfSystem(level); level = level.BaseType)
            foreach (var field in level.GetFields(Own))
            {
                object? content = Moved(field.GetValue(value), to, seen);
                if (Moved(level, to).GetField(field.Name, Own) is not { } target)
                    continue;
                content = content is null ? null : Fitted(content, target.FieldType);
                if (content is not null || !target.FieldType.IsValueType)
                    target.SetValue(made, content);
            }
        return made;
    }

    /// <summary>
    /// What a field takes that is declared otherwise: the same items in a collection of that type; null where it takes none of them.
    /// </summary>
    static object? Fitted(object content, Type declared)
    {
        if (declared.IsInstanceOfType(content))
            return content;
        if (content is string or not IEnumerable || Empty(declared) is not { } made)
            return null;
        if (content is IDictionary map)
        {
            if (made is not IDictionary other)
                return null;
            foreach (DictionaryEntry entry in map)
                other.Add(entry.Key, entry.Value is null ? null : Fitted(entry.Value, other.GetType().GetGenericArguments()[^1]));
            return other;
        }
        var of = declared.GetElementType() ?? (declared.IsGenericType ? declared.GetGenericArguments()[0] : typeof(object));
        var items = ((IEnumerable)content).Cast<object?>().Select(i => i is null ? null : Fitted(i, of)).ToList();
        if (made is Array)
        {
            var array = Array.CreateInstance(of, items.Count);
            for (int i = 0; i < items.Count; i++)
                array.SetValue(items[i], i);
            return array;
        }
        if (made is IList { IsReadOnly: false } list)
        {
            items.ForEach(i => list.Add(i));
            return list;
        }
        // Sets, and linked lists, which have it by their interface alone.
        if (made.GetType().GetInterface(typeof(ICollection<>).FullName!)?.GetMethod("Add") is not { } add)
            return null;
        items.ForEach(i => add.Invoke(made, [i]));
        return made;
    }

    /// <summary>A collection that a field of this type takes and that holds nothing; null where there is none.</summary>
    public static object? Empty(Type type)
    {
        if (type.IsArray)
            return Array.CreateInstance(type.GetElementType()!, 0);
        if (!type.IsInterface)
            return type.IsAbstract || type.GetConstructor([]) is null ? null : Activator.CreateInstance(type);
        Type[] of = type.IsGenericType ? type.GetGenericArguments() : [typeof(object), typeof(object)];
        return ((Type[])[typeof(List<>).MakeGenericType(of[0]), typeof(Dictionary<,>).MakeGenericType(of[0], of[^1])])
            .Where(type.IsAssignableFrom).Select(Activator.CreateInstance).FirstOrDefault();
    }

    /// <summary>The nearest base that is no type of the case.</summary>
    static Type AboveCase(Type type)
    {
        while (!IsOfSystem(type))
            type = type.BaseType!;
        return type;
    }
}
