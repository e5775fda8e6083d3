using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What types that were registered bring with them: the types that their members declare, and, of registered assemblies, generic
/// classes closed over any of these. Found when a text first names what is not registered itself.
/// </summary>
/// <remarks>
/// The framework's own types are not among them: a window of an application declares members of types that do more than hold data.
/// As arguments of a generic class there are scalars, arrays, lists and dictionaries.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class RegisteredTypes
{
    const int MostDeclared = 20_000;
    const int MostClosed = 512;
    const int DeepestNesting = 4;
    const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance;

    static readonly FrozenDictionary<string, Type> Framework = new[]
    {
        typeof(object), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int),
        typeof(uint), typeof(long), typeof(ulong),
        typeof(float), typeof(double), typeof(decimal), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan),
        typeof(DateOnly), typeof(TimeOnly), typeof(Uri),
        typeof(Nullable<>), typeof(List<>), typeof(HashSet<>), typeof(Dictionary<,>), typeof(KeyValuePair<,>),
    }.ToFrozenDictionary(t => t.FullName!, StringComparer.Ordinal);

    readonly Func<string, Type?> _registered;
    readonly FrozenDictionary<string, Type> _declared;
    readonly FrozenDictionary<string, Type> _enums;
    readonly FrozenDictionary<string, Type> _open;
    readonly ConcurrentDictionary<string, Type> _closed = new(StringComparer.Ordinal);

    public RegisteredTypes(IEnumerable<Type> types, IEnumerable<Assembly> assemblies, Func<string, Type?> registered)
    {
        _registered = registered;
        var enums = new Dictionary<string, Type>(StringComparer.Ordinal);
        _declared = DeclaredIn(types, enums).ToFrozenDictionary(StringComparer.Ordinal);
        var open = new Dictionary<string, Type>(StringComparer.Ordinal);
        foreach (var type in assemblies.SelectMany(a => a.GetTypes()))
            if (type.IsEnum && !type.ContainsGenericParameters)
                enums.TryAdd(TypeNames.Of(type), type);
            else if (type.IsGenericTypeDefinition && !type.IsAbstract && !typeof(Delegate).IsAssignableFrom(type))
                open.TryAdd(type.FullName!, type);
        _open = open.ToFrozenDictionary(StringComparer.Ordinal);
        _enums = enums.ToFrozenDictionary(StringComparer.Ordinal);
    }

    /// <summary>
    /// The enum of this name that a registered type declares: no object is of it, but a list or dictionary may be over it.
    /// </summary>
    public Type? FindEnum(string name) => _enums.GetValueOrDefault(name);

    /// <summary>The type of this name, in the form of <see cref="TypeNames"/>; null if nothing may have it.</summary>
    public Type? Find(string name)
    {
        if (_declared.TryGetValue(name, out var declared))
            return declared;
        if (_closed.TryGetValue(name, out var known))
            return known;
        // Each type that is made costs code that is never given back.
        int bracket = name.IndexOf('[', StringComparison.Ordinal);
        if (bracket < 0 || _closed.Count >= MostClosed || !_open.ContainsKey(name[..bracket]))
            return null;
        int at = 0;
        if (Parse(name, ref at, 0) is not { } type || at != name.Length || !_open.ContainsKey(name[..bracket]) || type.IsArray)
            return null;
        _closed.TryAdd(name, type);
        return type;
    }

    /// <summary><c>Shop.Pair`2[[System.Int32],[Shop.Line[]]]</c></summary>
    Type? Parse(string name, ref int at, int depth)
    {
        int start = at;
        while (at < name.Length && name[at] is not ('[' or ']' or ','))
            at++;
        string simple = name[start..at];
        bool isGeneric = at + 1 < name.Length && name[at] == '[' && name[at + 1] == '[';
        var type = isGeneric && depth < DeepestNesting ? Close(simple, name, ref at, depth) : isGeneric ? null : Plain(simple);
        while (type is not null && at + 1 < name.Length && name[at] == '[' && name[at + 1] == ']')
        {
            if (++depth > DeepestNesting)
                return null;
            type = type.MakeArrayType();
            at += 2;
        }
        return type;
    }

    Type? Plain(string name) => Framework.TryGetValue(name, out var own) && !own.IsGenericTypeDefinition ? own
        : _registered(name) ?? _declared.GetValueOrDefault(name) ?? FindEnum(name);

    Type? Close(string simple, string name, ref int at, int depth)
    {
        var open = _open.GetValueOrDefault(simple)
            ?? (Framework.TryGetValue(simple, out var own) && own.IsGenericTypeDefinition ? own : null);
        if (open is null)
            return null;
        var arguments = new List<Type>();
        do
        {
            at++;
            if (at >= name.Length || name[at++] != '[' || Parse(name, ref at, depth + 1) is not { } argument || at >= name.Length
                || name[at++] != ']')
                return null;
            arguments.Add(argument);
        }
        while (at < name.Length && name[at] == ',');
        if (at >= name.Length || name[at++] != ']' || arguments.Count != open.GetGenericArguments().Length)
            return null;
        try
        {
            return open.MakeGenericType([.. arguments]);
        }
        catch (ArgumentException)
        {
            // The constraints of the class do not allow it.
            return null;
        }
    }

    /// <summary>The types of public members, at any depth, less those of the framework.</summary>
    static Dictionary<string, Type> DeclaredIn(IEnumerable<Type> types, Dictionary<string, Type> enums)
    {
        var found = new Dictionary<string, Type>(StringComparer.Ordinal);
        var seen = new HashSet<Type>();
        var open = new Stack<Type>(types);
        while (open.TryPop(out var type) && seen.Count < MostDeclared)
        {
            while (type.HasElementType)
                type = type.GetElementType()!;
            if (type.IsPointer || type.ContainsGenericParameters || !seen.Add(type))
                continue;
            foreach (var argument in type.IsGenericType ? type.GetGenericArguments() : [])
                open.Push(argument);
            if (!BackingFields.IsOurs(type) || type.IsPrimitive)
                continue;
            if (type.IsEnum)
            {
                enums.TryAdd(TypeNames.Of(type), type);
                continue;
            }
            if (!type.IsAbstract && !typeof(Delegate).IsAssignableFrom(type))
                found.TryAdd(TypeNames.Of(type), type);
            foreach (var property in type.GetProperties(Public))
                open.Push(property.PropertyType);
            foreach (var field in type.GetFields(Public))
                open.Push(field.FieldType);
        }
        return found;
    }
}
