using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>The prefixes that the first element of a document declares, and those of the form q1 that they take.</summary>
internal sealed class SoapDeclarations
{
    const string Alias = "q";

    readonly HashSet<int> _taken = [];
    readonly XmlQualifiedName[] _pairs;

    public SoapDeclarations(XmlSerializerNamespaces? given)
    {
        _pairs = given is { Count: > 0 } ? given.ToArray() : [new("xsi", SoapNames.Xsi), new("xsd", SoapNames.Xsd)];
        foreach (var pair in _pairs)
            if (pair.Name.StartsWith(Alias, StringComparison.Ordinal)
                && int.TryParse(pair.Name.AsSpan(Alias.Length), System.Globalization.NumberStyles.None, null, out int number))
                _taken.Add(number);
    }

    /// <summary>A default namespace that the caller declares; null where there is none.</summary>
    public string? Default => Array.Find(_pairs, p => p.Name.Length == 0)?.Namespace;

    public string? PrefixOf(string? ns) =>
        string.IsNullOrEmpty(ns) ? null : Array.Find(_pairs, p => p.Name.Length > 0 && p.Namespace == ns)?.Name;

    public bool IsTaken(int number) => _taken.Contains(number);

    /// <summary>Declares them on the element that has just been opened.</summary>
    public void Write(XmlWriter writer, string? prefixOfElement)
    {
        foreach (var pair in _pairs)
        {
            if (pair.Namespace.Length == 0)
            {
                if (pair.Name.Length > 0)
                    throw new NotSupportedException($"The prefix '{pair.Name}' is declared without a namespace.");
                continue;
            }
            if (writer.LookupPrefix(pair.Namespace) is not null)
                continue;
            if (prefixOfElement is null && pair.Name.Length == 0)
                break;
            writer.WriteAttributeString("xmlns", pair.Name, null, pair.Namespace);
        }
    }
}
