using System.Collections;
using System.Globalization;
using System.Xml;

namespace Isomer.Formats;

// What has identity, arrays, and values whose type only they themselves tell.
internal sealed partial class SoapWriter
{
    static bool HasIdentity(object value) =>
        Type.GetTypeCode(value.GetType()) == TypeCode.Object && value is not (Guid or XmlNode[] or byte[])
            && value.GetType() != typeof(XmlQualifiedName);

    void WriteReferring(string? name, string? ns, object? value, Type? expected, bool isHere, bool isNullable)
    {
        if (value is null)
        {
            if (isNullable)
                Nil(name, ns, prefixed: true);
            return;
        }
        var known = mapping.ByType.GetValueOrDefault(value.GetType());
        if (HasIdentity(value))
        {
            if ((isHere || _is12) && !_ids.ContainsKey(value))
                WriteIdentified(name, ns, value, expected);
            else if (name is not null)
                WriteReference(name, ns, value);
            else
                WriteReference((known ?? throw Unknown(value)).Name, known.Namespace, value);
            return;
        }
        if (known is null)
        {
            WriteTyped(name, ns, value, value.GetType() != expected);
            return;
        }
        Start(name ?? known.Name, name is null ? known.Namespace : ns, prefixed: true);
        // An enum says its type itself.
        if (value.GetType() != expected && !value.GetType().IsEnum)
            XsiType(known.Name, known.Namespace);
        WriteContent(known, value);
        writer.WriteEndElement();
    }

    void WriteReference(string name, string? ns, object value)
    {
        Start(name, ns, prefixed: true);
        if (_is12)
            writer.WriteAttributeString("ref", SoapNames.Encoding12, IdOf(value, isBehind: true));
        else
            writer.WriteAttributeString("href", "#" + IdOf(value, isBehind: true));
        writer.WriteEndElement();
    }

    string IdOf(object value, bool isBehind)
    {
        if (_ids.TryGetValue(value, out string? id))
            return id;
        id = string.Create(CultureInfo.InvariantCulture, $"{idBase}id{_ids.Count + 1}");
        _ids.Add(value, id);
        if (isBehind)
            _behind.Add(value);
        return id;
    }

    void WriteId(object value)
    {
        if (_is12)
            writer.WriteAttributeString("id", SoapNames.Encoding12, IdOf(value, isBehind: false));
        else
            writer.WriteAttributeString("id", IdOf(value, isBehind: false));
    }

    void WriteIdentified(string? name, string? ns, object value, Type? expected)
    {
        var type = value.GetType();
        if (type.IsArray || value is IEnumerable)
        {
            WriteArray(name, ns, value, type);
            return;
        }
        var known = mapping.ByType.GetValueOrDefault(type) ?? throw Unknown(value);
        Start(string.IsNullOrEmpty(name) ? known.Name : name, ns ?? known.Namespace, prefixed: true);
        WriteId(value);
        if (expected != type)
            XsiType(known.Name, known.Namespace);
        WriteContent(known, value);
        writer.WriteEndElement();
    }

    void WriteArray(string? name, string? ns, object value, Type type)
    {
        var item = ItemOf(type);
        string dimensions = "";
        // SOAP 1.1 counts arrays of arrays in the name of the type.
        while (!_is12 && (item.IsArray || typeof(IEnumerable).IsAssignableFrom(item)) && SoapSimple.NameOf(item) is null)
        {
            item = ItemOf(item);
            dimensions += "[]";
        }
        var named = NameOfItem(item);
        if (_is12 && !string.IsNullOrEmpty(name))
            Start(name, ns, prefixed: false);
        else
            Start("Array", SoapNames.Encoding, prefixed: true);
        WriteId(value);
        int count = value is Array array ? array.Length : value is ICollection collection ? collection.Count : -1;
        string itemName = Qualified(named.Name + dimensions, named.Namespace);
        if (_is12)
        {
            writer.WriteAttributeString("itemType", SoapNames.Encoding12, itemName);
            if (count >= 0)
                writer.WriteAttributeString("arraySize", SoapNames.Encoding12, count.ToString(CultureInfo.InvariantCulture));
        }
        else
        {
            writer.WriteAttributeString("arrayType", SoapNames.Encoding,
                count >= 0 ? string.Create(CultureInfo.InvariantCulture, $"{itemName}[{count}]") : itemName + "[]");
        }
        if (++_depth > maxDepth)
            throw new NotSupportedException($"The objects are nested deeper than {maxDepth} levels (Limits.MaxDepth).");
        foreach (object? each in (IEnumerable)value)
            WriteReferring("Item", "", each, item, isHere: false, isNullable: true);
        _depth--;
        writer.WriteEndElement();
    }

    XmlQualifiedName NameOfItem(Type item)
    {
        if (item == typeof(object))
            return new XmlQualifiedName(SoapNames.AnyType, SoapNames.Xsd);
        if (mapping.ByType.TryGetValue(item, out var known))
            return known.QualifiedName;
        if (SoapSimple.NameOf(item) is { } simple)
            return simple;
        if (!_is12)
            throw new NotSupportedException(
                $"The type '{item}' of an array's items is not known to the mapping. Name it with [SoapInclude].");
        for (var parent = item.BaseType; parent is not null; parent = parent.BaseType)
            if (mapping.ByType.TryGetValue(parent, out known))
                return known.QualifiedName;
        return new XmlQualifiedName(SoapNames.AnyType, SoapNames.Xsd);
    }

    /// <summary>What its items are, from the type alone.</summary>
    public static Type ItemOf(Type type)
    {
        if (type.IsArray)
            return type.GetArrayRank() == 1
                ? type.GetElementType()!
                : throw new NotSupportedException($"'{type}': arrays of several dimensions are not written in the SOAP encoding.");
        if (type.GetProperty("Item", [typeof(int)]) is { } indexer && typeof(ICollection).IsAssignableFrom(type))
            return indexer.PropertyType;
        foreach (var face in type.GetInterfaces().Prepend(type))
            if (face.IsGenericType && face.GetGenericTypeDefinition() == typeof(IEnumerable<>))
                return face.GetGenericArguments()[0];
        return typeof(object);
    }

    void WriteTyped(string? name, string? ns, object value, bool saysType)
    {
        if (value is XmlNode[] nodes)
        {
            writer.WriteStartElement(name ?? SoapNames.AnyType, name is null ? SoapNames.Xsd : ns);
            foreach (var node in nodes)
                node?.WriteTo(writer);
            writer.WriteEndElement();
            return;
        }
        var type = SoapSimple.NameOf(value.GetType()) ?? throw Unknown(value);
        writer.WriteStartElement(name ?? type.Name, name is null ? type.Namespace : ns);
        // Its prefix is declared before that of the type.
        string? qualified = value is XmlQualifiedName q ? Qualified(XmlConvert.EncodeLocalName(q.Name), q.Namespace) : null;
        if (saysType)
            XsiType(type.Name, type.Namespace);
        if (value is byte[] bytes)
            WriteBytes(bytes);
        else if (qualified is not null)
            writer.WriteRaw(qualified);
        else if (value is string text)
            writer.WriteString(text);
        else
            writer.WriteRaw(SoapSimple.TextOf(value));
        writer.WriteEndElement();
    }

    static NotSupportedException Unknown(object value) =>
        new($"The type '{value.GetType()}' is not known to the mapping. Name it with [SoapInclude] on a class that it reaches, or with SoapReflectionImporter.IncludeType.");

    void Start(string name, string? ns, bool prefixed)
    {
        string? prefix = null;
        bool noDefault = false;
        if (!_isBegun)
        {
            _avoids = true;
            prefix = _declarations.PrefixOf(ns);
            if (_declarations.Default is { } standard)
            {
                noDefault = standard.Length == 0;
                prefixed |= ns != standard;
            }
        }
        if (prefixed && prefix is null && !string.IsNullOrEmpty(ns))
        {
            prefix = writer.LookupPrefix(ns);
            if (string.IsNullOrEmpty(prefix))
                prefix = NextPrefix();
        }
        if (noDefault && prefix is null && !string.IsNullOrEmpty(ns))
            prefix = NextPrefix();
        writer.WriteStartElement(prefix, name, ns);
        if (!_isBegun)
            _declarations.Write(writer, prefix);
        _isBegun = true;
    }

    void Nil(string? name, string? ns, bool prefixed)
    {
        if (string.IsNullOrEmpty(name))
            return;
        Start(name, ns, prefixed);
        writer.WriteAttributeString("nil", SoapNames.Xsi, "true");
        writer.WriteEndElement();
    }

    void Empty(string name, string? ns)
    {
        if (name.Length == 0)
            return;
        Start(name, ns, prefixed: false);
        writer.WriteEndElement();
    }

    void XsiType(string name, string? ns) => writer.WriteAttributeString("type", SoapNames.Xsi, Qualified(name, ns));

    string Qualified(string name, string? ns)
    {
        if (string.IsNullOrEmpty(ns))
            return name;
        string? prefix = writer.LookupPrefix(ns);
        if (prefix is null)
        {
            prefix = ns == SoapNames.Xml ? "xml" : NextPrefix();
            if (ns != SoapNames.Xml)
                writer.WriteAttributeString("xmlns", prefix, null, ns);
        }
        return prefix.Length == 0 ? name : prefix + ":" + name;
    }

    string NextPrefix()
    {
        do
            _prefixes++;
        while (_avoids && _declarations.IsTaken(_prefixes));
        return string.Create(CultureInfo.InvariantCulture, $"q{_prefixes}");
    }

    void Attribute(string name, string? ns, string? value)
    {
        if (value is null || name == "xmlns" || name.StartsWith("xmlns:", StringComparison.Ordinal))
            return;
        int colon = name.IndexOf(':');
        if (colon >= 0)
            writer.WriteAttributeString(name[..colon], name[(colon + 1)..], ns, value);
        else if (ns == SoapNames.Xml)
            writer.WriteAttributeString(writer.LookupPrefix(ns) is { Length: > 0 } prefix ? prefix : "xml", name, ns, value);
        else
            writer.WriteAttributeString(name, ns, value);
    }
}
