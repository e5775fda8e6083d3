using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Names and namespaces of contracts: <c>GenOfBaseNw15xI7p</c> in <c>http://schemas.datacontract.org/2004/07/A</c>. The eight
/// letters tell apart what the names of the arguments do not: they stand for the arguments' namespaces.
/// </summary>
internal static class ContractNames
{
    internal sealed record Names(string Name, string Namespace, string Item = "", string Key = "", string Value = "");

    /// <summary>
    /// Name and namespace of a scalar that has its own; null of anything else. Its element as a root is in Serialization.
    /// </summary>
    public static (string Name, string Namespace)? BuiltIn(Type type) => type.IsEnum ? null : Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => ("boolean", ContractInfo.Schema),
        TypeCode.Char => ("char", ContractInfo.Serialization),
        TypeCode.SByte => ("byte", ContractInfo.Schema),
        TypeCode.Byte => ("unsignedByte", ContractInfo.Schema),
        TypeCode.Int16 => ("short", ContractInfo.Schema),
        TypeCode.UInt16 => ("unsignedShort", ContractInfo.Schema),
        TypeCode.Int32 => ("int", ContractInfo.Schema),
        TypeCode.UInt32 => ("unsignedInt", ContractInfo.Schema),
        TypeCode.Int64 => ("long", ContractInfo.Schema),
        TypeCode.UInt64 => ("unsignedLong", ContractInfo.Schema),
        TypeCode.Single => ("float", ContractInfo.Schema),
        TypeCode.Double => ("double", ContractInfo.Schema),
        TypeCode.Decimal => ("decimal", ContractInfo.Schema),
        TypeCode.DateTime => ("dateTime", ContractInfo.Schema),
        TypeCode.String => ("string", ContractInfo.Schema),
        _ when type == typeof(byte[]) => ("base64Binary", ContractInfo.Schema),
        _ when type == typeof(Guid) => ("guid", ContractInfo.Serialization),
        _ when type == typeof(TimeSpan) => ("duration", ContractInfo.Serialization),
        _ when type == typeof(Uri) => ("anyURI", ContractInfo.Schema),
        _ when type == typeof(XmlQualifiedName) => ("QName", ContractInfo.Schema),
        _ when type == typeof(DateOnly) => ("dateOnly", ContractInfo.Serialization),
        _ when type == typeof(TimeOnly) => ("timeOnly", ContractInfo.Serialization),
        _ => null,
    };

    public static Names Of(Type type, ContractKind kind, Type? item, Type? value)
    {
        if (BuiltIn(type) is { } known)
            return new Names(known.Name, known.Namespace);
        if (kind == ContractKind.Any)
            return new Names("anyType", ContractInfo.Schema);
        if (kind == ContractKind.Xml)
            return OfXml(type);
        if (item is not null
            && (kind is ContractKind.Collection or ContractKind.Map || (kind == ContractKind.Refused && !IsOfItself(item))))
            return OfCollection(type, kind, item, value);
        if (FieldMembers.IsCarrier(type))
            return OfCarrier(type);
        var attribute = type.GetCustomAttribute<DataContractAttribute>(false);
        string name = attribute is { IsNameSetExplicitly: true, Name: { } given } ? Encode(Format(given, type)) : Default(type);
        return new Names(name, attribute is { IsNamespaceSetExplicitly: true, Namespace: { } ns } ? ns : NamespaceOf(type));
    }

    /// <summary>Fields are in the namespace of the class whose they are, entries in none.</summary>
    static Names OfCarrier(Type carrier) => FieldMembers.Carried(carrier) switch
    {
        ({ } type, _) => new Names(ContractInfo.Of(type).Name, ContractInfo.Of(type).Namespace),
        (_, { } name) => new Names(Encode(name[(name.LastIndexOf('.') + 1)..]), ContractInfo.Defaults + name[..name.LastIndexOf('.')]),
        _ => new Names(Default(carrier), ""),
    };

    /// <summary>Of the root element: that of the contract, but for XML that a type writes itself, which [XmlRoot] may name.</summary>
    public static (string? Name, string Namespace) OfRoot(Type type, ContractInfo info)
    {
        if (info.Kind is ContractKind.BuiltIn or ContractKind.Any)
            return (info.Name, ContractInfo.Serialization);
        if (info.Kind != ContractKind.Xml)
            return (info.Name, info.Namespace);
        var root = type.GetCustomAttribute<XmlRootAttribute>(false);
        if (type == typeof(XmlElement) || ProvidedSchema.Of(type) is { IsAny: true })
            return root is null
                ? (null, "")
                : throw new NotSupportedException(
                    $"'{type}' is of any element ([XmlSchemaProvider] with IsAny), which [XmlRoot] cannot name. Remove one of them.");
        if (root is null)
            return (info.Name, info.Namespace);
        return (root.ElementName.Length > 0 ? Encode(root.ElementName) : info.Name, root.Namespace ?? "");
    }

    static Names OfCollection(Type type, ContractKind kind, Type item, Type? value)
    {
        bool isMap = kind == ContractKind.Map;
        var attribute = type.GetCustomAttribute<CollectionDataContractAttribute>(false);
        // Not asked for where it is given: a collection may be one of itself.
        string itemName = attribute?.IsItemNameSetExplicitly == true ? Encode(attribute.ItemName!)
            : isMap ? EntryName(item, value!) : ContractInfo.Of(item).Name;
        string key = attribute?.IsKeyNameSetExplicitly == true ? Encode(attribute.KeyName!) : "Key";
        string valueName = attribute?.IsValueNameSetExplicitly == true ? Encode(attribute.ValueName!) : "Value";
        if (attribute is null)
        {
            // An optional item's namespace is that of Nullable, its name what is in it.
            var name = Nullable.GetUnderlyingType(item) is null || isMap ? itemName : OfArgument(item).Name;
            string ns = isMap ? ContractInfo.Arrays : CollectionNamespace(OfArgument(item).Namespace);
            return new Names("ArrayOf" + name, ns, itemName, key, valueName);
        }
        return new Names(
            attribute.IsNameSetExplicitly ? Encode(Format(attribute.Name!, type)) : Default(type),
            attribute.IsNamespaceSetExplicitly ? attribute.Namespace! : NamespaceOf(type),
            itemName,
            key,
            valueName);
    }

    /// <summary>Whether the names of the items, of theirs and so on do not end.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static bool IsOfItself(Type? item)
    {
        for (int depth = 0; item is not null && depth < ContractInfo.DeepestName; depth++)
            if (ContractKinds.Of(Nullable.GetUnderlyingType(item) ?? item, out item, out _) == ContractKind.Map)
                return false;
        return item is not null;
    }

    static string CollectionNamespace(string item) => IsBuiltInNamespace(item) ? ContractInfo.Arrays : item;

    static bool IsBuiltInNamespace(string ns) => ns is ContractInfo.Schema or ContractInfo.Serialization;

    /// <summary>KeyValueOfstringBaseBl3DTYje</summary>
    static string EntryName(Type key, Type value)
    {
        var (k, v) = (OfArgument(key), OfArgument(value));
        return $"KeyValueOf{k.Name}{v.Name}{(IsBuiltInNamespace(k.Namespace) && IsBuiltInNamespace(v.Namespace) ? "" : Hash($" 2 {k.Namespace} {v.Namespace}"))}";
    }

    /// <summary>As an argument of a generic type: there, unlike as an element, an optional value has a name of its own.</summary>
    static (string Name, string Namespace) OfArgument(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is null)
            return ContractInfo.Of(type) is var info ? (info.Name, info.Namespace) : default;
        return (Default(type), NamespaceOf(type));
    }

    static Names OfXml(Type type)
    {
        if (type == typeof(XmlNode[]))
            return new Names("ArrayOfXmlNode", ContractInfo.Defaults + "System.Xml");
        if (type == typeof(XmlElement))
            return new Names("XmlElement", ContractInfo.Defaults + "System.Xml");
        if (ProvidedSchema.Of(type) is { IsAny: false, Name: { IsEmpty: false } name })
            return new Names(name.Name, name.Namespace);
        return new Names(Default(type), NamespaceOf(type));
    }

    /// <summary>The name of a type that gives none: its own, behind those of the types it is nested in, then its arguments'.</summary>
    static string Default(Type type)
    {
        var levels = Levels(type);
        string name = string.Join('.', levels.Select(l => l.Name.Split('`')[0]));
        if (!type.IsGenericType)
            return Encode(name);
        var arguments = type.GetGenericArguments().Select(OfArgument).ToArray();
        string hash = levels.Count > 1 || arguments.Any(a => !IsBuiltInNamespace(a.Namespace)) ? HashOf(levels, arguments) : "";
        return Encode($"{name}Of") + string.Concat(arguments.Select(a => a.Name)) + hash;
    }

    /// <summary>A name with {0}, {1} for the arguments' names and {#} for the hash, if there need be one.</summary>
    static string Format(string name, Type type)
    {
        if (!type.IsGenericType || !name.Contains('{', StringComparison.Ordinal))
            return name;
        var arguments = type.GetGenericArguments().Select(OfArgument).ToArray();
        var result = new StringBuilder();
        for (int i = 0; i < name.Length; i++)
        {
            int end = name[i] == '{' ? name.IndexOf('}', i) : -1;
            if (end < 0)
            {
                result.Append(name[i]);
                continue;
            }
            string inside = name[(i + 1)..end];
            if (inside == "#")
                result.Append(arguments.All(a => IsBuiltInNamespace(a.Namespace)) ? "" : HashOf(Levels(type), arguments));
            else if (int.TryParse(inside, out int index) && (uint)index < (uint)arguments.Length)
                result.Append(arguments[index].Name);
            else
                throw new NotSupportedException(
                    $"'{type}': the contract name '{name}' has '{{{inside}}}', which stands for no argument of the type.");
            i = end;
        }
        return result.ToString();
    }

    /// <summary>The type and those it is nested in, outermost first.</summary>
    static List<Type> Levels(Type type)
    {
        var levels = new List<Type>();
        for (var t = type; t is not null; t = t.DeclaringType)
            levels.Insert(0, t);
        return levels;
    }

    /// <summary>For each level of nesting, innermost first, the number of its own parameters; then the arguments' namespaces.</summary>
    static string HashOf(List<Type> levels, (string Name, string Namespace)[] arguments)
    {
        var text = new StringBuilder();
        for (int i = levels.Count - 1; i >= 0; i--)
            text.Append(' ').Append(levels[i].GetGenericArguments().Length - (i == 0 ? 0 : levels[i - 1].GetGenericArguments().Length));
        foreach (var (_, ns) in arguments)
            text.Append(' ').Append(ns);
        return Hash(text.ToString());
    }

#pragma warning disable CA5351 // the contract's own names are made with MD5; nothing is kept secret by it
    static string Hash(string text)
    {
        byte[] hash = MD5.HashData(Encoding.UTF8.GetBytes(text));
        return Convert.ToBase64String(hash, 0, 6).Replace("/", "_S", StringComparison.Ordinal).Replace("+", "_P", StringComparison.Ordinal);
    }
#pragma warning restore CA5351

    /// <summary>By [ContractNamespace] of the assembly or module, else the framework's own, from the CLR namespace.</summary>
    public static string NamespaceOf(Type type)
    {
        // Native AOT knows the namespace of a class within a class, and not of one within that.
        var outermost = type;
        while (outermost.DeclaringType is { } around)
            outermost = around;
        string clr = outermost.Namespace ?? "";
        string? general = null;
        foreach (var attribute in type.Module.GetCustomAttributes<ContractNamespaceAttribute>()
            .Concat(type.Assembly.GetCustomAttributes<ContractNamespaceAttribute>()))
        {
            if (attribute.ClrNamespace == clr)
                return attribute.ContractNamespace;
            if (attribute.ClrNamespace is null)
                general ??= attribute.ContractNamespace;
        }
        return general ?? ContractInfo.Defaults + clr;
    }

    /// <summary>A name that XML takes: "a b" is a_x0020_b; one that it takes already stays, also where it looks encoded.</summary>
    public static string Encode(string name) => IsLocalName(name) ? name : XmlConvert.EncodeLocalName(name)!;

    static bool IsLocalName(string name)
    {
        for (int i = 0; i < name.Length; i++)
            if (i == 0 ? !XmlConvert.IsStartNCNameChar(name[0]) : !XmlConvert.IsNCNameChar(name[i]))
                return false;
        return name.Length > 0;
    }
}
