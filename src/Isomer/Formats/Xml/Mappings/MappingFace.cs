using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What a mapping object of the framework says. Its public face tells names only; types, members and flags are internal properties, so they
/// are asked by name, and one that is missing is an error that says so: never a guess.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class MappingFace
{
    const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    public static object? Get(object owner, string name)
    {
        for (var type = owner.GetType(); type is not null; type = type.BaseType)
            if (type.GetProperty(name, All | BindingFlags.DeclaredOnly) is { GetMethod: not null } property)
                return property.GetValue(owner);
        throw Unknown(owner.GetType(), name);
    }

    public static T Get<T>(object owner, string name) => Get(owner, name) is T value ? value : throw Unknown(owner.GetType(), name);

    public static bool Is(object owner, string name) => Get<bool>(owner, name);

    /// <summary>The word of an enumeration that is internal.</summary>
    public static string Word(object owner, string name) => Get(owner, name)?.ToString() ?? "";

    public static IEnumerable<object> List(object owner, string name) => (Get(owner, name) as IEnumerable)?.Cast<object>() ?? [];

    /// <summary>A static method of the framework's TypeScope that takes one mapping and gives members in order.</summary>
    public static IEnumerable<object> Members(object scope, string method, object mapping) =>
        scope.GetType().GetMethods(All)
            .FirstOrDefault(
                m => m.Name == method && m.IsStatic && m.ReturnType != typeof(void) && m.GetParameters() is [var only]
                    && only.ParameterType.IsInstanceOfType(mapping)) is { } found
            ? ((IEnumerable)found.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [mapping], null)!).Cast<object>()
            : throw Unknown(scope.GetType(), method);

    /// <summary>The name of the class of a mapping: StructMapping, ArrayMapping and so on.</summary>
    public static string KindOf(object mapping) => mapping.GetType().Name;

    static NotSupportedException Unknown(Type type, string name) =>
        new($"The mapping of this framework version does not say '{type.Name}.{name}', which Isomer needs of it. Give the type to the constructor instead of a mapping, or keep XmlSerializer for it.");
}
