using System.Globalization;
using System.Xml;

namespace Isomer.Formats;

// Arrays: their type is said by an attribute, their length by what stands in them.
internal sealed partial class SoapReader
{
    // Deeper than any declared type: each level is a type that the runtime keeps for ever.
    const int MostDimensions = 16;

    /// <summary>An array, or null where the element is none.</summary>
    Array? ReadArray(string? name, string? ns)
    {
        string typeName;
        int inner = 0;
        Type? declared = null;
        if (_is12)
        {
            string? itemType = reader.GetAttribute("itemType", SoapNames.Encoding12);
            string? size = reader.GetAttribute("arraySize", SoapNames.Encoding12);
            var known = name is null ? null : mapping.ByName.GetValueOrDefault(new XmlQualifiedName(name, ns));
            if (itemType is null && size is null && known is not { Kind: SoapKind.Array, Type.IsArray: true })
                return null;
            CheckSize12(size);
            typeName = itemType ?? "";
            declared = known is { Kind: SoapKind.Array } ? SoapWriter.ItemOf(known.Type) : null;
        }
        else
        {
            string? arrayType = reader.GetAttribute("arrayType", SoapNames.Encoding);
            if (arrayType is null)
                return null;
            (typeName, inner) = Parse(arrayType);
            if (typeName.Length == 0)
                throw new WireFormatException($"'{Short(arrayType)}' is no arrayType: it names no type.");
        }
        var (item, itemName) = ItemOf(typeName, declared);
        for (int i = 0; i < inner; i++)
            item = item.MakeArrayType();
        return ReadItems(item, itemName);
    }

    (Type Item, XmlQualifiedName Name) ItemOf(string typeName, Type? declared)
    {
        var any = new XmlQualifiedName(SoapNames.AnyType, SoapNames.Xsd);
        var name = typeName.Length > 0 ? ToName(typeName) : any;
        if (name != any && mapping.ByName.TryGetValue(name, out var known) && (!_is12 || known.Type != typeof(object)))
            return (known.Type, name);
        if (!_is12)
            return (name == any
                ? typeof(object)
                : SoapSimple.TypeOf(name)
                    ?? throw new WireFormatException(
                        $"The type '{Short(name.Name)}' of the namespace '{Short(name.Namespace)}' is not known to the mapping."), name);
        if (name != any && SoapSimple.TypeOf(name) is { } simple)
            return (simple, name);
        if (declared is null)
            return (typeof(object), name);
        return (declared,
            mapping.ByType.TryGetValue(declared, out var ours)
                ? ours.QualifiedName
                : SoapSimple.NameOf(declared) ?? (declared == typeof(object) ? any : name));
    }

    Array ReadItems(Type item, XmlQualifiedName itemName)
    {
        if (reader.IsEmptyElement)
        {
            reader.Skip();
            return Array.CreateInstance(item, 0);
        }
        if (item.IsValueType && !item.IsPrimitive && !item.IsEnum && SoapSimple.NameOf(item) is null)
            throw new WireFormatException($"Arrays of '{item}' are not carried by the SOAP encoding.");
        reader.ReadStartElement();
        reader.MoveToContent();
        var items = new List<object?>();
        List<(int, string)>? hrefs = null;
        while (reader.NodeType != XmlNodeType.EndElement)
        {
            if (items.Count >= limits.MaxItems)
                throw new WireFormatException($"An array has more than {limits.MaxItems} items (Limits.MaxItems).");
            // An item's own name may be that of its type.
            bool isNamed = !item.IsValueType && reader.NodeType == XmlNodeType.Element && reader.NamespaceURI.Length > 0;
            string ns = !isNamed ? itemName.Namespace : reader.NamespaceURI == SoapNames.Encoding ? SoapNames.Xsd : reader.NamespaceURI;
            object? value = ReadReferring(isNamed ? reader.LocalName : itemName.Name, ns, elementIsType: false, out string? href);
            if (href is not null)
                (hrefs ??= []).Add((items.Count, href));
            items.Add(value);
            reader.MoveToContent();
        }
        ReadEnd();
        if (_is12 && item == typeof(object))
            item = CommonType(items) ?? item;
        var array = Array.CreateInstance(item, items.Count);
        for (int i = 0; i < items.Count; i++)
            if (items[i] is { } value)
                Put(array, i, value);
        if (hrefs is not null)
            _fixups.Add(new ArrayFixup(this, array, hrefs));
        return array;
    }

    static void Put(Array array, int index, object value)
    {
        if (!array.GetType().GetElementType()!.IsInstanceOfType(value))
            throw new WireFormatException(
                string.Create(CultureInfo.InvariantCulture,
                    $"The item {index} of an array of '{array.GetType().GetElementType()}' cannot be a value of type '{value.GetType()}'."));
        array.SetValue(value, index);
    }

    /// <summary>The class that all items share, where nothing says what they are.</summary>
    static Type? CommonType(List<object?> items)
    {
        Type? common = null;
        foreach (object? item in items)
        {
            if (item is null)
                continue;
            var type = item.GetType();
            if (type.IsValueType)
                return null;
            if (common is null || type.IsAssignableFrom(common))
                common = type;
            else if (!common.IsAssignableFrom(type))
                return null;
        }
        return common;
    }

    /// <summary>q1:Name[][2] is a name, how many brackets stand before the last, and a length, which is not believed.</summary>
    static (string Name, int Inner) Parse(string text)
    {
        int open = text.LastIndexOf('[');
        if (text.Length == 0 || text[^1] != ']' || open < 0)
            throw new WireFormatException($"'{Short(text)}' is no arrayType: it ends with the length in brackets.");
        var length = text.AsSpan(open + 1, text.Length - open - 2);
        if (length.Contains(','))
            throw new WireFormatException("Arrays of several dimensions are not carried.");
        if (length.Length > 0 && !int.TryParse(length, CultureInfo.InvariantCulture, out _))
            throw new WireFormatException($"'{Short(text)}' is no arrayType: its length is no number.");
        int inner = 0;
        while (open > 0 && text[open - 1] == ']')
        {
            if (open < 2 || text[open - 2] != '[')
                throw new WireFormatException($"'{Short(text)}' is no arrayType: brackets do not match.");
            open -= 2;
            if (++inner > MostDimensions)
                throw new WireFormatException($"Arrays of arrays are nested deeper than {MostDimensions} levels.");
        }
        return (text[..open], inner);
    }

    static void CheckSize12(string? size)
    {
        int dimensions = 0;
        foreach (string part in size?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) ?? [])
        {
            if (part != "*" && !int.TryParse(part, CultureInfo.InvariantCulture, out _))
                throw new WireFormatException($"'{Short(part)}' is no length of an array.");
            if (++dimensions > 1)
                throw new WireFormatException("Arrays of several dimensions are not carried.");
        }
    }
}
