using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Writes values in the encoding of SOAP's section 5: what has identity stands behind the root, once, with an id, and members point to it
/// with href. With the encoding style of SOAP 1.2 it stands where it is met first.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed partial class SoapWriter(SoapMapping mapping, XmlWriter writer, XmlSerializerNamespaces? namespaces, string? style,
    string? idBase, int maxDepth)
{
    readonly bool _is12 = style == SoapNames.Encoding12;
    readonly SoapDeclarations _declarations = new(namespaces);
    // As the original: objects that are equal are one object.
    readonly Dictionary<object, string> _ids = [];
    readonly List<object> _behind = [];
    // Whether an element has declared the prefixes.
    bool _isBegun;
    // Whether prefixes of the caller are in the way of q1, q2 and so on.
    bool _avoids;
    int _prefixes;
    int _depth;

    public void Write(object? value)
    {
        if (writer.WriteState == WriteState.Start)
            writer.WriteStartDocument();
        if (mapping.Members.IsDefault)
            WriteRoot(value);
        else
            WriteMembers((object?[])value!);
    }

    void WriteRoot(object? value)
    {
        var root = mapping.Root;
        if (value is null)
        {
            if (root.IsNullable)
                Nil(root.Name, root.NamespaceInUse, prefixed: true);
            else
                Empty(root.Name, root.NamespaceInUse);
            return;
        }
        WriteElement(value, root, asAccessor: false);
        WriteBehind();
    }

    void WriteMembers(object?[] values)
    {
        var members = mapping.Members;
        if (mapping.HasWrapper)
        {
            Start(mapping.Root.Name, mapping.Root.NamespaceInUse, prefixed: true);
            for (int i = 0; i < members.Length && i < values.Length; i++)
                if (members[i].Attribute is { } attribute && IsSpecified(i, values))
                    WriteAttribute(values[i], members[i], attribute);
        }
        for (int i = 0; i < members.Length && i < values.Length; i++)
        {
            var member = members[i];
            if (!IsSpecified(i, values) || member.Element is not { } element)
                continue;
            if (mapping.WritesAccessors && member.IsReturnValue && _is12)
                WriteName("result", SoapNames.Rpc12, new XmlQualifiedName(element.Name, ""), null);
            WriteElement(values[i], element, mapping.WritesAccessors || mapping.HasWrapper);
        }
        if (mapping.HasWrapper)
            writer.WriteEndElement();
        else if (!mapping.WritesAccessors)
            for (int i = members.Length; i < values.Length; i++)
                if (values[i] is { } further)
                    WriteReferring(null, null, further, further.GetType(), isHere: true, isNullable: false);
        WriteBehind();
    }

    bool IsSpecified(int index, object?[] values)
    {
        if (!mapping.Members[index].HasSpecified)
            return true;
        int companion = mapping.CompanionOf(index);
        return companion < 0 || companion >= values.Length || (bool)values[companion]!;
    }

    void WriteBehind()
    {
        for (int i = 0; i < _behind.Count; i++)
            WriteIdentified(null, null, _behind[i], null);
    }

    void WriteElement(object? value, SoapElement element, bool asAccessor) => WriteElement(value, element, element.Type, asAccessor);

    void WriteElement(object? value, SoapElement element, SoapType type, bool asAccessor)
    {
        string name = asAccessor ? element.Name : type.Name;
        string? ns = asAccessor ? element.NamespaceInUse : element.IsQualified ? type.Namespace : "";
        switch (type.Kind)
        {
            case SoapKind.Nullable:
                if (value is not null)
                    WriteElement(value, element, type.Base!, asAccessor);
                else if (element.IsNullable)
                    Nil(element.Name, ns, prefixed: false);
                break;
            case SoapKind.Array when value is null && element.IsNullable:
                Nil(element.Name, element.NamespaceInUse, prefixed: false);
                break;
            case SoapKind.Array or SoapKind.Struct or SoapKind.Any:
                WriteReferring(name, ns, value, asAccessor ? null : type.Type, !asAccessor, element.IsNullable);
                break;
            case SoapKind.Enum:
                writer.WriteStartElement(name, ns);
                WriteEnum(type, value);
                writer.WriteEndElement();
                break;
            default:
                WriteSimple(value, element, type, name, ns);
                break;
        }
    }

    void WriteSimple(object? value, SoapElement element, SoapType type, string name, string? ns)
    {
        var scalar = type.Scalar!;
        if (element.Default is { } standard && scalar.HasDefaults && IsDefault(value, standard))
            return;
        if (value is null)
        {
            if (element.IsNullable)
                Nil(scalar.IsQName ? name : element.Name, ns, prefixed: true);
            else if (!scalar.IsQName)
                RefuseNull(scalar, type, name);
            return;
        }
        if (scalar.IsQName)
        {
            WriteName(name, ns, (XmlQualifiedName)value, type.QualifiedName);
            return;
        }
        if (scalar.Formatter == "ByteArrayBase64")
        {
            // Its type is not said, as by the original.
            writer.WriteStartElement(name, ns);
            WriteBytes((byte[])value);
            writer.WriteEndElement();
            return;
        }
        string? text = scalar.TextOf(value);
        if (text is null)
            return;
        writer.WriteStartElement(name, ns);
        XsiType(type.Name, type.Namespace);
        if (scalar.IsRaw)
            writer.WriteRaw(text);
        else
            writer.WriteString(text);
        writer.WriteEndElement();
    }

    /// <summary>A string that is null is left out; of anything else the original has nothing to write.</summary>
    static void RefuseNull(SoapScalar scalar, SoapType type, string name)
    {
        if (scalar.Formatter != "String")
            throw new NotSupportedException(
                $"'{name}' is null, and a value of type '{type.Type}' that is not nullable has no form for it. Mark its member with [SoapElement(IsNullable = true)].");
    }

    static bool IsDefault(object? value, object standard) =>
        standard is string { Length: 0 } ? value is null or string { Length: 0 } : standard.Equals(value);

    void WriteBytes(byte[] value) => writer.WriteBase64(value, 0, value.Length);

    void WriteEnum(SoapType type, object? value)
    {
        string text = type.Enum!.TextOf(value);
        XsiType(type.Name, type.Namespace);
        writer.WriteString(text);
    }

    void WriteName(string name, string? ns, XmlQualifiedName value, XmlQualifiedName? xsiType)
    {
        if (string.IsNullOrEmpty(value.Namespace))
        {
            Start(name, ns, prefixed: true);
            writer.WriteAttributeString("xmlns", null, "");
        }
        else
        {
            writer.WriteStartElement(name, ns);
        }
        if (xsiType is not null)
            XsiType(xsiType.Name, xsiType.Namespace);
        writer.WriteString(Qualified(XmlConvert.EncodeLocalName(value.Name), value.Namespace));
        writer.WriteEndElement();
    }

    /// <summary>The members of an object within its element.</summary>
    void WriteContent(SoapType type, object value)
    {
        if (type.Kind == SoapKind.Enum)
        {
            WriteEnum(type, value);
            return;
        }
        if (type.IsAbstract)
            return;
        if (++_depth > maxDepth)
            throw new NotSupportedException($"The objects are nested deeper than {maxDepth} levels (Limits.MaxDepth).");
        if ((_depth & 15) == 0)
            System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
        foreach (var member in type.Members)
            if (member.Attribute is { } attribute && member.IsWritten(value))
                WriteAttribute(member.Get(value), member, attribute);
        foreach (var member in type.Members)
            if (member.Element is { } element && member.IsWritten(value))
                WriteElement(member.Get(value), element, asAccessor: true);
        _depth--;
    }

    void WriteAttribute(object? value, SoapMember member, SoapAttribute attribute)
    {
        if (attribute.Type.Kind == SoapKind.Enum)
        {
            if (attribute.Default is not string standard
                || value?.ToString() != string.Join(", ", standard.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))
                // As the original, which writes an enum's type and text in place of the attribute.
                WriteEnum(attribute.Type, value);
            return;
        }
        var scalar = attribute.Type.Scalar!;
        if (attribute.Default is { } given && scalar.HasDefaults && IsDefault(value, given))
            return;
        if (value is byte[] bytes && scalar.Formatter == "ByteArrayBase64")
        {
            writer.WriteStartAttribute(null, attribute.Name, attribute.Namespace);
            WriteBytes(bytes);
            writer.WriteEndAttribute();
            return;
        }
        if (value is null && scalar.Formatter != "String" && !scalar.IsQName)
            RefuseNull(scalar, attribute.Type, attribute.Name);
        string? text = scalar.IsQName
            ? value is XmlQualifiedName { IsEmpty: false } name ? Qualified(XmlConvert.EncodeLocalName(name.Name), name.Namespace) : null
            : scalar.TextOf(value);
        Attribute(attribute.Name, attribute.Namespace, text);
    }
}
