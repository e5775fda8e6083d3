using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Tests.Packaging;

/// <summary>
/// What an assembly shows to others, a line for each type and member, each line whole by itself: a difference of two such texts reads
/// as what would break, or what was added.
/// </summary>
static class PublicApi
{
    const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
        | BindingFlags.DeclaredOnly;

    public static string[] Of(Assembly assembly) =>
        [.. assembly.GetExportedTypes().SelectMany(Lines).Distinct().Order(StringComparer.Ordinal)];

    static IEnumerable<string> Lines(Type type)
    {
        string name = NameOf(type);
        yield return $"{Kind(type)} {name}{Bases(type)}{Constraints(type.GetGenericArguments().Skip(type.DeclaringType?.GetGenericArguments().Length ?? 0))}";
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            yield return $"{name}({Parameters(type.GetMethod("Invoke")!)}) -> {Returned(type.GetMethod("Invoke")!)}";
            yield break;
        }
        foreach (MemberInfo member in type.GetMembers(Declared))
            if (Line(type, name, member) is { } line)
                yield return line;
    }

    static string Kind(Type type) => type switch
    {
        { IsEnum: true } => $"enum({Short(Enum.GetUnderlyingType(type))})",
        { IsInterface: true } => "interface",
        _ when typeof(Delegate).IsAssignableFrom(type) => "delegate",
        { IsValueType: true } =>
            (type.IsDefined(typeof(IsReadOnlyAttribute), false) ? "readonly " : "") + (type.IsByRefLike ? "ref " : "") + "struct",
        { IsAbstract: true, IsSealed: true } => "static class",
        { IsAbstract: true } => "abstract class",
        { IsSealed: true } => "sealed class",
        _ => "class",
    };

    static string Bases(Type type)
    {
        if (type.IsEnum || typeof(Delegate).IsAssignableFrom(type))
            return "";
        var bases = new List<string>();
        if (type.BaseType is { } super && super != typeof(object) && super != typeof(ValueType))
            bases.Add(Short(super));
        bases.AddRange(type.GetInterfaces().Where(i => i.IsVisible).Select(Short).Order(StringComparer.Ordinal));
        return bases.Count == 0 ? "" : " : " + string.Join(", ", bases);
    }

    static string? Line(Type type, string name, MemberInfo member) => member switch
    {
        Type => null, // among the exported ones by itself
        { Name: ['<', ..] } => null, // what the compiler makes of a record
        FieldInfo { IsSpecialName: true } => null,
        FieldInfo f when type.IsEnum => $"{name}.{f.Name} = {Convert.ToString(f.GetRawConstantValue(), CultureInfo.InvariantCulture)}",
        FieldInfo f when IsShown(f.IsPublic, f.IsFamily || f.IsFamilyOrAssembly) =>
            $"{(f.IsLiteral ? "const " : f.IsStatic ? "static " : "")}{(f.IsInitOnly ? "readonly " : "")}{name}.{f.Name}{(f.IsLiteral ? " = " + Value(f.GetRawConstantValue()) : "")} -> {Nullable(f.FieldType, new NullabilityInfoContext().Create(f).ReadState)}",
        ConstructorInfo c when !c.IsStatic && IsShown(c.IsPublic, c.IsFamily || c.IsFamilyOrAssembly) => $"{name}.new({Parameters(c)})",
        PropertyInfo p => Property(name, p),
        EventInfo e when e.AddMethod is { } add && IsShown(add.IsPublic, add.IsFamily) =>
            $"event {name}.{e.Name} -> {Short(e.EventHandlerType!)}",
        MethodInfo m
            when !(m.IsSpecialName && !m.Name.StartsWith("op_", StringComparison.Ordinal))
                && IsShown(m.IsPublic, m.IsFamily || m.IsFamilyOrAssembly) => Method(name, m),
        _ => null,
    };

    static bool IsShown(bool isPublic, bool isFamily) => isPublic || isFamily;

    static string? Property(string name, PropertyInfo property)
    {
        string Accessor(MethodInfo? accessor, string word) =>
            accessor is null || !IsShown(accessor.IsPublic, accessor.IsFamily || accessor.IsFamilyOrAssembly) ? ""
            : (accessor.IsPublic ? "" : "protected ")
                + (word == "set" && accessor.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) ? "init" : word)
                + "; ";
        string accessors = Accessor(property.GetMethod, "get") + Accessor(property.SetMethod, "set");
        if (accessors.Length == 0)
            return null;
        ParameterInfo[] index = property.GetIndexParameters();
        NullabilityInfo nullability = new NullabilityInfoContext().Create(property);
        MethodInfo one = property.GetMethod ?? property.SetMethod!;
        return $"{Virtual(one)}{(property.IsDefined(typeof(RequiredMemberAttribute)) ? "required " : "")}{name}.{property.Name}{(index.Length == 0 ? "" : $"[{string.Join(", ", index.Select(Parameter))}]")} {{ {accessors}}} -> {Nullable(property.PropertyType, property.GetMethod is null ? nullability.WriteState : nullability.ReadState)}";
    }

    static string Method(string name, MethodInfo method) =>
        $"{Virtual(method)}{name}.{method.Name}{(method.IsGenericMethodDefinition ? $"<{string.Join(", ", method.GetGenericArguments().Select(a => a.Name))}>" : "")}({Parameters(method)}) -> {Returned(method)}{Constraints(method.IsGenericMethodDefinition ? method.GetGenericArguments() : [])}";

    static string Virtual(MethodInfo method) => method.IsStatic ? "static " : method.DeclaringType!.IsInterface ? ""
        : method.IsAbstract
            ? "abstract "
            : method.IsVirtual && !method.IsFinal ? method.GetBaseDefinition() == method ? "virtual " : "override " : "";

    static string Returned(MethodInfo method) =>
        Nullable(method.ReturnType, new NullabilityInfoContext().Create(method.ReturnParameter).ReadState);

    static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Parameter));

    static string Parameter(ParameterInfo parameter)
    {
        string way = parameter.ParameterType.IsByRef
            ? parameter.IsOut ? "out " : parameter.IsIn ? "in " : "ref "
            : parameter.IsDefined(typeof(ParamArrayAttribute)) ? "params " : "";
        string type = Nullable(parameter.ParameterType, new NullabilityInfoContext().Create(parameter).WriteState);
        return $"{way}{type} {parameter.Name}{(parameter.HasDefaultValue ? " = " + Value(parameter.RawDefaultValue) : "")}";
    }

    static string Value(object? value) =>
        value switch
        {
            null => "null",
            string s => $"\"{s}\"",
            bool b => b ? "true" : "false",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!
        };

    static string Nullable(Type type, NullabilityState state) =>
        Short(type) + (state == NullabilityState.Nullable && System.Nullable.GetUnderlyingType(type) is null ? "?" : "");

    static string Constraints(IEnumerable<Type> arguments)
    {
        string text = "";
        foreach (Type argument in arguments)
        {
            var words = new List<string>();
            GenericParameterAttributes attributes = argument.GenericParameterAttributes;
            if (attributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint))
                words.Add("struct");
            else if (attributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
                words.Add("class");
            words.AddRange(argument.GetGenericParameterConstraints().Where(c => c != typeof(ValueType)).Select(Short));
            if (attributes.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint) && words is not ["struct", ..])
                words.Add("new()");
            if (attributes.HasFlag(GenericParameterAttributes.AllowByRefLike))
                words.Add("allows ref struct");
            if (words.Count > 0)
                text += $" where {argument.Name} : {string.Join(", ", words)}";
        }
        return text;
    }

    /// <summary>With its namespace, as it is declared.</summary>
    static string NameOf(Type type) => (type.Namespace is { } space ? space + "." : "") + Short(type);

    /// <summary>Without namespaces: names of the library are few, and lines stay readable.</summary>
    static string Short(Type type)
    {
        if (type.IsByRef)
            return Short(type.GetElementType()!);
        if (type.IsArray)
            return Short(type.GetElementType()!) + $"[{new string(',', type.GetArrayRank() - 1)}]";
        if (type.IsPointer)
            return Short(type.GetElementType()!) + "*";
        if (System.Nullable.GetUnderlyingType(type) is { } underlying)
            return Short(underlying) + "?";
        if (type.IsGenericParameter)
            return type.Name;
        string word = type == typeof(void)
            ? "void"
            : type == typeof(object)
                ? "object"
                : type == typeof(string)
                    ? "string"
                    : type == typeof(bool)
                        ? "bool"
                        : type == typeof(byte) ? "byte" : type == typeof(int) ? "int" : type == typeof(long) ? "long" : type.Name;
        int tick = word.IndexOf('`', StringComparison.Ordinal);
        Type[] arguments = type.GetGenericArguments();
        int outer = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        string own = tick < 0 ? word : $"{word[..tick]}<{string.Join(", ", arguments.Skip(outer).Select(Short))}>";
        if (type.DeclaringType is not { } declaring)
            return own;
        return Short(
            declaring.IsGenericTypeDefinition && type.IsConstructedGenericType ? declaring.MakeGenericType(arguments[..outer]) : declaring)
                + "." + own;
    }
}
