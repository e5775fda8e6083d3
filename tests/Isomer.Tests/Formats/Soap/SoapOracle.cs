using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>The framework's XmlSerializer and ours for one mapping, side by side: bytes, values with identities, refusals.</summary>
internal sealed class SoapOracle(XmlMapping mapping)
{
    public const string Soap12 = "http://www.w3.org/2003/05/soap-encoding";

    readonly XmlSerializer _original = XmlSerializer.FromMappings([mapping])[0]!;
    readonly IsomerXmlSerializer _ours = IsomerXmlSerializer.FromMappings([mapping])[0]!;

    public static SoapOracle Of<T>(string? ns = null, SoapAttributeOverrides? overrides = null, params Type[] included)
    {
        var importer = new SoapReflectionImporter(overrides, ns);
        foreach (var type in included)
            importer.IncludeType(type);
        return new SoapOracle(importer.ImportTypeMapping(typeof(T)));
    }

    /// <summary>Written within an element, for more than one element may come of it; as the root of a stream; and read back.</summary>
    public string Same(object? value, string? style = null, XmlSerializerNamespaces? namespaces = null, string? id = null,
        bool isRead = true)
    {
        string expected = XmlOutcome.Within(w => _original.Serialize(w, value, namespaces, style, id));
        string actual = XmlOutcome.Within(w => _ours.Serialize(w, value, namespaces, style, id));
        Assert.Equal(expected, actual);
        Assert.Equal(XmlOutcome.Alone(s => _original.Serialize(s, value, namespaces)),
            XmlOutcome.Alone(s => _ours.Serialize(s, value, namespaces)));
        Assert.Equal(XmlOutcome.Text(s => _original.Serialize(s, value, namespaces)),
            XmlOutcome.Text(s => _ours.Serialize(s, value, namespaces)));
        if (isRead && !expected.StartsWith('!'))
            SameRead(expected, style);
        return expected;
    }

    public void SameRead(string document, string? style = null) =>
        Assert.Equal(ReadByOriginal(document, style), ReadByOurs(document, style));

    public string ReadByOriginal(string document, string? style = null) => Read(document, r => _original.Deserialize(r, style));

    public string ReadByOurs(string document, string? style = null) => Read(document, r => _ours.Deserialize(r, style));

    public object? Ours(string document) => _ours.Deserialize(XmlOutcome.Reader(document));

    public IsomerXmlSerializer Serializer => _ours;

    public XmlSerializer Original => _original;

    static string Read(string document, Func<XmlReader, object?> read)
    {
        using var reader = XmlOutcome.Reader(document);
        return XmlOutcome.Read(() => Dump.Of(read(reader)) + " then " + reader.NodeType + " " + reader.Name);
    }
}

/// <summary>An object graph as text: types, values, and which objects are one.</summary>
internal static class Dump
{
    public static string Of(object? value)
    {
        var text = new StringBuilder();
        Write(text, value, new Dictionary<object, int>(ReferenceEqualityComparer.Instance), 0);
        return text.ToString();
    }

    static void Write(StringBuilder text, object? value, Dictionary<object, int> seen, int depth)
    {
        switch (value)
        {
            case null:
                text.Append("null");
                return;
            case string s:
                text.Append('"').Append(s).Append('"');
                return;
            case byte[] bytes:
                text.Append(Convert.ToHexString(bytes));
                return;
            case DateTime time:
                text.Append(time.ToString("o", CultureInfo.InvariantCulture)).Append(time.Kind);
                return;
            case XmlNode node:
                text.Append(node.OuterXml);
                return;
            case XmlSerializerNamespaces names:
                text.AppendJoin(' ', names.ToArray().Select(n => n.ToString() + "=" + n.Name).Order());
                return;
            case IFormattable or bool or char or XmlQualifiedName:
                text.Append(CultureInfo.InvariantCulture, $"{value.GetType().Name} {value}");
                return;
        }
        if (seen.TryGetValue(value, out int number))
        {
            text.Append(CultureInfo.InvariantCulture, $"#{number}");
            return;
        }
        if (!value.GetType().IsValueType)
            seen.Add(value, seen.Count);
        text.Append(value.GetType().Name);
        if (value is IEnumerable items)
        {
            text.Append('[');
            foreach (object? item in items)
            {
                Write(text, item, seen, depth + 1);
                text.Append(", ");
            }
            text.Append(']');
            return;
        }
        text.Append('{');
        foreach (var member in value.GetType().GetMembers(BindingFlags.Public | BindingFlags.Instance)
            .OrderBy(m => m.Name, StringComparer.Ordinal))
        {
            if (member is not FieldInfo && (member as PropertyInfo)?.GetIndexParameters().Length != 0)
                continue;
            text.Append(member.Name).Append('=');
            Write(text, member is FieldInfo field ? field.GetValue(value) : ((PropertyInfo)member).GetValue(value), seen, depth + 1);
            text.Append("; ");
        }
        text.Append('}');
    }
}
